/** Edges that no reference makes and no file alone: they follow from the project as a whole. */
import { EdgeCode } from "./edges.ts";
import type { Knowledge } from "./knowledge.ts";
import { StructuralInterfaces } from "./structural_interfaces.ts";
import { append } from "./multimap.ts";

/** An edge between two symbols, numbered through the project. */
export interface DerivedEdge {
  readonly kind: number;
  readonly from: number;
  /** A symbol, or the qualified name of something outside. */
  readonly to: number | string;
}

/**
 * Interfaces that types satisfy without saying so, and methods that belong to generic functions and
 * to no class, by the symbols that they lead from.
 */
export function derivedEdges(knowledge: Knowledge): ReadonlyMap<number, readonly DerivedEdge[]> {
  const edges = new Map<number, DerivedEdge[]>();
  const add = (edge: DerivedEdge): void => {
    append(edges, edge.from, edge);
  };
  for (const edge of structure(knowledge)) add(edge);
  for (const modules of knowledge.lookup.opened) {
    for (const { method, generic } of modules.overrides?.() ?? []) {
      add({ kind: EdgeCode.overrides, from: method, to: generic });
    }
  }
  return edges;
}

function* structure(
  { project, lookup, evaluator, members }: Knowledge,
): Generator<DerivedEdge> {
  const done = new Set<string>();
  const found = new StructuralInterfaces(project, lookup, evaluator, members).find();
  for (const { type, interface: declared, methods } of found) {
    yield { kind: EdgeCode.implements, from: type, to: declared };
    for (const [method, wanted] of methods) {
      // A promoted method stands for the same declaration in every type that has it.
      const pair = `${method} ${wanted}`;
      if (!done.has(pair)) yield { kind: EdgeCode.overrides, from: method, to: wanted };
      done.add(pair);
    }
  }
}
