/**
 * Facts as bytes, small enough to keep beside the index: a file that did not change is then never
 * parsed again, whatever changes around it.
 *
 * Neighbouring rows are alike, so each column is written as the difference to the row above, in
 * zigzag order, as a variable-length integer (seven bits a byte, least significant first). Prose is
 * left out: only the store reads it, and has it.
 */
import { type FileFacts, STRIDES, type TableName, TABLES } from "./facts.ts";

/** Facts without text: what {@link decodeFacts} gives back. */
export interface BareFacts {
  readonly tables: Readonly<Record<TableName, Int32Array>>;
  readonly unreadable: Int32Array;
  /** Numbers of the file's names, in the order of `FileFacts.strings`. */
  readonly names: Int32Array;
}

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

/** Encodes the tables of a file's facts and its names' numbers. */
export function encodeFacts(
  facts: Pick<FileFacts, "tables" | "unreadable">,
  names: Int32Array,
): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  for (const name of TABLES) writeRows(writer, facts.tables[name], STRIDES[name]);
  writeRows(writer, facts.unreadable, 1);
  writeRows(writer, names, 1);
  return writer.finish();
}

function writeRows(writer: ByteWriter, rows: Int32Array, stride: number): void {
  writer.unsigned(rows.length);
  for (let i = 0; i < rows.length; i++) {
    writer.signed(i < stride ? rows[i]! : (rows[i]! - rows[i - stride]!) | 0);
  }
}

/** Decodes what {@link encodeFacts} made. */
export function decodeFacts(bytes: Uint8Array): BareFacts {
  let at = 0;
  const unsigned = (): number => {
    let byte = bytes[at++]!;
    let value = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      value |= (byte & 127) << shift;
    }
    return value >>> 0;
  };
  const readRows = (stride: number): Int32Array => {
    const rows = new Int32Array(unsigned());
    for (let i = 0; i < rows.length; i++) {
      const value = unsigned();
      const difference = (value >>> 1) ^ -(value & 1);
      rows[i] = i < stride ? difference : difference + rows[i - stride]!;
    }
    return rows;
  };
  const tables = {} as Record<TableName, Int32Array>;
  for (const name of TABLES) tables[name] = readRows(STRIDES[name]);
  return { tables, unreadable: readRows(1), names: readRows(1) };
}
