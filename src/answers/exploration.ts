/** What to show for a question in words: the ranked definitions, and how they are connected. */
import { Flag, type SymbolKind } from "../extract/facts.ts";
import type { QueryTerm } from "../graph/query_terms.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import { byPlace, type StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import type { LineRange } from "./excerpt.ts";
import { Neighbourhood } from "./neighbourhood.ts";
import { bestFirst, type Candidate, priorOf, Relevance } from "./relevance.ts";

/** A definition that may be shown. */
export interface Piece {
  readonly symbol: StoredSymbol;
  /** Its lines; of a type, those before its first member. */
  readonly range: LineRange;
  /** From 1 for the best down to 0. */
  readonly score: number;
  /** Lines in it that matter by themselves. */
  readonly marked: readonly number[];
}

/** Candidates from which neighbours are looked for. */
const SEEDS = 120;
/** Share of nearness in the score; the rest is how well the words fit. */
const NEARNESS = 0.8;
/** Near symbols that are looked at more closely. */
const MOST_NEAR = 200;
/** Pieces beyond this are never shown. */
const MOST_PIECES = 80;
/** Lines of a type that are shown before its first member. */
const LONGEST_HEADER = 24;
/** How much the second, the third … definition of one name say of what the first says. */
const NAMESAKE_SHARES = [1, 0.95, 0.8, 0.55, 0.4, 0.3];

const FUNCTIONS: ReadonlySet<SymbolKind> = new Set([
  "function",
  "method",
  "constructor",
  "property",
]);
const TYPES: ReadonlySet<SymbolKind> = new Set([
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "object",
  "module",
  "namespace",
]);
const NEVER_SHOWN: ReadonlySet<SymbolKind> = new Set(["file", "parameter"]);

/** Looks for what answers a question. */
export class Exploration {
  readonly #context: AnswerContext;
  readonly #relevance: Relevance;
  readonly #neighbourhood: Neighbourhood;
  readonly #outer = new Map<number, StoredSymbol>();

  constructor(context: AnswerContext, question: string) {
    this.#context = context;
    this.#relevance = new Relevance(context, question);
    this.#neighbourhood = new Neighbourhood(context);
  }

  /** What is looked for, and how much finding it is worth. */
  get terms(): { readonly term: QueryTerm; readonly worth: number }[] {
    return this.#relevance.terms.map((term, index) => ({
      term,
      worth: this.#relevance.rarity(index) / 5,
    }));
  }

  /** Definitions that may be shown, the best first. */
  pieces(): Piece[] {
    const candidates = this.#relevance.candidates().slice(0, SEEDS);
    const best = candidates[0]?.score ?? 1;
    const ranks = this.#neighbourhood.ranks(candidates);
    const nearest = Math.max(...ranks.values());
    const near = Array.from(
      ranks,
      ([id, rank]) => ({ symbol: this.#neighbourhood.symbol(id)!, rank: rank / nearest }),
    ).sort((a, b) => b.rank - a.rank || byPlace(a.symbol, b.symbol)).slice(0, MOST_NEAR)
      .filter(({ symbol }) => !NEVER_SHOWN.has(symbol.kind));
    const fits = this.#fits(candidates, near.map(({ symbol }) => symbol));
    const scored = near.map(({ symbol, rank }) => {
      const words = (fits.get(symbol.id) ?? 0) / best;
      const score = (1 - NEARNESS) * words + NEARNESS * Math.sqrt(rank * priorOf(symbol));
      return { symbol, score };
    });
    bestFirst(scored);
    return this.#varied(this.#whole(scored.slice(0, MOST_PIECES * 2))).slice(0, MOST_PIECES);
  }

  /** How well near symbols fit, also those that were only met on the way. */
  #fits(candidates: readonly Candidate[], near: readonly StoredSymbol[]): Map<number, number> {
    const known = new Map(candidates.map(({ symbol, score }) => [symbol.id, score]));
    const met = near.filter(({ id }) => !known.has(id));
    for (const { symbol, score } of this.#relevance.fits(met)) known.set(symbol.id, score);
    return known;
  }

  /** Edges between definitions, each pair of ends once, the surest. */
  edgesAmong(pieces: readonly Piece[]): StoredEdge[] {
    const shown = new Map<number, number>();
    for (const { symbol } of pieces) shown.set(symbol.id, symbol.id);
    const ends = new Map<string, StoredEdge>();
    for (const edge of this.#neighbourhood.edges) {
      const source = this.#outermost(edge.source);
      const target = this.#outermost(edge.target);
      if (source === undefined || target === undefined || source.id === target.id) continue;
      if (!shown.has(source.id) || !shown.has(target.id)) continue;
      const key = `${source.id} ${target.id}`;
      if (!ends.has(key)) ends.set(key, { ...edge, source: source.id, target: target.id });
    }
    return [...ends.values()];
  }

  /** Puts what is written in a function into that function: it is shown with it. */
  #whole(scored: readonly Scored[]): Piece[] {
    const pieces = new Map<number, Scored & { marked: number[] }>();
    for (const found of scored) {
      const { symbol } = found;
      const outer = this.#outermost(symbol.id) ?? symbol;
      const known = pieces.get(outer.id);
      if (known === undefined) pieces.set(outer.id, { ...found, symbol: outer, marked: [] });
      if (outer !== symbol) pieces.get(outer.id)!.marked.push(symbol.startLine);
    }
    return Array.from(
      pieces.values(),
      (piece) => ({ ...piece, range: this.#rangeOf(piece.symbol) }),
    );
  }

  /** The outermost function around a symbol, or itself. */
  #outermost(id: number): StoredSymbol | undefined {
    let outer = this.#outer.get(id);
    if (outer === undefined) {
      outer = this.#findOutermost(id);
      if (outer !== undefined) this.#outer.set(id, outer);
    }
    return outer;
  }

  #findOutermost(id: number): StoredSymbol | undefined {
    const { symbols } = this.#context.store;
    let outer = this.#neighbourhood.symbol(id);
    for (let next = outer?.container ?? 0; next > 0;) {
      const around = this.#neighbourhood.symbol(next) ?? symbols.get(next);
      if (around === undefined || around.kind === "file") break;
      if (FUNCTIONS.has(around.kind) && (around.flags & Flag.anonymous) === 0) outer = around;
      next = around.container;
    }
    return outer;
  }

  #rangeOf(symbol: StoredSymbol): LineRange {
    const { startLine: first, endLine } = symbol;
    if (!TYPES.has(symbol.kind)) return { first, last: endLine };
    const member = this.#context.store.symbols.writtenIn(symbol)
      .find(({ startLine, kind }) => startLine > first && FUNCTIONS.has(kind));
    const last = Math.min(endLine, first + LONGEST_HEADER, (member?.startLine ?? Infinity) - 1);
    return { first, last: Math.max(first, last) };
  }

  /** Ranks the third and fourth definition of one name lower: they say little that is new. */
  #varied(pieces: readonly Piece[]): Piece[] {
    const seen = new Map<string, number>();
    const varied = pieces.map((piece) => {
      const before = seen.get(piece.symbol.name) ?? 0;
      seen.set(piece.symbol.name, before + 1);
      const share = NAMESAKE_SHARES[before] ?? NAMESAKE_SHARES.at(-1)!;
      return { ...piece, score: piece.score * share };
    });
    return bestFirst(varied);
  }
}

interface Scored {
  readonly symbol: StoredSymbol;
  readonly score: number;
}
