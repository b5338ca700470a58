/** Threads that read the index, so that no question waits for another and any can be stopped. */
import type { ReadFailure, ReadReply, ReadRequest } from "./reader_messages.ts";

/** Questions answered at once; the host asks up to eight, and most take milliseconds. */
const MOST_READERS = 4;
/** Milliseconds after which a reader goes when there is nothing to do. */
const SPARE_IDLE_LIMIT = 5000;
/** The same for the last one, whose place it takes a moment to fill. */
const LAST_IDLE_LIMIT = 15_000;
/** Milliseconds that a reader has to stop by itself. */
const STOP_PATIENCE = 500;

/** A question without what the pool adds to it. */
export type PoolRequest = Omit<ReadRequest, "cancelled">;

interface Reader {
  readonly worker: Worker;
  isBusy: boolean;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
}

/** Readers that start when there are questions. */
export class ReaderPool {
  readonly #readers: Reader[] = [];
  readonly #queue: (() => void)[] = [];

  /** Starts a first reader, so that its modules are loaded when a question comes. */
  warmUp(): void {
    if (this.#readers.length === 0) this.#rest(this.#start());
  }

  /** Answers a question. An aborted signal gives a failure of the kind `cancelled`. */
  async ask(request: PoolRequest, signal: AbortSignal): Promise<ReadReply> {
    const reader = await this.#free(signal);
    if (reader === undefined) return { failure: CANCELLED };
    try {
      if (signal.aborted) return { failure: CANCELLED };
      return await this.#askOf(reader, request, signal);
    } finally {
      this.#release(reader);
    }
  }

  /** Ends all readers at once. */
  close(): void {
    for (const reader of [...this.#readers]) this.#end(reader);
  }

  /** A reader of the caller's own; `undefined` when the signal is aborted while none is free. */
  async #free(signal: AbortSignal): Promise<Reader | undefined> {
    for (;;) {
      if (signal.aborted) {
        // Whoever was woken for nothing wakes the next.
        this.#queue.shift()?.();
        return undefined;
      }
      const idle = this.#readers.find(({ isBusy }) => !isBusy);
      const reader = idle ?? (this.#readers.length < MOST_READERS ? this.#start() : undefined);
      if (reader !== undefined) {
        clearTimeout(reader.idleTimer);
        reader.isBusy = true;
        return reader;
      }
      await this.#turn(signal);
    }
  }

  /** Waits until a reader is free or the signal is aborted; whoever leaves is not woken any more. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const leave = (): void => {
        const at = this.#queue.indexOf(wake);
        if (at >= 0) this.#queue.splice(at, 1);
        resolve();
      };
      const wake = (): void => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      this.#queue.push(wake);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #start(): Reader {
    const worker = new Worker(new URL("./reader_worker.ts", import.meta.url), { type: "module" });
    const reader: Reader = { worker, isBusy: false, idleTimer: undefined };
    this.#readers.push(reader);
    return reader;
  }

  #askOf(reader: Reader, request: PoolRequest, signal: AbortSignal): Promise<ReadReply> {
    return new Promise((resolve) => {
      const cancelled = new Int32Array(new SharedArrayBuffer(4));
      let stopTimer: ReturnType<typeof setTimeout> | undefined;
      const finish = (reply: ReadReply): void => {
        clearTimeout(stopTimer);
        signal.removeEventListener("abort", cancel);
        resolve(reply);
      };
      const cancel = (): void => {
        Atomics.store(cancelled, 0, 1);
        stopTimer = setTimeout(() => {
          this.#end(reader);
          finish({ failure: CANCELLED });
        }, STOP_PATIENCE);
      };
      reader.worker.onmessage = ({ data }: MessageEvent<ReadReply>): void => finish(data);
      reader.worker.onerror = (event): void => {
        event.preventDefault();
        this.#end(reader);
        finish({ failure: crashed(event.message) });
      };
      signal.addEventListener("abort", cancel);
      const message: ReadRequest = { ...request, cancelled };
      reader.worker.postMessage(message);
    });
  }

  #release(reader: Reader): void {
    reader.isBusy = false;
    if (this.#readers.includes(reader)) this.#rest(reader);
    this.#queue.shift()?.();
  }

  /** Has a reader end when nothing is asked of it: sooner when there are others. */
  #rest(reader: Reader): void {
    reader.idleTimer = setTimeout(() => {
      if (this.#readers.length > 1) this.#end(reader);
      else reader.idleTimer = setTimeout(() => this.#end(reader), LAST_IDLE_LIMIT);
    }, SPARE_IDLE_LIMIT);
  }

  #end(reader: Reader): void {
    clearTimeout(reader.idleTimer);
    reader.worker.terminate();
    const at = this.#readers.indexOf(reader);
    if (at >= 0) this.#readers.splice(at, 1);
  }
}

const CANCELLED: ReadFailure = {
  kind: "cancelled",
  message: "the question was withdrawn",
  remedy: "Ask again if the answer is wanted after all.",
};

function crashed(message: string): ReadFailure {
  return {
    kind: "internal",
    message: `the reader ended: ${message}`,
    remedy: "Ask again; the server's log says more.",
  };
}
