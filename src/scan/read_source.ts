import { contentHash } from "./content_hash.ts";
import { decode, type Encoding } from "./decode.ts";
import { fileBytes } from "./file_bytes.ts";
import type { SkippedPath } from "./skip.ts";

/** The largest file read by default, in bytes. A compiler's checker of 3 MB is source too. */
export const DEFAULT_MAX_FILE_BYTES = 4 * 1024 * 1024;

/** A file's text and what identifies its content. */
export interface SourceText {
  readonly text: string;
  readonly encoding: Encoding;
  /** See {@link contentHash}. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** Last modification before the reading, whole milliseconds since 1970. */
  readonly mtimeMs: number;
  /** Lines as an editor counts them: a last line without a line feed counts, an empty one not. */
  readonly lineCount: number;
}

/** Why a file could not be read as text. */
export type ReadFailure = Pick<SkippedPath, "reason" | "detail">;

/**
 * Reads a source file. Never throws: what cannot be read is told by its reason (`unreadable`,
 * `special-file`, `too-large`, `binary`).
 */
export function readSource(
  absolutePath: string,
  maxBytes: number = DEFAULT_MAX_FILE_BYTES,
): SourceText | ReadFailure {
  try {
    const { isFile, size, mtime } = Deno.statSync(absolutePath);
    if (!isFile) return { reason: "special-file", detail: "not a regular file" };
    if (size > maxBytes) return tooLarge(size, maxBytes);
    return sourceOf(fileBytes(absolutePath, size), mtime?.getTime() ?? 0);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { reason: "unreadable", detail };
  }
}

function tooLarge(size: number, maxBytes: number): ReadFailure {
  return { reason: "too-large", detail: `${size} bytes, the limit is ${maxBytes}` };
}

function sourceOf(bytes: Uint8Array, mtimeMs: number): SourceText | ReadFailure {
  const decoded = decode(bytes);
  if (decoded === undefined) return { reason: "binary", detail: "not text" };
  const { text, encoding } = decoded;
  return {
    text,
    encoding,
    hash: contentHash(bytes),
    size: bytes.length,
    mtimeMs,
    lineCount: countLines(text),
  };
}

/** See {@link SourceText.lineCount}. */
export function countLines(text: string): number {
  let count = 0;
  let at = text.indexOf("\n");
  while (at >= 0) {
    count++;
    at = text.indexOf("\n", at + 1);
  }
  return text === "" || text.endsWith("\n") ? count : count + 1;
}
