/** Reads Liquid: the tags by which templates take in others, and the variables that they make. */
import type { OwnReader, TreeBuilder } from "../../extract/tree_builder.ts";

/** What is no template: comments, texts that are shown as they are, other languages. */
const OTHER =
  /\{%-?\s*(comment|raw|schema|javascript|stylesheet|doc)\b[\s\S]*?(?:\{%-?\s*end\1\s*-?%\}|$)/g;
const TAG = /\{%-?\s*([\s\S]*?)\s*-?%\}/g;
/** One statement: its word, and what follows. */
const STATEMENT = /^([a-z_]+)\b[ \t]*([^\n]*)/;
const PATH = /^(?:(["'])([^"'\n]+)\1|([\w./-]+))/;
const VARIABLE = /^([A-Za-z_][\w-]*)/;
/** Front matter of Jekyll. */
const LAYOUT = /^---\r?\n(?:[^\n]*\n)*?layout:[ \t]*["']?([\w./-]+)/;

/** A script of a theme: `{{ 'cart.js' | asset_url }}`. */
const ASSET = /(["'])([\w./-]+\.m?js)\1\s*\|\s*asset_url\b/g;
/** `{% content_for 'block', type: 'text' %}` */
const BLOCK = /^["']block["'].*?\btype:\s*["']([\w-]+)["']/;

/** Types: a template or script that is taken in, by the folder that it lies in; a variable. */
export const liquidReader: OwnReader = {
  types: ["script", "snippet", "relative", "section", "layout", "block", "asset", "variable"],
  fields: [],
  read: (text, tree) => new LiquidReader(text, tree).run(),
};

/** Tags that take in a template, and where it lies. */
const INCLUDES: Readonly<Record<string, string>> = {
  render: "snippet",
  include: "snippet",
  include_relative: "relative",
  section: "section",
  layout: "layout",
};
const MAKERS: ReadonlySet<string> = new Set(["assign", "capture", "increment", "decrement"]);

class LiquidReader {
  readonly #text: string;
  readonly #tree: TreeBuilder;
  readonly #parts: { readonly type: string; readonly start: number; readonly end: number }[] = [];

  constructor(text: string, tree: TreeBuilder) {
    this.#text = text;
    this.#tree = tree;
  }

  run(): void {
    const layout = LAYOUT.exec(this.#text);
    if (layout !== null) {
      const end = layout[0].length;
      if (layout[1] !== "none") this.#add("layout", end - layout[1]!.length, layout[1]!);
    }
    const code = this.#text.replace(OTHER, (found) => found.replace(/[^\n]/g, " "));
    for (const match of code.matchAll(TAG)) {
      const start = match.index + match[0].indexOf(match[1]!, 2);
      if (/^liquid\s/.test(match[1]!)) this.#lines(match[1]!, start);
      else this.#statement(match[1]!.replace(/\n/g, " "), start);
    }
    for (const match of code.matchAll(ASSET)) this.#add("asset", match.index + 1, match[2]!);
    this.#tree.open("script", 0);
    for (const { type, start, end } of this.#parts.sort((a, b) => a.start - b.start)) {
      this.#tree.leaf(type, start, end);
    }
    this.#tree.close(this.#text.length);
  }

  #add(type: string, start: number, name: string): void {
    this.#parts.push({ type, start, end: start + name.length });
  }

  /** `{% liquid … %}`: a statement a line. */
  #lines(text: string, start: number): void {
    let at = start;
    for (const line of text.split("\n")) {
      const inner = line.replace(/^liquid\s/, "       ");
      const trimmed = inner.trimStart();
      this.#statement(trimmed, at + inner.length - trimmed.length);
      at += line.length + 1;
    }
  }

  #statement(text: string, start: number): void {
    const match = STATEMENT.exec(text);
    if (match === null) return;
    const [, word, rest] = match as unknown as [string, string, string];
    const from = start + match[0].length - rest.length;
    const type = Object.hasOwn(INCLUDES, word) ? INCLUDES[word]! : undefined;
    if (type !== undefined) {
      this.#include(type, rest, from, word !== "include" && word !== "include_relative");
    } else if (word === "content_for") {
      const block = BLOCK.exec(rest);
      if (block !== null) {
        this.#add("block", from + block[0].length - 1 - block[1]!.length, block[1]!);
      }
    } else if (MAKERS.has(word)) {
      const name = VARIABLE.exec(rest)?.[1];
      if (name !== undefined) this.#add("variable", from, name);
    }
  }

  /** @param isQuoted whether a name without quotation marks is a variable */
  #include(type: string, rest: string, from: number, isQuoted: boolean): void {
    const [, quote, quoted, bare] = PATH.exec(rest) ?? [];
    const path = quoted ?? (isQuoted || !/[./]/.test(bare ?? "") ? undefined : bare);
    if (path === undefined || type === "layout" && path === "none") return;
    const start = from + (quote?.length ?? 0);
    this.#add(type, start, path);
  }
}
