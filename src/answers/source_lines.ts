/** Source lines for display, from the files as they are now. */
import { sep } from "node:path";
import { contentHash } from "../scan/content_hash.ts";
import { decode } from "../scan/decode.ts";
import { hasCells } from "../scan/documents/document_formats.ts";
import { fileBytes } from "../scan/file_bytes.ts";
import { readNotebook } from "../scan/documents/read_notebook.ts";
import type { FileState } from "../store/file_queries.ts";
import type { KeptTexts } from "./kept_texts.ts";
import { type Occurrence, TextLines } from "./text_lines.ts";

/** Characters of a line that are shown. */
const LONGEST_LINE = 160;

/** Reads each file at most once, and remembers which are not as they were indexed. */
export class SourceLines {
  readonly #root: string;
  readonly #indexed: (path: string) => FileState | undefined;
  readonly #kept: KeptTexts | undefined;
  readonly #files = new Map<string, TextLines | undefined>();
  readonly #changed = new Set<string>();
  /** Real paths by directory of the project, "" for the project itself. */
  readonly #realDirectories = new Map<string, string>();

  /**
   * @param root absolute path of the project
   * @param indexed what a file was when it was indexed
   * @param kept texts of files that were read for questions before
   */
  constructor(
    root: string,
    indexed: (path: string) => FileState | undefined,
    kept?: KeptTexts,
  ) {
    this.#root = root;
    this.#indexed = indexed;
    this.#kept = kept;
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
    return this.#file(path)?.range(first, last) ?? "";
  }

  /** Where a word stands in a file, not as a part of a longer one. */
  occurrences(path: string, word: string): Occurrence[] {
    return [...this.#file(path)?.occurrences(word) ?? []];
  }

  #file(path: string): TextLines | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const file = this.#read(path);
    if (file === undefined) this.#changed.add(path);
    this.#files.set(path, file);
    return file;
  }

  /** A file of the project, whatever took its place since; a link may lead out of it. */
  #within(path: string): { readonly real: string; readonly info: Deno.FileInfo } {
    const end = path.lastIndexOf("/");
    const real = this.#realDirectory(path.slice(0, Math.max(0, end))) + sep + path.slice(end + 1);
    const info = Deno.lstatSync(real);
    if (!info.isSymlink) return { real, info };
    const target = this.#inside(Deno.realPathSync(real), path);
    return { real: target, info: Deno.statSync(target) };
  }

  #realDirectory(path: string): string {
    let real = this.#realDirectories.get(path);
    if (real === undefined) {
      real = Deno.realPathSync(`${this.#root}/${path}`);
      if (path !== "") this.#inside(real, path);
      this.#realDirectories.set(path, real);
    }
    return real;
  }

  #inside(real: string, path: string): string {
    const root = this.#realDirectory("");
    if (real === root || real.startsWith(root + sep)) return real;
    throw new Deno.errors.NotFound(`${path} leads out of the project`);
  }

  /** A time that is as it was stands for the content; another may still come with the same. */
  #read(path: string): TextLines | undefined {
    try {
      const { real, info: { size, mtime, isFile } } = this.#within(path);
      // A pipe that took a file's place would block for ever.
      if (!isFile) return undefined;
      if (hasCells(path)) return this.#readNotebook(path, real);
      const indexed = this.#indexed(path);
      const stamp = { size, mtimeMs: mtime?.getTime() ?? NaN };
      const isUntouched = size === indexed?.size && stamp.mtimeMs === indexed.mtimeMs;
      const known = isUntouched ? this.#kept?.get(real, stamp) : undefined;
      if (known !== undefined) return known;
      const readFrom = Date.now();
      const bytes = fileBytes(real, size);
      if (!isUntouched && contentHash(bytes) !== indexed?.hash) this.#changed.add(path);
      const text = decode(bytes)?.text;
      if (text === undefined) return undefined;
      const lines = new TextLines(text);
      if (isUntouched) this.#kept?.keep(real, stamp, lines, readFrom);
      return lines;
    } catch {
      return undefined;
    }
  }

  /** A notebook's text is that of its cells. */
  #readNotebook(path: string, absolute: string): TextLines | undefined {
    const read = readNotebook(absolute, Infinity);
    if ("reason" in read) return undefined;
    if (read.hash !== this.#indexed(path)?.hash) this.#changed.add(path);
    return new TextLines(read.text);
  }
}
