import type { SkipReason } from "../scan/skip.ts";
import { EDGE_KINDS } from "../resolve/edges.ts";
import { IndexStore } from "../store/index_store.ts";
import type { CallTotals, IndexSummary } from "./index_summary.ts";

/** Sums up an index that is there. @throws {IndexError} when it cannot be read */
export function storedSummary(
  databasePath: string,
  root: string,
  milliseconds: number,
): IndexSummary {
  using store = IndexStore.open(databasePath, root);
  const { totals } = store;
  const counts = new Map(totals.edges().map(({ of, count }) => [of, count]));
  const kinds = EDGE_KINDS.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [[kind, count] as const];
  });
  return {
    root,
    databasePath,
    databaseSize: Deno.statSync(databasePath).size,
    languages: totals.languages(),
    ...totals.files(),
    symbols: totals.symbols().reduce((sum, { count }) => sum + count, 0),
    edges: kinds.reduce((sum, [, count]) => sum + count, 0),
    edgesByKind: Object.fromEntries(kinds),
    calls: callTotals(store),
    skipped: totals.skipped().map(({ of, count }) => ({ reason: of as SkipReason, paths: count })),
    partlyReadFiles: totals.partlyReadFiles(),
    milliseconds,
  };
}

function callTotals({ totals }: IndexStore): CallTotals {
  const surely = { exact: 0, inferred: 0, heuristic: 0 };
  for (const { of, count } of totals.calls()) surely[of] = count;
  return { ...surely, external: totals.externalCalls(), possible: totals.possible() };
}
