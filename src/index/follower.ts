/** Keeps an index up to date for as long as somebody serves it. */
import { dirname, join, relative, sep } from "node:path";
import { outerRuleFiles } from "../scan/outer_rules.ts";
import type { Layout } from "../project/layout.ts";
import { burstWait } from "./burst_wait.ts";
import { DirectoryWatcher } from "./directory_watcher.ts";
import type { Indexer, SyncDone, SyncReport } from "./indexer.ts";
import { setAsideText } from "./index_summary.ts";
import { watchedPaths } from "./scan_project.ts";
import { silentFileSystemOf } from "./watched_file_system.ts";
import { watchHolder, type WatchLock, WatchLockQueue } from "./watch_lock.ts";

/** Milliseconds between two tries to take over from a process that ended. */
const TAKE_OVER_INTERVAL = 800;
/** Milliseconds between two looks at how far the one that watches is. */
const CATCH_UP_INTERVAL = 100;
/** Milliseconds between two looks at a project that is not watched, at least. */
const POLL_INTERVAL = 3000;
/** How many times longer than a look itself the wait for the next one is. */
const POLL_RATIO = 20;
/** Milliseconds after which a sync is tried again that found the index locked. */
const BUSY_INTERVAL = 300;
/** The same when the index could not be written. */
const UNWRITABLE_INTERVAL = 5000;

/** Milliseconds without a change after which the sync that will come is worked out. */
const FORESIGHT = 30;
/** Files up to which that is done. */
const FEW_FORESEEN = 2;
/** Milliseconds without a question after which one gets ready for an edit. */
const REHEARSAL = 700;

/** Files up to which a burst is looked at by itself, before the whole project is. */
const FEW_FILES = 20;
/** Milliseconds without a change after which the whole project is looked at. */
const WALK_DELAY = 1500;
/** Milliseconds after which that is done even if changes go on. */
const LONGEST_UNWALKED = 15_000;

/** How a follower does its work. */
export interface FollowerOptions {
  readonly layout: Layout;
  readonly indexer: Indexer;
  /** Only catches up, once. */
  readonly isUnwatched: boolean;
  /** Hears what happens, for the log. */
  readonly onEvent: (message: string) => void;
  /** The index cannot be synced: missing, damaged, or the project is gone. */
  readonly onLost: (report: SyncReport) => void;
  readonly onCaughtUp: () => void;
}

