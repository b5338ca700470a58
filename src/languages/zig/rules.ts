/** The rules of Zig: types are values, files and what functions return may be types, names are reached through `@import`. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  BindingKind,
  Expr,
  ImportKind,
  Kind,
  Op,
  RefKind,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { ExpressionRule, LanguageRules, NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { WHOLE, ZigDefinitions } from "./definitions.ts";
import {
  argumentsOf,
  childrenFrom,
  declaredVariable,
  importedPath,
  lastName,
  nameOf,
  type ZigSyntax,
  zigSyntax,
} from "./syntax.ts";

/** How functions of other languages are declared, and those of this one offered. */
const FOREIGN = "extern";
/** What a header of C is as a value. */
const HEADERS = "@cImport";
/** Nested deeper than people write. */
const DEEPEST = 12;
/** What a build file says of modules: their names and the files that they begin with. */
const MODULE =
  /\b(?:addModule|addImport|createModule|addLibrary|addExecutable)\s*\(\s*(?:"([^"]+)"|\.\{)[\s\S]{0,400}?root_source_file\s*=\s*(?:b\.path\(|\.\{\s*\.path\s*=\s*)"([^"]+)"/g;

/** Binds the rules to the grammar. */
export function zigRules(g: Grammar): LanguageRules {
  return new ZigRules(g).rules();
}

class ZigRules {
  readonly #s: ZigSyntax;
  readonly #definitions: ZigDefinitions;

  constructor(g: Grammar) {
    this.#s = zigSyntax(g);
    this.#definitions = new ZigDefinitions(this.#s);
  }

  rules(): LanguageRules {
    const definitions = this.#definitions;
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    // The body of a function has the function's own scope.
    const inner: NodeRule = (x, node) => {
      if (x.tree.kinds[x.tree.parents[node]!] !== this.#s.K["function_declaration"]) block(x, node);
    };
    const held: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const innerType: ExpressionRule = (x, node) => x.type(lastChild(x, node));
    const slice: ExpressionRule = (x, node) => this.#slice(x, x.type(lastChild(x, node)));
    return {
      define: {
        source_file: (x, node) => definitions.defineFile(x, node),
        variable_declaration: (x, node) => definitions.defineVariable(x, node),
        function_declaration: (x, node) => definitions.defineFunction(x, node),
        container_field: (x, node) => definitions.defineField(x, node),
        test_declaration: (x, node) => definitions.defineTest(x, node),
        block: inner,
        if_statement: block,
        if_expression: block,
        for_statement: block,
        for_expression: block,
        while_statement: block,
        while_expression: block,
        switch_case: block,
        catch_expression: block,
        errdefer_statement: block,
        ...this.#anonymous(),
      },
      refer: {
        source_file: (x) => this.#readModules(x),
        variable_declaration: (x, node) => this.#referVariable(x, node),
        function_declaration: (x, node) => this.#referFunction(x, node),
        container_field: (x, node) => this.#referField(x, node),
        using_namespace_declaration: (x, node) => this.#referAll(x, node),
        call_expression: (x, node) => this.#referCall(x, node),
        struct_initializer: (x, node) => this.#useType(x, x.tree.namedChild(node)),
        assignment_expression: (x, node) =>
          this.#mention(x, x.tree.child(node, this.#s.F["right"]!)),
        return_expression: (x, node) => this.#referReturn(x, node),
        payload: (x, node) => this.#bindPayload(x, node),
        builtin_function: (x, node) => this.#referBuiltin(x, node),
      },
      values: {
        identifier: (x, node) => x.nameExpression(nameOf(x, node), x.tree.starts[node]!),
        field_expression: (x, node) => this.#member(x, node),
        call_expression: (x, node) => this.#call(x, node),
        builtin_function: (x, node) => this.#builtin(x, node),
        struct_initializer: (x, node) => instance(x, x.type(x.tree.namedChild(node))),
        index_expression: (x, node) => this.#index(x, node),
        try_expression: held,
        parenthesized_expression: held,
        unary_expression: held,
        dereference_expression: held,
        null_coercion_expression: held,
        comptime_expression: held,
        catch_expression: held,
        binary_expression: (x, node) => this.#binary(x, node),
        if_expression: (x, node) => this.#choice(x, node),
        ...this.#containerValues(),
      },
      types: {
        identifier: (x, node) => this.#typeName(x, node),
        builtin_function: (x, node) => this.#self(x, node) ?? this.#builtin(x, node),
        field_expression: (x, node) => this.#wrapped(x, node),
        call_expression: (x, node) => this.#wrapped(x, node),
        pointer_type: innerType,
        nullable_type: innerType,
        error_union_type: (x, node) => x.type(x.tree.child(node, this.#s.F["ok"]!)),
        slice_type: slice,
        array_type: slice,
        builtin_type: () => -1,
      },
      docs: { line: ["///", "//!"], block: [] },
    };
  }

  /** Types that are declared where they are used. */
  #anonymous(): Record<string, NodeRule> {
    const open: NodeRule = (x, node) => {
      const around = x.tree.parents[node]!;
      const isNamed = x.symbolAt(around) !== NONE || x.scopeAt(node) !== NONE;
      const returned = this.#functionReturning(x, node);
      if (!isNamed && returned === NONE) x.openScope(node, ScopeKind.class);
    };
    return {
      struct_declaration: open,
      union_declaration: open,
      enum_declaration: open,
      opaque_declaration: open,
    };
  }

  /** The function that is the type that is declared in what it returns; -1 if none is. */
  #functionReturning(x: Extraction, container: NodeIndex): NodeIndex {
    let at = x.tree.parents[container]!;
    for (let depth = 0; at !== NONE && depth < 4; depth++, at = x.tree.parents[at]!) {
      if (x.tree.kinds[at] !== this.#s.K["function_declaration"]) continue;
      return this.#definitions.returnedType(x, at) === container ? at : NONE;
    }
    return NONE;
  }

  #containerValues(): Record<string, ExpressionRule> {
    const value: ExpressionRule = (x, node) => {
      const symbol = x.symbolAt(x.tree.parents[node]!);
      return symbol === NONE ? -1 : x.facts.expression(Op.symbol, symbol);
    };
    return { struct_declaration: value, union_declaration: value, enum_declaration: value };
  }

  // ── declarations ────────────────────────────────────────────────────────────────────────────

  #readModules(x: Extraction): void {
    if (x.fileName !== "build.zig") return;
    for (const match of x.text.matchAll(MODULE)) {
      const line = x.lineAt(match.index);
      x.facts.export(match[1] ?? "", { specifier: match[2]!, line });
    }
  }

  #referVariable(x: Extraction, node: NodeIndex): void {
    const declared = declaredVariable(x, this.#s, node);
    if (declared === undefined) {
      return this.#mention(x, childrenFrom(x, this.#s, x.tree.firstChild(node)).at(-1) ?? NONE);
    }
    const { name, type, value } = declared;
    const imported = importedPath(x, this.#s, value);
    if (imported !== undefined) return this.#import(x, name, imported);
    if (value !== NONE && this.#s.containers.has(x.tree.kinds[value]!)) return;
    this.#useType(x, type);
    this.#mention(x, value);
    const symbol = x.symbolAt(node);
    const typed = type === NONE ? -1 : x.type(type);
    const given = typed >= 0 ? -1 : x.value(value);
    if (symbol === NONE) {
      x.bind(x.scope, nameOf(x, name), BindingKind.variable, {
        type: typed,
        value: given,
        offset: x.tree.starts[name]!,
      });
    } else {
      x.setType(symbol, typed);
      x.addValue(symbol, given);
    }
  }

  #import(x: Extraction, name: NodeIndex, { path, start }: { path: string; start: number }): void {
    const line = x.lineAt(start);
    const row = x.facts.import(path, ImportKind.name, {
      scope: x.scope,
      line,
      column: x.columnAt(start, line),
      name: WHOLE,
    });
    x.bind(x.scope, nameOf(x, name), BindingKind.import, {
      index: row,
      offset: x.tree.starts[name]!,
    });
  }

  /** `pub usingnamespace @import("x.zig");` */
  #referAll(x: Extraction, node: NodeIndex): void {
    const imported = importedPath(x, this.#s, x.tree.namedChild(node));
    if (imported === undefined) return;
    const line = x.lineAt(imported.start);
    x.facts.import(imported.path, ImportKind.all, {
      scope: x.scope,
      line,
      column: x.columnAt(imported.start, line),
    });
  }

  #referFunction(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.#s;
    const symbol = x.symbolAt(node);
    const list = x.tree.childOfKind(node, K["parameters"]!);
    const result = x.tree.child(node, F["type"]!);
    const kind = symbol === NONE ? NONE : x.facts.tables.symbols.get(symbol, Sym.KIND);
    const makesType = kind === Kind.struct || kind === Kind.type;
    let index = 0;
    for (
      const parameter of list === NONE ? [] : childrenFrom(x, this.#s, x.tree.firstChild(list))
    ) {
      if (x.tree.kinds[parameter] !== K["parameter"]) continue;
      const name = x.tree.child(parameter, F["name"]!);
      const type = x.tree.child(parameter, F["type"]!);
      this.#useType(x, type);
      if (name === NONE) continue;
      const isType = type !== NONE && x.textOf(type) === "type";
      const isSelf = index === 0 && kind === Kind.method;
      x.bind(
        x.scope,
        nameOf(x, name),
        isType ? BindingKind.typeParameter : isSelf ? BindingKind.variable : BindingKind.parameter,
        {
          type: isType ? -1 : this.#typeOf(x, type),
          offset: x.tree.starts[name]!,
          index: isSelf ? -1 : index,
        },
      );
      if (!isSelf) index++;
    }
    if (symbol === NONE) return;
    if (kind === Kind.type) x.setType(symbol, x.type(this.#definitions.returnedValue(x, node)));
    if (makesType) return;
    x.setArity(symbol, index, index);
    this.#referForeign(x, node, symbol);
    this.#useType(x, result);
    x.setType(symbol, result === NONE ? -1 : this.#typeOf(x, result));
  }

  /** `extern fn f() void;` is defined elsewhere, what is `export`ed is seen there. */
  #referForeign(x: Extraction, node: NodeIndex, symbol: number): void {
    const name = x.tree.child(node, this.#s.F["name"]!);
    const head = x.text.slice(x.tree.starts[node]!, x.tree.starts[name]!);
    const start = x.tree.starts[name]!;
    if (/\bextern\b/.test(head)) {
      x.callForeign(
        nameOf(x, name),
        start,
        FOREIGN,
        /extern\s+"(\w+)"/.exec(head)?.[1] ?? "",
        symbol,
      );
    } else if (/\bexport\b/.test(head)) {
      x.offer(nameOf(x, name), start, x.facts.expression(Op.symbol, symbol), FOREIGN, { symbol });
    }
  }

  #typeOf(x: Extraction, type: NodeIndex): number {
    return type === NONE ? -1 : x.type(type);
  }

  #referField(x: Extraction, node: NodeIndex): void {
    const type = x.tree.child(node, this.#s.F["type"]!);
    this.#useType(x, type);
    const symbol = x.symbolAt(node);
    if (symbol !== NONE && type !== NONE) x.setType(symbol, x.type(type));
    if (symbol !== NONE && type === NONE) {
      const owner = x.symbolOfScope(x.scope);
      if (owner !== NONE) x.setType(symbol, x.facts.expression(Op.symbol, owner));
    }
  }

  #referReturn(x: Extraction, node: NodeIndex): void {
    const value = x.tree.namedChild(node);
    this.#mention(x, value);
  }

  /** `|item, i|` */
  #bindPayload(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.#s;
    const { tree } = x;
    const statement = tree.parents[node]!;
    const names = childrenFrom(x, this.#s, tree.firstChild(node));
    if (tree.kinds[statement] === K["switch_case"]) return this.#bindChosen(x, statement, names);
    const isLoop = tree.kinds[statement] === K["for_statement"];
    const condition = tree.child(statement, F["condition"]!);
    const given = isLoop
      ? childrenFrom(x, this.#s, tree.firstChild(statement)).filter((one) => one < node)
      : [condition];
    for (const [at, name] of names.entries()) {
      if (tree.kinds[name] !== K["identifier"]) continue;
      const source = given[at] ?? NONE;
      const isRange = source !== NONE && tree.kinds[source] === K["range_expression"];
      const held = source === NONE || isRange ? -1 : x.value(source);
      const value = isLoop && held >= 0 ? x.facts.expression(Op.element, held) : held;
      x.bind(x.scope, nameOf(x, name), BindingKind.variable, {
        value,
        offset: tree.starts[name]!,
      });
    }
  }

  /** `.name => |held|`: what the union that is looked at holds under that name. */
  #bindChosen(x: Extraction, choice: NodeIndex, [name]: readonly NodeIndex[]): void {
    if (name === undefined) return;
    const { tree } = x;
    const subject = tree.namedChild(tree.parents[choice]!);
    const chosen = tree.namedChild(choice);
    const isNamed = tree.kinds[chosen] === this.#s.K["field_expression"];
    const of = isNamed ? x.value(subject) : -1;
    const member = tree.child(chosen, this.#s.F["member"]!);
    x.bind(x.scope, nameOf(x, name), BindingKind.variable, {
      value: of < 0 || member === NONE ? -1 : x.memberExpression(of, nameOf(x, member)),
      offset: tree.starts[name]!,
    });
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const callee = x.tree.child(node, this.#s.F["function"]!);
    const name = callee === NONE ? NONE : lastName(x, this.#s, callee);
    const args = argumentsOf(x, this.#s, node);
    for (const one of args) this.#mention(x, one);
    if (name === NONE || x.tree.kinds[callee] === this.#s.K["call_expression"]) return;
    if (x.hasReferenceAt(x.tree.starts[name]!)) return;
    const expression = x.value(callee);
    if (expression < 0) return;
    x.referAt(RefKind.call, nameOf(x, name), x.tree.starts[name]!, expression, {
      argumentCount: args.length,
      call: x.value(node),
    });
  }

  #referBuiltin(x: Extraction, node: NodeIndex): void {
    const args = x.tree.childOfKind(node, this.#s.K["arguments"]!);
    const word = x.textOf(x.tree.firstChild(node));
    if (args === NONE || word === "@import" || word === "@This") return;
    for (const one of childrenFrom(x, this.#s, x.tree.firstChild(args))) this.#mention(x, one);
  }

  /** A name that may be a function or a type that is handed on. */
  #mention(x: Extraction, node: NodeIndex): void {
    const { K } = this.#s;
    if (node === NONE) return;
    if (x.tree.kinds[node] === K["unary_expression"]) {
      return this.#mention(x, x.tree.namedChild(node));
    }
    const kind = x.tree.kinds[node];
    if (kind !== K["identifier"] && kind !== K["field_expression"]) return;
    const name = lastName(x, this.#s, node);
    const value = name === NONE ? -1 : x.value(node);
    if (value >= 0) x.refer(RefKind.value, name, value);
  }

  /** Types that a type is made of. */
  #useType(x: Extraction, node: NodeIndex, depth = 0): void {
    const { K, F } = this.#s;
    if (node === NONE || depth > DEEPEST) return;
    const kind = x.tree.kinds[node];
    if (kind === K["identifier"] || kind === K["field_expression"]) {
      const name = lastName(x, this.#s, node);
      const type = name === NONE
        ? -1
        : kind === K["identifier"]
        ? x.type(node)
        : this.#wrapped(x, node, false);
      if (type >= 0 && !saysNothing(x, type)) x.refer(RefKind.type, name, type);
    } else if (kind === K["error_union_type"]) {
      this.#useType(x, x.tree.child(node, F["ok"]!), depth + 1);
    } else if (
      kind === K["slice_type"] || kind === K["array_type"] || this.#s.wrappers.has(kind!)
    ) {
      this.#useType(x, lastChild(x, node), depth + 1);
    }
  }

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  #member(x: Extraction, node: NodeIndex): number {
    const { F } = this.#s;
    const object = x.tree.child(node, F["object"]!);
    const member = x.tree.child(node, F["member"]!);
    const of = object === NONE ? -1 : x.value(object);
    return of < 0 || member === NONE ? -1 : x.memberExpression(of, nameOf(x, member));
  }

  #call(x: Extraction, node: NodeIndex): number {
    const callee = x.tree.child(node, this.#s.F["function"]!);
    const of = callee === NONE ? -1 : x.value(callee);
    if (of < 0) return -1;
    const name = lastName(x, this.#s, callee);
    const args = argumentsOf(x, this.#s, node);
    // Functions that make types are named as types are.
    if (name !== NONE && /^\p{Lu}/u.test(x.textOf(name))) {
      return applied(x, of, args.map((one) => x.type(one)));
    }
    return x.callExpression(of, args.map((one) => x.value(one)));
  }

  #builtin(x: Extraction, node: NodeIndex): number {
    const imported = importedPath(x, this.#s, node);
    if (imported !== undefined) {
      const module = x.facts.expression(Op.module, x.facts.text(imported.path));
      return x.memberExpression(module, WHOLE);
    }
    const args = x.tree.childOfKind(node, this.#s.K["arguments"]!);
    const given = args === NONE ? [] : childrenFrom(x, this.#s, x.tree.firstChild(args));
    switch (x.textOf(x.tree.firstChild(node))) {
      case "@This": {
        const scope = x.enclosing(ScopeKind.class);
        const symbol = scope === NONE ? NONE : x.symbolOfScope(scope);
        return symbol === NONE ? -1 : x.facts.expression(Op.symbol, symbol);
      }
      case HEADERS:
        return x.facts.expression(Op.external, x.facts.text(HEADERS));
      case "@as":
        return instance(x, given[0] === undefined ? -1 : x.type(given[0]));
      case "@constCast":
      case "@alignCast":
      case "@volatileCast":
        return given[0] === undefined ? -1 : x.value(given[0]);
      default:
        return -1;
    }
  }

  #index(x: Extraction, node: NodeIndex): number {
    const object = x.tree.child(node, this.#s.F["object"]!);
    const of = object === NONE ? -1 : x.value(object);
    if (of < 0) return -1;
    const isRange = /\.\.[^[\]]*\]$/.test(x.textOf(node));
    return isRange ? of : x.facts.expression(Op.index, of, -1);
  }

  #binary(x: Extraction, node: NodeIndex): number {
    const { F } = this.#s;
    const left = x.tree.child(node, F["left"]!);
    const right = x.tree.child(node, F["right"]!);
    if (left === NONE || right === NONE) return -1;
    const between = x.text.slice(x.tree.ends[left]!, x.tree.starts[right]!);
    return between.trim() === "orelse" ? x.either(x.value(left), x.value(right)) : -1;
  }

  #choice(x: Extraction, node: NodeIndex): number {
    const parts = childrenFrom(x, this.#s, x.tree.firstChild(node)).filter((one) =>
      x.tree.fields[one] !== this.#s.F["condition"] && x.tree.kinds[one] !== this.#s.K["payload"]
    );
    return parts.reduce((known, one) => x.either(known, x.value(one)), -1);
  }

  /**
   * A type by its path. The grammar takes what stands before a path for a part of it: `*a.B` for a
   * member of `*a`.
   * @param isWhole whether slices and arrays are told; else what they are made of
   */
  #wrapped(x: Extraction, node: NodeIndex, isWhole = true): number {
    let slices = 0;
    const typeOf = (at: NodeIndex, depth: number): number => {
      const { F, K } = this.#s;
      const kind = at === NONE ? NONE : x.tree.kinds[at]!;
      if (at === NONE || depth > DEEPEST) return -1;
      if (kind === K["field_expression"]) {
        const member = x.tree.child(at, F["member"]!);
        const of = typeOf(x.tree.child(at, F["object"]!), depth + 1);
        return of < 0 || member === NONE ? -1 : x.memberExpression(of, nameOf(x, member));
      }
      if (kind === K["call_expression"]) {
        const of = typeOf(x.tree.child(at, F["function"]!), depth + 1);
        return of < 0 ? -1 : applied(x, of, argumentsOf(x, this.#s, at).map((one) => x.type(one)));
      }
      if (kind === K["error_union_type"]) return typeOf(x.tree.child(at, F["ok"]!), depth + 1);
      if (kind === K["slice_type"] || kind === K["array_type"]) slices++;
      else if (!this.#s.wrappers.has(kind)) return x.type(at);
      return typeOf(lastChild(x, at), depth + 1);
    };
    let type = typeOf(node, 0);
    for (; isWhole && type >= 0 && slices > 0; slices--) type = this.#slice(x, type);
    return type;
  }

  /** `Self` is the type around as it is there, with what its parameters stand for. */
  #typeName(x: Extraction, node: NodeIndex): number {
    const own = x.textOf(node) === "Self" ? this.#around(x) : undefined;
    return own ?? x.nameExpression(nameOf(x, node), x.tree.starts[node]!);
  }

  /** `@This()` */
  #self(x: Extraction, node: NodeIndex): number | undefined {
    return x.textOf(x.tree.firstChild(node)) === "@This" ? this.#around(x) : undefined;
  }

  #around(x: Extraction): number | undefined {
    const scope = x.enclosing(ScopeKind.class);
    return scope === NONE ? undefined : x.facts.expression(Op.selfType, scope);
  }

  #slice(x: Extraction, element: number): number {
    return x.facts.expression(Op.apply, x.literal("slice"), x.facts.list([element]), 1);
  }
}

/** A type with arguments. */
function applied(x: Extraction, type: number, args: readonly number[]): number {
  return args.length === 0
    ? type
    : x.facts.expression(Op.apply, type, x.facts.list(args), args.length);
}

function instance(x: Extraction, type: number): number {
  return type < 0 ? -1 : x.facts.expression(Op.instance, type);
}

function lastChild(x: Extraction, node: NodeIndex): NodeIndex {
  let last: NodeIndex = NONE;
  for (let at = x.tree.firstChild(node); at !== NONE; at = x.tree.nextSibling(at)) {
    if (x.tree.isNamed(at)) last = at;
  }
  return last;
}

/** Whether a type is that around, or no more than a parameter in one capital letter: `T`. */
function saysNothing(x: Extraction, type: number): boolean {
  const { expressions } = x.facts.tables;
  const op = expressions.get(type, Expr.OP);
  return op === Op.selfType ||
    op === Op.name && /^[A-Z]$/.test(x.facts.textAt(expressions.get(type, Expr.A)));
}
