import type { IgnoreLine } from "./ignore_lines.ts";

/**
 * Tells of nearly all paths, at little cost, that no rule of a list matches them: most of a project
 * is ignored by none, and the rules' own regular expressions would be run on all of it. Whatever is
 * not sure counts as likely.
 */
export class LikelyMatches {
  readonly #outer: LikelyMatches | undefined;
  readonly #caseInsensitive: boolean;
  /** Last parts of paths, and whole paths, that a rule without wildcards names. */
  readonly #names = new Set<string>();
  readonly #paths = new Set<string>();
  /** What stands after the `*` of a rule like `*.o`. */
  readonly #endings: string[] = [];
  readonly #nameForms: RegExp | undefined;
  readonly #pathForms: RegExp | undefined;
  /** Directories, ending in `/`, that are surely not ignored, nor any around them. */
  readonly #clear = new Map<string, boolean>([["", true]]);

  /** @param outer rules that are in force as well */
  constructor(lines: readonly IgnoreLine[], caseInsensitive: boolean, outer?: LikelyMatches) {
    this.#outer = outer;
    this.#caseInsensitive = caseInsensitive;
    const nameForms: string[] = [];
    const pathForms: string[] = [];
    for (const { pattern, original } of lines) {
      const name = original.replace(/^!/, "").replace(/\/$/, "");
      if (!name.includes("/")) this.#addName(name, nameForms);
      else this.#addPath(pattern.replace(/^!?\/?/, "").replace(/\/$/, ""), pathForms);
    }
    this.#nameForms = this.#anyOf(nameForms);
    this.#pathForms = this.#anyOf(pathForms);
  }

  /** Whether some rule may match a path or a directory around it. A directory's path ends in `/`. */
  has(path: string): boolean {
    return !this.#isClear(parentOf(path)) || this.#mayMatch(path);
  }

  #isClear(directory: string): boolean {
    let clear = this.#clear.get(directory);
    if (clear === undefined) {
      clear = this.#isClear(parentOf(directory)) && !this.#mayMatch(directory);
      this.#clear.set(directory, clear);
    }
    return clear;
  }

  #mayMatch(path: string): boolean {
    const plain = path.endsWith("/") ? path.slice(0, -1) : path;
    const known = this.#caseInsensitive ? plain.toLowerCase() : plain;
    return this.#mayMatchPlain(known, known.slice(known.lastIndexOf("/") + 1));
  }

  #mayMatchPlain(path: string, name: string): boolean {
    if (this.#names.has(name) || this.#paths.has(path)) return true;
    for (const ending of this.#endings) if (name.endsWith(ending)) return true;
    if (this.#nameForms?.test(name) === true || this.#pathForms?.test(path) === true) return true;
    return this.#outer !== undefined && this.#outer.#mayMatchPlain(path, name);
  }

  #addName(name: string, forms: string[]): void {
    if (this.#isLiteral(name)) this.#names.add(this.#folded(name));
    else if (name.startsWith("*") && this.#isLiteral(name.slice(1))) {
      this.#endings.push(this.#folded(name.slice(1)));
    } else forms.push(formOf(name));
  }

  #addPath(path: string, forms: string[]): void {
    if (this.#isLiteral(path)) this.#paths.add(this.#folded(path));
    else forms.push(formOf(path));
  }

  /** Letters beyond ASCII have more than two cases, which a regular expression knows. */
  #isLiteral(text: string): boolean {
    // deno-lint-ignore no-control-regex
    return !/[*?[\\]/.test(text) && !(this.#caseInsensitive && /[^\x00-\x7f]/.test(text));
  }

  #folded(text: string): string {
    return this.#caseInsensitive ? text.toLowerCase() : text;
  }

  #anyOf(forms: readonly string[]): RegExp | undefined {
    if (forms.length === 0) return undefined;
    return new RegExp(`^(?:${forms.join("|")})$`, this.#caseInsensitive ? "is" : "s");
  }
}

/** What is not itself in a rule: any text, any character, what cannot be told, what is quoted. */
const SIGNS =
  /(?<texts>\/?\*\*+\/?|\*)|(?<one>\?|\[[!^]?[^[\]\\/]+\])|(?<rest>\[.*)|\\(?<quoted>.?)|[.+^${}()|\]]/gs;

/** A regular expression that matches all that a rule does, and more. */
function formOf(rule: string): string {
  return rule.replaceAll(SIGNS, (sign, ...found) => {
    const { texts, one, rest, quoted } = found.at(-1) as Record<string, string | undefined>;
    if (texts !== undefined || rest !== undefined) return ".*";
    if (one !== undefined) return ".";
    return (quoted ?? sign).replace(/\W/, "\\$&");
  });
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
}
