/** What is connected with what matters, and how nearly. */
import { type Link, personalRank } from "../graph/personal_rank.ts";
import type { Confidence, EdgeKind } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import { byPlace, type StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import type { Candidate } from "./relevance.ts";

/** Symbols whose connections are followed, in each of the rounds. */
const FOLLOWED = [60, 40];
/** Connections of one symbol that are followed in one direction: of more, those that come first. */
const MOST_EDGES = 60;

const KIND_STRENGTH: Readonly<Partial<Record<EdgeKind, number>>> = {
  calls: 1,
  bridges: 1,
  routes: 1,
  overrides: 0.7,
  inherits: 0.6,
  implements: 0.6,
  references: 0.5,
  decorates: 0.5,
  uses_type: 0.3,
};
const KINDS = Object.keys(KIND_STRENGTH) as EdgeKind[];
const CONFIDENCE_STRENGTH: Readonly<Record<Confidence, number>> = {
  exact: 1,
  inferred: 0.8,
  heuristic: 0.35,
};
/** How strongly what is called leads back to its caller. */
const BACK = 0.6;
/** How strongly a member leads to what contains it, and back. */
const CONTAINED = 0.25;

/** A symbol with how much it matters. */
export interface Ranked {
  readonly symbol: StoredSymbol;
  readonly score: number;
}

/** Ranks candidates and what is connected with them. */
export class Neighbourhood {
  readonly #context: AnswerContext;
  readonly #symbols = new Map<number, StoredSymbol>();
  readonly #edges: StoredEdge[] = [];
  readonly #followed = new Set<number>();

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  /** Edges between symbols met so far. */
  get edges(): readonly StoredEdge[] {
    return this.#edges;
  }

  /** The symbol of an id met so far. */
  symbol(id: number): StoredSymbol | undefined {
    return this.#symbols.get(id);
  }

  /** Nearness of symbols to the candidates. */
  ranks(candidates: readonly Candidate[]): Map<number, number> {
    const mass = new Map<number, number>();
    for (const { symbol, score } of candidates) {
      this.#symbols.set(symbol.id, symbol);
      mass.set(symbol.id, score * score);
    }
    let ranks = mass;
    for (const most of FOLLOWED) {
      this.#context.checkpoint();
      const next = [...ranks].filter(([id]) => !this.#followed.has(id))
        .sort((a, b) => b[1] - a[1] || this.#byPlace(a[0], b[0])).slice(0, most).map(([id]) => id);
      this.#follow(next);
      ranks = personalRank(mass, this.#links(mass));
    }
    return ranks;
  }

  #follow(ids: readonly number[]): void {
    const { edges, symbols } = this.#context.store;
    const parts = symbols.eachWithNameless(ids);
    const all = [...parts.values()].flat();
    const leaving = firstOfEach(edges.fromEach(all, KINDS));
    const leading = firstOfEach(edges.toEach(all, KINDS));
    this.#meet([...leaving.values(), ...leading.values()]);
    for (const owner of ids) {
      this.#followed.add(owner);
      for (const part of parts.get(owner)!) {
        for (const edge of leaving.get(part)!) {
          if (edge.target > 0) this.#add(edge, owner, edge.target);
        }
        for (const edge of leading.get(part)!) this.#add(edge, edge.source, owner);
      }
    }
  }

  /** Notes an edge between the named symbols that its ends stand for. */
  #add(edge: StoredEdge, from: number, to: number): void {
    const source = this.#named(from);
    const target = this.#named(to);
    if (source !== undefined && target !== undefined && source !== target) {
      this.#edges.push({ ...edge, source, target });
    }
  }

  /** Looks up the ends of edges. */
  #meet(lists: readonly (readonly StoredEdge[])[]): void {
    const unknown = new Set<number>();
    for (const edges of lists) {
      for (const { source, target } of edges) {
        if (!this.#symbols.has(source)) unknown.add(source);
        if (target > 0 && !this.#symbols.has(target)) unknown.add(target);
      }
    }
    const { symbols } = this.#context.store;
    const met = symbols.getAll(unknown).sort(byPlace);
    for (const symbol of met) this.#symbols.set(symbol.id, symbol);
    symbols.lookAround(met);
  }

  #byPlace(a: number, b: number): number {
    if (a === b) return 0;
    const one = this.#symbols.get(a);
    const other = this.#symbols.get(b);
    return one === undefined || other === undefined ? a - b : byPlace(one, other);
  }

  #named(id: number): number | undefined {
    const symbol = this.#symbols.get(id);
    if (symbol === undefined || symbol.kind === "file") return undefined;
    const named = this.#context.store.symbols.namedAround(symbol);
    if (named.kind === "file") return undefined;
    this.#symbols.set(named.id, named);
    return named.id;
  }

  #links(mass: ReadonlyMap<number, number>): Link[] {
    const targets = new Set(this.#edges.map(({ target }) => target));
    const uses = this.#context.store.relevance.edgeCountsTo([...targets]);
    const links = new Map<string, Link>();
    for (const { source, target, kind, confidence } of this.#edges) {
      const strength = KIND_STRENGTH[kind]! * CONFIDENCE_STRENGTH[confidence];
      const forth = strength * rarity(uses.get(target));
      const back = strength * BACK;
      const key = `${source} ${target}`;
      const known = links.get(key);
      if (known === undefined || known.forth < forth) {
        links.set(key, { from: source, to: target, forth, back });
      }
    }
    for (const [id, { container }] of this.#symbols) {
      if (mass.has(container)) {
        links.set(`${id} in`, { from: id, to: container, forth: CONTAINED, back: CONTAINED });
      }
    }
    return [...links.values()];
  }
}

/** Of each list of edges those that are followed. */
function firstOfEach(
  all: ReadonlyMap<number, readonly StoredEdge[]>,
): ReadonlyMap<number, readonly StoredEdge[]> {
  return new Map(Array.from(all, ([id, edges]) => [id, edges.slice(0, MOST_EDGES)]));
}

/** What is used everywhere says little about who uses it. */
function rarity(uses: number | undefined): number {
  return 1 / Math.log2(2 + (uses ?? 0));
}
