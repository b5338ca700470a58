/** Sees to it that a project has an index while somebody asks about it. */
import type { Layout } from "../project/layout.ts";
import { CorruptIndexError, NoIndexError, OutdatedIndexError } from "../store/errors.ts";
import { IndexStore } from "../store/index_store.ts";
import { setAsideText } from "./index_summary.ts";
import type { IndexState } from "./index_state.ts";
import { Follower } from "./follower.ts";
import { type BuildReport, Indexer, type SyncReport } from "./indexer.ts";
import { removeBuild } from "./place_index.ts";
import type { Progress } from "./progress.ts";
import { IndexBusyError, takeWriteLock } from "./write_lock.ts";

/** Milliseconds between two looks at an index that another process builds. */
const LOOK_AGAIN = 300;
/** Milliseconds after which an index that failed is tried again. */
const TRY_AGAIN = 10_000;
/** What a {@link FreshIndex} is told about its surroundings. */
export interface FreshIndexOptions {
  /** Do not watch the project: catch up once, no more. */
  readonly isUnwatched?: boolean;
  /** Hears whenever the index is built or has caught up, or failed to. */
  readonly onChange?: () => void;
}

/**
 * The index of one project. Nothing is done before it is asked for: {@link FreshIndex.settled}
 * builds what is missing, outdated or damaged, in a thread of its own.
 */
export class FreshIndex {
  #state: IndexState | undefined;
  readonly #indexer = new Indexer();
  readonly #isUnwatched: boolean;
  readonly #onChange: () => void;
  #follower: Follower | undefined;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #failedAt = 0;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  /** @param onEvent hears what happens, for the log */
  constructor(
    readonly layout: Layout,
    readonly onEvent: (message: string) => void,
    { isUnwatched = false, onChange = (): void => {} }: FreshIndexOptions = {},
  ) {
    this.#isUnwatched = isUnwatched;
    this.#onChange = onChange;
  }

