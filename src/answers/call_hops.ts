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

const OVERRIDES = ["overrides"] as const;

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

  /** What functions call, and what may run in their stead. */
  readonly forward = (nodes: readonly number[]): Hop<CallStep>[][] => {
    this.#context.checkpoint();
    const { edges } = this.#context.store;
    const running = this.#running(nodes, true);
    const leaving = edges.fromEach([...running.values()].flat(), CALL_KINDS, this.#least);
    const overriders = edges.toEach([...running.keys()], OVERRIDES);
    this.#learn([...leaving.values()].flat(), ({ target }) => target);
    return nodes.map((node) => {
      const calls = (running.get(node) ?? []).flatMap((part) => leaving.get(part)!);
      const hops = calls.map((edge) => ({ to: this.#standIn(edge.target), ...stepOf(edge) }));
      return [...hops, ...(overriders.get(node) ?? []).map(({ source }) => dispatchTo(source))];
    });
  };

  /** Who calls functions, and in whose stead they may run. */
  readonly backward = (nodes: readonly number[]): Hop<CallStep>[][] => {
    this.#context.checkpoint();
    const { edges } = this.#context.store;
    const running = this.#running(nodes, false);
    const ids = nodes.flatMap((node) => running.get(node) ?? [node]);
    const leading = edges.toEach(ids, CALL_KINDS, this.#least);
    const bases = edges.fromEach([...running.keys()], OVERRIDES);
    this.#learn([...leading.values()].flat(), ({ source }) => source);
    return nodes.map((node) => {
      const calls = (running.get(node) ?? [node]).flatMap((part) => leading.get(part)!);
      const hops = calls.map((edge) => ({ to: this.#standIn(edge.source), ...stepOf(edge) }));
      return [...hops, ...(bases.get(node) ?? []).map(({ target }) => dispatchTo(target))];
    });
  };

  /** For each node in the project the symbols that run when it is called. */
  #running(
    nodes: readonly number[],
    withConstructors: boolean,
  ): ReadonlyMap<number, readonly number[]> {
    const { store } = this.#context;
    const ids = nodes.filter((node) => node > 0);
    const running = new Map(store.symbols.eachWithNameless(ids));
    if (!withConstructors) return running;
    for (const [id, constructors] of constructorsOf(store, store.symbols.getAll(ids))) {
      running.set(id, [...running.get(id)!, ...constructors]);
    }
    return running;
  }

  /** Looks up what stands for one end of some edges. */
  #learn(edges: readonly StoredEdge[], end: (edge: StoredEdge) => number): void {
    const unknown = new Set<number>();
    for (const edge of edges) {
      const id = end(edge);
      if (id > 0 && !this.#named.has(id)) unknown.add(id);
    }
    if (unknown.size === 0) return;
    const { symbols } = this.#context.store;
    for (const [id, named] of symbols.namedIdsAround([...unknown])) this.#named.set(id, named);
  }

  /** What stands for a symbol; what is outside the project stands for itself. */
  #standIn(id: number): number {
    return this.#named.get(id) ?? id;
  }
}

function stepOf(edge: StoredEdge): { cost: number; label: CallStep } {
  const cost = 1 + CONFIDENCES.indexOf(edge.confidence) * 3 + (edge.kind === "calls" ? 0 : 1);
  return { cost, label: { dispatch: false, edge } };
}

function dispatchTo(to: number): Hop<CallStep> {
  return { to, cost: DISPATCH_COST, label: { dispatch: true } };
}
