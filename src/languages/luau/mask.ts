/**
 * Luau as the grammar of Lua reads it, with no offset moved: types are blanked, definitions of types
 * become variables, and what Lua has not is written as Lua has it.
 */

/** Comments, strings, names, numbers, signs. */
const TOKEN =
  /--\[(=*)\[[^]*?\]\1\]|--[^\n]*|\[(=*)\[[^]*?\]\2\]|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|`(?:[^`\\]|\\[^])*`|[A-Za-z_]\w*|\d[\w.]*|::|->|\.\.\.|\.\.=|\.\.|\/\/=?|[-+*/%^]=|[=~<>]=|[^\s]/g;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What stands before an `if` that is a value. */
const BEFORE_VALUE: ReadonlySet<string> = new Set(
  ["=", "(", ",", "{", "[", "return", "and", "or", "not", "+", "-", "*", "/", "..", "==", "~="],
);
const COMPOUND = /^(?:[-+*/%^]|\/\/|\.\.)=$/;
const NAME = /^[A-Za-z_]/;

/** The text as the grammar should read it. */
export function maskLuau(text: string): string {
  return new Masker(text).run();
}

class Masker {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  /** What stands for parts of the text, in order. */
  readonly #edits: { readonly start: number; readonly end: number; readonly by: string }[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    for (const match of text.matchAll(TOKEN)) {
      if (match[0].startsWith("--")) continue;
      this.#tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
    }
  }

  run(): string {
    while (this.#at < this.#tokens.length) this.#token();
    const parts: string[] = [];
    let last = 0;
    for (const { start, end, by } of this.#edits) {
      if (start < last) continue;
      const rest = this.#text.slice(start + by.length, end).replace(/[^\r\n]/g, " ");
      parts.push(this.#text.slice(last, start), by, rest);
      last = end;
    }
    parts.push(this.#text.slice(last));
    return parts.join("");
  }

  #peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.text ?? "";
  }

  /** Blanks what stands from one token up to before another, or writes something else there. */
  #hide(from: number, to: number, by = ""): void {
    const [first, last] = [this.#tokens[from], this.#tokens[to - 1]];
    if (first !== undefined && last !== undefined && to > from) {
      this.#edits.push({ start: first.start, end: last.end, by });
    }
  }

  #token(): void {
    const token = this.#peek();
    const before = this.#tokens[this.#at - 1]?.text ?? "";
    switch (token) {
      case "local":
        return this.#local();
      case "function":
        return this.#function();
      case "for":
        return this.#for();
      case "type":
      case "export":
        if (this.#typeDefinition()) return;
        break;
      case "::":
        return this.#cast();
      case "continue":
        if (before !== "." && before !== ":" && !/^[=.:(,[]/.test(this.#peek(1))) {
          this.#hide(this.#at, this.#at + 1);
        }
        break;
      case "if":
        if (BEFORE_VALUE.has(before)) return this.#conditional();
        break;
      case "@":
        if (NAME.test(this.#peek(1))) {
          this.#hide(this.#at, this.#at + 2);
          this.#at += 2;
          return;
        }
    }
    if (COMPOUND.test(token)) this.#hide(this.#at, this.#at + 1, "=");
    else if (token.startsWith("`")) this.#interpolated();
    else if (/^\d.*_|^0[bB]/.test(token)) {
      this.#hide(this.#at, this.#at + 1, "1".repeat(token.length));
    }
    this.#at++;
  }

  /** `` `Hello {name}` `` is a string. */
  #interpolated(): void {
    const { text, start, end } = this.#tokens[this.#at]!;
    this.#edits.push({
      start,
      end,
      by: `"${text.slice(1, -1).replace(/[^\r\n]/g, "_").replace(/[\r\n]/g, "_")}"`,
    });
  }

  // ── declarations ────────────────────────────────────────────────────────────────────────────

  /** `local a: T, b = …` */
  #local(): void {
    this.#at++;
    if (this.#peek() === "function") return this.#function();
    this.#names();
  }

  #for(): void {
    this.#at++;
    this.#names();
  }

  /** Names with their types, up to what they are given. */
  #names(): void {
    for (;;) {
      if (!NAME.test(this.#peek())) return;
      this.#at++;
      if (this.#peek() === "<") this.#at += 3;
      this.#annotation();
      if (this.#peek() !== ",") return;
      this.#at++;
    }
  }

  #annotation(): void {
    if (this.#peek() !== ":") return;
    const from = this.#at++;
    this.#type();
    this.#hide(from, this.#at);
  }

  /** `function a.b<T>(x: T, ...: any): U` */
  #function(): void {
    this.#at++;
    while (NAME.test(this.#peek()) || this.#peek() === "." || this.#peek() === ":") this.#at++;
    if (this.#peek() === "<") {
      const from = this.#at;
      this.#skipBracket("<", ">");
      this.#hide(from, this.#at);
    }
    if (this.#peek() !== "(") return;
    this.#at++;
    for (;;) {
      if (!NAME.test(this.#peek()) && this.#peek() !== "...") break;
      this.#at++;
      this.#annotation();
      if (this.#peek() !== ",") break;
      this.#at++;
    }
    if (this.#peek() !== ")") return;
    this.#at++;
    this.#annotation();
  }

  /** `export type A<T> = …`: a variable that holds a table or nothing. */
  #typeDefinition(): boolean {
    const from = this.#at;
    const isExported = this.#peek() === "export";
    const word = isExported ? 1 : 0;
    const isFunction = this.#peek(word + 1) === "function";
    const name = this.#peek(word + 1);
    const behind = this.#peek(word + 2);
    const isType = this.#peek(word) === "type" && NAME.test(name) && !isFunction &&
      (behind === "=" || behind === "<");
    if (!isType) return false;
    this.#hide(from, from + word + 1);
    this.#at += word + 2;
    if (this.#peek() === "<") {
      const generic = this.#at;
      this.#skipBracket("<", ">");
      this.#hide(generic, this.#at);
    }
    if (this.#peek() !== "=") return true;
    const start = ++this.#at;
    this.#type();
    this.#hide(start, this.#at, this.#at > start && this.#width(start) > 2 ? "nil" : "0");
    return true;
  }

  #width(token: number): number {
    return this.#tokens[this.#at - 1]!.end - this.#tokens[token]!.start;
  }

  /** `x :: T` */
  #cast(): void {
    const from = this.#at++;
    this.#type();
    this.#hide(from, this.#at);
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  /** Passes over a type. */
  #type(): void {
    if (this.#peek() === "|" || this.#peek() === "&") this.#at++;
    for (;;) {
      this.#simpleType();
      while (this.#peek() === "?") this.#at++;
      if (this.#peek() === "|" || this.#peek() === "&") this.#at++;
      else if (this.#peek() === "->") this.#at++;
      else return;
    }
  }

  #simpleType(): void {
    const token = this.#peek();
    if (token === "...") {
      this.#at++;
      return this.#simpleType();
    }
    if (token === "<") this.#skipBracket("<", ">");
    if (this.#peek() === "(") return this.#skipBracket("(", ")");
    if (token === "{") return this.#skipBracket("{", "}");
    if (!NAME.test(token) && !/^["']/.test(token)) return;
    this.#at++;
    if (token === "typeof" && this.#peek() === "(") return this.#skipBracket("(", ")");
    while (this.#peek() === "." && NAME.test(this.#peek(1))) this.#at += 2;
    if (this.#peek() === "<") this.#skipBracket("<", ">");
    if (this.#peek() === "...") this.#at++;
  }

  /** From an opening bracket to behind the one that closes it. */
  #skipBracket(open: string, close: string): void {
    let depth = 0;
    while (this.#at < this.#tokens.length) {
      const token = this.#peek();
      this.#at++;
      if (token === open) depth++;
      else if (token === close && --depth === 0) return;
    }
  }

  // ── values ──────────────────────────────────────────────────────────────────────────────────

  /** `if a then b else c` as a value is `a and b or c`. */
  #conditional(): void {
    this.#hide(this.#at, this.#at + 1);
    this.#at++;
    let depth = 0;
    for (; this.#at < this.#tokens.length;) {
      const token = this.#peek();
      if (/^[([{]$/.test(token)) depth++;
      else if (/^[)\]}]$/.test(token) && --depth < 0) return;
      if (depth === 0 && token === "then") this.#hide(this.#at, this.#at + 1, "and");
      else if (depth === 0 && token === "elseif") this.#hide(this.#at, this.#at + 1, "or");
      else if (depth === 0 && token === "else") {
        this.#hide(this.#at, this.#at + 1, "or");
        this.#at++;
        if (this.#peek() === "if") this.#conditional();
        return;
      }
      if (token === "function" || token === "if" || token === "local") this.#token();
      else if (token === "::" || token.startsWith("`")) this.#token();
      else this.#at++;
    }
  }
}
