/** What the markup of components and web pages evaluates. */
import { blanked, type CodeStretch } from "./code_stretch.ts";

/** How markup holds code. */
export interface MarkupDialect {
  /** What begins an expression: `{` everywhere, `{{` in text, or nothing. */
  readonly opening: "{" | "{{" | "";
  /** Names of elements that are components. */
  readonly component?: RegExp;
  /**
   * How many characters of an attribute's value stand before the code that it holds; undefined when it
   * holds none. Without it no value is code as a whole.
   */
  readonly codeOf?: (attribute: string, value: string) => number | undefined;
}

export const COMMENT = /<!--[\s\S]*?-->/g;
/** Its groups are the attributes and what stands inside. */
export const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
const STYLE = /<style\b[^>]*>[\s\S]*?<\/style\s*>/gi;

/** What stands before the expression of a block: `{#if x}`, `{@html x}`, `{...props}`. */
const BLOCK_WORD =
  /^(?:#(?:if|each|await|key)\b|:else\s+if\b|@(?:html|const|render|debug|attach)\b|\.\.\.)/;
/** Blocks that evaluate nothing. */
const EMPTY_BLOCK = /^(?:\/(?![/*])|:|#snippet\b|\s*$)/;
/** Behind what a loop goes over. */
const LOOP_NAMES = /\s(?:as|then)\s[\s\S]*$/;

/** A document with all blanked that is no markup. */
export function markupOf(document: string): string {
  return document.replace(COMMENT, blanked).replace(SCRIPT, blanked).replace(STYLE, blanked);
}

/**
 * Reads what markup evaluates. Each is a statement, with a semicolon in the place of each mark around
 * it, so that no offset moves: `@click="save"` is `;save;`, `<UserCard>` is `;UserCard;`.
 */
export class Markup {
  readonly #text: string;
  readonly #language: string;
  readonly #dialect: MarkupDialect;
  readonly #found: CodeStretch[] = [];

  constructor(text: string, language: string, dialect: MarkupDialect) {
    this.#text = text;
    this.#language = language;
    this.#dialect = dialect;
  }

  read(start: number, end: number): CodeStretch[] {
    const text = this.#text;
    const { opening } = this.#dialect;
    for (let at = start; at < end;) {
      const sign = text[at];
      if (sign === "<" && /[A-Za-z]/.test(text[at + 1] ?? "")) at = this.#tag(at, end);
      else if (opening === "{" && sign === "{") at = this.#braces(at, end);
      else if (opening === "{{" && text.startsWith("{{", at)) at = this.#mustache(at, end);
      else at++;
    }
    return this.#found;
  }

  /** Offset behind a tag with its attributes. */
  #tag(start: number, end: number): number {
    const text = this.#text;
    const name = /^[\w.:-]+/.exec(text.slice(start + 1, start + 200))?.[0] ?? "";
    let at = start + 1 + name.length;
    if (this.#dialect.component?.test(name)) this.#add(start + 1, at);
    while (at < end && text[at] !== ">") {
      if (text[at] === "{" && this.#dialect.opening === "{") at = this.#braces(at, end);
      else if (/[\s/]/.test(text[at]!)) at++;
      else at = this.#attribute(at, end);
    }
    return at + 1;
  }

  #attribute(start: number, end: number): number {
    const text = this.#text;
    let at = start;
    while (at < end && !/[\s=>]/.test(text[at]!)) at++;
    const name = text.slice(start, at);
    if (text[at] !== "=") return at === start ? at + 1 : at;
    at++;
    const quote = text[at];
    if (quote === "{" && this.#dialect.opening === "{") return this.#braces(at, end);
    if (quote !== '"' && quote !== "'") {
      const from = at;
      while (at < end && !/[\s>]/.test(text[at]!)) at++;
      this.#value(name, from, at);
      return at;
    }
    const close = text.indexOf(quote, at + 1);
    if (close < 0 || close >= end) return end;
    this.#value(name, at + 1, close);
    return close + 1;
  }

  #value(name: string, start: number, end: number): void {
    const { codeOf, opening } = this.#dialect;
    const skipped = codeOf?.(name, this.#text.slice(start, end));
    if (skipped !== undefined) this.#add(start, end, skipped);
    else if (opening === "{") {
      for (let at = start; at < end;) at = this.#text[at] === "{" ? this.#braces(at, end) : at + 1;
    }
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
