import { equal, match, ok } from "node:assert/strict";
import { CORPORA } from "../../../tasks/bench/corpora.ts";
import { benchTables, type CorpusResult, median } from "../../../tasks/bench/report.ts";

Deno.test("the median of an even number of values lies between the middle two", () => {
  equal(median([9, 1, 5]), 5);
  equal(median([1, 9, 5, 7]), 6);
});

function resultOf(index: number, productSeconds: number, peerSeconds: number): CorpusResult {
  const cost = { cpuSeconds: 1, peakBytes: 100e6, databaseBytes: 5e6 };
  return {
    corpus: CORPORA[index]!,
    languages: { c: { files: 10, bytes: 4e6 }, python: { files: 10, bytes: 0 } },
    questions: [{
      question: "callers",
      commands: [0.25, 0.5, 0.75],
      answers: [...new Array<number>(19).fill(0.001), 0.004],
    }],
    overUnlinked: 1.024,
    subjects: {
      product: { ...cost, wallSeconds: productSeconds },
      peer: { ...cost, wallSeconds: peerSeconds, databaseBytes: 20e6 },
      ctags: { ...cost, wallSeconds: 0.5, databaseBytes: undefined },
    },
  };
}

Deno.test("a bench report gives rates, ratios and the geometric mean", () => {
  const report = benchTables([resultOf(0, 2, 4), resultOf(1, 1, 8)]);
  match(report, /\| express \| JavaScript \| 20 \| 4\.0 \| 2\.00 \(1\.0\) \| 10 \| 2\.0 \|/);
  match(report, /\| \+2 % \|/);
  match(report, /\| \*\*2\.0×\*\* \|/);
  match(report, /\| 0\.50 \(1\.0\) \| 4\.0× \|/);
  match(report, /Geometric mean: 4\.00× as fast/);
  match(report, /\| on express \|.*\n.*\n\| `callers` \| 1\.0 \| 4\.0 \| 0\.50 \| 0\.75 \|/);
  match(report, /\| express \| 100 \| 100 \| 5\.0 \| 20\.0 \| 0\.25 \|/);
});

Deno.test("what a bench run left out is not claimed", () => {
  const report = benchTables([resultOf(0, 2, 4)]);
  ok(!report.includes("parsing alone"));
  ok(!report.includes("NaN"));
});
