import { hopsFrom, type Neighbours } from "./hop.ts";

/** A node as it was first reached. */
export interface Reached<Label> {
  readonly node: number;
  /** Node from which it was reached. */
  readonly from: number;
  readonly label: Label;
}

/**
 * Nodes around some starts, level by level: each node once, at its least distance, by its cheapest
 * hop from the level before. The starts themselves are not among them.
 *
 * @param mostNodes no level is begun once so many nodes were reached
 */
export function* breadthFirst<Label>(
  starts: readonly number[],
  neighbours: Neighbours<Label>,
  limits: { readonly depth: number; readonly mostNodes: number },
): Generator<Reached<Label>[]> {
  const seen = new Set(starts);
  let frontier: readonly number[] = starts;
  for (let depth = 1; depth <= limits.depth && seen.size < limits.mostNodes; depth++) {
    const level = new Map<number, Reached<Label> & { readonly cost: number }>();
    for (const [from, hops] of hopsFrom(frontier, neighbours)) {
      for (const { to, cost, label } of hops) {
        if (seen.has(to)) continue;
        const known = level.get(to);
        if (known === undefined || cost < known.cost) {
          level.set(to, { node: to, from, label, cost });
        }
      }
    }
    if (level.size === 0) return;
    for (const node of level.keys()) seen.add(node);
    frontier = [...level.keys()];
    yield Array.from(level.values(), ({ node, from, label }) => ({ node, from, label }));
  }
}
