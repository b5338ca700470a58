/** Tells when something happens in some directories, each watched by itself. */

/** Watchers kept beside each other before they are made one again. */
const MOST_WATCHERS = 16;

/** Milliseconds that the system takes to let go of watches that were closed. */
const LET_GO = 150;

/** Who hears of what happens. */
export interface WatchListener {
  /** Something happened at absolute paths. `isIncomplete`: the system lost some of what happened. */
  readonly onChange: (paths: readonly string[], isIncomplete: boolean) => void;
  /** Watching came to an end by itself. */
  readonly onEnd: (error: unknown) => void;
}

/**
 * Watches a set of directories that changes as they come and go. Not recursive, since a recursive
 * watch would also watch all that is left out.
 */
export class DirectoryWatcher implements Disposable {
  readonly #listener: WatchListener;
  readonly #watched = new Set<string>();
  /** Directories that were removed while they were watched. */
  readonly #removed = new Set<string>();
  #watchers: Deno.FsWatcher[] = [];
  #isClosed = false;

  constructor(listener: WatchListener) {
    this.#listener = listener;
  }

  /** How many directories are watched. */
  get size(): number {
    return this.#watched.size;
  }

  /** Whether a directory is watched. */
  has(directory: string): boolean {
    return this.#watched.has(directory);
  }

  /**
   * Watches exactly these directories.
   *
   * @param directories absolute paths; those that do not exist any more are passed over
   * @returns whether some of them were not watched before: what happened there may have been missed
   * @throws {Error} the system's error, when it allows no more watches
   */
  async set(directories: readonly string[]): Promise<boolean> {
    const wanted = new Set(directories);
    let left = 0;
    for (const path of this.#watched) if (!wanted.has(path)) left++;
    // Directories that are no longer wanted stay watched by their watcher, until there are many.
    const isWorn = left * 4 > this.#watched.size || this.#watchers.length >= MOST_WATCHERS;
    if (isWorn || directories.some((path) => this.#removed.has(path))) await this.#closeAll();
    if (this.#isClosed) return false;
    const fresh = directories.filter((path) => !this.#watched.has(path) && isDirectory(path));
    if (fresh.length > 0) this.#add(fresh);
    return fresh.length > 0;
  }

  /** Forgets a directory that was removed, with all in it: the system watches it no more. */
  forget(directory: string): void {
    const prefix = directory + SEPARATOR;
    for (const path of this.#watched) {
      if (path !== directory && !path.startsWith(prefix)) continue;
      this.#watched.delete(path);
      this.#removed.add(path);
    }
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    for (const watcher of this.#watchers.splice(0)) close(watcher);
    this.#watched.clear();
  }

  /**
   * Lets go of all directories. One that was removed and made again cannot be watched before: Deno
   * takes it for watched while any watcher knows its path.
   */
  async #closeAll(): Promise<void> {
    for (const watcher of this.#watchers.splice(0)) close(watcher);
    this.#watched.clear();
    this.#removed.clear();
    await new Promise((resolve) => setTimeout(resolve, LET_GO));
  }

  #add(directories: readonly string[]): void {
    const watcher = Deno.watchFs([...directories], { recursive: false });
    for (const path of directories) this.#watched.add(path);
    this.#watchers.push(watcher);
    this.#drain(watcher);
  }

  /** Only passes on what comes: whoever drains slowly loses events. */
  async #drain(watcher: Deno.FsWatcher): Promise<void> {
    try {
      for await (const { kind, paths, flag } of watcher) {
        if (kind !== "access") this.#listener.onChange(paths, flag === "rescan");
      }
    } catch (error) {
      if (!this.#isClosed && this.#watchers.includes(watcher)) this.#listener.onEnd(error);
    }
  }
}

function close(watcher: Deno.FsWatcher): void {
  try {
    watcher.close();
  } catch {
    // It ended by itself.
  }
}

const SEPARATOR = Deno.build.os === "windows" ? "\\" : "/";

function isDirectory(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}
