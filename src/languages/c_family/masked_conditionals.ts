/**
 * Conditional compilation in the middle of expressions, initializers and lists of arguments, where the
 * grammar knows nothing of it: the first branch is read, lines of directives and others are blanked.
 */

const OPENING = /^[ \t]*#[ \t]*if[^\n]*\n?/gm;
const DIRECTIVE = /^[ \t]*#[ \t]*(if|else|elif|endif)[^\n]*\n?/gm;
/** How a line ends that an expression goes on behind; of a colon, that of initializers alone. */
const UNFINISHED = /(?:[,(?"=+]|&&|\|\||=[ \t]*\{|(?:^|\))[ \t]*:)[ \t]*$/;
const COMMENT_AT_END = /[ \t]*(?:\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)[ \t]*$/;

/** The text without such directives, of the same length. */
export function withoutInnerConditionals(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { index } of text.matchAll(OPENING)) {
    if (index < done || !UNFINISHED.test(codeBefore(text, index))) continue;
    const { end, plain } = firstBranch(text, index);
    pieces.push(text.slice(done, index), plain);
    done = end;
  }
  return done === 0 ? text : pieces.join("") + text.slice(done);
}

/** The last line before an offset that has code, without what is a comment at its end. */
function codeBefore(text: string, offset: number): string {
  for (let end = offset - 1; end > 0;) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, end).trimEnd();
    if (/^[ \t]*#/.test(line)) return "";
    const code = line.includes("/") ? line.replace(COMMENT_AT_END, "") : line;
    if (code.trim() !== "") return code;
    end = start - 1;
  }
  return "";
}

/** A conditional with nothing left of it but what stands in its first branch. */
function firstBranch(
  text: string,
  start: number,
): { readonly end: number; readonly plain: string } {
  let depth = 0;
  let isFirst = true;
  let done = start;
  let plain = "";
  DIRECTIVE.lastIndex = start;
  for (let match = DIRECTIVE.exec(text); match !== null; match = DIRECTIVE.exec(text)) {
    const between = text.slice(done, match.index);
    plain += (isFirst ? between : blank(between)) + blank(match[0]);
    done = match.index + match[0].length;
    if (match[1] === "if") depth++;
    else if (match[1] === "endif") depth--;
    else if (depth === 1) isFirst = false;
    if (depth === 0) break;
  }
  return { end: done, plain };
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
