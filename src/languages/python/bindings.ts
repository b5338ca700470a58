/** What gives a value to a name: assignments, loops, `with`, `except`, patterns, parameters. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Op, RefKind, ScopeKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonFile } from "./file_state.ts";
import { knownName } from "./known_names.ts";
import { parameterName } from "./names.ts";
import { DEEPEST, type PythonSyntax } from "./syntax.ts";
import { apply } from "./types.ts";

/** What a target gets. */
interface Given {
  /** Declared type; -1 if none. */
  readonly type: number;
  readonly value: number;
  /** Offset from which it holds. */
  readonly offset: number;
}

/** Functions that call the function they are given with elements of another argument. */
const ELEMENT_CALLBACKS: ReadonlyMap<string, (argument: number, position: number) => number> =
  new Map([
    ["builtins.map", (_: number, position: number): number => position + 1],
    ["builtins.filter", (): number => 1],
    ["functools.reduce", (): number => 1],
    ["builtins.sorted", (): number => 0],
    ["builtins.min", (): number => 0],
    ["builtins.max", (): number => 0],
  ]);

/** Before the name of a fixture, to tell it from the function that makes it. */
export const FIXTURE_PREFIX = "@";
/** After the name of a fixture, for what it gives. */
export const FIXTURE_VALUE = "()";

/** Bindings of one file. */
export class PythonBindings {
  constructor(readonly s: PythonSyntax, readonly file: PythonFile) {}

  // ── targets ─────────────────────────────────────────────────────────────────────────────────

  /** Gives a value to what stands on the left of an assignment, in a `for`, after `as`. */
  assign(x: Extraction, target: NodeIndex, given: Given, depth = 0): void {
    if (target === NONE || depth > DEEPEST) return;
    const { K } = this.s;
    const kind = x.tree.kinds[target]!;
    if (kind === K.identifier) this.#assignName(x, target, given);
    else if (kind === K.attribute) this.#assignAttribute(x, target, given);
    else if (this.s.unpacked.has(kind)) this.#unpack(x, target, given, depth + 1);
    else if (kind === K.parenthesized) this.assign(x, x.tree.namedChild(target), given, depth + 1);
  }

  #assignName(x: Extraction, target: NodeIndex, given: Given): void {
    const name = x.textOf(target);
    const scope = this.file.scopeOfName(x, name);
    const symbol = this.file.symbolIn(scope, name);
    if (symbol !== NONE && symbol === x.symbolAt(target)) this.#describe(x, symbol, given);
    else if (symbol !== NONE && this.#isVariable(x, symbol)) x.addValue(symbol, given.value);
    if (symbol === NONE && scope > 0) this.file.keepLocal(scope, name);
    const binding = {
      ...given,
      symbol: symbol !== NONE && this.#isVariable(x, symbol) ? symbol : -1,
    };
    x.bind(scope, name, BindingKind.variable, binding);
    // Inside a block that narrows the name, the new value also replaces the narrowed one.
    for (let at = x.scope; this.file.narrowed.has(at); at = x.scopeParent(at)) {
      if (this.file.narrowed.get(at)!.has(name)) x.bind(at, name, BindingKind.variable, given);
    }
  }

