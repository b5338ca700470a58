/** Which of several definitions of a name is meant from some file: those that lie nearest. */
import type { Project, ProjectFile } from "./project.ts";

/** Symbols whose files share the longest beginning of their paths, by whole folders, with a file. */
export function nearest(
  project: Project,
  from: ProjectFile,
  symbols: readonly number[],
): readonly number[] {
  if (symbols.length < 2) return symbols;
  let most = -1;
  let found: number[] = [];
  for (const symbol of symbols) {
    const shared = sharedFolders(from.path, project.fileOfSymbol(symbol).path);
    if (shared > most) {
      most = shared;
      found = [];
    }
    if (shared === most) found.push(symbol);
  }
  return found;
}

/** Folders that two paths have in common, from the root. */
export function sharedFolders(one: string, other: string): number {
  const a = one.split("/");
  const b = other.split("/");
  const most = Math.min(a.length, b.length) - 1;
  let count = 0;
  while (count < most && a[count] === b[count]) count++;
  return count;
}
