/** What the rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, ScopeKind, Sym } from "../../extract/facts.ts";
import { NONE } from "../../extract/syntax_tree.ts";

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

  /** The class around the walk, and whether `self` is that class itself there. */
  around(x: Extraction): { scope: number; isClass: boolean } {
    let isClass = true;
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      const kind = x.scopeKind(scope);
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
  }
}
