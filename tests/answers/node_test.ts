import assert from "node:assert/strict";
import type { NodeAnswer } from "../../src/answers/node.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject(SHOP);
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function node(given: Readonly<Record<string, unknown>>): NodeAnswer {
  return asked<NodeAnswer>(project, "node", given).value;
}

Deno.test("a symbol comes with its signature, documentation and relations", () => {
  const [group] = node({ symbol: "Pricing.price" }).groups;
  assert.equal(group!.symbol.signature, "def price(self, amount)");
  assert.equal(group!.doc, "Price of an amount, before taxes.");
  assert.equal(group!.container!.name, "Pricing");
  assert.deepEqual(group!.overriddenBy.symbols.map(({ id }) => id), [
    "shop/pricing.py:Discount.price",
  ]);
  assert.deepEqual(group!.callers.symbols.map(({ name }) => name), ["total", "rounded"]);
});

Deno.test("a class comes with its members, bases and derived classes", () => {
  const [base] = node({ symbol: "Pricing" }).groups;
  assert.deepEqual(base!.derived.symbols.map(({ name }) => name), ["Discount"]);
  const [derived] = node({ symbol: "Discount" }).groups;
  assert.deepEqual(derived!.bases.symbols.map(({ name }) => name), ["Pricing"]);
  assert.deepEqual(derived!.members.map(({ symbol }) => symbol.name), [
    "__init__",
    "percent",
    "price",
  ]);
});

Deno.test("the source is given on demand, as it stands", () => {
  assert.equal(node({ symbol: "shown" }).groups[0]!.code, undefined);
  const [group] = node({ symbol: "shown", includeCode: true }).groups;
  assert.equal(group!.code, "def shown(item):\n    return item");
});

Deno.test("a file comes as its outline", () => {
  const [group] = node({ symbol: "shop/cart.py" }).groups;
  const outline = group!.members.map(({ symbol, depth }) => `${depth} ${symbol.name}`);
  assert.deepEqual(outline, [
    "0 Cart",
    "1 __init__",
    "1 items",
    "1 add",
    "1 total",
    "2 <anonymous>",
    "0 shown",
    "0 checkout",
    "0 half_price",
  ]);
});
