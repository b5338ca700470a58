import type { DatabaseSync } from "node:sqlite";
import { Flag } from "../extract/facts.ts";
import { explainedAtWriting } from "./errors.ts";

const EXPORTED_IN = `SELECT s.file, s.position FROM symbols s JOIN files f ON f.id = s.file
  WHERE f.language = ? AND s.flags & ${Flag.exported} <> 0`;
const MARK = `UPDATE symbols SET flags = flags | ${Flag.exported} WHERE file = ? AND position = ?`;
const UNMARK = `UPDATE symbols SET flags = flags & ~${Flag.exported}
  WHERE file = ? AND position = ?`;

/** Which stored symbols are exported, where lists apart from the definitions say it. */
export class ExportedMarks {
  readonly #database: DatabaseSync;
  readonly #path: string;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /**
   * Marks the exported symbols of a language, and no other of its symbols.
   * @param wanted positions of the exported symbols, by file
   * @throws {IndexWriteError}
   */
  set(language: string, wanted: ReadonlyMap<number, ReadonlySet<number>>): void {
    try {
      const marked = this.#marked(language);
      this.#runWhereMissing(MARK, wanted, marked);
      this.#runWhereMissing(UNMARK, marked, wanted);
    } catch (error) {
      throw explainedAtWriting(error, this.#path);
    }
  }

  /**
   * Marks exported symbols of files that were just stored. @param wanted as of {@link set}
   * @throws {IndexWriteError}
   */
  add(wanted: ReadonlyMap<number, ReadonlySet<number>>): void {
    try {
      this.#runWhereMissing(MARK, wanted, new Map());
    } catch (error) {
      throw explainedAtWriting(error, this.#path);
    }
  }

  #marked(language: string): ReadonlyMap<number, ReadonlySet<number>> {
    const marked = new Map<number, Set<number>>();
    const rows = this.#database.prepare(EXPORTED_IN).all(language) as unknown as Place[];
    for (const { file, position } of rows) {
      const known = marked.get(file);
      if (known === undefined) marked.set(file, new Set([position]));
      else known.add(position);
    }
    return marked;
  }

  /** Runs a statement for each place of `some` that `others` do not have. */
  #runWhereMissing(
    statement: string,
    some: ReadonlyMap<number, ReadonlySet<number>>,
    others: ReadonlyMap<number, ReadonlySet<number>>,
  ): void {
    const prepared = this.#database.prepare(statement);
    for (const [file, positions] of some) {
      const known = others.get(file);
      for (const position of positions) {
        if (known?.has(position) !== true) prepared.run(file, position);
      }
    }
  }
}

/** Where a symbol is stored. */
interface Place {
  readonly file: number;
  readonly position: number;
}
