import assert from "node:assert/strict";
import type { ExploreAnswer } from "../../src/answers/explore.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { asked } from "./asked.ts";

const project = await indexedProject({
  ...SHOP,
  "shop/report.py": `def monthly_report(carts):
    """Sums up what customers bought in a month.

    ${"A long explanation that nobody needs to see. ".repeat(3)}
    """
    total = 0
${Array.from({ length: 80 }, (_, line) => `    total += ${line}`).join("\n")}
    for cart in carts:
        total += cart.total("friend")
    return total
`,
});
globalThis.addEventListener("unload", () => project[Symbol.dispose]());

function explore(query: string, more: Readonly<Record<string, unknown>> = {}): ExploreAnswer {
  return asked<ExploreAnswer>(project, "explore", { query, ...more }).value;
}

/** Line numbers that an answer shows, by file. */
function linesOf({ files }: ExploreAnswer): Map<string, number[]> {
  return new Map(files.map(({ file, code }) => [
    file,
    code.split("\n").filter((line) => line !== "…").map((line) => Number.parseInt(line)),
  ]));
}

Deno.test("the source that answers is shown, with the calls in between", () => {
  const answer = explore("How is the price for a customer computed?");
  const shown = answer.files.flatMap(({ definitions }) => definitions).join(" ");
  for (const name of ["pricing_for", "Pricing.price", "Discount.price"]) {
    assert.ok(shown.includes(name), `${name} in ${shown}`);
  }
  const calls = answer.calls.map(({ from, to, line }) => `${from} ${to} ${line}`);
  assert.ok(calls.includes("Cart.total pricing_for 12"), calls.join(", "));
});

Deno.test("source is what stands in the file, line by line", () => {
  const { files } = explore("How is the price for a customer computed?");
  for (const { file, code } of files) {
    const lines = Deno.readTextFileSync(`${project.root}/${file}`).split("\n");
    for (const shown of code.split("\n")) {
      if (shown === "…") continue;
      const [, number, text] = /^(\d+)\|(.*)$/.exec(shown)!;
      assert.equal(text, lines[Number(number) - 1]);
    }
  }
});

Deno.test("no line is shown twice, and lines come in order", () => {
  for (
    const query of ["price", "cart total", "How does checkout work?", "Pricing Discount price"]
  ) {
    for (const lines of linesOf(explore(query)).values()) {
      assert.deepEqual(lines, [...new Set(lines)].sort((a, b) => a - b), query);
    }
  }
});

Deno.test("of what does not fit, the signature and what was asked for are shown", () => {
  const { files } = explore("monthly report of a cart's total", { maxChars: 2000, maxFiles: 1 });
  const [{ file, code }] = files as [ExploreAnswer["files"][number]];
  assert.equal(file, "shop/report.py");
  assert.match(code, /def monthly_report\(carts\):/);
  assert.match(code, /total \+= cart\.total\("friend"\)/);
  assert.match(code, /\n…\n/);
});

Deno.test("an answer keeps to its size, and tells what it left out", () => {
  for (const maxChars of [2000, 3000, 5000]) {
    const given = { query: "price cart pricing discount checkout report", maxChars };
    const { value, text } = asked<ExploreAnswer>(project, "explore", given);
    assert.ok(text.length <= maxChars, `${text.length} characters`);
    assert.ok(JSON.stringify(value).length <= maxChars);
    assert.equal(value.leftOut.symbols > 0, value.leftOut.next.length > 0);
  }
});

Deno.test("files are no more than asked for", () => {
  assert.equal(explore("price cart report", { maxFiles: 1 }).files.length, 1);
});

Deno.test("a name in the question is found whatever else is asked", () => {
  const answer = explore("what on earth does half_price do with all those things");
  assert.match(answer.files.map(({ code }) => code).join("\n"), /def half_price\(\):/);
});

Deno.test("tests are shown after what they test", () => {
  const { files } = explore("cart total");
  const order = files.map(({ file }) => file);
  assert.ok(order.indexOf("shop/cart.py") < (order.indexOf("tests/test_cart.py") + 99) % 100);
});

Deno.test("a question about nothing here says so", () => {
  const { value, text } = asked<ExploreAnswer>(project, "explore", { query: "zxqv wvut" });
  assert.deepEqual(value.files, []);
  assert.match(text, /Nothing in this project matches/);
});

Deno.test("a shown file that changed since is named", async () => {
  using changed = await indexedProject(SHOP);
  Deno.writeTextFileSync(`${changed.root}/shop/pricing.py`, "# all gone\n".repeat(40));
  const { value } = asked<ExploreAnswer>(changed, "explore", { query: "pricing for a customer" });
  assert.deepEqual(value.changedFiles, ["shop/pricing.py"]);
});

Deno.test("what the question calls by its very name is shown, however much else fits its words", async () => {
  const sorting = Array.from({ length: 40 }, (_, index) => {
    const doc = '"""Sorts a table by reference, as the ordkey of a table says."""';
    return `def sort_table_by_reference_${index}(table):\n    ${doc}\n    return sort_table(table)\n`;
  });
  using keyed = await indexedProject({
    "tables.py": "def sort_table(table):\n    return table\n\n\n" + sorting.join("\n\n"),
    "keys.py": "def ordkey(x, cols):\n    return x\n",
  });
  const query = "How does ordkey sort a table by reference?";
  const { files } = asked<ExploreAnswer>(keyed, "explore", { query, maxChars: 2000 }).value;
  assert.ok(files.some(({ definitions }) => definitions.includes("ordkey 1-2")));
});
