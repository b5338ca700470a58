/** MATLAB and Octave text as the grammar wants it. */
import { octaveAsMatlab } from "./octave.ts";

/** What only Octave files have. */
const OCTAVE =
  /^[ \t]*(?:#(?!!)|end(?:function|if|for|while|switch|_try_catch|_unwind_protect)\b|unwind_protect\b)|!=|\bprint(?:f|_usage) ?\(/m;

/** `catch`, alone on its line, before a name alone on its own: a call, and not what is caught. */
const LONE_CATCH =
  /^( *catch)( *(?:%[^\r\n]*)?\r?\n)(?= *[A-Za-z]\w* *(?:[;,] *)?(?:%[^\r\n]*)?\r?$)/gm;

/**
 * The text with what the grammar does not know replaced, character for character: tabs, which it
 * does not take between the words of a command, and what Octave writes otherwise. The last line is
 * ended.
 */
export function readable(text: string): string {
  let result = text.replaceAll("\t", " ");
  if (OCTAVE.test(result)) result = octaveAsMatlab(result);
  result = result.replace(LONE_CATCH, (_, word: string, rest: string) =>
    `${word},`.padEnd(
      word.length + rest.length,
    ));
  return result.endsWith("\n") ? result : `${result}\n`;
}
