/** The project's directory holds something that stands where the index has to be. */
export class LayoutConflictError extends Error {
  override readonly name = "LayoutConflictError";

  constructor(
    /** Absolute path of what is in the way. */
    readonly path: string,
    what: string,
    /** What to do, one sentence. */
    readonly remedy: string = `Rename or remove ${path}, then restart.`,
  ) {
    super(`${path} ${what}`);
  }
}

/** The system does not let us make the link `.codegraph`. */
export class LinkDeniedError extends Error {
  override readonly name = "LinkDeniedError";
  /** What to do, one sentence. */
  readonly remedy: string;

  constructor(
    /** Absolute path of the link. */
    readonly path: string,
    cause: Error,
    system: typeof Deno.build.os = Deno.build.os,
  ) {
    super(`${path} could not be made: ${cause.message}`, { cause });
    this.remedy = system === "windows"
      ? "Enable Developer Mode, or run elevated once, then restart."
      : "Put the project on a file system that has symbolic links, then restart.";
  }
}

/** Neither the project nor the user's cache can hold an index. */
export class NoIndexDirectoryError extends Error {
  override readonly name = "NoIndexDirectoryError";
  /** What to do, one sentence. */
  readonly remedy =
    "Make the project's directory writable, or set XDG_CACHE_HOME (LOCALAPPDATA on Windows) to a directory that is.";

  constructor(
    /** Absolute path of the project. */
    readonly path: string,
    cause?: unknown,
  ) {
    super(`${path} is not writable and there is no user cache to use instead`, { cause });
  }
}

/** Whether the system refused because of rights or a read-only file system. */
export function isWriteRefused(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EACCES" || code === "EPERM" || code === "EROFS";
}
