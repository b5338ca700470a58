import { IndexError } from "../store/errors.ts";
import { IndexStore } from "../store/index_store.ts";

/** Indexes kept open at once: few work on more than one project. */
const MOST_OPEN = 3;

interface OpenStore {
  readonly store: IndexStore;
  readonly file: string;
}

/** The indexes that a reader has open, each opened anew when another file took its place. */
export class OpenStores {
  readonly #open = new Map<string, OpenStore>();

  /** @throws {IndexError} when there is no index, or none that can be read */
  at(databasePath: string, root: string): IndexStore {
    const file = identityOf(databasePath);
    const known = this.#open.get(databasePath);
    if (known !== undefined && known.file === file) return known.store;
    this.#close(databasePath);
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size >= MOST_OPEN) this.#close(oldest);
    const store = IndexStore.open(databasePath, root);
    this.#open.set(databasePath, { store, file });
    store.keepPages();
    return store;
  }

  /** Closes an index that turned out to be no good. */
  closeIfBroken(error: unknown, databasePath: string): void {
    if (error instanceof IndexError) this.#close(databasePath);
  }

  /** Gives back memory that nobody needs for now. */
  rest(): void {
    for (const { store } of this.#open.values()) store.rest();
  }

  #close(databasePath: string): void {
    this.#open.get(databasePath)?.store[Symbol.dispose]();
    this.#open.delete(databasePath);
  }
}

/** Tells a file from the one that stood at its path before; "" when there is none. */
function identityOf(path: string): string {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev}:${ino ?? ""}`;
  } catch {
    return "";
  }
}
