/** What the rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Calls that are the heads of methods. */
  readonly heads = new Set<NodeIndex>();
  /** Docstrings by the node of the statement that they document. */
  readonly docs = new Map<NodeIndex, string>();
  /** Docstrings of bare names and signatures, by name. */
  readonly docsByName = new Map<string, string>();
  /** Names of globals that have a symbol, by root scope. */
  readonly globals = new Set<string>();
  /** Other symbols for which a method's code stands: those that a loop makes with it. */
  readonly alike = new Map<number, readonly number[]>();
  /** Scopes of modules, in which definitions are found through the module and not the file. */
  readonly roots = new Set<number>();
  /** Local variables by scope: names that are no functions. */
  readonly #locals = new Map<number, Set<string>>();

  /** Forgets the file before. */
  reset(): void {
    this.heads.clear();
    this.docs.clear();
    this.docsByName.clear();
    this.globals.clear();
    this.alike.clear();
    this.roots.clear();
    this.roots.add(0);
    this.#locals.clear();
  }

  /** Notes a local variable of a scope. */
  note(scope: number, name: string): void {
    let names = this.#locals.get(scope);
    if (names === undefined) this.#locals.set(scope, names = new Set());
    names.add(name);
  }

  /** Scope that holds a local variable, seen from the scope in force; -1 when the name is none. */
  localScope(x: Extraction, name: string): number {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (this.#locals.get(scope)?.has(name)) return scope;
    }
    return NONE;
  }

  /** Whether a name is a local variable where the walk stands. */
  isLocal(x: Extraction, name: string): boolean {
    return this.localScope(x, name) !== NONE;
  }

  /** Scope of the module in force. */
  rootScope(x: Extraction): number {
    let scope = x.scope;
    while (!this.roots.has(scope)) scope = x.scopeParent(scope);
    return scope;
  }

  /** Whether the walk stands at the top of a module. */
  isAtTop(x: Extraction): boolean {
    return this.roots.has(x.scope);
  }
}
