import { locateIndex } from "../project/layout.ts";
import { IndexStore } from "../store/index_store.ts";
import { indexProject } from "./index_project.ts";
import type { Terminal } from "./terminal.ts";

/** Opens a project's index; builds it first when there is none. */
export async function openOrBuild(root: string, terminal: Terminal): Promise<IndexStore> {
  const layout = locateIndex(root);
  if (layout !== undefined) return IndexStore.open(layout.databasePath, root, true);
  terminal.note(`${root} has no index yet: indexing it first.`);
  const { databasePath } = await indexProject(root, terminal, { force: false });
  return IndexStore.open(databasePath, root, true);
}
