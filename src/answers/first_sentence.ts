/** Characters of a sentence that are shown. */
const LONGEST_SENTENCE = 160;

/** What a documentation says first, on one line. */
export function firstSentence(doc: string): string {
  const sentence = /^[\s\S]*?[.!?](?=\s|$)/.exec(doc)?.[0] ?? doc.split("\n", 1)[0]!;
  const line = sentence.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_SENTENCE ? line.slice(0, LONGEST_SENTENCE - 1) + "…" : line;
}
