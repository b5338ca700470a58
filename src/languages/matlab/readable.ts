/** MATLAB and Octave text as the grammar wants it. */
import { octaveAsMatlab } from "./octave.ts";

/** What only Octave files have. */
const OCTAVE =
  /^[ \t]*(?:#(?!!)|end(?:function|if|for|while|switch|_try_catch|_unwind_protect)\b|unwind_protect\b)|!=|\bprint(?:f|_usage) ?\(/m;

/**
 * The text with what the grammar does not know replaced, character for character: tabs, which it
 * does not take between the words of a command, and what Octave writes otherwise. The last line is
 * ended.
 */
export function readable(text: string): string {
  let result = text.replaceAll("\t", " ");
  if (OCTAVE.test(result)) result = octaveAsMatlab(result);
  return result.endsWith("\n") ? result : `${result}\n`;
}
