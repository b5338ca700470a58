/** Giving memory back while nobody asks. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Milliseconds without work after which a thread is at rest. */
const REST = 1000;

/**
 * Collects a thread's garbage once it has nothing to do. V8 does it only when it needs the space
 * itself: a reader that answered some questions would hold three times what it needs for as long as
 * the server lives, and a host runs one server per chat.
 */
export class IdleCollection {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #collect: (() => void) | undefined;
  readonly #release: () => void;

  /** @param release gives back what is not in V8's hands */
  constructor(release: () => void = () => {}) {
    this.#release = release;
  }

  /** To be called whenever there was something to do. */
  postpone(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), REST);
  }

  /** Ends it: a timer would keep the thread alive. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #run(): void {
    this.#release();
    this.#collect ??= garbageCollector();
    this.#collect();
  }
}

/** V8's own function, which only contexts made after this have. */
function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
