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
  const remedy = SYSTEM_REMEDIES.find(([name]) => error.name === name)?.[1];
  if (remedy !== undefined) return { message: error.message, remedy };
  return {
    message: error.message,
    remedy: "This should not happen. Please report it with the lines above and the command.",
  };
}

const SYSTEM_REMEDIES: readonly (readonly [name: string, remedy: string])[] = [
  ["PermissionDenied", "Check the rights of that file or directory."],
  ["NotCapable", "Run it with the permissions that it was built for."],
  ["NotFound", "Check the path."],
  ["FilesystemLoop", "Check the links in that path."],
];
