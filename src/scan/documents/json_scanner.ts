/** Reads JSON piece by piece and keeps only what is asked for, however large the rest is. */

/** Gives the next piece of a text; undefined at its end. */
export type TextSource = () => string | undefined;

const END = -1;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * A scanner over one JSON text. Its methods throw a `SyntaxError` where the text is no JSON, and a
 * `RangeError` when too much of it is asked for.
 */
export class JsonScanner {
  readonly #source: TextSource;
  readonly #mostKept: number;
  #kept = 0;
  #piece = "";
  #at = 0;
  /** Where the next backslash of the piece stands, not before `#at` once it is asked for. */
  #backslash = -1;

  /** @param mostKept characters that all strings read may have together */
  constructor(source: TextSource, mostKept: number) {
    this.#source = source;
    this.#mostKept = mostKept;
  }

  /** Reads an object, or passes over another value. @param onMember must take or skip the value */
  eachMember(onMember: (key: string) => void): void {
    if (this.#peek() !== OPEN_BRACE) return this.skip();
    this.#at++;
    if (this.#took(CLOSE_BRACE)) return;
    do {
      const key = this.#string();
      this.#take(COLON);
      onMember(key);
    } while (this.#tookComma(CLOSE_BRACE));
  }

  /** Reads an array, or passes over another value. @param onItem must take or skip the item */
  eachItem(onItem: () => void): void {
    if (this.#peek() !== OPEN_BRACKET) return this.skip();
    this.#at++;
    if (this.#took(CLOSE_BRACKET)) return;
    do onItem(); while (this.#tookComma(CLOSE_BRACKET));
  }

  /** Reads a string, or the strings of an array as one; passes over another value. */
  text(): string {
    if (this.#peek() === QUOTE) return this.#string();
    const parts: string[] = [];
    this.eachItem(() => parts.push(this.text()));
    return parts.join("");
  }

  /** Passes over a value. */
  skip(): void {
    let depth = 0;
    do {
      const code = this.#peek();
      if (code === QUOTE) this.#skipString();
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++, this.#at++;
      else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--, this.#at++;
      else if (code === COMMA || code === COLON) this.#at++;
      else this.#skipWord();
    } while (depth > 0);
    if (depth < 0) throw new SyntaxError("a value is missing");
  }

  /** The next character that is no white space, which is not taken. */
  #peek(): number {
    for (;;) {
      while (this.#at < this.#piece.length) {
        const code = this.#piece.charCodeAt(this.#at);
        if (code > 0x20) return code;
        this.#at++;
      }
      if (!this.#refill()) return END;
    }
  }

  #took(code: number): boolean {
    if (this.#peek() !== code) return false;
    this.#at++;
    return true;
  }

  #take(code: number): void {
    if (!this.#took(code)) throw new SyntaxError(`"${String.fromCharCode(code)}" is missing`);
  }

  #tookComma(close: number): boolean {
    if (this.#took(close)) return false;
    this.#take(COMMA);
    return true;
  }

  #string(): string {
    this.#take(QUOTE);
    const parts: string[] = [];
    for (;;) {
      const start = this.#at;
      const isClosed = this.#toEndOfString();
      parts.push(this.#piece.slice(start, isClosed ? this.#at - 1 : this.#at));
      this.#kept += this.#at - start;
      if (this.#kept > this.#mostKept) {
        throw new RangeError(`more than ${this.#mostKept} characters`);
      }
      if (isClosed) break;
      this.#refillInside();
    }
    const raw = parts.join("");
    return raw.includes("\\") ? JSON.parse(`"${raw}"`) as string : raw;
  }

  #skipString(): void {
    this.#at++;
    while (!this.#toEndOfString()) this.#refillInside();
  }

  /** A number, `true`, `false` or `null`. */
  #skipWord(): void {
    let length = 0;
    for (;;) {
      const code = this.#at < this.#piece.length ? this.#piece.charCodeAt(this.#at) : END;
      const isOfWord = code >= 0x30 && code <= 0x39 || code >= 0x61 && code <= 0x7a ||
        code >= 0x41 && code <= 0x5a || code === 0x2b || code === 0x2d || code === 0x2e;
      if (isOfWord) length++, this.#at++;
      else if (code !== END || !this.#refill()) break;
    }
    if (length === 0) throw new SyntaxError("a value is missing");
  }

  /** Moves behind the quote that ends a string, or to the end of the piece. @returns whether there is one */
  #toEndOfString(): boolean {
    for (;;) {
      const quote = this.#piece.indexOf('"', this.#at);
      const end = quote < 0 ? this.#piece.length : quote;
      if (this.#nextBackslash() >= end) {
        this.#at = quote < 0 ? end : quote + 1;
        return quote >= 0;
      }
      this.#at = this.#backslash + 2;
    }
  }

  #nextBackslash(): number {
    if (this.#backslash < this.#at) {
      const found = this.#piece.indexOf("\\", this.#at);
      this.#backslash = found < 0 ? this.#piece.length : found;
    }
    return this.#backslash;
  }

  #refillInside(): void {
    if (!this.#refill()) throw new SyntaxError("a string does not end");
  }

  #refill(): boolean {
    let piece = this.#source();
    if (piece === undefined) return false;
    // What a backslash stands before is not parted from it.
    while (endsInBackslash(piece)) piece += this.#source() ?? " ";
    this.#piece = piece;
    this.#at = 0;
    this.#backslash = -1;
    return true;
  }
}

function endsInBackslash(text: string): boolean {
  let count = 0;
  while (text[text.length - 1 - count] === "\\") count++;
  return count % 2 === 1;
}
