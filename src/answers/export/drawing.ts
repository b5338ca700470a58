/** The graph as it is drawn: one arrow for all places where one symbol uses another alike. */
import { type Confidence, CONFIDENCES, type EdgeKind } from "../../resolve/edges.ts";
import type { ExportedEdge, ExportedGraph, ExportedSymbol } from "./exported_graph.ts";

/** An arrow between two named symbols. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
  /** Of the surest place. */
  readonly confidence: Confidence;
  readonly places: number;
  readonly mechanism?: string;
}

/** What is drawn of a graph. */
export interface Drawing {
  readonly arrows: readonly Arrow[];
  /** By file: symbols at the ends of arrows, and all of a part. */
  readonly symbols: Iterable<readonly [file: string, symbols: readonly ExportedSymbol[]]>;
}

/** Lays out a graph. What a nameless function does is done by the named symbol around it. */
export function drawingOf(graph: ExportedGraph): Drawing {
  const arrows = new Map<string, Arrow>();
  const ends = new Set<number>();
  for (const edge of graph.edges()) {
    const from = graph.named(edge.from);
    const to = graph.named(edge.to);
    const key = `${from} ${to} ${edge.kind} ${edge.mechanism ?? ""}`;
    arrows.set(key, arrowWith(edge, from, to, arrows.get(key)));
    ends.add(from).add(to);
  }
  return { arrows: [...arrows.values()], symbols: symbolsByFile(graph, ends) };
}

/** The arrow of an edge, together with that of others alike. */
function arrowWith(
  { kind, confidence, mechanism }: ExportedEdge,
  from: number,
  to: number,
  others: Arrow | undefined,
): Arrow {
  return {
    from,
    to,
    kind,
    confidence: others === undefined ? confidence : surer(others.confidence, confidence),
    places: (others?.places ?? 0) + 1,
    ...(mechanism === undefined ? {} : { mechanism }),
  };
}

function surer(a: Confidence, b: Confidence): Confidence {
  return CONFIDENCES.indexOf(a) < CONFIDENCES.indexOf(b) ? a : b;
}

function* symbolsByFile(
  graph: ExportedGraph,
  ends: ReadonlySet<number>,
): Generator<[file: string, symbols: readonly ExportedSymbol[]]> {
  let symbols: ExportedSymbol[] = [];
  for (const symbol of graph.symbols()) {
    const isDrawn = ends.has(symbol.id) || (graph.isPart && graph.named(symbol.id) === symbol.id);
    if (!isDrawn) continue;
    const [first] = symbols;
    if (first !== undefined && first.file !== symbol.file) {
      yield [first.file, symbols];
      symbols = [];
    }
    symbols.push(symbol);
  }
  const [first] = symbols;
  if (first !== undefined) yield [first.file, symbols];
}

/** What is written on an arrow: nothing on a plain call. */
export function arrowText({ kind, places, mechanism }: Arrow): string {
  const use = kind === "calls" ? "" : kind.replaceAll("_", " ");
  const how = mechanism === undefined ? "" : `by ${mechanism}`;
  return [use, how, places === 1 ? "" : `×${places}`].filter((text) => text !== "").join(" ");
}
