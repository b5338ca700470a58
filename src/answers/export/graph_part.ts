/** The part of the graph around what a text means. */
import { breadthFirst } from "../../graph/breadth_first.ts";
import type { Neighbours } from "../../graph/hop.ts";
import { EDGE_KINDS } from "../../resolve/edges.ts";
import type { IndexStore } from "../../store/index_store.ts";
import type { StoredSymbol } from "../../store/symbol_row.ts";
import { unknownText } from "../answer_text.ts";
import { QuestionError } from "../question.ts";
import { selectSymbols } from "../symbol_selector.ts";
import { ExportedGraph } from "./exported_graph.ts";

/** Symbols beyond which a part is not widened: nobody looks at more. */
const MOST_NODES = 2000;

/** A part, and whether it is all that was asked for. */
export interface GraphPart {
  readonly graph: ExportedGraph;
  /** Names that the text means beyond those shown, and how far the part was widened. */
  readonly moreSymbols: number;
  readonly isComplete: boolean;
}

/**
 * Symbols that a text means, and those that edges join with them, in either direction.
 *
 * @param depth how many edges away
 * @throws {QuestionError} when it means nothing, with what is nearest
 */
export function graphPart(
  store: IndexStore,
  text: string,
  file: string | undefined,
  depth: number,
): GraphPart {
  const { symbols, more, suggestions } = selectSymbols(store, text, file);
  if (symbols.length === 0) {
    const [problem = "", ...nearest] = unknownText(text, suggestions).split("\n");
    throw new QuestionError(problem, nearest.join("\n  ") || "See: codegraph search");
  }
  const starts = symbols.flatMap((symbol) => whole(store, symbol)).map(({ id }) => id);
  const ids = new Set(starts);
  const limits = { depth, mostNodes: MOST_NODES };
  let levels = 0;
  for (const level of breadthFirst(starts, neighboursIn(store), limits)) {
    levels++;
    for (const { node } of level) ids.add(node);
  }
  const isComplete = levels === depth || ids.size < MOST_NODES;
  for (const symbol of store.symbols.getAll([...ids])) {
    for (const id of store.symbols.withNameless(symbol)) ids.add(id);
  }
  return { graph: new ExportedGraph(store, ids), moreSymbols: more, isComplete };
}

/** A file with what stands in it, a class with its members; anything else by itself. */
function whole(store: IndexStore, symbol: StoredSymbol): readonly StoredSymbol[] {
  if (symbol.kind === "file") return store.symbols.inFile(symbol.fileId);
  return [symbol, ...store.symbols.membersOf(symbol)];
}

function neighboursIn({ symbols, edges }: IndexStore): Neighbours<undefined> {
  return (nodes) => {
    const parts = symbols.eachWithNameless(nodes);
    const ids = [...parts.values()].flat();
    const used = edges.fromEach(ids, EDGE_KINDS);
    const users = edges.toEach(ids, EDGE_KINDS);
    const around = (part: number): number[] => [
      ...used.get(part)!.map(({ target }) => target),
      ...users.get(part)!.map(({ source }) => source),
    ];
    const named = new Map(symbols.namedIdsAround([...new Set(ids.flatMap(around))]));
    return nodes.map((node) =>
      parts.get(node)!.flatMap(around)
        .flatMap((other) => named.get(other) ?? [])
        .map((to) => ({ to, cost: 0, label: undefined }))
    );
  };
}
