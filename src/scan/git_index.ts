import type { GitRepository } from "./git_directory.ts";
import { readRegularFile, readSmallText } from "./read_regular_file.ts";

/** The paths in git's index, relative to the repository's top. */
export interface TrackedPaths {
  /** Whether git tracks the file `path`. */
  has(path: string): boolean;
  /** Whether git tracks a file beneath `directory`, which ends in `/`. */
  hasUnder(directory: string): boolean;
}

/**
 * Reads git's index file (versions 2 to 4, both hash lengths), after git's own
 * `gitformat-index(5)`.
 *
 * @returns `undefined` when there is none, or it is split or of an unknown form: then nothing is
 * known of what is tracked
 */
export function readTrackedPaths(repository: GitRepository): TrackedPaths | undefined {
  const bytes = readRegularFile(repository.gitDirectory + "/index", MAX_INDEX_BYTES);
  if (bytes === undefined) return undefined;
  const config = readSmallText(repository.commonDirectory + "/config") ?? "";
  const hashLength = /^\s*objectformat\s*=\s*sha256\s*$/im.test(config) ? 32 : 20;
  return parseGitIndex(bytes, hashLength);
}

/** About four million files. */
const MAX_INDEX_BYTES = 512 * 1024 * 1024;
const SIGNATURE = 0x44495243; // "DIRC"
const HEADER_LENGTH = 12;
const STAT_LENGTH = 40;
const EXTENDED_FLAG = 0x4000;

/** Parses the content of an index file. See {@link readTrackedPaths}. */
export function parseGitIndex(bytes: Uint8Array, hashLength: number): TrackedPaths | undefined {
  if (bytes.length < HEADER_LENGTH + hashLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(4);
  if (view.getUint32(0) !== SIGNATURE || version < 2 || version > 4) return undefined;
  const names = new Names(view.getUint32(8), bytes.length - hashLength);
  let offset = HEADER_LENGTH;
  while (!names.complete) {
    const next = version === 4
      ? readCompressedEntry(bytes, view, offset, hashLength, names)
      : readEntry(bytes, view, offset, hashLength, names);
    if (next === undefined) return undefined;
    offset = next;
  }
  return isSplit(bytes, offset, hashLength) ? undefined : names;
}

function nameStart(view: DataView, offset: number, hashLength: number): number | undefined {
  const flagsAt = offset + STAT_LENGTH + hashLength;
  if (flagsAt + 4 > view.byteLength) return undefined;
  return flagsAt + ((view.getUint16(flagsAt) & EXTENDED_FLAG) !== 0 ? 4 : 2);
}

/** Versions 2 and 3: the name in full, then one to eight NUL so that entries align to eight bytes. */
function readEntry(
  bytes: Uint8Array,
  view: DataView,
  offset: number,
  hashLength: number,
  names: Names,
): number | undefined {
  const start = nameStart(view, offset, hashLength);
  if (start === undefined) return undefined;
  const end = bytes.indexOf(0, start);
  if (end < 0) return undefined;
  names.add(bytes, start, end, 0);
  return offset + ((end - offset + 8) & ~7);
}

/** Version 4: how many bytes to drop from the previous name, then what to append, then NUL. */
function readCompressedEntry(
  bytes: Uint8Array,
  view: DataView,
  offset: number,
  hashLength: number,
  names: Names,
): number | undefined {
  let at = nameStart(view, offset, hashLength);
  if (at === undefined) return undefined;
  let byte = bytes[at++] ?? 0;
  let dropped = byte & 127;
  while ((byte & 128) !== 0) {
    byte = bytes[at++] ?? 0;
    dropped = ((dropped + 1) << 7) | (byte & 127);
  }
  const end = bytes.indexOf(0, at);
  if (end < 0 || dropped > names.lastLength) return undefined;
  names.add(bytes, at, end, names.lastLength - dropped);
  return end + 1;
}

/** A `link` extension means that most entries are in another file. */
function isSplit(bytes: Uint8Array, entriesEnd: number, hashLength: number): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = entriesEnd;
  while (offset + 8 <= bytes.length - hashLength) {
    if (view.getUint32(offset) === 0x6c696e6b) return true; // "link"
    offset += 8 + view.getUint32(offset + 4);
  }
  return false;
}

/** The names as UTF-8 bytes in one buffer, in the index's own order, which is by bytes. */
class Names implements TrackedPaths {
  readonly #count: number;
  readonly #ends: Uint32Array;
  #bytes: Uint8Array;
  #added = 0;

  constructor(count: number, upperBound: number) {
    // An entry takes more than 62 bytes; a false count must not make a huge array.
    this.#count = count;
    this.#ends = new Uint32Array(Math.min(count, upperBound / 62 | 0) + 1);
    this.#bytes = new Uint8Array(upperBound);
  }

  get complete(): boolean {
    return this.#added >= this.#count || this.#added >= this.#ends.length;
  }

  get lastLength(): number {
    return this.#added === 0 ? 0 : this.#end(this.#added - 1) - this.#start(this.#added - 1);
  }

  /** Adds a name: the first `kept` bytes of the last one, then `source` from `start` to `end`. */
  add(source: Uint8Array, start: number, end: number, kept: number): void {
    const at = this.#start(this.#added);
    const length = kept + end - start;
    if (at + length > this.#bytes.length) this.#grow(at + length);
    if (kept > 0) {
      const last = this.#start(this.#added - 1);
      this.#bytes.copyWithin(at, last, last + kept);
    }
    this.#bytes.set(source.subarray(start, end), at + kept);
    this.#ends[this.#added++] = at + length;
  }

  has(path: string): boolean {
    const wanted = encoder.encode(path);
    const found = this.#lowerBound(wanted);
    return found < this.#added && this.#end(found) - this.#start(found) === wanted.length &&
      this.#compare(found, wanted) === 0;
  }

  hasUnder(directory: string): boolean {
    const wanted = encoder.encode(directory);
    const found = this.#lowerBound(wanted);
    return found < this.#added && this.#compare(found, wanted) === 0;
  }

  #grow(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  #start(index: number): number {
    return index === 0 ? 0 : this.#end(index - 1);
  }

  #end(index: number): number {
    return this.#ends[index] ?? 0;
  }

  /** The first name that is not less than `wanted`, a name that starts with it being equal. */
  #lowerBound(wanted: Uint8Array): number {
    let low = 0;
    let high = this.#added;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(middle, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Compares a name's first bytes with `wanted`; 0 when the name starts with it. */
  #compare(index: number, wanted: Uint8Array): number {
    const start = this.#start(index);
    const length = this.#end(index) - start;
    for (let i = 0; i < wanted.length; i++) {
      if (i >= length) return -1;
      const difference = (this.#bytes[start + i] ?? 0) - (wanted[i] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

const encoder = new TextEncoder();
