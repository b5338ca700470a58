/** The little of Python's lexical structure that tells where statements, arguments and strings begin. */

/** A string literal, prefix and quotes included. */
export interface StringLiteral {
  readonly start: number;
  readonly end: number;
  /** Where its content stands. */
  readonly from: number;
  readonly to: number;
  /** Whether what stands in braces is put in by Python itself. */
  readonly isFormatted: boolean;
}

const STRING_START = /(?:[rRbBuUfF]{0,2})("""|'''|"|')/y;
const IDENTIFIER = /[A-Za-z_]\w*/y;

/** One token that matters: anything else is passed over. */
export type Token =
  | { readonly kind: "string"; readonly literal: StringLiteral }
  | { readonly kind: "comment"; readonly start: number; readonly end: number }
  | { readonly kind: "name"; readonly start: number; readonly end: number }
  | { readonly kind: "mark"; readonly start: number };

/** Tokens of a stretch of Python; blanks are none, line breaks are marks. */
export function* pythonTokens(text: string, from: number, to: number): Generator<Token> {
  let at = from;
  while (at < to) {
    const c = text[at]!;
    if (c === " " || c === "\t" || c === "\r") {
      at++;
    } else if (c === "#") {
      const feed = text.indexOf("\n", at);
      const end = feed < 0 ? to : Math.min(feed, to);
      yield { kind: "comment", start: at, end };
      at = end;
    } else {
      const literal = stringAt(text, at);
      IDENTIFIER.lastIndex = at;
      const name = literal === undefined ? IDENTIFIER.exec(text) : null;
      if (literal !== undefined) {
        yield { kind: "string", literal };
        at = literal.end;
      } else if (name !== null) {
        yield { kind: "name", start: at, end: at + name[0].length };
        at += name[0].length;
      } else {
        const number = /[\d.]/.test(c)
          ? /^[\d.][\w.]*/.exec(text.slice(at, at + 40))?.[0].length
          : 1;
        yield { kind: "mark", start: at };
        at += number ?? 1;
      }
    }
  }
}

function stringAt(text: string, at: number): StringLiteral | undefined {
  if (!/["'rRbBuUfF]/.test(text[at]!)) return undefined;
  STRING_START.lastIndex = at;
  const match = STRING_START.exec(text);
  if (match === null) return undefined;
  const quote = match[1]!;
  const from = at + match[0].length;
  let to = from;
  while (to < text.length && !text.startsWith(quote, to)) {
    if (text[to] === "\\") to++;
    else if (quote.length === 1 && text[to] === "\n") break;
    to++;
  }
  to = Math.min(to, text.length);
  const isClosed = text.startsWith(quote, to);
  const prefix = match[0].slice(0, -quote.length);
  return {
    start: at,
    end: isClosed ? to + quote.length : to,
    from,
    to,
    isFormatted: /f/i.test(prefix),
  };
}

/** Starts of the lines that begin a statement: outside brackets and strings. */
export function statementLines(text: string): number[] {
  const starts = [0];
  let depth = 0;
  for (const token of pythonTokens(text, 0, text.length)) {
    if (token.kind !== "mark") continue;
    const c = text[token.start];
    if (c === "(" || c === "[" || c === "{") depth++;
    else if (c === ")" || c === "]" || c === "}") depth = Math.max(0, depth - 1);
    else if (c === "\n" && depth === 0) starts.push(token.start + 1);
  }
  return starts;
}

/** An argument of a call or of a directive. */
export interface Argument {
  /** Name that it is given by; "" when by position. */
  readonly name: string;
  /** Where its value stands, without the name and without stars. */
  readonly start: number;
  readonly end: number;
  readonly strings: readonly StringLiteral[];
  /** Where the name or the stars begin. */
  readonly prefixStart: number;
}

/** Arguments between commas, as in a call. */
export function argumentsIn(text: string, from: number, to: number): Argument[] {
  const found: Argument[] = [];
  let depth = 0;
  let lambdas = 0;
  let start = -1;
  let end = from;
  let strings: StringLiteral[] = [];
  const finish = (): void => {
    if (start >= 0) found.push(argument(text, start, end, strings));
    start = -1;
    strings = [];
  };
  for (const token of pythonTokens(text, from, to)) {
    if (token.kind === "comment") continue;
    const at = token.kind === "string" ? token.literal.start : token.start;
    const c = token.kind === "mark" ? text[at]! : "";
    if (c === "\n" || c === "\\") continue;
    if (c === "," && depth === 0 && lambdas === 0) {
      finish();
      continue;
    }
    if (start < 0) start = at;
    if (token.kind === "string") strings.push(token.literal);
    else if (token.kind === "name" && text.slice(at, token.end) === "lambda" && depth === 0) {
      lambdas++;
    } else if (c === ":" && depth === 0) lambdas = Math.max(0, lambdas - 1);
    else if (c === "(" || c === "[" || c === "{") depth++;
    else if (c === ")" || c === "]" || c === "}") depth = Math.max(0, depth - 1);
    end = token.kind === "string"
      ? token.literal.end
      : token.kind === "name"
      ? token.end
      : at + Math.max(1, /^[\d.][\w.]*/.exec(text.slice(at, at + 40))?.[0].length ?? 1);
  }
  finish();
  return found;
}

function argument(
  text: string,
  start: number,
  end: number,
  strings: readonly StringLiteral[],
): Argument {
  const prefix = /^(?:([A-Za-z_]\w*)\s*=(?!=)|\*{1,2})\s*/.exec(text.slice(start, end));
  const length = prefix === null ? 0 : prefix[0].length;
  return { name: prefix?.[1] ?? "", start: start + length, end, strings, prefixStart: start };
}
