import { locateIndex } from "../project/layout.ts";
import { rootsOfSameCode } from "../scan/work_trees.ts";

/** Paths of the indexes of the same code elsewhere, the last written first. */
export function seedsFor(root: string): string[] {
  return rootsOfSameCode(root)
    .flatMap((other) => locateIndex(other)?.databasePath ?? [])
    .map((path) => ({ path, written: Deno.statSync(path).mtime?.getTime() ?? 0 }))
    .sort((a, b) => b.written - a.written)
    .map(({ path }) => path);
}
