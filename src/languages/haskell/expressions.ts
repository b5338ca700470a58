/** Values as expressions: names, qualified or not. What is applied says nothing of what that gives. */
import type { Extraction } from "../../extract/extraction.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { typeName } from "../../resolve/modules/haskell_modules.ts";
import type { Syntax } from "./syntax.ts";

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const name: ExpressionRule = (x, node) =>
      x.nameExpression(x.textOf(node), x.tree.starts[node]!);
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    return {
      variable: name,
      constructor: name,
      operator: name,
      constructor_operator: name,
      prefix_id: inner,
      infix_id: inner,
      parens: inner,
      field_name: inner,
      qualified: (x, node) => this.#qualified(x, node),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    return {
      name: (x, node) => x.nameExpression(typeName(x.textOf(node)), x.tree.starts[node]!),
    };
  }

  #qualified(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const id = tree.child(node, this.s.F.id);
    const one = this.s.named(x, id);
    if (one === undefined) return -1;
    const isType = tree.kinds[id] === this.s.K.name;
    const name = isType ? typeName(one.name) : one.name;
    const module = x.textOf(tree.child(node, this.s.F.module)).replace(/\s+|\.$/g, "");
    return id === NONE ? -1 : x.nameExpression(`${module}.${name}`, tree.starts[node]!);
  }
}
