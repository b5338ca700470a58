/** Brings an index up to date: what changed is read again, what that touches is resolved again. */
import { loadLanguages } from "../languages/registry.ts";
import { Project } from "../resolve/project.ts";
import { CorruptIndexError, OutdatedIndexError } from "../store/errors.ts";
import type { IndexReading } from "../store/index_reading.ts";
import { IndexUpdater } from "../store/index_updater.ts";
import { ChangedFiles, type Scope } from "./changed_files.ts";
import { isOwnIndex } from "./engine.ts";
import type { ForeseenSync } from "./foreseen_sync.ts";
import { fullIndex } from "./full_index.ts";
import { GraphChange } from "./graph_change.ts";
import { KeptFacts } from "./kept_facts.ts";
import { removeBuild } from "./place_index.ts";
import { scanProject } from "./scan_project.ts";
import { settingsKey } from "./settings_key.ts";
import type { StoredFiles } from "./stored_files.ts";
import type { SyncOptions } from "./sync_options.ts";
import { takeWriteLock } from "./write_lock.ts";

/** What a sync did. */
export interface SyncSummary {
  /** Paths of the files that are new, changed or gone, each in path order. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Files that were parsed; others of those above have a content that they had before. */
  readonly parsed: number;
  /** Files of which only the edges were worked out again. */
  readonly resolvedAgain: number;
  /**
   * Directories that hold what may be source, ending in `/`; the root is an empty text. Undefined when
   * only some files were looked at.
   */
  readonly directories: readonly string[] | undefined;
  /** The whole index was built anew, since it was damaged or made by another version. */
  readonly rebuilt: boolean;
  readonly milliseconds: number;
  /** Where the index from before is, since it was damaged. */
  readonly setAside?: string;
}

/**
 * Brings the index of a project up to date. Afterwards it says the same as a new one would.
 *
 * @param foreseen the same sync, worked out already; it counts if all is still as it was then
 * @throws {IndexError} when there is no index, or another process writes it
 * @throws the signal's reason, once it is aborted
 */
export async function syncIndex(
  options: SyncOptions,
  foreseen?: ForeseenSync,
): Promise<SyncSummary> {
  const started = performance.now();
  const { layout } = options;
  let damaged = false;
  try {
    using _lock = takeWriteLock(layout.lockPath);
    // Whoever began to build one is dead: the lock would be his.
    removeBuild(layout.databasePath);
    const summary = foreseen?.store(options, started) ?? await syncLocked(options, started);
    if (summary !== undefined) return summary;
  } catch (error) {
    damaged = error instanceof CorruptIndexError;
    if (!damaged && !(error instanceof OutdatedIndexError)) throw error;
  }
  const { setAside } = await fullIndex({ ...options, damaged });
  const milliseconds = Math.round(performance.now() - started);
  const { directories } = scanProject(layout.root, options.settings);
  const none = { added: [], changed: [], removed: [], parsed: 0, resolvedAgain: 0 };
  const aside = setAside === undefined ? {} : { setAside };
  return { ...none, directories, rebuilt: true, milliseconds, ...aside };
}

/**
 * As {@link syncIndex}, for the holder of the write lock.
 *
 * @param started when the work began, as `performance.now()` tells it
 * @returns undefined, and nothing is done, when another engine made the index
 */
export async function syncLocked(
  options: SyncOptions,
  started: number,
): Promise<SyncSummary | undefined> {
  const { changed: _, ...whole } = options;
  const { layout, kept = new KeptFacts() } = options;
  for (const one of [options, whole]) {
    using updater = IndexUpdater.open(layout.databasePath, layout.root);
    try {
      const sync = new Sync(one, updater.reading, kept);
      if (!sync.isOfOwnIndex) return undefined;
      if (await sync.workOut()) return sync.store(updater, started);
    } catch (error) {
      kept.forget();
      throw error;
    }
  }
  return undefined;
}

/** One sync: worked out, which changes nothing, and then stored. */
export class Sync {
  readonly #options: SyncOptions;
  readonly #reading: IndexReading;
  readonly #readFrom = Date.now();
  readonly #kept: KeptFacts;
  /** Number under which {@link KeptFacts} was opened. */
  readonly #opening: number;
  readonly #meta: ReadonlyMap<string, string>;
  readonly #stored: StoredFiles;
  readonly #project: Project;
  readonly #changed: ChangedFiles;
  #graph: GraphChange | undefined;

