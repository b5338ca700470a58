/** Second pass: what a Python file refers to, and the types of what it defines. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, Op, RefKind, ScopeKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { FIXTURE_PREFIX, FIXTURE_VALUE, type PythonBindings } from "./bindings.ts";
import { Decoration, type PythonDefinitions } from "./definitions.ts";
import type { PythonFile } from "./file_state.ts";
import { knownIdentifier, knownName } from "./known_names.ts";
import { decoratorCallee, decorators, lastName } from "./names.ts";
import { parseQuotedType, type QuotedType } from "./quoted_type.ts";
import { DEEPEST, type PythonSyntax } from "./syntax.ts";
import { apply, type PythonTypes } from "./types.ts";

/** The type that a comment behind an assignment declares. */
const TYPE_COMMENT = /^ +# type: (?!ignore)([^\n#]+)/;
const LONGEST_TYPE_COMMENT = 200;
/** Functions of pytest that are given names of fixtures. */
const FIXTURE_USERS: ReadonlySet<string> = new Set(["usefixtures", "getfixturevalue"]);

/** References of one file. */
export class PythonReferences {
  constructor(
    readonly s: PythonSyntax,
    readonly file: PythonFile,
    readonly types: PythonTypes,
    readonly bindings: PythonBindings,
    readonly definitions: PythonDefinitions,
  ) {}

  // ── classes ─────────────────────────────────────────────────────────────────────────────────

  referClass(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    const scope = x.facts.tables.symbols.get(symbol, Sym.SCOPE);
    const bases = x.tree.child(node, this.s.F.superclasses);
    if (scope >= 0) this.#classParameters(x, node, bases, scope);
    if (bases === NONE) return;
    for (let base = x.tree.firstChild(bases); base !== NONE; base = x.tree.nextSibling(base)) {
      if (!x.tree.isNamed(base) || x.tree.isExtra(base)) continue;
      if (x.tree.kinds[base] === this.s.K.keywordArgument) {
        this.mention(x, x.tree.child(base, this.s.F.value));
      } else this.#referBase(x, base, symbol, scope);
    }
  }

