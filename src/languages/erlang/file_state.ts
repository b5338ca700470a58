/** What Erlang's rules must remember of one file beyond its facts. */
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { Clauses } from "../clause_family/clauses.ts";

/** State of the file in hand; one object serves file after file. */
export class FileState {
  readonly clauses = new Clauses();
  /** Name of the module; "" in a header. */
  module = "";
  symbol = NONE;
  /** Functions that are exported, by name and arity. */
  readonly exports = new Set<string>();
  exportsAll = false;
  /** Behaviours that the module says to have. */
  readonly behaviours: string[] = [];
  /** Exported functions, with where their names stand: they may be what a behaviour asks for. */
  readonly exported = new Map<string, { readonly symbol: number; readonly node: NodeIndex }>();
  /** The type specification before the function in hand. */
  spec = NONE;
  /** Node after the type in hand. */
  typeEnd = 0;
  /** Node after the pattern in hand. */
  patternEnd = 0;

  /** Forgets the file before. */
  reset(): void {
    this.clauses.reset();
    this.module = "";
    this.symbol = NONE;
    this.exports.clear();
    this.exportsAll = false;
    this.behaviours.length = 0;
    this.exported.clear();
    this.spec = NONE;
    this.typeEnd = 0;
    this.patternEnd = 0;
  }
}
