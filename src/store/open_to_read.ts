import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { explainedAtOpening, isOutOfReach, NoIndexError } from "./errors.ts";

const OPTIONS = { readOnly: true, timeout: 5000 };

/**
 * Opens a database to read it; the connection never writes.
 * @throws {CorruptIndexError | IndexReadError} when the system or SQLite refuses at once
 */
export function openToRead(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, OPTIONS);
  } catch (error) {
    throw explainedAtOpening(error, path);
  }
}

/**
 * Opens a database for a moment's reading, also where the file cannot be made in which readers and
 * writers share memory: on a full disk, or one that can only be read. A writer that comes along all
 * the same is not noticed then.
 *
 * @throws {CorruptIndexError | IndexReadError} when it cannot be read
 */
export function openForOnce(path: string): DatabaseSync {
  const database = openToRead(path);
  try {
    database.exec("PRAGMA application_id");
    return database;
  } catch (error) {
    database.close();
    if (!isOutOfReach(error) || hasLog(path)) throw explainedAtOpening(error, path);
    const url = pathToFileURL(path);
    url.searchParams.set("immutable", "1");
    return new DatabaseSync(url, OPTIONS);
  }
}

/**
 * Opens an index to read it.
 *
 * @param root the project, for messages
 * @param once the index is needed for a moment only; see {@link openForOnce}
 * @throws {NoIndexError} when there is none
 * @throws {CorruptIndexError | IndexReadError} when the system or SQLite refuses at once
 */
export function openIndexToRead(path: string, root: string, once: boolean): DatabaseSync {
  try {
    if (!Deno.statSync(path).isFile) throw new NoIndexError(root);
  } catch (error) {
    throw error instanceof Deno.errors.NotFound ? new NoIndexError(root) : error;
  }
  return once ? openForOnce(path) : openToRead(path);
}

/** Whether changes lie beside the database that are not in it yet. */
function hasLog(path: string): boolean {
  try {
    return Deno.statSync(path + "-wal").size > 0;
  } catch {
    return false;
  }
}
