/** What already lies where the index belongs. */
import { backup, DatabaseSync } from "node:sqlite";
import {
  CorruptIndexError,
  explainedAtOpening,
  explainedAtWriting,
  ForeignDatabaseError,
  isSqliteError,
  NewerIndexError,
  OutdatedIndexError,
} from "./errors.ts";
import { openForOnce, openToRead } from "./open_to_read.ts";
import { APPLICATION_ID, SCHEMA_VERSION } from "./schema.ts";

/**
 * Makes sure that an open database is an index of this version.
 * @throws {CorruptIndexError | IndexReadError | ForeignDatabaseError | NewerIndexError}
 * @throws {OutdatedIndexError}
 */
export function requireOurs(database: DatabaseSync, path: string): void {
  let application: number;
  let version: number;
  try {
    application = pragma(database, "application_id");
    version = pragma(database, "user_version");
  } catch (error) {
    throw explainedAtOpening(error, path);
  }
  if (application !== APPLICATION_ID) {
    // To SQLite a file without content is a database too.
    const isEmpty = Deno.statSync(path).size === 0;
    throw isEmpty ? new CorruptIndexError(path) : new ForeignDatabaseError(path);
  }
  if (version > SCHEMA_VERSION) throw new NewerIndexError(path, version, SCHEMA_VERSION);
  if (version < SCHEMA_VERSION) throw new OutdatedIndexError(path, version, SCHEMA_VERSION);
}

/**
 * Makes sure that a new index may take the place of what is at `path`: nothing, a damaged index, or
 * one of this or an older version.
 * @param force also take the place of an index of a newer version
 * @returns whether what is there is damaged
 * @throws {IndexReadError | ForeignDatabaseError | NewerIndexError}
 */
export function requireReplaceable(path: string, force: boolean): boolean {
  if (!isFile(path)) return false;
  try {
    const database = openForOnce(path);
    try {
      requireOurs(database, path);
    } finally {
      database.close();
    }
    return false;
  } catch (error) {
    if (error instanceof CorruptIndexError) return true;
    if (error instanceof OutdatedIndexError) return false;
    if (!(force && error instanceof NewerIndexError)) throw error;
    return false;
  }
}

/** Whether no damage is found in a database, in time that grows with its size. */
export function isWhole(path: string): boolean {
  try {
    const database = openForOnce(path);
    try {
      return database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"] === "ok";
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/**
 * Moves a damaged index out of the way, with its log, for whoever wants to know what happened to it.
 * One is kept, the last. Only for the holder of the write lock.
 * @returns where it is then; undefined when the system moves no file in use
 */
export function setAside(path: string): string | undefined {
  const aside = `${path}-damaged`;
  try {
    Deno.renameSync(path, aside);
  } catch (error) {
    if (Deno.build.os !== "windows") throw error;
    return undefined;
  }
  for (const suffix of ["-wal", "-shm"]) {
    try {
      Deno.renameSync(path + suffix, aside + suffix);
    } catch {
      // There is none.
    }
  }
  return aside;
}

/**
 * Writes what another connection may have left in the log beside an index into it, and removes the
 * log, so that it does not outlive the file it belongs to: beside another database it would be taken
 * for that one's. Readers that have the old index open keep their own. Only for the holder of the
 * write lock.
 */
export function emptyLog(path: string): void {
  if (isFile(path) && isFile(path + "-wal")) writeLogBack(path);
  for (const suffix of ["-wal", "-shm"]) {
    try {
      Deno.removeSync(path + suffix);
    } catch (error) {
      // Windows removes no file in use; there the content is replaced, and the log stays in use.
      if (!(error instanceof Deno.errors.NotFound) && Deno.build.os !== "windows") throw error;
    }
  }
}

function writeLogBack(path: string): void {
  try {
    const database = new DatabaseSync(path, { timeout: 5000 });
    try {
      database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      database.close();
    }
  } catch (error) {
    // A damaged index is about to be replaced; its log goes with it.
    if (!isSqliteError(error)) throw error;
  }
}

/** Pages that are copied before the source may be written again. */
const PAGES_AT_ONCE = 1 << 20;

/**
 * Gives the database `to` the content of `from`, whoever reads or writes either of them meanwhile.
 * @throws {CorruptIndexError | IndexReadError | IndexWriteError}
 */
export async function copyContent(from: string, to: string): Promise<void> {
  const source = openToRead(from);
  try {
    await backup(source, to, { rate: PAGES_AT_ONCE });
  } catch (error) {
    throw explainedAtWriting(error, to);
  } finally {
    source.close();
  }
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
