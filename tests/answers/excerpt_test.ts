import { equal, ok } from "node:assert/strict";
import { join } from "node:path";
import { excerpt } from "../../src/answers/excerpt.ts";
import { SourceLines } from "../../src/answers/source_lines.ts";
import { queryTerms } from "../../src/graph/query_terms.ts";

const SOURCE = [
  "def settle(invoices):",
  '    """Settles.',
  "",
  ...Array.from({ length: 20 }, (_, line) => `    :param rate${line}: the rate of the tax`),
  '    """',
  ...Array.from({ length: 60 }, (_, line) => `    step_${line} = invoices[0] * ${line}`),
  "    return tax_at(rate)",
];

Deno.test("of a long function its code is shown rather than what its documentation says of it", () => {
  const root = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(join(root, "tax.py"), SOURCE.join("\n"));
    const ranges = excerpt(new SourceLines(root, () => undefined), {
      file: "tax.py",
      range: { first: 1, last: SOURCE.length },
      signature: SOURCE[0],
      terms: queryTerms("rate tax").terms.map((term) => ({ term, worth: 1 })),
      marked: new Set(),
      space: 400,
    });
    const shown = ranges.flatMap(({ first, last }) => SOURCE.slice(first - 1, last));
    equal(shown[0], SOURCE[0]);
    equal(shown.at(-1), SOURCE.at(-1));
    ok(shown.some((line) => line.includes("step_0 ")), shown.join("\n"));
    equal(shown.filter((line) => line.includes(":param")).length, 0, shown.join("\n"));
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
