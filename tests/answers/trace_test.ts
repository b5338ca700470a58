import assert from "node:assert/strict";
import type { TraceAnswer } from "../../src/answers/trace.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject(SHOP);
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function trace(given: Readonly<Record<string, unknown>>): TraceAnswer {
  return asked<TraceAnswer>(project, "trace", given).value;
}

Deno.test("each hop has its site, and a path is as sure as its least sure hop", () => {
  const { paths } = trace({ from: "checkout", to: "Discount" });
  const [path] = paths;
  assert.deepEqual(path!.steps.map(({ symbol }) => symbol.qualifiedName), [
    "checkout",
    "Cart.total",
    "pricing_for",
    "Discount.__init__",
  ]);
  assert.deepEqual(path!.steps.map(({ site }) => site?.line), [undefined, 21, 12, 26]);
  assert.equal(path!.confidence, "heuristic");
});

Deno.test("dispatch to an overriding method is a hop of its own", () => {
  const [path] = trace({ from: "Pricing.rounded", to: "Discount.price" }).paths;
  assert.deepEqual(path!.steps.map(({ dispatch }) => dispatch), [undefined, undefined, true]);
  assert.equal(path!.confidence, "inferred");
});

Deno.test("an end that is more than one symbol is told so", () => {
  const { text } = asked<TraceAnswer>(project, "trace", { from: "Cart.total", to: "price" });
  assert.match(text, /^price names 2 symbols, of which any counts\. Narrow it down/m);
  assert.doesNotMatch(text, /Cart\.total names/);
});

Deno.test("a path may end outside the project", () => {
  const [path] = trace({ from: "Pricing", to: "math.ceil" }).paths;
  assert.equal(path!.steps.at(-1)!.symbol.id, "external:math.ceil");
});

Deno.test("no path is told apart from a path too long", () => {
  const none = trace({ from: "shown", to: "checkout" });
  assert.deepEqual([none.paths, none.isComplete], [[], true]);
  const tooLong = trace({ from: "checkout", to: "Discount", maxDepth: 2 });
  assert.deepEqual([tooLong.paths, tooLong.isComplete], [[], false]);
});

Deno.test("where there is no path, it is told what lies on both sides and what may join them", async () => {
  using loose = await indexedProject({
    "shop.py": "from other import Store\n\n\ndef start(thing):\n    middle(thing)\n\n\n" +
      "def middle(thing):\n    thing.persist()\n\n\ndef unrelated():\n    pass\n",
    "other.py": "class Store:\n    def persist(self):\n        self.write()\n\n" +
      "    def write(self):\n        pass\n\n\nclass Disk:\n    def persist(self):\n        pass\n\n\n" +
      "class Tape:\n    def persist(self):\n        pass\n",
  });
  const given = { from: "start", to: "Store.write" };
  const { value, text } = asked<TraceAnswer>(loose, "trace", given);
  assert.deepEqual(value.paths, []);
  const { reached, leading, joins } = value.gap!;
  assert.deepEqual(reached.nearest.map(({ name }) => name), ["middle"]);
  assert.deepEqual(leading.nearest.map(({ qualifiedName }) => qualifiedName), ["Store.persist"]);
  assert.deepEqual(joins.map(({ from, site, to }) => [from, site.line, to]), [
    ["shop.py:middle", 9, "other.py:Store.persist"],
  ]);
  assert.match(text, /start reaches 1 symbol, the nearest:\n {2}function middle/);
  assert.match(text, /may join them:\n {2}shop\.py:middle at shop\.py:9:11 {2}thing\.persist/);
});

Deno.test("an unknown end is named with what is nearest", () => {
  const { value, text } = asked<TraceAnswer>(project, "trace", {
    from: "chekcout",
    to: "Discount",
  });
  assert.deepEqual(value.paths, []);
  assert.match(text, /No symbol "chekcout"[\s\S]*checkout/);
});

Deno.test("the members of a type of any kind stand for it, where a path starts and for what it calls", async () => {
  using types = await indexedProject({
    "src/lib.rs":
      "pub enum Shape { Dot, Line }\n\nimpl Shape {\n    pub fn area(&self) -> f64 {\n" +
      "        measured()\n    }\n}\n\npub struct Disk;\n\nimpl Disk {\n    pub fn size(&self) -> f64 {\n" +
      "        measured()\n    }\n}\n\nfn measured() -> f64 {\n    1.0\n}\n",
    "Colour.java": "enum Colour {\n  RED;\n\n  int code() {\n    return Codes.next();\n  }\n}\n\n" +
      "class Codes {\n  static int next() {\n    return 1;\n  }\n}\n",
  });
  const calls: Readonly<Record<string, string>> = {
    Shape: "measured",
    Disk: "measured",
    Colour: "next",
  };
  for (const [type, called] of Object.entries(calls)) {
    const { paths } = asked<TraceAnswer>(types, "trace", { from: type, to: called }).value;
    assert.equal(paths[0]?.steps.at(-1)?.symbol.name, called, type);
    const { text } = asked(types, "callees", { symbol: type });
    assert.match(text, new RegExp(`${called}`), type);
  }
});
