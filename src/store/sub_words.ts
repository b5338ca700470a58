import type { WordHeads } from "./word_heads.ts";

const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu;

/**
 * The words that a name is put together from, in lower case: `parseHTTPHeader_v2` gives
 * `parse http header v 2`. A name that is one word gives that word.
 *
 * @param heads words that begin otherwise may be left out: whoever looks for some in long texts need not
 * have all the others cut out
 */
export function subWords(name: string, heads?: WordHeads): string[] {
  return asciiWords(name, heads) ?? (name.match(WORDS) ?? []).map((word) => word.toLowerCase());
}

/** What a name is found by in the word index: its words, neighbouring words together, the whole. */
export function searchableWords(name: string): string {
  const words = subWords(name);
  if (words.length < 2) return words.join(" ");
  return `${words.join(" ")} ${words.join("")}`;
}

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

/** What each character of ASCII is in a word; 0 for what is in none. */
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z]/.test(character)
    ? LOWER
    : /[A-Z]/.test(character)
    ? UPPER
    : /\d/.test(character)
    ? DIGIT
    : 0;
});

/** The same for names in ASCII, as nearly all are, in half the time; `undefined` for others. */
function asciiWords(name: string, heads: WordHeads | undefined): string[] | undefined {
  const words: string[] = [];
  const lower = name.toLowerCase();
  const add = (start: number, end: number): void => {
    if (heads === undefined || heads.has(lower, start, end)) words.push(lower.slice(start, end));
  };
  for (let start = 0; start < name.length;) {
    const kind = CLASSES[name.charCodeAt(start)];
    if (kind === undefined) return undefined;
    let end = endOfClass(name, start, kind);
    if (kind === UPPER && CLASSES[name.charCodeAt(end)] === LOWER) {
      // The last of some capitals begins the next word.
      if (end - 1 > start) add(start, end - 1);
      start = end - 1;
      end = endOfClass(name, end, LOWER);
    }
    if (kind !== 0) add(start, end);
    start = end;
  }
  return words;
}

function endOfClass(name: string, start: number, kind: number): number {
  let end = start + 1;
  while (CLASSES[name.charCodeAt(end)] === kind) end++;
  return end;
}
