import ignore, { type Ignore } from "ignore";

/**
 * Patterns that bring paths back: the settings' `include`, or the `!` rules of ignore files when
 * the question is whether a default directory was asked for.
 */
export class BroughtBack {
  readonly #rules: Ignore;
  readonly #isEmpty: boolean;
  readonly #leads = new Set<string>();

  constructor(patterns: readonly string[], caseInsensitive: boolean) {
    const naming = patterns.filter(namesSomething);
    this.#isEmpty = naming.length === 0;
    this.#rules = ignore({ ignorecase: caseInsensitive })
      .add(naming.map((pattern) => ({ pattern: "!" + pattern })));
    for (const pattern of naming) this.#addLeads(pattern);
  }

  /** Whether a pattern matches `path` itself; a directory's path ends in `/`. */
  has(path: string): boolean {
    return !this.#isEmpty && this.#rules.test(path).unignored;
  }

  /** Whether a pattern may match something beneath `directory` (ending in `/`). */
  leadsThrough(directory: string): boolean {
    return this.#leads.has(directory);
  }

  /** The directories above what a pattern names, as far as it has no wildcard. */
  #addLeads(pattern: string): void {
    const segments = pattern.replace(/^\//, "").replace(/\/$/, "").split("/");
    let directory = "";
    for (const segment of segments.slice(0, -1)) {
      if (/(?:^|[^\\])[*?[]/.test(segment)) break;
      directory += segment.replace(/\\(.)/g, "$1") + "/";
      this.#leads.add(directory);
    }
  }
}

/**
 * A rule that names nothing (everything is ignored, then every directory is not) does not ask for
 * dependencies.
 */
function namesSomething(pattern: string): boolean {
  return /[^/*?.\[\]!\\-]/.test(pattern);
}
