import assert from "node:assert/strict";
import { affected, type AffectedAnswer } from "../../src/answers/affected.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject({
  ...SHOP,
  "tests/test_pricing.py": "from shop import pricing\n\n\ndef test_x():\n    pass\n",
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function answer(given: Readonly<Record<string, unknown>>): AffectedAnswer {
  return asked<AffectedAnswer>(project, affected, given).value;
}

Deno.test("a changed file affects who uses what stands in it, and tests", () => {
  const { changes, testFiles, levels, isComplete } = answer({ files: ["shop/pricing.py"] });
  assert.deepEqual(changes, [{ path: "shop/pricing.py", state: "indexed", symbols: 8 }]);
  assert.deepEqual(testFiles.map(({ path }) => path), [
    "tests/test_cart.py",
    "tests/test_pricing.py",
  ]);
  const [first] = levels.map(({ affected }) => affected.map(({ symbol }) => symbol.id));
  assert.ok(first!.includes("shop/cart.py:Cart.total") && !first!.includes("shop/pricing.py"));
  assert.ok(isComplete);
});

Deno.test("a changed test is to be run, and nothing more", () => {
  const { testFiles, total } = answer({ files: ["tests/test_cart.py"] });
  assert.deepEqual(testFiles, [{ path: "tests/test_cart.py", distance: 0, tests: 1 }]);
  assert.equal(total, 0);
});

Deno.test("a directory stands for its files; what is not indexed is said to be so", () => {
  const { changes } = answer({ files: ["shop", "README", "gone.py"] });
  assert.deepEqual(changes.map(({ state, symbols }) => [state, symbols > 0]), [
    ["indexed", true],
    ["not-indexed", false],
    ["unknown", false],
  ]);
  assert.equal(answer({ files: ["."] }).total, 0);
  assert.ok(answer({ files: ["."] }).changes[0]!.symbols > 15);
});

Deno.test("the depth limits how far it goes, the limit how much is shown", () => {
  assert.equal(answer({ files: ["shop/pricing.py"], depth: 1 }).levels.length, 1);
  const { levels, total } = answer({ files: ["shop/pricing.py"], limit: 1 });
  assert.equal(levels.flatMap(({ affected }) => affected).length, 1);
  assert.ok(total > 3);
});

Deno.test("the text tells it all, or the paths of tests alone", () => {
  const { text } = asked(project, affected, { files: ["shop/cart.py", "gone.py"] });
  assert.match(text, /^shop\/cart\.py: 9 symbols\ngone\.py: neither in the index nor in the pro/);
  assert.match(text, /\nTest files affected:\n {2}tests\/test_cart\.py {2}\(1 affected symbol, d/);
  assert.match(text, /\n\d+ affected symbols in \d files:\ndistance 1: \d+\n/);
  const tests = asked(project, affected, { files: ["shop/cart.py"], testsOnly: true });
  assert.equal(tests.text, "tests/test_cart.py");
  assert.match(asked(project, affected, {}).text, /^No files were given/);
});
