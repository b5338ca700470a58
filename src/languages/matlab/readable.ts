/** MATLAB and Octave text as the grammar wants it. */

/** What only Octave files have. */
const OCTAVE =
  /^[ \t]*(?:#(?!!)|end(?:function|if|for|while|switch|_try_catch|_unwind_protect)\b)/m;
const LONG_END =
  /^([^'"%#\n]*?\b)(end)(function|if|for|while|switch|_try_catch|_unwind_protect|parfor)\b/gm;
/** A comment after code, where nothing before can be a string. */
const HASH = /^([^'"%#\n]*)(#+)/gm;
const NOT = /^([^'"%#\n]*)$/gm;

/**
 * The text with what the grammar does not know replaced, character for character: tabs, which it
 * does not take between the words of a command, and Octave's comments, ends and `!`. The last line
 * is ended.
 */
export function readable(text: string): string {
  let result = text.replaceAll("\t", " ");
  if (OCTAVE.test(result)) result = octave(result);
  return result.endsWith("\n") ? result : `${result}\n`;
}

function octave(text: string): string {
  return text
    .replace(HASH, (_, before: string, hashes: string) => before + "%".repeat(hashes.length))
    .replace(
      LONG_END,
      (_, before: string, end: string, rest: string) => before + end + " ".repeat(rest.length),
    )
    .replace(NOT, (line) => line.replace(/!(?!\s*$)/g, "~"));
}
