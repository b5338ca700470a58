/**
 * Helps the grammar over three things that TypeScript allows and it cannot read: a generic call
 * signature after a line without a semicolon, variance annotations, and `export type * from`.
 * What hinders it is blanked, what it misses is put in the place of a blank, so that offsets stay.
 */

const SIGNATURE = /\n[ \t]*(?=<)/g;
const VARIANCE =
  /([<,]\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*)((?:in\s+)?out|in)(?=\s+[A-Za-z_$][\w$]*\s*(?:[,>=]|extends\b))/g;
const TYPE_STAR = /(\bexport\s+)type(?=\s*\*)/g;
/** Longest list of type parameters, and of parameters, that is looked through. */
const LONGEST_LIST = 20_000;

/** The text with as many characters, which the grammar reads better. */
export function maskTypeScript(text: string): string {
  const blank = (whole: string, before: string): string => before.padEnd(whole.length);
  let masked = text;
  if (text.includes("out ") || text.includes("in ")) masked = masked.replace(VARIANCE, blank);
  if (text.includes("type *") || text.includes("type*")) masked = masked.replace(TYPE_STAR, blank);
  return endSignatures(masked);
}

/** Puts a semicolon before each generic call signature that follows a member without one. */
function endSignatures(text: string): string {
  let ended = "";
  let copied = 0;
  SIGNATURE.lastIndex = 0;
  for (let match = SIGNATURE.exec(text); match !== null; match = SIGNATURE.exec(text)) {
    const open = SIGNATURE.lastIndex;
    // A semicolon in place of the only line break could fall into a comment.
    if (open - match.index < 2 || !endsMember(text, match.index)) continue;
    if (!isSignature(text, open)) continue;
    ended += text.slice(copied, open - 1) + ";";
    copied = open;
  }
  return copied === 0 ? text : ended + text.slice(copied);
}

/** Whether what stands before an offset, comments aside, can end the type of a member. */
function endsMember(text: string, offset: number): boolean {
  let at = offset;
  for (;;) {
    while (at > 0 && text.charCodeAt(at - 1) <= 32) at--;
    if (at === 0) return false;
    if (text.startsWith("*/", at - 2)) {
      at = Math.max(0, text.lastIndexOf("/*", at - 2));
      continue;
    }
    const line = text.lastIndexOf("\n", at - 1) + 1;
    if (!text.slice(line, at).trimStart().startsWith("//")) break;
    at = line;
  }
  return /[\w$>\])}"'`]/.test(text[at - 1]!) && !text.startsWith("=>", at - 2);
}

/** Whether `<…>(…):` starts at an offset. */
function isSignature(text: string, open: number): boolean {
  const types = closing(text, open, "<", ">");
  const parameters = types < 0 ? -1 : afterBlank(text, types);
  if (parameters < 0 || text[parameters] !== "(") return false;
  const end = closing(text, parameters, "(", ")");
  return end >= 0 && text[afterBlank(text, end)] === ":";
}

/** Offset after the bracket that closes the one at an offset; -1 if it is too far. */
function closing(text: string, from: number, open: string, close: string): number {
  let depth = 0;
  const limit = Math.min(text.length, from + LONGEST_LIST);
  for (let at = from; at < limit; at++) {
    const char = text[at];
    if (char === open) depth++;
    else if (char === close && text[at - 1] !== "=" && --depth === 0) return at + 1;
  }
  return -1;
}

function afterBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}
