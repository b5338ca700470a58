import ignore, { type Ignore } from "ignore";
import { type IgnoreLine, quote, readIgnoreLines } from "./ignore_lines.ts";
import { LikelyMatches } from "./likely_matches.ts";

/**
 * The ignore rules in force in one directory. Immutable: a deeper `.gitignore` makes a new scope, so
 * that siblings do not see each other's rules. Paths are relative to the top of the repository; a
 * directory's ends in `/`.
 */
export class IgnoreScope {
  readonly #rules: Ignore;
  /** Saves the engine's work per path; undefined where there are no rules at all. */
  readonly #likely: LikelyMatches | undefined;
  readonly #negative: readonly string[];
  readonly #caseInsensitive: boolean;

  private constructor(
    rules: Ignore,
    likely: LikelyMatches | undefined,
    negative: readonly string[],
    caseInsensitive: boolean,
  ) {
    this.#rules = rules;
    this.#likely = likely;
    this.#negative = negative;
    this.#caseInsensitive = caseInsensitive;
  }

  /** A scope without rules. */
  static empty(caseInsensitive: boolean): IgnoreScope {
    const rules = ignore({ ignorecase: caseInsensitive });
    return new IgnoreScope(rules, undefined, [], caseInsensitive);
  }

  /**
   * This scope and, weightier, the rules of a further file.
   *
   * @param text content of the file
   * @param base its directory, ending in `/`, or empty for the top
   * @param source what to call the file in a skip's detail
   */
  with(text: string, base: string, source: string): IgnoreScope {
    const lines = readIgnoreLines(text, base);
    return lines.length === 0 ? this : this.#plus(lines, source);
  }

  /** This scope with `directory` no longer ignored, so that its contents are judged afresh. */
  withoutIgnoring(directory: string): IgnoreScope {
    const pattern = "!/" + quote(directory);
    return this.#plus([{ pattern, negative: true, original: pattern }], "");
  }

  /** The rule that ignores `path`, as `file: pattern`, or `undefined`. */
  ignoredBy(path: string): string | undefined {
    if (this.#likely?.has(path) !== true) return undefined;
    const { rule } = this.#rules.test(path);
    return rule === undefined ? undefined : rule.mark ?? rule.pattern;
  }

  /** The `!` rules, without their `!`, of every file in force. */
  get negativePatterns(): readonly string[] {
    return this.#negative;
  }

  #plus(lines: readonly IgnoreLine[], source: string): IgnoreScope {
    const rules = ignore({ ignorecase: this.#caseInsensitive })
      .add(this.#rules)
      .add(lines.map(({ pattern, original }) => ({ pattern, mark: `${source}: ${original}` })));
    const negative = lines.filter((line) => line.negative && source !== "")
      .map((line) => line.pattern.slice(1));
    return new IgnoreScope(
      rules,
      new LikelyMatches(lines, this.#caseInsensitive, this.#likely),
      negative.length === 0 ? this.#negative : [...this.#negative, ...negative],
      this.#caseInsensitive,
    );
  }
}
