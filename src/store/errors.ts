/** What can be wrong with a database on disk, each with what to do about it. */

/** Something about the index that the user can put right. */
export class IndexError extends Error {
  override name = "IndexError";

  constructor(
    message: string,
    /** What to do, one sentence. */
    readonly remedy: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The project was not indexed yet. */
export class NoIndexError extends IndexError {
  override name = "NoIndexError";

  constructor(readonly root: string) {
    super(`${root} has no index`, `Run: codegraph index ${root}`);
  }
}

/** The database is damaged. */
export class CorruptIndexError extends IndexError {
  override name = "CorruptIndexError";

  constructor(readonly path: string, cause?: unknown) {
    super(
      `the index ${path} is damaged`,
      "Build it anew: codegraph index --force. Nothing but the index is lost.",
      { cause },
    );
  }
}

/** The database was written by a newer version of the product. */
export class NewerIndexError extends IndexError {
  override name = "NewerIndexError";

  constructor(readonly path: string, readonly found: number, readonly known: number) {
    super(
      `the index ${path} has format ${found}, and this version knows formats up to ${known}`,
      "Update codegraph, or build the index anew for this version: codegraph index --force.",
    );
  }
}

/** The database was written by an older version of the product. */
export class OutdatedIndexError extends IndexError {
  override name = "OutdatedIndexError";

  constructor(readonly path: string, readonly found: number, readonly known: number) {
    super(
      `the index ${path} has the old format ${found}; this version needs format ${known}`,
      "Build it anew: codegraph index.",
    );
  }
}

/** The file is a database of something else. */
export class ForeignDatabaseError extends IndexError {
  override name = "ForeignDatabaseError";

  constructor(readonly path: string) {
    super(
      `${path} is a database of another program, and was left as it is`,
      "Move it out of the way, then run codegraph index.",
    );
  }
}

/** The database could not be written. */
export class IndexWriteError extends IndexError {
  override name = "IndexWriteError";

  constructor(readonly path: string, cause: Error) {
    super(
      `the index could not be written to ${path}: ${cause.message}`,
      "Free some space, or check the rights and the health of that disk. The index from before, if there was one, is as it was.",
      { cause },
    );
  }
}

const DAMAGED = /malformed|not a database|corrupt/;

/** Turns what SQLite says of a damaged file into a {@link CorruptIndexError}; others pass. */
export function explained(error: unknown, path: string): unknown {
  const damaged = isSqliteError(error) && DAMAGED.test(error.message);
  return damaged ? new CorruptIndexError(path, error) : error;
}

/** Whether an error is SQLite's. Deno gives no result codes, only messages. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}
