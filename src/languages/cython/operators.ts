/** Expressions of Cython that Python has not: casts, addresses, `new`, `sizeof` of a type, C strings. */
import type { Span } from "./declarators.ts";
import { closing, type CythonToken } from "./lines.ts";

/** What is written over a stretch of the text; blanks where it is shorter. */
export type Write = (from: number, to: number, text: string) => void;

/** Words after which a value begins. */
const OPERATORS: ReadonlySet<string> = new Set(
  ("return in and or not if else elif while yield print assert del raise is lambda from import await except with for " +
    "new as exec").split(" "),
);
/** Longer types than this are none. */
const LONGEST_TYPE = 60;

/** Writes such expressions among some tokens as Python's. @param cast is told of each cast and its type */
export function maskOperators(
  tokens: readonly CythonToken[],
  from: number,
  to: number,
  write: Write,
  cast: (at: number, type: Span) => void,
): void {
  for (let at = from; at < to; at++) {
    const token = tokens[at]!;
    const next = tokens[at + 1];
    if (token.kind === "number") maskSuffix(token, write);
    else if (token.kind === "name") {
      if (/^[cC]$/.test(token.text) && next?.kind === "string" && next.start === token.end) {
        write(token.start, token.end, " ");
      } else if (token.text === "new" && next?.kind === "name" && isOperand(tokens, at, from)) {
        write(token.start, token.end, "");
      } else if (token.text === "sizeof" && next?.text === "(") maskType(tokens, at + 1, write);
    } else if (token.text === "&" && isOperand(tokens, at, from)) {
      write(token.start, token.end, at === from ? "~" : " ");
    } else if (token.text === "<" && isOperand(tokens, at, from)) {
      const end = endOfCast(tokens, at, to);
      if (end < 0) continue;
      // Binds as a cast does: tighter than operators, less so than calls and members.
      write(token.start, tokens[end]!.end, "~");
      cast(token.start, { start: tokens[at + 1]!.start, end: tokens[end - 1]!.end });
      at = end;
    }
  }
}

/** Whether a value begins at a token. */
function isOperand(tokens: readonly CythonToken[], at: number, from: number): boolean {
  const before = tokens[at - 1];
  if (at === from || before === undefined) return true;
  if (before.kind === "name") return OPERATORS.has(before.text);
  return before.kind === "mark" && !/^(?:[)\]}]|\.\w.*)$/.test(before.text);
}

function endOfCast(tokens: readonly CythonToken[], open: number, to: number): number {
  for (let at = open + 1; at < Math.min(to, open + LONGEST_TYPE); at++) {
    const { kind, text } = tokens[at]!;
    if (text === ">") return at > open + 1 ? at : -1;
    if (text === "[" || text === "(") at = closing(tokens, at);
    else if (kind === "string" || kind === "mark" && !/^(?:[*&?,:]|\.\w.*)$/.test(text)) return -1;
  }
  return -1;
}

/** `10UL` */
function maskSuffix({ text, end }: CythonToken, write: Write): void {
  const suffix = /^(?:0[xX][\da-fA-F]+|\d+)([uUlL]+)$/.exec(text)?.[1];
  if (suffix !== undefined) write(end - suffix.length, end, "");
}

/** `sizeof(unsigned int *)`: no more than its last name. */
function maskType(tokens: readonly CythonToken[], open: number, write: Write): void {
  const close = closing(tokens, open);
  const isType = tokens.slice(open + 1, close).some(({ kind, text }, i, all) =>
    kind === "mark" && text === "*" && i > 0 &&
      (i === all.length - 1 || all[i + 1]!.text === "*") ||
    kind === "name" && all[i + 1]?.kind === "name"
  );
  if (!isType) return;
  const last = tokens.slice(open + 1, close).findLast(({ kind }) => kind === "name");
  for (const one of tokens.slice(open + 1, close)) {
    if (one !== last) write(one.start, one.end, "");
  }
}
