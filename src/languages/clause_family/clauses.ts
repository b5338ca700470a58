/** Functions that are written in several clauses: one symbol, with a scope for each clause. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** The functions of the file in hand; one object serves file after file. */
export class Clauses {
  /** Symbols by what tells functions apart. */
  readonly #symbols = new Map<string, number>();
  #last = NONE;

  /** Forgets the file. */
  reset(): void {
    this.#symbols.clear();
    this.#last = NONE;
  }

  /**
   * Defines the function whose clause, or whose signature, a node is, or adds the clause to it. Only clauses that follow
   * each other make its range longer: some languages let others stand apart.
   * @param key what tells functions apart: where it is written, name and arity
   * @param define makes the symbol, at the first clause
   * @returns the symbol, and whether it is new
   */
  add(
    x: Extraction,
    node: NodeIndex,
    key: string,
    define: () => number,
  ): { readonly symbol: number; readonly isNew: boolean } {
    const known = this.#symbols.get(key);
    if (known === undefined) {
      const symbol = define();
      this.#symbols.set(key, symbol);
      this.#last = symbol;
      return { symbol, isNew: true };
    }
    const { symbols } = x.facts.tables;
    const scope = x.openScope(node, ScopeKind.function, known);
    // A signature before the first clause has no scope of its own.
    if (symbols.get(known, Sym.SCOPE) < 0) symbols.set(known, Sym.SCOPE, scope);
    if (this.#last === known) {
      const end = Math.min(x.tree.ends[node]!, x.text.length);
      symbols.set(known, Sym.END, end);
      symbols.set(known, Sym.END_LINE, x.lineAt(Math.max(symbols.get(known, Sym.START), end - 1)));
    }
    return { symbol: known, isNew: false };
  }

  /** Lets further keys stand for a function: arities that default arguments give it. */
  alias(key: string, symbol: number): void {
    if (!this.#symbols.has(key)) this.#symbols.set(key, symbol);
  }

  /** Symbol of a function; -1 if there is none. */
  symbolOf(key: string): number {
    return this.#symbols.get(key) ?? NONE;
  }
}
