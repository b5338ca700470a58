import assert from "node:assert/strict";
import type { CallersAnswer } from "../../src/answers/callers.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject({
  ...SHOP,
  "bulk.py": "from shop.cart import shown\n\n\n" +
    Array.from({ length: 30 }, (_, index) => `def use${index}():\n    shown(1)\n    shown(2)\n`)
      .join("\n\n"),
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function callers(given: Readonly<Record<string, unknown>>): CallersAnswer {
  return asked<CallersAnswer>(project, "callers", given).value;
}

Deno.test("each site is told with its place, line, confidence and evidence", () => {
  const { groups } = callers({ symbol: "pricing_for" });
  assert.equal(groups.length, 1);
  const [caller] = groups[0]!.callers;
  assert.equal(caller!.symbol.id, "shop/cart.py:Cart.total");
  assert.deepEqual(caller!.sites, [{
    file: "shop/cart.py",
    line: 12,
    column: 19,
    text: "pricing = pricing_for(customer)",
    kind: "calls",
    confidence: "exact",
    evidence: "import",
  }]);
});

Deno.test("a call in a nameless function is a call of the function around it", () => {
  const { groups } = callers({ symbol: "shown", limit: 100 });
  const inNameless = groups[0]!.callers.find(({ symbol }) => symbol.file === "shop/cart.py");
  assert.equal(inNameless!.symbol.qualifiedName, "Cart.total");
});

Deno.test("a class is called where its constructor is", () => {
  const ids = callers({ symbol: "Discount" }).groups[0]!.callers.map(({ symbol }) => symbol.id);
  assert.deepEqual(ids, ["shop/cart.py:half_price", "shop/pricing.py:pricing_for"]);
});

Deno.test("every symbol of an ambiguous name has its group", () => {
  const { groups } = callers({ symbol: "price" });
  assert.deepEqual(groups.map(({ symbol }) => symbol.qualifiedName), [
    "Pricing.price",
    "Discount.price",
  ]);
  assert.deepEqual(groups[1]!.overrides.map(({ symbol }) => symbol.qualifiedName), [
    "Pricing.price",
  ]);
});

Deno.test("a site that may call any of several is told once", () => {
  const { groups } = callers({ symbol: "price" });
  const sites = groups.flatMap(({ callers }) => callers.flatMap(({ sites }) => sites));
  const places = sites.map(({ file, line, column }) => `${file}:${line}:${column}`);
  assert.ok(places.includes("shop/cart.py:13:73"), places.join(" "));
  assert.deepEqual(places, [...new Set(places)]);
  assert.ok(groups[1]!.sharedSites > 0);
  assert.match(asked(project, "callers", { symbol: "price" }).text, /as above \(dispatch decides/);
});

Deno.test("tests come after the product", () => {
  const names = callers({ symbol: "Cart.total" }).groups[0]!.callers.map(({ symbol }) =>
    symbol.name
  );
  assert.deepEqual(names, ["checkout", "test_total"]);
});

Deno.test("what is over the limit is counted", () => {
  const [group] = callers({ symbol: "shown", limit: 4 }).groups;
  assert.equal(group!.callers.length, 4);
  assert.equal(group!.callers.length + group!.moreCallers, 31);
  assert.equal(group!.sites.exact, 61);
});

Deno.test("callers of callers name what they call", () => {
  const [group] = callers({ symbol: "pricing_for", depth: 2 }).groups;
  const second = group!.callers.filter(({ depth }) => depth === 2);
  assert.deepEqual(second.map(({ symbol }) => symbol.name), ["checkout", "test_total"]);
  assert.ok(second.every(({ calls }) => calls === "shop/cart.py:Cart.total"));
});

Deno.test("less sure sites can be left out", () => {
  const [group] = callers({ symbol: "Cart.total", minConfidence: "inferred" }).groups;
  assert.deepEqual(group!.callers.map(({ symbol }) => symbol.name), ["test_total"]);
  assert.equal(group!.sites.heuristic, 0);
});

Deno.test("something outside the project has callers too", () => {
  const { groups } = callers({ symbol: "math.ceil" });
  assert.equal(groups[0]!.symbol.kind, "external");
  assert.equal(groups[0]!.callers[0]!.symbol.qualifiedName, "Pricing.rounded");
  assert.deepEqual(callers({ symbol: groups[0]!.symbol.id }).groups, groups);
});

Deno.test("an unknown symbol has no group but suggestions, in the text as well", () => {
  const { value, text } = asked<CallersAnswer>(project, "callers", { symbol: "pricing_fro" });
  assert.deepEqual(value.groups, []);
  assert.match(text, /No symbol "pricing_fro"[\s\S]*pricing_for {2}shop\/pricing.py:24/);
});

Deno.test("a file that changed is named", async () => {
  using changed = await indexedProject(SHOP);
  Deno.writeTextFileSync(`${changed.root}/shop/cart.py`, "# gone\n");
  const { value, text } = asked<CallersAnswer>(changed, "callers", { symbol: "pricing_for" });
  assert.deepEqual(value.changedFiles, ["shop/cart.py"]);
  assert.match(text, /Changed since it was indexed, lines may have moved: shop\/cart.py/);
});
