import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { contentHash } from "../../src/scan/content_hash.ts";
import { countLines, readSource } from "../../src/scan/read_source.ts";
import { REFUSALS_APPLY, withTree } from "./temp_tree.ts";

Deno.test("readSource gives text, hash, size, time and lines", () => {
  withTree({ "a.py": "x = 1\r\ny = 'é'\n" }, (root) => {
    const path = join(root, "a.py");
    const time = new Date("2021-01-01T00:00:00Z");
    Deno.utimeSync(path, time, time);
    assert.deepEqual(readSource(path), {
      text: "x = 1\r\ny = 'é'\n",
      encoding: "utf-8",
      hash: contentHash(Deno.readFileSync(path)),
      size: 16,
      mtimeMs: time.getTime(),
      lineCount: 2,
    });
  });
});

Deno.test("readSource tells why it cannot read", () => {
  withTree({ "big.py": "x".repeat(101), "bin.py": Uint8Array.of(1, 0, 2), "dir": null }, (root) => {
    assert.deepEqual(readSource(join(root, "big.py"), 100), {
      reason: "too-large",
      detail: "101 bytes, the limit is 100",
    });
    assert.deepEqual(readSource(join(root, "bin.py")), { reason: "binary", detail: "not text" });
    assert.deepEqual(readSource(join(root, "dir")), {
      reason: "special-file",
      detail: "not a regular file",
    });
    const gone = readSource(join(root, "gone.py"));
    assert.ok("reason" in gone && gone.reason === "unreadable");
  });
});

Deno.test("a file of exactly the limit is read", () => {
  withTree({ "a.py": "x".repeat(100) }, (root) => {
    assert.ok("text" in readSource(join(root, "a.py"), 100));
  });
});

Deno.test({
  name: "a file without read permission is unreadable (not as superuser)",
  ignore: !REFUSALS_APPLY,
  fn: () => {
    withTree({ "a.py": "x" }, (root) => {
      const path = join(root, "a.py");
      Deno.chmodSync(path, 0o000);
      const read = readSource(path);
      assert.ok("reason" in read && read.reason === "unreadable");
    });
  },
});

Deno.test("lines are counted as an editor counts them", () => {
  const cases: [string, number][] = [["", 0], ["a", 1], ["a\n", 1], ["a\nb", 2], ["\n\n", 2]];
  for (const [text, lines] of cases) assert.equal(countLines(text), lines, JSON.stringify(text));
});

Deno.test("the hash has 32 hexadecimal digits and depends on every byte", () => {
  const empty = "e3b0c44298fc1c149afbf4c8996fb924";
  assert.equal(contentHash(new Uint8Array()), empty);
  fc.assert(fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.nat(), (bytes, at) => {
    const changed = bytes.slice();
    const index = at % changed.length;
    changed[index] = (changed[index] ?? 0) ^ 1;
    assert.match(contentHash(bytes), /^[0-9a-f]{32}$/);
    assert.notEqual(contentHash(changed), contentHash(bytes));
  }));
});
