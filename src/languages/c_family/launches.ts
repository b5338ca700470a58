/** Calls in how a kernel of CUDA is launched: `kernel<<<blocks(n), 256>>>(x)`. */
import { RefKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { LanguageRules, NodeRule } from "../../extract/rules.ts";
import { NONE } from "../../extract/syntax_tree.ts";

const CALL = /(?<![\w.>:])([A-Za-z_]\w*)\s*\(/g;

/** Rules of C++ that also see what the grammar is not shown of a launch. */
export function withLaunches(g: Grammar, rules: LanguageRules): LanguageRules {
  const called = g.field("function");
  const given = g.field("arguments");
  const call: NodeRule = (x, node) => {
    rules.refer["call_expression"]?.(x, node);
    const callee = x.tree.child(node, called);
    const list = x.tree.child(node, given);
    if (callee === NONE || list === NONE) return;
    const end = x.tree.ends[callee]!;
    const between = x.text.slice(end, x.tree.starts[list]!);
    if (!between.includes("<<<")) return;
    for (const match of between.matchAll(CALL)) {
      const offset = end + match.index;
      x.referAt(RefKind.call, match[1]!, offset, x.nameExpression(match[1]!, offset));
    }
  };
  return { ...rules, refer: { ...rules.refer, call_expression: call } };
}
