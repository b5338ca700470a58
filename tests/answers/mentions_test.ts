import assert from "node:assert/strict";
import type { CallersAnswer } from "../../src/answers/callers.ts";
import type { ImpactAnswer } from "../../src/answers/impact.ts";
import type { Mentions } from "../../src/answers/mentions.ts";
import { indexedProject } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject({
  "shop/limits.py": `MOST_ITEMS = 12
# MOST_ITEMS is a limit of the shop.


def fits(count):
    return count <= MOST_ITEMS  # not MOST_ITEMS_EVER


class Cart:
    total = 0

    def add(self, price):
        self.total += price
        return self.total
`,
  "shop/report.py": `from shop.limits import MOST_ITEMS, Cart


def line(cart, total):
    print(total)
    return f"{cart.total} of {MOST_ITEMS}"
`,
  "shop/small.py": "MOST_ITEMS = 3\n\n\ndef few():\n    return MOST_ITEMS\n",
  "shop/total.py": "from shop.report import line\n\n\ndef line_count():\n    return line\n",
  "shop/width.py": "line_count = 80\n",
  "other/limits.py": "def few():\n    return MOST_ITEMS\n",
  "include/limits.h": "extern int most_items;\n",
  "include/all.h": '#include "limits.h"\n',
  "src/limits.c": '#include "limits.h"\nint most_items = 12;\n',
  "src/raise.c": '#include "all.h"\nvoid raise(int by)\n{\n    most_items += by;\n}\n',
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function mentions(symbol: string, more: Readonly<Record<string, unknown>> = {}): Mentions {
  const { groups } = asked<CallersAnswer>(project, "callers", {
    symbol,
    file: "shop/limits.py",
    ...more,
  }).value;
  return groups[0]!.mentions!;
}

function places({ sites }: Mentions): string[] {
  return sites.map(({ file, line, column, access }) => `${access} ${file}:${line}:${column}`);
}

Deno.test("a constant is used where its name stands, in files that can see it", () => {
  assert.deepEqual(places(mentions("MOST_ITEMS")), [
    "read shop/limits.py:6:21",
    "read shop/report.py:1:25",
    "read shop/report.py:6:31",
  ]);
});

Deno.test("a field is used as a member of something, elsewhere than in its own file", () => {
  assert.deepEqual(places(mentions("Cart.total")), [
    "write shop/limits.py:13:14",
    "read shop/limits.py:14:21",
    "read shop/report.py:6:20",
  ]);
});

Deno.test("a variable is seen through a header that includes its header", () => {
  const { groups } = asked<CallersAnswer>(project, "callers", { symbol: "most_items" }).value;
  const found = groups.flatMap(({ mentions }) => mentions === undefined ? [] : places(mentions));
  assert.ok(found.includes("write src/raise.c:4:5"), found.join(" "));
});

Deno.test("more uses than are wanted are counted", () => {
  const { count, files, sites } = mentions("MOST_ITEMS", { limit: 1 });
  assert.deepEqual([count, files, sites.length], [3, 2, 1]);
  const { text } = asked<CallersAnswer>(project, "callers", {
    symbol: "shop/limits.py:MOST_ITEMS",
    limit: 1,
  });
  assert.match(text, /3 uses in 2 files that can see it.*\n.*\n +Left out: 2 more/);
});

Deno.test("a use by name is a guess, and a function has callers instead", () => {
  assert.equal(mentions("MOST_ITEMS", { minConfidence: "exact" }), undefined);
  assert.equal(mentions("fits"), undefined);
});

Deno.test("what a change of a constant affects says how often it is used", () => {
  const { value, text } = asked<ImpactAnswer>(project, "impact", { symbol: "MOST_ITEMS" });
  assert.equal(value.groups[0]!.mentions!.count, 3);
  assert.match(text, /3 uses by name in 2 files: ask for its callers/);
});

Deno.test("where a name means a function as well, its text does not say which of them is used", () => {
  const { groups } = asked<CallersAnswer>(project, "callers", { symbol: "line_count" }).value;
  assert.deepEqual(groups.map(({ symbol }) => symbol.kind), ["function", "variable"]);
  assert.ok(groups.every(({ mentions }) => mentions === undefined));
  assert.notEqual(mentions("line_count", { file: "shop/width.py" }), undefined);
});
