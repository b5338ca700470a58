import assert from "node:assert/strict";
import type { CalleesAnswer } from "../../src/answers/callees.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject(SHOP);
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function callees(given: Readonly<Record<string, unknown>>): CalleesAnswer {
  return asked<CalleesAnswer>(project, "callees", given).value;
}

Deno.test("callees of the project come first, then those outside", () => {
  const [group] = callees({ symbol: "Cart.total" }).groups;
  assert.deepEqual(group!.callees.map(({ symbol }) => symbol.qualifiedName), [
    "pricing_for",
    "shown",
    "Pricing.price",
    "Discount.price",
    "sum",
    "map",
  ]);
  assert.deepEqual(group!.callees.at(-1)!.symbol, {
    id: "external:map",
    kind: "external",
    name: "map",
    qualifiedName: "map",
  });
  assert.equal(group!.externalSites, 2);
});

Deno.test("a class calls what its methods call", () => {
  const [group] = callees({ symbol: "Pricing" }).groups;
  const names = group!.callees.map(({ symbol }) => symbol.qualifiedName);
  assert.deepEqual(names, ["Pricing.price", "math.ceil"]);
});

Deno.test("callees of callees name who calls them", () => {
  const [group] = callees({ symbol: "checkout", depth: 2 }).groups;
  const second = group!.callees.filter(({ depth }) => depth === 2);
  assert.ok(second.some(({ symbol }) => symbol.name === "pricing_for"));
  assert.ok(second.every(({ calledBy }) => calledBy === "shop/cart.py:Cart.total"));
});

Deno.test("what is over the limit is counted", () => {
  const [group] = callees({ symbol: "Cart.total", limit: 2 }).groups;
  assert.deepEqual([group!.callees.length, group!.moreCallees], [2, 4]);
});

Deno.test("a function that calls nothing says so", () => {
  const { text } = asked<CalleesAnswer>(project, "callees", { symbol: "shown" });
  assert.match(text, /calls nothing that is known/);
});
