/** The files of an index as they are stored, by what they are looked up by. */
import { append } from "../resolve/multimap.ts";
import type { FileQueries, StoredFile } from "../store/file_queries.ts";
import { partKey, type PartPlace } from "./part_key.ts";

/** All files of an index. */
export class StoredFiles {
  readonly #byKey = new Map<string, StoredFile>();
  readonly #byPath = new Map<string, StoredFile[]>();

  constructor(files: FileQueries) {
    for (const file of files.each()) this.#add(file);
  }

  /** How many there are. */
  get size(): number {
    return this.#byKey.size;
  }

  /** What is stored of a part of a file. */
  of(part: PartPlace): StoredFile | undefined {
    return this.#byKey.get(partKey(part));
  }

  /** What is stored of the file at a path: of a document, one for each of its languages. */
  at(path: string): readonly StoredFile[] {
    return this.#byPath.get(path) ?? NO_FILES;
  }

  /** All of them, in no order. */
  all(): MapIterator<StoredFile> {
    return this.#byKey.values();
  }

  /** Looks up again what is stored of the files at some paths. */
  lookUp(paths: Iterable<string>, files: FileQueries): void {
    for (const path of paths) {
      for (const file of this.at(path)) this.#byKey.delete(partKey(file));
      this.#byPath.delete(path);
      for (const file of files.partsAt(path)) this.#add(file);
    }
  }

  #add(file: StoredFile): void {
    this.#byKey.set(partKey(file), file);
    append(this.#byPath, file.path, file);
  }
}

const NO_FILES: readonly StoredFile[] = [];