/**
 * Of several processes one watches and syncs; the others take over when it ends. A few files that
 * changed are looked at by themselves, to be seen at once; soon after, the whole project is walked, so
 * that it does not matter which events were lost.
 */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #queue: WatchLockQueue;
  #lock: WatchLock | undefined;
  #watcher: DirectoryWatcher | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isCaughtUp = false;
  #isClosed = false;
  #isSyncing = false;
  #reported: string | undefined;
  #pollReason: string | undefined;
  /** What others were last told. */
  #recorded: string | undefined;
  #burstStart = 0;
  /** Whether the sync of this burst was worked out already, as far as it went. */
  #isForeseen = false;
  #isAsked = false;
  #rehearsalTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether more may have changed than the events said. */
  #isIncomplete = false;
  /** Since when only files of events were looked at; 0 when the whole project was. */
  #unwalkedSince = 0;
  readonly #burst = new Set<string>();
  #fruitless = new Set<string>();
  #isWatched: (path: string) => boolean = () => true;
  #outerRules: readonly string[] = [];

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#queue = new WatchLockQueue(options.layout.cacheDirectory);
    this.#begin();
  }

  /** Whether the index is as the project was when the follower began, or later. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp;
  }

  /** Somebody asks about the project: who does that is likely to edit it soon. */
  asked(): void {
    this.#isAsked = true;
    if (this.#isCaughtUp) this.#rehearseLater();
  }

  /** Stops watching. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#rehearsalTimer);
    this.#watcher?.[Symbol.dispose]();
    this.#queue[Symbol.dispose]();
    this.#lock?.[Symbol.dispose]();
  }

  #begin(): void {
    if (this.#options.isUnwatched) {
      this.#sync();
      return;
    }
    try {
      this.#lock = this.#queue.tryTake();
    } catch (error) {
      this.#reportOnce(`cannot watch: ${error}`);
    }
    if (this.#lock === undefined) this.#waitForLock();
    else this.#lead(this.#lock);
  }

  /** Another process watches: what it has not caught up with yet is waited for. */
  #waitForLock(): void {
    if (!this.#isCaughtUp) {
      const { state } = watchHolder(this.#options.layout.cacheDirectory) ?? {};
      if (state === "watching" || state === "polling") this.#caughtUp();
    }
    const interval = this.#isCaughtUp ? TAKE_OVER_INTERVAL : CATCH_UP_INTERVAL;
    this.#later(interval, () => this.#begin());
  }

  #lead(lock: WatchLock): void {
    lock.record("catching-up");
    const { layout: { root }, onEvent } = this.#options;
    const silent = silentFileSystemOf(root);
    if (silent !== undefined) {
      this.#pollReason = `${root} lies on a file system (${silent}) that does not tell of changes`;
    }
    if (this.#pollReason !== undefined) onEvent(`polling: ${this.#pollReason}`);
    this.#sync();
  }

  // ── events ──────────────────────────────────────────────────────────────────────────────────

  #changed(paths: readonly string[], isIncomplete: boolean): void {
    if (this.#isClosed) return;
    this.#isIncomplete ||= isIncomplete;
    const worth = paths.filter((path) => this.#isOfInterest(path));
    for (const path of worth) this.#burst.add(path);
    if (worth.length === 0 && !isIncomplete) return;
    this.#options.indexer.wake();
    if (this.#burstStart === 0) this.#burstStart = performance.now();
    if (!this.#isSyncing) this.#schedule();
  }

  #isOfInterest(path: string): boolean {
    const { layout: { root } } = this.#options;
    if (this.#watcher?.has(path) === true) {
      if (statOf(path) === undefined) this.#watcher.forget(path);
      return true;
    }
    const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
    if (path.startsWith(join(root, ".biorouter"))) return name === "codegraph.json";
    if (!path.startsWith(root + sep) || path.startsWith(join(root, ".git") + sep)) {
      return this.#outerRules.includes(path);
    }
    return this.#isWatched(path.replaceAll(sep, "/")) || statOf(path)?.isDirectory === true;
  }

  #schedule(): void {
    const wait = burstWait({
      files: this.#burst.size,
      isFruitless: this.#burst.isSubsetOf(this.#fruitless),
      age: performance.now() - this.#burstStart,
    });
    const sync = (): void => void this.#sync(this.#changedFiles());
    if (this.#isForeseen || this.#burst.size > FEW_FORESEEN || wait <= FORESIGHT) {
      return this.#later(wait, sync);
    }
    this.#later(FORESIGHT, () => {
      this.#foresee();
      this.#later(wait - FORESIGHT, sync);
    });
  }

  /** Once in a burst: what is worked out in vain delays what counts. */
  #foresee(): void {
    const changed = this.#changedFiles();
    if (changed === undefined) return;
    this.#isForeseen = true;
    this.#options.indexer.foresee(this.#options.layout, changed);
  }

  #rehearseLater(): void {
    clearTimeout(this.#rehearsalTimer);
    if (!this.#isAsked || this.#isClosed || this.#watcher === undefined) return;
    this.#isAsked = false;
    const { indexer, layout } = this.#options;
    this.#rehearsalTimer = setTimeout(() => indexer.rehearse(layout), REHEARSAL);
  }

  /** Paths of the burst, relative to the root, if they are all that must be looked at for now. */
  #changedFiles(): readonly string[] | undefined {
    const unwalked = this.#unwalkedSince === 0 ? 0 : performance.now() - this.#unwalkedSince;
    if (this.#isIncomplete || this.#burst.size > FEW_FILES || unwalked > LONGEST_UNWALKED) return;
    return Array.from(this.#burst, (path) => this.#relative(path));
  }

  #relative(path: string): string {
    return relative(this.#options.layout.root, path).replaceAll("\\", "/");
  }

  // ── syncing ─────────────────────────────────────────────────────────────────────────────────

  /** @param changed all that is to be looked at; the whole project when it is left out */
  async #sync(changed?: readonly string[]): Promise<void> {
    if (this.#isSyncing || this.#isClosed) return;
    this.#isSyncing = true;
    if (changed === undefined) this.#isIncomplete = false;
    const burst = [...this.#burst];
    this.#burst.clear();
    this.#burstStart = 0;
    this.#isForeseen = false;
    const report = await this.#options.indexer.sync(this.#options.layout, changed);
    if (this.#isClosed) return;
    if ("synced" in report) return await this.#took(report.synced, burst);
    this.#isSyncing = false;
    if ("busy" in report) return this.#later(BUSY_INTERVAL, () => this.#sync());
    if ("failed" in report && report.failed.kind === "unwritable") {
      return this.#waitForDisk(report.failed.message);
    }
    this.#options.onLost(report);
  }

  /** The index from before goes on answering: it is older, and its answers say of what. */
  #waitForDisk(message: string): void {
    this.#reportOnce(`cannot sync, and tries again: ${message}`);
    this.#isCaughtUp = true;
    this.#options.onCaughtUp();
    this.#later(UNWRITABLE_INTERVAL, () => this.#sync());
  }

  async #took(synced: SyncDone, burst: readonly string[]): Promise<void> {
    const { changed, directories, extensions, milliseconds, rebuilt, setAside } = synced;
    this.#isWatched = watchedPaths(extensions);
    this.#reported = undefined;
    if (setAside !== undefined) this.#options.onEvent(setAsideText(setAside));
    if (rebuilt) this.#options.onEvent(`built the index anew in ${milliseconds} ms`);
    if (changed > 0) {
      this.#options.onEvent(`synced ${changed} files in ${milliseconds} ms`);
      this.#fruitless.clear();
    } else for (const path of burst) this.#fruitless.add(path);
    const isComplete = directories === undefined || this.#lock === undefined ||
      this.#pollReason !== undefined || await this.#watch(directories);
    if (directories !== undefined) this.#unwalkedSince = 0;
    else if (this.#unwalkedSince === 0) this.#unwalkedSince = performance.now();
    this.#isSyncing = false;
    if (this.#isClosed) return;
    if (!isComplete) return void this.#sync();
    this.#caughtUp();
    if (this.#pollReason !== undefined) {
      this.#later(Math.max(POLL_INTERVAL, milliseconds * POLL_RATIO), () => this.#sync());
    } else if (this.#burst.size > 0) this.#schedule();
    else if (this.#unwalkedSince > 0) this.#later(WALK_DELAY, () => this.#sync());
  }

  /** @returns false when a directory is newly watched: what happened in it before must be looked for */
  async #watch(directories: readonly string[]): Promise<boolean> {
    const { layout: { root }, onEvent } = this.#options;
    const paths = directories.map((path) => path === "" ? root : join(root, path.slice(0, -1)));
    this.#outerRules = outerRuleFiles(root);
    paths.push(join(root, ".biorouter"), ...this.#outerRules.map((file) => dirname(file)));
    try {
      this.#watcher ??= new DirectoryWatcher({
        onChange: (changed, isIncomplete) => this.#changed(changed, isIncomplete),
        onEnd: (error) => this.#poll(error),
      });
      const isNew = await this.#watcher.set(paths);
      if (isNew) onEvent(`watching ${this.#watcher?.size} directories`);
      return !isNew;
    } catch (error) {
      // A directory went between the sync and now: the next sync knows.
      if (error instanceof Deno.errors.NotFound) return false;
      this.#poll(error);
      return true;
    }
  }

  #poll(error: unknown): void {
    this.#watcher?.[Symbol.dispose]();
    this.#watcher = undefined;
    const text = error instanceof Error ? error.message : String(error);
    this.#pollReason = /limit|no space|too many/i.test(text)
      ? `the system allows no more watches (${text}); raise fs.inotify.max_user_watches`
      : text;
    this.#options.onEvent(`polling: ${this.#pollReason}`);
    if (!this.#isSyncing) this.#later(POLL_INTERVAL, () => this.#sync());
  }

  #caughtUp(): void {
    if (this.#isCaughtUp && this.#lock === undefined) return;
    const state = this.#pollReason === undefined ? "watching" : "polling";
    if (!this.#isCaughtUp || this.#recorded !== state) {
      this.#lock?.record(state, this.#pollReason);
      this.#recorded = this.#lock === undefined ? undefined : state;
    }
    this.#isCaughtUp = true;
    this.#options.onCaughtUp();
    this.#rehearseLater();
  }

  /** What is wrong stays wrong, and is tried again all the time. */
  #reportOnce(event: string): void {
    if (this.#reported === event) return;
    this.#reported = event;
    this.#options.onEvent(event);
  }

  #later(milliseconds: number, work: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(work, milliseconds);
  }
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}
