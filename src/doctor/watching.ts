/** Whether changes to a project are told by the system. */
import { dirname, join } from "node:path";
import { DirectoryWatcher } from "../index/directory_watcher.ts";
import { currentWatcher } from "../index/watch_lock.ts";
import { silentFileSystemOf } from "../index/watched_file_system.ts";
import { type Layout, locateIndex } from "../project/layout.ts";
import { IndexStore } from "../store/index_store.ts";
import { type Finding, note, ok } from "./finding.ts";

/** Milliseconds that the system has to tell of a change. */
const PATIENCE = 3000;

/** Looks at how changes to the project at `root` become known. */
export async function checkWatching(root: string): Promise<Finding[]> {
  const layout = locateIndex(root);
  if (layout === undefined) return [];
  return [checkHolder(layout), checkFileSystem(root), await tryToWatch(layout)];
}

function checkHolder({ cacheDirectory }: Layout): Finding {
  const holder = currentWatcher(cacheDirectory);
  if (holder === undefined) return ok("watcher", "nobody watches the project now");
  const { pid, host, since, state, reason } = holder;
  const who = `process ${pid} on ${host} since ${since} (${state})`;
  if (reason === undefined) return ok("watcher", who);
  return note("watcher", `${who}: ${reason}`, "Until then it looks for changes now and then.");
}

function checkFileSystem(root: string): Finding {
  const type = silentFileSystemOf(root);
  if (type === undefined) return ok("file system", "of this machine, as far as is known");
  const detail = `${type}, which does not tell of changes that other machines make`;
  return note("file system", detail, "The server looks for changes now and then instead.");
}

/** Watches every directory that a server would, and sees whether a new file is told of. */
async function tryToWatch({ root, databasePath, cacheDirectory }: Layout): Promise<Finding> {
  const directories = directoriesOf(root, databasePath);
  const { promise, resolve } = Promise.withResolvers<void>();
  using watcher = new DirectoryWatcher({ onChange: () => resolve(), onEnd: () => {} });
  try {
    await watcher.set([...directories, cacheDirectory]);
    const stop = setTimeout(resolve, PATIENCE);
    const startedAt = performance.now();
    Deno.removeSync(Deno.makeTempFileSync({ dir: cacheDirectory }));
    await promise;
    clearTimeout(stop);
    if (performance.now() - startedAt < PATIENCE) {
      return ok("watching", `works, for ${directories.length} directories`);
    }
    const detail = "the system did not tell of a new file";
    return note("watching", detail, "Run codegraph sync after changes.");
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const detail = `${directories.length} directories cannot be watched: ${message}`;
    return note("watching", detail, "On Linux, raise fs.inotify.max_user_watches.");
  }
}

/** Directories with indexed files, and those around them. */
function directoriesOf(root: string, databasePath: string): string[] {
  const directories = new Set(["."]);
  try {
    using store = IndexStore.open(databasePath, root, true);
    for (const { path } of store.files.each()) {
      for (let at = dirname(path); !directories.has(at); at = dirname(at)) directories.add(at);
    }
  } catch {
    // What is wrong with the index is told where it is looked at.
  }
  return Array.from(directories, (path) => join(root, path));
}
