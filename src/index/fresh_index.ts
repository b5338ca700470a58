/** Sees to it that a project has an index while somebody asks about it. */
import type { Layout } from "../project/layout.ts";
import { CorruptIndexError, NoIndexError, OutdatedIndexError } from "../store/errors.ts";
import { IndexStore } from "../store/index_store.ts";
import type { IndexState } from "./index_state.ts";
import type { IndexReport, IndexRequest } from "./index_worker.ts";
import { removeBuild } from "./place_index.ts";
import type { Progress } from "./progress.ts";
import { IndexBusyError, takeWriteLock } from "./write_lock.ts";

/** Milliseconds between two looks at an index that another process builds. */
const LOOK_AGAIN = 300;
/** Milliseconds after which an index that failed is tried again. */
const TRY_AGAIN = 10_000;
/** Milliseconds that a build has to stop by itself. */
const STOP_PATIENCE = 300;

/**
 * The index of one project. Nothing is done before it is asked for: {@link FreshIndex.settled}
 * builds what is missing, outdated or damaged, in a thread of its own.
 */
export class FreshIndex {
  #state: IndexState | undefined;
  #worker: Worker | undefined;
  #lookTimer: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #failedAt = 0;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  /** @param onEvent hears what happens, for the log */
  constructor(readonly layout: Layout, readonly onEvent: (message: string) => void) {}

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
      const left = until - performance.now();
      if (state.kind !== "building" || left <= 0 || signal.aborted) return state;
      onProgress(state);
      await this.#change(Math.min(left, LOOK_AGAIN), signal);
    }
  }

  /** Has the index looked at anew: whoever reads it found it missing or damaged. */
  reconsider(): void {
    if (this.#state?.kind === "ready") this.#state = undefined;
  }

  /** Stops a build; the index from before stays as it is. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#lookTimer);
    const worker = this.#worker;
    if (worker === undefined) return;
    const stop: IndexRequest = { stop: true };
    worker.postMessage(stop);
    await this.#change(STOP_PATIENCE, new AbortController().signal);
    if (this.#worker === undefined) return;
    this.#endWorker();
    removeBuild(this.layout.databasePath);
  }

  #isWorthAnotherTry(): boolean {
    return this.#state?.kind === "failed" && performance.now() - this.#failedAt > TRY_AGAIN;
  }

  #begin(): void {
    try {
      IndexStore.open(this.layout.databasePath, this.layout.root)[Symbol.dispose]();
      this.#set({ kind: "ready" });
    } catch (error) {
      if (isRebuildable(error)) this.#build(error instanceof CorruptIndexError);
      else this.#fail(error);
    }
  }

  #build(force: boolean): void {
    if (this.#isClosed) return this.#fail(new Error("the server is stopping"));
    this.#startedAt = performance.now();
    this.#set({ kind: "building", elapsedMs: 0 });
    this.onEvent(`building the index of ${this.layout.root}`);
    const worker = new Worker(new URL("./index_worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<IndexReport>): void => this.#take(data);
    worker.onerror = (event): void => {
      event.preventDefault();
      this.#endWorker();
      this.#fail(new Error(`the indexer ended: ${event.message}`));
    };
    const request: IndexRequest = { build: this.layout, force };
    worker.postMessage(request);
    this.#worker = worker;
  }

  #take(report: IndexReport): void {
    if ("progress" in report) return this.#showProgress(report.progress);
    this.#endWorker();
    if ("built" in report) {
      const { files, milliseconds } = report.built;
      this.onEvent(`indexed ${files} files in ${milliseconds} ms`);
      this.#set({ kind: "ready" });
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
    if (isLocked(this.layout.lockPath)) this.#lookLater();
    else this.#begin();
  }

  #fail(error: unknown): void {
    const { message, remedy } = described(error);
    this.#failedAt = performance.now();
    this.onEvent(`no index: ${message}`);
    this.#set({ kind: "failed", message, remedy });
  }

  #set(state: IndexState): void {
    this.#state = state;
    for (const wake of this.#waiting) wake();
  }

  #endWorker(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
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
