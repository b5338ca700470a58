import assert from "node:assert/strict";
import type { NodeAnswer } from "../../src/answers/node.ts";
import type { SearchAnswer } from "../../src/answers/search.ts";
import { indexedProject } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject({
  "DESCRIPTION": "Package: shop\n",
  "NAMESPACE": "export(tidy_total)\n",
  "R/a.R": "tidy_rest <- function(x) x\n",
  "R/b.R": "tidy_total <- function(x) x\n",
  "src/Shop.jl": 'module Shop\nexport ship\ninclude("ship.jl")\nend\n',
  "src/ship.jl": "ship(x) = pack(x)\npack(x) = x\n",
  "lib/Shop.pm":
    "package Shop;\nour @EXPORT_OK = ('sell');\nsub sell { keep() }\nsub keep { 1 }\n1;\n",
  "stock.m": "function stock()\ncount();\nend\nfunction count()\nend\n",
  "private/hidden.m": "function hidden()\nend\n",
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

Deno.test("what lists and places apart from the definitions export is shown with the symbol", () => {
  const isExported = (symbol: string): boolean => {
    const { value, text } = asked<NodeAnswer>(project, "node", { symbol });
    const [group] = value.groups;
    assert.equal(/^ +exported$/m.test(text), group!.exported);
    return group!.exported;
  };
  assert.deepEqual(["tidy_total", "ship", "sell", "stock"].map(isExported), Array(4).fill(true));
  const others = ["tidy_rest", "pack", "keep", "count", "hidden"];
  assert.deepEqual(others.map(isExported), others.map(() => false));
});

Deno.test("what is exported is found before what is not", () => {
  const { results } = asked<SearchAnswer>(project, "search", { query: "tidy" }).value;
  assert.deepEqual(results.map(({ symbol }) => symbol.name), ["tidy_total", "tidy_rest"]);
});
