/** What may have been meant by a name that does not exist. */
import type { IndexStore } from "../store/index_store.ts";
import { subWords } from "../store/sub_words.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import { nameDistance } from "./name_distance.ts";

const CANDIDATES = 60;

/** Symbols whose names are nearest to a text: slips of the hand first, then names with its words. */
export function nearestSymbols(store: IndexStore, text: string, limit: number): StoredSymbol[] {
  const slips = Math.max(1, Math.min(3, Math.floor(text.length / 3)));
  const candidates = [
    ...store.names.similarTo(text, CANDIDATES),
    ...store.names.startingWith(text.slice(0, 2), text.length < 5 ? CANDIDATES : 0),
  ];
  const near = candidates
    .map((name) => ({ name, distance: nameDistance(text, name.text, slips) }))
    .filter(({ distance }) => distance <= slips)
    .sort((a, b) => a.distance - b.distance || a.name.id - b.name.id)
    .map(({ name }) => name);
  const words = subWords(text);
  const names = near.length > 0 || words.length === 0 ? near : store.names.withWords(words, limit);
  const symbols = new Map<number, StoredSymbol>();
  for (const { id } of names) {
    for (const symbol of store.symbols.ofName(id, 2)) {
      if (symbols.size < limit) symbols.set(symbol.id, symbol);
    }
  }
  return [...symbols.values()];
}
