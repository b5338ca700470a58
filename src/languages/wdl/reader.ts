/** Reads WDL: imports, tasks with their commands, workflows with their calls, structs. */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";
import { WORKFLOW_FIELDS, WORKFLOW_TYPES } from "../workflow_family/node_types.ts";

const IMPORT = /import[ \t]+(["'])([^"'\n]+)\1(?:\s+as\s+(\w+))?/y;
const BLOCK = /(task|workflow|struct)[ \t]+(\w+)\s*\{/y;
const CALL = /call[ \t]+(?:(\w+)\.)?(\w+)\b/y;
const COMMAND = /command\s*(<<<|\{)/y;
const WORD = /[A-Za-z_]\w*/y;
const ALIAS = /\s*\balias[ \t]+(\w+)\s+as\s+(\w+)/y;
/** Types that are no structs. */
const BUILT_IN = /^(?:String|Int|Float|Boolean|File|Directory|Array|Map|Pair|Object)$/;
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

  /** A word that begins with a capital may be a type. */
  #word(): void {
    const word = this.#match(WORD)?.[0];
    const end = this.#at + (word?.length ?? 1);
    if (word !== undefined && /^[A-Z]/.test(word) && !BUILT_IN.test(word)) {
      this.#tree.open("use", this.#at);
      this.#tree.leaf("name", this.#at, end, "name");
      this.#tree.close(end);
    }
    this.#at = end;
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
    this.#at = end;
    while (this.#renamed());
    this.#tree.close(this.#at);
    return true;
  }

  /** `alias A as B`: a struct under another name. */
  #renamed(): boolean {
    const match = this.#match(ALIAS);
    if (match === null) return false;
    const [whole, name, alias] = match as unknown as [string, string, string];
    const end = this.#at + whole.length;
    const nameAt = this.#at + whole.indexOf("alias") + whole.slice(whole.indexOf("alias") + 5)
      .indexOf(name) +
      5;
    this.#tree.open("item", nameAt);
    this.#tree.leaf("name", nameAt, nameAt + name.length, "name");
    this.#tree.leaf("name", end - alias.length, end, "alias");
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
    this.#at = stringEnd(this.#text, this.#at, quote);
  }
}

/** Offset behind a string, of which placeholders may hold others: `"a ~{if b then "c" else "d"}"`. */
function stringEnd(text: string, start: number, quote: string): number {
  let at = start + 1;
  for (let depth = 0; at < text.length && text[at] !== "\n"; at++) {
    const sign = text[at]!;
    if (sign === "\\") at++;
    else if (depth === 0 && sign === quote) break;
    else if (sign === "{" && (depth > 0 || /[~$]/.test(text[at - 1]!))) depth++;
    else if (depth === 0) continue;
    else if (sign === "}") depth--;
    else if (sign === '"' || sign === "'") at = stringEnd(text, at, sign) - 1;
  }
  return Math.min(at + 1, text.length);
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
