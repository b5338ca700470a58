/** One step from a node to another. */
export interface Hop<Label> {
  readonly to: number;
  /** Among paths of equal length, the one with the least total is the best. */
  readonly cost: number;
  /** What the caller wants to know of the step later. */
  readonly label: Label;
}

/** For each of some nodes the steps that leave it: many are looked up together in a fraction of the time. */
export type Neighbours<Label> = (nodes: readonly number[]) => readonly (readonly Hop<Label>[])[];

/** Nodes looked up together at most, so that a search can be stopped in between. */
const AT_ONCE = 500;

/** The steps that leave each of some nodes, in the order of the nodes. */
export function* hopsFrom<Label>(
  nodes: readonly number[],
  neighbours: Neighbours<Label>,
): Generator<readonly [from: number, hops: readonly Hop<Label>[]]> {
  for (let start = 0; start < nodes.length; start += AT_ONCE) {
    const some = nodes.slice(start, start + AT_ONCE);
    for (const [index, hops] of neighbours(some).entries()) yield [some[index]!, hops];
  }
}
