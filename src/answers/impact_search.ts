/** Following what depends on some symbols, by distance. */
import { breadthFirst, type Reached } from "../graph/breadth_first.ts";
import type { Hop } from "../graph/hop.ts";
import {
  type Confidence,
  CONFIDENCES,
  EDGE_KINDS,
  type EdgeKind,
  type Evidence,
} from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import { byPlace, type StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import { cellShape, shownLine } from "./place.ts";
import { list, oneOf, optional, record, text, type ValueOf, whole } from "./shape.ts";
import { briefReference, symbolReference, symbolShape } from "./symbol_reference.ts";

const affectedShape = record({
  symbol: symbolShape,
  reason: oneOf(EDGE_KINDS, "what it does with the symbol it is affected through"),
  through: text("id of the symbol it is affected through"),
  cell: cellShape,
  line: whole("where it does that"),
  confidence: oneOf(CONFIDENCES),
  mechanism: optional(text("how it crosses from one language to another, e.g. .Call")),
});
export type Affected = ValueOf<typeof affectedShape>;

/** What is affected at one distance. */
export const levelShape = record({
  distance: whole(),
  count: whole("affected symbols at that distance, shown or not"),
  affected: list(affectedShape, "product before tests, the surest first"),
});
export type ImpactLevel = ValueOf<typeof levelShape>;

/** Uses after which the one who uses is affected, but not those who use him. */
const ENDS: ReadonlySet<EdgeKind> = new Set(["imports", "uses_type"]);

/** Ways of calling a method by which none that overrides it can be meant. */
const FIXED: ReadonlySet<Evidence> = new Set(["super-member", "class-member"]);

/** A symbol that is affected. */
export interface FoundSymbol {
  readonly symbol: StoredSymbol;
  readonly distance: number;
  readonly edge: StoredEdge;
  /** Symbol it is affected through. */
  readonly from: number;
}

/** One search; what it has met ends it there for good. */
export class ImpactSearch {
  readonly #context: AnswerContext;
  readonly #least: Confidence;
  readonly #limits: { readonly depth: number; readonly mostNodes: number };
  /** Symbols from which nobody further is affected. */
  readonly #ends = new Set<number>();

  /** @param limits how far it goes; no level is begun once so many nodes were reached */
  constructor(
    context: AnswerContext,
    least: Confidence,
    limits: { readonly depth: number; readonly mostNodes: number },
  ) {
    this.#context = context;
    this.#least = least;
    this.#limits = limits;
  }

  /** What is affected when some symbols change, the nearest first. */
  follow(starts: readonly number[]): FoundSymbol[] {
    const { symbols } = this.#context.store;
    const found: FoundSymbol[] = [];
    let distance = 0;
    for (const level of breadthFirst(starts, this.#usersOf, this.#limits)) {
      distance++;
      for (const { node, from, label } of level as Reached<StoredEdge>[]) {
        const symbol = symbols.get(node);
        if (symbol !== undefined) found.push({ symbol, distance, edge: label, from });
        if (ENDS.has(label.kind) || symbol?.kind === "file") this.#ends.add(node);
      }
    }
    return found;
  }

  readonly #usersOf = (nodes: readonly number[]): Hop<StoredEdge>[][] => {
    this.#context.checkpoint();
    const { symbols, edges } = this.#context.store;
    const open = nodes.filter((node) => !this.#ends.has(node));
    const direct = edges.toEach(open, EDGE_KINDS, this.#least);
    const perhaps = this.#mayLandOn(open);
    const uses = nodes.map((node) => [...direct.get(node) ?? [], ...perhaps.get(node) ?? []]);
    symbols.getAll(uses.flat().map(({ source }) => source));
    return uses.map((some) =>
      some.flatMap((edge) => {
        const symbol = symbols.get(edge.source);
        if (symbol === undefined) return [];
        const to = symbols.namedAround(symbol).id;
        return [{ to, cost: unsureness(edge), label: edge }];
      })
    );
  };

  /** Calls of what methods override: when the program runs, they may be calls of the methods. */
  #mayLandOn(nodes: readonly number[]): Map<number, StoredEdge[]> {
    if (this.#least === "exact") return new Map();
    const { symbols, edges } = this.#context.store;
    const overridden = this.#overriddenBy(nodes);
    symbols.getAll(overridden.keys());
    for (const method of overridden.keys()) {
      if (symbols.get(method)?.kind === "constructor") overridden.delete(method);
    }
    const bases = [...overridden.values()].flatMap((some) => [...some]);
    const calls = edges.toEach(bases, ["calls"], this.#least);
    const mayLand = (edge: StoredEdge): StoredEdge[] =>
      FIXED.has(edge.evidence)
        ? []
        : [edge.confidence === "exact" ? { ...edge, confidence: "inferred" } : edge];
    return new Map(Array.from(
      overridden,
      ([method, some]) => [method, [...some].flatMap((base) => calls.get(base)!.flatMap(mayLand))],
    ));
  }

  /** For those of some nodes that override something, all that they override, the nearest first. */
  #overriddenBy(nodes: readonly number[]): Map<number, Set<number>> {
    const overridden = new Map<number, Set<number>>();
    let above = new Map(nodes.map((node) => [node, [node]]));
    while (above.size > 0) {
      const bases = this.#context.store.edges.fromEach([...above.values()].flat(), ["overrides"]);
      const next = new Map<number, number[]>();
      for (const [method, some] of above) {
        const known = overridden.get(method) ?? new Set();
        const fresh = some.flatMap((id) => bases.get(id)!.map(({ target }) => target))
          .filter((id) => id > 0 && !known.has(id));
        if (fresh.length === 0) continue;
        for (const id of fresh) known.add(id);
        overridden.set(method, known);
        next.set(method, fresh);
      }
      above = next;
    }
    return overridden;
  }
}

/** Found symbols as answers show them, by distance. @param limit how many are shown */
export function levelsOf(
  context: AnswerContext,
  found: readonly FoundSymbol[],
  limit: number,
): ImpactLevel[] {
  let left = limit;
  return Array.from(Map.groupBy(found, ({ distance }) => distance), ([distance, all]) => {
    const shown = ranked(all).slice(0, Math.max(left, 0));
    left -= shown.length;
    const affected = shown.map((one) => affectedOf(context, one));
    return { distance, count: all.length, affected };
  });
}

/** Files that levels show. */
export function filesShown(levels: readonly ImpactLevel[]): string[] {
  return levels.flatMap(({ affected }) => affected.flatMap(({ symbol }) => symbol.file ?? []));
}

function affectedOf({ store }: AnswerContext, { symbol, edge, from }: FoundSymbol): Affected {
  const through = store.symbols.get(from);
  return {
    symbol: briefReference(store, symbol),
    reason: edge.kind,
    through: through === undefined ? "" : symbolReference(store, through).id,
    ...shownLine(store, symbol.file, edge.line),
    confidence: edge.confidence,
    ...(edge.mechanism === undefined ? {} : { mechanism: edge.mechanism }),
  };
}

function unsureness({ confidence, kind }: StoredEdge): number {
  return CONFIDENCES.indexOf(confidence) * 2 + (kind === "imports" ? 1 : 0);
}

function ranked(found: readonly FoundSymbol[]): FoundSymbol[] {
  const rank = ({ symbol, edge }: FoundSymbol): number => (symbol.test ? 10 : 0) + unsureness(edge);
  return found.toSorted((a, b) => rank(a) - rank(b) || byPlace(a.symbol, b.symbol));
}
