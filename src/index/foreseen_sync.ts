/** A sync that is worked out while one waits for the end of a burst of changes. */
import { contentHashOfFile } from "../scan/content_hash.ts";
import type { StoredFile } from "../store/file_queries.ts";
import { IndexSnapshot } from "../store/index_snapshot.ts";
import { IndexUpdater } from "../store/index_updater.ts";
import type { KeptFacts } from "./kept_facts.ts";
import { settingsKey } from "./settings_key.ts";
import { Sync, type SyncSummary } from "./sync.ts";
import type { SyncOptions } from "./sync_options.ts";

/** Bytes of a file up to which it is good for a rehearsal. */
const MOST_REHEARSED = 64 * 1024;

/** What foresight needs. */
export interface ForesightOptions extends SyncOptions {
  readonly changed: readonly string[];
  readonly kept: KeptFacts;
}

/**
 * A sync of some files that was worked out and waits to be stored. If anybody wrote to the index
 * meanwhile, or a file is another again, it is of no use.
 */
export class ForeseenSync {
  readonly #options: ForesightOptions;
  readonly #sync: Sync;

  private constructor(options: ForesightOptions, sync: Sync) {
    this.#options = options;
    this.#sync = sync;
  }

  /**
   * Works out a sync of files that are said to have changed. Only reads, and takes no lock.
   *
   * @returns undefined when there is nothing to foresee: the files are as they were, or more must be
   * looked at
   * @throws {IndexError} when there is no index, or it cannot be read
   */
  static async workOut(options: ForesightOptions): Promise<ForeseenSync | undefined> {
    const { layout: { databasePath, root }, kept, changed } = options;
    using snapshot = IndexSnapshot.open(databasePath, root);
    const sync = new Sync(options, snapshot.reading, kept, "said");
    if (!sync.isOfOwnIndex || !await workedOut(sync, kept)) return undefined;
    const isAll = changed.every((path) => sync.changed.readPaths.has(path));
    return isAll ? new ForeseenSync(options, sync) : undefined;
  }

  /**
   * Stores it, if it is what another sync would come to. Only for the holder of the write lock.
   *
   * @param options what that sync is asked for
   * @param started when it began, as `performance.now()` tells it
   * @returns undefined, and nothing is stored, if something is another than it was
   */
  store(options: SyncOptions, started: number): SyncSummary | undefined {
    const { layout: { databasePath, root }, kept } = this.#options;
    if (!this.#isOf(options) || !this.#isUpToDate()) return undefined;
    using updater = IndexUpdater.open(databasePath, root);
    if (!this.#sync.isOf(updater.reading.meta())) return undefined;
    try {
      return this.#sync.store(updater, started);
    } catch (error) {
      kept.forget();
      throw error;
    }
  }

  #isOf({ layout, settings, changed }: SyncOptions): boolean {
    const own = this.#options;
    return layout.databasePath === own.layout.databasePath && layout.root === own.layout.root &&
      settingsKey(settings) === settingsKey(own.settings) &&
      new Set(changed).symmetricDifference(new Set(own.changed)).size === 0;
  }

  /** Whether the files are as they were read. */
  #isUpToDate(): boolean {
    const { layout: { root } } = this.#options;
    return this.#sync.changed.read.values().every(({ parsed: { path, hash, mtimeMs } }) => {
      try {
        const isSameTime = Deno.lstatSync(`${root}/${path}`).mtime?.getTime() === mtimeMs;
        return isSameTime && contentHashOfFile(`${root}/${path}`) === hash;
      } catch {
        return false;
      }
    });
  }
}

/**
 * Works out a sync as if files had changed that are likely to, so that all that an edit needs is there:
 * facts, grammars, and code that was run before. Nothing is stored.
 *
 * @throws {IndexError} when there is no index, or it cannot be read
 */
export async function rehearseSync(
  options: SyncOptions & { readonly kept: KeptFacts },
): Promise<void> {
  const { layout: { databasePath, root }, kept } = options;
  using snapshot = IndexSnapshot.open(databasePath, root);
  const { reading } = snapshot;
  const changed = likelyEdited(kept.open(reading.meta(), reading).all());
  if (changed.length === 0) return;
  const sync = new Sync({ ...options, changed }, reading, kept, "said", true);
  if (sync.isOfOwnIndex) await workedOut(sync, kept);
}

/** Paths of the file that was edited last, and of that of the language most files are in. */
function likelyEdited(files: Iterable<StoredFile>): readonly string[] {
  const likely = Array.from(files).filter(({ manifest, generated, size }) =>
    !manifest && !generated && size <= MOST_REHEARSED
  );
  const byLanguage = [...Map.groupBy(likely, ({ language }) => language).values()];
  const [most = []] = byLanguage.sort((a, b) => b.length - a.length);
  const paths = [lastEdited(likely), lastEdited(most)].flatMap((file) => file?.path ?? []);
  return [...new Set(paths)];
}

function lastEdited(files: readonly StoredFile[]): StoredFile | undefined {
  return files.reduce<StoredFile | undefined>(
    (last, file) => last === undefined || file.mtimeMs > last.mtimeMs ? file : last,
    undefined,
  );
}

async function workedOut(sync: Sync, kept: KeptFacts): Promise<boolean> {
  try {
    return await sync.workOut();
  } catch (error) {
    kept.forget();
    throw error;
  }
}
