import assert from "node:assert/strict";
import fc from "fast-check";
import { LineSplitter } from "../../src/mcp/line_splitter.ts";

Deno.test("lines are the same however their bytes are cut", () => {
  const line = fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) =>
    !text.includes("\n")
  );
  fc.assert(fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 })), (lines, cuts) => {
    const bytes = new TextEncoder().encode(lines.map((text) => text + "\n").join(""));
    const splitter = new LineSplitter(1000);
    const found: (string | undefined)[] = [];
    let at = 0;
    for (const cut of cuts) found.push(...splitter.push(bytes.slice(at, at += cut)));
    found.push(...splitter.push(bytes.slice(at)));
    assert.deepEqual(found, lines.map((text) => text.replace(/^\ufeff/, "")));
  }));
});

Deno.test("a line that is too long is given up, and those after it are not", () => {
  const splitter = new LineSplitter(10);
  const bytes = new TextEncoder().encode(`${"x".repeat(25)}\nshort\n`);
  const found = [...splitter.push(bytes.slice(0, 15)), ...splitter.push(bytes.slice(15))];
  assert.deepEqual(found, [undefined, "short"]);
});