  /** Where the index stands now; starts a build when there is need of one. */
  get state(): IndexState {
    if (this.#state === undefined || this.#isWorthAnotherTry()) this.#begin();
    const state = this.#state!;
    return state.kind === "building"
      ? { ...state, elapsedMs: Math.round(performance.now() - this.#startedAt) }
      : state;
  }

  /**
   * Waits while the index is being built.
   *
   * @param patience milliseconds to wait at most
   * @param signal stops the waiting
   * @param onProgress hears, in between, how far the index is
   * @returns where the index stands then
   */
  async settled(
    patience: number,
    signal: AbortSignal,
    onProgress: (state: IndexState) => void = () => {},
  ): Promise<IndexState> {
    const until = performance.now() + patience;
    for (;;) {
      const state = this.state;
      this.#follower?.asked();
      const left = until - performance.now();
      const isWaiting = state.kind === "building" || state.kind === "ready" && this.#isBehind;
      if (!isWaiting || left <= 0 || signal.aborted) return state;
      onProgress(state);
      await this.#change(Math.min(left, LOOK_AGAIN), signal);
    }
  }

  /**
   * Has the index looked at anew: whoever reads it found it missing, or damaged.
   * @param isDamaged a new one is built even if no damage is seen at its opening
   */
  reconsider(isDamaged: boolean): void {
    if (this.#state?.kind !== "ready") return;
    this.#state = undefined;
    if (isDamaged) this.#build(true);
  }

  /** Stops a build; the index from before stays as it is. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#lookTimer);
    this.#follower?.close();
    const isBuilding = this.#state?.kind === "building";
    const stopped = await this.#indexer.close();
    if (isBuilding && !stopped) removeBuild(this.layout.databasePath);
  }

  /** Whether the index may say what is no longer so. */
  get #isBehind(): boolean {
    return this.#follower?.isCaughtUp === false;
  }

  #isWorthAnotherTry(): boolean {
    return this.#state?.kind === "failed" && performance.now() - this.#failedAt > TRY_AGAIN;
  }

  #begin(): void {
    try {
      IndexStore.open(this.layout.databasePath, this.layout.root)[Symbol.dispose]();
      this.#set({ kind: "ready" });
      this.#follow();
    } catch (error) {
      if (isRebuildable(error)) this.#build(error instanceof CorruptIndexError);
      else this.#fail(error);
    }
  }

  /** Has the index kept up to date from now on. */
  #follow(): void {
    this.#follower ??= new Follower({
      layout: this.layout,
      indexer: this.#indexer,
      isUnwatched: this.#isUnwatched,
      onEvent: this.onEvent,
      onLost: (report) => this.#lose(report),
      onCaughtUp: () => this.#wake(),
    });
  }

  #lose(report: SyncReport): void {
    this.#follower?.close();
    this.#follower = undefined;
    if (this.#isClosed || !("failed" in report)) return;
    const { failed } = report;
    this.onEvent(`cannot sync: ${failed.message}`);
    if (failed.kind === "lost") this.#build(false);
    else this.#fail(failed);
  }

  async #build(isDamaged: boolean): Promise<void> {
    if (this.#isClosed) return this.#fail(new Error("the server is stopping"));
    if (this.#state?.kind === "building") return;
    this.#startedAt = performance.now();
    this.#set({ kind: "building", elapsedMs: 0 });
    this.onEvent(`building the index of ${this.layout.root}`);
    const show = (progress: Progress): void => this.#showProgress(progress);
    this.#take(await this.#indexer.build(this.layout, isDamaged, show));
  }

  #take(report: BuildReport): void {
    if ("built" in report) {
      const { files, milliseconds, setAside } = report.built;
      if (setAside !== undefined) this.onEvent(setAsideText(setAside));
      this.onEvent(`indexed ${files} files in ${milliseconds} ms`);
      this.#set({ kind: "ready" });
      if (!this.#isClosed) this.#follow();
    } else if ("busy" in report) {
      this.onEvent(`another process builds the index: ${report.busy}`);
      this.#lookLater();
    } else {
      this.#fail(report.failed);
    }
  }

  #showProgress(progress: Progress): void {
    this.#state = { kind: "building", progress, elapsedMs: 0 };
  }

  #lookLater(): void {
    this.#state = { kind: "building", elapsedMs: 0 };
    this.#lookTimer = setTimeout(() => this.#lookAgain(), LOOK_AGAIN);
  }

  #lookAgain(): void {
    if (this.#isClosed) return;
    if (isLocked(this.layout.lockPath)) return this.#lookLater();
    this.#state = undefined;
    this.#begin();
  }

  #fail(error: unknown): void {
    const { message, remedy } = described(error);
    this.#failedAt = performance.now();
    this.onEvent(`no index: ${message}`);
    this.#set({ kind: "failed", message, remedy });
  }

  #set(state: IndexState): void {
    this.#state = state;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#onChange();
  }

  /** Resolves when the state changes, time is up, or the signal is aborted. */
  #change(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      signal.addEventListener("abort", wake);
      this.#waiting.add(wake);
    });
  }
}

function isRebuildable(error: unknown): boolean {
  return error instanceof NoIndexError || error instanceof OutdatedIndexError ||
    error instanceof CorruptIndexError;
}

function isLocked(lockPath: string): boolean {
  try {
    takeWriteLock(lockPath)[Symbol.dispose]();
    return false;
  } catch (error) {
    return error instanceof IndexBusyError;
  }
}

function described(error: unknown): { message: string; remedy: string } {
  const message = error instanceof Error
    ? error.message
    : typeof error === "object" && error !== null && "message" in error
    ? String(error.message)
    : String(error);
  const remedy = typeof error === "object" && error !== null && "remedy" in error
    ? String(error.remedy)
    : "Run codegraph index in a terminal to see more.";
  return { message, remedy };
}
