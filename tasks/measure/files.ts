import { join } from "node:path";
import { TaskFailure } from "./task.ts";

/** Whether a path leads to a folder. */
export function isFolder(path: string): boolean {
  return stat(path)?.isDirectory ?? false;
}

/** Whether a path leads to a file. */
export function isFile(path: string): boolean {
  return stat(path)?.isFile ?? false;
}

function stat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}

/** Removes a file, a link or a whole folder, if it is there. */
export function remove(path: string): void {
  try {
    Deno.removeSync(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** The names in a folder. */
export function namesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(folder), (entry) => entry.name).sort();
}

/**
 * The path of the one file in a folder whose name fits.
 *
 * @throws TaskFailure when there is none, or more than one
 */
export function onlyFile(folder: string, name: RegExp): string {
  const [found, ...others] = namesIn(folder).filter((candidate) => name.test(candidate));
  if (found === undefined || others.length > 0) {
    throw new TaskFailure(`${folder} should hold exactly one file named like ${name}.`);
  }
  return join(folder, found);
}
