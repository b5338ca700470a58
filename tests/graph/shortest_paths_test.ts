import assert from "node:assert/strict";
import fc from "fast-check";
import type { Hop, Neighbours } from "../../src/graph/hop.ts";
import { shortestPaths } from "../../src/graph/shortest_paths.ts";

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
}

const ALL = { depth: 30, paths: 100, mostNodes: 10_000 };

function both(edges: readonly Edge[]): { forward: Neighbours<Edge>; backward: Neighbours<Edge> } {
  const hops = (node: number, end: "from" | "to"): Hop<Edge>[] =>
    edges.filter((edge) => edge[end] === node).map((edge) => ({
      to: end === "from" ? edge.to : edge.from,
      cost: edge.cost,
      label: edge,
    }));
  return {
    forward: (nodes) => nodes.map((node) => hops(node, "from")),
    backward: (nodes) => nodes.map((node) => hops(node, "to")),
  };
}

/** Every simple way from `start` to `goal` of exactly `length` hops, as node lists. */
function ways(edges: readonly Edge[], start: number, goal: number, length: number): number[][] {
  if (length === 0) return start === goal ? [[start]] : [];
  const next = new Set(edges.filter(({ from }) => from === start).map(({ to }) => to));
  return [...next].flatMap((to) => ways(edges, to, goal, length - 1).map((way) => [start, ...way]));
}

Deno.test("paths are all the shortest ones, the cheapest first, each hop with its label", () => {
  const node = fc.integer({ min: 0, max: 7 });
  const edge = fc.record({ from: node, to: node, cost: fc.integer({ min: 1, max: 9 }) });
  fc.assert(fc.property(fc.array(edge, { maxLength: 18 }), node, node, (edges, start, goal) => {
    const { forward, backward } = both(edges);
    const { paths } = shortestPaths([start], [goal], forward, backward, ALL);
    let expected: number[][] = [];
    for (let length = 0; length <= 8 && expected.length === 0; length++) {
      expected = ways(edges, start, goal, length);
    }
    const nodes = paths.map((path) => path.map((step) => step.node));
    assert.deepEqual(nodes.toSorted(), expected.toSorted());
    const costs = paths.map((path) => {
      for (const [index, { node, label }] of path.entries()) {
        if (index === 0) assert.equal(label, undefined);
        else assert.deepEqual([label!.from, label!.to], [path[index - 1]!.node, node]);
      }
      return path.reduce((sum, { label }) => sum + (label?.cost ?? 0), 0);
    });
    assert.deepEqual(costs, costs.toSorted((a, b) => a - b));
  }));
});

Deno.test("a search that gives up says so", () => {
  const chain = Array.from({ length: 20 }, (_, from) => ({ from, to: from + 1, cost: 1 }));
  const { forward, backward } = both(chain);
  const tooShallow = shortestPaths([0], [20], forward, backward, { ...ALL, depth: 5 });
  assert.deepEqual([tooShallow.paths.length, tooShallow.isComplete], [0, false]);
  const unreachable = shortestPaths([20], [0], forward, backward, ALL);
  assert.deepEqual([unreachable.paths.length, unreachable.isComplete], [0, true]);
});

Deno.test("paths left out are counted", () => {
  const diamond = [1, 2, 3].flatMap((middle) => [
    { from: 0, to: middle, cost: middle },
    { from: middle, to: 9, cost: 1 },
  ]);
  const { forward, backward } = both(diamond);
  const { paths, morePaths } = shortestPaths([0], [9], forward, backward, { ...ALL, paths: 1 });
  assert.deepEqual(paths.map((path) => path.map(({ node }) => node)), [[0, 1, 9]]);
  assert.equal(morePaths, 2);
});
