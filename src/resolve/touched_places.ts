/** The places of a file whose edges must be worked out again. */
import { Import, Ref, Sym } from "../extract/facts.ts";
import type { Mentions } from "./mentions.ts";
import type { ProjectFile } from "./project.ts";
import type { Places } from "./places.ts";

const COLUMNS = 2 ** 24;

/** Some lines and columns. */
export class TouchedPlaces implements Places {
  readonly #places = new Set<number>();

  get isEmpty(): boolean {
    return this.#places.size === 0;
  }

  has(line: number, column: number): boolean {
    return this.#places.has(line * COLUMNS + column);
  }

  /** Adds a place. */
  add(line: number, column: number): void {
    this.#places.add(line * COLUMNS + column);
  }

  /** Adds the name of a symbol, where edges stand that no reference makes. */
  addName(file: ProjectFile, symbol: number): void {
    this.add(file.symbol(symbol, Sym.NAME_LINE), file.symbol(symbol, Sym.NAME_COLUMN));
  }

  /** Adds all that is touched in a file. */
  addTouched(file: ProjectFile, mentions: Mentions): void {
    for (let row = 0; row < file.count("references"); row++) {
      if (!mentions.touchesReference(row)) continue;
      this.add(file.reference(row, Ref.LINE), file.reference(row, Ref.COLUMN));
    }
    const imports = file.table("imports");
    for (let row = 0; row < mentions.imports.length; row++) {
      const at = row * Import.STRIDE;
      if (mentions.imports[row] === 1) {
        this.add(imports[at + Import.LINE]!, imports[at + Import.COLUMN]!);
      }
    }
    for (let row = 1; row < file.count("symbols"); row++) {
      if (mentions.touchesSymbol(row)) this.addName(file, row);
    }
  }
}
