import { type Arrow, arrowText, drawingOf } from "./drawing.ts";
import type { ExportedGraph, ExportedSymbol } from "./exported_graph.ts";

const STYLE = { exact: "solid", inferred: "dashed", heuristic: "dotted" } as const;

/** Graphviz: files are boxes; what is less sure is dashed, what only a name supports dotted. */
export function* dot(graph: ExportedGraph): Generator<string> {
  yield "digraph codegraph {";
  yield "  rankdir=LR;";
  yield '  node [shape=box, style=rounded, fontname="sans-serif"];';
  yield '  edge [fontname="sans-serif", fontsize=10];';
  const drawing = drawingOf(graph);
  let cluster = 0;
  for (const [file, symbols] of drawing.symbols) {
    yield `  subgraph cluster_${++cluster} {`;
    yield `    label=${quoted(file)};`;
    for (const symbol of symbols) yield `    ${nodeLine(symbol)}`;
    yield "  }";
  }
  for (const arrow of drawing.arrows) yield arrowLine(arrow);
  yield "}";
}

function nodeLine({ id, kind, qualifiedName, file, startLine }: ExportedSymbol): string {
  const tooltip = quoted(`${kind} ${file}:${startLine}`);
  return `${id} [label=${quoted(qualifiedName)}, tooltip=${tooltip}];`;
}

function arrowLine(arrow: Arrow): string {
  const text = arrowText(arrow);
  const label = text === "" ? "" : `, label=${quoted(text)}`;
  return `  ${arrow.from} -> ${arrow.to} [style=${STYLE[arrow.confidence]}${label}];`;
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&").replace(/\r?\n|\r/g, "\\n").replaceAll("\0", "")}"`;
}
