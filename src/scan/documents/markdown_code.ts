/**
 * Code in R Markdown, Quarto and Weave documents. Chunks and inline code are told as knitr tells
 * them: line by line, whatever Markdown would make of the lines around.
 */
import { cellCode } from "./cell_code.ts";
import { blanked, type CodeStretch } from "./code_stretch.ts";
import { languageOfEngine } from "./engines.ts";

const FENCE = /^([ \t>]*)(`{3,})[ \t]*\{[ \t]*([A-Za-z]\w*)(.*)\}[ \t]*\r?$/;
/** Weave runs what other Markdown only shows. */
const PLAIN_FENCE = /^([ \t>]*)(`{3,})[ \t]*(julia)(?![\w.])(.*?)\r?$/;
const ENGINE_OPTION = /\bengine\s*=\s*["'](\w+)["']/;
/** A reference to another chunk, which is put in its place. */
const CHUNK_REFERENCE = /^[ \t]*<<.+>>[ \t]*\r?$/gm;
const INLINE_R = /(?<!`)`r[ #]([^`]+)`/g;
const INLINE_OF_ENGINE = /(?<!`)`\{(\w+)\}[ \t]+([^`]+)`/g;

/** A chunk that is being read. */
interface OpenChunk {
  readonly engine: string;
  readonly prefix: string;
  readonly fence: string;
  /** Offset of its first line. */
  readonly start: number;
}

/** @param runsPlainFences whether code without braces around its language is run, too */
export function markdownCode(document: string, runsPlainFences = false): CodeStretch[] {
  const found: CodeStretch[] = [];
  let chunk: OpenChunk | undefined;
  let proseStart = 0;
  for (let start = 0; start < document.length;) {
    const feed = document.indexOf("\n", start);
    const end = feed < 0 ? document.length : feed + 1;
    const line = document.slice(start, feed < 0 ? end : feed);
    if (chunk === undefined) {
      chunk = opened(line, end, runsPlainFences);
      if (chunk !== undefined) addInline(document.slice(proseStart, start), proseStart, found);
    } else if (closes(line, chunk)) {
      addChunk(document, chunk, start, found);
      chunk = undefined;
      proseStart = end;
    }
    start = end;
  }
  if (chunk === undefined) addInline(document.slice(proseStart), proseStart, found);
  else addChunk(document, chunk, document.length, found);
  return found;
}

function opened(line: string, start: number, runsPlainFences: boolean): OpenChunk | undefined {
  if (!line.includes("```")) return undefined;
  const match = FENCE.exec(line) ?? (runsPlainFences ? PLAIN_FENCE.exec(line) : null);
  if (match === null) return undefined;
  const [, prefix, fence, name, options] = match as unknown as string[];
  const engine = ENGINE_OPTION.exec(options!)?.[1] ?? name!;
  return { engine, prefix: prefix!, fence: fence!, start };
}

function closes(line: string, { fence }: OpenChunk): boolean {
  const rest = line.replace(/^[ \t>]+/, "").trimEnd();
  return rest.length >= fence.length && /^`+$/.test(rest);
}

function addChunk(document: string, chunk: OpenChunk, end: number, found: CodeStretch[]): void {
  const text = document.slice(chunk.start, end);
  const code = withoutPrefix(text, chunk.prefix).replace(CHUNK_REFERENCE, blanked);
  found.push(...cellCode(code, chunk.start, chunk.engine));
}

/** Code in a quotation has the quotation's marks before its lines. */
function withoutPrefix(code: string, prefix: string): string {
  if (!prefix.includes(">")) return code;
  return code.split("\n").map((line) => {
    const marks = line.startsWith(prefix) ? prefix : /^[ \t]*>?/.exec(line)![0];
    return " ".repeat(marks.length) + line.slice(marks.length);
  }).join("\n");
}

/** Inline code of prose; several pieces on a line are several statements. */
function addInline(prose: string, start: number, found: CodeStretch[]): void {
  const inline: CodeStretch[] = [];
  for (const match of prose.matchAll(INLINE_R)) {
    inline.push(statement("r", match[1]!, start + match.index + match[0].length - 1));
  }
  for (const match of prose.matchAll(INLINE_OF_ENGINE)) {
    const language = languageOfEngine(match[1]!);
    if (language === undefined) continue;
    inline.push(statement(language, match[2]!, start + match.index + match[0].length - 1));
  }
  found.push(...inline.sort((a, b) => a.start - b.start));
}

/** @param end offset of the backtick after the code, in whose place the statement ends */
function statement(language: string, code: string, end: number): CodeStretch {
  return { language, start: end - code.length, text: `${code};` };
}
