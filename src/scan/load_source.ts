import type { LanguageTable } from "./detect.ts";
import { isGenerated } from "./generated.ts";
import { minifiedBecause } from "./minified.ts";
import { DEFAULT_MAX_FILE_BYTES, readSource, type SourceText } from "./read_source.ts";
import type { SkippedPath } from "./skip.ts";

/** A file that is to be indexed. */
export interface LoadedSource extends SourceText {
  /** Relative to the root, `/` separated. */
  readonly path: string;
  readonly language: string;
  /** Written by a program; ranked lower. */
  readonly generated: boolean;
}

/**
 * Reads one file of a project, tells its language and decides whether it is to be indexed.
 *
 * @param root absolute path of the project
 * @param path relative to `root`
 * @returns the file, or why it is left out; never throws
 */
export function loadSource(
  root: string,
  path: string,
  table: LanguageTable,
  maxBytes: number = DEFAULT_MAX_FILE_BYTES,
): LoadedSource | SkippedPath {
  const source = readSource(`${root}/${path}`, maxBytes);
  if ("reason" in source) return { path, ...source };
  const language = languageOf(path, source.text, table);
  if (language === undefined) return notSource(path);
  const minified = minifiedBecause(path, language, source.text);
  if (minified !== undefined) return { path, reason: "minified", detail: minified };
  return { ...source, path, language, generated: isGenerated(path, source.text) };
}

function notSource(path: string): SkippedPath {
  const hasExtension = path.slice(path.lastIndexOf("/") + 1).includes(".");
  return hasExtension
    ? { path, reason: "unknown-language", detail: "its content is of no known language" }
    : { path, reason: "not-source", detail: "no extension and no #! line of a known language" };
}

function languageOf(path: string, text: string, table: LanguageTable): string | undefined {
  const language = table.detect(path, text);
  // Qt keeps its translations in XML files that end in `.ts`.
  const isXml = language === "typescript" && /^\s*(?:<\?xml|<!DOCTYPE TS)/.test(text.slice(0, 200));
  return isXml ? undefined : language;
}
