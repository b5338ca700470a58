/** What may be meant by a search, with a score for each. */
import { Flag } from "../extract/facts.ts";
import type { IndexStore } from "../store/index_store.ts";
import { byText, type StoredName } from "../store/name_queries.ts";
import { subWords } from "../store/sub_words.ts";
import { byPlace, type StoredSymbol } from "../store/symbol_row.ts";
import { similarNames } from "./nearest_symbols.ts";
import { routesServing } from "./route_match.ts";
import { symbolsMeant } from "./symbol_selector.ts";

/** How a symbol matches. */
export const MATCHES = ["name", "url", "prefix", "words", "part", "typo", "documentation"] as const;
export type Match = typeof MATCHES[number];

/** One that may be meant. */
export interface Candidate {
  readonly symbol: StoredSymbol;
  readonly match: Match;
  readonly score: number;
}

/** Score of a full match of each kind, before what speaks for the symbol itself. */
const SCORES: Readonly<Record<Match, number>> = {
  name: 100,
  url: 90,
  prefix: 75,
  words: 70,
  part: 55,
  typo: 60,
  documentation: 35,
};
/** How much of a score a name loses when the query is next to nothing of it. */
const LENGTH_SHARE = 20;
/** What one slip of the hand costs. */
const SLIP = 12;
/** What a word of the query costs that stands not in the name but around it. */
const WORD_AROUND = 4;
/** What a word of the query costs that stands nowhere. */
const WORD_MISSING = 24;
/** Words that say nothing of what is looked for. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "a an and are as at be by do does for from how in is it of on or that the this to what when where which who why with"
    .split(" "),
);
/** Names of each kind of match, and symbols of each, that are looked at. */
const NAMES = 60;
const SYMBOLS_A_NAME = 10;
/** The same where what is around has to be looked at too. */
const NAMES_APART = 10;
const SYMBOLS_APART = 2;
/** Candidates after which words are not looked for apart. */
const ENOUGH = 10;
/** Words of a longer query are not looked for apart: there are too many ways. */
const MOST_WORDS = 5;

const KIND_SCORES: Readonly<Partial<Record<string, number>>> = {
  class: 6,
  struct: 6,
  interface: 6,
  trait: 6,
  enum: 5,
  type: 4,
  function: 5,
  method: 4,
  macro: 3,
  file: 2,
  variable: -3,
  field: -3,
  property: -2,
};

/** Collects candidates from the surest kind of match to the least. */
export class SearchCandidates {
  readonly #store: IndexStore;
  readonly #query: string;
  /** Words of the query that say what is looked for. */
  readonly #words: readonly string[];
  readonly #allWords: readonly string[];
  readonly #wanted: number;
  readonly #found = new Map<number, Candidate>();

  /** @param wanted enough candidates: less sure kinds of match are not tried any more */
  constructor(store: IndexStore, query: string, wanted: number) {
    this.#store = store;
    this.#query = query;
    const words = [...new Set(subWords(query))];
    const telling = words.filter((word) => !EMPTY_WORDS.has(word));
    this.#words = telling.length > 0 ? telling : words;
    this.#allWords = words;
    this.#wanted = wanted;
  }

