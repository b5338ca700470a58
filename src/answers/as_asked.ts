/** Characters of a question that its answer repeats. */
const LONGEST = 200;

/** What was asked for, as the answer repeats it: a very long text only from its start. */
export function asAsked(text: string): string {
  return text.length <= LONGEST ? text : text.slice(0, LONGEST - 1) + "…";
}
