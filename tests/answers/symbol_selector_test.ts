import assert from "node:assert/strict";
import { Flag } from "../../src/extract/facts.ts";
import { symbolReference } from "../../src/answers/symbol_reference.ts";
import { selectSymbols } from "../../src/answers/symbol_selector.ts";
import { indexedProject, SHOP } from "../sample_project.ts";

const project = await indexedProject({
  ...SHOP,
  "lib/shapes.py": "class Box:\n    def area(self):\n        pass\n\n\n" +
    "class Ball:\n    def area(self):\n        pass\n\n\ndef twice():\n    pass\n\n\ndef twice():\n    pass\n",
  "analysis/R/plot.R":
    "plot.cart <- function(x) x\n\nplot_all <- function(xs) lapply(xs, plot.cart)\n",
  "perl/lib/Till/Drawer.pm":
    "package Till::Drawer;\nsub opened {\n    return 1;\n}\npackage Till::Slot;\nsub opened {\n    return 2;\n}\n1;\n",
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());
const { store } = project;

/** Places of what a text means. */
function meant(text: string, file?: string): string[] {
  return selectSymbols(store, text, file).symbols.map((symbol) => `${symbol.file}:${symbol.line}`);
}

Deno.test("a symbol is meant by its name, with or without what contains it", () => {
  assert.deepEqual(meant("checkout"), ["shop/cart.py:20"]);
  assert.deepEqual(meant("checkout()"), ["shop/cart.py:20"]);
  assert.deepEqual(meant("Cart.total"), ["shop/cart.py:11"]);
  assert.deepEqual(meant("Cart::total"), ["shop/cart.py:11"]);
  assert.deepEqual(meant("shop.cart.Cart.total"), ["shop/cart.py:11"]);
  assert.deepEqual(meant("cart.checkout"), ["shop/cart.py:20"]);
  assert.deepEqual(meant("Cart.checkout"), []);
});

Deno.test("a symbol is meant by its file and name, line, or id", () => {
  assert.deepEqual(meant("shop/cart.py:Cart.total"), ["shop/cart.py:11"]);
  assert.deepEqual(meant("cart.py:total"), ["shop/cart.py:11"]);
  assert.deepEqual(meant("shop/cart.py:12"), ["shop/cart.py:11"]);
  assert.deepEqual(meant("shop/cart.py:2"), ["shop/cart.py:1"]);
  assert.deepEqual(meant("shop/cart.py:nothing"), []);
});

Deno.test("a file is meant by its path", () => {
  assert.deepEqual(meant("shop/cart.py"), ["shop/cart.py:1"]);
  assert.deepEqual(meant("cart.py"), ["shop/cart.py:1"]);
});

Deno.test("names that hold separators are names first", () => {
  assert.deepEqual(meant("plot.cart"), ["analysis/R/plot.R:1"]);
  assert.deepEqual(meant("plot::plot_all"), ["analysis/R/plot.R:3"]);
  assert.deepEqual(meant("Till::Slot::opened"), ["perl/lib/Till/Drawer.pm:6"]);
  assert.deepEqual(meant("Slot::opened"), ["perl/lib/Till/Drawer.pm:6"]);
});

Deno.test("an ambiguous name means all of its symbols, and can be narrowed", () => {
  assert.deepEqual(meant("area"), ["lib/shapes.py:2", "lib/shapes.py:7"]);
  assert.deepEqual(meant("Ball.area"), ["lib/shapes.py:7"]);
  assert.deepEqual(meant("price", "shop"), ["shop/pricing.py:8", "shop/pricing.py:20"]);
  assert.deepEqual(meant("price", "lib"), []);
});

Deno.test("case counts only where it tells symbols apart", () => {
  assert.deepEqual(meant("CHECKOUT"), ["shop/cart.py:20"]);
  assert.deepEqual(meant("cart"), ["shop/cart.py:4"]);
});

Deno.test("a symbol is meant by the package or directory that it lies in", () => {
  const directory = project.root.split(/[\\/]/).at(-1)!;
  assert.deepEqual(meant(`${directory}::checkout`), ["shop/cart.py:20"]);
  assert.deepEqual(meant(`${directory}.Cart.total`), ["shop/cart.py:11"]);
  assert.deepEqual(meant("shop.Cart.total"), ["shop/cart.py:11"]);
  assert.deepEqual(meant("analysis::plot_all"), ["analysis/R/plot.R:3"]);
  assert.deepEqual(meant("shop.total"), []);
  assert.deepEqual(meant("elsewhere::checkout"), []);
});

Deno.test("every symbol's id means that symbol alone", () => {
  for (const symbol of store.symbols.each()) {
    const { id } = symbolReference(store, symbol);
    assert.deepEqual(selectSymbols(store, id).symbols.map((one) => one.id), [symbol.id], id);
  }
  const second = [...store.symbols.each()].filter(({ name }) => name === "twice")[1]!;
  assert.equal(symbolReference(store, second).id, "lib/shapes.py:twice#2");
});

Deno.test("every symbol with a name is among those that its qualified name means", () => {
  for (const symbol of store.symbols.each()) {
    if ((symbol.flags & Flag.anonymous) !== 0) continue;
    const name = store.symbols.qualifiedName(symbol);
    const ids = selectSymbols(store, name).symbols.map(({ id }) => id);
    assert.ok(ids.includes(symbol.id), name);
  }
});

Deno.test("an unknown name gives the nearest, never another symbol", () => {
  const { symbols, suggestions } = selectSymbols(store, "chekcout");
  assert.deepEqual(symbols, []);
  assert.equal(suggestions[0]!.id, "shop/cart.py:checkout");
  assert.deepEqual(selectSymbols(store, "zzzzzz"), { symbols: [], more: 0, suggestions: [] });
});
