/**
 * Reads SQL by its words, as its dialects differ in all but them: what `CREATE` makes, the tables that
 * statements read and write, the routines that they call.
 */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";

const NAME = '(?:[\\w$#@]+|"[^"\\n]+"|`[^`\\n]+`|\\[[^\\]\\n]+\\])';
const QUALIFIED = `${NAME}(?:\\s*\\.\\s*${NAME}){0,3}`;
const CREATE = new RegExp(
  "\\bcreate\\s+(?:or\\s+(?:replace|alter)\\s+)?(?:definer\\s*=\\s*\\S+\\s+)?" +
    "(?:(?:global|local|temp|temporary|unlogged|external|foreign|virtual|materialized|recursive|force|editionable|noneditionable|constraint)\\s+)*" +
    "(table|view|procedure|proc|function|trigger|type|package(?:\\s+body)?)\\s+(?:if\\s+not\\s+exists\\s+)?" +
    `(${QUALIFIED})`,
  "gi",
);
/** Words before the name of a table. */
const TABLE = new RegExp(
  "\\b(?:from|join|into|update|references|truncate\\s+table|alter\\s+table|lock\\s+table|merge\\s+into|delete\\s+from)\\s+" +
    `(?:only\\s+|if\\s+exists\\s+)?(${QUALIFIED})`,
  "gi",
);
/** More tables of a list: `from a x, b y`. */
const MORE = new RegExp(`^\\s*(?:as\\s+)?(?:${NAME}\\s*)?,\\s*(${QUALIFIED})(?!\\s*\\()`, "i");
const ROUTINE = new RegExp(
  `\\b(?:call|exec(?:ute)?(?:\\s+(?:procedure|function))?)\\s+(?:@\\w+\\s*=\\s*)?(${QUALIFIED})`,
  "gi",
);
const CALL = new RegExp(`(?<![\\w.$#@"\`\\]])(${QUALIFIED})\\s*\\(`, "g");
/** A table that exists for one statement. */
const COMMON_TABLE = new RegExp(
  `(?:\\bwith\\s+(?:recursive\\s+)?|\\)\\s*,\\s*)(${NAME})\\s*(?:\\([^()]*\\)\\s*)?as\\s*(?:not\\s+)?(?:materialized\\s*)?\\(`,
  "gi",
);
const BATCH_END = /^[ \t]*(?:go|\/)[ \t]*\r?$/gim;
const CONSTRAINT =
  /^(?:constraint|primary|foreign|unique|check|key|index|exclude|like|period|fulltext|spatial)\b/i;

/** Types: what is created, with its columns, and names of tables and routines. */
export const sqlReader: OwnReader = {
  types: ["script", "creation", "column", "table", "routine", "common_table"],
  fields: ["word", "name"],
  read: (text, tree) => new SqlReader(text, tree).run(),
};

/** A node to be made. */
interface Part {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

class SqlReader {
  readonly #code: string;
  readonly #tree: TreeBuilder;

  constructor(text: string, tree: TreeBuilder) {
    this.#code = masked(text);
    this.#tree = tree;
  }

