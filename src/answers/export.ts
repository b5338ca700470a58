/** The whole graph, line by line. */
import type { IndexStore } from "../store/index_store.ts";
import { type ShownLine, shownLine } from "./place.ts";

/**
 * The graph as JSON lines: every symbol, then every edge between symbols of the project. Lines and
 * columns count from 1, columns in UTF-16 units; in notebooks lines are those of a cell, which is
 * given, too.
 */
export function* exportLines(store: IndexStore): Generator<string> {
  const fileOf = new Map<number, string>();
  const qualifiedName = store.symbols.qualifiedNames();
  for (const symbol of store.symbols.each()) {
    const { id, kind, name, file, startLine, endLine } = symbol;
    fileOf.set(id, file);
    const place = shownLine(store, file, startLine);
    yield JSON.stringify({
      type: "symbol",
      id,
      kind,
      name,
      qualifiedName: qualifiedName(symbol),
      file,
      ...cellOf(place),
      startLine: place.line,
      endLine: endLine + place.line - startLine,
    });
  }
  for (
    const { kind, source, target, line, column, confidence, evidence, mechanism } of store.edges
      .each()
  ) {
    if (target < 0) continue;
    yield JSON.stringify({
      type: "edge",
      kind,
      from: source,
      to: target,
      file: fileOf.get(source),
      ...shownLine(store, fileOf.get(source)!, line),
      column,
      confidence,
      evidence,
      ...(mechanism === undefined ? {} : { mechanism }),
    });
  }
}

function cellOf({ cell }: ShownLine): Pick<ShownLine, "cell"> {
  return cell === undefined ? {} : { cell };
}
