/** Types that JSDoc comments declare, in JavaScript, which has no other way to declare them. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { builtin } from "./expressions.ts";
import type { Names } from "./names.ts";

/** Longest comment that is read for types. */
const LONGEST = 8000;
const PRIMITIVES: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "bigint",
  "symbol",
]);
const SILENT: ReadonlySet<string> = new Set(
  "* any unknown object Object Function function null undefined void never mixed".split(" "),
);
const TAG = /@(param|arg|argument|returns?|type)\s*\{/g;

/** Declared types of one definition: -1 where the comment says nothing. */
export interface JsdocOf {
  parameter(x: Extraction, callable: NodeIndex, name: string): number;
  result(x: Extraction, callable: NodeIndex): number;
  variable(x: Extraction, node: NodeIndex): number;
}

/** TypeScript does not read types in comments. */
export const NO_JSDOC: JsdocOf = { parameter: () => -1, result: () => -1, variable: () => -1 };

interface Comment {
  readonly parameters: ReadonlyMap<string, string>;
  readonly result: string;
  readonly type: string;
}

const EMPTY: Comment = { parameters: new Map(), result: "", type: "" };

/** Reads the comment before a definition. */
export class Jsdoc implements JsdocOf {
  #text = "";
  #at = NONE;
  #comment: Comment = EMPTY;

  constructor(readonly names: Names) {}

  parameter(x: Extraction, callable: NodeIndex, name: string): number {
    return this.#type(x, this.#before(x, callable).parameters.get(name) ?? "", callable);
  }

  result(x: Extraction, callable: NodeIndex): number {
    return this.#type(x, this.#before(x, callable).result, callable);
  }

  variable(x: Extraction, node: NodeIndex): number {
    return this.#type(x, this.#before(x, node).type, node);
  }

  /** The comment that stands before the statement or member that a node belongs to. */
  #before(x: Extraction, node: NodeIndex): Comment {
    if (this.#at === node && this.#text === x.text) return this.#comment;
    this.#at = node;
    this.#text = x.text;
    return this.#comment = this.#read(x, this.#statement(x, node));
  }

  #statement(x: Extraction, node: NodeIndex): NodeIndex {
    const { K, DECLARATIONS } = this.names.s;
    const { tree } = x;
    let at = node;
    for (let depth = 0; depth < 6; depth++) {
      const { node: holder } = this.names.holder(x, at);
      const parent = holder === NONE ? tree.parents[at]! : holder;
      if (parent === NONE) return at;
      const kind = tree.kinds[parent]!;
      const climbs = holder !== NONE || DECLARATIONS.has(kind) || kind === K.exportStatement ||
        kind === K.expressionStatement;
      if (!climbs) return at;
      at = parent;
    }
    return at;
  }

  #read(x: Extraction, statement: NodeIndex): Comment {
    const { text } = x;
    let end = x.tree.starts[statement]!;
    while (end > 0 && text.charCodeAt(end - 1) <= 32) end--;
    if (text.charCodeAt(end - 1) !== SLASH || text.charCodeAt(end - 2) !== ASTERISK) return EMPTY;
    const start = text.lastIndexOf("/**", end - 2);
    if (start < 0 || end - start > LONGEST) return EMPTY;
    const comment = text.slice(start, end);
    if (comment.indexOf("*/") < comment.length - 2 || !comment.includes("{")) return EMPTY;
    return readTags(comment);
  }

  // ── types in comments ───────────────────────────────────────────────────────────────────────

  #type(x: Extraction, text: string, node: NodeIndex): number {
    if (text === "") return -1;
    let type = -1;
    for (const part of splitTop(text, "|")) {
      const single = this.#single(x, part.trim(), x.tree.starts[node]!);
      if (single >= 0) {
        type = type < 0 ? single : x.facts.expression(Op.either, type, single);
      }
    }
    return type;
  }

  #single(x: Extraction, written: string, offset: number): number {
    const text = written.replace(/^\(([^()]*)\)$/, "$1").replace(/^(\.\.\.|[?!])|[=?!]$/g, "")
      .trim();
    if (SILENT.has(text) || text === "") return -1;
    if (text.includes("|") && !text.includes("<")) return this.#union(x, text, offset);
    if (PRIMITIVES.has(text.toLowerCase())) return x.literal(text.toLowerCase());
    if (/^["'`\d]/.test(text)) return x.literal("string");
    if (text.endsWith("[]")) {
      return builtin(x, "Array", [this.#single(x, text.slice(0, -2), offset)]);
    }
    if (text === "this") return -1;
    const imported = /^import\(["']([^"']+)["']\)((?:\.\w+)*)$/.exec(text);
    if (imported !== null) return this.#imported(x, imported[1]!, imported[2]!);
    const generic = /^([\w$.]+?)\.?<(.*)>$/s.exec(text);
    if (generic !== null) {
      const args = splitTop(generic[2]!, ",").map((part) => this.#single(x, part.trim(), offset));
      return x.facts.expression(
        Op.apply,
        this.#named(x, generic[1]!, offset),
        x.facts.list(args),
        args.length,
      );
    }
    return /^[A-Za-z_$][\w$]*(\.[\w$]+)*$/.test(text) ? this.#named(x, text, offset) : -1;
  }

  #union(x: Extraction, text: string, offset: number): number {
    let type = -1;
    for (const part of text.split("|")) {
      type = x.either(type, this.#single(x, part.trim(), offset));
    }
    return type;
  }

  #named(x: Extraction, dotted: string, offset: number): number {
    const [first, ...rest] = dotted.split(".");
    let named = x.nameExpression(first!, offset);
    for (const member of rest) named = x.memberExpression(named, member);
    return named;
  }

  #imported(x: Extraction, specifier: string, members: string): number {
    let named = x.facts.expression(Op.module, x.facts.text(specifier));
    for (const member of members.split(".").slice(1)) named = x.memberExpression(named, member);
    return named;
  }
}

const SLASH = 47;
const ASTERISK = 42;

function readTags(comment: string): Comment {
  const parameters = new Map<string, string>();
  let result = "";
  let type = "";
  TAG.lastIndex = 0;
  for (let match = TAG.exec(comment); match !== null; match = TAG.exec(comment)) {
    const end = closingBrace(comment, TAG.lastIndex);
    if (end < 0) break;
    const declared = comment.slice(TAG.lastIndex, end).replace(/\n\s*\*?/g, " ").trim();
    TAG.lastIndex = end + 1;
    const tag = match[1]!;
    if (tag.startsWith("return")) result = declared;
    else if (tag === "type") type = declared;
    else {
      const name = /^\s*\[?\s*([\w$]+)(?![\w$.])/.exec(comment.slice(end + 1, end + 80));
      if (name !== null) parameters.set(name[1]!, declared);
    }
  }
  return { parameters, result, type };
}

/** Where the brace that was opened before an offset is closed; -1 if nowhere. */
function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return i;
  }
  return -1;
}

/** Splits at a separator that stands in no brackets. */
function splitTop(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if ("(<[{".includes(char)) depth++;
    else if (")>]}".includes(char)) depth--;
    else if (char === separator && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
