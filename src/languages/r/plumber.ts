/** `#* @get /path` above a function: Plumber's way to say what it serves. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

const ANNOTATION = /^#[*']\s*@(get|post|put|delete|head|options|patch|use)\s+(\S+)/;
/** Lines between an annotation and its function. */
const COMMENT = /^(?:#|\s*$)/;
/** From a function to the statement that it is, or is the value of. */
const MOST_LEVELS = 3;

/**
 * Records what a function serves, by the comments above its statement.
 * @param symbol the function's; -1 when it has no name
 */
export function referRoutes(x: Extraction, node: NodeIndex, symbol: number): void {
  if (!x.asks("@get")) return;
  const { tree } = x;
  let top = node;
  for (let level = 0; level < MOST_LEVELS && tree.parents[tree.parents[top]!] !== NONE; level++) {
    top = tree.parents[top]!;
  }
  if (tree.parents[top] === NONE || tree.parents[tree.parents[top]!] !== NONE) return;
  let line = x.lineAt(tree.starts[top]!) - 1;
  for (; line >= 1 && COMMENT.test(x.lineText(line)); line--) {
    const [whole, verb, path] = ANNOTATION.exec(x.lineText(line)) ?? [];
    if (whole === undefined || verb === undefined || path === undefined) continue;
    const served = symbol === NONE ? x.literal("function") : x.facts.expression(Op.symbol, symbol);
    const offset = x.lineStart(line) + whole.length - path.length;
    x.offer(path, offset, served, `plumber ${verb}`, symbol === NONE ? {} : { symbol });
  }
}
