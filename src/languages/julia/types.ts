/** Types. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, RefKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";
import type { Nodes } from "./nodes.ts";
import type { Expressions } from "./expressions.ts";
import { isJuliaBuiltin } from "../julia_builtins.ts";

/** Types as expressions, and references to them. */
export class Types {
  constructor(
    readonly s: Syntax,
    readonly nodes: Nodes,
    readonly expressions: Expressions,
  ) {}

  /** Rules for types by node type. */
  rules(): Record<string, ExpressionRule> {
    return {
      identifier: (x, node) => this.expressions.name(x, node),
      field_expression: (x, node) => this.expressions.field(x, node),
      parametrized_type_expression: (x, node) => this.#parametrizedType(x, node),
      where_expression: (x, node) => x.type(x.tree.namedChild(node)),
    };
  }

  /** References to the types that a type expression names. */
  referType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    for (let at = node; at < tree.nexts[node]!; at++) {
      if (tree.kinds[at] !== this.s.K.identifier) continue;
      const parent = tree.parents[at]!;
      const isMember = tree.kinds[parent] === this.s.K.field;
      if (isMember && tree.child(parent, this.s.F.value) === at) continue;
      const name = x.textOf(at);
      if (isJuliaBuiltin(name)) continue;
      const expression = isMember ? x.type(parent) : x.nameExpression(name, tree.starts[at]!);
      x.refer(RefKind.type, at, expression);
    }
  }

  /** `Vector{T}`, `Union{A, B}`, `Point{Int}`. */
  #parametrizedType(x: Extraction, node: NodeIndex): number {
    const base = x.tree.namedChild(node);
    const args = this.nodes.childrenOf(x, x.tree.childOfKind(node, this.s.K.curly)).map((arg) =>
      x.type(arg)
    );
    if (base === NONE) return -1;
    if (x.textOf(base) === "Type") {
      return args.length === 1 && args[0]! >= 0 ? x.facts.expression(Op.typeOf, args[0]!) : -1;
    }
    if (x.textOf(base) === "Union") {
      return args.reduce((all, one) => this.expressions.either(x, all, one), -1);
    }
    return x.facts.expression(Op.apply, x.type(base), x.facts.list(args), args.length);
  }
}
