import assert from "node:assert/strict";
import fc from "fast-check";
import { nameDistance } from "../../src/answers/name_distance.ts";

/** The same by its definition. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)];
  const ways = [
    distance(x, b) + 1,
    distance(a, y) + 1,
    distance(x, y) + (a.at(-1) === b.at(-1) ? 0 : 1),
  ];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    ways.push(distance(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return Math.min(...ways);
}

Deno.test("the distance is that of its definition, up to the limit", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
  fc.assert(fc.property(word, word, fc.integer({ min: 0, max: 6 }), (a, b, limit) => {
    assert.equal(nameDistance(a, b, limit), Math.min(distance(a, b), limit + 1));
  }));
});

Deno.test("slips of the hand are near", () => {
  assert.equal(nameDistance("get_quereyset", "get_queryset", 3), 1);
  assert.equal(nameDistance("uRl_fro", "url_for", 3), 1);
  assert.equal(nameDistance("alpha", "omega", 2), 3);
});
