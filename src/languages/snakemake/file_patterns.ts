/** Names of files that rules need and make, wildcards as `{}`. */
import type { Argument, StringLiteral } from "../python/python_tokens.ts";

/** A file, or files, as a rule names them. */
export interface FilePattern {
  readonly pattern: string;
  readonly start: number;
}

const CONSTANT = /^([A-Za-z_]\w*)[ \t]*=[ \t]*(["'])([^"'\n\\]*)\2[ \t]*(?:#[^\n]*)?$/gm;
/** Calls of which only the first argument names files. */
const FIRST_ONLY = /^(?:report|expand|collect|lookup|branch|storage(?:\.\w+)?)\s*\(/;
/** Arguments that name no files by themselves. */
const NOT_FILES = /^(?:\d|config\b)/;

/** Reads the patterns of one Snakefile, whose constants it knows. */
export class FilePatterns {
  readonly #constants = new Map<string, string>();

  /** Notes the constants of a file. */
  read(text: string): void {
    this.#constants.clear();
    for (const match of text.matchAll(CONSTANT)) this.#constants.set(match[1]!, match[3]!);
  }

  /** The files that an argument of `input` or `output` names. */
  of(text: string, argument: Argument): FilePattern[] {
    const { start, end, strings } = argument;
    const source = text.slice(start, end);
    if (strings.length === 0 || NOT_FILES.test(source)) return [];
    if (source.startsWith("lambda")) return this.paths(text, argument);
    if (/\bmultiext\s*\(/.test(source)) return this.#multiext(text, strings);
    const groups = joined(text, strings);
    const meant = FIRST_ONLY.test(source)
      ? groups.slice(0, firstCount(text, start, groups))
      : groups;
    return meant.flatMap((group) => this.#pattern(text, start, group));
  }

  /** Strings of a stretch of code that are paths: with folders and an ending. */
  paths(text: string, { start, strings }: Argument): FilePattern[] {
    return joined(text, strings)
      .flatMap((group) => this.#pattern(text, start, group))
      .filter(({ pattern }) => /^[^/].*\/.*\.\w+$/.test(pattern));
  }

  #multiext(text: string, strings: readonly StringLiteral[]): FilePattern[] {
    const [stem, ...ends] = strings;
    if (stem === undefined) return [];
    const before = this.#text(text, stem);
    return ends.map((end) => ({
      pattern: before + text.slice(end.from, end.to),
      start: stem.from,
    }));
  }

  #pattern(
    text: string,
    argumentStart: number,
    group: readonly StringLiteral[],
  ): FilePattern[] {
    const first = group[0]!;
    let pattern = group.map((one) => this.#text(text, one)).join("");
    const before = text.slice(argumentStart, first.start);
    const added = /([\w.[\]"']+)\s*\+\s*$/.exec(before)?.[1];
    if (added !== undefined) pattern = (this.#constants.get(added) ?? "{}") + pattern;
    else {
      const folder = /\bjoin\(\s*([\w.[\]"']+)\s*,\s*$/.exec(before)?.[1];
      if (folder !== undefined) pattern = `${this.#constants.get(folder) ?? "{}"}/${pattern}`;
    }
    return /[\w]/.test(pattern.replaceAll("{}", "")) && !/\s/.test(pattern)
      ? [{ pattern, start: first.from }]
      : [];
  }

  #text(text: string, { from, to, isFormatted }: StringLiteral): string {
    const content = text.slice(from, to);
    return content.replace(/\{\{[^{}]*\}\}/g, "{}").replace(
      /\{((?:[^{}]|\{[^{}]*\})*)\}/g,
      (_, inner: string) => isFormatted ? this.#constants.get(inner) ?? "{}" : "{}",
    );
  }
}

/** Strings that stand beside each other are one. */
function joined(text: string, strings: readonly StringLiteral[]): StringLiteral[][] {
  const groups: StringLiteral[][] = [];
  let end = -1;
  for (const literal of strings) {
    const isNext = end >= 0 && /^[\s\\]*$/.test(text.slice(end, literal.start));
    if (isNext) groups.at(-1)!.push(literal);
    else groups.push([literal]);
    end = literal.end;
  }
  return groups;
}

/** How many of the strings stand in the first argument of a call, which may be a list. */
function firstCount(
  text: string,
  start: number,
  groups: readonly (readonly StringLiteral[])[],
): number {
  const opens = text.indexOf("(", start);
  const isList = /^\(\s*\[/.test(text.slice(opens));
  if (!isList) return 1;
  const close = text.indexOf("]", opens);
  return Math.max(1, groups.filter(([first]) => first!.start < close).length);
}
