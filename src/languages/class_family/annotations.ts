/** What annotations and attributes are given. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { NodeIndex } from "../../extract/syntax_tree.ts";
import { namedChildren } from "./calls.ts";

/**
 * An annotation as a call, where a linker may ask what it is given; -1 elsewhere.
 * @param callee expression of the annotation's type
 * @param list node whose children are what it is given
 * @param wrapper node type of an argument around its name and its value
 */
export function annotationCall(
  x: Extraction,
  nameNode: NodeIndex,
  callee: number,
  list: NodeIndex,
  wrapper: number,
): number {
  if (callee < 0 || !x.asks(x.textOf(nameNode))) return -1;
  const args = namedChildren(x, list).map((argument) => {
    if (x.tree.kinds[argument] !== wrapper) return x.value(argument);
    const [first, second] = namedChildren(x, argument);
    if (first === undefined) return -1;
    if (second === undefined) return x.value(first);
    return x.facts.expression(Op.keyword, x.facts.text(x.textOf(first)), x.value(second));
  });
  return x.callExpression(callee, args);
}
