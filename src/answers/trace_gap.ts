/** Where a chain of calls breaks: what its start reaches, what leads to its end, and what may join them. */
import { breadthFirst } from "../graph/breadth_first.ts";
import type { Neighbours } from "../graph/hop.ts";
import { isAnonymous } from "../store/symbol_queries.ts";
import type { StoredSymbol } from "../store/symbol_row.ts";
import type { AnswerContext } from "./answer_context.ts";
import type { CallHops, CallStep } from "./call_hops.ts";
import { possibleSiteShape } from "./call_site.ts";
import { fewer } from "./fewer.ts";
import { shownLine } from "./place.ts";
import { list, record, text, type ValueOf, whole } from "./shape.ts";
import { briefReference, symbolShape } from "./symbol_reference.ts";

const sideShape = record({
  count: whole("symbols"),
  nearest: list(symbolShape, "the nearest of them"),
});

const joinShape = record({
  from: text("id of a symbol that the start reaches"),
  site: possibleSiteShape,
  to: text("id of a symbol of that name that leads to the end"),
});

export const gapShape = record({
  reached: sideShape,
  leading: sideShape,
  joins: list(joinShape, "calls by name only that may join the two sides"),
});
export type TraceGap = ValueOf<typeof gapShape>;

/** Symbols on each side that are looked at. */
const MOST_NODES = 1000;
const NEAREST = 4;
const MOST_JOINS = 5;

/** What lies on the two sides of a gap. */
export function gapBetween(
  context: AnswerContext,
  hops: CallHops,
  from: readonly number[],
  to: readonly number[],
  depth: number,
): TraceGap {
  const reached = around(context, from, hops.forward, depth);
  const leading = around(context, to, hops.backward, depth);
  const { symbols } = context.store;
  const ends = symbols.getAll(to.filter((id) => id > 0));
  const starts = symbols.getAll(from.filter((id) => id > 0));
  return {
    reached: sideOf(context, reached),
    leading: sideOf(context, leading),
    joins: joinsBetween(context, [...starts, ...reached], [...ends, ...leading]),
  };
}

/** Less of what lies on the two sides, when an answer is to be smaller. */
export function narrowed({ reached, leading, joins }: TraceGap, scale: number): TraceGap {
  const less = ({ count, nearest }: TraceGap["reached"]): TraceGap["reached"] => ({
    count,
    nearest: fewer(nearest, scale),
  });
  return { reached: less(reached), leading: less(leading), joins: fewer(joins, scale) };
}

function around(
  { store }: AnswerContext,
  starts: readonly number[],
  neighbours: Neighbours<CallStep>,
  depth: number,
): StoredSymbol[] {
  const found: StoredSymbol[] = [];
  for (const level of breadthFirst(starts, neighbours, { depth, mostNodes: MOST_NODES })) {
    const ids = level.map(({ node }) => node).filter((id) => id > 0);
    store.symbols.getAll(ids);
    for (const id of ids) {
      const symbol = store.symbols.get(id);
      if (symbol !== undefined) found.push(symbol);
    }
  }
  return found;
}

function sideOf({ store }: AnswerContext, found: readonly StoredSymbol[]): TraceGap["reached"] {
  const nearest = found.slice(0, NEAREST).map((symbol) => briefReference(store, symbol));
  return { count: found.length, nearest };
}

function joinsBetween(
  { store, lines, checkpoint }: AnswerContext,
  starts: readonly StoredSymbol[],
  ends: readonly StoredSymbol[],
): TraceGap["joins"] {
  checkpoint();
  const meant = new Map<string, StoredSymbol>();
  for (const symbol of ends) {
    if (!isAnonymous(symbol) && !meant.has(symbol.name)) meant.set(symbol.name, symbol);
  }
  const callers = new Map(starts.map((symbol) => [symbol.id, symbol]));
  const names = [...meant.values()].map(({ nameId }) => nameId);
  return store.edges.possibleAmong([...callers.keys()], names, MOST_JOINS)
    .map(({ source, name, line, column }) => {
      const caller = callers.get(source)!;
      const { file } = caller;
      const place = shownLine(store, file, line);
      const site = { file, ...place, column, text: lines.line(file, line), name };
      const from = briefReference(store, caller).id;
      return { from, site, to: briefReference(store, meant.get(name)!).id };
    });
}
