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

Deno.test("an unknown end is named with what is nearest", () => {
  const { value, text } = asked<TraceAnswer>(project, "trace", {
    from: "chekcout",
    to: "Discount",
  });
  assert.deepEqual(value.paths, []);
  assert.match(text, /No symbol "chekcout"[\s\S]*checkout/);
});
