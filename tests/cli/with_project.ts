import { join } from "node:path";
import { type Tree, writeTree } from "../scan/temp_tree.ts";

/** Runs `work` with the path of a project on disk, and removes it. */
export async function withProject(
  tree: Tree,
  work: (root: string) => Promise<void>,
): Promise<void> {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "cli_" }));
  try {
    writeTree(root, tree);
    await work(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

/** Where a project's index is. */
export function databaseOf(root: string): string {
  return join(root, ".biorouter", "codegraph", "codegraph.db");
}

/** The files of an index directory that are not there for good. */
export function leftOvers(root: string): string[] {
  const names = Array.from(Deno.readDirSync(join(databaseOf(root), "..")), ({ name }) => name);
  return names.filter((name) => /building|journal/.test(name));
}
