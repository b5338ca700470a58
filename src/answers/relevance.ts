/** What of a project matters to a question in words. */
import { Flag, type SymbolKind } from "../extract/facts.ts";
import { PREFIXES, type QueryTerm, queryTerms } from "../graph/query_terms.ts";
import { byText } from "../store/name_queries.ts";
import { byPlace, type StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { selectSymbols } from "./symbol_selector.ts";
import { type Fit, TermFits } from "./term_fits.ts";

/** A symbol with what speaks for it. */
export interface Candidate {
  readonly symbol: StoredSymbol;
  /** By how much it fits the words of the question; the best has the most. */
  readonly score: number;
}

/** How much a term found in a place says, beside its rarity. */
const Weight = {
  name: 1,
  container: 0.6,
  path: 0.4,
  doc: 0.45,
  body: 0.3,
} as const;

/** Names looked at for one term. */
const NAMES_A_TERM = 1500;
/** Bearers that a word is taken to have which no name has. */
const UNKNOWN_BEARERS = 40;
/** Things of one name up to which the name is a rare one. */
const MOST_RARE = 4;
/** What a word says that is somebody's very name, of what one says that can only be a name. */
const OF_A_WORD = 0.4;
/** Names whose symbols are looked at. */
const MOST_NAMES = 300;
const MOST_BEARERS = 1200;
const MOST_DOCUMENTED = 120;
/** Files looked at for one term in their path. */
const FILES_A_TERM = 60;
/** Files whose content is looked at because of their path, and how near to the best they must be. */
const MOST_FILES = 8;
const FILE_NEAR_BEST = 0.6;
/** Types whose members are looked at because of their type. */
const MOST_TYPES = 12;
/** Candidates whose source is read, and lines of it at most. */
const MOST_READ = 300;
const LONGEST_READ = 200;
const SHORTEST_IN_PATH = 3;
const SHORTEST_IN_BODY = 4;

const TYPES: ReadonlySet<SymbolKind> = new Set(["class", "struct", "interface", "trait", "object"]);
const CALLABLES: ReadonlySet<SymbolKind> = new Set([
  "function",
  "method",
  "constructor",
  "property",
  "class",
  "macro",
]);
const HIDDEN = Flag.anonymous | Flag.local | Flag.declaration;

/** How likely a symbol of a kind is what is meant. */
const KIND_PRIOR: Readonly<Record<SymbolKind, number>> = {
  file: 0.3,
  module: 0.5,
  namespace: 0.5,
  class: 1,
  struct: 0.8,
  interface: 0.7,
  trait: 0.8,
  enum: 0.6,
  type: 0.6,
  function: 1,
  method: 1,
  constructor: 0.8,
  property: 0.5,
  field: 0.3,
  variable: 0.4,
  constant: 0.4,
  enumMember: 0.2,
  macro: 0.6,
  parameter: 0,
  object: 0.7,
  route: 0.8,
  rule: 0.8,
  table: 0.8,
  test: 0.2,
};
const TEST_PRIOR = 0.25;
const GENERATED_PRIOR = 0.4;
const SIDE_PRIOR = 0.4;
const DECLARING_PRIOR = 0.5;
/** Files that say what there is, and not how it works. */
const DECLARING_PATH = /\.d\.[cm]?ts$|\.pyi$/;
/** Directories that show how a project is used, not how it works. */
const SIDE_PATH =
  /(?:^|\/)(?:examples?|samples?|demos?|bench(?:marks?)?|docs?|vendor|third[_-]?party|deps|fixtures?)\//i;

/** Finds entry points by words in names, in what contains them, in paths and documentation. */
export class Relevance {
  readonly #context: AnswerContext;
  readonly #terms: readonly QueryTerm[];
  readonly #identifiers: readonly string[];
  /** Rarity of each term: what finding it is worth. */
  readonly #rarity: Float64Array;
  /** Whether any name has the term. */
  readonly #isKnown: Uint8Array;
  readonly #fits: TermFits;
  /** What speaks for symbols that were looked at, by term; by the symbol's number. */
  readonly #evidence = new Map<number, Float64Array>();

  constructor(context: AnswerContext, question: string) {
    this.#context = context;
    const { terms, identifiers, perhaps } = queryTerms(question);
    this.#terms = [...terms, ...perhaps.filter(({ word }) => this.#isRareName(word))];
    this.#identifiers = identifiers;
    this.#rarity = new Float64Array(this.#terms.length);
    this.#isKnown = new Uint8Array(this.#terms.length);
    this.#fits = new TermFits(this.#terms);
  }

  /** Whether a word is the name of few things. */
  #isRareName(word: string): boolean {
    const symbols = this.#context.store.symbols.named(word, MOST_RARE + 1);
    return symbols.length > 0 && symbols.length <= MOST_RARE &&
      symbols.some(({ kind, test }) => !test && CALLABLES.has(kind));
  }

  get terms(): readonly QueryTerm[] {
    return this.#terms;
  }

  /** The rarity of a term, by its position. */
  rarity(term: number): number {
    return this.#rarity[term]!;
  }

  /** Candidates, the best first. */
  candidates(): Candidate[] {
    const { relevance, symbols } = this.#context.store;
    const names = this.#names();
    const documented = relevance.documentedWith(
      this.#terms.map(({ word }) => word),
      MOST_DOCUMENTED,
    );
    const scored = new Map<number, Candidate>();
    const exact = this.#exact();
    const bonus = new Map([...exact].map(([symbol, weight]) => [symbol.id, weight]));
    const add = (found: readonly StoredSymbol[]): void => {
      const fresh = found.filter(({ id, kind }) => KIND_PRIOR[kind] > 0 && !scored.has(id));
      for (const one of this.#scored(fresh, bonus, false)) scored.set(one.symbol.id, one);
    };
    add([...exact.keys()]);
    add(symbols.getAll(documented));
    add(symbols.getAll(relevance.bearing(names, MOST_BEARERS)));
    add(this.#membersOfTypes(bestFirst([...scored.values()])));
    add(this.#inNamedFiles());
    this.#context.checkpoint();
    const read = bestFirst([...scored.values()]).slice(0, MOST_READ).map(({ symbol }) => symbol);
    return bestFirst(this.#scored(withoutDeclarations(read), bonus, true));
  }

  /** Any symbols, scored in the measure of {@link candidates}. */
  fits(symbols: readonly StoredSymbol[]): Candidate[] {
    return this.#scored(symbols, NO_BONUS, true);
  }

  /** Members of the types that fit best, whatever their own names. */
  #membersOfTypes(candidates: readonly Candidate[]): StoredSymbol[] {
    return candidates.slice(0, MOST_TYPES * 4)
      .filter(({ symbol }) => TYPES.has(symbol.kind))
      .slice(0, MOST_TYPES)
      .flatMap(({ symbol }) => this.#context.store.symbols.membersOf(symbol))
      .filter(({ kind }) => CALLABLES.has(kind));
  }

  /** What stands at the top of the files whose paths fit best. */
  #inNamedFiles(): StoredSymbol[] {
    const { relevance, symbols } = this.#context.store;
    const scores = new Map<number, { readonly path: string; readonly score: number }>();
    const stems = this.#terms.map(({ stem }) => stem)
      .filter(({ length }) => length >= SHORTEST_IN_PATH);
    for (const { id, path } of relevance.filesNamed(stems, FILES_A_TERM).flat()) {
      const side = SIDE_PATH.test(path) || /test|spec/i.test(path) ? SIDE_PRIOR : 1;
      scores.set(id, { path, score: this.#nameScore(path) * side });
    }
    const best = Math.max(...Array.from(scores.values(), ({ score }) => score));
    return [...scores].filter(([, { score }]) => score >= best * FILE_NEAR_BEST)
      .sort(([, a], [, b]) => b.score - a.score || (a.path < b.path ? -1 : 1))
      .slice(0, MOST_FILES)
      .flatMap(([id]) => symbols.inFile(id))
      .filter(({ kind, flags }) => CALLABLES.has(kind) && (flags & HIDDEN) === 0);
  }

  /**
   * Scores symbols; those for which nothing speaks are missing.
   *
   * @param isRead whether their source is looked at
   */
  #scored(
    symbols: readonly StoredSymbol[],
    bonus: ReadonlyMap<number, number>,
    isRead: boolean,
  ): Candidate[] {
    this.#lookAt(symbols.filter(({ id }) => !this.#evidence.has(id)));
    const total = this.#rarity.reduce(
      (sum, rarity, term) => sum + (this.#isKnown[term] === 1 ? rarity : 0),
      0,
    );
    const scored = symbols.map((symbol) => {
      const evidence = this.#evidence.get(symbol.id)!;
      if (isRead) this.#read(symbol, evidence);
      let score = 0;
      for (let term = 0; term < evidence.length; term++) {
        score += evidence[term]! * this.#rarity[term]!;
      }
      const coverage = total === 0 ? 0 : Math.min(1, score / total);
      score *= 0.4 + 0.6 * coverage;
      score = (score + (bonus.get(symbol.id) ?? 0)) * priorOf(symbol);
      return { symbol, score };
    });
    return scored.filter(({ score }) => score > 0);
  }

  /** Looks at what name, containers, path and documentation of symbols say of each term. */
  #lookAt(symbols: readonly StoredSymbol[]): void {
    const containers = this.#containersOf(symbols);
    for (const symbol of symbols) {
      const evidence = new Float64Array(this.#terms.length);
      const { name, qualifier, file, doc } = symbol;
      const fit = this.#fits.of(name);
      if (fit.length > 0) raise(evidence, fit, Weight.name * this.#fits.fullness(name));
      for (let id = symbol.container, depth = 0; id > 0 && depth < 3; depth++) {
        const container = containers.get(id);
        if (container === undefined || container.kind === "file") break;
        raise(evidence, this.#fits.of(container.name), Weight.container);
        id = container.container;
      }
      if (qualifier !== undefined) raise(evidence, this.#fits.of(qualifier), Weight.container);
      raise(evidence, this.#fits.of(file), Weight.path);
      if (doc !== undefined) raise(evidence, this.#fits.ofProse(doc), Weight.doc);
      this.#evidence.set(symbol.id, evidence);
    }
  }

  /** Looks at what the source of a symbol says of each term. */
  #read({ file, startLine, endLine }: StoredSymbol, evidence: Float64Array): void {
    const last = Math.min(endLine, startLine + LONGEST_READ);
    const source = this.#context.lines.range(file, startLine, last).toLowerCase();
    for (const [term, { stem }] of this.#terms.entries()) {
      if (stem.length < SHORTEST_IN_BODY) continue;
      const first = source.indexOf(stem);
      if (first < 0) continue;
      const fit = source.indexOf(stem, first + stem.length) < 0 ? 0.7 : 1;
      raiseTerm(evidence, term, fit * Weight.body);
    }
  }

  /** Ids of the names that fit best; works out how rare the terms are. */
  #names(): number[] {
    const { relevance } = this.#context.store;
    const names = new Map<number, string>();
    const count = relevance.nameCount();
    for (const [index, { word, stem, synonyms }] of this.#terms.entries()) {
      const stems = [stem, ...PREFIXES.map((prefix) => prefix + stem)];
      const { items, isCut } = relevance.namesWith(shorter(word, stem), stems, NAMES_A_TERM);
      let fitting = 0;
      for (const { id, text } of items) {
        names.set(id, text);
        if (this.#fits.of(text).some(({ term, fit }) => term === index && fit === 1)) fitting++;
      }
      const bearers = isCut ? NAMES_A_TERM * 2 : fitting;
      const written = bearers > 0 ? 0 : relevance.documentedCount(word, MOST_DOCUMENTED);
      // A word that nothing has is more likely just English than the heart of the matter.
      const all = bearers + written === 0 ? UNKNOWN_BEARERS : 1 + bearers + written;
      this.#rarity[index] = Math.log(1 + count / all);
      this.#isKnown[index] = bearers > 0 ? 1 : 0;
      for (const { id, text } of relevance.namesWith([], synonyms, NAMES_A_TERM / 3).items) {
        names.set(id, text);
      }
    }
    const scored = Array.from(names, ([id, text]) => ({ id, text, score: this.#nameScore(text) }));
    scored.sort((a, b) => b.score - a.score || byText(a, b));
    return scored.slice(0, MOST_NAMES).map(({ id }) => id);
  }

  /** What the words of a name say, rare terms saying more. */
  #nameScore(name: string): number {
    return this.#fits.of(name).reduce((sum, { term, fit }) => sum + fit * this.#rarity[term]!, 0);
  }

  /** Symbols that the question names, with what that is worth. */
  #exact(): Map<StoredSymbol, number> {
    const { store } = this.#context;
    const exact = new Map<StoredSymbol, number>();
    const most = Math.log(1 + store.relevance.nameCount());
    for (const identifier of this.#identifiers) {
      const { symbols } = selectSymbols(store, identifier);
      for (const symbol of symbols.slice(0, 12)) {
        exact.set(symbol, most / Math.sqrt(Math.min(symbols.length, 12)));
      }
    }
    for (const { word, synonyms } of this.#terms) {
      // What programmers have several words for is rather done than called so: `read`, `write`.
      const named = synonyms.length > 0 ? [] : this.#calledExactly(word);
      for (const symbol of named) exact.set(symbol, most * OF_A_WORD / Math.sqrt(named.length));
    }
    return exact;
  }

  /** What a plain word is the very name of, when that is little: `setkey`, `groupby`. */
  #calledExactly(word: string): StoredSymbol[] {
    const symbols = this.#context.store.symbols.named(word, MOST_RARE + 1);
    if (symbols.length > MOST_RARE) return [];
    return symbols.filter(({ name, kind, test }) => name === word && !test && CALLABLES.has(kind));
  }

  #containersOf(symbols: readonly StoredSymbol[]): Map<number, StoredSymbol> {
    const known = new Map(symbols.map((symbol) => [symbol.id, symbol]));
    let missing = new Set<number>();
    const look = (symbol: StoredSymbol): void => {
      if (symbol.container > 0 && !known.has(symbol.container)) missing.add(symbol.container);
    };
    symbols.forEach(look);
    for (let depth = 0; depth < 3 && missing.size > 0; depth++) {
      const fetched = this.#context.store.symbols.getAll(missing);
      missing = new Set();
      for (const symbol of fetched) known.set(symbol.id, symbol);
      fetched.forEach(look);
    }
    return known;
  }
}

/** Raises what speaks for a symbol to what another place says. */
function raise(evidence: Float64Array, fit: Fit, weight: number): void {
  for (const { term, fit: own } of fit) raiseTerm(evidence, term, own * weight);
}

function raiseTerm(evidence: Float64Array, term: number, value: number): void {
  if (value > evidence[term]!) evidence[term] = value;
}

/** How likely a symbol is what anybody asks for, whatever the question. */
export function priorOf({ kind, test, generated, file, flags }: StoredSymbol): number {
  return KIND_PRIOR[kind] * (test ? TEST_PRIOR : 1) * (generated ? GENERATED_PRIOR : 1) *
    (SIDE_PATH.test(file) ? SIDE_PRIOR : 1) * (DECLARING_PATH.test(file) ? DECLARING_PRIOR : 1) *
    ((flags & Flag.declaration) === 0 ? 1 : DECLARING_PRIOR);
}

/** Words of at least three letters that a word begins with, which may abbreviate it. */
function shorter(word: string, stem: string): string[] {
  const words = [word];
  for (let length = 3; length < stem.length; length++) words.push(stem.slice(0, length));
  return words;
}

/** Without prototypes, overload signatures and stubs of which the definition is there too. */
function withoutDeclarations(symbols: readonly StoredSymbol[]): StoredSymbol[] {
  const isDeclared = ({ flags }: StoredSymbol): boolean => (flags & Flag.declaration) !== 0;
  const defined = new Set(symbols.filter((symbol) => !isDeclared(symbol)).map((s) => s.nameId));
  return symbols.filter((symbol) => !isDeclared(symbol) || !defined.has(symbol.nameId));
}

const NO_BONUS: ReadonlyMap<number, number> = new Map();

/** The best first; equals in the order of their places, which is the same in every index. */
export function bestFirst<Scored extends Candidate>(candidates: Scored[]): Scored[] {
  return candidates.sort((a, b) => b.score - a.score || byPlace(a.symbol, b.symbol));
}
