const WORDS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu;

/**
 * The words that a name is put together from, in lower case: `parseHTTPHeader_v2` gives
 * `parse http header v 2`. A name that is one word gives that word.
 */
export function subWords(name: string): string[] {
  return (name.match(WORDS) ?? []).map((word) => word.toLowerCase());
}

/** What a name is found by in the word index: its words, neighbouring words together, the whole. */
export function searchableWords(name: string): string {
  const words = subWords(name);
  if (words.length < 2) return words.join(" ");
  return `${words.join(" ")} ${words.join("")}`;
}