  /** @param isRehearsal see {@link ChangedFiles}; it is not to be stored */
  constructor(
    options: SyncOptions,
    reading: IndexReading,
    kept: KeptFacts,
    scope: Scope = "whole",
    isRehearsal = false,
  ) {
    this.#options = options;
    this.#reading = reading;
    this.#kept = kept;
    this.#meta = reading.meta();
    this.#stored = kept.open(this.#meta, reading);
    this.#opening = kept.opening;
    this.#project = new Project(kept.names, kept.holders);
    const intern = (name: string): number => {
      kept.loadNames();
      return this.#project.intern(name);
    };
    const known = { stored: this.#stored, reading, meta: this.#meta, intern };
    this.#changed = new ChangedFiles(options, known, scope, isRehearsal);
  }

  /** Whether this very engine made the index. */
  get isOfOwnIndex(): boolean {
    return isOwnIndex(this.#meta);
  }

  /** Whether an index is the one that was read, and as it was. @param meta what it says of itself */
  isOf(meta: ReadonlyMap<string, string>): boolean {
    return this.#opening === this.#kept.opening &&
      ["build", "revision"].every((key) => meta.get(key) === this.#meta.get(key));
  }

  /** Files that are to be read anew, once {@link workOut} found them. */
  get changed(): ChangedFiles {
    return this.#changed;
  }

  /** @returns false when more must be looked at than is said to have changed */
  async workOut(): Promise<boolean> {
    const changed = this.#changed;
    if (!await changed.find()) return false;
    if (!changed.isAny) return true;
    const { signal } = this.#options;
    await loadLanguages(this.#languages());
    this.#kept.loadNames();
    this.#graph = await GraphChange.workOut({
      reading: this.#reading,
      stored: this.#stored,
      kept: this.#kept,
      project: this.#project,
      changed,
      signal,
    });
    return true;
  }

  #languages(): Set<string> {
    const languages = new Set(this.#stored.all().map(({ language }) => language));
    for (const { parsed } of this.#changed.read.values()) languages.add(parsed.language);
    return languages;
  }

  /**
   * Stores what was worked out, all of it or nothing.
   * @param updater of the index that was read, which must be as it was
   * @param started when the work began, as `performance.now()` tells it
   */
  store(updater: IndexUpdater, started: number): SyncSummary {
    const changed = this.#changed;
    if (!changed.hasSameSettings) updater.former.forgetAll();
    for (const { path, hash } of changed.returned) updater.former.forget(path, hash);
    this.#graph?.store(updater);
    for (const { file, walked } of changed.touched) {
      updater.touchFile(file.id, walked.size, walked.mtimeMs);
    }
    if (changed.directories !== undefined) {
      updater.setSkipped(changed.skipped);
      // Until all is looked at again, what may have changed since then is not certain.
      updater.setMeta({ readFrom: String(this.#readFrom) });
    }
    if (changed.isAny) updater.former.trim();
    const summary = this.#summary();
    const revision = crypto.randomUUID();
    updater.setMeta({
      settings: settingsKey(this.#options.settings),
      indexedAt: new Date().toISOString(),
      revision,
      ...this.#options.meta?.(),
    });
    this.#stored.lookUp(this.#rewritten(), updater.reading.files);
    const nameCount = updater.reading.facts.nameCount();
    updater.commit();
    this.#kept.settle(revision, nameCount);
    return { ...summary, milliseconds: Math.round(performance.now() - started) };
  }

  /** Paths of the files of which something else is stored than before. */
  #rewritten(): Set<string> {
    const { readPaths, removed, touched } = this.#changed;
    const paths = new Set(readPaths);
    for (const { path } of removed) paths.add(path);
    for (const { file: { path } } of touched) paths.add(path);
    return paths;
  }

  #summary(): Omit<SyncSummary, "milliseconds"> {
    const { readPaths, parsedPaths, removed, directories } = this.#changed;
    const paths = [...readPaths].sort();
    const isStored = (path: string): boolean => this.#stored.at(path).length > 0;
    return {
      added: paths.filter((path) => !isStored(path)),
      changed: paths.filter(isStored),
      removed: [...new Set(removed.map(({ path }) => path))].filter((path) => !readPaths.has(path))
        .sort(),
      parsed: parsedPaths.size,
      resolvedAgain: this.#graph?.resolvedAgain ?? 0,
      directories,
      rebuilt: false,
    };
  }
}
