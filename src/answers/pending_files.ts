import type { StoredFile } from "../store/file_queries.ts";

/** Paths of files whose size or time is not as it was when they were indexed, or that are gone. */
export function pendingFiles(root: string, files: Iterable<StoredFile>): string[] {
  const pending = new Set<string>();
  for (const { path, size, mtimeMs } of files) {
    try {
      const now = Deno.lstatSync(`${root}/${path}`);
      if (now.size !== size || now.mtime?.getTime() !== mtimeMs) pending.add(path);
    } catch {
      pending.add(path);
    }
  }
  return [...pending];
}
