/** Letters at the beginning of a word that are told apart. */
const LENGTH = 3;
/** What a character can be: none, since the word has ended, one of `a-z`, or one of `0-9`. */
const BASE = 1 + 26 + 10;

/**
 * How words may begin: tells, in a text, the many words that are none of those looked for from the few
 * that may be, before anything is cut out. Words of ASCII in lower case only.
 */
export class WordHeads {
  readonly #known = new Uint8Array(BASE ** LENGTH);

  /** Has words in that begin like another, or, when it is as short as a head, are it. */
  add(word: string): void {
    const code = codeOf(word, 0, word.length);
    if (code !== undefined) this.#known[code] = 1;
  }

  /** Whether the word from `start` to `end` in a text may be one of those. */
  has(text: string, start: number, end: number): boolean {
    const code = codeOf(text, start, end);
    return code !== undefined && this.#known[code] === 1;
  }
}

/** The head of a word as a number; `undefined` when it has other characters. */
function codeOf(text: string, start: number, end: number): number | undefined {
  let code = 0;
  for (let at = start; at < start + LENGTH; at++) {
    const digit = at < end ? digitOf(text.charCodeAt(at)) : 0;
    if (digit === undefined) return undefined;
    code = code * BASE + digit;
  }
  return code;
}

function digitOf(character: number): number | undefined {
  if (character >= 97 && character <= 122) return character - 96;
  return character >= 48 && character <= 57 ? character - 21 : undefined;
}