  /** All candidates, the best first. */
  all(): Candidate[] {
    const meant = symbolsMeant(this.#store, this.#query).symbols;
    for (const symbol of meant) this.#add(symbol, "name", 0);
    const routes = routesServing(this.#store, this.#query);
    for (const [, bearers] of this.#bearers(routes, SYMBOLS_A_NAME)) {
      for (const symbol of bearers) this.#add(symbol, "url", 0);
    }
    if (/\s/.test(this.#query)) this.#addByWords();
    else this.#addByOneName();
    return [...this.#found.values()]
      .sort((a, b) => b.score - a.score || byPlace(a.symbol, b.symbol));
  }

  /** The query is a name, or a part of one. */
  #addByOneName(): void {
    const { names } = this.#store;
    const query = this.#query;
    this.#addNames(names.startingWith(query, NAMES), "prefix");
    if (this.#words.length > 0) this.#addNames(names.withWords(this.#words, NAMES), "words");
    if (query.length >= 3 && this.#found.size < this.#wanted) {
      this.#addNames(names.containing(query, NAMES), "part");
    }
    if (this.#found.size === 0) this.#addTypos();
    if (this.#found.size === 0) this.#addByWords();
  }

  /** The query is words that may stand apart. */
  #addByWords(): void {
    if (this.#allWords.length > this.#words.length) {
      const whole = this.#store.names.withWords(this.#allWords, NAMES);
      this.#addNames(whole, "words", this.#allWords);
    }
    this.#addNames(this.#store.names.withWords(this.#words, NAMES), "words");
    if (this.#words.length > 1 && this.#words.length <= MOST_WORDS) {
      this.#addByWordsAround();
      if (this.#found.size < ENOUGH) this.#addBySomeWords();
    }
    this.#addByDocumentation();
    if (this.#found.size === 0) this.#addTypos();
    if (this.#found.size === 0) this.#addByKnownWords();
  }

  /** As {@link #addByWords}, without the words that no name here holds; a path is meant as a whole. */
  #addByKnownWords(): void {
    if (this.#query.includes("/")) return;
    const known = this.#words.filter((word) => this.#store.names.withWords([word], 1).length > 0);
    if (known.length < 2 || known.length === this.#words.length) return;
    const missing = (this.#words.length - known.length) * WORD_MISSING;
    for (
      const { symbol, match, score } of new SearchCandidates(
        this.#store,
        known.join(" "),
        this.#wanted,
      ).all()
    ) {
      this.#found.set(symbol.id, { symbol, match, score: score - missing });
    }
  }

  /** Names that are one of the words, in something whose name has the others: `query set filter`. */
  #addByWordsAround(): void {
    const { names, symbols } = this.#store;
    for (const word of this.#words) {
      const others = this.#others(word);
      const around = names.withWords(others, NAMES).map(({ id }) => id);
      if (around.length === 0) continue;
      const ids = names.equalTo(word).map(({ id }) => id);
      for (const symbol of symbols.ofNamesIn(ids, around, NAMES)) {
        this.#add(symbol, "words", others.length * WORD_AROUND);
      }
    }
  }

  /** Names with all words but one, which may stand around. */
  #addBySomeWords(): void {
    for (const left of this.#words) {
      const others = this.#others(left);
      const names = this.#store.names.withWords(others, NAMES_APART);
      for (const [name, bearers] of this.#bearers(names, SYMBOLS_APART)) {
        for (const symbol of bearers) {
          const isAround = this.#isAround(left, symbol);
          if (!isAround && others.length === 1) continue;
          const penalty = isAround ? WORD_AROUND : WORD_MISSING;
          this.#add(symbol, "words", this.#shortfall(name) + penalty);
        }
      }
    }
  }

  #others(word: string): string[] {
    return this.#words.filter((other) => other !== word);
  }

  #isAround(word: string, symbol: StoredSymbol): boolean {
    const around = subWords(`${this.#store.symbols.qualifiedName(symbol)} ${symbol.file}`);
    return around.some((other) => other.startsWith(word));
  }

  /** The names nearest to the query come first, and further ones only while there are too few. */
  #addNames(names: readonly StoredName[], match: Match, words = this.#words): void {
    const nearest = names.toSorted((a, b) => a.text.length - b.text.length || byText(a, b));
    if (this.#found.size >= this.#wanted * 2) return;
    for (const [name, bearers] of this.#bearers(nearest, SYMBOLS_A_NAME)) {
      if (this.#found.size >= this.#wanted * 2) return;
      const shortfall = this.#shortfall(name, words);
      for (const symbol of bearers) this.#add(symbol, match, shortfall);
    }
  }

  /** Some names, each with the first symbols that bear it. */
  #bearers(
    names: readonly StoredName[],
    limit: number,
  ): [name: StoredName, bearers: readonly StoredSymbol[]][] {
    if (names.length === 0) return [];
    const bearers = this.#store.symbols.ofNames(names.map(({ id }) => id), limit);
    return names.map((name) => [name, bearers.get(name.id)!]);
  }

  /** How far the query is from being the whole name. */
  #shortfall({ text }: StoredName, words = this.#words): number {
    const letters = words.join("").length || this.#query.length;
    return LENGTH_SHARE * (1 - Math.min(1, letters / text.replaceAll("_", "").length));
  }

  /** All the words, or else all but one. */
  #addByDocumentation(): void {
    const before = this.#found.size;
    this.#addDocumented(this.#words, 0);
    if (this.#found.size > before || this.#words.length < 3) return;
    for (const left of this.#words) this.#addDocumented(this.#others(left), WORD_MISSING / 2);
  }

  #addDocumented(words: readonly string[], penalty: number): void {
    const { names, symbols } = this.#store;
    const ids = names.documented(words, this.#wanted);
    symbols.getAll(ids);
    for (const [rank, id] of ids.entries()) {
      const symbol = symbols.get(id);
      if (symbol !== undefined) this.#add(symbol, "documentation", penalty + rank / 2);
    }
  }

  #addTypos(): void {
    const query = this.#query;
    const similar = similarNames(this.#store, query);
    const distances = new Map(similar.map(({ name, distance }) => [name, distance]));
    for (const [name, bearers] of this.#bearers([...distances.keys()], SYMBOLS_A_NAME)) {
      if (this.#found.size >= this.#wanted) return;
      for (const symbol of bearers) this.#add(symbol, "typo", distances.get(name)! * SLIP);
    }
  }

  #add(symbol: StoredSymbol, match: Match, penalty: number): void {
    const score = SCORES[match] - penalty + merit(symbol, this.#query);
    const known = this.#found.get(symbol.id);
    if (known !== undefined && known.score >= score) return;
    this.#found.set(symbol.id, { symbol, match, score });
  }
}

/** What speaks for a symbol whatever was asked. */
function merit({ kind, flags, test, generated, name }: StoredSymbol, query: string): number {
  return (KIND_SCORES[kind] ?? 0) - (test ? 25 : 0) - (generated ? 15 : 0) -
    ((flags & Flag.local) !== 0 ? 10 : 0) - ((flags & Flag.declaration) !== 0 ? 5 : 0) +
    ((flags & Flag.exported) !== 0 ? 2 : 0) + (name === query ? 4 : 0);
}
