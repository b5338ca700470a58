/** Types and declared names as C writes them: `const vector[Foo*]& names`, `int (*f)(int)`, `double[:, ::1] x`. */
import { closing, type CythonToken } from "./lines.ts";

/** A stretch of the text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A name with what it is declared to be. */
export interface Declarator extends Span {
  readonly name: string;
  /** Where its type stands; undefined when it has none. */
  readonly type: Span | undefined;
  /** Number of the token after it, arrays and the name that C knows it by included. */
  readonly next: number;
  /** The name that C knows it by, where that is another one. */
  readonly foreignName: string | undefined;
  /** Whether it is a pointer to a function. */
  readonly isCallback: boolean;
}

const QUALIFIERS: ReadonlySet<string> = new Set("const volatile struct union enum".split(" "));
const SIZES: ReadonlySet<string> = new Set("unsigned signed long short".split(" "));
/** What may follow `unsigned` and its kin. */
const SIZED: ReadonlySet<string> = new Set("int char double float short long".split(" "));

/** What is never a name by itself. */
const WORDS: ReadonlySet<string> = new Set([
  ...QUALIFIERS,
  ...SIZES,
  ...SIZED,
  "class",
  "cppclass",
  "extern",
  "from",
]);

/** Number of the token after the type at a token; the same when there is none. */
function afterType(tokens: readonly CythonToken[], from: number, to: number): number {
  let at = from;
  let isSized = false;
  while (at < to && tokens[at]!.kind === "name") {
    const { text } = tokens[at]!;
    if (SIZES.has(text)) isSized = true;
    else if (!QUALIFIERS.has(text)) break;
    at++;
  }
  if (at < to && tokens[at]!.text === "(" && at === from) return closing(tokens, at) + 1;
  if (at < to && tokens[at]!.kind === "name" && (!isSized || SIZED.has(tokens[at]!.text))) {
    at = afterName(tokens, at + 1, to);
  }
  while (at < to && isPointer(tokens[at]!)) at++;
  return at;
}

/** After the parts of a dotted name and its brackets: `.b[int].iterator`. */
function afterName(tokens: readonly CythonToken[], from: number, to: number): number {
  let at = from;
  for (; at < to; at++) {
    const { kind, text } = tokens[at]!;
    if (text === "[") at = closing(tokens, at);
    else if (kind !== "mark" || !/^\.\w/.test(text)) {
      if (text === "complex" && tokens[at + 1]?.kind === "name") continue;
      break;
    }
  }
  return at;
}

function isPointer({ kind, text }: CythonToken): boolean {
  return kind === "mark" && (text === "*" || text === "&") || kind === "name" && text === "const";
}

/** The name that is declared at a token, with its type before it; undefined when there is none. */
export function declarator(
  tokens: readonly CythonToken[],
  from: number,
  to: number,
): Declarator | undefined {
  const after = afterType(tokens, from, to);
  const next = tokens[after];
  if (after < to && next !== undefined) {
    if (next.kind === "name" && !isTrailing(next.text)) return named(tokens, from, after, to);
    const isCallback = next.text === "(" && after > from &&
      /^[*&]$/.test(tokens[after + 1]?.text ?? "");
    if (isCallback) return callback(tokens, from, after, to);
  }
  // A name without a type: `cdef x`, `cdef f(x)`.
  let name = from;
  while (name < to && QUALIFIERS.has(tokens[name]!.text)) name++;
  const isName = name < to && tokens[name]!.kind === "name" && !WORDS.has(tokens[name]!.text) &&
    !isPointer(tokens[after - 1]!);
  return isName ? named(tokens, from, name, to) : undefined;
}

/** Words that stand behind a parameter or a function. */
function isTrailing(word: string): boolean {
  return /^(?:not|or|except|nogil|noexcept|with|namespace)$/.test(word);
}

function typeBefore(tokens: readonly CythonToken[], from: number, name: number): Span | undefined {
  return name > from ? { start: tokens[from]!.start, end: tokens[name - 1]!.end } : undefined;
}

function named(
  tokens: readonly CythonToken[],
  from: number,
  at: number,
  to: number,
): Declarator {
  const token = tokens[at]!;
  let end = token.end;
  let next = at + 1;
  if (token.text === "operator") {
    while (
      next < to && tokens[next]!.kind === "mark" && (tokens[next]!.text !== "(" || next === at + 1)
    ) {
      end = tokens[next++]!.end;
    }
  }
  return {
    name: token.text === "operator" ? `operator${operatorText(tokens, at + 1, next)}` : token.text,
    start: token.start,
    end,
    type: typeBefore(tokens, from, at),
    isCallback: false,
    ...behind(tokens, next, to),
  };
}

function operatorText(tokens: readonly CythonToken[], from: number, to: number): string {
  return tokens.slice(from, to).map(({ text }) => text).join("");
}

function callback(
  tokens: readonly CythonToken[],
  from: number,
  open: number,
  to: number,
): Declarator | undefined {
  let at = open + 1;
  while (at < to && tokens[at]!.kind === "mark") at++;
  const token = tokens[at];
  if (token?.kind !== "name") return undefined;
  const parameters = closing(tokens, open) + 1;
  const end = tokens[parameters]?.text === "(" ? closing(tokens, parameters) + 1 : parameters;
  return {
    name: token.text,
    start: token.start,
    end: token.end,
    type: typeBefore(tokens, from, open),
    isCallback: true,
    ...behind(tokens, end, to),
  };
}

/** Arrays, template parameters and the name that C knows something by. */
function behind(
  tokens: readonly CythonToken[],
  from: number,
  to: number,
): { next: number; foreignName: string | undefined } {
  let next = from;
  let foreignName: string | undefined;
  for (; next < to; next++) {
    const { kind, text } = tokens[next]!;
    if (text === "[") next = closing(tokens, next);
    else if (kind === "string") foreignName = text.replace(/^\w*["']+|["']+$/g, "");
    else break;
  }
  return { next, foreignName };
}
