/** Reads WDL: imports, tasks with their commands, workflows with their calls, structs. */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";
import { WORKFLOW_FIELDS, WORKFLOW_TYPES } from "../workflow_family/node_types.ts";

const IMPORT = /import[ \t]+(["'])([^"'\n]+)\1(?:\s+as\s+(\w+))?/y;
const BLOCK = /(task|workflow|struct)[ \t]+(\w+)\s*\{/y;
const CALL = /call[ \t]+(?:(\w+)\.)?(\w+)\b/y;
const COMMAND = /command\s*(<<<|\{)/y;
const WORD = /[A-Za-z_]\w*/y;
const TYPES: Readonly<Record<string, string>> = {
  task: "process",
  workflow: "workflow",
  struct: "struct",
};

/** WDL. */
export const wdlReader: OwnReader = {
  types: WORKFLOW_TYPES,
  fields: WORKFLOW_FIELDS,
  read: (text, tree) => new WdlReader(text, tree).run(),
};

class WdlReader {
  readonly #text: string;
  readonly #tree: TreeBuilder;
  #at = 0;

  constructor(text: string, tree: TreeBuilder) {
    this.#text = text;
    this.#tree = tree;
  }

  run(): void {
    this.#tree.open("script", 0);
    let depth = 0;
    while (this.#at < this.#text.length) {
      const c = this.#text[this.#at]!;
      if (c === "#") this.#at = this.#endOfLine();
      else if (c === '"' || c === "'") this.#string(c);
      else if (depth === 0 && (this.#import() || this.#block())) depth += this.#opened();
      else if (depth > 0 && (this.#call() || this.#command())) continue;
      else if (c === "{") depth++, this.#at++;
      else if (c === "}") {
        this.#at++;
        if (depth > 0 && --depth === 0) this.#tree.close(this.#at);
      } else this.#word();
    }
    if (depth > 0) this.#tree.close(this.#text.length);
    this.#tree.close(this.#text.length);
  }

  /** 1 when what was just read ends with an opening brace. */
  #opened(): number {
    return this.#text[this.#at - 1] === "{" ? 1 : 0;
  }

  #word(): void {
    WORD.lastIndex = this.#at;
    this.#at += WORD.exec(this.#text)?.[0].length ?? 1;
  }

  #import(): boolean {
    const match = this.#match(IMPORT);
    if (match === null) return false;
    const start = this.#at;
    const path = match[2]!;
    const pathAt = start + match[0].indexOf(path);
    const end = start + match[0].length;
    this.#tree.open("include", start);
    this.#tree.leaf("path", pathAt, pathAt + path.length, "path");
    if (match[3] !== undefined) this.#tree.leaf("name", end - match[3].length, end, "alias");
    this.#tree.close(end);
    this.#at = end;
    return true;
  }

  #block(): boolean {
    const match = this.#match(BLOCK);
    if (match === null) return false;
    const name = match[2]!;
    const nameAt = this.#at + match[0].indexOf(name, match[1]!.length);
    this.#tree.open(TYPES[match[1]!]!, this.#at);
    this.#tree.leaf("name", nameAt, nameAt + name.length, "name");
    this.#at += match[0].length;
    return true;
  }

  #call(): boolean {
    const match = this.#match(CALL);
    if (match === null) return false;
    const [whole, namespace, name] = match as unknown as [string, string | undefined, string];
    const end = this.#at + whole.length;
    this.#tree.open("call", this.#at);
    if (namespace !== undefined) {
      const at = end - name.length - 1 - namespace.length;
      this.#tree.leaf("name", at, at + namespace.length, "namespace");
    }
    this.#tree.leaf("name", end - name.length, end, "name");
    this.#tree.close(end);
    this.#at = end;
    return true;
  }

  #command(): boolean {
    const match = this.#match(COMMAND);
    if (match === null) return false;
    const from = this.#at + match[0].length;
    const to = match[1] === "<<<"
      ? this.#text.indexOf(">>>", from)
      : closingBrace(this.#text, from);
    const end = to < 0 ? this.#text.length : to;
    this.#tree.leaf("command", from, end);
    this.#at = Math.min(this.#text.length, end + (match[1] === "<<<" ? 3 : 1));
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #endOfLine(): number {
    const feed = this.#text.indexOf("\n", this.#at);
    return feed < 0 ? this.#text.length : feed;
  }

  #string(quote: string): void {
    let at = this.#at + 1;
    while (at < this.#text.length && this.#text[at] !== quote && this.#text[at] !== "\n") {
      at += this.#text[at] === "\\" ? 2 : 1;
    }
    this.#at = Math.min(at + 1, this.#text.length);
  }
}

/** Offset of the brace that closes one before an offset; -1 when nothing does. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}
