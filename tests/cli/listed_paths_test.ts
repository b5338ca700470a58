import assert from "node:assert/strict";
import { listedPaths } from "../../src/cli/listed_paths.ts";

Deno.test("paths are listed one a line, as git quotes them, or separated by NUL", () => {
  assert.deepEqual(listedPaths("a.py\r\nsub/b c.py\n\n"), ["a.py", "sub/b c.py"]);
  assert.deepEqual(listedPaths('"na\\303\\257ve.py"\n"tab\\t\\"q\\" é.r"\n'), [
    "naïve.py",
    'tab\t"q" é.r',
  ]);
  assert.deepEqual(listedPaths('a\nb.py\0"c".py\0'), ["a\nb.py", '"c".py']);
  assert.deepEqual(listedPaths(""), []);
});
