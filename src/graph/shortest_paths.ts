/** Shortest paths between two sets of nodes, searched from both ends. */
import { type Hop, hopsFrom, type Neighbours } from "./hop.ts";

/** A step of a path. */
export interface PathStep<Label> {
  readonly node: number;
  /** How it is reached from the step before; undefined for the first. */
  readonly label: Label | undefined;
}

/** Paths, the cheapest first. */
export interface ShortestPaths<Label> {
  readonly paths: readonly (readonly PathStep<Label>[])[];
  /** Paths of the same length not given, as far as they were counted. */
  readonly morePaths: number;
  /** Nodes looked at. */
  readonly visited: number;
  /** Whether it is certain that there is no shorter or other path within the depth. */
  readonly isComplete: boolean;
}

/** Bounds of a search. */
export interface PathLimits {
  /** Hops of a path at most. */
  readonly depth: number;
  /** Paths given at most. */
  readonly paths: number;
  /** The search gives up once it looked at so many nodes. */
  readonly mostNodes: number;
}

/** Paths enumerated before the cheapest are chosen: there may be exponentially many. */
const MOST_ENUMERATED = 500;

/**
 * Paths of the least number of hops from any start to any goal; among them the cheapest first. The
 * smaller frontier grows in turn, so that a node with very many neighbours costs little.
 *
 * @param forward hops that leave a node
 * @param backward hops that lead to a node, `to` being where they come from
 */
export function shortestPaths<Label>(
  starts: readonly number[],
  goals: readonly number[],
  forward: Neighbours<Label>,
  backward: Neighbours<Label>,
  limits: PathLimits,
): ShortestPaths<Label> {
  const head = new Side(starts, forward);
  const tail = new Side(goals, backward);
  const bothEnds = starts.filter((node) => tail.depths.has(node));
  if (bothEnds.length > 0) return found(head, tail, bothEnds, limits);
  while (head.depth + tail.depth < limits.depth) {
    if (head.frontier.length === 0 || tail.frontier.length === 0) return nothing(head, tail, true);
    if (head.depths.size + tail.depths.size > limits.mostNodes) return nothing(head, tail, false);
    const grown = head.frontier.length <= tail.frontier.length ? head : tail;
    const other = grown === head ? tail : head;
    grown.grow();
    const meeting = grown.frontier.filter((node) => other.depths.get(node) === other.depth);
    if (meeting.length > 0) return found(head, tail, meeting, limits);
  }
  return nothing(head, tail, false);
}

/** What is known around one end. */
class Side<Label> {
  readonly depths = new Map<number, number>();
  /** For each node, the hops by which it was reached at its depth; `to` leads back to the end. */
  readonly links = new Map<number, Hop<Label>[]>();
  frontier: readonly number[];
  depth = 0;
  readonly #neighbours: Neighbours<Label>;

  constructor(ends: readonly number[], neighbours: Neighbours<Label>) {
    this.frontier = [...new Set(ends)];
    this.#neighbours = neighbours;
    for (const node of this.frontier) this.depths.set(node, 0);
  }

  grow(): void {
    const next: number[] = [];
    this.depth++;
    for (const [from, hops] of hopsFrom(this.frontier, this.#neighbours)) {
      for (const { to, cost, label } of hops) {
        const known = this.depths.get(to);
        if (known === undefined) {
          this.depths.set(to, this.depth);
          this.links.set(to, []);
          next.push(to);
        } else if (known !== this.depth) continue;
        this.#link(to, { to: from, cost, label });
      }
    }
    this.frontier = next;
  }

  /** Keeps the cheapest of several hops between the same two nodes. */
  #link(node: number, hop: Hop<Label>): void {
    const links = this.links.get(node)!;
    const known = links.findIndex(({ to }) => to === hop.to);
    if (known < 0) links.push(hop);
    else if (hop.cost < links[known]!.cost) links[known] = hop;
  }

  /** Ways from a node back to the end, the cheapest hop first. */
  *ways(node: number): Generator<readonly Hop<Label>[]> {
    const links = this.links.get(node);
    if (links === undefined) {
      yield [];
      return;
    }
    for (const hop of links.toSorted((a, b) => a.cost - b.cost)) {
      for (const rest of this.ways(hop.to)) yield [hop, ...rest];
    }
  }
}

function found<Label>(
  head: Side<Label>,
  tail: Side<Label>,
  meeting: readonly number[],
  limits: PathLimits,
): ShortestPaths<Label> {
  const all: { steps: PathStep<Label>[]; cost: number }[] = [];
  enumeration: for (const node of meeting) {
    for (const before of head.ways(node)) {
      for (const after of tail.ways(node)) {
        all.push({ steps: steps(node, before, after), cost: costOf(before) + costOf(after) });
        if (all.length >= MOST_ENUMERATED) break enumeration;
      }
    }
  }
  all.sort((a, b) => a.cost - b.cost);
  return {
    paths: all.slice(0, limits.paths).map(({ steps }) => steps),
    morePaths: Math.max(0, all.length - limits.paths),
    visited: head.depths.size + tail.depths.size,
    isComplete: all.length < MOST_ENUMERATED,
  };
}

function steps<Label>(
  node: number,
  before: readonly Hop<Label>[],
  after: readonly Hop<Label>[],
): PathStep<Label>[] {
  const path: PathStep<Label>[] = [];
  let at = node;
  for (const { to, label } of before) {
    path.unshift({ node: at, label });
    at = to;
  }
  path.unshift({ node: at, label: undefined });
  for (const { to, label } of after) path.push({ node: to, label });
  return path;
}

function costOf(hops: readonly Hop<unknown>[]): number {
  return hops.reduce((sum, { cost }) => sum + cost, 0);
}

function nothing<Label>(
  head: Side<Label>,
  tail: Side<Label>,
  isComplete: boolean,
): ShortestPaths<Label> {
  const visited = head.depths.size + tail.depths.size;
  return { paths: [], morePaths: 0, visited, isComplete };
}
