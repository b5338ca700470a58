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
    "(table|view|procedure|proc|function|trigger|(?:type|package)(?:\\s+body)?)\\s+(?:if\\s+not\\s+exists\\s+)?" +
    `(${QUALIFIED})`,
  "gi",
);
/** What gives a routine or view that is there another body; `alter function f owner to …` gives none. */
const ALTER = new RegExp(
  `\\balter\\s+(procedure|proc|function|trigger|view)\\s+(${QUALIFIED})(?=[^;]*?\\bas\\b)`,
  "gi",
);
/** A routine of a package or an object type, which is told without `CREATE`. */
const MEMBER = new RegExp(`\\b(?:procedure|function)\\s+(${NAME})`, "gi");
const HAS_MEMBERS = /^(?:package|type)/;
/** The type that an object type is made from. */
const UNDER = new RegExp(`^[^;(]*?\\bunder\\s+(${QUALIFIED})`, "i");
/** What stands between the name of a routine and the body that makes it one. */
const HAS_BODY = /^\s*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?[^;]*?\b(?:is|as)\b/i;
/** Words before the name of a table. */
const TABLE = new RegExp(
  "\\b(?:(?:insert|update|delete|truncate)\\s+on|from|join|into|update|references|truncate\\s+table|alter\\s+table|lock\\s+table|merge\\s+into|delete\\s+from|using|" +
    "drop\\s+(?:materialized\\s+)?(?:table|view))\\s+" +
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
/** Before a routine that is named and not called: `drop function f(int)`. */
const NAMED = /(?<!\bexecute\s+)\b(?:function|procedure|routine|aggregate)\s+(?:if\s+exists\s+)?$/i;
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
  types: [
    "script",
    "creation",
    "alteration",
    "member",
    "base",
    "column",
    "table",
    "routine",
    "common_table",
  ],
  fields: ["word", "name", "body"],
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
    const creations = [...this.#code.matchAll(CREATE), ...this.#code.matchAll(ALTER)]
      .sort((a, b) => a.index - b.index);
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
      this.#tree.open(/^alter/i.test(match[0]) ? "alteration" : "creation", start);
      const word = start + match[0].toLowerCase().indexOf(match[1]!.toLowerCase(), 5);
      this.#tree.leaf("table", word, word + match[1]!.length, "word");
      const nameAt = start + match[0].length - match[2]!.length;
      this.#tree.leaf("table", nameAt, nameAt + match[2]!.length, "name");
      while (next < parts.length && parts[next]!.start < nameAt + match[2]!.length) next++;
      const under = /^type/i.test(match[1]!)
        ? UNDER.exec(this.#code.slice(nameAt + match[2]!.length, end))
        : null;
      if (under !== null) {
        const stop = nameAt + match[2]!.length + under[0].length;
        this.#tree.leaf("base", stop - under[1]!.length, stop);
        while (next < parts.length && parts[next]!.start < stop) next++;
      }
      if (HAS_MEMBERS.test(match[1]!.toLowerCase())) {
        const members = this.#membersIn(nameAt + match[2]!.length, end);
        for (const [at, member] of members.entries()) {
          const from = member.index;
          const stop = members[at + 1]?.index ?? end;
          const memberName = from + member[0].length - member[1]!.length;
          emitUntil(from);
          this.#tree.open("member", from);
          this.#tree.leaf("table", memberName, from + member[0].length, "name");
          while (next < parts.length && parts[next]!.start <= memberName) next++;
          const isDefined = HAS_BODY.test(this.#code.slice(from + member[0].length, stop));
          if (isDefined) {
            this.#tree.leaf("table", from + member[0].length, from + member[0].length, "body");
          }
          emitUntil(stop);
          this.#tree.close(from + this.#code.slice(from, stop).trimEnd().length);
        }
      }
      emitUntil(end);
      this.#tree.close(end);
    }
    emitUntil(this.#code.length);
    this.#tree.close(this.#code.length);
  }

  #membersIn(from: number, end: number): RegExpExecArray[] {
    const members: RegExpExecArray[] = [];
    MEMBER.lastIndex = from;
    for (let match = MEMBER.exec(this.#code); match !== null; match = MEMBER.exec(this.#code)) {
      if (match.index >= end) break;
      members.push(match);
    }
    return members;
  }

  /** Where what is created ends: at its semicolon, of routines at that of the whole body. */
  #endOf(word: string, from: number, limit: number): number {
    BATCH_END.lastIndex = from;
    const batch = BATCH_END.exec(this.#code)?.index ?? limit;
    const last = Math.min(limit, batch);
    const isRoutine = /^(?:proc|function|trigger|package|type\s+body)/.test(word);
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
        const type = NAMED.test(code.slice(Math.max(0, start - 60), start)) ? "table" : "routine";
        found.set(start, { type, start, end: start + match[1]!.length });
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
