/** The statements of a Cython file as tokens, without comments and line breaks. */
import { pythonTokens } from "../python/python_tokens.ts";

/** A token of a statement. What follows a dot is one with it: `a.b` is `a` and `.b`. */
export interface CythonToken {
  readonly kind: "name" | "string" | "number" | "mark";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** One statement, or the head of a block with what follows it in its line. */
export interface CythonLine {
  /** Columns that it is indented by, a tab as one. */
  readonly indent: number;
  readonly tokens: readonly CythonToken[];
}

const LONGEST_WORD = 40;
const HEAD = /(?:cdef|cpdef|ctypedef|def|class)[ \t]+[A-Za-z_]/y;
const CLOSERS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** All statements of a text. */
export function* cythonLines(text: string): Generator<CythonLine> {
  let tokens: CythonToken[] = [];
  let lineStart = 0;
  let depth = 0;
  for (const token of pythonTokens(text, 0, text.length)) {
    if (token.kind === "comment") continue;
    const [start, end] = token.kind === "string"
      ? [token.literal.start, token.literal.end]
      : [token.start, token.kind === "name" ? token.end : endOfMark(text, token.start)];
    const c = text[start]!;
    if (token.kind === "mark" && (c === "\n" || c === "\\")) {
      const isContinued = depth > 0 || c === "\\" || text[start - 1] === "\\" ||
        text[start - 1] === "\r" && text[start - 2] === "\\";
      if (isContinued && !(depth > 0 && isHead(text, start + 1))) continue;
      depth = 0;
      if (tokens.length > 0) yield { indent: tokens[0]!.start - lineStart, tokens };
      tokens = [];
      lineStart = start + 1;
      continue;
    }
    if (token.kind === "mark") {
      if (CLOSERS[c] !== undefined) depth++;
      else if (c === ")" || c === "]" || c === "}") depth = Math.max(0, depth - 1);
    }
    const kind = token.kind === "mark" ? /\d/.test(c) ? "number" : "mark" : token.kind;
    tokens.push({ kind, text: text.slice(start, end), start, end });
  }
  if (tokens.length > 0) yield { indent: tokens[0]!.start - lineStart, tokens };
}

/** Whether a definition begins at an offset: a bracket before it was never closed. */
function isHead(text: string, start: number): boolean {
  HEAD.lastIndex = start;
  return HEAD.test(text);
}

function endOfMark(text: string, start: number): number {
  const whole = /^[\d.][\w.]*/.exec(text.slice(start, start + LONGEST_WORD));
  return start + (whole?.[0].length ?? 1);
}

/** Number of the token that closes the bracket at a token; the last one when none does. */
export function closing(tokens: readonly CythonToken[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const { kind, text } = tokens[at]!;
    if (kind !== "mark") continue;
    if (CLOSERS[text] !== undefined) depth++;
    else if ((text === ")" || text === "]" || text === "}") && --depth === 0) return at;
  }
  return tokens.length - 1;
}

/** Tokens between commas outside of brackets, as pairs of the first and the one after the last. */
export function betweenCommas(
  tokens: readonly CythonToken[],
  from: number,
  to: number,
): readonly (readonly [from: number, to: number])[] {
  const parts: (readonly [number, number])[] = [];
  let start = from;
  for (let at = from; at < to; at++) {
    const { kind, text } = tokens[at]!;
    if (kind !== "mark") continue;
    if (CLOSERS[text] !== undefined) at = Math.min(to - 1, closing(tokens, at));
    else if (text === ",") {
      parts.push([start, at]);
      start = at + 1;
    }
  }
  if (start < to) parts.push([start, to]);
  return parts;
}

/** Number of the first token outside of brackets that is a mark; `to` when none is. */
export function markOutside(
  tokens: readonly CythonToken[],
  from: number,
  to: number,
  isMeant: (text: string) => boolean,
): number {
  for (let at = from; at < to; at++) {
    const { kind, text } = tokens[at]!;
    if (kind !== "mark") continue;
    if (isMeant(text)) return at;
    if (CLOSERS[text] !== undefined) at = closing(tokens, at);
  }
  return to;
}
