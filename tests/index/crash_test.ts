/** Killed at any moment, whoever writes an index leaves a whole one. `deno task crash` does more of it. */
import assert from "node:assert/strict";
import { Crashes } from "./crashes.ts";

const KILLS_EACH = 12;

for (const isLarge of [false, true]) {
  Deno.test(`killed writers leave a whole index, written by ${isLarge ? "a" : "no"} thread of its own`, async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    using crashes = await Crashes.of(seed, isLarge);
    for (let kill = 0; kill < KILLS_EACH; kill++) {
      assert.deepEqual(await crashes.kill(), [], `seed ${seed}`);
    }
  });
}
