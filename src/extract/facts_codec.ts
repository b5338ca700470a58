/**
 * Facts as bytes, small enough to keep beside the index: a file that did not change is then never
 * parsed again, whatever changes around it.
 *
 * Neighbouring rows are alike, so each column is written as the difference to the row above, in
 * zigzag order, as a variable-length integer (seven bits a byte, least significant first). Prose is
 * left out: only the store reads it, and has it.
 */
import {
  type FactsOutline,
  type FileFacts,
  namesOf,
  STRIDES,
  Sym,
  type TableName,
} from "./facts.ts";

/** The order in which tables are written: first what is asked of most files that an edit touches. */
const WRITTEN = [
  "symbols",
  "bindings",
  "scopes",
  "exports",
  "references",
  "expressions",
  "lists",
] as const satisfies readonly TableName[];

const PLACES: ReadonlyMap<TableName, number> = new Map(WRITTEN.map((name, at) => [name, at]));

/** Bytes that a variable-length integer may take. */
const LONGEST_INTEGER = 5;

/** A growing array of bytes that takes variable-length integers. */
class ByteWriter {
  #bytes = new Uint8Array(1 << 14);
  #length = 0;

  /**
   * Writes how many rows there are, then each column as the difference to the row above. One loop
   * over local variables: every integer of every file goes through here.
   */
  rows(rows: Int32Array, stride: number): void {
    this.#reserve((rows.length + 1) * LONGEST_INTEGER);
    const bytes = this.#bytes;
    let length = this.#length;
    for (let i = -1; i < rows.length; i++) {
      const difference = i < 0 ? 0 : i < stride ? rows[i]! : (rows[i]! - rows[i - stride]!) | 0;
      let rest = i < 0 ? rows.length : ((difference << 1) ^ (difference >> 31)) >>> 0;
      while (rest > 127) {
        bytes[length++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      bytes[length++] = rest;
    }
    this.#length = length;
  }

  /** A copy of what was written; the writer can then be used again. */
  finish(): Uint8Array<ArrayBuffer> {
    const written = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return written;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Used again and again, since files are encoded one after the other. */
const writer = new ByteWriter();

/** Reads what a {@link ByteWriter} wrote. */
class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** What {@link ByteWriter.rows} wrote. One loop over local variables, too. */
  rows(stride: number): Int32Array {
    const bytes = this.#bytes;
    let at = this.#at;
    let rows = NO_ROWS;
    for (let i = -1; i < rows.length; i++) {
      let byte = bytes[at++]!;
      let value = byte & 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!;
        value |= (byte & 127) << shift;
      }
      if (i < 0) rows = new Int32Array(value >>> 0);
      else {
        const difference = (value >>> 1) ^ -(value & 1);
        rows[i] = i < stride ? difference : difference + rows[i - stride]!;
      }
    }
    this.#at = at;
    return rows;
  }
}

const NO_ROWS = new Int32Array(0);

/** The tables of a file's facts in two parts: of most files a sync asks for the first one alone. */
export interface EncodedTables {
  /** How many rows the tables have, what is imported, and names of symbols. */
  readonly outline: Uint8Array<ArrayBuffer>;
  /** All other tables. */
  readonly tables: Uint8Array<ArrayBuffer>;
}

/** Encodes the tables of a file's facts. */
export function encodeTables(tables: FileFacts["tables"]): EncodedTables {
  const counts = WRITTEN.map((name) => tables[name].length / STRIDES[name]);
  writer.rows(Int32Array.of(...counts, hasQualifiers(tables.symbols) ? 1 : 0), 1);
  writer.rows(tables.imports, STRIDES.imports);
  writer.rows(namesOf(tables.symbols), 1);
  const outline = writer.finish();
  for (const name of WRITTEN) writer.rows(tables[name], STRIDES[name]);
  return { outline, tables: writer.finish() };
}

function hasQualifiers(symbols: Int32Array): boolean {
  for (let at = Sym.QUALIFIER; at < symbols.length; at += Sym.STRIDE) {
    if (symbols[at]! >= 0) return true;
  }
  return false;
}

/** Tables that are read and decoded as far as they are asked for. */
export class StoredTables implements Record<TableName, Int32Array>, FactsOutline {
  readonly imports: Int32Array;
  readonly hasQualifiers: boolean;
  readonly symbolNames: Int32Array;
  readonly #counts: Int32Array;
  #decoded: Int32Array[] = [];
  readonly #read: () => Uint8Array;
  #reader: ByteReader | undefined;

  /** @param read gives the part of {@link EncodedTables} that is asked for last, when it is */
  constructor(outline: Uint8Array, read: () => Uint8Array) {
    const reader = new ByteReader(outline);
    this.#counts = reader.rows(1);
    this.imports = reader.rows(STRIDES.imports);
    this.symbolNames = reader.rows(1);
    this.hasQualifiers = this.#counts[WRITTEN.length] === 1;
    this.#read = read;
  }

  /** Rows of a table, which is not decoded for that. */
  count(name: TableName): number {
    if (name === "imports") return this.imports.length / STRIDES.imports;
    return this.#counts[PLACES.get(name)!]!;
  }

  get readBytes(): number {
    return this.#decoded.reduce((bytes, table) => bytes + table.byteLength, 0);
  }

  letGo(): void {
    this.#decoded = [];
    this.#reader = undefined;
  }

  get symbols(): Int32Array {
    return this.#decoded[0] ?? this.#table(0);
  }

  get bindings(): Int32Array {
    return this.#decoded[1] ?? this.#table(1);
  }

  get scopes(): Int32Array {
    return this.#decoded[2] ?? this.#table(2);
  }

  get exports(): Int32Array {
    return this.#decoded[3] ?? this.#table(3);
  }

  get references(): Int32Array {
    return this.#decoded[4] ?? this.#table(4);
  }

  get expressions(): Int32Array {
    return this.#decoded[5] ?? this.#table(5);
  }

  get lists(): Int32Array {
    return this.#decoded[6] ?? this.#table(6);
  }

  #table(index: number): Int32Array {
    const reader = this.#reader ??= new ByteReader(this.#read());
    while (this.#decoded.length <= index) {
      this.#decoded.push(reader.rows(STRIDES[WRITTEN[this.#decoded.length]!]));
    }
    if (this.#decoded.length === WRITTEN.length) this.#reader = undefined;
    return this.#decoded[index]!;
  }
}

/** Encodes a list of integers, such as the numbers of a file's names. */
export function encodeIntegers(integers: Int32Array): Uint8Array<ArrayBuffer> {
  writer.rows(integers, 1);
  return writer.finish();
}

/** Decodes what {@link encodeIntegers} made. */
export function decodeIntegers(bytes: Uint8Array): Int32Array {
  return new ByteReader(bytes).rows(1);
}
