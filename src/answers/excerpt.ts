/** The lines of a definition that are shown when not all of them can be. */
import type { QueryTerm } from "../graph/query_terms.ts";
import type { SourceLines } from "./source_lines.ts";

/** Lines of a file, from `first` to `last`, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** What is to be cut out. */
export interface ExcerptRequest {
  readonly file: string;
  readonly range: LineRange;
  /** The signature, with its white space collapsed. */
  readonly signature: string | undefined;
  /** What the reader looks for, and how much each is worth. */
  readonly terms: readonly { readonly term: QueryTerm; readonly worth: number }[];
  /** Lines that lead to what is shown beside. */
  readonly marked: ReadonlySet<number>;
  /** Characters that the lines may take. */
  readonly space: number;
}

/** Characters of a line that are shown; the rest of it is cut. */
export const LONGEST_SHOWN_LINE = 200;
/** Lines of a signature that are shown at most. */
const MOST_SIGNATURE_LINES = 8;
/** Characters that a gap between shown lines takes. */
const GAP_COST = 4;

/** What a line takes when it is shown, with its number. */
function lineCost(line: number, text: string): number {
  return Math.min(text.length, LONGEST_SHOWN_LINE) + String(line).length + 2;
}

/** Characters that the whole range takes. */
export function rangeCost(lines: SourceLines, file: string, { first, last }: LineRange): number {
  const texts = lines.range(file, first, last).split("\n");
  return texts.reduce((sum, text, index) => sum + lineCost(first + index, text), 0);
}

/** Characters that the lines of the signature take. */
export function headCost(
  lines: SourceLines,
  file: string,
  { first, last }: LineRange,
  signature: string | undefined,
): number {
  const texts = lines.range(file, first, Math.min(last, first + MOST_SIGNATURE_LINES)).split("\n");
  const head = signatureLines(texts, signature);
  return texts.slice(0, head)
    .reduce((sum, text, index) => sum + lineCost(first + index, text), 0);
}

/**
 * Lines of a definition that fit into a space: all of them if they do, else its signature and
 * those of its lines that say the most about what is looked for, in order.
 */
export function excerpt(lines: SourceLines, request: ExcerptRequest): LineRange[] {
  const { file, range, space } = request;
  const texts = lines.range(file, range.first, range.last).split("\n");
  const costs = texts.map((text, index) => lineCost(range.first + index, text));
  const whole = costs.reduce((sum, cost) => sum + cost, 0);
  if (whole <= space) return [range];
  const head = signatureLines(texts, request.signature);
  const chosen = new Uint8Array(texts.length);
  let left = space;
  for (let index = 0; index < head; index++) {
    chosen[index] = 1;
    left -= costs[index]!;
  }
  const worth = lineWorths(texts, head, request);
  for (const index of firstLines(worth, head)) worth[index]! += ALWAYS;
  const order = Array.from(texts.keys()).slice(head)
    .sort((a, b) => worth[b]! - worth[a]! || a - b);
  for (const index of order) {
    const cost = costs[index]! +
      (chosen[index - 1] === 1 || chosen[index + 1] === 1 ? 0 : GAP_COST);
    if (texts[index]!.trim() === "" || cost > left) continue;
    chosen[index] = 1;
    left -= cost;
  }
  return rangesOf(chosen, texts, range.first);
}

/** Worth of a line that is shown before any other. */
const ALWAYS = 1000;
/** Lines of the body that are shown in any case, so that it can be seen how it begins. */
const FIRST_LINES = 2;

function firstLines(worth: Float64Array, head: number): number[] {
  const first: number[] = [];
  for (let index = head; index < worth.length && first.length < FIRST_LINES; index++) {
    if (worth[index]! >= LEAST_OF_CODE) first.push(index);
  }
  return first;
}

/** Number of lines until the signature is complete. */
function signatureLines(texts: readonly string[], signature: string | undefined): number {
  const wanted = (signature ?? "").replace(/…$/, "").replace(/\s+/g, "").length;
  let length = 0;
  for (const [index, text] of texts.entries()) {
    length += text.replace(/\s+/g, "").length;
    if (length >= wanted || index + 1 === MOST_SIGNATURE_LINES) return index + 1;
  }
  return texts.length;
}

/** What any line of code is worth, and the share of it that a line of prose is worth. */
const LEAST_OF_CODE = 0.5;
const OF_PROSE = 0.08;

/** What each line says: what is looked for, ways to what is shown, results; the first lines more. */
function lineWorths(
  texts: readonly string[],
  head: number,
  { terms, marked, range }: ExcerptRequest,
): Float64Array {
  const worths = new Float64Array(texts.length);
  const prose = proseLines(texts, head);
  for (const [index, text] of texts.entries()) {
    const lower = text.toLowerCase();
    let worth = LEAST_OF_CODE + 1 / (2 + index - head);
    for (const { term, worth: value } of terms) if (lower.includes(term.stem)) worth += value;
    if (marked.has(range.first + index)) worth += 3;
    if (/^\s*(?:return|raise|throw|yield|die|croak|stop)\b/.test(text)) worth += 0.3;
    if (/^[\s})\];]*$/.test(text)) worth = 0;
    worths[index] = prose[index] === 1 ? worth * OF_PROSE : worth;
  }
  return smoothed(worths);
}

/** A line is worth more beside one that is worth much. */
function smoothed(worths: Float64Array): Float64Array {
  return worths.map((worth, index) =>
    worth === 0 ? 0 : worth + 0.25 * ((worths[index - 1] ?? 0) + (worths[index + 1] ?? 0))
  );
}

/** Lines of comments and of a documentation string after the signature. */
function proseLines(texts: readonly string[], head: number): Uint8Array {
  const prose = new Uint8Array(texts.length);
  let closing: string | undefined;
  for (const [index, text] of texts.entries()) {
    const trimmed = text.trim();
    if (closing !== undefined) {
      prose[index] = 1;
      if (trimmed.includes(closing)) closing = undefined;
      continue;
    }
    const quote = index <= head + 1 ? /^[rRuU]?("""|''')/.exec(trimmed)?.[1] : undefined;
    if (quote !== undefined) {
      prose[index] = 1;
      if (!trimmed.slice(trimmed.indexOf(quote) + 3).includes(quote)) closing = quote;
    } else if (/^(?:#|\/\/|\*|%|--)/.test(trimmed)) prose[index] = 1;
    else if (trimmed.startsWith("/*")) {
      prose[index] = 1;
      if (!trimmed.includes("*/")) closing = "*/";
    }
  }
  return prose;
}

/** Chosen lines as ranges; a lone line between two of them is not left out. */
function rangesOf(chosen: Uint8Array, texts: readonly string[], first: number): LineRange[] {
  const ranges: LineRange[] = [];
  for (let index = 0; index < chosen.length; index++) {
    if (chosen[index] !== 1) continue;
    const start = index;
    while (
      chosen[index + 1] === 1 ||
      (chosen[index + 2] === 1 && (texts[index + 1]?.length ?? 0) <= GAP_COST)
    ) {
      index++;
    }
    ranges.push({ first: first + start, last: first + index });
  }
  return ranges;
}
