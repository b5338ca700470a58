import assert from "node:assert/strict";
import type { StatusAnswer } from "../../src/answers/status.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

Deno.test("the status counts what the index holds and names what it could not read", async () => {
  using project = await indexedProject({
    ...SHOP,
    "broken.py": "def fine():\n    pass\n\n\nclass (((\n\n\ndef fine_too():\n    pass\n",
    "picture.py": new Uint8Array([0, 1, 2, 3, 0, 0, 255]),
  });
  const { value } = asked<StatusAnswer>(project, "status", {});
  assert.deepEqual(value.languages, [{ language: "python", files: 5, lines: 70 }]);
  assert.ok(value.symbols.some(({ kind, count }) => kind === "class" && count === 3));
  assert.deepEqual(value.unread.map(({ path, reason }) => [path, reason]), [[
    "picture.py",
    "binary",
  ]]);
  assert.deepEqual(value.partlyRead.map(({ path }) => path), ["broken.py"]);
  assert.equal(value.partlyReadCount, 1);
  assert.deepEqual(value.changedFiles, []);
});

Deno.test("files that changed or are gone are counted", async () => {
  using project = await indexedProject(SHOP);
  Deno.writeTextFileSync(`${project.root}/shop/cart.py`, "x = 1\n");
  Deno.removeSync(`${project.root}/shop/pricing.py`);
  const { value, text } = asked<StatusAnswer>(project, "status", {});
  assert.deepEqual(value.changedFiles, ["shop/cart.py", "shop/pricing.py"]);
  assert.match(text, /Changed since: 2 files/);
});
