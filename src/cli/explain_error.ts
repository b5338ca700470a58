/** Errors for people. */

/** What went wrong, and what to do about it where that is known. */
export interface Explanation {
  readonly message: string;
  readonly remedy?: string;
}

/** Explains any error. Those of ours say what to do; those of the system are put into words. */
export function explainError(error: unknown): Explanation {
  if (!(error instanceof Error)) return { message: String(error) };
  if ("remedy" in error && typeof error.remedy === "string") {
    return { message: error.message, remedy: error.remedy };
  }
  const remedy = SYSTEM_REMEDIES[systemCode(error)];
  if (remedy !== undefined) return { message: error.message, remedy };
  return {
    message: error.message,
    remedy: "This should not happen. Please report it with the lines above and the command.",
  };
}

/** The system's own code of an error, or what Deno calls it; "" when it is not the system's. */
function systemCode(error: Error): string {
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.name;
}

const SYSTEM_REMEDIES: Readonly<Record<string, string>> = {
  EACCES: "Check the rights of that file or directory.",
  EPERM: "Check the rights of that file or directory.",
  PermissionDenied: "Check the rights of that file or directory.",
  NotCapable: "Run it with the permissions that it was built for.",
  ENOENT: "Check the path.",
  NotFound: "Check the path.",
  ELOOP: "Check the links in that path.",
  EROFS: "That file system can only be read.",
  ENOSPC: "Free some space on that disk.",
  EDQUOT: "Free some of the space that you may use on that disk.",
  EMFILE: "Raise the limit of open files (ulimit -n).",
  EIO: "Check the health of that disk.",
};
