import type { ExportedGraph } from "./exported_graph.ts";

/** One JSON value: `{"symbols": […], "edges": […]}`. */
export function* json(graph: ExportedGraph): Generator<string> {
  yield '{"symbols": [';
  yield* separated(graph.symbols());
  yield '], "edges": [';
  yield* separated(graph.edges());
  yield "]}";
}

/** Each value on a line of its own, with a comma after all but the last. */
function* separated(values: Iterable<object>): Generator<string> {
  let last: string | undefined;
  for (const value of values) {
    if (last !== undefined) yield `${last},`;
    last = JSON.stringify(value);
  }
  if (last !== undefined) yield last;
}
