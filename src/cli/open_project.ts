/** The project and the index that a command works on. */
import { dirname, resolve } from "node:path";
import { type Layout, locateIndex } from "../project/layout.ts";
import { resolveProjectRoot } from "../project/root.ts";
import { NoIndexError } from "../store/errors.ts";
import { IndexStore } from "../store/index_store.ts";

/** Absolute path of the project: as named, or found from the current directory. */
export function projectRoot(explicit: string | undefined): string {
  return resolveProjectRoot({
    explicit,
    environment: (name) => Deno.env.get(name),
    currentDirectory: Deno.cwd(),
  }).path;
}

/**
 * Absolute path of the project that a path is, or lies in: of the nearest directory with an index.
 * @throws {ProjectRootError} when there is none, and the path is no project
 */
export function projectAround(path: string): string {
  for (let at = resolve(path), above = dirname(at);; at = above, above = dirname(at)) {
    if (isDirectory(at) && locateIndex(at) !== undefined) return at;
    if (above === at) return projectRoot(path);
  }
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** Where the project's index is. @throws {NoIndexError} */
export function requireIndex(root: string): Layout {
  const layout = locateIndex(root);
  if (layout === undefined) throw new NoIndexError(root);
  return layout;
}

/** Opens the project's index for one answer. @throws {IndexError} */
export function openIndex(root: string): IndexStore {
  return IndexStore.open(requireIndex(root).databasePath, root, true);
}
