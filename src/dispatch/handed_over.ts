/**
 * Functions and classes that are handed over to be run later, by what has them run. Tests hand over what
 * watches or stands in for something: code that is no test never meets it.
 */
import type { ProjectFile } from "../resolve/project.ts";
import { isTestPath } from "../resolve/test_path.ts";

/** What is handed over under one key. */
interface Handed {
  /** By code that is no test. */
  readonly always: Set<number>;
  /** By tests. */
  readonly inTests: Set<number>;
}

/** Symbols that were handed over, by key. */
export class HandedOver<Key = string> {
  readonly #handed = new Map<Key, Handed>();

  get isEmpty(): boolean {
    return this.#handed.size === 0;
  }

  keys(): Iterable<Key> {
    return this.#handed.keys();
  }

  has(key: Key): boolean {
    return this.#handed.has(key);
  }

  /** Notes that code in a file hands a symbol over. */
  add(key: Key, symbol: number, file: ProjectFile): void {
    const handed = this.#handed.get(key) ?? { always: new Set(), inTests: new Set() };
    this.#handed.set(key, handed);
    (isTestPath(file.path) ? handed.inTests : handed.always).add(symbol);
  }

  /** All that code in a file may run by some keys: of what only tests hand over, tests alone. */
  metIn(file: ProjectFile, keys: Iterable<Key>): Set<number> {
    const met = new Set<number>();
    const isTest = isTestPath(file.path);
    for (const key of keys) {
      const handed = this.#handed.get(key);
      handed?.always.forEach((symbol) => met.add(symbol));
      if (isTest) handed?.inTests.forEach((symbol) => met.add(symbol));
    }
    return met;
  }
}
