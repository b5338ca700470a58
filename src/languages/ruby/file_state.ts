/** What the rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, Kind, ScopeKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Visibility in force in the body of a class, by its scope. */
  readonly visibility = new Map<number, number>();
  /** Scopes of `class << self` bodies and of modules whose methods are called on them. */
  readonly singletons = new Set<number>();
  /** Local names by the scope that binds them. */
  readonly #locals = new Map<number, Set<string>>();
  /** Names of methods at the top of the file. */
  readonly topMethods = new Set<string>();
  /** Names of methods that a suite of tests defines, by the scope of the suite. */
  readonly suiteNames = new Map<number, Set<string>>();
  /** Scopes of blocks that run as a test, or around one: on an instance, with variables of their own. */
  readonly tests = new Set<number>();
  /** Calls that blocks are given to, by the scope of the block. */
  readonly givenTo = new Map<number, NodeIndex>();
  /** What such blocks run on, if not on what is around them; -1 when not. */
  readonly selfOfBlock = new Map<number, number>();
  /** How many parameters methods have, and the row of the one that is their block. */
  readonly blocks = new Map<number, { readonly count: number; block: number }>();
  /** Variables of instances that tests and suites give values, with where they first do, by their scope. */
  readonly #kept = new Map<number, Map<string, number>>();
  /** What suites of tests mix in, by their scope. */
  readonly suiteMixins = new Map<number, number[]>();

  /** Notes that a scope binds a local name. */
  addLocal(scope: number, name: string): void {
    const names = this.#locals.get(scope);
    if (names === undefined) this.#locals.set(scope, new Set([name]));
    else names.add(name);
  }

  /** Whether a name is a local variable where the walk stands. */
  isLocal(x: Extraction, name: string): boolean {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (this.#locals.get(scope)?.has(name) === true) return true;
      const kind = x.scopeKind(scope);
      if (kind === ScopeKind.function || kind === ScopeKind.class) return false;
    }
    return false;
  }

  /** Whether a suite of tests around defines a method of a name. */
  isOfSuite(x: Extraction, name: string): boolean {
    if (this.suiteNames.size === 0) return false;
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (this.suiteNames.get(scope)?.has(name) === true) return true;
    }
    return false;
  }

  /** The scope whose variable a name becomes that is given a value where the walk stands. */
  variableScope(x: Extraction): number {
    let scope = x.scope;
    while (x.scopeKind(scope) === ScopeKind.block && !this.#isApart(scope)) {
      scope = x.scopeParent(scope);
    }
    return scope;
  }

  #isApart(scope: number): boolean {
    return this.tests.has(scope) || this.suiteNames.has(scope);
  }

  /** The test or suite around the walk that keeps the variables of its instance; -1 in classes. */
  keeper(x: Extraction): number {
    let keeper = NONE;
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (x.scopeKind(scope) === ScopeKind.class) return NONE;
      const keeps = this.suiteNames.has(scope) || this.tests.has(scope) && this.#runsOnce(x, scope);
      if (keeps && keeper === NONE) keeper = scope;
    }
    return keeper;
  }

  /** Notes that the test or suite around the walk gives a value to a variable of its instance. */
  noteKept(x: Extraction, name: string, offset: number): void {
    const keeper = this.keeper(x);
    if (keeper === NONE) return;
    const names = this.#kept.get(keeper) ?? new Map<string, number>();
    if (names.size === 0) this.#kept.set(keeper, names);
    if (!names.has(name)) names.set(name, offset);
  }

  /** The innermost test or suite around that gave an instance's variable a value before, else the innermost suite. */
  keeperOf(x: Extraction, name: string, offset: number): number {
    let suite = NONE;
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      const isSuite = this.suiteNames.has(scope);
      const first = this.#kept.get(scope)?.get(name);
      if (first !== undefined && (isSuite || first < offset)) return scope;
      if (suite === NONE && isSuite) suite = scope;
    }
    return suite;
  }

  /** Whether a block is a test, not what runs around all tests of its suite. */
  #runsOnce(x: Extraction, scope: number): boolean {
    const symbol = x.symbolOfScope(scope);
    return symbol >= 0 && x.facts.tables.symbols.get(symbol, Sym.SCOPE) === scope &&
      x.facts.tables.symbols.get(symbol, Sym.KIND) === Kind.test;
  }

  /** The class around the walk, and whether `self` is that class itself there. */
  around(x: Extraction): { scope: number; isClass: boolean } {
    let isClass = true;
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      const kind = x.scopeKind(scope);
      if (this.tests.has(scope)) isClass = false;
      if (kind === ScopeKind.function) {
        const symbol = x.symbolOfScope(scope);
        const flags = symbol < 0 ? 0 : x.facts.tables.symbols.get(symbol, Sym.FLAGS);
        if ((flags & Flag.static) === 0) isClass = false;
      }
      if (kind === ScopeKind.class) return { scope, isClass };
    }
    return { scope: NONE, isClass: false };
  }

  /** Forgets the file. */
  reset(): void {
    this.visibility.clear();
    this.singletons.clear();
    this.#locals.clear();
    this.topMethods.clear();
    this.suiteNames.clear();
    this.tests.clear();
    this.givenTo.clear();
    this.selfOfBlock.clear();
    this.blocks.clear();
    this.suiteMixins.clear();
    this.#kept.clear();
  }
}
