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
  s.id, s.kind, n.text AS name, s.name AS nameId, s.container, q.text AS qualifier,
  s.file AS fileId, f.path AS file, f.language, f.flags AS fileFlags,
  s.start_line AS startLine, s.end_line AS endLine, s.name_line AS line, s.name_column AS column,
  s.flags, s.signature, s.doc`;

/** Tables of {@link SYMBOL_COLUMNS} beside `symbols s`. */
export const SYMBOL_JOINS = `
  JOIN names n ON n.id = s.name
  JOIN files f ON f.id = s.file
  LEFT JOIN names q ON q.id = s.qualifier`;

/** A row of {@link SYMBOL_COLUMNS}. */
export interface SymbolRow {
  readonly id: number;
  readonly kind: number;
  readonly name: string;
  readonly nameId: number;
  readonly container: number | null;
  readonly qualifier: string | null;
  readonly fileId: number;
  readonly file: string;
  readonly language: string;
  readonly fileFlags: number;
  readonly startLine: number;
  readonly endLine: number;
  readonly line: number;
  readonly column: number;
  readonly flags: number;
  readonly signature: string | null;
  readonly doc: string | null;
}

/** Name shown for a symbol that has none in the source. */
const ANONYMOUS = "<anonymous>";

/** The symbol of a row; member by member, since spreading a row takes three times as long. */
export function symbolOf(row: SymbolRow): StoredSymbol {
  const { flags, fileFlags } = row;
  return {
    id: row.id,
    kind: SYMBOL_KINDS[row.kind]!,
    name: (flags & Flag.anonymous) !== 0 ? ANONYMOUS : row.name,
    nameId: row.nameId,
    container: row.container ?? 0,
    qualifier: row.qualifier ?? undefined,
    fileId: row.fileId,
    file: row.file,
    language: row.language,
    startLine: row.startLine,
    endLine: row.endLine,
    line: row.line,
    column: row.column,
    flags,
    signature: row.signature ?? undefined,
    doc: row.doc ?? undefined,
    generated: (fileFlags & FileFlag.generated) !== 0,
    test: (fileFlags & FileFlag.test) !== 0 || (flags & Flag.test) !== 0,
  };
}
