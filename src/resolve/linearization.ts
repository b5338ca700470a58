/** Orders in which base classes are searched. */
import type { Value } from "./values.ts";

type Instance = Value & { tag: "instance" };

/**
 * The classes after a class itself, in search order.
 * @param chains for each base, its own linearization, the base first
 * @param bases the bases as written
 * @param style `c3`: Python's (Barrett et al., "A Monotonic Superclass Linearization for Dylan",
 *   1996), falling back to depth-first where the hierarchy has no such order; `depth-first`: the
 *   first mention of each class; `breadth-first`: the nearest level first (Go's embedding)
 */
export function linearize(
  chains: readonly (readonly Instance[])[],
  bases: readonly Instance[],
  style: "c3" | "depth-first" | "breadth-first",
): readonly Instance[] {
  if (chains.length === 1) return chains[0]!;
  if (style === "breadth-first") return depthFirst(levels(chains));
  return (style === "c3" ? merge([...chains, bases]) : undefined) ?? depthFirst(chains);
}

/** The first of every chain, then the second of every chain, and so on. */
function levels(chains: readonly (readonly Instance[])[]): readonly (readonly Instance[])[] {
  const longest = chains.reduce((length, chain) => Math.max(length, chain.length), 0);
  const order: Instance[][] = [];
  for (let level = 0; level < longest; level++) {
    order.push(chains.flatMap((chain) => chain[level] ?? []));
  }
  return order;
}

function depthFirst(chains: readonly (readonly Instance[])[]): readonly Instance[] {
  const seen = new Set<number>();
  const order: Instance[] = [];
  for (const chain of chains) {
    for (const instance of chain) {
      if (seen.has(instance.symbol)) continue;
      seen.add(instance.symbol);
      order.push(instance);
    }
  }
  return order;
}

function merge(lists: readonly (readonly Instance[])[]): readonly Instance[] | undefined {
  const heads = lists.map(() => 0);
  const order: Instance[] = [];
  for (;;) {
    let left = false;
    let next: Instance | undefined;
    for (const [i, list] of lists.entries()) {
      const candidate = list[heads[i]!];
      if (candidate === undefined) continue;
      left = true;
      const inTail = lists.some((other, j) =>
        other.some((instance, k) => k > heads[j]! && instance.symbol === candidate.symbol)
      );
      if (!inTail) {
        next = candidate;
        break;
      }
    }
    if (!left) return order;
    if (next === undefined) return undefined;
    order.push(next);
    for (const [i, list] of lists.entries()) {
      if (list[heads[i]!]?.symbol === next.symbol) heads[i]!++;
    }
  }
}
