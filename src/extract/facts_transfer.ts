/**
 * Facts on their way from a parse worker to the indexer.
 *
 * Tables cross as one transferred buffer a file. Names are the costly part: most files repeat the
 * names of others, so each worker numbers the distinct names that it meets and sends every name
 * once; a file then carries numbers. Looking names up in a table of strings is so done in the
 * workers, in parallel, and only once a worker and name by the indexer.
 */
import { type FileFacts, type TableName, TABLES } from "./facts.ts";
import { type EncodedTables, encodeTables } from "./facts_codec.ts";

/** The facts of one file, ready to cross. */
export interface PackedFacts {
  readonly language: string;
  /** Lengths of the parts, then the tables, the names' numbers, the unreadable lines. */
  readonly integers: Int32Array<ArrayBuffer>;
  /** Signatures and documentation: UTF-8, separated by NUL. */
  readonly prose: Uint8Array<ArrayBuffer>;
  /** The tables once more, as the store keeps them. */
  readonly encoded: EncodedTables;
  readonly manifest?: unknown;
}

/** Names on their way, separated by NUL. */
export interface PackedNames {
  readonly joined: string;
  readonly count: number;
}

const PARTS = TABLES.length + 2;
const NAMES = TABLES.length;
const UNREADABLE = TABLES.length + 1;

/** Worker side: numbers names, and packs facts. */
export class FactsPacker {
  readonly #numbers = new Map<string, number>();
  #fresh = new Map<string, number>();
  readonly #encoder = new TextEncoder();

  /** Packs the facts of one file. */
  pack(facts: FileFacts): PackedFacts {
    const { tables, strings, unreadable } = facts;
    let size = PARTS + strings.length + unreadable.length;
    for (const table of TABLES) size += tables[table].length;
    const integers = new Int32Array(size);
    let at = PARTS;
    for (const [part, table] of TABLES.entries()) {
      integers[part] = tables[table].length;
      integers.set(tables[table], at);
      at += tables[table].length;
    }
    integers[NAMES] = strings.length;
    for (const name of strings) integers[at++] = this.#number(name);
    integers[UNREADABLE] = unreadable.length;
    integers.set(unreadable, at);
    const prose = this.#encoder.encode(facts.prose.map(withoutSeparator).join(SEPARATOR));
    const { language, manifest } = facts;
    const encoded = encodeTables(tables);
    return { language, integers, prose, encoded, ...(manifest === undefined ? {} : { manifest }) };
  }

  /** The names numbered since the last call, to be sent before or with the facts that use them. */
  takeFreshNames(): PackedNames {
    const count = this.#fresh.size;
    const joined = [...this.#fresh.keys()].join(SEPARATOR);
    // A name cut out of a file's text keeps all of that text in memory: keep cuts of this text.
    let number = this.#numbers.size;
    for (const name of unjoined(joined, count)) this.#numbers.set(name, number++);
    this.#fresh = new Map();
    return { joined, count };
  }

  #number(text: string): number {
    const name = withoutSeparator(text);
    const known = this.#numbers.get(name) ?? this.#fresh.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size + this.#fresh.size;
    this.#fresh.set(name, number);
    return number;
  }
}

/** Indexer side: one for each worker, since each numbers names on its own. */
export class FactsUnpacker {
  readonly #intern: (name: string) => number;
  #globalIds = new Int32Array(1 << 12);
  #count = 0;

  /** @param intern gives a name's id in the project */
  constructor(intern: (name: string) => number) {
    this.#intern = intern;
  }

  /** Takes what {@link FactsPacker.takeFreshNames} gave. */
  acceptNames({ joined, count }: PackedNames): void {
    if (this.#count + count > this.#globalIds.length) {
      const larger = new Int32Array(Math.max(this.#globalIds.length * 2, this.#count + count));
      larger.set(this.#globalIds);
      this.#globalIds = larger;
    }
    for (const name of unjoined(joined, count)) {
      this.#globalIds[this.#count++] = this.#intern(name);
    }
  }

  /** The facts, without strings and prose, and the project's ids of the file's names. */
  unpack(packed: PackedFacts): { facts: FileFacts; nameIds: Int32Array } {
    const { integers, language, manifest } = packed;
    const tables = {} as Record<TableName, Int32Array>;
    let at = PARTS;
    for (const [part, table] of TABLES.entries()) {
      tables[table] = integers.subarray(at, at += integers[part]!);
    }
    const nameIds = integers.subarray(at, at += integers[NAMES]!);
    for (let i = 0; i < nameIds.length; i++) nameIds[i] = this.#globalIds[nameIds[i]!]!;
    const unreadable = integers.subarray(at, at + integers[UNREADABLE]!);
    const facts: FileFacts = {
      language,
      strings: NO_STRINGS,
      prose: NO_STRINGS,
      tables,
      unreadable,
      ...(manifest === undefined ? {} : { manifest }),
    };
    return { facts, nameIds };
  }
}

const NO_STRINGS: readonly string[] = [];
const SEPARATOR = "\0";

function unjoined(joined: string, count: number): readonly string[] {
  return count === 0 ? NO_STRINGS : joined.split(SEPARATOR);
}

/** Text files have no NUL in their first kilobytes, but may have one later. */
function withoutSeparator(text: string): string {
  return text.includes(SEPARATOR) ? text.replaceAll(SEPARATOR, "\uFFFD") : text;
}
