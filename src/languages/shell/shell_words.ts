/**
 * Commands in shell text, read without a grammar: for command lines that stand in other languages
 * (recipes, strings, blocks of workflows). What runs inside substitutions is read too.
 */

/** One word of a command, as written. */
export interface ShellWord {
  readonly raw: string;
  /** Offset of its first character. */
  readonly start: number;
}

/** A simple command: its words without assignments before them, redirections and keywords. */
export type ShellCommand = readonly ShellWord[];

const KEYWORDS: ReadonlySet<string> = new Set(
  "if then elif else while until do ! time { } fi done esac".split(" "),
);
/** Words after which the command is none: what follows is a list of values or a name. */
const CLAUSES: ReadonlySet<string> = new Set(["for", "case", "select", "function"]);
const ASSIGNMENT = /^\w+(?:\[[^\]]*\])?\+?=/;
/** Deeper nesting than people write. */
const DEEPEST = 20;

/** A command, and how many shells below that of the text it runs in. */
export interface LeveledCommand {
  readonly words: ShellCommand;
  readonly level: number;
}

/** Commands of a text, in the order in which they begin. @param start offset of the text in its file */
export function shellCommands(text: string, start = 0): ShellCommand[] {
  return leveledCommands(text, start).map(({ words }) => words);
}

/** As {@link shellCommands}, with the shells that they run in. */
export function leveledCommands(text: string, start = 0): LeveledCommand[] {
  const commands: LeveledCommand[] = [];
  new Scanner(text, start, commands).run(0, "", 0);
  return commands
    .map(({ words, level }) => ({ words: withoutPrefix(words), level }))
    .filter(({ words }) => words.length > 0)
    .sort((a, b) => a.words[0]!.start - b.words[0]!.start);
}

function withoutPrefix(words: readonly ShellWord[]): ShellCommand {
  let first = 0;
  while (first < words.length) {
    const { raw } = words[first]!;
    if (CLAUSES.has(raw)) return [];
    const isOfTime = raw === "-p" && words[first - 1]?.raw === "time";
    if (!KEYWORDS.has(raw) && !ASSIGNMENT.test(raw) && !isOfTime) break;
    first++;
  }
  return words.slice(first);
}

class Scanner {
  readonly #text: string;
  readonly #offset: number;
  readonly #commands: LeveledCommand[];

  constructor(text: string, offset: number, commands: LeveledCommand[]) {
    this.#text = text;
    this.#offset = offset;
    this.#commands = commands;
  }

  /** Reads up to what closes a substitution. @returns the offset after it */
  run(from: number, close: "" | ")" | "`", depth: number): number {
    const text = this.#text;
    let words: ShellWord[] = [];
    let wordStart = -1;
    let dropsWord = false;
    let open = 0;
    const heredocs: string[] = [];
    const endWord = (at: number): void => {
      if (wordStart >= 0 && !dropsWord) {
        words.push({ raw: text.slice(wordStart, at), start: this.#offset + wordStart });
      }
      if (wordStart >= 0) dropsWord = false;
      wordStart = -1;
    };
    const endCommand = (at: number): void => {
      endWord(at);
      dropsWord = false;
      if (words.length > 0) this.#commands.push({ words, level: depth + open });
      words = [];
    };
    const inWord = (at: number): void => {
      if (wordStart < 0) wordStart = at;
    };
    let at = from;
    while (at < text.length) {
      const c = text[at]!;
      if (close === "`" && c === "`") break;
      if (c === "\\") {
        if (text[at + 1] === "\n") endWord(at);
        else inWord(at);
        at += 2;
      } else if (c === "'") {
        inWord(at);
        const end = text.indexOf("'", at + 1);
        at = end < 0 ? text.length : end + 1;
      } else if (c === '"') {
        inWord(at);
        at = this.#quoted(at + 1, depth);
      } else if (c === "`" && depth < DEEPEST) {
        inWord(at);
        at = this.run(at + 1, "`", depth + 1);
      } else if (c === "$" && (text[at + 1] === "(" || text[at + 1] === "{")) {
        inWord(at);
        at = this.#expansion(at, depth);
      } else if (c === "$" && text[at + 1] === "<") {
        // The first of what a target of `make` needs.
        inWord(at);
        at += 2;
      } else if (c === "#" && wordStart < 0) {
        const end = text.indexOf("\n", at);
        at = end < 0 ? text.length : end;
      } else if (c === " " || c === "\t" || c === "\r") {
        endWord(at++);
      } else if (c === "\n") {
        endCommand(at++);
        for (const delimiter of heredocs.splice(0)) at = this.#afterHeredoc(at, delimiter);
      } else if (c === ";" || c === "|" || c === "&" && text[at + 1] !== ">") {
        endCommand(at++);
      } else if ((c === "<" || c === ">") && text[at + 1] === "(" && depth < DEEPEST) {
        inWord(at);
        at = this.run(at + 2, ")", depth + 1);
      } else if (c === "<" || c === ">" || c === "&") {
        if (/^\d$/.test(text.slice(wordStart, at))) wordStart = -1;
        endWord(at);
        const operator = /^(?:<<<|<<-?|<&|<>|>>|>&|>\||&>>?|<|>)/.exec(text.slice(at, at + 3))![0];
        at += operator.length;
        dropsWord = true;
        if (operator === "<<" || operator === "<<-") {
          const delimiter = /^[ \t]*\\?(['"]?)([\w.-]+)\1/.exec(text.slice(at, at + 80));
          if (delimiter !== null) heredocs.push(delimiter[2]!);
        }
      } else if (c === "(") {
        endCommand(at++);
        open++;
      } else if (c === ")") {
        if (open === 0 && close === ")") break;
        // Without its opening one it ends a pattern of `case`.
        if (open === 0) words = [], wordStart = -1;
        endCommand(at++);
        open = Math.max(0, open - 1);
      } else {
        inWord(at++);
      }
    }
    endCommand(Math.min(at, text.length));
    return at + 1;
  }

  /** Inside of double quotes. @returns the offset after the closing one */
  #quoted(from: number, depth: number): number {
    const text = this.#text;
    let at = from;
    while (at < text.length && text[at] !== '"') {
      if (text[at] === "\\") at += 2;
      else if (text[at] === "`" && depth < DEEPEST) at = this.run(at + 1, "`", depth + 1);
      else if (text[at] === "$" && (text[at + 1] === "(" || text[at + 1] === "{")) {
        at = this.#expansion(at, depth);
      } else at++;
    }
    return at + 1;
  }

  /** `$(…)`, `$((…))`, `${…}`. @returns the offset after it */
  #expansion(at: number, depth: number): number {
    const text = this.#text;
    if (text[at + 1] === "(" && text[at + 2] !== "(" && depth < DEEPEST) {
      return this.run(at + 2, ")", depth + 1);
    }
    const open = text[at + 1]!;
    const closing = open === "(" ? ")" : "}";
    let count = 0;
    for (let i = at + 1; i < text.length; i++) {
      if (text[i] === "\\") i++;
      else if (text[i] === open) count++;
      else if (text[i] === closing && --count === 0) return i + 1;
      else if (text[i] === "\n" && open === "{") return i;
    }
    return text.length;
  }

  #afterHeredoc(from: number, delimiter: string): number {
    const text = this.#text;
    let at = from;
    while (at < text.length) {
      const feed = text.indexOf("\n", at);
      const end = feed < 0 ? text.length : feed;
      if (text.slice(at, end).trim() === delimiter) return end;
      at = end + 1;
    }
    return text.length;
  }
}
