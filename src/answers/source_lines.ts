/** Source lines for display, from the files as they are now. */
import { isAbsolute, join, relative } from "node:path";
import { contentHash } from "../scan/content_hash.ts";
import { decode } from "../scan/decode.ts";
import { hasCells } from "../scan/documents/document_formats.ts";
import { readNotebook } from "../scan/documents/read_notebook.ts";

/** Characters of a line that are shown. */
const LONGEST_LINE = 160;

interface ShownFile {
  readonly text: string;
  readonly starts: number[];
}

/** A file as it was indexed. */
export interface IndexedState {
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly hash: string;
}

/** Reads each file at most once, and remembers which are not as they were indexed. */
export class SourceLines {
  readonly #root: string;
  readonly #indexed: (path: string) => IndexedState | undefined;
  readonly #files = new Map<string, ShownFile | undefined>();
  readonly #changed = new Set<string>();
  #realRoot: string | undefined;

  /**
   * @param root absolute path of the project
   * @param indexed what a file was when it was indexed
   */
  constructor(root: string, indexed: (path: string) => IndexedState | undefined) {
    this.#root = root;
    this.#indexed = indexed;
  }

  /** Files read so far that have changed since they were indexed, or are gone. */
  get changed(): string[] {
    return [...this.#changed].sort();
  }

  /** Looks whether files are as they were indexed, by size and time where those are telling. */
  check(paths: Iterable<string>): void {
    for (const path of new Set(paths)) {
      if (!this.#files.has(path) && !this.#isUntouched(path)) this.#file(path);
    }
  }

  #isUntouched(path: string): boolean {
    try {
      const { size, mtime } = Deno.lstatSync(`${this.#root}/${path}`);
      const indexed = this.#indexed(path);
      return size === indexed?.size && mtime?.getTime() === indexed.mtimeMs;
    } catch {
      return false;
    }
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
    const file = this.#read(path);
    if (file === undefined) this.#changed.add(path);
    this.#files.set(path, file);
    return file;
  }

  /** The real path of a file; a link that took its place since may lead out of the project. */
  #within(path: string): string {
    this.#realRoot ??= Deno.realPathSync(this.#root);
    const real = Deno.realPathSync(join(this.#realRoot, path));
    const inside = relative(this.#realRoot, real);
    if (inside.startsWith("..") || isAbsolute(inside)) {
      throw new Deno.errors.NotFound(`${path} leads out of the project`);
    }
    return real;
  }

  /** A time that is as it was stands for the content; another may still come with the same. */
  #read(path: string): ShownFile | undefined {
    try {
      const absolute = this.#within(path);
      const { size, mtime, isFile } = Deno.statSync(absolute);
      // A pipe that took a file's place would block for ever.
      if (!isFile) return undefined;
      if (hasCells(path)) return this.#readNotebook(path, absolute);
      const bytes = Deno.readFileSync(absolute);
      const indexed = this.#indexed(path);
      const isSame = size === indexed?.size && mtime?.getTime() === indexed.mtimeMs ||
        contentHash(bytes) === indexed?.hash;
      if (!isSame) this.#changed.add(path);
      const text = decode(bytes)?.text;
      return text === undefined ? undefined : shown(text);
    } catch {
      return undefined;
    }
  }

  /** A notebook's text is that of its cells. */
  #readNotebook(path: string, absolute: string): ShownFile | undefined {
    const read = readNotebook(absolute, Infinity);
    if ("reason" in read) return undefined;
    if (read.hash !== this.#indexed(path)?.hash) this.#changed.add(path);
    return shown(read.text);
  }
}

function shown(text: string): ShownFile {
  return { text, starts: lineStarts(text) };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
