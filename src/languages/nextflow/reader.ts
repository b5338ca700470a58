/** Reads Nextflow: what is included, processes, workflows, functions, and what stands in them. */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";
import { WORKFLOW_FIELDS, WORKFLOW_TYPES } from "../workflow_family/node_types.ts";

/** Words that brackets follow without being called. */
const KEYWORDS: ReadonlySet<string> = new Set(
  "if while for switch catch return assert in else new def throw case instanceof as".split(" "),
);
/** Sections of a process that hold code, strings in which are commands. */
const COMMANDS: ReadonlySet<string> = new Set(["script", "shell", "stub"]);
const SECTION = /[ \t]*(input|output|when|script|shell|exec|stub|topic)[ \t]*:(?!:)/y;
const NAME = /[A-Za-z_]\w*/y;
const INCLUDE = /include\s*\{([^}]*)\}\s*from\s*(["'])([^"'\n]*)\2/y;
const ITEM = /(\w+)(?:\s+as\s+(\w+))?/g;
const BLOCK = /(process|workflow)\b[ \t]*(\w+|"[^"\n]*"|'[^'\n]*')?\s*\{/y;
const FUNCTION =
  /(?:(?:def|static|public|private|void|int|long|float|double|boolean|[A-Z][\w.]*(?:<[^>\n]*>)?(?:\[\])?)\s+)+([a-z_]\w*)\s*\(/y;

/** Nextflow. */
export const nextflowReader: OwnReader = {
  types: WORKFLOW_TYPES,
  fields: WORKFLOW_FIELDS,
  read: (text, tree) => new NextflowReader(text, tree).run(),
};

class NextflowReader {
  readonly #text: string;
  readonly #tree: TreeBuilder;
  #at = 0;

  constructor(text: string, tree: TreeBuilder) {
    this.#text = text;
    this.#tree = tree;
  }

  run(): void {
    this.#tree.open("script", 0);
    if (this.#text.startsWith("#!")) this.#at = this.#endOfLine();
    while (this.#at < this.#text.length) {
      if (this.#skipBlank() || this.#include() || this.#block() || this.#function()) continue;
      this.#code("");
    }
    this.#tree.close(this.#text.length);
  }

  // ── at the top ──────────────────────────────────────────────────────────────────────────────

  #include(): boolean {
    const match = this.#match(INCLUDE);
    if (match === null) return false;
    const start = this.#at;
    const items = match[1]!;
    const itemsAt = start + match[0].indexOf("{") + 1;
    this.#tree.open("include", start);
    for (const item of items.matchAll(ITEM)) {
      const at = itemsAt + item.index;
      this.#tree.open("item", at);
      this.#tree.leaf("name", at, at + item[1]!.length, "name");
      const end = at + item[0].length;
      if (item[2] !== undefined) this.#tree.leaf("name", end - item[2].length, end, "alias");
      this.#tree.close(end);
    }
    const end = start + match[0].length;
    this.#tree.leaf("path", end - 1 - match[3]!.length, end - 1, "path");
    this.#tree.close(end);
    this.#at = end;
    return true;
  }

  #block(): boolean {
    const match = this.#match(BLOCK);
    if (match === null) return false;
    const type = match[1]!;
    this.#tree.open(type, this.#at);
    const name = match[2];
    if (name !== undefined) {
      const at = this.#at + match[0].indexOf(name, type.length);
      this.#tree.leaf("name", at, at + name.length, "name");
    }
    this.#at += match[0].length;
    this.#body(type);
    this.#tree.close(this.#at);
    return true;
  }

  #function(): boolean {
    const match = this.#match(FUNCTION);
    if (match === null) return false;
    const open = this.#at + match[0].length - 1;
    const close = this.#closing(open);
    if (close < 0 || !/^\s*\{/.test(this.#text.slice(close + 1, close + 200))) return false;
    const brace = this.#text.indexOf("{", close);
    const name = match[1]!;
    const nameAt = open - (match[0].length - 1 - match[0].lastIndexOf(name));
    this.#tree.open("function", this.#at);
    this.#tree.leaf("name", nameAt, nameAt + name.length, "name");
    this.#at = brace + 1;
    this.#body("function");
    this.#tree.close(this.#at);
    return true;
  }

  /** Offset of the bracket that closes one; -1 when nothing does. Strings and comments are passed over. */
  #closing(open: number): number {
    const before = this.#at;
    let depth = 0;
    this.#at = open;
    let found = -1;
    while (this.#at < this.#text.length && found < 0) {
      if (this.#skipBlank() || this.#string() !== undefined) continue;
      const c = this.#text[this.#at]!;
      if (c === "(") depth++;
      else if (c === ")" && --depth === 0) found = this.#at;
      this.#at++;
    }
    this.#at = before;
    return found;
  }

  // ── in blocks ───────────────────────────────────────────────────────────────────────────────

  /** Up to the brace that closes the block, whose opening one is passed. */
  #body(type: string): void {
    let depth = 1;
    let section = "";
    while (this.#at < this.#text.length) {
      const isLineStart = this.#isLineStart();
      if (type === "process" && depth === 1 && isLineStart) {
        const match = this.#match(SECTION);
        if (match !== null) {
          section = match[1]!;
          this.#at += match[0].length;
          continue;
        }
      }
      if (this.#skipBlank()) continue;
      const c = this.#text[this.#at]!;
      if (c === "{") depth++;
      else if (c === "}" && --depth === 0) {
        this.#at++;
        return;
      }
      if (c === "{" || c === "}") this.#at++;
      else this.#code(type === "process" ? section || "directives" : type);
    }
  }

  /** One token of code. @param section of a process, or what the code stands in */
  #code(section: string): void {
    const isLineStart = this.#isLineStart();
    const string = this.#string();
    if (string !== undefined) {
      const [from, to] = string;
      const isLong = this.#text.startsWith('"""', from - 3) ||
        this.#text.startsWith("'''", from - 3);
      // A text that stands by itself is the command of a process that does not say so.
      const isCommand = COMMANDS.has(section) && (isLong || isLineStart) ||
        isLong && isLineStart && (section === "output" || section === "directives");
      if (isCommand) this.#tree.leaf("command", from, to);
      return;
    }
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#text)?.[0];
    if (name === undefined) {
      this.#at++;
      return;
    }
    const start = this.#at;
    const end = start + name.length;
    this.#at = end;
    if (section === "input" || section === "output" || section === "directives") return;
    if (name === "template" && COMMANDS.has(section)) return this.#template();
    const before = this.#before(start);
    if (before === "." || KEYWORDS.has(name)) return;
    const after = /^[ \t]*(\(|\.out\b|$)?/m.exec(this.#text.slice(end, end + 80))?.[1];
    const isPiped = (before === "|" || before === "&") &&
      this.#text[this.#offsetBefore(start) - 1] !== before;
    if (after === "(" || isPiped && after !== ".out") this.#named("call", start, end);
    else if (after === ".out") this.#named("use", start, end);
  }

  #named(type: string, start: number, end: number): void {
    this.#tree.open(type, start);
    this.#tree.leaf("name", start, end, "name");
    this.#tree.close(end);
  }

  #template(): void {
    const match = /^[ \t]*\(?[ \t]*(["'])([^"'\n]+)\1/.exec(
      this.#text.slice(this.#at, this.#at + 300),
    );
    if (match === null) return;
    const end = this.#at + match[0].length - 1;
    this.#tree.leaf("template", end - match[2]!.length, end);
    this.#at = end + 1;
  }

  // ── characters ──────────────────────────────────────────────────────────────────────────────

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #endOfLine(): number {
    const feed = this.#text.indexOf("\n", this.#at);
    return feed < 0 ? this.#text.length : feed;
  }

  #isLineStart(): boolean {
    let at = this.#at - 1;
    while (at >= 0 && (this.#text[at] === " " || this.#text[at] === "\t")) at--;
    return at < 0 || this.#text[at] === "\n";
  }

  /** The last character before an offset that is no blank; "" when there is none. */
  #before(start: number): string {
    return this.#text[this.#offsetBefore(start)] ?? "";
  }

  #offsetBefore(start: number): number {
    let at = start - 1;
    while (at >= 0 && /\s/.test(this.#text[at]!)) at--;
    return at;
  }

  /** Passes over blanks and comments. @returns whether there were any */
  #skipBlank(): boolean {
    const c = this.#text[this.#at]!;
    if (/\s/.test(c)) this.#at++;
    else if (this.#text.startsWith("//", this.#at)) this.#at = this.#endOfLine();
    else if (this.#text.startsWith("/*", this.#at)) {
      const end = this.#text.indexOf("*/", this.#at + 2);
      this.#at = end < 0 ? this.#text.length : end + 2;
    } else return false;
    return true;
  }

  /** Passes over a string or pattern. @returns where its content stands; undefined when there is none */
  #string(): readonly [from: number, to: number] | undefined {
    const text = this.#text;
    const c = text[this.#at];
    if (c === "/" && /[=(,~:[]/.test(this.#before(this.#at))) return this.#pattern();
    if (c !== '"' && c !== "'") return undefined;
    const quote = text.startsWith(c.repeat(3), this.#at) ? c.repeat(3) : c;
    const from = this.#at + quote.length;
    let to = from;
    while (to < text.length && !text.startsWith(quote, to)) {
      if (text[to] === "\\") to += 2;
      else if (c === '"' && text.startsWith("${", to)) to = closingBrace(text, to + 1);
      else if (quote.length === 1 && text[to] === "\n") break;
      else to++;
    }
    to = Math.min(to, text.length);
    this.#at = text.startsWith(quote, to) ? to + quote.length : to;
    return [from, to];
  }

  /** `/…/` on one line. */
  #pattern(): readonly [from: number, to: number] | undefined {
    const match = /^\/(?:[^/\\\n]|\\.)+\//.exec(this.#text.slice(this.#at, this.#at + 500));
    if (match === null) return undefined;
    const from = this.#at + 1;
    this.#at += match[0].length;
    return [from, this.#at - 1];
  }
}

/** Offset after the brace that closes one, strings in it passed over; on its line, at most. */
function closingBrace(text: string, open: number): number {
  let depth = 0;
  let quote = "";
  for (let at = open; at < text.length; at++) {
    const c = text[at]!;
    if (c === "\\") at++;
    else if (quote !== "") {
      if (c === quote) quote = "";
    } else if (c === '"' || c === "'") quote = c;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return at + 1;
    if (c === "\n" && depth > 0 && at - open > 2000) return open + 1;
  }
  return open + 1;
}
