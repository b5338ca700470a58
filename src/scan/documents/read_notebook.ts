import { ContentHasher } from "../content_hash.ts";
import { DEFAULT_MAX_FILE_BYTES, type ReadFailure, type SourceText } from "../read_source.ts";
import type { CellStarts } from "./cells.ts";
import type { CodeStretch } from "./code_stretch.ts";
import { notebookCode } from "./notebook.ts";

/** Bytes read at a time: a notebook is mostly outputs, which are never kept. */
const PIECE_BYTES = 256 * 1024;
/** A notebook may be so many times larger than the largest source file. */
const SIZE_FACTOR = 64;

/** A notebook's code, all cells one after the other, and what identifies the file's content. */
export interface NotebookText extends Omit<SourceText, "lineCount"> {
  readonly cells: CellStarts;
  readonly stretches: readonly CodeStretch[];
}

/**
 * Reads a notebook in memory that its outputs do not take part in. Never throws: what cannot be read
 * is told by its reason.
 *
 * @param maxBytes how much code it may hold
 */
export function readNotebook(
  absolutePath: string,
  maxBytes: number = DEFAULT_MAX_FILE_BYTES,
): NotebookText | ReadFailure {
  try {
    const { isFile, size, mtime } = Deno.statSync(absolutePath);
    if (!isFile) return { reason: "special-file", detail: "not a regular file" };
    const limit = maxBytes * SIZE_FACTOR;
    if (size > limit) {
      return { reason: "too-large", detail: `${size} bytes, the limit is ${limit}` };
    }
    using file = Deno.openSync(absolutePath);
    return { ...readCode(file, maxBytes), mtimeMs: mtime?.getTime() ?? 0 };
  } catch (error) {
    if (error instanceof RangeError) return { reason: "too-large", detail: error.message };
    const detail = error instanceof Error ? error.message : String(error);
    if (!(error instanceof SyntaxError)) return { reason: "unreadable", detail };
    return { reason: "failed", detail: `not a notebook: ${detail}` };
  }
}

function readCode(file: Deno.FsFile, maxBytes: number): Omit<NotebookText, "mtimeMs"> {
  const hasher = new ContentHasher();
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(PIECE_BYTES);
  let size = 0;
  const next = (): string | undefined => {
    const count = file.readSync(buffer);
    if (count === null) return undefined;
    const bytes = buffer.subarray(0, count);
    hasher.add(bytes);
    size += count;
    return decoder.decode(bytes, { stream: true });
  };
  const code = notebookCode(next, maxBytes);
  while (next() !== undefined);
  return { ...code, encoding: "utf-8", hash: hasher.finish(), size };
}
