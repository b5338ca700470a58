import assert from "node:assert/strict";
import type { ImpactAnswer } from "../../src/answers/impact.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject(SHOP);
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function impact(given: Readonly<Record<string, unknown>>): ImpactAnswer {
  return asked<ImpactAnswer>(project, "impact", given).value;
}

Deno.test("what is affected comes by distance, with its reason", () => {
  const [group] = impact({ symbol: "Pricing.price" }).groups;
  const told = group!.levels.map(({ affected }) =>
    affected.map(({ symbol, reason }) => `${reason} ${symbol.qualifiedName}`)
  );
  assert.deepEqual(told, [
    ["calls Pricing.rounded", "calls Cart.total", "overrides Discount.price"],
    ["calls checkout", "calls test_total"],
  ]);
  assert.deepEqual(group!.tests.map(({ name }) => name), ["test_total"]);
  assert.deepEqual([group!.total, group!.files, group!.isComplete], [5, 3, true]);
});

Deno.test("who calls what a method overrides is affected, too, but not surely", () => {
  const [group] = impact({ symbol: "Discount.price", depth: 1 }).groups;
  const told = group!.levels.flatMap(({ affected }) =>
    affected.map(({ symbol, reason, confidence, through }) =>
      `${symbol.qualifiedName} ${reason} ${confidence} ${through}`
    )
  );
  const through = "shop/pricing.py:Discount.price";
  assert.ok(told.includes(`Pricing.rounded calls inferred ${through}`), told.join("\n"));
  const exact = impact({ symbol: "Discount.price", depth: 1, minConfidence: "exact" });
  assert.deepEqual(exact.groups[0]!.levels, []);
});

Deno.test("a class is changed with its members; who imports it is affected, not his importers", () => {
  const [group] = impact({ symbol: "Cart", depth: 5 }).groups;
  const ids = group!.levels.flatMap(({ affected }) => affected).map(({ symbol }) => symbol.id);
  assert.deepEqual(ids.toSorted(), [
    "shop/__init__.py",
    "shop/cart.py:checkout",
    "tests/test_cart.py",
    "tests/test_cart.py:test_total",
  ]);
});

Deno.test("what is over the limit is counted", () => {
  const [group] = impact({ symbol: "Pricing.price", limit: 1 }).groups;
  assert.deepEqual(group!.levels.map(({ count, affected }) => [count, affected.length]), [[3, 1], [
    2,
    0,
  ]]);
});
