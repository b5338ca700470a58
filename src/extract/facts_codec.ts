/**
 * Facts as bytes, small enough to keep beside the index: a file that did not change is then never
 * parsed again, whatever changes around it.
 *
 * Neighbouring rows are alike, so each column is written as the difference to the row above, in
 * zigzag order, as a variable-length integer (seven bits a byte, least significant first). Prose is
 * left out: only the store reads it, and has it.
 */
import { type FileFacts, STRIDES, type TableName, TABLES } from "./facts.ts";

/** A growing array of bytes that takes variable-length integers. */
class ByteWriter {
  #bytes = new Uint8Array(1 << 14);
  #length = 0;

  signed(value: number): void {
    this.unsigned(((value << 1) ^ (value >> 31)) >>> 0);
  }

  unsigned(value: number): void {
    if (this.#length + 5 > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Reads what a {@link ByteWriter} wrote. */
class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  unsigned(): number {
    let byte = this.#bytes[this.#at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = this.#bytes[this.#at++]!;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  }
}

/** Encodes the tables of a file's facts. */
export function encodeTables(tables: FileFacts["tables"]): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  for (const name of TABLES) writeRows(writer, tables[name], STRIDES[name]);
  return writer.finish();
}

/** Decodes what {@link encodeTables} made. */
export function decodeTables(bytes: Uint8Array): Record<TableName, Int32Array> {
  const reader = new ByteReader(bytes);
  const tables = {} as Record<TableName, Int32Array>;
  for (const name of TABLES) tables[name] = readRows(reader, STRIDES[name]);
  return tables;
}

/** Encodes a list of integers, such as the numbers of a file's names. */
export function encodeIntegers(integers: Int32Array): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writeRows(writer, integers, 1);
  return writer.finish();
}

/** Decodes what {@link encodeIntegers} made. */
export function decodeIntegers(bytes: Uint8Array): Int32Array {
  return readRows(new ByteReader(bytes), 1);
}

function writeRows(writer: ByteWriter, rows: Int32Array, stride: number): void {
  writer.unsigned(rows.length);
  for (let i = 0; i < rows.length; i++) {
    writer.signed(i < stride ? rows[i]! : (rows[i]! - rows[i - stride]!) | 0);
  }
}

function readRows(reader: ByteReader, stride: number): Int32Array {
  const rows = new Int32Array(reader.unsigned());
  for (let i = 0; i < rows.length; i++) {
    const value = reader.unsigned();
    const difference = (value >>> 1) ^ -(value & 1);
    rows[i] = i < stride ? difference : difference + rows[i - stride]!;
  }
  return rows;
}
