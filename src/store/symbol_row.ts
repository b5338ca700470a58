import { Flag, SYMBOL_KINDS, type SymbolKind } from "../extract/facts.ts";
import { FileFlag } from "./schema.ts";

/** A symbol as the index knows it. */
export interface StoredSymbol {
  /** Valid within this index only. */
  readonly id: number;
  readonly kind: SymbolKind;
  readonly name: string;
  readonly nameId: number;
  /** Symbol it is written in, at last the file's own; 0 for a file. */
  readonly container: number;
  /** What qualifies its name beyond its containers; undefined for most. */
  readonly qualifier: string | undefined;
  readonly fileId: number;
  /** Path of its file, relative to the root. */
  readonly file: string;
  /** Language id. */
  readonly language: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Where its name stands. */
  readonly line: number;
  readonly column: number;
  /** Bits of `Flag`. */
  readonly flags: number;
  readonly signature: string | undefined;
  readonly doc: string | undefined;
  /** Its file was written by a program. */
  readonly generated: boolean;
  /** A test, or in a file of tests. */
  readonly test: boolean;
}

/** Columns of a symbol, to be followed by joins that name the tables so, or by {@link SYMBOL_JOINS}. */
export const SYMBOL_COLUMNS = `
  s.id, s.kind, n.text, s.name, s.container, q.text, s.file, f.path, f.language, f.flags,
  s.start_line, s.end_line, s.name_line, s.name_column, s.flags, s.signature, s.doc`;

/** Tables of {@link SYMBOL_COLUMNS} beside `symbols s`. */
export const SYMBOL_JOINS = `
  JOIN names n ON n.id = s.name
  JOIN files f ON f.id = s.file
  LEFT JOIN names q ON q.id = s.qualifier`;

/** A row of {@link SYMBOL_COLUMNS}. */
export type SymbolRow = readonly [
  id: number,
  kind: number,
  name: string,
  nameId: number,
  container: number | null,
  qualifier: string | null,
  fileId: number,
  file: string,
  language: string,
  fileFlags: number,
  startLine: number,
  endLine: number,
  line: number,
  column: number,
  flags: number,
  signature: string | null,
  doc: string | null,
];

/**
 * Order by where symbols stand. Ids give none: they depend on the order in which edits came.
 */
export function byPlace(a: StoredSymbol, b: StoredSymbol): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || b.endLine - a.endLine ||
    // What one call makes stands in one place: numbers come in another order after a sync.
    (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);
}

/** Name shown for a symbol that has none in the source. */
const ANONYMOUS = "<anonymous>";

/** The symbol of a row. */
export function symbolOf(row: SymbolRow): StoredSymbol {
  const fileFlags = row[9];
  const flags = row[14];
  return {
    id: row[0],
    kind: SYMBOL_KINDS[row[1]]!,
    name: (flags & Flag.anonymous) !== 0 ? ANONYMOUS : row[2],
    nameId: row[3],
    container: row[4] ?? 0,
    qualifier: row[5] ?? undefined,
    fileId: row[6],
    file: row[7],
    language: row[8],
    startLine: row[10],
    endLine: row[11],
    line: row[12],
    column: row[13],
    flags,
    signature: row[15] ?? undefined,
    doc: row[16] ?? undefined,
    generated: (fileFlags & FileFlag.generated) !== 0,
    test: (fileFlags & FileFlag.test) !== 0 || (flags & Flag.test) !== 0,
  };
}
