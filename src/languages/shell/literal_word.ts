/** What a word of a shell command comes to, as far as it is written. */

/**
 * Tells what a variable, by name, or a substitution, by its text, or a placeholder in its braces comes
 * to; undefined when that is not known.
 */
export type Expansion = (inner: string, isVariable: boolean) => string | undefined;

const UNKNOWN = "\0";
const NOTHING_KNOWN: Expansion = () => undefined;
/** Braces in which workflow languages and formats write what they put in. */
const PLACEHOLDER = /^\{[\w.[\]:'"!-]*\}/;

/**
 * Text of a word with quotes taken off. Where only its beginning is unknown, and that ends with a
 * whole folder, the beginning becomes `*`; undefined when more is unknown.
 */
export function literalWord(raw: string, expand: Expansion = NOTHING_KNOWN): string | undefined {
  const text = expanded(raw, expand);
  const last = text.lastIndexOf(UNKNOWN);
  if (last < 0) return text;
  const rest = text.slice(last + 1);
  return /^\/[^/]/.test(rest) ? `*${rest}` : undefined;
}

function expanded(raw: string, expand: Expansion): string {
  let text = "";
  let quote = "";
  let at = 0;
  while (at < raw.length) {
    const c = raw[at]!;
    if (quote !== "'" && c === "\\") {
      text += raw[at + 1] ?? "";
      at += 2;
    } else if (quote === "" ? c === "'" || c === '"' : c === quote) {
      quote = quote === "" ? c : "";
      at++;
    } else if (quote !== "'" && c === "$") {
      const { inner, isVariable, length } = dollar(raw, at);
      text += inner === "" ? "$" : expand(inner, isVariable) ?? UNKNOWN;
      at += length;
    } else if (quote !== "'" && c === "`") {
      const end = raw.indexOf("`", at + 1);
      const after = end < 0 ? raw.length : end;
      text += expand(raw.slice(at + 1, after), false) ?? UNKNOWN;
      at = after + 1;
    } else if (c === "{") {
      const placeholder = PLACEHOLDER.exec(raw.slice(at))?.[0] ?? "";
      text += placeholder === "" ? c : expand(placeholder, true) ?? UNKNOWN;
      at += Math.max(1, placeholder.length);
    } else if (c === "~" && text === "") {
      text += UNKNOWN;
      at++;
    } else {
      text += c;
      at++;
    }
  }
  return text;
}

/** What `$` begins: the name or text in it, and how much of the word it is. */
function dollar(raw: string, at: number): { inner: string; isVariable: boolean; length: number } {
  const next = raw[at + 1];
  if (next === "(" || next === "{") {
    const end = closing(raw, at + 1);
    const inner = raw.slice(at + 2, end);
    return { inner, isVariable: next === "{", length: end + 1 - at };
  }
  const name = /^(?:\w+|[@*#?$!<^+-])/.exec(raw.slice(at + 1))?.[0] ?? "";
  return { inner: name, isVariable: true, length: 1 + name.length };
}

function closing(raw: string, from: number): number {
  const open = raw[from]!;
  const close = open === "(" ? ")" : "}";
  let depth = 0;
  for (let at = from; at < raw.length; at++) {
    if (raw[at] === open) depth++;
    else if (raw[at] === close && --depth === 0) return at;
  }
  return raw.length;
}
