/** Puts a finished index in its place. */
import { copyContent, emptyLog, setAside } from "../store/existing_index.ts";

/** Path of the index under construction beside `databasePath`. */
export function buildPath(databasePath: string): string {
  return `${databasePath}-building`;
}

/** Removes what an index that was not finished left. */
export function removeBuild(databasePath: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) {
    try {
      Deno.removeSync(buildPath(databasePath) + suffix);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

/**
 * Puts a finished index in the place of the old one, which readers see whole until then, and then
 * no more. Whoever has the old one open keeps reading it until he opens anew. Only for the holder
 * of the write lock.
 *
 * @param isDamaged what is there is damaged, and is set aside
 * @returns where the damaged one is then
 */
export async function placeIndex(
  databasePath: string,
  isDamaged = false,
): Promise<string | undefined> {
  const aside = isDamaged ? setAside(databasePath) : undefined;
  emptyLog(databasePath);
  try {
    Deno.renameSync(buildPath(databasePath), databasePath);
  } catch (error) {
    if (Deno.build.os !== "windows") throw error;
    // Windows replaces no file that somebody has open; its content can be replaced all the same.
    await copyContent(buildPath(databasePath), databasePath);
    removeBuild(databasePath);
  }
  return aside;
}
