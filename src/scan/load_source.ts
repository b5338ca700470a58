import type { CellStarts } from "./documents/cells.ts";
import {
  codeLineCount,
  type CodeStretch,
  type DocumentPart,
  partsOf,
} from "./documents/code_stretch.ts";
import { type DocumentFormat, documentFormat } from "./documents/document_formats.ts";
import { readNotebook } from "./documents/read_notebook.ts";
import type { LanguageTable } from "./detect.ts";
import { embeddedCode } from "./embedded_code.ts";
import { isGenerated } from "./generated.ts";
import { minifiedBecause } from "./minified.ts";
import {
  DEFAULT_MAX_FILE_BYTES,
  type ReadFailure,
  readSource,
  type SourceText,
} from "./read_source.ts";
import type { SkippedPath } from "./skip.ts";

/** The text of one language in a file: all of it, unless the file is a document that embeds code. */
export interface SourcePart extends DocumentPart {
  /** Lines of the file, or of the document those with such code. */
  readonly lineCount: number;
}

/** A file that is to be indexed. */
export interface LoadedSource extends Omit<SourceText, "text" | "lineCount"> {
  /** Relative to the root, `/` separated. */
  readonly path: string;
  /** Written by a program; ranked lower. */
  readonly generated: boolean;
  /** One for each of its languages. */
  readonly parts: readonly SourcePart[];
  /** Of a notebook, where its cells start: its lines are counted through all of them. */
  readonly cells?: CellStarts;
}

/**
 * Reads one file of a project, tells its languages and decides whether it is to be indexed.
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
  const format = isDocument(path, table);
  if (format !== undefined) return loadDocument(root, path, format, table, maxBytes);
  const source = readSource(`${root}/${path}`, maxBytes);
  if ("reason" in source) return { path, ...source };
  const { text, lineCount, ...rest } = source;
  const language = languageOf(path, text, table);
  if (language === undefined) return notSource(path);
  const minified = minifiedBecause(path, language, text);
  if (minified !== undefined) return { path, reason: "minified", detail: minified };
  const parts = [{ language, text, lineCount }, ...embeddedCode(language, text)];
  return { ...rest, path, generated: isGenerated(path, text), parts };
}

/** What kind of document a file is, unless the settings give it a language. */
export function isDocument(path: string, table: LanguageTable): DocumentFormat | undefined {
  const format = documentFormat(path);
  return format !== undefined && table.detect(path) === undefined ? format : undefined;
}

function loadDocument(
  root: string,
  path: string,
  { code }: DocumentFormat,
  table: LanguageTable,
  maxBytes: number,
): LoadedSource | SkippedPath {
  const read = code === undefined
    ? readNotebook(`${root}/${path}`, maxBytes)
    : withCode(readSource(`${root}/${path}`, maxBytes), code);
  if ("reason" in read) return { path, ...read };
  const { text, stretches, ...rest } = read;
  const known = stretches.filter(({ language }) => table.knows(language));
  if (known.length === 0) return { path, reason: "no-code", detail: "no code of a known language" };
  const parts = partsOf(text, known)
    .map((part) => ({ ...part, lineCount: codeLineCount(part.text) }));
  return { ...rest, path, generated: false, parts };
}

function withCode(
  source: SourceText | ReadFailure,
  code: (text: string) => CodeStretch[],
): Omit<SourceText, "lineCount"> & { stretches: CodeStretch[] } | ReadFailure {
  if ("reason" in source) return source;
  const { lineCount: _, ...rest } = source;
  return { ...rest, stretches: code(source.text) };
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
