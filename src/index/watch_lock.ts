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
    const file = Deno.openSync(join(cacheDirectory, LOCK_NAME), {
      read: true,
      write: true,
      create: true,
    });
    let isTaken: boolean;
    try {
      isTaken = file.tryLockSync(true);
    } catch {
      // A file system without locks: several watchers cost time, no more.
      isTaken = true;
    }
    if (isTaken) return new WatchLock(file, recordPath(cacheDirectory));
    file.close();
    return undefined;
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
    Deno.writeTextFileSync(this.#recordPath, JSON.stringify(holder) + "\n");
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

function recordPath(cacheDirectory: string): string {
  return join(cacheDirectory, "watch.json");
}
