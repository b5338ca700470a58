/** How near nodes are to some that matter, by all ways that lead there at once. */

/** A way between two nodes; it counts in both directions. */
export interface Link {
  readonly from: number;
  readonly to: number;
  /** How strongly `from` leads to `to`. */
  readonly forth: number;
  /** How strongly `to` leads back. */
  readonly back: number;
}

/** Share of a walk that starts anew at each step, and steps after which little changes. */
const RESTART = 0.4;
const STEPS = 12;

/**
 * Personalised PageRank: the share of time that a walk spends at each node when it follows links by
 * their strength and keeps starting anew from the nodes that matter.
 *
 * After Page, Brin, Motwani and Winograd, "The PageRank Citation Ranking" (1999), section 6.
 *
 * @param mass how much each node matters by itself; nodes without links keep theirs
 * @returns for each node of `mass` and of the links
 */
export function personalRank(
  mass: ReadonlyMap<number, number>,
  links: readonly Link[],
): Map<number, number> {
  const index = new Map<number, number>();
  const indexOf = (node: number): number => {
    let at = index.get(node);
    if (at === undefined) index.set(node, at = index.size);
    return at;
  };
  for (const node of mass.keys()) indexOf(node);
  const from = new Int32Array(links.length * 2);
  const to = new Int32Array(links.length * 2);
  const strength = new Float64Array(links.length * 2);
  for (const [at, link] of links.entries()) {
    from[at * 2] = to[at * 2 + 1] = indexOf(link.from);
    to[at * 2] = from[at * 2 + 1] = indexOf(link.to);
    strength[at * 2] = link.forth;
    strength[at * 2 + 1] = link.back;
  }
  const start = startOf(mass, indexOf, index.size);
  const rank = walk(start, from, to, normalised(from, strength, index.size));
  return new Map(Array.from(index, ([node, at]) => [node, rank[at]!]));
}

function startOf(
  mass: ReadonlyMap<number, number>,
  indexOf: (node: number) => number,
  size: number,
): Float64Array {
  const start = new Float64Array(size);
  let total = 0;
  for (const value of mass.values()) total += value;
  for (const [node, value] of mass) start[indexOf(node)] = total === 0 ? 0 : value / total;
  return start;
}

/** Strengths such that those that leave a node sum up to 1. */
function normalised(from: Int32Array, strength: Float64Array, size: number): Float64Array {
  const sums = new Float64Array(size);
  for (let at = 0; at < from.length; at++) sums[from[at]!]! += strength[at]!;
  return strength.map((value, at) => value / (sums[from[at]!]! || 1));
}

function walk(
  start: Float64Array,
  from: Int32Array,
  to: Int32Array,
  share: Float64Array,
): Float64Array {
  let rank = start;
  for (let step = 0; step < STEPS; step++) {
    const next = start.map((value) => value * RESTART);
    for (let at = 0; at < to.length; at++) {
      next[to[at]!]! += (1 - RESTART) * rank[from[at]!]! * share[at]!;
    }
    rank = next;
  }
  return rank;
}
