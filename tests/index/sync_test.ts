import assert from "node:assert/strict";
import fc from "fast-check";
import { history } from "./random_edits.ts";
import { differencesAlong } from "./rebuilt.ts";

Deno.test("after any edits a synced index says the same as a new one", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (lived) => {
      assert.deepEqual(await differencesAlong(lived), []);
    }),
    // Shrinking takes minutes: `deno task edits --seed S` does it.
    { numRuns: 12, endOnFailure: true },
  );
});
