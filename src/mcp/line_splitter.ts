/** Cuts a stream of bytes into lines of UTF-8. */
export class LineSplitter {
  readonly #longest: number;
  readonly #decoder = new TextDecoder();
  #pieces: Uint8Array[] = [];
  #length = 0;

  /** @param longest bytes of a line from which on it is given up */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Takes bytes and gives the lines that they end; `undefined` for a line that is too long. */
  *push(bytes: Uint8Array): Generator<string | undefined> {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      this.#add(bytes.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#add(bytes.subarray(start));
  }

  #add(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.#longest) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #take(): string | undefined {
    const line = this.#length > this.#longest ? undefined : this.#decoder.decode(this.#joined());
    this.#pieces = [];
    this.#length = 0;
    return line;
  }

  #joined(): Uint8Array {
    const [only] = this.#pieces;
    if (only !== undefined && this.#pieces.length === 1) return only;
    const joined = new Uint8Array(this.#length);
    let at = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }
}

const NEWLINE = 10;