  #isVariable(x: Extraction, symbol: number): boolean {
    return x.facts.tables.symbols.get(symbol, Sym.SCOPE) < 0;
  }

  #isDeclared(x: Extraction, symbol: number): boolean {
    return symbol !== NONE && x.facts.tables.symbols.get(symbol, Sym.TYPE) >= 0;
  }

  #assignAttribute(x: Extraction, target: NodeIndex, given: Given): void {
    const scope = this.instanceScope(x, x.tree.child(target, this.s.F.object));
    const nameNode = x.tree.child(target, this.s.F.attribute);
    if (scope === NONE || nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const symbol = this.file.symbolIn(scope, name);
    if (symbol !== NONE && !this.#isVariable(x, symbol)) return;
    if (symbol !== NONE) this.#describe(x, symbol, given);
    // What a field is declared to be holds against what is put into it.
    if (given.type < 0 && this.#isDeclared(x, symbol)) return;
    x.bind(scope, name, BindingKind.field, { ...given, symbol });
  }

  #describe(x: Extraction, symbol: number, { type, value }: Given): void {
    x.setType(symbol, type);
    x.addValue(symbol, value);
  }

  #unpack(x: Extraction, target: NodeIndex, { value, offset }: Given, depth: number): void {
    const { tree } = x;
    let index = 0;
    for (let child = tree.firstChild(target); child !== NONE; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      if (tree.kinds[child] === this.s.K.listSplatPattern) {
        const rest = value < 0 ? -1 : x.facts.expression(Op.element, value);
        this.assign(x, tree.namedChild(child), {
          type: -1,
          value: apply(x, x.literal("list"), [rest]),
          offset,
        });
      } else {
        const part = value < 0 ? -1 : x.facts.expression(Op.pick, value, index);
        this.assign(x, child, { type: -1, value: part, offset }, depth);
      }
      index++;
    }
  }

  /** Class scope of `self` or `cls` when a node is that name; -1 otherwise. */
  instanceScope(x: Extraction, object: NodeIndex): number {
    if (object === NONE || x.tree.kinds[object] !== this.s.K.identifier) return NONE;
    const name = x.textOf(object);
    return name === "self" || name === "cls" ? x.enclosing(ScopeKind.class) : NONE;
  }

  // ── statements ──────────────────────────────────────────────────────────────────────────────

  /** `for x in xs`, in a loop or a comprehension. */
  loop(x: Extraction, node: NodeIndex): void {
    const right = x.tree.child(node, this.s.F.right);
    if (right === NONE) return;
    const iterated = x.value(right);
    this.assign(x, x.tree.child(node, this.s.F.left), {
      type: -1,
      value: iterated < 0 ? -1 : x.facts.expression(Op.element, iterated),
      offset: x.tree.ends[right]!,
    });
  }

  /** `with f() as x`, `except E as e`, `case P as x`. */
  as(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const source = tree.namedChild(node);
    const alias = tree.child(node, F.alias);
    if (source === NONE || alias === NONE) return;
    const target = tree.namedChild(alias);
    const parent = tree.parents[node]!;
    const item = parent === NONE ? NONE : tree.kinds[parent] === K.withItem ? parent : NONE;
    const value = item === NONE
      ? x.facts.expression(Op.instance, x.type(source))
      : this.#entered(x, source, item);
    this.assign(x, target === NONE ? alias : target, { type: -1, value, offset: tree.ends[node]! });
  }

  /** What entering a context manager gives. */
  #entered(x: Extraction, source: NodeIndex, item: NodeIndex): number {
    const value = x.value(source);
    if (value < 0) return -1;
    let statement = x.tree.parents[item]!;
    while (statement !== NONE && x.tree.kinds[statement] !== this.s.K.withStatement) {
      statement = x.tree.parents[statement]!;
    }
    const first = statement === NONE ? NONE : x.tree.firstChild(statement);
    const isAsync = first !== NONE && x.tree.kinds[first] === this.s.T.async;
    return x.callExpression(x.memberExpression(value, isAsync ? "__aenter__" : "__enter__"), []);
  }

  /** `(x := f())`. */
  named(x: Extraction, node: NodeIndex): void {
    const scope = x.scope;
    // A name that is assigned inside a comprehension stands in the function around it.
    while (x.scopeKind() === ScopeKind.block) x.scope = x.scopeParent(x.scope);
    const value = x.tree.child(node, this.s.F.value);
    x.scope = scope;
    const given = { type: -1, value: x.value(value), offset: x.tree.ends[node]! };
    const target = x.tree.child(node, this.s.F.name);
    if (target === NONE) return;
    this.assign(x, target, given);
    const around = x.functionScope();
    if (around !== this.file.owner(x)) {
      x.bind(around, x.textOf(target), BindingKind.variable, given);
    }
  }

  // ── patterns ────────────────────────────────────────────────────────────────────────────────

  /** `case …:` binds the names in its pattern to parts of what is matched. */
  match(x: Extraction, node: NodeIndex): void {
    const statement = x.tree.parents[x.tree.parents[node]!] ?? NONE;
    const subject = statement === NONE ? NONE : x.tree.child(statement, this.s.F.subject);
    const pattern = x.tree.childOfKind(node, this.s.K.casePattern);
    if (pattern !== NONE) this.#matchPattern(x, pattern, x.value(subject), 0);
  }

  #matchPattern(x: Extraction, pattern: NodeIndex, value: number, depth: number): void {
    const { tree } = x;
    const { K } = this.s;
    if (depth > 40) return;
    switch (tree.kinds[pattern]) {
      case K.casePattern:
      case K.unionPattern:
        return this.#matchEach(x, pattern, value, depth);
      case K.asPattern:
        return this.#matchAs(x, pattern, value, depth);
      case K.dottedName:
        if (tree.namedChildCount(pattern) === 1) {
          this.assign(x, tree.namedChild(pattern), {
            type: -1,
            value,
            offset: tree.ends[pattern]!,
          });
        }
        return;
      case K.splatPattern:
        return this.assign(x, tree.namedChild(pattern), {
          type: -1,
          value: apply(x, x.literal("list"), [value]),
          offset: tree.ends[pattern]!,
        });
      case K.classPattern:
        return this.#matchClass(x, pattern, depth);
      case K.dictPattern:
        return this.#matchEach(
          x,
          pattern,
          value < 0 ? -1 : x.facts.expression(Op.index, value, -1),
          depth,
        );
      default:
        if (this.s.sequencePatterns.has(tree.kinds[pattern]!)) {
          const part = value < 0 ? -1 : x.facts.expression(Op.element, value);
          this.#matchEach(x, pattern, part, depth);
        }
    }
  }

  #matchEach(x: Extraction, pattern: NodeIndex, value: number, depth: number): void {
    const { tree } = x;
    for (let child = tree.firstChild(pattern); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.isNamed(child) && !tree.isExtra(child)) {
        this.#matchPattern(x, child, value, depth + 1);
      }
    }
  }

  #matchAs(x: Extraction, pattern: NodeIndex, value: number, depth: number): void {
    const { tree } = x;
    const inner = tree.namedChild(pattern, 0);
    const name = tree.namedChild(pattern, 1);
    if (inner === NONE) return;
    this.#matchPattern(x, inner, value, depth + 1);
    const type = this.#patternType(x, inner);
    if (name === NONE) return;
    this.assign(x, name, {
      type: -1,
      value: type < 0 ? value : x.facts.expression(Op.instance, type),
      offset: tree.ends[pattern]!,
    });
  }

  /** Type that a pattern demands; -1 when it demands none. */
  #patternType(x: Extraction, pattern: NodeIndex): number {
    const { tree } = x;
    const kind = tree.kinds[pattern];
    if (kind === this.s.K.classPattern) return x.type(tree.namedChild(pattern));
    if (kind === this.s.K.casePattern && tree.namedChildCount(pattern) === 1) {
      return this.#patternType(x, tree.namedChild(pattern));
    }
    if (kind !== this.s.K.unionPattern) return -1;
    let type = -1;
    for (let i = 0; i < Math.min(8, tree.namedChildCount(pattern)); i++) {
      type = x.either(type, this.#patternType(x, tree.namedChild(pattern, i)));
    }
    return type;
  }

  #matchClass(x: Extraction, pattern: NodeIndex, depth: number): void {
    const { tree } = x;
    const type = x.type(tree.namedChild(pattern));
    const value = type < 0 ? -1 : x.facts.expression(Op.instance, type);
    for (let child = tree.firstChild(pattern); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] !== this.s.K.casePattern) continue;
      const keyword = tree.namedChild(child);
      if (keyword === NONE || tree.kinds[keyword] !== this.s.K.keywordPattern) {
        this.#matchPattern(x, child, -1, depth + 1);
        continue;
      }
      const name = tree.namedChild(keyword, 0);
      const part = tree.namedChild(keyword, 1);
      if (part === NONE) continue;
      const member = value < 0 ? -1 : x.memberExpression(value, x.textOf(name));
      this.#matchPattern(x, part, member, depth + 1);
    }
  }

  // ── parameters ──────────────────────────────────────────────────────────────────────────────

  /** Parameters of a function or lambda; runs in its scope. */
  parameters(x: Extraction, node: NodeIndex, symbol: number): void {
    const { tree } = x;
    const list = tree.child(node, this.s.F.parameters);
    if (list === NONE) return x.setArity(symbol, 0, 0);
    const flags = x.facts.tables.symbols.get(symbol, Sym.FLAGS);
    let self = this.#hasReceiver(x, flags, node);
    let index = 0;
    let least = 0;
    let most = 0;
    for (let p = tree.firstChild(list); p !== NONE; p = tree.nextSibling(p)) {
      if (!tree.isNamed(p) || tree.isExtra(p)) continue;
      const nameNode = parameterName(x, this.s, p);
      if (nameNode === NONE) continue;
      const isStarred = x.text[tree.starts[p]!] === "*";
      if (self && !isStarred) this.#receiver(x, p, nameNode, flags);
      else {
        const hasDefault = this.#parameter(x, node, p, nameNode, index++, symbol);
        if (isStarred) most = 255;
        else {
          most = most === 255 ? 255 : Math.min(254, most + 1);
          if (!hasDefault) least++;
        }
      }
      self = false;
    }
    x.setArity(symbol, least, most);
  }

  #hasReceiver(x: Extraction, flags: number, node: NodeIndex): boolean {
    return x.tree.kinds[node] === this.s.K.functionDefinition && (flags & Flag.static) === 0 &&
      x.scopeKind(this.file.owner(x, x.scopeParent(x.scope))) === ScopeKind.class;
  }

  /**
   * `self` and `cls` are no parameters that a caller fills, so they are bound as variables: then
   * the position of a parameter is the position of its argument.
   */
  #receiver(x: Extraction, parameter: NodeIndex, nameNode: NodeIndex, flags: number): void {
    const declared = x.tree.child(parameter, this.s.F.type);
    const name = x.textOf(nameNode);
    const self = x.facts.expression(Op.selfType, x.enclosing(ScopeKind.class));
    const isClass = (flags & Flag.classMethod) !== 0;
    const own = isClass
      ? x.facts.expression(Op.typeOf, x.facts.expression(Op.classOf, self))
      : self;
    const type = declared === NONE ? -1 : this.outside(x, () => x.type(declared));
    this.file.keepLocal(x.scope, name);
    x.bind(x.scope, name, BindingKind.variable, {
      type: type < 0 ? own : type,
      offset: x.tree.starts[nameNode]!,
    });
  }

  /** Binds one parameter; says whether it has a default. */
  #parameter(
    x: Extraction,
    callable: NodeIndex,
    parameter: NodeIndex,
    nameNode: NodeIndex,
    index: number,
    symbol: number,
  ): boolean {
    const { tree } = x;
    const typeNode = tree.child(parameter, this.s.F.type);
    const valueNode = tree.child(parameter, this.s.F.value);
    const name = x.textOf(nameNode);
    const declared = typeNode === NONE ? -1 : this.outside(x, () => x.type(typeNode));
    const stars = /^\*{0,2}/.exec(
      x.text.slice(tree.starts[parameter]!, tree.starts[parameter]! + 2),
    )!;
    const type = this.#starred(x, declared, stars[0].length);
    const value = valueNode !== NONE
      ? this.outside(x, () => x.value(valueNode))
      : tree.kinds[callable] === this.s.K.lambda
      ? this.#callbackValue(x, callable, symbol, index)
      : declared < 0
      ? this.#fixture(x, symbol, nameNode)
      : -1;
    this.file.keepLocal(x.scope, name);
    x.bind(x.scope, name, BindingKind.parameter, {
      type,
      value,
      offset: tree.starts[nameNode]!,
      index,
    });
    return valueNode !== NONE;
  }

  /** `*args: T` is a tuple of `T`, `**kwargs: T` a dictionary. */
  #starred(x: Extraction, type: number, stars: number): number {
    if (stars === 0) return type;
    return stars === 1
      ? apply(x, x.literal("tuple"), [type])
      : apply(x, x.literal("dict"), [x.literal("str"), type]);
  }

  /** Annotations and defaults are evaluated in the scope around the function. */
  outside<Result>(x: Extraction, evaluate: () => Result): Result {
    const inner = x.scope;
    x.scope = x.scopeParent(inner);
    this.file.typeScope = inner;
    const result = evaluate();
    this.file.typeScope = NONE;
    x.scope = inner;
    return result;
  }

  /** Parameters of tests and fixtures get what the fixture of their name returns. */
  #fixture(x: Extraction, symbol: number, nameNode: NodeIndex): number {
    const isTest = (x.facts.tables.symbols.get(symbol, Sym.FLAGS) & Flag.test) !== 0;
    if (!isTest && !this.file.fixtures.has(symbol)) return -1;
    const name = FIXTURE_PREFIX + x.textOf(nameNode);
    const fixture = x.nameExpression(name, x.tree.starts[0]!);
    x.refer(RefKind.value, nameNode, fixture, -1, -1, symbol);
    return x.nameExpression(name + FIXTURE_VALUE, x.tree.starts[0]!);
  }

  /** What the call that a lambda is passed to gives to its parameter. */
  #callbackValue(x: Extraction, lambda: NodeIndex, symbol: number, index: number): number {
    const { tree } = x;
    const { F, K } = this.s;
    let argument = lambda;
    let parent = tree.parents[argument]!;
    const isKeyword = parent !== NONE && tree.kinds[parent] === K.keywordArgument;
    if (isKeyword) {
      argument = parent;
      parent = tree.parents[argument]!;
    }
    if (parent === NONE || tree.kinds[parent] !== K.argumentList) return -1;
    const call = tree.parents[parent]!;
    const callee = call === NONE ? NONE : tree.child(call, F.function);
    if (callee === NONE) return -1;
    const source = ELEMENT_CALLBACKS.get(knownName(x, this.s, this.file, callee));
    if (source !== undefined) return this.#elementOf(x, parent, source(index, index));
    if (isKeyword) return this.#sortKey(x, callee, argument);
    const position = this.#position(x, parent, argument);
    const expression = this.outside(x, () => x.value(call));
    return position < 0 || expression < 0
      ? -1
      : x.facts.expression(Op.callback, symbol, expression, position);
  }

  #elementOf(x: Extraction, args: NodeIndex, position: number): number {
    const source = x.tree.namedChild(args, position);
    const value = source === NONE ? -1 : this.outside(x, () => x.value(source));
    return value < 0 ? -1 : x.facts.expression(Op.element, value);
  }

  /** `xs.sort(key=lambda x: …)`. */
  #sortKey(x: Extraction, callee: NodeIndex, argument: NodeIndex): number {
    const { F, K } = this.s;
    if (x.tree.kinds[callee] !== K.attribute) return -1;
    const nameNode = x.tree.child(argument, F.name);
    const method = x.tree.child(callee, F.attribute);
    if (nameNode === NONE || method === NONE) return -1;
    if (x.textOf(nameNode) !== "key" || x.textOf(method) !== "sort") return -1;
    const receiver = this.outside(x, () => x.value(x.tree.child(callee, F.object)));
    return receiver < 0 ? -1 : x.facts.expression(Op.element, receiver);
  }

  /** Position of an argument among those without a keyword; -1 when a splat hides it. */
  #position(x: Extraction, args: NodeIndex, argument: NodeIndex): number {
    const { tree } = x;
    let position = 0;
    for (let child = tree.firstChild(args); child !== NONE; child = tree.nextSibling(child)) {
      if (child === argument) return position;
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      const kind = tree.kinds[child];
      if (kind === this.s.K.listSplat) return -1;
      if (kind !== this.s.K.keywordArgument && kind !== this.s.K.dictionarySplat) position++;
    }
    return -1;
  }

  // ── type parameters ─────────────────────────────────────────────────────────────────────────

  /** Binds a type parameter in the scope of what it belongs to. */
  typeParameter(
    x: Extraction,
    scope: number,
    name: string,
    details: { bindAs: string; index: number; bound: number; offset: number },
  ): void {
    this.file.keepTypeParameter(scope, name);
    x.bind(scope, details.bindAs, BindingKind.typeParameter, {
      offset: details.offset,
      index: details.index,
      value: details.bound,
    });
  }
}
