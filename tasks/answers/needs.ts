/** Whether an answer shows what a question needs, judged by the source alone. */
import { join } from "node:path";
import { TaskFailure } from "../measure/task.ts";

/** A definition that a right answer shows. */
export interface Need {
  /** Relative to the project. */
  readonly file: string;
  /** Line of the definition, from 1. */
  readonly line: number;
  /** Its lines of code, without comments and documentation, the first first. */
  readonly own: readonly string[];
}

/** Lines of a definition's code that an answer has to show, if there are so many. */
const LEAST_SHOWN = 4;
/** A line that begins a documentation string: its quotes, and what follows them. */
const DOCUMENTATION = /^[rRuU]?("""|''')(.*)$/;
/** Lines of a definition that count. */
const MOST_OWN = 30;

/**
 * Finds what `path | text #2` stands for in a project.
 *
 * @throws TaskFailure when the project has no such definition
 */
export function locateNeed(folder: string, written: string): Need {
  const match = /^(.*?) \| (.*?)(?: #(\d))?$/.exec(written);
  const [, file = "", text = "", ordinal = "1"] = match ?? [];
  const lines = readLines(join(folder, file));
  let seen = 0;
  for (const [index, line] of lines.entries()) {
    if (line.includes(text) && ++seen === Number(ordinal)) {
      return { file, line: index + 1, own: ownCode(lines, index) };
    }
  }
  throw new TaskFailure(`${folder} has no definition ${written}: is it another version?`);
}

/** Whether an answer shows a definition's first line and enough of its code. */
export function isShown(answer: ReadonlySet<string>, { own }: Need): boolean {
  if (!answer.has(own[0]!)) return false;
  return own.filter((line) => answer.has(line)).length >= Math.min(LEAST_SHOWN, own.length);
}

/** The lines of an answer without the line numbers before them. */
export function shownLines(answer: string): Set<string> {
  return new Set(answer.split("\n").map((line) => line.replace(/^\s*\d+\s*[|:→]?/, "").trim()));
}

function ownCode(lines: readonly string[], first: number): string[] {
  const depth = indentation(lines[first]!);
  const own = [lines[first]!.trim()];
  let quote: string | undefined;
  for (const line of lines.slice(first + 1)) {
    if (own.length === MOST_OWN) break;
    const trimmed = line.trim();
    if (quote !== undefined) {
      if (trimmed.endsWith(quote)) quote = undefined;
      continue;
    }
    const documentation = DOCUMENTATION.exec(trimmed);
    if (documentation !== null) {
      const [, mark, rest] = documentation;
      quote = rest!.endsWith(mark!) ? undefined : mark;
      continue;
    }
    if (trimmed === "" || /^(?:#|%|\/\/|\*|\/\*)/.test(trimmed)) continue;
    if (indentation(line) <= depth && !/^[)\]}{]/.test(trimmed)) break;
    own.push(trimmed);
  }
  return own;
}

function indentation(line: string): number {
  return line.length - line.trimStart().length;
}

function readLines(path: string): string[] {
  try {
    return Deno.readTextFileSync(path).split(/\r?\n/);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
