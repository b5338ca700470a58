import { deepEqual, match, ok } from "node:assert/strict";
import type { Cost } from "../../../tasks/bench/measured_run.ts";
import { LANGUAGE_CORPORA, languagesWithoutCorpus } from "../../../tasks/bench/language_corpora.ts";
import { keptResults, languageBenchTable } from "../../../tasks/bench/language_report.ts";

const README = new URL("../../../README.md", import.meta.url);

function cost(wallSeconds: number, cpuSeconds: number): Cost {
  return { wallSeconds, cpuSeconds, peakBytes: 1e8 };
}

Deno.test("the table of speed by language gives rates, and ratios where there is a peer", () => {
  const table = languageBenchTable([
    {
      language: "C",
      corpus: "redis",
      files: 100,
      bytes: 4e6,
      product: cost(2, 3),
      peer: cost(8, 9),
    },
    { language: "Perl", corpus: "bioperl", files: 10, bytes: 1e6, product: cost(1, 1) },
  ], ["Nix", "Stan"]);
  match(table, /\| C \| redis \| 100 \| 4\.0 \| 2\.00 \(3\.0\) \| 50 \| 2\.0 \| 8\.00 \(9\.0\) \|/);
  match(table, /\| \*\*4\.0×\*\* \| 3\.0× \|/);
  match(table, /\| Perl \|.*\| – \| – \| – \|/);
  match(table, /mean over 1 languages: 4\.00× as fast/);
  match(table, /registry: Nix, Stan\./);
  ok(!table.includes("NaN"));
});

Deno.test("each corpus is of a language of its own, by the ends of its files' names", () => {
  const names = LANGUAGE_CORPORA.map(({ name }) => name);
  deepEqual([...new Set(names)], names);
  deepEqual(LANGUAGE_CORPORA.filter(({ keep }) => (keep ?? []).length === 0), []);
});

Deno.test("the README's table of speed by language is that of the kept results", () => {
  const readme = Deno.readTextFileSync(README);
  const section = readme.slice(
    readme.indexOf("<!-- bench-languages:start -->"),
    readme.indexOf("<!-- bench-languages:end -->"),
  );
  // The formatter pads the columns.
  const cells = (text: string): string[] =>
    text.split("\n").filter((line) => line.startsWith("|") && !/^\|[\s:-]*-/.test(line))
      .map((line) => line.split("|").map((cell) => cell.trim()).join("|"));
  const table = languageBenchTable(keptResults(), languagesWithoutCorpus());
  deepEqual(cells(section), cells(table));
});
