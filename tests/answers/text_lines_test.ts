import assert from "node:assert/strict";
import fc from "fast-check";
import { TextLines } from "../../src/answers/text_lines.ts";

Deno.test("lines are those of the text, whatever ends them and in whatever order they are asked for", () => {
  const line = fc.string({ maxLength: 6 }).filter((text) => !/[\r\n]/.test(text));
  const ends = fc.constantFrom("\n", "\r\n");
  fc.assert(fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), ends, (all, end) => {
    const lines = new TextLines(all.join(end) + end);
    for (let first = all.length; first >= 1; first--) {
      for (let last = first; last <= all.length; last++) {
        assert.equal(lines.range(first, last), all.slice(first - 1, last).join(end));
      }
    }
  }));
});

Deno.test("what is not there is empty, and a last line needs no end", () => {
  const lines = new TextLines("one\ntwo");
  assert.equal(lines.range(2, 9), "two");
  assert.equal(lines.range(3, 3), "");
  assert.equal(new TextLines("").range(1, 1), "");
});
