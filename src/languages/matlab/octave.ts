/** Octave text rewritten as MATLAB, offset for offset. */

const LONG_END =
  /end(?:function|if|for|while|switch|_try_catch|_unwind_protect|parfor|classdef)\b/y;
const WORD = /[A-Za-z_]\w*/y;
/** A block comment's first line, and its last. */
const BLOCK_START = /[ \t]*[%#]\{[ \t]*$/my;
const BLOCK_END = /^[ \t]*[%#]\}[ \t]*$/m;
/** Operators that an assignment may join with. */
const COMPOUND = "+-*/^|&";
/** After these a quote transposes. */
const VALUE_END = /[\w)\]}'".]/;
/** Before these a quote that stands apart transposes. */
const OPERAND_END = /[\s;,)\]}=+\-*/^&|<>~!]/;

/**
 * Comments of `#`, ends such as `endif`, `!`, and `\"` in strings, as MATLAB writes them. What is
 * written in strings and comments stays as it is.
 */
export function octaveAsMatlab(text: string): string {
  const scan = new Scan(text);
  scan.run();
  return scan.result;
}

class Scan {
  #at = 0;
  #copied = 0;
  #brackets = 0;
  result = "";

  constructor(readonly text: string) {}

  run(): void {
    const { text } = this;
    let isLineStart = true;
    while (this.#at < text.length) {
      if (isLineStart && this.#skipBlockComment()) continue;
      isLineStart = false;
      const char = text[this.#at]!;
      if (char === "\n") {
        isLineStart = true;
        this.#at++;
      } else if (char === "#" || char === "%") this.#comment();
      else if (char === '"') this.#doubleQuoted();
      else if (char === "'") this.#quote();
      else if (char === "!") this.#replace(1, "~");
      else if (this.#isCompound(char)) this.#replace(2, " =");
      else if (text.startsWith("...", this.#at)) this.#at = this.#lineEnd();
      else if (/[A-Za-z_]/.test(char)) this.#word();
      else {
        if (char === "[" || char === "{") this.#brackets++;
        else if (char === "]" || char === "}") this.#brackets = Math.max(0, this.#brackets - 1);
        this.#at++;
      }
    }
    this.result += text.slice(this.#copied);
  }

  /** `x += 1`, of which only matters that it gives `x` a value. */
  #isCompound(char: string): boolean {
    return COMPOUND.includes(char) && this.text[this.#at + 1] === "=" &&
      this.text[this.#at + 2] !== "=";
  }

  /** Puts other text of the same length in the place of the next characters. */
  #replace(length: number, by: string): void {
    this.result += this.text.slice(this.#copied, this.#at) + by;
    this.#at += length;
    this.#copied = this.#at;
  }

  #lineEnd(): number {
    const end = this.text.indexOf("\n", this.#at);
    return end < 0 ? this.text.length : end;
  }

  #skipBlockComment(): boolean {
    BLOCK_START.lastIndex = this.#at;
    const start = BLOCK_START.exec(this.text);
    if (start === null) return false;
    const from = this.#at + start[0].length;
    const end = BLOCK_END.exec(this.text.slice(from));
    const until = end === null ? this.text.length : from + end.index + end[0].length;
    const lines = this.text.slice(this.#at, until);
    this.#replace(lines.length, lines.replace(/^([ \t]*)#/, "$1%").replace(/#(\}[ \t]*)$/, "%$1"));
    return true;
  }

  #comment(): void {
    const end = this.#lineEnd();
    const marks = /^#*/.exec(this.text.slice(this.#at, end))![0].length;
    if (marks > 0) this.#replace(marks, "%".repeat(marks));
    this.#at = end;
  }

  #doubleQuoted(): void {
    this.#at++;
    while (this.#at < this.text.length) {
      const char = this.text[this.#at]!;
      if (char === "\n") return;
      if (char === "\\") {
        if (this.text[this.#at + 1] === '"') this.#replace(2, '""');
        else this.#at += 2;
      } else {
        this.#at++;
        if (char !== '"') continue;
        if (this.text[this.#at] !== '"') return;
        this.#at++;
      }
    }
  }

  /** A quote: the start of a string, or a transposition. */
  #quote(): void {
    const before = this.#at === 0 ? "\n" : this.text[this.#at - 1]!;
    const after = this.text[this.#at + 1] ?? "\n";
    const isApart = before === " ";
    const transposes = isApart
      ? this.#brackets === 0 && OPERAND_END.test(after) && VALUE_END.test(this.#lastBefore())
      : VALUE_END.test(before);
    this.#at++;
    if (transposes) return;
    while (this.#at < this.text.length && this.text[this.#at] !== "\n") {
      if (this.text[this.#at++] !== "'") continue;
      if (this.text[this.#at] !== "'") return;
      this.#at++;
    }
  }

  /** Last character before that is no blank. */
  #lastBefore(): string {
    let at = this.#at - 1;
    while (at >= 0 && this.text[at] === " ") at--;
    return at < 0 ? "\n" : this.text[at]!;
  }

  #word(): void {
    const isField = this.#at > 0 && this.text[this.#at - 1] === ".";
    LONG_END.lastIndex = this.#at;
    const end = isField ? null : LONG_END.exec(this.text);
    if (end !== null) this.#replace(end[0].length, "end".padEnd(end[0].length));
    else {
      WORD.lastIndex = this.#at;
      const word = WORD.exec(this.text)![0];
      // `do … until condition`: the condition is read as an expression.
      if (word === "until" && this.#isAtLineStart()) this.#replace(word.length, "ans =");
      else this.#at += word.length;
    }
  }

  #isAtLineStart(): boolean {
    const before = this.#lastBefore();
    return before === "\n" || before === ";";
  }
}
