import assert from "node:assert/strict";
import fc from "fast-check";
import {
  bridgedHistory,
  type History,
  history,
  linkedHistory,
  routedHistory,
} from "./random_edits.ts";
import { differencesAlong } from "./rebuilt.ts";

const SEED = 20_261_130;

Deno.test("after any edits a synced index says the same as a new one", async () => {
  await assertSame(history, 12);
});

Deno.test("so it does where languages call each other", async () => {
  await assertSame(bridgedHistory, 4);
});

Deno.test("so it does where a project serves routes", async () => {
  await assertSame(routedHistory, 5);
});

Deno.test("so it does where frameworks, jobs, commands and injection decide what is called", async () => {
  await assertSame(linkedHistory, 6);
});

async function assertSame(histories: fc.Arbitrary<History>, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(histories, async (lived) => {
      assert.deepEqual(await differencesAlong(lived), []);
    }),
    // The same edits each time: what fails is due to the change at hand. `deno task edits` tries
    // others, and shrinks what fails, which takes minutes.
    { seed: SEED, numRuns, endOnFailure: true },
  );
}
