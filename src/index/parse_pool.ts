/** The parse workers, and what happens when one of them dies or hangs. */
import { FactsUnpacker } from "../extract/facts_transfer.ts";
import type { FileFacts } from "../extract/facts.ts";
import type { SkippedPath } from "../scan/skip.ts";
import type { WalkedFile } from "../scan/walk.ts";
import { batchesOf } from "./parse_batches.ts";
import { processClock } from "./work_clock.ts";
import type { ParseBatch, ParsedBatch, ParsedFile, ParseRequest } from "./parse_messages.ts";

/** Batches that lie ready at a worker, so that it never waits for the indexer. */
const BATCHES_AHEAD = 2;
/** More workers than this gain nothing: the indexer cannot follow. */
const MOST_WORKERS = 8;
/** Milliseconds of work at one file after which a worker counts as hung. */
const HANG_LIMIT = 30_000;
/** How many times longer a worker may take by the time of day, since others may have the machine. */
const MOST_WAITING = 10;
const WATCH_INTERVAL = 1000;
/** Workers that die before they come to a file, after which nothing can be hoped for. */
const MOST_DEAD_STARTS = 3;
const AT_NO_FILE = -1;

/** What parsing is asked to do. */
export interface ParseJob {
  readonly root: string;
  readonly files: readonly WalkedFile[];
  readonly extensions: ReadonlyMap<string, string>;
  readonly maxFileBytes: number;
  /** Id of a name in the project. */
  readonly intern: (name: string) => number;
  readonly onFile: (file: ParsedFile, facts: FileFacts, nameIds: Int32Array) => void;
  readonly onSkipped: (skipped: SkippedPath) => void;
  /** Called after each batch. */
  readonly onProgress: () => void;
  readonly signal: AbortSignal | undefined;
}

interface Slot {
  worker: Worker;
  unpacker: FactsUnpacker;
  readonly outstanding: ParseBatch[];
  seenFile: number;
  seenSince: number;
  /** What all threads together had worked then. */
  seenWork: number;
}

/**
 * Workers that parse. They start when the pool is made, so that their modules load while the
 * caller walks the project; a pool serves one {@link ParsePool.run}.
 */
export class ParsePool {
  readonly #workers: Worker[] = [];
  readonly #hangLimit: number;

  /** @param hangLimit milliseconds of work at one file after which a worker counts as hung */
  constructor(
    size: number = Math.min(navigator.hardwareConcurrency, MOST_WORKERS),
    hangLimit: number = HANG_LIMIT,
  ) {
    this.#hangLimit = hangLimit;
    for (let i = 0; i < size; i++) this.#workers.push(startWorker());
  }

