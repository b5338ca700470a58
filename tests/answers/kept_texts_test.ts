import assert from "node:assert/strict";
import { KeptTexts } from "../../src/answers/kept_texts.ts";
import { TextLines } from "../../src/answers/text_lines.ts";

const WRITTEN = 1_700_000_000_123;
const LATER = WRITTEN + 60_000;

Deno.test("a text is known for as long as its file is as it was", () => {
  const kept = new KeptTexts();
  const text = new TextLines("a\nb\n");
  kept.keep("/p/a.py", { size: 4, mtimeMs: WRITTEN }, text, LATER);
  assert.equal(kept.get("/p/a.py", { size: 4, mtimeMs: WRITTEN }), text);
  assert.equal(kept.get("/p/b.py", { size: 4, mtimeMs: WRITTEN }), undefined);
  assert.equal(kept.get("/p/a.py", { size: 5, mtimeMs: WRITTEN }), undefined);
  assert.equal(kept.get("/p/a.py", { size: 4, mtimeMs: WRITTEN }), undefined);
});

Deno.test("a text is not kept when its file was written so shortly before that it may have changed since", () => {
  const kept = new KeptTexts();
  kept.keep("/p/a.py", { size: 1, mtimeMs: WRITTEN }, new TextLines("a"), WRITTEN);
  assert.equal(kept.get("/p/a.py", { size: 1, mtimeMs: WRITTEN }), undefined);
});

Deno.test("the oldest texts go when there are too many", () => {
  const kept = new KeptTexts();
  const stamp = { size: 1, mtimeMs: WRITTEN };
  const paths = ["a", "b", "c", "d", "e", "f"];
  for (const path of paths) kept.keep(path, stamp, new TextLines("x".repeat(2_000_000)), LATER);
  const known = paths.filter((path) => kept.get(path, stamp) !== undefined);
  assert.deepEqual(known, ["c", "d", "e", "f"]);
  kept.clear();
  assert.equal(kept.get("f", stamp), undefined);
});
