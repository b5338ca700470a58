/** One watcher at a time for a project, whatever process it is in. */
import { hostName } from "./host_name.ts";
import { join } from "node:path";

const LOCK_NAME = "watch.lock";

/** Who watches a project, and how. */
export interface WatchHolder {
  readonly pid: number;
  readonly host: string;
  /** ISO 8601. */
  readonly since: string;
  readonly state: "catching-up" | "watching" | "polling";
  /** Why the project is polled and not watched. */
  readonly reason?: string;
}

/**
 * Waits for the right to watch, which somebody else has. The lock's file stays open meanwhile: asking
 * for it is then next to nothing.
 */
export class WatchLockQueue implements Disposable {
  readonly #cacheDirectory: string;
  #file: Deno.FsFile | undefined;

  constructor(cacheDirectory: string) {
    this.#cacheDirectory = cacheDirectory;
  }

  /** @returns undefined while another process has it */
  tryTake(): WatchLock | undefined {
    this.#file ??= openLock(this.#cacheDirectory);
    if (!tryLock(this.#file)) return undefined;
    const file = this.#file;
    this.#file = undefined;
    if (isAt(join(this.#cacheDirectory, LOCK_NAME), file)) {
      return WatchLock.of(file, this.#cacheDirectory);
    }
    // The file was removed, and with it the lock that others see.
    file.close();
    return this.tryTake();
  }

  [Symbol.dispose](): void {
    this.#file?.close();
    this.#file = undefined;
  }
}

/** The right to watch. The system takes it back when the process ends, however it ends. */
export class WatchLock implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #recordPath: string;
  readonly #since = new Date().toISOString();

  private constructor(file: Deno.FsFile, recordPath: string) {
    this.#file = file;
    this.#recordPath = recordPath;
  }

  /** @returns undefined when another process has it */
  static tryTake(cacheDirectory: string): WatchLock | undefined {
    using queue = new WatchLockQueue(cacheDirectory);
    return queue.tryTake();
  }

  /** @param file the lock's, locked */
  static of(file: Deno.FsFile, cacheDirectory: string): WatchLock {
    return new WatchLock(file, recordPath(cacheDirectory));
  }

  /** Lets others know how the project is watched. */
  record(state: WatchHolder["state"], reason?: string): void {
    const holder: WatchHolder = {
      pid: Deno.pid,
      host: hostName(),
      since: this.#since,
      state,
      ...(reason === undefined ? {} : { reason }),
    };
    try {
      Deno.writeTextFileSync(this.#recordPath, JSON.stringify(holder) + "\n");
    } catch {
      // The directory is gone, or the disk is full: others are then not told.
    }
  }

  [Symbol.dispose](): void {
    try {
      Deno.removeSync(this.#recordPath);
    } catch {
      // The directory is gone with all in it.
    }
    this.#file.close();
  }
}

/** Who watches a project now; undefined when nobody does. */
export function currentWatcher(cacheDirectory: string): WatchHolder | undefined {
  return isTaken(cacheDirectory) ? watchHolder(cacheDirectory) : undefined;
}

/** Whether somebody has the lock, found out without taking or making it. */
function isTaken(cacheDirectory: string): boolean {
  try {
    using file = Deno.openSync(join(cacheDirectory, LOCK_NAME));
    return !file.tryLockSync(false);
  } catch {
    return false;
  }
}

/** Who watches, or did before it was killed. */
export function watchHolder(cacheDirectory: string): WatchHolder | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(recordPath(cacheDirectory))) as WatchHolder;
  } catch {
    return undefined;
  }
}

function openLock(cacheDirectory: string): Deno.FsFile {
  const path = join(cacheDirectory, LOCK_NAME);
  return Deno.openSync(path, { read: true, write: true, create: true });
}

/** A file system without locks lets everybody in: several watchers cost time, no more. */
function tryLock(file: Deno.FsFile): boolean {
  try {
    return file.tryLockSync(true);
  } catch {
    return true;
  }
}

/** Whether an open file is still the one at its path. */
function isAt(path: string, file: Deno.FsFile): boolean {
  try {
    const { dev, ino } = Deno.statSync(path);
    const open = file.statSync();
    return dev === open.dev && ino === open.ino;
  } catch {
    return false;
  }
}

function recordPath(cacheDirectory: string): string {
  return join(cacheDirectory, "watch.json");
}
