/** Source lines for display, from the files as they are now. */
import { readSource } from "../scan/read_source.ts";

/** Characters of a line that are shown. */
const LONGEST_LINE = 160;

interface ShownFile {
  readonly text: string;
  readonly starts: number[];
  readonly hash: string;
}

/** Reads each file at most once, and remembers which are not as they were indexed. */
export class SourceLines {
  readonly #root: string;
  readonly #indexedHash: (path: string) => string | undefined;
  readonly #files = new Map<string, ShownFile | undefined>();
  readonly #changed = new Set<string>();

  /**
   * @param root absolute path of the project
   * @param indexedHash content hash of a file when it was indexed
   */
  constructor(root: string, indexedHash: (path: string) => string | undefined) {
    this.#root = root;
    this.#indexedHash = indexedHash;
  }

  /** Files read so far that have changed since they were indexed, or are gone. */
  get changed(): string[] {
    return [...this.#changed].sort();
  }

  /** One line without its indentation, cut to a readable length; "" when it is not there. */
  line(path: string, line: number): string {
    const text = this.range(path, line, line).trim();
    return text.length > LONGEST_LINE ? text.slice(0, LONGEST_LINE - 1) + "…" : text;
  }

  /** Lines from `first` to `last` as they are; "" when they are not there. */
  range(path: string, first: number, last: number): string {
    const file = this.#file(path);
    if (file === undefined) return "";
    const start = file.starts[first - 1];
    if (start === undefined) return "";
    const end = file.starts[last] ?? file.text.length;
    return file.text.slice(start, end).replace(/\r?\n$/, "");
  }

  #file(path: string): ShownFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const source = readSource(`${this.#root}/${path}`, Infinity);
    const file = "reason" in source
      ? undefined
      : { text: source.text, starts: lineStarts(source.text), hash: source.hash };
    if (file?.hash !== this.#indexedHash(path)) this.#changed.add(path);
    this.#files.set(path, file);
    return file;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
