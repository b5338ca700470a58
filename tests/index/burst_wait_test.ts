import assert from "node:assert/strict";
import fc from "fast-check";
import { burstWait } from "../../src/index/burst_wait.ts";

const fresh = { isFruitless: false, age: 0 };

Deno.test("one or two files are synced after 150 ms without a further change", () => {
  for (const files of [0, 1, 2]) assert.equal(burstWait({ ...fresh, files }), 150);
});

Deno.test("the more files change, the longer is waited for the rest", () => {
  const waits = [2, 3, 20, 21, 1000].map((files) => burstWait({ ...fresh, files }));
  assert.deepEqual(waits, [150, 400, 400, 1000, 1000]);
});

Deno.test("files that never changed anything wait longest; one that may have does not", () => {
  const wait = burstWait({ files: 1, isFruitless: true, age: 0 });
  assert.ok(wait > burstWait({ ...fresh, files: 1000 }));
  // What is not known file by file is never fruitless.
  assert.equal(burstWait({ files: 0, isFruitless: true, age: 0 }), 150);
});

Deno.test("no burst is waited for longer than five seconds in all", () => {
  const burst = fc.record({ files: fc.nat(), isFruitless: fc.boolean(), age: fc.nat(20_000) });
  fc.assert(fc.property(burst, (burst) => {
    const wait = burstWait(burst);
    assert.ok(wait >= 0 && burst.age + wait <= Math.max(burst.age, 5000));
  }));
});
