/** Types as expressions. Pointers, references and arrays are taken for what they lead to. */
import type { Extraction } from "../../extract/extraction.ts";
import { Expr, Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { ERROR_KIND, type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { POINTER_TYPE, STANDARD_TYPES } from "../cpp_builtins.ts";
import type { Declarators, Declared } from "./declarators.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Name by which a tag (`struct x`) is bound in C, where tags have a name space of their own. */
export function tagName(name: string): string {
  return `struct ${name}`;
}

/** Builders of type expressions, for one grammar. */
export class Types {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly declarators: Declarators,
  ) {}

  /** Declared type of what a declarator declares; of a function what it returns. */
  of(x: Extraction, base: number, declared: Declared): number {
    const { K } = this.s;
    const { tree } = x;
    let type = base;
    if (declared.function !== NONE) {
      const trailing = tree.childOfKind(declared.function, K.trailingReturn);
      if (trailing !== NONE) type = x.type(tree.namedChild(trailing));
    }
    if (declared.outerFunction === NONE) return type;
    return x.facts.expression(Op.functionType, -1, 0, type);
  }

  /** Declared type of a variable: in C++ a pointer or an array is told from what it leads to. */
  ofVariable(x: Extraction, base: number, declared: Declared): number {
    const type = this.of(x, base, declared);
    const isPlain = !this.s.isCpp || type < 0 || !declared.isPointer ||
      declared.outerFunction !== NONE || declared.function !== NONE;
    if (isPlain || x.facts.tables.expressions.get(type, Expr.OP) === Op.literal) return type;
    return x.facts.expression(Op.apply, x.literal(POINTER_TYPE), x.facts.list([type]), 1);
  }

  /** Type that a declaration's specifiers name; -1 for `auto` and for what is no type. */
  specified(x: Extraction, declaration: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    const node = tree.child(declaration, F.type);
    if (node === NONE) return -1;
    // `API int f()`: the grammar takes the macro for the type and the type for a mistake.
    if (tree.kinds[node] === K.typeIdentifier && isMacroName(x.textOf(node))) {
      const next = tree.nextSibling(node);
      if (next !== NONE && tree.kinds[next] === ERROR_KIND) {
        const name = /^[A-Za-z_]\w*$/.exec(x.textOf(next))?.[0];
        return name === undefined ? -1 : this.named(x, name, tree.starts[next]!);
      }
    }
    return x.type(node);
  }

  /** A type by its plain name. */
  named(x: Extraction, name: string, offset: number): number {
    if (PRIMITIVE.has(name)) return x.literal(name);
    const scope = this.state.typeParameters.get(name) ?? x.scope;
    if (this.state.usesStd && STANDARD_TYPES.has(name)) return x.literal(name);
    return x.nameExpression(name, offset, scope);
  }

  /** Expression rules of types. */
  rules(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.type(x.tree.namedChild(node));
    const record: ExpressionRule = (x, node) => this.#record(x, node);
    return {
      primitive_type: (x, node) => x.literal(x.textOf(node)),
      sized_type_specifier: (x) => x.literal("int"),
      type_identifier: (x, node) => this.named(x, x.textOf(node), x.tree.starts[node]!),
      struct_specifier: record,
      union_specifier: record,
      class_specifier: record,
      enum_specifier: record,
      type_descriptor: (x, node) => this.#descriptor(x, node),
      qualified_identifier: (x, node) => this.#qualified(x, node),
      template_type: (x, node) => this.#template(x, node),
      dependent_type: inner,
      placeholder_type_specifier: () => -1,
      decltype: () => -1,
      macro_type_specifier: () => -1,
    };
  }

  #record(x: Extraction, node: NodeIndex): number {
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) return x.facts.expression(Op.symbol, symbol);
    const name = x.tree.child(node, this.s.F.name);
    if (name === NONE) {
      const scope = x.scopeAt(node);
      return scope === NONE ? -1 : x.facts.expression(Op.object, scope);
    }
    if (this.s.isCpp) return x.type(name);
    return x.nameExpression(tagName(x.textOf(name)), x.tree.starts[name]!);
  }

  #descriptor(x: Extraction, node: NodeIndex): number {
    const type = x.type(x.tree.child(node, this.s.F.type));
    const declarator = x.tree.child(node, this.s.F.declarator);
    if (declarator === NONE || x.tree.kinds[declarator] !== this.s.K.abstractFunction) return type;
    return x.facts.expression(Op.functionType, -1, 0, type);
  }

  #qualified(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    const scope = tree.child(node, F.scope);
    const name = tree.child(node, F.name);
    if (name === NONE) return -1;
    const last = this.declarators.lastName(x, name);
    if (scope !== NONE && x.textOf(scope) === "std" && last !== NONE) {
      const text = x.textOf(last);
      if (STANDARD_TYPES.has(text)) return this.#withArguments(x, name, x.literal(text));
    }
    return this.qualifiedMember(x, node, (part) => x.type(part), K.templateType);
  }

  /** `a::b::c` as members of members; a leading `::` starts at the top of the file. */
  qualifiedMember(
    x: Extraction,
    node: NodeIndex,
    convert: (part: NodeIndex) => number,
    template: number,
  ): number {
    const { F, K } = this.s;
    const { tree } = x;
    let of = -1;
    let isFirst = true;
    let at = node;
    for (;;) {
      const isQualified = tree.kinds[at] === K.qualified;
      const part = isQualified ? tree.child(at, F.scope) : at;
      if (part !== NONE) {
        const last = this.declarators.lastName(x, part);
        if (last === NONE) return -1;
        const text = x.textOf(last);
        if (!isFirst) of = x.memberExpression(of, text);
        else if (isQualified && this.s.PLAIN_NAMES.has(tree.kinds[part]!)) {
          of = x.nameExpression(text, tree.starts[last]!);
        } else of = convert(part);
        if (!isFirst && tree.kinds[part] === template) of = this.#withArguments(x, part, of);
        isFirst = false;
      } else if (isFirst) {
        // `::name`
        const name = tree.child(at, F.name);
        if (name === NONE || tree.kinds[name] === K.qualified) {
          at = name;
          if (at === NONE) return -1;
          continue;
        }
        return x.nameExpression(x.textOf(name), tree.starts[name]!, 0);
      }
      if (!isQualified) return of;
      at = tree.child(at, F.name);
      if (at === NONE) return -1;
    }
  }

  #template(x: Extraction, node: NodeIndex): number {
    const name = x.tree.child(node, this.s.F.name);
    return name === NONE ? -1 : this.#withArguments(x, node, x.type(name));
  }

  /** A generic type or function with the template arguments that a node has. */
  withArguments(x: Extraction, node: NodeIndex, base: number): number {
    return this.#withArguments(x, node, base);
  }

  #withArguments(x: Extraction, node: NodeIndex, base: number): number {
    const { tree } = x;
    const list = tree.childOfKind(node, this.s.K.templateArguments);
    if (list === NONE || base < 0) return base;
    const args: number[] = [];
    for (let a = tree.firstChild(list); a !== NONE; a = tree.nextSibling(a)) {
      if (tree.isNamed(a) && !tree.isExtra(a)) args.push(x.type(a));
    }
    return x.facts.expression(Op.apply, base, x.facts.list(args), args.length);
  }
}

/** Whether a name is written as macros are. */
export function isMacroName(name: string): boolean {
  return name.length > 1 && /^[A-Z_][A-Z0-9_]*$/.test(name);
}

const PRIMITIVE = new Set(
  ("void char short int long float double signed unsigned bool _Bool size_t ssize_t off_t intptr_t uintptr_t " +
    "ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t charptr_t nullptr_t max_align_t")
    .split(" "),
);
