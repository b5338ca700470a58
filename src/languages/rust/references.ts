/** Second pass: calls, mentions, types named, bindings, imports, what types implement. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Expr, Op, RefKind, Scope, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { BUILTIN_TYPE_NAMES, PRELUDE_VALUES } from "../rust_builtins.ts";
import { variantFields } from "./definitions.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState, Implementation } from "./file_state.ts";
import { Offers } from "./offers.ts";
import type { Paths } from "./paths.ts";
import type { Patterns, Place } from "./patterns.ts";
import type { Syntax } from "./syntax.ts";
import type { TokenTrees } from "./token_trees.ts";
import type { Types } from "./types.ts";
import type { Uses } from "./uses.ts";

/** What the referring rules are made of. */
export interface Parts {
  readonly s: Syntax;
  readonly state: FileState;
  readonly paths: Paths;
  readonly types: Types;
  readonly expressions: Expressions;
  readonly patterns: Patterns;
  readonly tokens: TokenTrees;
  readonly uses: Uses;
}

/** The referring rules, for one grammar. */
export class References {
  readonly s: Syntax;
  readonly #offers: Offers;

  constructor(readonly parts: Parts) {
    this.s = parts.s;
    this.#offers = new Offers(parts.s, parts.state);
  }

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const { uses } = this.parts;
    return {
      use_declaration: (x, node) => uses.readUse(x, node),
      extern_crate_declaration: (x, node) => uses.readExternCrate(x, node),
      mod_item: (x, node) => uses.readModule(x, node),
      function_item: (x, node) => this.#referFunction(x, node),
      function_signature_item: (x, node) => this.#referFunction(x, node),
      closure_expression: (x, node) => this.#referClosure(x, node),
      struct_item: (x, node) => this.#referType(x, node),
      union_item: (x, node) => this.#referType(x, node),
      enum_item: (x, node) => this.#referType(x, node),
      trait_item: (x, node) => this.#referTrait(x, node),
      type_item: (x, node) => this.#referAlias(x, node),
      associated_type: (x, node) => this.#referAssociatedType(x, node),
      impl_item: (x, node) => this.#referImplementation(x, node),
      enum_variant: (x, node) => this.#referVariant(x, node),
      field_declaration: (x, node) => this.#referField(x, node),
      ordered_field_declaration_list: (x, node) => this.#referFields(x, node),
      const_item: (x, node) => this.#referValue(x, node),
      static_item: (x, node) => this.#referValue(x, node),
      let_declaration: (x, node) => this.#referLet(x, node),
      let_condition: (x, node) => this.#referLetCondition(x, node),
      match_arm: (x, node) => this.#referArm(x, node),
      for_expression: (x, node) => this.#referFor(x, node),
      call_expression: (x, node) => this.#referCall(x, node),
      macro_invocation: (x, node) => this.#referMacro(x, node),
      attribute: (x, node) => this.#readAttribute(x, node),
      foreign_mod_item: (x, node) => this.#offers.declared(x, node),
      token_tree: (x, node) => this.#referTokens(x, node),
      struct_expression: (x, node) => this.#referStruct(x, node),
      type_identifier: (x, node) => this.#referTypeName(x, node),
      scoped_type_identifier: (x, node) => this.#referTypeName(x, node),
      scoped_identifier: (x, node) => this.#referPath(x, node),
      field_initializer: (x, node) => this.#mention(x, x.tree.child(node, this.s.F.value)),
    };
  }

  /** What stands in an attribute refers to nothing. */
  #readAttribute(x: Extraction, node: NodeIndex): void {
    this.parts.state.attributeEnd = x.tree.nexts[node]!;
    this.#offers.attribute(x, node);
    this.#referRoute(x, node);
  }

  /** `#[get("/x")]`: attributes of which linkers may ask what they are given. */
  #referRoute(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const path = tree.namedChild(node);
    const name = path === NONE ? NONE : this.parts.paths.lastName(x, path);
    const list = tree.childOfKind(node, this.s.K.tokenTree);
    if (name === NONE || list === NONE || !x.asks(x.textOf(name))) return;
    let item = tree.nextSibling(tree.parents[node]!);
    while (item !== NONE && tree.kinds[item] !== this.s.K.functionItem) {
      item = tree.nextSibling(item);
    }
    const symbol = item === NONE ? NONE : x.symbolAt(item);
    const callee = x.value(path);
    if (symbol === NONE || callee < 0) return;
    const texts = [...x.textOf(list).matchAll(/(?:(\w+)\s*=\s*)?"([^"]*)"/g)];
    const given = texts.map(([, key, text = ""]) => {
      const value = x.textExpression(text, "str");
      return key === undefined ? value : x.facts.expression(Op.keyword, x.facts.text(key), value);
    });
    x.refer(RefKind.decorate, name, callee, -1, x.callExpression(callee, given), symbol);
  }

  // ── items ───────────────────────────────────────────────────────────────────────────────────

  #referFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    this.#bindTypeParameters(x, node);
    const body = tree.child(node, this.s.F.body);
    const place = {
      scope: x.scope,
      from: body === NONE ? tree.ends[node]! : tree.starts[body]!,
    };
    const count = this.#bindParameters(x, node, place);
    x.setArity(symbol, count, count);
    const returns = tree.child(node, this.s.F.returnType);
    x.setType(symbol, x.type(returns));
    // The type does not tell which router is given.
    const given = returns === NONE ? "" : /^(?:\w+::)*(\w+)/.exec(x.textOf(returns))?.[1] ?? "";
    if (body !== NONE && x.asks(given)) x.addValue(symbol, x.value(body));
  }

  /** Type parameters of a function; those of the `impl` block around come first, as its type has them. */
  #bindTypeParameters(x: Extraction, node: NodeIndex): void {
    const { state, types } = this.parts;
    const block = state.implementations.get(x.scopeParent(x.scope));
    let before = 0;
    if (block !== undefined) before = this.#bindOfBlock(x, block);
    types.bindTypeParameters(x, node, (_, index) => before + index);
  }

  /** @returns how many positions the parameters of the block take */
  #bindOfBlock(x: Extraction, block: Implementation): number {
    const { types } = this.parts;
    const given = this.#argumentNames(x, block.type);
    const names = types.typeParameterNames(x, block.node);
    let extra = given.length;
    const positions = new Map<string, number>();
    for (const name of names) {
      const at = given.indexOf(name);
      positions.set(name, at >= 0 ? at : extra++);
    }
    if (names.length > 0) {
      types.bindTypeParameters(x, block.node, (name, index) => positions.get(name) ?? index);
    }
    return names.length === 0 ? 0 : extra;
  }

  /** Texts of the type arguments that a type is written with. */
  #argumentNames(x: Extraction, type: NodeIndex): string[] {
    const { tree } = x;
    let at = type;
    while (at !== NONE && tree.kinds[at] === this.s.K.referenceType) {
      at = tree.child(at, this.s.F.type);
    }
    const list = at === NONE ? NONE : tree.child(at, this.s.F.typeArguments);
    const names: string[] = [];
    for (
      let a = list === NONE ? NONE : tree.firstChild(list);
      a !== NONE;
      a = tree.nextSibling(a)
    ) {
      if (tree.isNamed(a) && !this.s.NO_TYPES.has(tree.kinds[a]!)) names.push(x.textOf(a));
    }
    return names;
  }

  /** @returns how many parameters there are besides `self` */
  #bindParameters(x: Extraction, node: NodeIndex, place: Place): number {
    const { tree } = x;
    const list = tree.child(node, this.s.F.parameters);
    let index = 0;
    for (
      let p = list === NONE ? NONE : tree.firstChild(list);
      p !== NONE;
      p = tree.nextSibling(p)
    ) {
      if (tree.kinds[p] !== this.s.K.parameter) continue;
      const pattern = tree.child(p, this.s.F.pattern);
      if (pattern === NONE || tree.kinds[pattern] === this.s.K.self) continue;
      this.#bindParameter(x, pattern, x.type(tree.child(p, this.s.F.type)), index++, place);
    }
    return index;
  }

  #bindParameter(
    x: Extraction,
    pattern: NodeIndex,
    type: number,
    index: number,
    place: Place,
  ): void {
    const isName = x.tree.kinds[pattern] === this.s.K.identifier;
    x.bind(place.scope, isName ? x.textOf(pattern) : "", BindingKind.parameter, {
      type,
      offset: place.from,
      index,
    });
    if (!isName) this.parts.patterns.bind(x, pattern, -1, place, type);
  }

  #referClosure(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const list = tree.child(node, this.s.F.parameters);
    const body = tree.child(node, this.s.F.body);
    const place = {
      scope: x.scope,
      from: body === NONE ? tree.ends[node]! : tree.starts[body]!,
    };
    const call = this.#callAround(x, node);
    let index = 0;
    for (
      let p = list === NONE ? NONE : tree.firstChild(list);
      p !== NONE;
      p = tree.nextSibling(p)
    ) {
      if (!tree.isNamed(p) || tree.isExtra(p)) continue;
      const isTyped = tree.kinds[p] === this.s.K.parameter;
      const pattern = isTyped ? tree.child(p, this.s.F.pattern) : p;
      const type = isTyped ? x.type(tree.child(p, this.s.F.type)) : -1;
      if (type >= 0) this.parts.patterns.bind(x, pattern, -1, place, type);
      else this.#bindExpected(x, pattern, call, index, place);
      index++;
    }
  }

  /** A parameter without a type has the one that the call around gives it. */
  #bindExpected(
    x: Extraction,
    pattern: NodeIndex,
    call: { expression: number; position: number },
    index: number,
    place: Place,
  ): void {
    const expected = call.expression < 0 ? -1 : x.facts.expression(
      Op.parameterOf,
      x.facts.expression(Op.expected, call.expression, call.position),
      index,
    );
    const callback = call.expression < 0
      ? -1
      : x.facts.expression(Op.callback, -1, call.expression, call.position);
    if (x.tree.kinds[pattern] === this.s.K.identifier) {
      x.bind(place.scope, x.textOf(pattern), BindingKind.parameter, {
        value: callback,
        offset: place.from,
        index,
      });
      return;
    }
    // What a pattern takes apart is the first parameter, or else what the function's type says.
    this.parts.patterns.bind(x, pattern, index === 0 ? callback : expected, place);
  }

  /** The call whose argument a closure is, and its position there. */
  #callAround(x: Extraction, node: NodeIndex): { expression: number; position: number } {
    const { tree } = x;
    const list = tree.parents[node]!;
    const call = list === NONE || tree.kinds[list] !== this.s.K.arguments
      ? NONE
      : tree.parents[list]!;
    if (call === NONE || tree.kinds[call] !== this.s.K.call) return { expression: -1, position: 0 };
    let position = 0;
    for (let a = tree.firstChild(list); a !== NONE && a !== node; a = tree.nextSibling(a)) {
      if (tree.isNamed(a) && !tree.isExtra(a)) position++;
    }
    return { expression: this.#callIn(x, call), position };
  }

  /** The expression of a call, read in the scope around the closure in force; -1 when it is none. */
  #callIn(x: Extraction, call: NodeIndex): number {
    const inner = x.scope;
    x.scope = x.scopeParent(inner);
    const expression = x.value(call);
    x.scope = inner;
    const isCall = expression >= 0 &&
      x.facts.tables.expressions.get(expression, Expr.OP) === Op.call;
    return isCall ? expression : -1;
  }

  #referType(x: Extraction, node: NodeIndex): void {
    this.parts.types.bindTypeParameters(x, node, (_, index) => index);
  }

  #referTrait(x: Extraction, node: NodeIndex): void {
    this.#referType(x, node);
    const bounds = x.tree.child(node, this.s.F.bounds);
    if (bounds !== NONE) this.#inherit(x, bounds, x.symbolAt(node));
  }

  #inherit(x: Extraction, bounds: NodeIndex, symbol: number): void {
    const { tree } = x;
    for (let b = tree.firstChild(bounds); b !== NONE; b = tree.nextSibling(b)) {
      if (!tree.isNamed(b) || this.s.NO_TYPES.has(tree.kinds[b]!)) continue;
      const named = this.parts.paths.namedType(x, b);
      const name = named === NONE ? NONE : this.parts.paths.lastName(x, named);
      if (name === NONE || BUILTIN_TYPE_NAMES.has(x.textOf(named))) continue;
      const type = x.type(b);
      if (type >= 0) x.refer(RefKind.inherit, name, type, -1, -1, symbol);
    }
  }

  #referAlias(x: Extraction, node: NodeIndex): void {
    const block = this.parts.state.implementations.get(x.scopeParent(x.scope));
    if (block !== undefined) this.#bindOfBlock(x, block);
    else this.#referType(x, node);
    x.setType(x.symbolAt(node), x.type(x.tree.child(node, this.s.F.type)));
  }

  /** An associated type is at least what its bounds say. */
  #referAssociatedType(x: Extraction, node: NodeIndex): void {
    this.#referType(x, node);
    const bounds = x.tree.child(node, this.s.F.bounds);
    if (bounds !== NONE) x.setType(x.symbolAt(node), this.parts.types.bounds(x, bounds));
  }

  #referImplementation(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const block = this.parts.state.implementations.get(x.scope);
    if (block === undefined) return;
    this.#bindOfBlock(x, block);
    const trait = tree.child(node, this.s.F.trait);
    const named = trait === NONE ? NONE : this.parts.paths.namedType(x, trait);
    const name = named === NONE ? NONE : this.parts.paths.lastName(x, named);
    if (name === NONE || tree.childOfKind(node, this.s.K.declarationList) === NONE) return;
    const isNegative = /^impl\b[^{]*?!\s*$/.test(
      x.text.slice(tree.starts[node], tree.starts[trait]),
    );
    if (isNegative) return;
    const type = x.type(trait);
    const subject = x.type(block.type);
    if (type >= 0 && subject >= 0) x.refer(RefKind.implement, name, type, -1, subject, NONE);
  }

  #referVariant(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const body = tree.child(node, this.s.F.body);
    const owner = x.facts.tables.scopes.get(x.scope, Scope.SYMBOL);
    if (owner < 0 || x.scopeKind() !== ScopeKind.class) return;
    const enumNode = tree.parents[tree.parents[node]!]!;
    const enumName = tree.child(enumNode, this.s.F.name);
    const type = x.nameExpression(
      x.textOf(enumName),
      tree.starts[enumName]!,
      x.scopeParent(x.scope),
    );
    x.setType(x.symbolAt(node), type);
    const fields = body === NONE ? NONE : x.scopeAt(body);
    if (fields === NONE) return;
    x.bind(x.scope, variantFields(x.textOf(nameNode)), BindingKind.field, {
      type: x.facts.expression(Op.object, fields),
      offset: tree.starts[nameNode]!,
    });
  }

  #referField(x: Extraction, node: NodeIndex): void {
    const type = x.type(x.tree.child(node, this.s.F.type));
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) return x.setType(symbol, type);
    const nameNode = x.tree.child(node, this.s.F.name);
    const offset = x.tree.starts[nameNode]!;
    x.bind(x.scope, x.textOf(nameNode), BindingKind.field, { type, offset });
  }

  /** Fields without names are known by their numbers. */
  #referFields(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    let index = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== this.s.F.type) continue;
      x.bind(x.scope, String(index++), BindingKind.field, {
        type: x.type(child),
        offset: tree.starts[child]!,
      });
    }
  }

  #referValue(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    const type = x.type(x.tree.child(node, this.s.F.type));
    const value = x.tree.child(node, this.s.F.value);
    this.#mention(x, value);
    if (symbol === NONE) return;
    x.setType(symbol, type);
    if (type < 0) x.addValue(symbol, x.value(value));
  }

  // ── bindings ────────────────────────────────────────────────────────────────────────────────

  #referLet(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const value = tree.child(node, this.s.F.value);
    this.#mention(x, value);
    const type = x.type(tree.child(node, this.s.F.type));
    const place = { scope: x.scope, from: tree.ends[node]! };
    // A type with holes (`Vec<_>`) says less than the value.
    const typeNode = tree.child(node, this.s.F.type);
    const isWhole = typeNode !== NONE && !/\b_\b/.test(x.textOf(typeNode));
    const given = isWhole && type >= 0 ? -1 : x.value(value);
    const declared = isWhole || given < 0 ? type : -1;
    this.parts.patterns.bind(x, tree.child(node, this.s.F.pattern), given, place, declared);
  }

  /** `if let P = v` binds in the block that it guards; in a chain, from there on. */
  #referLetCondition(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    let owner = tree.parents[node]!;
    let from = tree.ends[node]!;
    let scope = x.scope;
    if (owner !== NONE && tree.kinds[owner] !== this.s.K.letChain) {
      const block = this.#guarded(x, owner);
      if (block !== NONE && x.scopeAt(block) !== NONE) {
        scope = x.scopeAt(block);
        from = tree.starts[block]!;
      }
      owner = block;
    }
    const value = x.value(tree.child(node, this.s.F.value));
    this.parts.patterns.bind(x, tree.child(node, this.s.F.pattern), value, { scope, from });
  }

  #guarded(x: Extraction, statement: NodeIndex): NodeIndex {
    const block = x.tree.child(statement, this.s.F.consequence);
    return block === NONE ? x.tree.child(statement, this.s.F.body) : block;
  }

  #referArm(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const body = tree.parents[node]!;
    const match = body === NONE ? NONE : tree.parents[body]!;
    const pattern = tree.child(node, this.s.F.pattern);
    this.#mention(x, tree.child(node, this.s.F.value));
    if (match === NONE || pattern === NONE) return;
    const first = tree.namedChild(pattern);
    const from = tree.ends[first === NONE ? pattern : first]!;
    const value = x.value(tree.child(match, this.s.F.value));
    this.parts.patterns.bind(x, pattern, value, { scope: x.scope, from });
  }

  #referFor(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const body = tree.child(node, this.s.F.body);
    const scope = body === NONE ? NONE : x.scopeAt(body);
    if (scope === NONE) return;
    const iterated = x.value(tree.child(node, this.s.F.value));
    const element = iterated < 0 ? -1 : x.facts.expression(Op.element, iterated);
    const place = { scope, from: tree.starts[body]! };
    this.parts.patterns.bind(x, tree.child(node, this.s.F.pattern), element, place);
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const callee = tree.child(node, this.s.F.function);
    const args = tree.child(node, this.s.F.arguments);
    let count = 0;
    for (
      let a = args === NONE ? NONE : tree.firstChild(args);
      a !== NONE;
      a = tree.nextSibling(a)
    ) {
      if (!tree.isNamed(a) || tree.isExtra(a)) continue;
      count++;
      this.#mention(x, a);
    }
    const name = this.parts.paths.lastName(x, callee);
    if (name === NONE) return;
    const text = x.textOf(name);
    const isMethod = tree.kinds[name] === this.s.K.fieldIdentifier;
    if (!isMethod && PRELUDE_VALUES.has(text)) return;
    const target = text === "Self" ? this.#selfType(x) : x.value(this.#unapplied(x, callee));
    const call = x.asks(text) ? x.nestedCall(node, x.value(node), args) : -1;
    // `T::f(&t)` gives the instance as an argument, which a method does not count.
    x.refer(RefKind.call, name, target, isMethod ? count : -1, call);
  }

  /** Without the type arguments, which do not change what is named. */
  #unapplied(x: Extraction, callee: NodeIndex): NodeIndex {
    return x.tree.kinds[callee] === this.s.K.genericFunction
      ? x.tree.child(callee, this.s.F.function)
      : callee;
  }

  /** The type itself, where `Self` stands in the place of its name. */
  #selfType(x: Extraction): number {
    const block = this.parts.state.implementationAt(x, x.scope);
    return block === undefined ? this.parts.paths.selfExpression(x) : x.type(block.type);
  }

  #referMacro(x: Extraction, node: NodeIndex): void {
    const macro = x.tree.child(node, this.s.F.macro);
    const name = macro === NONE ? NONE : this.parts.paths.lastName(x, macro);
    if (name === NONE) return;
    const path = name === macro ? -1 : x.value(macro);
    this.parts.tokens.referMacro(x, name, path);
  }

  #referTokens(x: Extraction, node: NodeIndex): void {
    if (node >= this.parts.state.attributeEnd) this.parts.tokens.refer(x, node);
  }

  #referStruct(x: Extraction, node: NodeIndex): void {
    const named = x.tree.child(node, this.s.F.name);
    const name = named === NONE ? NONE : this.parts.paths.lastName(x, named);
    if (name === NONE) return;
    const type = x.textOf(named) === "Self" ? this.#selfType(x) : x.type(named);
    if (type >= 0) x.refer(RefKind.construct, name, type, -1);
  }

  /** A type that is named: in a signature, a declaration, an expression. */
  #referTypeName(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K, F } = this.s;
    const parent = tree.parents[node]!;
    const kind = tree.kinds[parent]!;
    const field = tree.fields[node]!;
    if (field === F.name || field === F.trait && kind === K.implItem) return;
    if (kind === K.genericType && this.#isTaken(x, parent)) return;
    if (this.#isTaken(x, node)) return;
    const nameNode = this.parts.paths.lastName(x, node);
    if (nameNode === NONE) return;
    const text = x.textOf(node);
    if (text === "Self" || text === "_" || BUILTIN_TYPE_NAMES.has(text)) return;
    if (nameNode === node && this.parts.state.isTypeParameter(x, text)) return;
    const type = x.type(node);
    if (type >= 0) x.refer(RefKind.type, nameNode, type);
  }

  /** Whether a type is the trait of an implementation, a supertrait or what a struct literal makes. */
  #isTaken(x: Extraction, node: NodeIndex): boolean {
    const { tree } = x;
    const { K, F } = this.s;
    const parent = tree.parents[node]!;
    const kind = tree.kinds[parent]!;
    if (kind === K.implItem) return tree.fields[node] === F.trait;
    const above = tree.parents[parent]!;
    return tree.fields[node] === F.name ||
      above !== NONE && tree.kinds[above] === K.traitItem && tree.fields[parent] === F.bounds;
  }

  /** `Shape::Circle`, `Shape::new`: the type before the last name is used. */
  #referPath(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const path = tree.child(node, this.s.F.path);
    if (path === NONE) return;
    const kind = tree.kinds[path];
    if (kind !== this.s.K.identifier && kind !== this.s.K.scopedIdentifier) return;
    const name = this.parts.paths.lastName(x, path);
    if (name === NONE) return;
    const text = x.textOf(name);
    if (text === "Self" || !this.parts.paths.isTypeLike(text)) return;
    if (BUILTIN_TYPE_NAMES.has(text) || this.parts.state.isTypeParameter(x, text)) return;
    const value = x.value(path);
    if (value >= 0 && !this.#isImport(x, node)) x.refer(RefKind.type, name, value);
  }

  #isImport(x: Extraction, node: NodeIndex): boolean {
    const { tree } = x;
    for (let at = tree.parents[node]!; at !== NONE; at = tree.parents[at]!) {
      const kind = tree.kinds[at];
      if (kind === this.s.K.useList || kind === this.s.K.scopedUseList) return true;
      if (kind === this.s.K.useAsClause || kind === this.s.K.useWildcard) return true;
      if (kind !== this.s.K.scopedIdentifier) {
        return tree.fields[at] === this.s.F.argument ||
          tree.fields[node] === this.s.F.argument;
      }
    }
    return false;
  }

  /** A function or method that is handed on as a value. */
  #mention(x: Extraction, node: NodeIndex): void {
    if (node === NONE) return;
    const kind = x.tree.kinds[node];
    if (kind === this.s.K.identifier) x.mention(node, x.value(node));
    else if (kind === this.s.K.scopedIdentifier) {
      const name = x.tree.child(node, this.s.F.name);
      if (name !== NONE && !this.parts.paths.isTypeLike(x.textOf(name))) {
        x.mention(name, x.value(node));
      }
    }
  }
}
