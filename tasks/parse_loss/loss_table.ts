import type { Loss } from "./loss.ts";

/** The table in Markdown: a line for each language. */
export function lossTable(losses: readonly Loss[]): string {
  const head = [
    "| language | files | MB | without syntax error | compared with | files compared | definitions | found | MB/s per core |",
    "|---|--:|--:|--:|---|--:|--:|--:|--:|",
  ];
  return [...head, ...losses.map(line)].join("\n");
}

/**
 * A table with the lines of another put in: those of the same language are replaced, new ones follow.
 *
 * @param table may be empty, or as a formatter left it
 */
export function mergedTable(table: string, fresh: string): string {
  const [head = "", rule = "", ...rows] = fresh.split("\n");
  const merged = new Map([...rowsOf(table), ...rows].map((row) => [languageOf(row), row]));
  return [head, rule, ...merged.values()].join("\n");
}

function rowsOf(table: string): string[] {
  return table.split("\n").filter((row) => row.startsWith("|")).slice(2);
}

function languageOf(row: string): string {
  return row.split("|")[1]!.trim();
}

function line(loss: Loss): string {
  const megabytes = loss.bytes / 1e6;
  const cells = [
    loss.language,
    count(loss.files),
    megabytes.toFixed(1),
    percent(loss.clean, loss.files),
    loss.means,
    count(loss.judged),
    count(loss.definitions),
    percent(loss.definitions - loss.lost.length, loss.definitions),
    (megabytes / loss.seconds).toFixed(2),
  ];
  return `| ${cells.join(" | ")} |`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** Rounded down, so that 100 % means all. */
function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${(Math.floor(part / whole * 10_000) / 100).toFixed(2)} %`;
}
