import assert from "node:assert/strict";
import fc from "fast-check";
import { allot } from "../../src/graph/allotment.ts";

Deno.test("least needs come first, in order, until the space for them is used up", () => {
  const claims = Array.from({ length: 5 }, () => ({ size: 100, least: 30, worth: 1 }));
  const spaces = allot(claims, 100, 0.7);
  assert.deepEqual(spaces.map((space) => space > 0), [true, true, false, false, false]);
});

Deno.test("what is left is shared by worth, and what one cannot use goes to the others", () => {
  const spaces = allot(
    [
      { size: 40, least: 10, worth: 9 },
      { size: 500, least: 10, worth: 1 },
    ],
    100,
    0.5,
  );
  assert.deepEqual(spaces.map(Math.round), [40, 60]);
});

Deno.test("the first claim gets its least even where there is next to nothing", () => {
  assert.deepEqual(allot([{ size: 80, least: 50, worth: 1 }], 10, 0.5).map(Math.round), [50]);
});

Deno.test("nobody gets more than he can use, and together they get no more than there is", () => {
  const claim = fc.record({
    size: fc.integer({ min: 1, max: 1000 }),
    least: fc.integer({ min: 1, max: 300 }),
    worth: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });
  const space = fc.integer({ min: 400, max: 5000 });
  fc.assert(
    fc.property(fc.array(claim, { minLength: 1, maxLength: 30 }), space, (claims, space) => {
      const spaces = allot(claims, space, 0.8);
      for (const [index, given] of spaces.entries()) assert.ok(given <= claims[index]!.size + 1e-6);
      assert.ok(spaces.reduce((sum, given) => sum + given, 0) <= space + 1e-6);
    }),
  );
});
