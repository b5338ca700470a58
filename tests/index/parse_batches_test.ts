import assert from "node:assert/strict";
import fc from "fast-check";
import { batchesOf } from "../../src/index/parse_batches.ts";
import type { WalkedFile } from "../../src/scan/walk.ts";

Deno.test("every file is in one batch, the largest first", () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 4_000_000 }), { maxLength: 300 });
  fc.assert(fc.property(sizes, fc.integer({ min: 1, max: 8 }), (sizes, workers) => {
    const files = sizes.map((size, index) => ({ path: `f${index}.py`, size, mtimeMs: 0 }));
    const batches = batchesOf(files, workers);
    const numbers = batches.flatMap((batch) => batch.files);
    assert.deepEqual(numbers.toSorted((a, b) => a - b), Array.from(files.keys()));
    const order = numbers.map((number) => files[number]!.size);
    assert.deepEqual(order, sizes.toSorted((a, b) => b - a));
    for (const { files: batch, paths } of batches) {
      assert.ok(batch.length > 0 && batch.length <= 64);
      assert.deepEqual(paths, batch.map((number) => files[number]!.path));
    }
  }));
});

Deno.test("a small project gives every worker its share", () => {
  const files = Array.from(
    { length: 40 },
    (_, index) => ({ path: `f${index}.py`, size: 500, mtimeMs: 0 }),
  );
  assert.ok(batchesOf(files, 2).length >= 8);
});

Deno.test("one worker reads all files of a kind of which a large project has few, and those at first", () => {
  const named = (path: string, size: number): WalkedFile => ({ path, size, mtimeMs: 0 });
  const many = Array.from({ length: 100 }, (_, index) => named(`f${index}.py`, 100_000 + index));
  const few = [named("a.sh", 300), named("Makefile", 200), named("b.sh", 500)];
  const batches = batchesOf([...many, ...few], 2);
  assert.deepEqual(batches.slice(0, 3).map(({ paths }) => paths), [
    ["b.sh", "a.sh"],
    ["Makefile"],
    ["f99.py", "f98.py"],
  ]);
});
