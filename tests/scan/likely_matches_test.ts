import assert from "node:assert/strict";
import fc from "fast-check";
import ignore from "ignore";
import { readIgnoreLines } from "../../src/scan/ignore_lines.ts";
import { LikelyMatches } from "../../src/scan/likely_matches.ts";

const PART = fc.constantFrom(
  ..."abA.~ !+(]éÉσς",
  ..."ab///***",
  "\\",
  "\\*",
  "?",
  "[ab]",
  "[!a]",
  "[[:alpha:]]",
  "[",
  "**/",
  "*.b",
);
const RULES = fc.array(fc.array(PART, { minLength: 1, maxLength: 6 }), {
  minLength: 1,
  maxLength: 3,
});
const NAME = fc.array(fc.constantFrom(..."aabbA.~ !+(]éÉσς*[\\"), { minLength: 1, maxLength: 4 })
  .map((characters) => characters.join("")).filter((name) => name !== "." && name !== "..");
const PATH = fc.tuple(fc.array(NAME, { minLength: 1, maxLength: 3 }), fc.constantFrom("", "/"))
  .map(([names, end]) => names.join("/") + end);

for (const caseInsensitive of [false, true]) {
  for (const base of ["", "a/"]) {
    const kind = `${caseInsensitive ? "in any case" : "as written"}, ${base || "at the top"}`;
    Deno.test(`no path that a rule matches is unlikely (${kind})`, () => {
      fc.assert(
        fc.property(RULES, PATH, (rules, below) => {
          const lines = readIgnoreLines(rules.map((parts) => parts.join("")).join("\n"), base);
          const path = base + below;
          const { ignored, unignored } = ignore({ ignorecase: caseInsensitive })
            .add(lines.map(({ pattern }) => ({ pattern }))).test(path);
          const likely = new LikelyMatches(lines, caseInsensitive);
          if (ignored || unignored) assert.ok(likely.has(path));
        }),
        { numRuns: 2000 },
      );
    });
  }
}

Deno.test("a path that no rule comes near is not likely, whatever stands around the rules", () => {
  const outer = new LikelyMatches(readIgnoreLines("*.o\n/build\nc.*\n[._]*.sw?\n", ""), false);
  const likely = new LikelyMatches(readIgnoreLines("x.py\n/gen/*.c\n", "a/"), false, outer);
  assert.deepEqual(
    ["a/y.py", "a/src/d.c", "b/build/d.py", "a/gen/d.h", "a/sw"].filter((path) => likely.has(path)),
    [],
  );
  const matched = ["a/x.py", "a/b/x.py", "a/gen/d.c", "build/deep/d.py", "a/d.o", "a/c.py/d"];
  assert.deepEqual(matched.filter((path) => !likely.has(path)), []);
});
