import type { ExportedGraph } from "./exported_graph.ts";

const NODE_KEYS = {
  kind: "string",
  name: "string",
  qualifiedName: "string",
  file: "string",
  cell: "int",
  startLine: "int",
  endLine: "int",
} as const;

const EDGE_KEYS = {
  kind: "string",
  file: "string",
  cell: "int",
  line: "int",
  column: "int",
  confidence: "string",
  evidence: "string",
  mechanism: "string",
} as const;

/** GraphML, as network analysis programs read it. */
export function* graphml(graph: ExportedGraph): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>';
  yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">';
  yield* keyLines("node", NODE_KEYS);
  yield* keyLines("edge", EDGE_KEYS);
  yield '<graph id="codegraph" edgedefault="directed">';
  for (const symbol of graph.symbols()) {
    yield `<node id="n${symbol.id}">${dataOf(symbol, NODE_KEYS, "n")}</node>`;
  }
  for (const edge of graph.edges()) {
    const { from, to } = edge;
    yield `<edge source="n${from}" target="n${to}">${dataOf(edge, EDGE_KEYS, "e")}</edge>`;
  }
  yield "</graph>";
  yield "</graphml>";
}

function* keyLines(of: string, keys: Readonly<Record<string, string>>): Generator<string> {
  for (const [name, type] of Object.entries(keys)) {
    yield `<key id="${of[0]}_${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`;
  }
}

function dataOf(values: object, keys: Readonly<Record<string, string>>, prefix: string): string {
  const of: Readonly<Record<string, string | number | undefined>> = { ...values };
  let text = "";
  for (const name of Object.keys(keys)) {
    const value = of[name];
    if (value !== undefined) text += `<data key="${prefix}_${name}">${escaped(value)}</data>`;
  }
  return text;
}

function escaped(value: string | number): string {
  // deno-lint-ignore no-control-regex
  const allowed = String(value).replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd");
  return allowed.toWellFormed().replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
