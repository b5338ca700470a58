import { isRacy } from "../scan/racy_time.ts";
import type { TextLines } from "./text_lines.ts";

/** Characters of all texts together. */
const MOST = 8 * 1024 * 1024;

/** When a file was last written, and how large it was. */
export interface FileStamp {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
}

/**
 * Texts of files that questions looked into before. One question follows another, about the same
 * files: reading and decoding those takes a fifth of the time that an answer with source takes.
 */
export class KeptTexts {
  readonly #texts = new Map<string, FileStamp & { readonly text: TextLines }>();
  #length = 0;

  /** The text of a file, if it is known from when the file was as it is now. */
  get(path: string, { size, mtimeMs }: FileStamp): TextLines | undefined {
    const kept = this.#texts.get(path);
    if (kept === undefined) return undefined;
    if (kept.size === size && kept.mtimeMs === mtimeMs) return kept.text;
    this.#drop(path);
    return undefined;
  }

  /**
   * Keeps the text of a file, unless the file may change without its stamp telling.
   * @param readFrom when it was begun to be read, in milliseconds since 1970
   */
  keep(path: string, { size, mtimeMs }: FileStamp, text: TextLines, readFrom: number): void {
    if (isRacy(mtimeMs, readFrom) || text.length > MOST / 4) return;
    this.#drop(path);
    for (const oldest of this.#texts.keys()) {
      if (this.#length + text.length <= MOST) break;
      this.#drop(oldest);
    }
    this.#texts.set(path, { size, mtimeMs, text });
    this.#length += text.length;
  }

  /** Gives the memory back. */
  clear(): void {
    this.#texts.clear();
    this.#length = 0;
  }

  #drop(path: string): void {
    this.#length -= this.#texts.get(path)?.text.length ?? 0;
    this.#texts.delete(path);
  }
}
