/** What files said before they changed or went, as it is kept (see `FormerFiles`). */
import { cellsOf } from "../scan/documents/cells.ts";
import { type FactsRow, type FileRecord, lineRangesOf } from "./file_record.ts";
import type { StoredFile } from "./file_queries.ts";
import { FileFlag, IS_LINK_SYMBOL } from "./schema.ts";
import type { Statements } from "./statements.ts";

/** Columns that {@link STORED} has and the table of former files, too. */
export const STORED_COLUMNS =
  `path, language, size, hash, lines, encoding, flags, unreadable, cells,
  outline, tables, names, manifest, texts`;
/** What is stored of the file of an id. */
export const STORED =
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

/** Questions about former contents of files. */
export class FormerQueries {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Whether a file had another content of that size. */
  hasOfSize(path: string, size: number): boolean {
    const sql = "SELECT 1 FROM former WHERE path = ? AND size = ? LIMIT 1";
    return this.#statements.firstTuple(sql, path, size) !== undefined;
  }

  /** What a file said when it had a content: of a document, one for each of its languages. */
  ofContent(path: string, hash: string): FormerFile[] {
    const sql = `SELECT *, max(id) FROM former WHERE path = ? AND hash = ? GROUP BY language`;
    return this.#statements.all<FormerRow>(sql, path, hash).map(formerFile);
  }

  /** What is stored of a file, as if it were its former self. */
  ofStored({ id }: StoredFile): FormerFile {
    const sql = `SELECT ${STORED_COLUMNS} FROM ${STORED}`;
    return formerFile(this.#statements.first<FormerRow>(sql, id)!);
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
