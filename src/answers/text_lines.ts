/** A place at which a text holds something. */
export interface Occurrence {
  readonly line: number;
  /** The line up to it. */
  readonly before: string;
  /** It, and the rest of the line. */
  readonly rest: string;
}

/** A text by lines, counted from 1, of which only those are looked for that are asked for. */
export class TextLines {
  readonly #text: string;
  /** Where the first lines start, as far as they are known. */
  readonly #starts = [0];

  constructor(text: string) {
    this.#text = text;
  }

  /** In characters. */
  get length(): number {
    return this.#text.length;
  }

  /** Lines from `first` to `last`, without the last line's end; "" when there is no first. */
  range(first: number, last: number): string {
    const start = this.#start(first);
    if (start === undefined) return "";
    const next = this.#start(last + 1);
    if (next === undefined) return this.#text.slice(start).replace(/\r?\n$/, "");
    const end = this.#text[next - 2] === "\r" ? next - 2 : next - 1;
    return this.#text.slice(start, Math.max(start, end));
  }

  /** Where a word stands, not as a part of a longer one. */
  *occurrences(word: string): Generator<Occurrence> {
    const text = this.#text;
    let line = 1;
    let start = 0;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      if (isOfWord(text[at - 1]) || isOfWord(text[at + word.length])) continue;
      for (let end = text.indexOf("\n", start); end >= 0 && end < at; line++) {
        start = end + 1;
        end = text.indexOf("\n", start);
      }
      const end = text.indexOf("\n", at);
      const rest = text.slice(at, end < 0 ? undefined : end);
      yield { line, before: text.slice(start, at), rest };
    }
  }

  #start(line: number): number | undefined {
    const starts = this.#starts;
    while (starts.length < line) {
      const end = this.#text.indexOf("\n", starts.at(-1));
      if (end < 0) return undefined;
      starts.push(end + 1);
    }
    return starts[line - 1];
  }
}

function isOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