  /**
   * Parses files, the largest first. A file that kills its worker, or holds it for too long, is
   * reported as skipped, and a new worker goes on with the rest.
   *
   * @throws the signal's reason, once it is aborted
   */
  async run(job: ParseJob): Promise<void> {
    const run = new ParseRun(job, this.#workers, this.#hangLimit);
    try {
      await run.finished;
    } finally {
      run.stop();
    }
  }

  /** Ends workers that were never given work. Harmless afterwards. */
  close(): void {
    for (const worker of this.#workers) worker.terminate();
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./parse_worker.ts", import.meta.url), { type: "module" });
}

class ParseRun {
  readonly finished: Promise<void>;
  readonly #job: ParseJob;
  readonly #hangLimit: number;
  readonly #queue: ParseBatch[];
  readonly #slots: Slot[] = [];
  readonly #atFile: Int32Array<SharedArrayBuffer>;
  readonly #onAbort = (): void => this.#reject(this.#job.signal?.reason);
  readonly #watch: ReturnType<typeof setInterval>;
  #deadStarts = 0;
  #resolve!: () => void;
  #reject!: (reason: unknown) => void;

  constructor(job: ParseJob, workers: readonly Worker[], hangLimit: number) {
    this.#job = job;
    this.#hangLimit = hangLimit;
    this.#queue = batchesOf(job.files, workers.length);
    this.#atFile = new Int32Array(new SharedArrayBuffer(workers.length * 4)).fill(AT_NO_FILE);
    this.finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    job.signal?.addEventListener("abort", this.#onAbort);
    if (job.signal?.aborted === true) this.#onAbort();
    for (const [index, worker] of workers.entries()) this.#slots.push(this.#adopt(worker, index));
    for (const slot of this.#slots) this.#feed(slot);
    this.#watch = setInterval(() => this.#lookForHungWorkers(), WATCH_INTERVAL);
    this.#finishIfDone();
  }

  stop(): void {
    clearInterval(this.#watch);
    this.#job.signal?.removeEventListener("abort", this.#onAbort);
    for (const { worker } of this.#slots) worker.terminate();
  }

  #adopt(worker: Worker, index: number): Slot {
    const unpacker = new FactsUnpacker(this.#job.intern);
    const seen = { seenFile: AT_NO_FILE, seenSince: 0, seenWork: 0 };
    const slot: Slot = { worker, unpacker, outstanding: [], ...seen };
    this.#listen(slot, index);
    return slot;
  }

  #listen(slot: Slot, index: number): void {
    const { root, extensions, maxFileBytes } = this.#job;
    slot.worker.onmessage = ({ data }: MessageEvent<ParsedBatch>): void => {
      this.#take(slot, index, data);
    };
    slot.worker.onerror = (event): void => {
      event.preventDefault();
      this.#replace(slot, index, "failed", event.message);
    };
    const atFile = this.#atFile;
    this.#say(slot, { setup: { root, extensions, maxFileBytes, atFile, slot: index } });
  }

  #say(slot: Slot, request: ParseRequest): void {
    slot.worker.postMessage(request);
  }

  #feed(slot: Slot): void {
    while (slot.outstanding.length < BATCHES_AHEAD) {
      const batch = this.#queue.shift();
      if (batch === undefined) return;
      slot.outstanding.push(batch);
      this.#say(slot, { batch });
    }
  }

  #take(slot: Slot, index: number, parsed: ParsedBatch): void {
    slot.outstanding.shift();
    this.#deadStarts = 0;
    this.#feed(slot);
    slot.unpacker.acceptNames(parsed.names);
    for (const file of parsed.files) {
      const { facts, nameIds } = slot.unpacker.unpack(file.facts);
      this.#job.onFile(file, facts, nameIds);
    }
    for (const skipped of parsed.skipped) this.#job.onSkipped(skipped);
    this.#job.onProgress();
    if (parsed.poisoned) this.#startAnew(slot, index);
    this.#finishIfDone();
  }

  /** Puts the file at which a worker came to grief aside, and goes on with a new worker. */
  #replace(slot: Slot, index: number, reason: "failed" | "timeout", detail: string): void {
    const culprit = Atomics.load(this.#atFile, index);
    const path = this.#job.files[culprit]?.path;
    if (path === undefined && ++this.#deadStarts > MOST_DEAD_STARTS) {
      this.#reject(new Error(`a parse worker does not start: ${detail}`));
      return;
    }
    if (path !== undefined) this.#job.onSkipped({ path, reason, detail });
    for (const [at, batch] of slot.outstanding.entries()) {
      slot.outstanding[at] = without(batch, culprit);
    }
    this.#startAnew(slot, index);
    this.#finishIfDone();
  }

  #startAnew(slot: Slot, index: number): void {
    slot.worker.terminate();
    Atomics.store(this.#atFile, index, AT_NO_FILE);
    this.#queue.unshift(...slot.outstanding.splice(0).filter(({ files }) => files.length > 0));
    slot.worker = startWorker();
    slot.unpacker = new FactsUnpacker(this.#job.intern);
    slot.seenFile = AT_NO_FILE;
    this.#listen(slot, index);
    this.#feed(slot);
  }

  #lookForHungWorkers(): void {
    const now = performance.now();
    const work = processClock();
    for (const [index, slot] of this.#slots.entries()) {
      const file = Atomics.load(this.#atFile, index);
      if (file !== slot.seenFile) {
        slot.seenFile = file;
        slot.seenSince = now;
        slot.seenWork = work;
      } else if (file !== AT_NO_FILE && this.#isHung(now - slot.seenSince, work - slot.seenWork)) {
        this.#replace(slot, index, "timeout", `no end after ${this.#hangLimit / 1000} s of work`);
      }
    }
  }

  /** A thread cannot be asked from outside how much of all work was its own: at least its share. */
  #isHung(time: number, work: number): boolean {
    const limit = this.#hangLimit;
    return time > limit && (work > limit * this.#slots.length || time > limit * MOST_WAITING);
  }

  #finishIfDone(): void {
    const isIdle = this.#slots.every(({ outstanding }) => outstanding.length === 0);
    if (this.#queue.length === 0 && isIdle) this.#resolve();
  }
}

function without({ files, paths }: ParseBatch, file: number): ParseBatch {
  const at = files.indexOf(file);
  if (at < 0) return { files, paths };
  return { files: files.toSpliced(at, 1), paths: paths.toSpliced(at, 1) };
}
