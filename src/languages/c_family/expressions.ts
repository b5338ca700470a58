/** Values as expressions. A pointer, a reference and an element of an array are the thing itself. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Declarators } from "./declarators.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";
import type { Types } from "./types.ts";

/** Casts that read like calls of templates. */
export const CASTS: ReadonlySet<string> = new Set(
  "static_cast dynamic_cast const_cast reinterpret_cast".split(" "),
);

/** Functions that make what their template argument names, and the smart pointer they return. */
export const MAKERS: ReadonlyMap<string, string> = new Map([
  ["make_unique", "unique_ptr"],
  ["make_shared", "shared_ptr"],
]);

/** Functions of the standard library that hand on their argument. */
const PASSED_ON: ReadonlySet<string> = new Set(
  "move forward as_const static_pointer_cast dynamic_pointer_cast ref cref addressof".split(" "),
);

/** Builders of value expressions, for one grammar. */
export class Expressions {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly declarators: Declarators,
    readonly types: Types,
  ) {}

  /** Expression rules of values. */
  rules(): Record<string, ExpressionRule> {
    const { F } = this.s;
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const argument: ExpressionRule = (x, node) => x.value(x.tree.child(node, F.argument));
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const cast: ExpressionRule = (x, node) => instance(x, x.tree.child(node, F.type));
    return {
      identifier: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      namespace_identifier: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      field_expression: (x, node) => this.#field(x, node),
      qualified_identifier: (x, node) =>
        this.types.qualifiedMember(
          x,
          node,
          (part) => this.s.K.templateType === x.tree.kinds[part] ? x.type(part) : x.value(part),
          this.s.K.templateFunction,
        ),
      template_function: (x, node) => {
        const name = x.tree.child(node, F.name);
        return name === NONE ? -1 : this.types.withArguments(x, node, x.value(name));
      },
      call_expression: (x, node) => this.#call(x, node),
      this: (x) => this.#this(x),
      new_expression: cast,
      cast_expression: cast,
      compound_literal_expression: cast,
      lambda_expression: (x, node) => this.#lambda(x, node),
      pointer_expression: (x, node) => this.#dereference(x, node),
      subscript_expression: (x, node) => this.#subscript(x, node),
      update_expression: argument,
      co_await_expression: argument,
      parenthesized_expression: inner,
      conditional_expression: (x, node) => this.#conditional(x, node),
      assignment_expression: (x, node) => x.value(x.tree.child(node, F.left)),
      comma_expression: (x, node) => x.value(x.tree.child(node, F.right)),
      binary_expression: (x, node) => this.#binary(x, node),
      string_literal: literal("char"),
      concatenated_string: literal("char"),
      raw_string_literal: literal("char"),
      char_literal: literal("char"),
      number_literal: (x, node) =>
        x.literal(/^[\d.]*\.|^\d+[eE]/.test(x.textOf(node)) ? "double" : "int"),
      true: literal("bool"),
      false: literal("bool"),
      sizeof_expression: literal("size_t"),
    };
  }

  #field(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    const field = x.tree.child(node, F.field);
    const name = field === NONE ? NONE : this.declarators.lastName(x, field);
    if (name === NONE) return -1;
    const member = x.memberExpression(this.#receiver(x, node), x.textOf(name));
    return this.types.withArguments(x, field, member);
  }

  /** What stands before `.` or `->`; the second leads through smart pointers. */
  #receiver(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const value = x.value(x.tree.child(node, F.argument));
    if (value < 0 || !this.s.isCpp) return value;
    const isArrow = x.tree.childOfKind(node, K.arrow) !== NONE;
    return isArrow ? x.facts.expression(Op.await, value) : value;
  }

  /** `*p` is what `p` points to; `&v` is taken for `v`. */
  #dereference(x: Extraction, node: NodeIndex): number {
    const value = x.value(x.tree.child(node, this.s.F.argument));
    const isAddress = x.text[x.tree.starts[node]!] === "&";
    if (value < 0 || isAddress || !this.s.isCpp) return value;
    return x.facts.expression(Op.await, value);
  }

  /** An element: in C what the array is of; in C++ it may also be what a container holds. */
  #subscript(x: Extraction, node: NodeIndex): number {
    const value = x.value(x.tree.child(node, this.s.F.argument));
    if (value < 0 || !this.s.isCpp) return value;
    return x.facts.expression(Op.index, value, -1);
  }

  #binary(x: Extraction, node: NodeIndex): number {
    const left = x.tree.child(node, this.s.F.left);
    const operator = left === NONE ? NONE : x.tree.nextSibling(left);
    if (operator === NONE) return -1;
    // Pointer arithmetic leads to the same thing; comparisons do not.
    const sign = x.text[x.tree.starts[operator]!];
    return sign === "+" || sign === "-" ? x.value(left) : x.literal("int");
  }

  #conditional(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const count = tree.namedChildCount(node);
    const first = x.value(tree.namedChild(node, count - 2));
    const second = x.value(tree.namedChild(node, count - 1));
    return x.either(first, second);
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    const callee = tree.child(node, F.function);
    const args = tree.child(node, F.arguments);
    if (callee === NONE) return -1;
    const kind = tree.kinds[callee]!;
    if (kind === K.templateFunction || kind === K.qualified) {
      const made = this.#made(x, callee, args);
      if (made !== undefined) return made;
    }
    return x.callExpression(x.value(callee), this.s.isCpp ? argumentValues(x, args) : []);
  }

  /** What casts, makers and functions that hand on their argument give. */
  #made(x: Extraction, callee: NodeIndex, args: NodeIndex): number | undefined {
    const { K } = this.s;
    const { tree } = x;
    const name = this.declarators.lastName(x, callee);
    if (name === NONE) return undefined;
    const text = x.textOf(name);
    const template = tree.parents[name]!;
    const list = tree.childOfKind(template, K.templateArguments);
    const first = list === NONE ? NONE : tree.namedChild(list);
    if (CASTS.has(text)) return first === NONE ? -1 : instance(x, first);
    const maker = MAKERS.get(text);
    if (maker !== undefined && first !== NONE) {
      const type = x.type(first);
      const applied = x.facts.expression(Op.apply, x.literal(maker), x.facts.list([type]), 1);
      return x.facts.expression(Op.instance, applied);
    }
    if (PASSED_ON.has(text) && args !== NONE && x.textOf(callee).startsWith("std::")) {
      return x.value(tree.namedChild(args));
    }
    return undefined;
  }

  #this(x: Extraction): number {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      const owner = this.state.owners.get(scope);
      if (owner !== undefined) return this.#instanceOfOwner(x, owner, x.scopeParent(scope));
      if (x.scopeKind(scope) === ScopeKind.class) return x.facts.expression(Op.self, scope);
    }
    return -1;
  }

  /** An instance of the class that a function outside its class was written for. */
  #instanceOfOwner(x: Extraction, owner: string, scope: number): number {
    const [first, ...rest] = owner.split("::");
    let type = x.nameExpression(first!, 0, scope);
    for (const name of rest) type = x.memberExpression(type, name);
    return x.facts.expression(Op.instance, type);
  }

  #lambda(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    const declarator = tree.child(node, F.declarator);
    const trailing = declarator === NONE ? NONE : tree.childOfKind(declarator, K.trailingReturn);
    const result = trailing === NONE ? -1 : x.type(tree.namedChild(trailing));
    const type = x.facts.expression(Op.functionType, -1, 0, result);
    return x.facts.expression(Op.instance, type);
  }
}

/** Expressions of a call's arguments. */
export function argumentValues(x: Extraction, args: NodeIndex): number[] {
  const values: number[] = [];
  if (args === NONE) return values;
  for (let a = x.tree.firstChild(args); a !== NONE; a = x.tree.nextSibling(a)) {
    if (x.tree.isNamed(a) && !x.tree.isExtra(a)) values.push(x.value(a));
  }
  return values;
}

/** A value of the type that a node names. */
export function instance(x: Extraction, typeNode: NodeIndex): number {
  const type = x.type(typeNode);
  return type < 0 ? -1 : x.facts.expression(Op.instance, type);
}
