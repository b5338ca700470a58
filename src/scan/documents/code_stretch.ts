/** Code between other text, and the texts of one language each that come of it. */

/** A stretch of code in a document. */
export interface CodeStretch {
  /** Language id. */
  readonly language: string;
  /** Offset in the document. */
  readonly start: number;
  /** As long as what stands there; what is no code of that language is blanked. */
  readonly text: string;
}

/** All code of one language in a document. */
export interface DocumentPart {
  /** Language id. */
  readonly language: string;
  /**
   * The document with everything else blanked, line breaks kept: offsets, lines and columns are the
   * document's.
   */
  readonly text: string;
}

/** One part for each language, in the order in which the languages first appear. */
export function partsOf(document: string, stretches: readonly CodeStretch[]): DocumentPart[] {
  const byLanguage = Map.groupBy(stretches, ({ language }) => language);
  return Array.from(
    byLanguage,
    ([language, own]) => ({ language, text: masked(document, own) }),
  );
}

function masked(document: string, stretches: readonly CodeStretch[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { start, text } of stretches) {
    pieces.push(blanked(document.slice(end, start)), text);
    end = start + text.length;
  }
  pieces.push(blanked(document.slice(end)));
  return pieces.join("");
}

/** A text with nothing left of it but its line breaks. */
export function blanked(text: string): string {
  return text.split("\n").map((line) => " ".repeat(line.length)).join("\n");
}

/** How many lines of a part have code. */
export function codeLineCount(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/^.*\S.*$/gm)) count++;
  return count;
}
