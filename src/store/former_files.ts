import type { DatabaseSync } from "node:sqlite";
import { cellsOf } from "../scan/documents/cells.ts";
import { explainedAtWriting } from "./errors.ts";
import { type FactsRow, type FileRecord, lineRangesOf } from "./file_record.ts";
import type { StoredFile } from "./file_queries.ts";
import { FileFlag, IS_LINK_SYMBOL } from "./schema.ts";

/** Contents of one path that are kept. */
const MOST_OF_A_PATH = 4;
/** Bytes that all of them may take. */
const MOST_BYTES = 32 * 1024 * 1024;

const STORED_COLUMNS = `path, language, size, hash, lines, encoding, flags, unreadable, cells,
  outline, tables, names, manifest, texts`;
const STORED =
  `files JOIN facts ON facts.file = files.id JOIN fact_tables ON fact_tables.file = files.id JOIN (
    SELECT json_group_array(json_array(signature, coalesce(long_docs.doc, symbols.doc))
      ORDER BY position) AS texts
    FROM symbols LEFT JOIN long_docs ON long_docs.symbol = symbols.id
    WHERE file = ?1 AND NOT (${IS_LINK_SYMBOL})
  ) WHERE files.id = ?1`;

/** What was stored of a file when it had another content. */
export interface FormerFile {
  readonly record: Omit<FileRecord, "mtimeMs" | "test">;
  /** Lines that could not be read, as pairs of first and last. */
  readonly unreadable: Int32Array;
  readonly facts: Omit<FactsRow, "file">;
  /** Signature and documentation of each symbol. */
  readonly texts: readonly (readonly [signature: string | null, doc: string | null])[];
}

interface FormerRow {
  readonly path: string;
  readonly language: string;
  readonly size: number;
  readonly hash: string;
  readonly lines: number;
  readonly encoding: string;
  readonly flags: number;
  readonly unreadable: string | null;
  readonly cells: string | null;
  readonly outline: Uint8Array<ArrayBuffer>;
  readonly tables: Uint8Array<ArrayBuffer>;
  readonly names: Uint8Array<ArrayBuffer>;
  readonly manifest: string | null;
  readonly texts: string;
}

/**
 * What files said before they changed or went, for when they come back as they were: a branch is
 * switched to and back, an edit undone. The oldest go first when there are too many.
 */
export class FormerFiles {
  readonly #database: DatabaseSync;
  readonly #path: string;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /** Keeps what is stored of a file, which is about to be replaced or removed. */
  keep({ id, path }: StoredFile): void {
    this.#run(
      `INSERT INTO former SELECT NULL, ${STORED_COLUMNS},
         length(outline) + length(tables) + length(names) + length(texts) FROM ${STORED}`,
      id,
    );
    this.#run(
      `DELETE FROM former WHERE path = ?1 AND hash NOT IN (
         SELECT hash FROM former WHERE path = ?1 GROUP BY hash ORDER BY max(id) DESC LIMIT ?2)`,
      path,
      MOST_OF_A_PATH,
    );
  }

  /** Whether a file had another content of that size. */
  hasOfSize(path: string, size: number): boolean {
    const sql = "SELECT 1 FROM former WHERE path = ? AND size = ? LIMIT 1";
    return this.#guard(() => this.#database.prepare(sql).get(path, size)) !== undefined;
  }

  /** What a file said when it had a content: of a document, one for each of its languages. */
  ofContent(path: string, hash: string): FormerFile[] {
    const sql = `SELECT *, max(id) FROM former WHERE path = ? AND hash = ? GROUP BY language`;
    const rows = this.#guard(() => this.#database.prepare(sql).all(path, hash));
    return (rows as unknown as FormerRow[]).map(formerFile);
  }

  /** What is stored of a file, as if it were its former self. */
  ofStored({ id }: StoredFile): FormerFile {
    const sql = `SELECT ${STORED_COLUMNS} FROM ${STORED}`;
    return formerFile(
      this.#guard(() => this.#database.prepare(sql).get(id)) as unknown as FormerRow,
    );
  }

  /** Forgets what a file said: it says it again. */
  forget(path: string, hash: string): void {
    this.#run("DELETE FROM former WHERE path = ? AND hash = ?", path, hash);
  }

  /** Forgets everything: files would be read in another way now. */
  forgetAll(): void {
    this.#run("DELETE FROM former");
  }

  /** Forgets the oldest of what is too much in all. */
  trim(): void {
    const sql = "SELECT sum(bytes) > ? AS isTooMuch FROM former";
    if (this.#guard(() => this.#database.prepare(sql).get(MOST_BYTES))?.["isTooMuch"] !== 1) return;
    this.#run(
      `DELETE FROM former WHERE id IN (SELECT id FROM (
         SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS total FROM former) WHERE total > ?)`,
      MOST_BYTES,
    );
  }

  #run(sql: string, ...values: (string | number)[]): void {
    this.#guard(() => this.#database.prepare(sql).run(...values));
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw explainedAtWriting(error, this.#path);
    }
  }
}

function formerFile(row: FormerRow): FormerFile {
  const { path, language, size, hash, lines, encoding, flags, unreadable, cells } = row;
  const { outline, tables, names, manifest, texts } = row;
  return {
    record: {
      path,
      language,
      size,
      hash,
      lineCount: lines,
      encoding,
      generated: (flags & FileFlag.generated) !== 0,
      manifest: (flags & FileFlag.manifest) !== 0,
      placed: (flags & FileFlag.placed) !== 0,
      ...(cells === null ? {} : { cells: cellsOf(cells) }),
    },
    unreadable: lineRangesOf(unreadable ?? ""),
    facts: { outline, tables, names, manifest },
    texts: JSON.parse(texts) as FormerFile["texts"],
  };
}
