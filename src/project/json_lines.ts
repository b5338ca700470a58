/** A problem in a JSON text, with the line it is on, from 1. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";

  constructor(message: string, readonly line: number) {
    super(message);
  }
}

/** A JSON value that remembers where it was written. Lines count from 1. */
export type LinedJson =
  & { readonly line: number }
  & (
    | { readonly kind: "scalar"; readonly value: string | number | boolean | null }
    | { readonly kind: "array"; readonly items: readonly LinedJson[] }
    | { readonly kind: "object"; readonly members: readonly LinedMember[] }
  );

/** A key of an object and its value; `line` is the key's. */
export interface LinedMember {
  readonly key: string;
  readonly line: number;
  readonly value: LinedJson;
}

/**
 * Parses JSON (RFC 8259) so that a later complaint about a value can name its line.
 *
 * @throws {JsonSyntaxError} where the text is not JSON
 */
export function parseLinedJson(text: string): LinedJson {
  return new Parser(text).document();
}

const TOKEN =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/uy;
const MAX_DEPTH = 100;

class Parser {
  readonly #text: string;
  #offset = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  document(): LinedJson {
    const value = this.#value(this.#token(), 0);
    this.#skipSpace();
    if (this.#offset < this.#text.length) throw this.#problem("more after the end");
    return value;
  }

  #value(token: string, depth: number): LinedJson {
    if (depth > MAX_DEPTH) throw this.#problem("too deeply nested");
    const line = this.#line;
    if (token === "{") return { line, kind: "object", members: this.#members(depth) };
    if (token === "[") return { line, kind: "array", items: this.#items(depth) };
    if (/^[\]},:]$/.test(token)) throw this.#problem(`unexpected ${token}`);
    const value: unknown = JSON.parse(token);
    return { line, kind: "scalar", value: value as string | number | boolean | null };
  }

  #members(depth: number): LinedMember[] {
    const members: LinedMember[] = [];
    for (let token = this.#token(); token !== "}"; token = this.#token()) {
      if (members.length > 0) token = this.#afterComma(token, "}");
      if (!token.startsWith('"')) throw this.#problem(`expected a key, found ${token}`);
      const key = String(JSON.parse(token));
      const line = this.#line;
      const colon = this.#token();
      if (colon !== ":") throw this.#problem(`expected a colon after "${key}", found ${colon}`);
      members.push({ key, line, value: this.#value(this.#token(), depth + 1) });
    }
    return members;
  }

  #items(depth: number): LinedJson[] {
    const items: LinedJson[] = [];
    for (let token = this.#token(); token !== "]"; token = this.#token()) {
      if (items.length > 0) token = this.#afterComma(token, "]");
      items.push(this.#value(token, depth + 1));
    }
    return items;
  }

  #afterComma(token: string, end: string): string {
    if (token !== ",") throw this.#problem(`expected a comma or ${end}, found ${token}`);
    return this.#token();
  }

  #token(): string {
    this.#skipSpace();
    TOKEN.lastIndex = this.#offset;
    const token = TOKEN.exec(this.#text)?.[0];
    if (token === undefined) {
      const found = this.#text.slice(this.#offset, this.#offset + 20).split("\n")[0] ?? "";
      throw this.#problem(found === "" ? "the text ends too early" : `unexpected ${found}`);
    }
    this.#offset += token.length;
    return token;
  }

  #skipSpace(): void {
    for (;; this.#offset++) {
      const char = this.#text[this.#offset];
      if (char === "\n") this.#line++;
      else if (char !== " " && char !== "\t" && char !== "\r") return;
    }
  }

  #problem(message: string): JsonSyntaxError {
    return new JsonSyntaxError(message, this.#line);
  }
}
