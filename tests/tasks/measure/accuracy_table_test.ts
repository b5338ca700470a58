import { deepEqual } from "node:assert/strict";
import { type AccuracyReport, accuracyTable } from "../../../tasks/measure/accuracy_table.ts";

function reportOf(repo: string, precision: number, exactEdges: number): AccuracyReport {
  return {
    repo,
    language: "python",
    internal: 1000,
    precision,
    recall: 0.5,
    byConfidence: { exact: { edges: exactEdges, precision } },
  };
}

Deno.test("the table's mean weighs repositories alike but the exact tier by its edges", () => {
  const table = accuracyTable([
    { product: reportOf("a", 1, 300), peer: reportOf("a", 0.25, 0) },
    { product: reportOf("b", 0.5, 100), peer: undefined },
  ]);
  deepEqual(table.split("\n").slice(2), [
    "| a | Python | 1,000 | 1.000 | 0.500 | 1.000 | 0.250 | 0.500 |",
    "| b | Python | 1,000 | 0.500 | 0.500 | 0.500 | – | – |",
    "| **mean** | Python | 2,000 | 0.750 | 0.500 | 0.875 | – | – |",
  ]);
});
