import assert from "node:assert/strict";
import fc from "fast-check";
import { type Link, personalRank } from "../../src/graph/personal_rank.ts";

function link(from: number, to: number): Link {
  return { from, to, forth: 1, back: 0.5 };
}

function order(ranks: ReadonlyMap<number, number>): number[] {
  return [...ranks].sort((a, b) => b[1] - a[1]).map(([node]) => node);
}

Deno.test("what is nearer to what matters ranks higher", () => {
  const ranks = personalRank(new Map([[1, 1]]), [link(1, 2), link(2, 3), link(3, 4)]);
  assert.deepEqual(order(ranks), [1, 2, 3, 4]);
});

Deno.test("what two of those that matter lead to ranks above what one leads to", () => {
  const mass = new Map([[1, 1], [2, 1]]);
  const ranks = personalRank(mass, [link(1, 3), link(2, 3), link(1, 4)]);
  assert.ok(ranks.get(3)! > ranks.get(4)!);
});

Deno.test("a node without links keeps its share", () => {
  const ranks = personalRank(new Map([[1, 1], [2, 1]]), []);
  assert.equal(ranks.get(1), ranks.get(2));
  assert.ok(ranks.get(1)! > 0);
});

Deno.test("ranks are shares of one walk: none is negative, and they sum up to one at most", () => {
  const node = fc.integer({ min: 0, max: 12 });
  const strength = fc.double({ min: 0, max: 5, noNaN: true });
  const links = fc.array(
    fc.record({ from: node, to: node, forth: strength, back: strength }),
    { maxLength: 40 },
  );
  const masses = fc.array(fc.tuple(node, strength), { minLength: 1, maxLength: 6 });
  fc.assert(fc.property(masses, links, (mass, links) => {
    const ranks = [...personalRank(new Map(mass), links).values()];
    assert.ok(ranks.every((rank) => rank >= 0));
    assert.ok(ranks.reduce((sum, rank) => sum + rank, 0) <= 1 + 1e-9);
  }));
});
