/** Subs that are constants: `sub PI () { 3 }`. Perl puts the value where one is named; nothing is called. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

/** Whether a sub takes nothing, by its prototype, and does no more than give a literal. */
export function isConstantSub(s: Syntax, x: Extraction, sub: NodeIndex): boolean {
  const prototype = x.tree.childOfKind(sub, s.K.prototype);
  if (prototype === NONE || x.textOf(prototype).replace(/\s/g, "") !== "()") return false;
  const body = x.tree.child(sub, s.F.body);
  if (body === NONE || x.tree.namedChildCount(body) !== 1) return false;
  const end = x.tree.nexts[body]!;
  for (let at = body + 1; at < end; at++) {
    if (x.tree.isNamed(at) && !s.literals.has(x.tree.kinds[at]!)) return false;
  }
  return true;
}
