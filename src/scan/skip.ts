/** Why a path is not in the index. Closed: every file left out has exactly one of these. */
export type SkipReason =
  /** A directory of dependencies, build output, caches or version control, skipped by name. */
  | "default-directory"
  /** A rule of `.gitignore` or `.git/info/exclude`. */
  | "ignored"
  /** A rule of the project's own settings. */
  | "excluded"
  /** A symbolic link: to a directory, to a file indexed under its real path, outside, or broken. */
  | "link"
  /** The system refused to list or read it, or it vanished meanwhile. */
  | "unreadable"
  /** A pipe, socket or device. */
  | "special-file"
  /** It has no extension and no `#!` line of a known language: a licence, a list, a note. */
  | "not-source"
  /** A document in which no code of a known language is embedded. */
  | "no-code"
  /** Its extension is a known one, but its content is of another language. */
  | "unknown-language"
  /** Larger than the size limit. */
  | "too-large"
  /** Not text. */
  | "binary"
  /** Machine-compressed source, unreadable for people and useless in answers. */
  | "minified"
  /** Reading it took longer than the limit. */
  | "timeout"
  /** The reader of its language broke on it. */
  | "failed";

/** One path that is left out, and why. */
export interface SkippedPath {
  /** Relative to the root, `/` separated; a directory ends in `/`. */
  readonly path: string;
  readonly reason: SkipReason;
  /** One line for people: the rule, the limit or the system's message. */
  readonly detail: string;
}
