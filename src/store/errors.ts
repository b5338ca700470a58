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
      "Build it anew: codegraph index. The damaged one is set aside; nothing but the index is lost.",
      { cause },
    );
  }
}

/** The database cannot be got at; its content may be whole. */
export class IndexReadError extends IndexError {
  override name = "IndexReadError";

  constructor(readonly path: string, cause: Error) {
    super(
      `the index ${path} could not be read: ${cause.message}`,
      "Free some space, or check the rights and the health of that disk.",
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

const OUT_OF_REACH = /disk I\/O error|unable to open|disk is full|is locked/;

/**
 * Turns what SQLite says of a damaged file into a {@link CorruptIndexError}, and of one that cannot be
 * got at into an {@link IndexReadError}; others pass.
 */
export function explained(error: unknown, path: string): unknown {
  if (!isSqliteError(error)) return error;
  if (DAMAGED.test(error.message)) return new CorruptIndexError(path, error);
  return isOutOfReach(error) ? new IndexReadError(path, error) : error;
}

/** As {@link explained}; a database that is refused at its opening for another reason is damaged. */
export function explainedAtOpening(error: unknown, path: string): unknown {
  const known = explained(error, path);
  return isSqliteError(known) ? new CorruptIndexError(path, known) : known;
}

/** What SQLite says while an index is changed: the index is damaged, or cannot be written. */
export function explainedAtWriting(error: unknown, path: string): unknown {
  if (!isSqliteError(error)) return error;
  return DAMAGED.test(error.message)
    ? new CorruptIndexError(path, error)
    : new IndexWriteError(path, error);
}

/** Whether SQLite could not get at a file, whatever is in it. */
export function isOutOfReach(error: unknown): error is Error {
  return isSqliteError(error) && OUT_OF_REACH.test(error.message);
}

/** Whether an error is SQLite's. Its messages are told from each other: not all have a result code. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}
