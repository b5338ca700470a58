import type { Cost } from "../bench/measured_run.ts";
import { median } from "../bench/report.ts";
import type { Freshness } from "./measures.ts";

/** What was measured on one corpus. */
export interface CorpusFreshness {
  readonly corpus: string;
  readonly product: Freshness;
  readonly peer: Freshness;
}

type Row = readonly [title: string, cell: (measured: Freshness) => string];

const ROWS: readonly Row[] = [
  ["`sync`, nothing changed: s (CPU s)", ({ unchanged }) => times(unchanged)],
  ["`sync`, one more function: s (CPU s)", ({ oneFile }) => times(oneFile)],
  ["`sync`, a definition used everywhere: s (CPU s)", ({ hub }) => times(hub)],
  ["first edit after start, until an answer over MCP shows it: ms", ({ first }) => shown(first)],
  ["later edits, the same: ms (slowest)", ({ later }) => waits(later)],
  ["server at rest: % of one core", ({ idle }) => (idle * 100).toFixed(2)],
  ["watches", ({ watches }) => watches.toLocaleString("en-US")],
];

/** Freshness beside CodeGraph's in Markdown; medians. */
export function freshnessTable(results: readonly CorpusFreshness[]): string {
  const head = ["| corpus | | this | CodeGraph 1.6.1 |", "| --- | --- | --: | --: |"];
  const rows = results.flatMap(({ corpus, product, peer }) =>
    ROWS.map(([title, cell], at) =>
      `| ${at === 0 ? corpus : ""} | ${title} | ${cell(product)} | ${cell(peer)} |`
    )
  );
  return [...head, ...rows].join("\n");
}

function times(costs: readonly Cost[]): string {
  const wall = median(costs.map(({ wallSeconds }) => wallSeconds));
  const cpu = median(costs.map(({ cpuSeconds }) => cpuSeconds));
  return `${wall.toFixed(2)} (${cpu.toFixed(2)})`;
}

function waits(milliseconds: readonly number[]): string {
  const slowest = Math.max(...milliseconds);
  return `${shown(median(milliseconds))} (${shown(slowest)})`;
}

function shown(milliseconds: number): string {
  return milliseconds === Infinity ? "never" : milliseconds.toFixed(0);
}
