/** The thread that builds and syncs one index, there only while there is something to do. */
import type { Layout } from "../project/layout.ts";
import type { IndexReport, IndexRequest } from "./index_worker.ts";
import type { Progress } from "./progress.ts";

/** Milliseconds without work after which the thread ends, with the parser that it keeps ready. */
const IDLE_LIMIT = 20_000;
/**
 * The same after an edit, with the facts that it keeps, too: who edits does so again within minutes. Of
 * all servers of a project only the one that watches has them.
 */
const EDITING_LIMIT = 300_000;
/** Milliseconds that work has to stop by itself. */
const STOP_PATIENCE = 300;

/** What a build came to. */
export type BuildReport = Exclude<IndexReport, { progress: Progress } | { synced: unknown }>;
/** What a sync came to. */
export type SyncReport = Exclude<IndexReport, { progress: Progress } | { built: unknown }>;

/** What a sync did. */
export type SyncDone = Extract<IndexReport, { synced: unknown }>["synced"];

/** Does one thing after the other. */
export class Indexer {
  #worker: Worker | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** When files were last found to be others, by `performance.now()`. */
  #editedAt = -Infinity;
  /** Whether the thread has done what a sync does. */
  #isRehearsed = false;
  #finish: ((report: IndexReport) => void) | undefined;

  /** Builds an index. @param damaged the one that is there is */
  build(
    layout: Layout,
    damaged: boolean,
    onProgress: (progress: Progress) => void,
  ): Promise<BuildReport> {
    return this.#ask({ build: layout, damaged }, onProgress) as Promise<BuildReport>;
  }

  /** Brings an index up to date. @param changed as in {@link SyncOptions.changed} */
  sync(layout: Layout, changed?: readonly string[]): Promise<SyncReport> {
    const request = { sync: layout, ...(changed === undefined ? {} : { changed }) };
    return this.#ask(request, () => {}) as Promise<SyncReport>;
  }

  /** Has the thread there: a sync will come. */
  wake(): void {
    if (this.#isClosed || this.#finish !== undefined) return;
    this.#started();
    this.#endLater();
  }

  /** Has the thread work out a sync of some files, which will come if they do not change again. */
  foresee(layout: Layout, changed: readonly string[]): void {
    this.#tell({ foresee: layout, changed });
  }

  /** Has the thread ready for an edit for a while: it works one out that did not happen. */
  rehearse(layout: Layout): void {
    if (this.#isRehearsed) return this.wake();
    this.#isRehearsed = true;
    this.#tell({ rehearse: layout });
  }

  #tell(request: IndexRequest): void {
    this.wake();
    if (this.#finish === undefined) this.#worker?.postMessage(request);
  }

  /** Stops what is going on. @returns whether it stopped by itself, so that nothing is left over */
  async close(): Promise<boolean> {
    this.#isClosed = true;
    const isBusy = this.#finish !== undefined;
    if (isBusy) {
      const stop: IndexRequest = { stop: true };
      this.#worker?.postMessage(stop);
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([
        this.#last,
        new Promise<void>((resolve) => timer = setTimeout(resolve, STOP_PATIENCE)),
      ]);
      clearTimeout(timer);
    }
    const stopped = this.#finish === undefined;
    this.#end();
    this.#finish?.(CLOSED);
    return stopped;
  }

  #ask(request: IndexRequest, onProgress: (progress: Progress) => void): Promise<IndexReport> {
    const answer = this.#last.then(() => this.#isClosed ? CLOSED : this.#run(request, onProgress));
    this.#last = answer;
    return answer;
  }

  #run(request: IndexRequest, onProgress: (progress: Progress) => void): Promise<IndexReport> {
    clearTimeout(this.#idleTimer);
    const worker = this.#started();
    return new Promise((resolve) => {
      this.#finish = (report): void => {
        this.#finish = undefined;
        resolve(report);
      };
      worker.onmessage = ({ data }: MessageEvent<IndexReport>): void => {
        if ("progress" in data) return onProgress(data.progress);
        // A build leaves a whole project in the thread's memory.
        const isLoaded = "built" in data || "synced" in data && data.synced.rebuilt;
        // What is found by a walk may have changed long ago.
        if ("synced" in data && data.synced.changed > 0 && data.synced.directories === undefined) {
          this.#editedAt = performance.now();
          this.#isRehearsed = true;
        }
        if (isLoaded || "failed" in data) this.#end();
        else this.#endLater();
        this.#finish?.(data);
      };
      worker.onerror = (event): void => {
        event.preventDefault();
        this.#end();
        this.#finish?.(failure(`the indexer ended: ${event.message}`));
      };
      worker.postMessage(request);
    });
  }

  #started(): Worker {
    return this.#worker ??= new Worker(new URL("./index_worker.ts", import.meta.url), {
      type: "module",
    });
  }

  #endLater(): void {
    clearTimeout(this.#idleTimer);
    const left = this.#editedAt + EDITING_LIMIT - performance.now();
    this.#idleTimer = setTimeout(() => this.#end(), Math.max(IDLE_LIMIT, left));
  }

  #end(): void {
    clearTimeout(this.#idleTimer);
    this.#isRehearsed = false;
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function failure(message: string): IndexReport {
  return {
    failed: { message, remedy: "Run codegraph index in a terminal to see more.", kind: "other" },
  };
}

const CLOSED = failure("the server is stopping");
