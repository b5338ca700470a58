/** Node types and fields of Erlang's grammar, and what is found in them by place. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** Ids of the grammar. */
type Ids = ReturnType<typeof idsOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
function idsOf(g: Grammar) {
  return {
    F: {
      args: g.field("args"),
      arity: g.field("arity"),
      body: g.field("body"),
      clause: g.field("clause"),
      expr: g.field("expr"),
      exprs: g.field("exprs"),
      fields: g.field("fields"),
      file: g.field("file"),
      fun: g.field("fun"),
      funs: g.field("funs"),
      lhs: g.field("lhs"),
      module: g.field("module"),
      name: g.field("name"),
      pat: g.field("pat"),
      rhs: g.field("rhs"),
      sigs: g.field("sigs"),
      ty: g.field("ty"),
      value: g.field("value"),
    },
    K: {
      atom: g.kind("atom"),
      call: g.kind("call"),
      exprArgs: g.kind("expr_args"),
      functionClause: g.kind("function_clause"),
      integer: g.kind("integer"),
      list: g.kind("list"),
      macroCall: g.kind("macro_call_expr"),
      match: g.kind("match_expr"),
      moduleAttribute: g.kind("module_attribute"),
      recordExpr: g.kind("record_expr"),
      remote: g.kind("remote"),
      spec: g.kind("spec"),
      var: g.kind("var"),
    },
  };
}

/** The grammar of Erlang. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K } = idsOf(g));
  }

  /** Name that an atom is, without quotes; "" for other nodes. */
  atom(x: Extraction, node: NodeIndex): string {
    if (node === NONE || x.tree.kinds[node] !== this.K.atom) return "";
    return x.textOf(node).replace(/^'|'$/g, "");
  }

  /** Children of a field. */
  all(x: Extraction, node: NodeIndex, field: number): NodeIndex[] {
    const { tree } = x;
    const found: NodeIndex[] = [];
    for (let at = node === NONE ? NONE : tree.firstChild(node); at !== NONE;) {
      if (tree.fields[at] === field && tree.isNamed(at) && !tree.isExtra(at)) found.push(at);
      at = tree.nextSibling(at);
    }
    return found;
  }

  /** What a call, a clause or a type is given. */
  argumentsOf(x: Extraction, node: NodeIndex): NodeIndex[] {
    return this.all(x, x.tree.child(node, this.F.args), this.F.args);
  }

  /** Arity behind the slash of `f/1`; -1 where it is not written. */
  arity(x: Extraction, node: NodeIndex): number {
    const arity = x.tree.child(node, this.F.arity);
    const value = arity === NONE ? NONE : x.tree.child(arity, this.F.value);
    return value === NONE ? -1 : Number(x.textOf(value));
  }

  /** Whether a node is `?MODULE`. */
  isOwnModule(x: Extraction, node: NodeIndex): boolean {
    return node !== NONE && x.tree.kinds[node] === this.K.macroCall &&
      x.textOf(node) === "?MODULE";
  }
}
