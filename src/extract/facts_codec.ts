/**
 * Facts as bytes, small enough to keep beside the index: a file that did not change is then never
 * parsed again, whatever changes around it.
 *
 * Neighbouring rows are alike, so each column is written as the difference to the row above, in
 * zigzag order, as a variable-length integer (seven bits a byte, least significant first). Prose is
 * left out: only the store reads it, and has it.
 */
import { type FileFacts, STRIDES, type TableName } from "./facts.ts";

/** The order in which tables are written: first what is asked of every file, however few changed. */
const WRITTEN = [
  "symbols",
  "imports",
  "bindings",
  "scopes",
  "exports",
  "references",
  "expressions",
  "lists",
] as const satisfies readonly TableName[];

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

/** Encodes the tables of a file's facts. */
export function encodeTables(tables: FileFacts["tables"]): Uint8Array<ArrayBuffer> {
  for (const name of WRITTEN) writer.rows(tables[name], STRIDES[name]);
  return writer.finish();
}

/** Tables that are decoded as far as they are asked for: of most files it is the first alone. */
class EncodedTables implements Record<TableName, Int32Array> {
  readonly #decoded: Int32Array[] = [];
  #reader: ByteReader | undefined;

  constructor(bytes: Uint8Array) {
    this.#reader = new ByteReader(bytes);
  }

  get symbols(): Int32Array {
    return this.#decoded[0] ?? this.#table(0);
  }

  get imports(): Int32Array {
    return this.#decoded[1] ?? this.#table(1);
  }

  get bindings(): Int32Array {
    return this.#decoded[2] ?? this.#table(2);
  }

  get scopes(): Int32Array {
    return this.#decoded[3] ?? this.#table(3);
  }

  get exports(): Int32Array {
    return this.#decoded[4] ?? this.#table(4);
  }

  get references(): Int32Array {
    return this.#decoded[5] ?? this.#table(5);
  }

  get expressions(): Int32Array {
    return this.#decoded[6] ?? this.#table(6);
  }

  get lists(): Int32Array {
    return this.#decoded[7] ?? this.#table(7);
  }

  #table(index: number): Int32Array {
    while (this.#decoded.length <= index) {
      this.#decoded.push(this.#reader!.rows(STRIDES[WRITTEN[this.#decoded.length]!]));
    }
    if (this.#decoded.length === WRITTEN.length) this.#reader = undefined;
    return this.#decoded[index]!;
  }
}

/** Decodes what {@link encodeTables} made, each table when it is asked for. */
export function decodeTables(bytes: Uint8Array): Record<TableName, Int32Array> {
  return new EncodedTables(bytes);
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
