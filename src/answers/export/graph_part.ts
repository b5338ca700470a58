/** The part of the graph around what a text means. */
import { breadthFirst } from "../../graph/breadth_first.ts";
import type { Hop } from "../../graph/hop.ts";
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

function neighboursIn(store: IndexStore): (node: number) => Hop<undefined>[] {
  const { symbols, edges } = store;
  return (node) => {
    const symbol = symbols.get(node);
    if (symbol === undefined) return [];
    const ids = symbols.withNameless(symbol);
    const used = edges.from(ids, EDGE_KINDS).map(({ target }) => target);
    const users = edges.to(ids, EDGE_KINDS).map(({ source }) => source);
    const around = symbols.getAll([...used, ...users].filter((id) => id > 0));
    return around.map((other) => ({
      to: symbols.namedAround(other).id,
      cost: 0,
      label: undefined,
    }));
  };
}
