/** Steps through the call graph, for questions that follow it. */
import type { Hop } from "../graph/hop.ts";
import { type Confidence, CONFIDENCES } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { AnswerContext } from "./answer_context.ts";
import { CALL_KINDS } from "./call_kinds.ts";
import { constructorsOf } from "./subjects.ts";

/** A step: an edge, or the dispatch from a method to one that overrides it. */
export type CallStep =
  | { readonly dispatch: false; readonly edge: StoredEdge }
  | { readonly dispatch: true };

/** Cost of a step that no call site shows. */
const DISPATCH_COST = 2;

/**
 * Steps that leave a function and steps that lead to one. Nameless functions count as part of the
 * named one around them.
 */
export class CallHops {
  readonly #context: AnswerContext;
  readonly #least: Confidence;
  readonly #named = new Map<number, number>();

  /** @param least the least sure edges that are followed */
  constructor(context: AnswerContext, least: Confidence = "heuristic") {
    this.#context = context;
    this.#least = least;
  }

  /** What a function calls, and what may run in its stead. */
  readonly forward = (node: number): Hop<CallStep>[] => {
    this.#context.checkpoint();
    if (node < 0) return [];
    const { symbols, edges } = this.#context.store;
    const symbol = symbols.get(node);
    if (symbol === undefined) return [];
    const ids = [...symbols.withNameless(symbol), ...constructorsOf(this.#context.store, symbol)];
    const leaving = edges.from(ids, CALL_KINDS, this.#least);
    const named = this.#namedAround(leaving.map(({ target }) => target));
    const hops = leaving.map((edge, index) => ({ to: named[index]!, ...stepOf(edge) }));
    const overriders = edges.to([node], ["overrides"]);
    return [...hops, ...overriders.map(({ source }) => dispatchTo(source))];
  };

  /** Who calls a function, and in whose stead it may run. */
  readonly backward = (node: number): Hop<CallStep>[] => {
    this.#context.checkpoint();
    const { symbols, edges } = this.#context.store;
    const symbol = node < 0 ? undefined : symbols.get(node);
    const ids = symbol === undefined ? [node] : symbols.withNameless(symbol);
    const leading = edges.to(ids, CALL_KINDS, this.#least);
    const named = this.#namedAround(leading.map(({ source }) => source));
    const hops = leading.map((edge, index) => ({ to: named[index]!, ...stepOf(edge) }));
    const bases = node < 0 ? [] : edges.from([node], ["overrides"]);
    return [...hops, ...bases.map(({ target }) => dispatchTo(target))];
  };

  /** What stands for each of some symbols; what is outside the project stands for itself. */
  #namedAround(ids: readonly number[]): number[] {
    const unknown = ids.filter((id) => id > 0 && !this.#named.has(id));
    if (unknown.length > 0) {
      const { symbols } = this.#context.store;
      for (const [id, named] of symbols.namedIdsAround(unknown)) this.#named.set(id, named);
    }
    return ids.map((id) => this.#named.get(id) ?? id);
  }
}

function stepOf(edge: StoredEdge): { cost: number; label: CallStep } {
  const cost = 1 + CONFIDENCES.indexOf(edge.confidence) * 3 + (edge.kind === "calls" ? 0 : 1);
  return { cost, label: { dispatch: false, edge } };
}

function dispatchTo(to: number): Hop<CallStep> {
  return { to, cost: DISPATCH_COST, label: { dispatch: true } };
}
