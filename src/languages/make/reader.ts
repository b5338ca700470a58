/** Reads makefiles, line by line, as `make` itself does. */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";
import { lineWords, type LogicalLine, logicalLines } from "../shell/logical_lines.ts";

const INCLUDE = /^\s*(?:-|s)?include\s+/;
const CONDITION = /^\s*(?:ifeq|ifneq|ifdef|ifndef|else|endif|vpath|undefine|unexport)\b/;
const DEFINE = /^\s*(?:override\s+|export\s+)*define\s+([^\s=:+?]+)/;
const ASSIGNMENT = /^\s*((?:export|override|private)\s+)*([^\s:#=?+!]+)\s*(?:\?=|\+=|:{0,3}=|!=)/;
const EXPORTED = /^\s*export\b/;

/** Types: a rule with its targets, what they need, and the lines that make them. */
export const makeReader: OwnReader = {
  types: [
    "makefile",
    "rule",
    "target",
    "prerequisite",
    "recipe",
    "assignment",
    "name",
    "value",
    "definition",
    "include",
    "path",
  ],
  fields: ["name"],
  read: (text, tree) => new MakeReader(text, tree).run(),
};

class MakeReader {
  readonly #text: string;
  readonly #tree: TreeBuilder;
  /** Offset of the end of what the open rule has; -1 when none is open. */
  #ruleEnd = -1;

  constructor(text: string, tree: TreeBuilder) {
    this.#text = text;
    this.#tree = tree;
  }

  run(): void {
    this.#tree.open("makefile", 0);
    let definitionEnd = -1;
    for (const line of logicalLines(this.#text)) {
      if (line.start < definitionEnd) continue;
      if (line.text.startsWith("\t") && this.#ruleEnd >= 0) this.#recipe(line.start + 1, line.end);
      else if (!/^\s*(?:#|$)/.test(line.text)) {
        if (CONDITION.test(line.text)) continue;
        this.#endRule();
        if (DEFINE.test(line.text)) definitionEnd = this.#definition(line);
        else if (INCLUDE.test(line.text)) this.#include(line);
        else if (ASSIGNMENT.test(line.text)) this.#assignment(line.text, line.start);
        else if (!EXPORTED.test(line.text)) this.#rule(line);
      }
    }
    this.#endRule();
    this.#tree.close(this.#text.length);
  }

  #endRule(): void {
    if (this.#ruleEnd >= 0) this.#tree.close(this.#ruleEnd);
    this.#ruleEnd = -1;
  }

  #recipe(start: number, end: number): void {
    this.#tree.leaf("recipe", start, end);
    this.#ruleEnd = end;
  }

  /** @returns the offset after `endef` */
  #definition({ text, start, end }: LogicalLine): number {
    const name = DEFINE.exec(text)!;
    const found = /^\s*endef\b[^\n]*/gm;
    found.lastIndex = end;
    const last = found.exec(this.#text);
    const bodyEnd = last?.index ?? this.#text.length;
    const after = last === null ? bodyEnd : bodyEnd + last[0].length;
    this.#tree.open("definition", start);
    const nameStart = start + name[0].length - name[1]!.length;
    this.#tree.leaf("name", nameStart, nameStart + name[1]!.length, "name");
    if (end + 1 < bodyEnd) this.#tree.leaf("recipe", end + 1, bodyEnd);
    this.#tree.close(after);
    return after;
  }

  #include({ text, start, end }: LogicalLine): void {
    const from = INCLUDE.exec(text)![0].length;
    this.#tree.open("include", start);
    for (const word of lineWords(text.slice(from))) {
      if (word.text.startsWith("#")) break;
      this.#tree.leaf("path", start + from + word.at, start + from + word.at + word.text.length);
    }
    this.#tree.close(end);
  }

  #assignment(text: string, start: number): void {
    const match = ASSIGNMENT.exec(text)!;
    const name = match[2]!;
    const nameStart = start + match[0].indexOf(name, match[1] === undefined ? 0 : match[1].length);
    const valueStart = start + match[0].length +
      /^[ \t]*/.exec(text.slice(match[0].length))![0].length;
    const value = text.slice(valueStart - start).replace(/(?:^|[ \t])#[^\n]*$/, "").trimEnd();
    this.#tree.open("assignment", start);
    this.#tree.leaf("name", nameStart, nameStart + name.length, "name");
    this.#tree.leaf("value", valueStart, valueStart + value.length);
    this.#tree.close(start + text.length);
  }

  #rule({ text, start, end }: LogicalLine): void {
    const colon = outer(text, ":");
    if (colon < 0) {
      // What stands for rules: `$(foreach x,…,$(eval $(call rules,$(x))))`.
      if (/^\s*\$[({]/.test(text)) this.#tree.leaf("value", start, end);
      return;
    }
    const after = colon + (text[colon + 1] === ":" ? 2 : 1);
    const rest = text.slice(after);
    const targets = lineWords(text.slice(0, colon)).filter((word) => word.text !== "&");
    if (targets.length === 0) return;
    this.#tree.open("rule", start);
    for (const word of targets) {
      this.#tree.leaf("target", start + word.at, start + word.at + word.text.length);
    }
    this.#ruleEnd = end;
    // Of `target: NAME = value` the target has a variable, and needs nothing.
    if (ASSIGNMENT.test(rest)) return this.#assignment(rest, start + after);
    const semicolon = outer(rest, ";");
    const needed = rest.slice(0, semicolon < 0 ? rest.length : semicolon);
    for (const word of lineWords(needed)) {
      if (word.text.startsWith("#")) break;
      if (word.text === "|" || word.text.endsWith(":")) continue;
      const at = start + after + word.at;
      this.#tree.leaf("prerequisite", at, at + word.text.length);
    }
    if (semicolon >= 0) this.#recipe(start + after + semicolon + 1, end);
  }
}

/** Where a character first stands that no brackets are around; -1 when it does not, or in a comment. */
function outer(line: string, wanted: string): number {
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const c = line[at];
    if (c === "(" || c === "{") depth++;
    else if (c === ")" || c === "}") depth--;
    else if (c === "#") return -1;
    else if (c === wanted && depth <= 0) return at;
  }
  return -1;
}
