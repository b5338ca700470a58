/** A text by lines, counted from 1, of which only those are looked for that are asked for. */
export class TextLines {
  readonly #text: string;
  /** Where the first lines start, as far as they are known. */
  readonly #starts = [0];

  constructor(text: string) {
    this.#text = text;
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
