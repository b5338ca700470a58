import assert from "node:assert/strict";
import { breadthFirst } from "../../src/graph/breadth_first.ts";
import type { Neighbours } from "../../src/graph/hop.ts";

/** Hops of a graph given as `from: [to, cost]`. */
function neighboursIn(
  graph: Readonly<Record<number, readonly [number, number][]>>,
): Neighbours<string> {
  return (nodes) =>
    nodes.map((node) =>
      (graph[node] ?? []).map(([to, cost]) => ({ to, cost, label: `${node}-${to}@${cost}` }))
    );
}

Deno.test("nodes come by distance, each once, by the cheapest hop", () => {
  const neighbours = neighboursIn({
    1: [[2, 5], [3, 1]],
    2: [[4, 5], [1, 1]],
    3: [[4, 1], [4, 9]],
    4: [[5, 1]],
  });
  const levels = [...breadthFirst([1], neighbours, { depth: 9, mostNodes: 99 })];
  assert.deepEqual(
    levels.map((level) => level.map(({ node, from, label }) => [node, from, label])),
    [
      [[2, 1, "1-2@5"], [3, 1, "1-3@1"]],
      [[4, 3, "3-4@1"]],
      [[5, 4, "4-5@1"]],
    ],
  );
});

Deno.test("starts are not reached, and the bounds hold", () => {
  const neighbours = neighboursIn({ 1: [[2, 1]], 2: [[3, 1]], 3: [[4, 1]], 4: [[5, 1]] });
  assert.equal([...breadthFirst([1, 2], neighbours, { depth: 1, mostNodes: 99 })].flat().length, 1);
  assert.equal([...breadthFirst([1], neighbours, { depth: 9, mostNodes: 3 })].length, 2);
});
