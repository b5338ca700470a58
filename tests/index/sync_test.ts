import assert from "node:assert/strict";
import fc from "fast-check";
import { bridgedHistory, type History, history } from "./random_edits.ts";
import { differencesAlong } from "./rebuilt.ts";

Deno.test("after any edits a synced index says the same as a new one", async () => {
  await assertSame(history, 12);
});

Deno.test("so it does where languages call each other", async () => {
  await assertSame(bridgedHistory, 4);
});

async function assertSame(histories: fc.Arbitrary<History>, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(histories, async (lived) => {
      assert.deepEqual(await differencesAlong(lived), []);
    }),
    // Shrinking takes minutes: `deno task edits --seed S` does it.
    { numRuns, endOnFailure: true },
  );
}
