/** What may have been meant by a name that does not exist. */
import type { IndexStore } from "../store/index_store.ts";
import { byText, type StoredName } from "../store/name_queries.ts";
import { subWords } from "../store/sub_words.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import { nameDistance } from "./name_distance.ts";

const CANDIDATES = 60;

/** Longest text of which a slip may spoil most trigrams. */
const SHORT = 12;
const MOST_OF_LENGTH = 4000;

/** Names that differ from a text by a few slips of the hand, the nearest first. */
export function similarNames(store: IndexStore, text: string): SimilarName[] {
  const slips = Math.max(1, Math.min(3, Math.floor(text.length / 3)));
  const candidates = new Map<number, StoredName>();
  for (const name of store.names.similarTo(text, CANDIDATES)) candidates.set(name.id, name);
  if (text.length <= SHORT) {
    for (const name of store.names.nearLength(text, slips, MOST_OF_LENGTH)) {
      candidates.set(name.id, name);
    }
  }
  return Array.from(
    candidates.values(),
    (name) => ({ name, distance: nameDistance(text, name.text, slips) }),
  )
    .filter(({ distance }) => distance <= slips)
    .sort((a, b) => a.distance - b.distance || byText(a.name, b.name));
}

/** A name, and the slips between it and a text. */
export interface SimilarName {
  readonly name: StoredName;
  readonly distance: number;
}

/** Symbols whose names are nearest to a text: slips of the hand first, then names with its words. */
export function nearestSymbols(store: IndexStore, text: string, limit: number): StoredSymbol[] {
  const near = similarNames(store, text).map(({ name }) => name);
  const words = subWords(text);
  const names = near.length > 0 || words.length === 0 ? near : store.names.withWords(words, limit);
  const symbols = new Map<number, StoredSymbol>();
  const bearers = store.symbols.ofNames(names.map(({ id }) => id), 2);
  for (const symbol of [...bearers.values()].flat()) {
    if (symbols.size < limit) symbols.set(symbol.id, symbol);
  }
  return [...symbols.values()];
}
