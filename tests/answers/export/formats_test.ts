import assert from "node:assert/strict";
import { ExportedGraph } from "../../../src/answers/export/exported_graph.ts";
import { EXPORT_FORMATS } from "../../../src/answers/export/formats.ts";
import { graphPart } from "../../../src/answers/export/graph_part.ts";
import { indexedProject, SHOP } from "../../sample_project.ts";

/** Names that each form has to escape, nameless functions, and several places of one use. */
const project = await indexedProject({
  ...SHOP,
  "web/a & b.js": `export function run(list) {
  const twice = list.map((x) => show(x)).concat(list.map((y) => show(y)));
  return show(twice);
}
function show(x) { return x; }
class Odd { 'a <b> "c"'() { return show(1); } }
`,
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function exported(format: string, graph = new ExportedGraph(project.store)): string {
  return [...EXPORT_FORMATS[format]!(graph)].join("\n");
}

function partAround(symbol: string, depth = 1): ExportedGraph {
  return graphPart(project.store, symbol, undefined, depth).graph;
}

/** Qualified names of the symbols of a graph. */
function names(graph: ExportedGraph): string[] {
  return Array.from(graph.symbols(), ({ qualifiedName }) => qualifiedName);
}

Deno.test("JSON holds what JSON lines hold", () => {
  const { symbols, edges } = JSON.parse(exported("json"));
  const lines = exported("jsonl").split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(
    lines,
    [
      ...symbols.map((symbol: object) => ({ type: "symbol", ...symbol })),
      ...edges.map((edge: object) => ({ type: "edge", ...edge })),
    ],
  );
  assert.ok(symbols.length > 20 && edges.length > 20);
});

Deno.test("GraphML holds every symbol and every edge, and escapes", () => {
  const text = exported("graphml");
  const { symbols, edges } = JSON.parse(exported("json"));
  assert.equal(text.match(/<node /g)!.length, symbols.length);
  assert.equal(text.match(/<edge /g)!.length, edges.length);
  assert.ok(text.includes('<data key="n_file">web/a &#38; b.js</data>'));
  assert.ok(text.includes('<data key="n_name">a &#60;b&#62; "c"</data>'));
  const used = new Set(Array.from(text.matchAll(/<data key="(\w+)">/g), ([, key]) => key));
  for (const key of used) assert.ok(text.includes(`<key id="${key}" for="`), key);
});

Deno.test("drawings have one arrow for all places, and none from nameless functions", () => {
  const { symbols } = JSON.parse(exported("json"));
  const id = (name: string): number =>
    symbols.find((symbol: { qualifiedName: string }) => symbol.qualifiedName === name)!.id;
  const [run, show] = [id("run"), id("show")];
  assert.ok(exported("dot").includes(`  ${run} -> ${show} [style=solid, label="×3"];`));
  assert.ok(exported("mermaid").includes(`  s${run} -->|"×3"| s${show}`));
  assert.doesNotMatch(exported("dot"), /anonymous/);
});

Deno.test("drawings escape, and leave out what no arrow touches", () => {
  const [dot, mermaid] = [exported("dot"), exported("mermaid")];
  assert.ok(dot.includes('label="web/a & b.js"') && dot.includes('[label="Odd.a <b> \\"c\\""'));
  assert.ok(mermaid.includes('["web/a #38; b.js"]'));
  assert.ok(mermaid.includes('["Odd.a #60;b#62; #34;c#34;"]'));
  assert.doesNotMatch(dot, /Discount\.percent/);
  const drawn = Array.from(dot.matchAll(/^ {4}(\d+) \[/gm), ([, id]) => id);
  const ends = dot.matchAll(/^ {2}(\d+) -> (\d+) /gm);
  assert.deepEqual(new Set(drawn), new Set([...ends].flatMap(([, from, to]) => [from, to])));
});

Deno.test("the part around a symbol grows with the depth", () => {
  assert.deepEqual(names(partAround("pricing_for")), [
    "shop/cart.py",
    "Cart.total",
    "Cart.total.<anonymous>",
    "Pricing",
    "Discount.__init__",
    "pricing_for",
  ]);
  assert.ok(names(partAround("pricing_for", 2)).includes("checkout"));
  const ids = new Set(Array.from(partAround("run").symbols(), ({ id }) => id));
  const edges = [...partAround("run").edges()];
  assert.ok(edges.length >= 3 && edges.every(({ from, to }) => ids.has(from) && ids.has(to)));
});

Deno.test("a symbol without edges is a part of its own, an unknown one is told", () => {
  assert.match(exported("dot", partAround("Cart.items")), /\[label="Cart\.items"/);
  assert.throws(() => partAround("chekcout"), /No symbol "chekcout"/);
});
