/** Node types and fields of Elixir's grammar, and what is found in them by place. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";

/** Ids of the grammar. */
type Ids = ReturnType<typeof idsOf>;

/** Looks up the ids of the grammar once. */
// deno-lint-ignore explicit-function-return-type -- the inferred type is the point
function idsOf(g: Grammar) {
  return {
    F: {
      key: g.field("key"),
      left: g.field("left"),
      operand: g.field("operand"),
      operator: g.field("operator"),
      right: g.field("right"),
      target: g.field("target"),
      value: g.field("value"),
    },
    K: {
      alias: g.kind("alias"),
      arguments: g.kind("arguments"),
      atom: g.kind("atom"),
      binary: g.kind("binary_operator"),
      bitstring: g.kind("bitstring"),
      block: g.kind("block"),
      call: g.kind("call"),
      doBlock: g.kind("do_block"),
      dot: g.kind("dot"),
      identifier: g.kind("identifier"),
      integer: g.kind("integer"),
      keywords: g.kind("keywords"),
      list: g.kind("list"),
      operatorIdentifier: g.kind("operator_identifier"),
      pair: g.kind("pair"),
      quoted: g.kind("quoted_content"),
      stab: g.kind("stab_clause"),
      string: g.kind("string"),
      struct: g.kind("struct"),
      tuple: g.kind("tuple"),
      unary: g.kind("unary_operator"),
    },
  };
}

/** The head of a function: `f(a, b \\ 1) when g`. */
export interface Head {
  readonly nameNode: NodeIndex;
  readonly name: string;
  readonly parameters: readonly NodeIndex[];
}

/** The grammar of Elixir. */
export class Syntax {
  readonly F: Ids["F"];
  readonly K: Ids["K"];

  constructor(g: Grammar) {
    ({ F: this.F, K: this.K } = idsOf(g));
  }

  /** What is called by its bare name: `def` of `def f do … end`; "" for other calls. */
  targetName(x: Extraction, call: NodeIndex): string {
    const target = x.tree.child(call, this.F.target);
    return target !== NONE && x.tree.kinds[target] === this.K.identifier ? x.textOf(target) : "";
  }

  /** Nodes of what a call is given in its parentheses; keywords count as one. */
  argumentsOf(x: Extraction, call: NodeIndex): NodeIndex[] {
    return namedChildren(x, x.tree.childOfKind(call, this.K.arguments));
  }

  /** Block of a call; -1 if it has none. */
  blockOf(x: Extraction, call: NodeIndex): NodeIndex {
    return x.tree.childOfKind(call, this.K.doBlock);
  }

  /** Operator of a unary or binary operation. */
  operator(x: Extraction, node: NodeIndex): string {
    return x.textOf(x.tree.child(node, this.F.operator));
  }

  /** Whether a node is an operation of some operator. */
  isBinary(x: Extraction, node: NodeIndex, operator: string): boolean {
    return node !== NONE && x.tree.kinds[node] === this.K.binary &&
      this.operator(x, node) === operator;
  }

  /** Operand of a unary operation: of `&` what is captured, of `@` the attribute; -1 for other nodes. */
  operand(x: Extraction, node: NodeIndex, operator: string): NodeIndex {
    if (node === NONE || x.tree.kinds[node] !== this.K.unary) return NONE;
    const isIt = x.text.charCodeAt(x.tree.starts[node]!) === operator.charCodeAt(0);
    return isIt ? x.tree.child(node, this.F.operand) : NONE;
  }

  /** Value under a keyword among the last of some nodes: `to: M`; -1 if there is none. */
  keyword(x: Extraction, args: readonly NodeIndex[], name: string): NodeIndex {
    const last = args.at(-1);
    if (last === undefined || x.tree.kinds[last] !== this.K.keywords) return NONE;
    for (const pair of namedChildren(x, last)) {
      const key = x.textOf(x.tree.child(pair, this.F.key)).trim();
      if (key === `${name}:`) return x.tree.child(pair, this.F.value);
    }
    return NONE;
  }

  /** Head of a definition, without its guard; undefined where its name is not written. */
  head(x: Extraction, node: NodeIndex | undefined): Head | undefined {
    const { tree } = x;
    const { F, K } = this;
    if (node === undefined || node === NONE) return undefined;
    const kind = tree.kinds[node];
    if (kind === K.identifier) return { nameNode: node, name: x.textOf(node), parameters: [] };
    if (kind === K.call) {
      const target = tree.child(node, F.target);
      if (target === NONE || tree.kinds[target] !== K.identifier) return undefined;
      const name = x.textOf(target);
      if (name === "unquote") return undefined;
      return { nameNode: target, name, parameters: this.argumentsOf(x, node) };
    }
    if (kind === K.unary) {
      const nameNode = tree.child(node, F.operator);
      const parameters = [tree.child(node, F.operand)];
      return { nameNode, name: x.textOf(nameNode), parameters };
    }
    if (kind !== K.binary) return undefined;
    const operator = tree.child(node, F.operator);
    const name = x.textOf(operator);
    const left = tree.child(node, F.left);
    if (name === "when" || name === "::") return this.head(x, left);
    return { nameNode: operator, name, parameters: [left, tree.child(node, F.right)] };
  }

  /** Whether a parameter has a default: `b \\ 1`. */
  hasDefault(x: Extraction, parameter: NodeIndex): boolean {
    return this.isBinary(x, parameter, "\\\\");
  }

  /** What a string or a heredoc says; "" for other nodes. */
  stringText(x: Extraction, node: NodeIndex | undefined): string {
    if (node === undefined || node === NONE) return "";
    const isString = x.tree.kinds[node] === this.K.string ||
      x.text.startsWith("~S", x.tree.starts[node]);
    const content = isString ? x.tree.childOfKind(node, this.K.quoted) : NONE;
    return content === NONE ? "" : x.textOf(content);
  }
}
