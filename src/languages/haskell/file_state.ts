/** What Haskell's rules must remember of one file beyond its facts. */
import { NONE } from "../../extract/syntax_tree.ts";
import { Clauses } from "../clause_family/clauses.ts";

/** State of the file in hand; one object serves file after file. */
export class FileState {
  readonly clauses = new Clauses();
  /** Types of the file, by name. */
  readonly types = new Map<string, number>();
  /** Fields that have a symbol, by the type that they are of: constructors may share them. */
  readonly fields = new Set<string>();
  /** Scope of the module: where names of the top level stand. */
  moduleScope = 0;
  /** Type whose constructors and fields are read. */
  type = NONE;
  /** Node after the type, the header or the imports in hand: no values are in there. */
  typeEnd = 0;
  /** Node after the pattern in hand. */
  patternEnd = 0;

  /** Forgets the file before. */
  reset(): void {
    this.clauses.reset();
    this.types.clear();
    this.fields.clear();
    this.moduleScope = 0;
    this.type = NONE;
    this.typeEnd = 0;
    this.patternEnd = 0;
  }
}
