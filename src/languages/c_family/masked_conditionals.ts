/**
 * Conditional compilation in the middle of expressions, initializers and lists of arguments, where the
 * grammar knows nothing of it: the first branch is read, lines of directives and others are blanked.
 */

const OPENING = /^[ \t]*#[ \t]*if/;
const BRANCH = /^[ \t]*#[ \t]*(?:else|elif)/;
const CLOSING = /^[ \t]*#[ \t]*endif/;
/** How a line ends that an expression goes on behind; of a colon, that of initializers alone. */
const UNFINISHED = /(?:[,(?"=+]|&&|\|\||=[ \t]*\{|(?:^|\))[ \t]*:)[ \t]*$/;
const COMMENT_AT_END = /[ \t]*(?:\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)[ \t]*$/;

/** The text without such directives, of the same length. */
export function withoutInnerConditionals(text: string): string {
  if (!text.includes("#")) return text;
  const lines = text.split("\n");
  let last = "";
  let isChanged = false;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.includes("#") && OPENING.test(line) && UNFINISHED.test(last)) {
      at = blankConditional(lines, at);
      isChanged = true;
    } else if (line.trim() !== "" && !line.trimStart().startsWith("//")) {
      const code = line.endsWith("\r") ? line.slice(0, -1) : line;
      last = code.includes("/") ? code.replace(COMMENT_AT_END, "") : code;
      if (/^[ \t]*#/.test(last)) last = "";
    }
  }
  return isChanged ? lines.join("\n") : text;
}

/** Blanks directives, and what stands in branches behind the first. @returns the line of the `#endif` */
function blankConditional(lines: string[], start: number): number {
  let depth = 0;
  let isFirst = true;
  for (let at = start; at < lines.length; at++) {
    const line = lines[at]!;
    const opens = OPENING.test(line);
    const closes = CLOSING.test(line);
    if (opens) depth++;
    if (BRANCH.test(line) && depth === 1) isFirst = false;
    if (opens || closes || BRANCH.test(line) || !isFirst) lines[at] = line.replace(/[^\r]/g, " ");
    if (closes && --depth === 0) return at;
  }
  return lines.length;
}
