/** Killed at any moment, whoever writes an index leaves a whole one. `deno task crash` does more of it. */
import assert from "node:assert/strict";
import { Crashes } from "./crashes.ts";

const KILLS_EACH = 12;

/** The moments are random, the projects are not: other tests look for edits that a sync gets wrong. */
const PROJECTS = [{ seed: 5, isLarge: false, by: "no" }, { seed: 6, isLarge: true, by: "a" }];

for (const { seed, isLarge, by } of PROJECTS) {
  Deno.test(`killed writers leave a whole index, written by ${by} thread of its own`, async () => {
    using crashes = await Crashes.of(seed, isLarge);
    for (let kill = 0; kill < KILLS_EACH; kill++) assert.deepEqual(await crashes.kill(), []);
  });
}
