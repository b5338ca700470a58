/** The forms in which the graph is exported. Adding one: its file, and one line here. */
import { dot } from "./dot.ts";
import type { ExportedGraph } from "./exported_graph.ts";
import { graphml } from "./graphml.ts";
import { json } from "./json.ts";
import { jsonLines } from "./json_lines.ts";
import { mermaid } from "./mermaid.ts";

/** Writes a graph line by line, since it may be larger than memory. */
export type ExportFormat = (graph: ExportedGraph) => Iterable<string>;

/** Every form by its name. */
export const EXPORT_FORMATS: Readonly<Record<string, ExportFormat>> = {
  jsonl: jsonLines,
  json,
  dot,
  mermaid,
  graphml,
};
