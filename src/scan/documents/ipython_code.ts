/**
 * Python as IPython takes it: cells may begin with a magic that says what the rest is, and lines with
 * `%`, `!` or `?` are commands. A command becomes the number `0`, so that a block of nothing else is
 * still one; what it measures (`%time f(x)`) stays, and `%run file` becomes the comment `#:un file`.
 */
import { blanked, type CodeStretch } from "./code_stretch.ts";
import { languageOfEngine } from "./engines.ts";

/** Cell magics after which the cell is Python all the same. */
const TRANSPARENT = new Set([
  "time",
  "timeit",
  "capture",
  "prun",
  "memit",
  "mprun",
  "lprun",
  "snakeviz",
  "debug",
  "ipytest",
  "run_pytest",
  "px",
]);

const CELL_MAGIC = /^\s*%%(\w+)([^\n]*)(?:\n|$)/;
/** A line magic that runs a statement, up to the statement. */
const MEASURING = /^%(?:time|timeit|prun|memit)(?:[ \t]+-\w+(?:[ \t]*\d+)?)*[ \t]+(?=[^\s-])/;
const ASSIGNED_MAGIC = /^[\w.,[\]'" \t]+=[ \t]*(?=[!%])/;
/** `%R code`, `x = %R -i data code`: the magic with its options, and the code. */
const LINE_OF_R =
  /^([ \t]*(?:[\w.,[\]'" \t]+=[ \t]*)?%R[ \t]+(?:-[a-z]+[ \t]+(?:[\w.,]+[ \t]+)?)*)([^\s-][^\r\n]*)/gm;
/** `%run -i other.py`: another file's names come in; the line becomes a comment that nobody writes. */
const RUN = /^%run[ \t]/;
const HELP = /^[ \t]*%{0,2}[\w.*]+\?{1,2}[ \t]*(?:#[^\n]*)?$/;

/** The code of a cell whose kernel is Python's. @param start offset of the cell in the document */
export function ipythonCode(cell: string, start: number): CodeStretch[] {
  const magic = CELL_MAGIC.exec(cell);
  if (magic === null) return pythonCode(cell, start);
  const [head, name, rest] = magic as unknown as [string, string, string];
  const body = cell.slice(head.length);
  if (TRANSPARENT.has(name)) {
    return [{ language: "python", start, text: blanked(head) + withoutCommands(body) }];
  }
  const engine = name === "script" ? rest.trim().split(/\s/)[0]! : name;
  const language = languageOfEngine(engine);
  if (language === undefined) return [];
  return [{ language, start: start + head.length, text: body }];
}

/** Python with its commands masked, and the other languages that line magics run. */
function pythonCode(cell: string, start: number): CodeStretch[] {
  const text = withoutCommands(cell);
  const stretches: CodeStretch[] = [{ language: "python", start, text }];
  for (const match of text === cell ? [] : cell.matchAll(LINE_OF_R)) {
    const at = match.index + match[1]!.length;
    // In a string or in the middle of a statement the line was left as it is.
    if (text.startsWith(match[2]!, at)) continue;
    stretches.push({ language: "r", start: start + at, text: match[2]! });
  }
  return stretches;
}

/** Python with its commands masked. */
export function withoutCommands(code: string): string {
  if (!/[%!?]/.test(code)) return code;
  const lines = code.split("\n");
  const state = new StatementState();
  let isContinued = false;
  for (const [index, line] of lines.entries()) {
    const maskedLine = isContinued
      ? " ".repeat(line.length)
      : state.isAtStart
      ? withoutCommand(line)
      : undefined;
    if (maskedLine === undefined) state.read(line);
    else {
      lines[index] = maskedLine;
      isContinued = /\\\r?$/.test(line);
    }
  }
  return lines.join("\n");
}

/** The line without the command that it is, or has on the right of `=`; undefined when it has none. */
function withoutCommand(line: string): string | undefined {
  const indent = /^[ \t]*/.exec(line)![0];
  const rest = line.slice(indent.length);
  if (indent === "" && RUN.test(rest)) return `#:${rest.slice(2)}`;
  const measuring = MEASURING.exec(rest)?.[0];
  if (measuring !== undefined) {
    return indent + "0;".padEnd(measuring.length) + rest.slice(measuring.length);
  }
  if (/^[%!?]/.test(rest) || HELP.test(rest)) return indent + "0".padEnd(rest.length);
  const assigned = ASSIGNED_MAGIC.exec(rest)?.[0];
  return assigned === undefined
    ? undefined
    : indent + assigned + "0".padEnd(rest.length - assigned.length);
}

const TOKEN = /'''|"""|\\[^]|[#'"()[\]{}]/g;

/** Whether the next line of Python begins a statement. */
class StatementState {
  #depth = 0;
  /** Quote of the string that the line before left open. */
  #quote = "";
  #isJoined = false;

  get isAtStart(): boolean {
    return this.#depth === 0 && this.#quote === "" && !this.#isJoined;
  }

  read(line: string): void {
    this.#isJoined = /\\\r?$/.test(line);
    for (const [token] of line.matchAll(TOKEN)) {
      if (token.startsWith("\\")) continue;
      if (this.#quote !== "") {
        if (token === this.#quote) this.#quote = "";
        // Of three quotes that are no delimiter, the first ends the string and two open another.
        else if (token === this.#quote.repeat(3)) this.#quote = "";
      } else if (token === "#") break;
      else if (/^['"]/.test(token)) this.#quote = token;
      else if (/[([{]/.test(token)) this.#depth++;
      else this.#depth = Math.max(0, this.#depth - 1);
    }
    // A string of one quote ends with its line, unless that is joined to the next.
    if (this.#quote.length === 1 && !this.#isJoined) this.#quote = "";
  }
}
