/** Facts kept in memory from one sync to the next, while edits come one after the other. */
import type { FileFacts } from "../extract/facts.ts";
import { NameTable } from "../resolve/name_table.ts";
import type { FactQueries } from "../store/fact_queries.ts";
import { partKey } from "./part_key.ts";

/** The facts of a file as they were read. */
export interface KeptFile {
  readonly hash: string;
  readonly facts: FileFacts;
  readonly nameIds: Int32Array;
}

/** The facts of one index. They belong to the build that they were read from. */
export class KeptFacts {
  #build: string | undefined;
  #names = new NameTable();
  #source: FactQueries | undefined;
  readonly #files = new Map<string, KeptFile>();

  /** Names of the index, in the order of their ids; the caller adds those that are missing. */
  get names(): NameTable {
    return this.#names;
  }

  /**
   * Makes sure that what is kept is of a build of the index, else forgets it.
   * @param nameCount how many names that index has
   */
  require(build: string, nameCount: number): void {
    if (this.#build === build && this.#names.count <= nameCount) return;
    this.forget();
    this.#build = build;
  }

  /** The facts of a file, if they are kept and of that content. */
  file(path: string, hash: string, language: string): KeptFile | undefined {
    const file = this.#files.get(partKey({ path, language }));
    return file?.hash === hash ? file : undefined;
  }

  /** Keeps the facts of a file. */
  keep(path: string, file: KeptFile): void {
    this.#files.set(partKey({ path, language: file.facts.language }), file);
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
    this.#build = undefined;
    this.#names = new NameTable();
    this.#files.clear();
  }
}
