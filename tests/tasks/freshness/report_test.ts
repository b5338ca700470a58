import { deepEqual } from "node:assert/strict";
import type { Freshness } from "../../../tasks/freshness/measures.ts";
import { freshnessTable } from "../../../tasks/freshness/report.ts";

function measured(seconds: number, first: number, later: readonly number[]): Freshness {
  const costs = [1, 2, 3].map((factor) => ({
    wallSeconds: seconds * factor,
    cpuSeconds: seconds * factor / 2,
    peakBytes: 1,
  }));
  const work = { unchanged: costs, oneFile: costs, hub: costs, first, later };
  return { ...work, idle: 0.0005, watches: 1234 };
}

Deno.test("a report of freshness gives medians, the slowest, and what was never seen", () => {
  const product = measured(0.1, 400, [200, 300, 250]);
  const peer = measured(1, Infinity, [4000, Infinity, Infinity]);
  deepEqual(freshnessTable([{ corpus: "django", product, peer }]).split("\n").slice(2), [
    "| django | `sync`, nothing changed: s (CPU s) | 0.20 (0.10) | 2.00 (1.00) |",
    "|  | `sync`, one more function: s (CPU s) | 0.20 (0.10) | 2.00 (1.00) |",
    "|  | `sync`, a definition used everywhere: s (CPU s) | 0.20 (0.10) | 2.00 (1.00) |",
    "|  | first edit after start, until an answer over MCP shows it: ms | 400 | never |",
    "|  | later edits, the same: ms (slowest) | 250 (300) | never (never) |",
    "|  | server at rest: % of one core | 0.05 | 0.05 |",
    "|  | watches | 1,234 | 1,234 |",
  ]);
});