  #referBase(x: Extraction, base: NodeIndex, symbol: number, scope: number): void {
    const named = this.#realBase(x, base);
    const nameNode = lastName(x, this.s, named);
    if (nameNode === NONE) return;
    const outer = x.scope;
    const expression = this.#baseType(x, named, scope, outer);
    if (expression >= 0) x.refer(RefKind.inherit, nameNode, expression, -1, -1, symbol);
  }

  /** Type of a base: its name as seen around the class, its arguments as seen inside. */
  #baseType(x: Extraction, base: NodeIndex, scope: number, outer: number): number {
    const { F, K } = this.s;
    if (x.tree.kinds[base] !== K.subscript || scope < 0) return x.type(base);
    const named = x.type(x.tree.child(base, F.value));
    x.scope = scope;
    const args: number[] = [];
    for (const arg of this.#subscripts(x, base)) args.push(x.type(arg));
    x.scope = outer;
    return apply(x, named, args);
  }

  /** `six.with_metaclass(Meta, Base)` means `Base`. */
  #realBase(x: Extraction, base: NodeIndex): NodeIndex {
    if (x.tree.kinds[base] !== this.s.K.call) return base;
    const args = x.tree.child(base, this.s.F.arguments);
    const count = args === NONE ? 0 : x.tree.namedChildCount(args);
    return count === 2 ? x.tree.namedChild(args, 1) : NONE;
  }

  #subscripts(x: Extraction, node: NodeIndex): NodeIndex[] {
    const { tree } = x;
    const nodes: NodeIndex[] = [];
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== this.s.F.subscript) continue;
      if (tree.kinds[child] !== this.s.K.tuple) nodes.push(child);
      else {for (let i = 0; i < tree.namedChildCount(child); i++) {
          nodes.push(tree.namedChild(child, i));
        }}
    }
    return nodes;
  }

  /** Type parameters of a class: `class A[T]`, else those of `Generic[T]`, else all in its bases. */
  #classParameters(x: Extraction, node: NodeIndex, bases: NodeIndex, scope: number): void {
    if (this.#writtenParameters(x, node, scope) || this.file.typeVariables.size === 0) return;
    if (bases === NONE) return;
    const { tree } = x;
    const names: string[] = [];
    for (let base = tree.firstChild(bases); base !== NONE; base = tree.nextSibling(base)) {
      if (tree.kinds[base] !== this.s.K.subscript) continue;
      const known = knownName(x, this.s, this.file, tree.child(base, this.s.F.value));
      const own = this.#subscripts(x, base).flatMap((arg) => this.#typeVariablesIn(x, arg));
      if (known === "typing.Generic" || known === "typing.Protocol") {
        names.unshift(...own);
      } else names.push(...own);
    }
    this.#bindVariables(x, new Set(names), scope, tree.starts[node]!);
  }

  /** Names of type variables in a node. */
  #typeVariablesIn(x: Extraction, node: NodeIndex): string[] {
    const { tree } = x;
    const names: string[] = [];
    for (let at = node; at < tree.nexts[node]!; at++) {
      if (tree.kinds[at] !== this.s.K.identifier) continue;
      const name = x.textOf(at);
      if (this.file.typeVariables.has(name)) names.push(name);
    }
    return names;
  }

  #bindVariables(x: Extraction, names: Iterable<string>, scope: number, offset: number): void {
    let index = 0;
    for (const name of names) {
      this.bindings.typeParameter(x, scope, name, {
        bindAs: this.types.parameterName(name),
        index: index++,
        // Where nothing decides what it is, it is what the variable's own declaration says.
        bound: x.nameExpression(name, offset, x.scopeParent(scope)),
        offset,
      });
    }
  }

  /** Binds the parameters of `[T: Bound]`; says whether there are any. */
  #writtenParameters(x: Extraction, node: NodeIndex, scope: number): boolean {
    const { tree } = x;
    const list = tree.child(node, this.s.F.typeParameters);
    if (list === NONE) return false;
    let index = 0;
    for (let child = tree.firstChild(list); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] === this.s.K.type) {
        this.#writtenParameter(x, child, scope, index++);
      }
    }
    return true;
  }

  #writtenParameter(x: Extraction, node: NodeIndex, scope: number, index: number): void {
    const { tree } = x;
    let inner = tree.namedChild(node);
    let bound = -1;
    if (inner !== NONE && tree.kinds[inner] === this.s.K.constrainedType) {
      const declared = tree.namedChild(inner, 1);
      bound = declared === NONE ? -1 : x.type(declared);
      inner = tree.namedChild(inner);
      if (inner !== NONE && tree.kinds[inner] === this.s.K.type) inner = tree.namedChild(inner);
    }
    if (inner === NONE || tree.kinds[inner] !== this.s.K.identifier) return;
    const name = x.textOf(inner);
    this.file.typeVariables.add(name);
    const offset = tree.starts[inner]!;
    this.bindings.typeParameter(x, scope, name, {
      bindAs: this.types.parameterName(name),
      index,
      bound,
      offset,
    });
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  referFunction(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    const body = x.tree.child(node, this.s.F.body);
    if (body !== NONE) this.file.bodies.set(x.scope, x.tree.starts[body]!);
    this.#functionParameters(x, node);
    this.bindings.parameters(x, node, symbol);
    this.#referReturnType(x, node, symbol);
    if (this.definitions.decoration(x, node) === Decoration.changes) {
      this.#bindDecorated(x, node, symbol);
    }
    if (this.file.fixtures.has(symbol)) this.#bindFixture(x, symbol);
  }

  /** A fixture and its value stand under its name, marked so that only those who ask for it find it. */
  #bindFixture(x: Extraction, symbol: number): void {
    const made = x.callExpression(x.facts.expression(Op.symbol, symbol), []);
    const scope = this.file.owner(x, x.scopeParent(x.scope));
    const name = FIXTURE_PREFIX + this.file.fixtures.get(symbol)!;
    x.bind(scope, name, BindingKind.definition, { symbol });
    x.bind(scope, name + FIXTURE_VALUE, BindingKind.variable, {
      value: this.file.generators.has(symbol) ? x.facts.expression(Op.element, made) : made,
    });
  }

  /** `usefixtures("db")`, `request.getfixturevalue("db")`: fixtures that no parameter asks for. */
  #referFixtures(x: Extraction, call: NodeIndex, args: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const decorator = tree.parents[call]!;
    const form = tree.kinds[decorator] === K.decorator ? tree.parents[decorator]! : NONE;
    const symbol = form === NONE ? x.symbol : x.symbolAt(tree.child(form, F.definition));
    for (let arg = tree.firstChild(args); arg !== NONE; arg = tree.nextSibling(arg)) {
      if (tree.kinds[arg] !== this.s.K.string) continue;
      const name = /^["'](\w+)["']$/.exec(x.textOf(arg))?.[1];
      if (name === undefined) continue;
      const offset = tree.starts[arg]! + 1;
      const fixture = x.nameExpression(FIXTURE_PREFIX + name, tree.starts[0]!);
      x.referAt(RefKind.value, name, offset, fixture, { symbol });
    }
  }

  #functionParameters(x: Extraction, node: NodeIndex): void {
    if (this.#writtenParameters(x, node, x.scope) || this.file.typeVariables.size === 0) return;
    const { F } = this.s;
    this.#selfVariable(x, node);
    const names = new Set<string>();
    for (const field of [F.parameters, F.returnType]) {
      const part = x.tree.child(node, field);
      for (const name of part === NONE ? [] : this.#typeVariablesIn(x, part)) {
        if (this.file.isSelfVariable(x, name)) continue;
        if (this.file.scopeOfTypeParameter(x, name) === NONE) names.add(name);
      }
    }
    this.#bindVariables(x, names, x.scope, x.tree.starts[node]!);
  }

  /** `def f(self: T) -> T`, `def f(cls: type[T]) -> T`: T is the type of the instance. */
  #selfVariable(x: Extraction, node: NodeIndex): void {
    if (x.scopeKind(this.file.owner(x, x.scopeParent(x.scope))) !== ScopeKind.class) return;
    const list = x.tree.child(node, this.s.F.parameters);
    const first = list === NONE ? NONE : x.tree.namedChild(list);
    const type = first === NONE ? NONE : x.tree.child(first, this.s.F.type);
    if (type === NONE || !/^(self|cls)\b/.test(x.textOf(first))) return;
    const [name] = this.#typeVariablesIn(x, type);
    if (name !== undefined) this.file.keepSelfVariable(x.scope, name);
  }

  #referReturnType(x: Extraction, node: NodeIndex, symbol: number): void {
    const { symbols } = x.facts.tables;
    const scope = this.file.owner(x, x.scopeParent(x.scope));
    const name = x.textOf(x.tree.child(node, this.s.F.name));
    const declared = x.tree.child(node, this.s.F.returnType);
    const type = declared === NONE
      ? -1
      : this.#contextType(x, node, this.bindings.outside(x, () => x.type(declared)));
    if (symbols.get(symbol, Sym.FLAGS) & Flag.declaration) {
      const before = this.file.overloadedType(scope, name);
      this.file.keepOverloadedType(scope, name, x.either(before, type));
    }
    // What an implementation leaves open, its overload signatures say.
    x.setType(symbol, declared === NONE ? this.file.overloadedType(scope, name) : type);
    if (this.file.generators.has(symbol)) {
      x.facts.flag(symbol, Flag.generator);
      if (declared !== NONE) this.file.sent.set(symbol, this.types.sent(x, declared));
    }
  }

  /** A generator that `contextmanager` decorates gives its element to `with`. */
  #contextType(x: Extraction, node: NodeIndex, type: number): number {
    if (type < 0 || !this.file.contextManagers.has(x.symbolAt(node))) return type;
    return apply(x, x.literal("contextmanager"), [x.facts.expression(Op.element, type)]);
  }

  /** A decorator may make another thing of a function: its name holds what the decorators return. */
  #bindDecorated(x: Extraction, node: NodeIndex, symbol: number): void {
    const inner = x.scope;
    x.scope = x.scopeParent(inner);
    let value = x.facts.expression(Op.symbol, symbol);
    for (const decorator of decorators(x, this.s, node).reverse()) {
      if (!this.definitions.isPlain(x, decorator)) value = this.#decorate(x, decorator, value);
    }
    x.scope = inner;
    const nameNode = x.tree.child(node, this.s.F.name);
    x.bind(this.file.owner(x, x.scopeParent(inner)), x.textOf(nameNode), BindingKind.definition, {
      symbol,
      value,
      offset: x.tree.starts[nameNode]!,
    });
  }

  #decorate(x: Extraction, decorator: NodeIndex, value: number): number {
    const callee = decoratorCallee(x, this.s, decorator);
    if (callee !== NONE && callee !== decorator) {
      const known = knownName(x, this.s, this.file, callee);
      const args = x.tree.child(decorator, this.s.F.arguments);
      const first = args === NONE ? NONE : x.tree.namedChild(args);
      // `@wraps(f)` says that the wrapper stands for `f`.
      if (known === "functools.wraps" && first !== NONE) return x.value(first);
    }
    return x.callExpression(x.value(decorator), [value]);
  }

  referLambda(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    this.bindings.parameters(x, node, symbol);
    x.addValue(symbol, x.value(x.tree.child(node, this.s.F.body)));
  }

  /** `return x`; what a generator returns goes elsewhere. */
  referReturn(x: Extraction, node: NodeIndex): void {
    const value = x.tree.namedChild(node);
    if (value === NONE) return;
    this.mention(x, value);
    if (!this.file.generators.has(x.symbol)) x.addValue(x.symbol, x.value(value));
  }

  /** `yield x`, `yield from xs`. */
  referYield(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const value = tree.namedChild(node);
    if (value === NONE || x.symbol === NONE) return;
    this.mention(x, value);
    const given = x.value(value);
    if (given < 0) return;
    // `yield from xs`: the second child is the word `from`.
    const isFrom = !tree.isNamed(tree.nextSibling(tree.firstChild(node)));
    const element = isFrom ? x.facts.expression(Op.element, given) : given;
    const type = this.file.contextManagers.has(x.symbol) ? "contextmanager" : "list";
    x.addValue(x.symbol, apply(x, x.literal(type), [element]));
  }

  // ── calls and mentions ──────────────────────────────────────────────────────────────────────

  referCall(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const callee = x.tree.child(node, F.function);
    if (callee === NONE) return;
    // What `pick(key)(1)` calls has no name but that of what gives it.
    const isResult = x.tree.kinds[callee] === K.call;
    const nameNode = lastName(x, this.s, isResult ? x.tree.child(callee, F.function) : callee);
    const args = x.tree.child(node, F.arguments);
    if (nameNode !== NONE) {
      const call = x.value(node);
      const offset = x.tree.starts[isResult && args !== NONE ? args : nameNode]!;
      x.referAt(RefKind.call, x.textOf(nameNode), offset, x.value(callee), {
        argumentCount: this.#argumentCount(x, args),
        call,
      });
      if (args !== NONE && FIXTURE_USERS.has(x.textOf(nameNode))) {
        this.#referFixtures(x, node, args);
      }
    }
    if (args !== NONE && x.tree.kinds[args] === K.argumentList) this.mentionAll(x, args);
  }

  #argumentCount(x: Extraction, args: NodeIndex): number {
    const { tree } = x;
    const { K } = this.s;
    if (args === NONE) return -1;
    if (tree.kinds[args] !== K.argumentList) return 1; // f(x for x in y)
    let count = 0;
    for (let arg = tree.firstChild(args); arg !== NONE; arg = tree.nextSibling(arg)) {
      if (!tree.isNamed(arg) || tree.isExtra(arg)) continue;
      const kind = tree.kinds[arg];
      if (kind === K.listSplat || kind === K.dictionarySplat) return -2;
      count++;
    }
    return count;
  }

  /** `@d` is about the definition below it; `@d(1)` calls `d` as well. */
  referDecorator(x: Extraction, node: NodeIndex): void {
    const form = x.tree.parents[node]!;
    const expression = x.tree.namedChild(node);
    const definition = form === NONE ? NONE : x.tree.child(form, this.s.F.definition);
    if (expression === NONE || definition === NONE) return;
    const callee = decoratorCallee(x, this.s, expression);
    const nameNode = callee === NONE ? NONE : lastName(x, this.s, callee);
    const symbol = x.symbolAt(definition);
    if (nameNode === NONE || symbol === NONE) return;
    const call = callee === expression ? -1 : x.value(expression);
    x.refer(RefKind.decorate, nameNode, x.value(callee), -1, call, symbol);
  }

  /** A list, tuple or set: what it holds is mentioned, unless it is a target of `as`. */
  referElements(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    if (parent !== NONE && x.tree.kinds[parent] === this.s.K.asPatternTarget) return;
    this.mentionAll(x, node);
  }

  /** Names and attributes among a node's children may be functions handed on as values. */
  mentionAll(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      const isKeyword = tree.kinds[child] === this.s.K.keywordArgument;
      this.mention(x, isKeyword ? tree.child(child, this.s.F.value) : child);
    }
  }

  /** A name or attribute that may be a function or class handed on as a value. */
  mention(x: Extraction, node: NodeIndex, depth = 0): void {
    const { tree } = x;
    const { F, K } = this.s;
    if (node === NONE || depth > DEEPEST) return;
    switch (tree.kinds[node]) {
      case K.identifier:
        if (!this.file.isLocal(x, x.textOf(node))) x.mention(node, x.value(node));
        return;
      case K.attribute: {
        const nameNode = tree.child(node, F.attribute);
        if (nameNode !== NONE) x.mention(nameNode, x.value(node));
        return;
      }
      case K.parenthesized:
        return this.mention(x, tree.namedChild(node), depth + 1);
      case K.booleanOperator:
        this.mention(x, tree.child(node, F.left), depth + 1);
        return this.mention(x, tree.child(node, F.right), depth + 1);
      case K.conditional:
        this.mention(x, tree.namedChild(node, 0), depth + 1);
        return this.mention(x, tree.namedChild(node, 2), depth + 1);
    }
  }

  /** `case Foo(…):` mentions the class. */
  referPattern(x: Extraction, node: NodeIndex): void {
    const named = x.tree.namedChild(node);
    const nameNode = named === NONE ? NONE : lastName(x, this.s, named);
    if (nameNode !== NONE) x.mention(nameNode, x.value(named));
  }

  // ── assignments ─────────────────────────────────────────────────────────────────────────────

  referAssignment(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const left = tree.child(node, F.left);
    const right = tree.child(node, F.right);
    if (left === NONE) return;
    const declared = tree.child(node, F.type);
    const symbol = x.symbolAt(left);
    const kind = symbol === NONE ? NONE : x.facts.tables.symbols.get(symbol, Sym.KIND);
    this.mention(x, right);
    if (kind === Kind.type) return this.#referAlias(x, right, symbol);
    if (kind === Kind.enumMember) {
      x.setType(symbol, this.#enumType(x));
    }
    if (kind === Kind.class || kind === Kind.enum) return;
    this.bindings.assign(x, left, {
      type: declared === NONE ? this.#typeComment(x, node) : x.type(declared),
      value: right === NONE ? -1 : x.value(right),
      offset: tree.ends[node]!,
    });
    if (x.scope === 0 && x.textOf(left) === "__all__") this.#exportAll(x, right);
  }

  /** `x = []  # type: list[int]`. */
  #typeComment(x: Extraction, node: NodeIndex): number {
    const start = x.tree.ends[node]!;
    if (x.text.charCodeAt(start) !== 32 /* space */) return -1;
    const match = TYPE_COMMENT.exec(x.text.slice(start, start + LONGEST_TYPE_COMMENT));
    const type = match === null ? undefined : parseQuotedType(match[1]!);
    return type === undefined ? -1 : this.types.fromQuoted(x, type, start);
  }

  /** A member of an enumeration is an instance of it. */
  #enumType(x: Extraction): number {
    return x.symbol === NONE ? -1 : x.facts.expression(Op.symbol, x.symbol);
  }

  #referAlias(x: Extraction, right: NodeIndex, symbol: number): void {
    const { F, K } = this.s;
    if (right === NONE) return;
    if (x.tree.kinds[right] !== K.call) return x.setType(symbol, x.type(right));
    // `TypeVar("T", bound=B)`, `TypeVar("T", A, B)`, `NewType("N", B)`.
    const args = x.tree.child(right, F.arguments);
    if (args === NONE) return;
    let type = -1;
    for (let i = 1; i < Math.min(8, x.tree.namedChildCount(args)); i++) {
      const arg = x.tree.namedChild(args, i);
      if (x.tree.kinds[arg] !== K.keywordArgument) type = x.either(type, x.type(arg));
      else if (x.textOf(x.tree.child(arg, F.name)) === "bound") {
        type = x.type(x.tree.child(arg, F.value));
      }
    }
    x.setType(symbol, type);
  }

  /** `type A[K] = …`; runs in the alias's scope. */
  referTypeAlias(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    const left = x.tree.namedChild(x.tree.child(node, this.s.F.left));
    const list = left === NONE ? NONE : x.tree.childOfKind(left, this.s.K.typeParameter);
    let index = 0;
    for (let i = 0; list !== NONE && i < x.tree.namedChildCount(list); i++) {
      this.#writtenParameter(x, x.tree.namedChild(list, i), x.scope, index++);
    }
    x.setType(symbol, x.type(x.tree.child(node, this.s.F.right)));
  }

  /** `__all__ += …`; other such assignments bind nothing new. */
  referAugmented(x: Extraction, node: NodeIndex): void {
    const left = x.tree.child(node, this.s.F.left);
    if (x.scope !== 0 || left === NONE || x.textOf(left) !== "__all__") return;
    this.#exportAll(x, x.tree.child(node, this.s.F.right));
  }

  /** Names listed in `__all__`; `*` when some are computed. */
  #exportAll(x: Extraction, list: NodeIndex, depth = 0): void {
    const { tree } = x;
    const { F, K } = this.s;
    if (list === NONE || depth > DEEPEST) return;
    const kind = tree.kinds[list];
    if (kind === K.binaryOperator) {
      this.#exportAll(x, tree.child(list, F.left), depth + 1);
      return this.#exportAll(x, tree.child(list, F.right), depth + 1);
    }
    if (kind !== K.list && kind !== K.tuple) {
      x.facts.export("*", { line: x.lineAt(tree.starts[list]!) });
      return;
    }
    for (let item = tree.firstChild(list); item !== NONE; item = tree.nextSibling(item)) {
      if (!tree.isNamed(item) || tree.isExtra(item)) continue;
      const content = tree.kinds[item] === K.string
        ? tree.childOfKind(item, K.stringContent)
        : NONE;
      const offset = tree.starts[content === NONE ? item : content]!;
      const name = content === NONE ? "*" : x.textOf(content);
      x.facts.export(name, {
        ...(content === NONE ? {} : { expression: x.nameExpression(name, offset) }),
        line: x.lineAt(offset),
      });
    }
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  /** An annotation uses the types that it names. */
  referType(x: Extraction, node: NodeIndex): void {
    const inner = x.tree.namedChild(node);
    const isAliasName = x.tree.fields[node] === this.s.F.left;
    if (inner === NONE || isAliasName) return;
    // The annotations of a function are read around it.
    const isHeader = x.tree.starts[node]! < (this.file.bodies.get(x.scope) ?? 0);
    if (isHeader) this.bindings.outside(x, () => this.#useType(x, inner, 0));
    else this.#useType(x, inner, 0);
  }

  #useType(x: Extraction, node: NodeIndex, depth: number): void {
    const { tree } = x;
    const { K } = this.s;
    if (depth > 20) return;
    switch (tree.kinds[node]) {
      case K.identifier:
      case K.attribute:
        return this.#useNamed(x, node);
      case K.binaryOperator:
      case K.unionType:
      case K.subscript:
        for (let i = 0; i < Math.min(16, tree.namedChildCount(node)); i++) {
          this.#useType(x, tree.namedChild(node, i), depth + 1);
        }
        return;
      case K.genericType:
        // The arguments are `type` nodes of their own.
        return this.#useType(x, tree.namedChild(node), depth + 1);
      case K.string: {
        const content = tree.childOfKind(node, K.stringContent);
        const type = content === NONE ? undefined : parseQuotedType(x.textOf(content));
        if (type !== undefined) this.#useQuoted(x, type, tree.starts[content]!);
      }
    }
  }

  #useNamed(x: Extraction, node: NodeIndex): void {
    if (knownName(x, this.s, this.file, node) !== "") return;
    const nameNode = lastName(x, this.s, node);
    if (nameNode === NONE || this.file.typeVariables.has(x.textOf(nameNode))) return;
    const expression = x.type(node);
    if (expression >= 0) x.refer(RefKind.type, nameNode, expression);
  }

  #useQuoted(x: Extraction, type: QuotedType, offset: number): void {
    if (type.tag === "union") {
      for (const part of type.parts) this.#useQuoted(x, part, offset);
      return;
    }
    for (const arg of type.args) this.#useQuoted(x, arg, offset);
    const { name } = type;
    if (!/^[A-Za-z_]/.test(name) || name === "None") return;
    if (knownIdentifier(this.file, name) !== "" || this.file.typeVariables.has(name)) return;
    const last = name.slice(name.lastIndexOf(".") + 1);
    const expression = this.types.fromQuoted(x, { ...type, args: [] }, offset);
    if (expression < 0) return;
    x.referAt(RefKind.type, last, offset + type.offset + name.length - last.length, expression);
  }
}
