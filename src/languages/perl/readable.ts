/** Perl text as the grammar wants it. */

/** The text with what the grammar misreads blanked; no offset moves. */
export function readable(text: string): string {
  // In `[@#]` the grammar sees an array and a comment, which hides the end of the expression.
  return text.includes("@#") ? text.replaceAll("@#", ".#") : text;
}
