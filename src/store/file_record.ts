import type { CellStarts } from "../scan/documents/cells.ts";
import type { SkippedPath } from "../scan/skip.ts";
import { FileFlag } from "./schema.ts";

/** What the index keeps of one file; of a document, one for each language that it embeds. */
export interface FileRecord {
  /** Relative to the root, `/` separated. */
  readonly path: string;
  /** Language id. */
  readonly language: string;
  /** Bytes. */
  readonly size: number;
  /** Last modification, whole milliseconds since 1970. */
  readonly mtimeMs: number;
  /** Of the bytes. */
  readonly hash: string;
  /** Of a document, those with code of that language. */
  readonly lineCount: number;
  readonly encoding: string;
  /** Written by a program. */
  readonly generated: boolean;
  /** No source: says where modules lie. */
  readonly manifest: boolean;
  /** What it says may be something else where it lies in another directory. */
  readonly placed: boolean;
  /** Holds tests, by its path. */
  readonly test: boolean;
  /** Of a notebook, where its cells start: its lines are counted through all of them. */
  readonly cells?: CellStarts;
}

/** Columns of the symbols that go to the store, files one after the other. */
export const SymbolColumn = {
  KIND: 0,
  /** Store id of the name. */
  NAME: 1,
  /** Store id of the symbol it is written in; 0 for a file. */
  CONTAINER: 2,
  START_LINE: 3,
  END_LINE: 4,
  NAME_LINE: 5,
  NAME_COLUMN: 6,
  FLAGS: 7,
  /** Store id of a name; 0 for none. */
  QUALIFIER: 8,
  /** Index into the file's prose; -1 for none. */
  SIGNATURE: 9,
  DOC: 10,
  STRIDE: 11,
} as const;

/** Files with their symbols, as they cross to the writer. */
export interface FileChunk {
  /** Store ids of the files. */
  readonly fileIds: Int32Array;
  /** Store id of the first symbol; the others follow. */
  readonly firstSymbol: number;
  readonly files: readonly FileRecord[];
  /** Number of symbols of each file. */
  readonly symbolCounts: Int32Array;
  readonly symbols: Int32Array;
  /** Each file's signatures and documentation: UTF-8, separated by NUL. */
  readonly prose: readonly Uint8Array[];
  /** Each file's unreadable lines, as pairs of first and last. */
  readonly unreadable: readonly Int32Array[];
}

/** A symbol that comes from a bridge or a framework. Numbers are those of the store. */
export interface LinkSymbolRow {
  readonly file: number;
  /** The file's own symbol. */
  readonly container: number;
  readonly kind: number;
  readonly name: number;
  readonly line: number;
  readonly column: number;
  readonly signature: string;
}

/** A file's facts, encoded, so that names can be resolved again without parsing. */
export interface FactsRow {
  /** Store id of the file. */
  readonly file: number;
  readonly outline: Uint8Array<ArrayBuffer>;
  readonly tables: Uint8Array<ArrayBuffer>;
  /** Ids of the file's names among the facts' names. */
  readonly names: Uint8Array<ArrayBuffer>;
  /** What a manifest says, as JSON. */
  readonly manifest: string | null;
}

/** A path that is left out; of a file that had to be read for that, what tells whether it changed since. */
export interface SkippedFile extends SkippedPath {
  /** Bytes. */
  readonly size?: number;
  /** Whole milliseconds since 1970. */
  readonly mtimeMs?: number;
}

/** Bits of `FileFlag` for a file. */
export function fileFlags({ generated, manifest, test, placed }: FileRecord): number {
  return (generated ? FileFlag.generated : 0) | (manifest ? FileFlag.manifest : 0) |
    (test ? FileFlag.test : 0) | (placed ? FileFlag.placed : 0);
}

/** `3-5,9-9` for the pairs 3, 5, 9, 9. */
export function lineRanges(pairs: Int32Array): string {
  const ranges: string[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    const [first, last] = [pairs[i]!, pairs[i + 1]!];
    ranges.push(first === last ? String(first) : `${first}-${last}`);
  }
  return ranges.join(",");
}

/** Reads what {@link lineRanges} wrote. */
export function lineRangesOf(text: string): Int32Array {
  if (text === "") return new Int32Array(0);
  return Int32Array.from(
    text.split(",").flatMap((range) => {
      const [first, last = first] = range.split("-");
      return [Number(first), Number(last)];
    }),
  );
}

/** Something that bridges and frameworks asked of the project. */
export interface AskedRow {
  readonly topic: string;
  /** Encoded numbers of names of facts, less one. */
  readonly names: Uint8Array<ArrayBuffer>;
  /** A list of texts as JSON. */
  readonly texts: string;
}
