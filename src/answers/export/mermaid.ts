import { type Arrow, arrowText, drawingOf } from "./drawing.ts";
import type { ExportedGraph } from "./exported_graph.ts";

/** A Mermaid flow chart: what is less sure is dotted, what only a name supports has a question mark. */
export function* mermaid(graph: ExportedGraph): Generator<string> {
  yield "flowchart LR";
  const drawing = drawingOf(graph);
  let box = 0;
  for (const [file, symbols] of drawing.symbols) {
    yield `  subgraph f${++box}[${quoted(file)}]`;
    for (const { id, qualifiedName } of symbols) yield `    s${id}[${quoted(qualifiedName)}]`;
    yield "  end";
  }
  for (const arrow of drawing.arrows) yield arrowLine(arrow);
}

function arrowLine(arrow: Arrow): string {
  const doubt = arrow.confidence === "heuristic" ? "?" : "";
  const text = `${arrowText(arrow)} ${doubt}`.trim();
  const line = arrow.confidence === "exact" ? "-->" : "-.->";
  return `  s${arrow.from} ${line}${text === "" ? "" : `|${quoted(text)}|`} s${arrow.to}`;
}

/** Everything but plain letters and digits by number: Mermaid reads much of it as its own. */
function quoted(text: string): string {
  return `"${text.replace(/[^\p{L}\p{N} ._/:×-]/gu, (sign) => `#${sign.codePointAt(0)};`)}"`;
}
