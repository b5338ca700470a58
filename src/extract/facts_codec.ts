/**
 * Facts as bytes, small enough to keep beside the index: a file that did not change is then never
 * parsed again, whatever changes around it.
 *
 * Neighbouring rows are alike, so each column is written as the difference to the row above, in
 * zigzag order, as a variable-length integer (seven bits a byte, least significant first). Prose is
 * left out: only the store reads it, and has it.
 */
import { type FileFacts, STRIDES, type TableName, TABLES } from "./facts.ts";

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
  for (const name of TABLES) writer.rows(tables[name], STRIDES[name]);
  return writer.finish();
}

/** Decodes what {@link encodeTables} made. */
export function decodeTables(bytes: Uint8Array): Record<TableName, Int32Array> {
  const reader = new ByteReader(bytes);
  const tables = {} as Record<TableName, Int32Array>;
  for (const name of TABLES) tables[name] = reader.rows(STRIDES[name]);
  return tables;
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
