import type { ExportedGraph } from "./exported_graph.ts";

/** JSON lines: every symbol, then every edge. */
export function* jsonLines(graph: ExportedGraph): Generator<string> {
  for (const symbol of graph.symbols()) yield JSON.stringify({ type: "symbol", ...symbol });
  for (const edge of graph.edges()) yield JSON.stringify({ type: "edge", ...edge });
}
