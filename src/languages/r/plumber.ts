/** How Plumber is told what serves a path: `#* @get /path` above a function, `pr_get("/path", f)`. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Argument, RSyntax } from "./syntax.ts";

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

const SERVING = /^pr_(get|post|put|delete|head)$/;

/** Records what a call of a router's function serves: `pr() |> pr_get("/path", f)`. */
export function referServed(
  x: Extraction,
  called: string,
  args: readonly Argument[],
  syntax: RSyntax,
): void {
  const verb = SERVING.exec(called)?.[1];
  if (verb === undefined || !x.asks("@get") || !x.text.includes("plumber")) return;
  const plain = args.filter(({ name }) => name === "");
  const at = plain.findIndex(({ value }) => syntax.stringOf(x, value) !== undefined);
  const path = args.find(({ name }) => name === "path")?.value ?? plain[at]?.value ?? NONE;
  const handler = args.find(({ name }) => name === "handler")?.value ?? plain[at + 1]?.value ??
    NONE;
  const text = syntax.stringOf(x, path) ?? "";
  if (text === "" || handler === NONE) return;
  const symbol = x.symbolAt(handler);
  const served = symbol === NONE ? x.value(handler) : x.facts.expression(Op.symbol, symbol);
  const known = served < 0 ? x.literal("function") : served;
  x.offer(text, x.tree.starts[path]! + 1, known, `plumber ${verb}`);
}
