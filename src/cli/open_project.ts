/** The project and the index that a command works on. */
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
