/** What is kept of an index in memory from one sync to the next, while edits come one after the other. */
import type { FileFacts } from "../extract/facts.ts";
import { NameTable } from "../resolve/name_table.ts";
import { SymbolHolders } from "../resolve/symbol_holders.ts";
import type { StoredFile } from "../store/file_queries.ts";
import type { FactQueries } from "../store/fact_queries.ts";
import type { IndexReading } from "../store/index_reading.ts";
import { StoredFiles } from "./stored_files.ts";

/** Bytes of tables that are kept; a sync that needs more reads them anew. */
const MOST_BYTES = 192 * 1024 * 1024;

/** The facts of a part of a file as they were read. */
export interface KeptFile {
  readonly path: string;
  readonly hash: string;
  readonly facts: FileFacts;
  readonly nameIds: Int32Array;
}

/** Facts, names and files of one index. They belong to the build that they were read from. */
export class KeptFacts {
  readonly #mostBytes: number;
  #build: string | undefined;
  /** Of the index, as {@link #stored} says what is in it. */
  #revision: string | undefined;
  #stored: StoredFiles | undefined;
  #names = new NameTable();
  /** How many names the index has. */
  #storedNames = 0;
  #opening = 0;
  #facts: FactQueries | undefined;
  #source: FactQueries | undefined;
  #holders = new SymbolHolders();
  /** By stored id. */
  readonly #files = new Map<number, KeptFile>();

  /** @param mostBytes bytes of tables that are kept */
  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

  /** Names of the index, in the order of their ids, once they are {@link loadNames loaded}. */
  get names(): NameTable {
    return this.#names;
  }

  /** Changes whenever the index is opened anew: what was found before has no numbers any more. */
  get opening(): number {
    return this.#opening;
  }

  /**
   * Makes sure that what is kept is of a build of the index, else forgets it. Names that were found
   * since the last time and are not stored are forgotten: others may get their numbers.
   *
   * @param meta what the index says of itself
   * @returns the files of the index; they are read if others were there when it was last looked at
   */
  open(meta: ReadonlyMap<string, string>, { facts, files }: IndexReading): StoredFiles {
    this.#opening++;
    this.#withdraw();
    const build = meta.get("build") ?? "";
    this.#storedNames = facts.nameCount();
    if (this.#build !== build || this.#names.count > this.#storedNames) this.forget();
    this.#build = build;
    this.#facts = facts;
    const revision = meta.get("revision");
    if (this.#stored === undefined || this.#revision !== revision) {
      this.#stored = new StoredFiles(files);
      this.#revision = revision;
    }
    return this.#stored;
  }

  /** Adds the names that the opened index has and that are not kept yet. */
  loadNames(): void {
    const { count } = this.#names;
    if (count < this.#storedNames) this.#names.append(this.#facts!.names(count));
  }

  /**
   * What was found new is stored now.
   * @param revision of the index as it is now
   * @param nameCount how many names it has
   */
  settle(revision: string, nameCount: number): void {
    this.#revision = revision;
    this.#storedNames = nameCount;
    this.#withdraw();
    this.#letGo();
  }

  #letGo(): void {
    const outlines = Array.from(this.#files.values()).flatMap(({ facts }) => facts.outline ?? []);
    const bytes = outlines.reduce((sum, { readBytes }) => sum + readBytes, 0);
    if (bytes <= this.#mostBytes) return;
    for (const outline of outlines) outline.letGo();
  }

  #withdraw(): void {
    this.#names.truncate(Math.min(this.#names.count, this.#storedNames));
    this.#facts = undefined;
    this.#source = undefined;
  }

  /** Which files have symbols of a name, as far as that is kept. */
  get holders(): SymbolHolders {
    return this.#holders;
  }

  /** The facts of a stored file, if they are kept and of that content. */
  file({ id, path, language, hash }: StoredFile): KeptFile | undefined {
    const file = this.#files.get(id);
    // Of a file that went, another may get the number.
    return file?.hash === hash && file.path === path && file.facts.language === language
      ? file
      : undefined;
  }

  /** Keeps the facts of a file. @param id its stored number */
  keep(id: number, file: KeptFile): void {
    this.#files.set(id, file);
  }

  /** Where tables are read that are asked for; undefined while what is stored is not what is kept. */
  set source(stored: FactQueries | undefined) {
    this.#source = stored;
  }

  /** Tables of a file, as they are stored. */
  tables(path: string, language: string): Uint8Array {
    if (this.#source === undefined) throw new Error(`the facts of ${path} cannot be read now`);
    return this.#source.tables(path, language);
  }

  /** Drops everything: a sync that failed may have numbered names that were not stored. */
  forget(): void {
    this.#opening++;
    this.#build = undefined;
    this.#revision = undefined;
    this.#stored = undefined;
    this.#names = new NameTable();
    this.#holders = new SymbolHolders();
    this.#files.clear();
  }
}
