/** The text of a Groovy file, character by character: blanks, comments, words, strings. */

const BLANK = /(?:[ \t\f]|\\\r?\n|\/\*[^]*?\*\/)+/y;
const LINES = /(?:[\s;]|\\\r?\n|\/\/[^\n]*|\/\*[^]*?\*\/)+/y;
const GAP = /(?:\s|\\\r?\n|\/\/[^\n]*|\/\*[^]*?\*\/)+/y;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;

/** A place in a text. */
export class Scanner {
  at = 0;

  constructor(readonly text: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** What matches a sticky pattern here; "" when nothing does. */
  peek(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text)?.[0] ?? "";
  }

  /** Passes over what matches; says whether anything did. */
  skip(pattern: RegExp): boolean {
    const length = this.peek(pattern).length;
    this.at += length;
    return length > 0;
  }

  /** Passes over blanks and comments on the line. */
  blank(): void {
    this.skip(BLANK);
  }

  /** Passes over blanks, comments and line breaks. */
  gap(): void {
    this.skip(GAP);
  }

  /** Passes over all that stands between statements. */
  lines(): void {
    this.skip(LINES);
  }

  /** The word here; "" if none. */
  word(): string {
    return this.peek(WORD);
  }

  /** Whether a text stands here. */
  is(text: string): boolean {
    return this.text.startsWith(text, this.at);
  }

  /** Whether a word stands here, as a whole. */
  isWord(word: string): boolean {
    return this.is(word) && this.word() === word;
  }

  /** The last character before this place that is no blank of the line. */
  before(): string {
    let at = this.at - 1;
    while (at >= 0 && (this.text[at] === " " || this.text[at] === "\t")) at--;
    return this.text[at] ?? "\n";
  }
}