  run(): void {
    const parts = this.#names();
    const creations = [...this.#code.matchAll(CREATE)];
    this.#tree.open("script", 0);
    let next = 0;
    const emitUntil = (end: number): void => {
      for (; next < parts.length && parts[next]!.start < end; next++) {
        const { type, start, end: stop } = parts[next]!;
        this.#tree.leaf(type, start, stop);
      }
    };
    for (const [i, match] of creations.entries()) {
      const start = match.index;
      const limit = creations[i + 1]?.index ?? this.#code.length;
      const end = this.#endOf(match[1]!.toLowerCase(), start + match[0].length, limit);
      emitUntil(start);
      this.#tree.open("creation", start);
      const word = start + match[0].toLowerCase().indexOf(match[1]!.toLowerCase(), 6);
      this.#tree.leaf("table", word, word + match[1]!.length, "word");
      const nameAt = start + match[0].length - match[2]!.length;
      this.#tree.leaf("table", nameAt, nameAt + match[2]!.length, "name");
      while (next < parts.length && parts[next]!.start < nameAt + match[2]!.length) next++;
      emitUntil(end);
      this.#tree.close(end);
    }
    emitUntil(this.#code.length);
    this.#tree.close(this.#code.length);
  }

  /** Where what is created ends: at its semicolon, of routines at that of the whole body. */
  #endOf(word: string, from: number, limit: number): number {
    BATCH_END.lastIndex = from;
    const batch = BATCH_END.exec(this.#code)?.index ?? limit;
    const last = Math.min(limit, batch);
    const isRoutine = /^(?:proc|function|trigger|package)/.test(word);
    const semicolon = isRoutine ? -1 : this.#code.indexOf(";", from);
    const end = semicolon < 0 || semicolon > last ? last : semicolon + 1;
    return from + this.#code.slice(from, end).trimEnd().length;
  }

  #names(): Part[] {
    const code = this.#code;
    const found = new Map<number, Part>();
    const add = (type: string, match: RegExpExecArray | RegExpMatchArray, name: string): void => {
      const start = match.index! + match[0].lastIndexOf(name);
      if (!found.has(start)) found.set(start, { type, start, end: start + name.length });
    };
    for (const match of code.matchAll(COMMON_TABLE)) {
      const start = match.index +
        match[0].search(new RegExp(`${NAME}\\s*(?:\\([^()]*\\)\\s*)?as\\b`, "i"));
      found.set(start, { type: "common_table", start, end: start + match[1]!.length });
    }
    for (const match of code.matchAll(ROUTINE)) add("routine", match, match[1]!);
    for (const match of code.matchAll(TABLE)) {
      add("table", match, match[1]!);
      let at = match.index + match[0].length;
      for (let more = MORE.exec(code.slice(at, at + 200)); more !== null;) {
        const start = at + more[0].length - more[1]!.length;
        found.set(start, { type: "table", start, end: start + more[1]!.length });
        at += more[0].length;
        more = MORE.exec(code.slice(at, at + 200));
      }
    }
    for (const match of code.matchAll(CALL)) {
      const start = match.index;
      if (!found.has(start)) {
        found.set(start, { type: "routine", start, end: start + match[1]!.length });
      }
    }
    this.#addColumns(found);
    return [...found.values()].sort((a, b) => a.start - b.start);
  }

  /** Columns of tables that are created. */
  #addColumns(found: Map<number, Part>): void {
    for (const match of this.#code.matchAll(CREATE)) {
      const open = match.index + match[0].length +
        (/^\s*\(/.exec(this.#code.slice(match.index + match[0].length))?.[0].length ?? NaN);
      if (match[1]!.toLowerCase() !== "table" || Number.isNaN(open)) continue;
      let depth = 1;
      let isStart = true;
      for (let at = open; at < this.#code.length && depth > 0; at++) {
        const sign = this.#code[at]!;
        if (isStart && /\S/.test(sign)) {
          isStart = false;
          const name = new RegExp(`^${NAME}`).exec(this.#code.slice(at, at + 130))?.[0];
          const isColumn = name !== undefined && !CONSTRAINT.test(this.#code.slice(at, at + 40));
          if (isColumn) found.set(at, { type: "column", start: at, end: at + name.length });
        }
        if (sign === "(") depth++;
        else if (sign === ")") depth--;
        else if (sign === "," && depth === 1) isStart = true;
      }
    }
  }
}

/** The text with comments and what is between quotation marks blanked; bodies in `$$` stay. */
function masked(text: string): string {
  return text.replace(
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|''|\\.)*'|^[ \t]*#[^\n]*/gm,
    (found) => found.replace(/[^\n]/g, " "),
  );
}
