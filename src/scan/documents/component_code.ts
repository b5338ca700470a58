/**
 * Code in documents of components: the scripts of Vue, Svelte and Astro, and what their templates
 * evaluate and which components they use. What a template evaluates is read as a statement after the
 * script, with a semicolon in the place of each mark around it, so that no offset moves:
 * `@click="save"` is `;save;`, `<UserCard>` is `;UserCard;`.
 */
import { blanked, type CodeStretch } from "./code_stretch.ts";

/** How a template is written. */
interface Dialect {
  /** Whether `{` begins an expression everywhere, or only `{{`, in text. */
  readonly braces: boolean;
  /** Whether values of attributes with marks (`:a`, `@a`, `v-a`) are expressions. */
  readonly directives: boolean;
}

const VUE: Dialect = { braces: false, directives: true };
const SVELTE: Dialect = { braces: true, directives: false };

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
/** Attributes of what stands in a script and is data, or nothing: `type="application/ld+json"`. */
const NO_SCRIPT = /\btype\s*=\s*["']?(?!module\b|text\/javascript\b)|\bset:html\b/;
const STYLE = /<style\b[^>]*>[\s\S]*?<\/style\s*>/gi;
const COMMENT = /<!--[\s\S]*?-->/g;
const SCRIPT_LANGUAGE = /\blang\s*=\s*["']?(\w+)/;
const VUE_TEMPLATE = /^<template\b([^>]*)>/m;
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---/;

/** What stands before the expression of a block: `{#if x}`, `{@html x}`, `{...props}`. */
const BLOCK_WORD =
  /^(?:#(?:if|each|await|key)\b|:else\s+if\b|@(?:html|const|render|debug|attach)\b|\.\.\.)/;
/** Blocks that evaluate nothing. */
const EMPTY_BLOCK = /^(?:\/(?![/*])|:|#snippet\b|\s*$)/;
/** Behind what a loop goes over. */
const LOOP_NAMES = /\s(?:as|then)\s[\s\S]*$/;
/** Before what a loop goes over. */
const VUE_LOOP = /^[\s\S]*?\s(?:in|of)\s/;

/** The code of a Vue component. */
export function vueCode(document: string): CodeStretch[] {
  const { stretches, language } = scripts(document);
  const rest = withoutParts(document);
  const template = VUE_TEMPLATE.exec(rest);
  if (template !== null && !/\blang\s*=/.test(template[1]!)) {
    const start = template.index + template[0].length;
    const end = Math.max(start, rest.lastIndexOf("</template"));
    stretches.push(...new Markup(rest, language, VUE).read(start, end));
  }
  return inOrder(stretches);
}

/** The code of a Svelte component. */
export function svelteCode(document: string): CodeStretch[] {
  const { stretches, language } = scripts(document);
  const rest = withoutParts(document);
  stretches.push(...new Markup(rest, language, SVELTE).read(0, rest.length));
  return inOrder(stretches);
}

/** The code of an Astro component. */
export function astroCode(document: string): CodeStretch[] {
  const language = "tsx";
  const front = FRONT_MATTER.exec(document);
  const stretches: CodeStretch[] = [];
  let start = 0;
  if (front !== null) {
    const at = front[0].indexOf("\n") + 1;
    stretches.push({ language, start: at, text: front[1]! });
    start = front[0].length;
  }
  // What runs in the browser is bundled as what runs before it is, imports included.
  for (const match of document.replace(COMMENT, blanked).matchAll(SCRIPT)) {
    if (match.index < start || NO_SCRIPT.test(match[1]!)) continue;
    const at = match.index + match[0].indexOf(">") + 1;
    stretches.push({ language, start: at, text: match[2]! });
  }
  const rest = withoutParts(document);
  stretches.push(...new Markup(rest, language, SVELTE).read(start, rest.length));
  return inOrder(stretches);
}

function inOrder(stretches: CodeStretch[]): CodeStretch[] {
  return stretches.sort((a, b) => a.start - b.start);
}

/** The scripts of a component, and the language of its code: that of the first. */
function scripts(document: string): { stretches: CodeStretch[]; language: string } {
  const stretches: CodeStretch[] = [];
  let language: string | undefined;
  for (const match of document.replace(COMMENT, blanked).matchAll(SCRIPT)) {
    const word = SCRIPT_LANGUAGE.exec(match[1]!)?.[1];
    language ??= word === "ts" || word === "typescript"
      ? "typescript"
      : word === "tsx"
      ? "tsx"
      : "javascript";
    const start = match.index + match[0].indexOf(">") + 1;
    stretches.push({ language, start, text: match[2]! });
  }
  return { stretches, language: language ?? "javascript" };
}

/** The document with all blanked that is no template. */
function withoutParts(document: string): string {
  return document.replace(COMMENT, blanked).replace(SCRIPT, blanked).replace(STYLE, blanked);
}

/** Reads what a template evaluates. */
class Markup {
  readonly #text: string;
  readonly #language: string;
  readonly #dialect: Dialect;
  readonly #found: CodeStretch[] = [];

  constructor(text: string, language: string, dialect: Dialect) {
    this.#text = text;
    this.#language = language;
    this.#dialect = dialect;
  }

  read(start: number, end: number): CodeStretch[] {
    const text = this.#text;
    for (let at = start; at < end;) {
      const sign = text[at];
      if (sign === "<" && /[A-Za-z]/.test(text[at + 1] ?? "")) at = this.#tag(at, end);
      else if (this.#dialect.braces && sign === "{") at = this.#braces(at, end);
      else if (!this.#dialect.braces && text.startsWith("{{", at)) at = this.#mustache(at, end);
      else at++;
    }
    return this.#found;
  }

  /** Offset behind a tag with its attributes. */
  #tag(start: number, end: number): number {
    const text = this.#text;
    const name = /^[\w.:-]+/.exec(text.slice(start + 1, start + 200))?.[0] ?? "";
    let at = start + 1 + name.length;
    if (this.#isComponent(name)) this.#add(start + 1, at);
    while (at < end && text[at] !== ">") {
      if (text[at] === "{" && this.#dialect.braces) at = this.#braces(at, end);
      else if (/[\s/]/.test(text[at]!)) at++;
      else at = this.#attribute(at, end);
    }
    return at + 1;
  }

  /** Components begin with a capital; in Vue they may be written with hyphens instead. */
  #isComponent(name: string): boolean {
    return /^[A-Z][\w.]*$/.test(name) ||
      this.#dialect.directives && /^[a-z]\w*(?:-\w+)+$/.test(name);
  }

  #attribute(start: number, end: number): number {
    const text = this.#text;
    let at = start;
    while (at < end && !/[\s=>]/.test(text[at]!)) at++;
    const name = text.slice(start, at);
    if (text[at] !== "=") return at === start ? at + 1 : at;
    at++;
    const quote = text[at];
    if (quote === "{" && this.#dialect.braces) return this.#braces(at, end);
    if (quote !== '"' && quote !== "'") {
      while (at < end && !/[\s>]/.test(text[at]!)) at++;
      return at;
    }
    const close = text.indexOf(quote, at + 1);
    if (close < 0 || close >= end) return end;
    if (this.#dialect.directives) this.#directive(name, at + 1, close);
    else {for (let inner = at + 1; inner < close;) {
        inner = text[inner] === "{" ? this.#braces(inner, close) : inner + 1;
      }}
    return close + 1;
  }

  #directive(name: string, start: number, end: number): void {
    if (!/^(?:[:@]|v-)/.test(name) || /^v-slot\b/.test(name)) return;
    const value = this.#text.slice(start, end);
    const loop = name === "v-for" ? VUE_LOOP.exec(value)?.[0].length ?? 0 : 0;
    this.#add(start, end, loop);
  }

  #mustache(start: number, end: number): number {
    const close = this.#text.indexOf("}}", start);
    if (close < 0 || close >= end) return end;
    this.#add(start + 2, close);
    return close + 2;
  }

  /** Offset behind the bracket that closes one. */
  #braces(start: number, end: number): number {
    const text = this.#text;
    let depth = 0;
    let at = start;
    for (; at < end; at++) {
      const sign = text[at]!;
      if (sign === "{") depth++;
      else if (sign === "}" && --depth === 0) break;
      else if (sign === '"' || sign === "'" || sign === "`") {
        const close = text.indexOf(sign, at + 1);
        if (close > 0 && close < end) at = close;
      }
    }
    this.#block(start + 1, at);
    return at + 1;
  }

  #block(start: number, end: number): void {
    const value = this.#text.slice(start, end);
    const word = BLOCK_WORD.exec(value)?.[0] ?? "";
    if (word === "" && EMPTY_BLOCK.test(value)) return;
    const names = word === "#each" || word === "#await" ? LOOP_NAMES.exec(value) : null;
    this.#add(start, names === null ? end : start + names.index, word.length);
  }

  /** @param skipped so much at the start is no part of the expression */
  #add(start: number, end: number, skipped = 0): void {
    const code = blanked(this.#text.slice(start, start + skipped)) +
      this.#text.slice(start + skipped, end);
    // A line break ends a statement as well.
    const last = this.#text[end];
    const close = last === undefined || last === "\n" || last === "\r" ? "" : ";";
    this.#found.push({ language: this.#language, start: start - 1, text: `;${code}${close}` });
  }
}
