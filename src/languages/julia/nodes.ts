/** What both passes read of a tree: lists, names, targets. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

/** What rules of both passes read of a tree. */
export class Nodes {
  constructor(
    readonly s: Syntax,
  ) {}

  /** Named children, comments left out. */
  childrenOf(x: Extraction, node: NodeIndex): NodeIndex[] {
    const children: NodeIndex[] = [];
    if (node === NONE) return children;
    for (let child = node + 1; child < x.tree.nexts[node]!; child = x.tree.nexts[child]!) {
      if (x.tree.isNamed(child) && !x.tree.isExtra(child)) children.push(child);
    }
    return children;
  }

  /** The statement that a definition is, `const` and macros before it included. */
  statementOf(x: Extraction, node: NodeIndex): NodeIndex {
    let at = node;
    for (;;) {
      const parent = x.tree.parents[at]!;
      if (parent === NONE) return at;
      const kind = x.tree.kinds[parent]!;
      const isWrapped = kind === this.s.K.constStatement || kind === this.s.K.macroArguments ||
        kind === this.s.K.macroCall;
      if (!isWrapped) return at;
      at = parent;
    }
  }

  /** The operator in `:+`, `:(==)`; the `$f` in `:($f)`. */
  innermost(x: Extraction, node: NodeIndex): NodeIndex {
    let at = node;
    while (x.tree.kinds[at] !== this.s.K.interpolation) {
      const inner = x.tree.namedChild(at);
      if (inner === NONE) return at;
      at = inner;
    }
    return at;
  }

  /** Identifier at the bottom of `Point{T} <: Abstract{T}`, `M.Point`. */
  typeName(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    let at = node;
    while (at !== NONE && tree.kinds[at] !== this.s.K.identifier) {
      const kind = tree.kinds[at]!;
      at = kind === this.s.K.field
        ? tree.namedChild(at, tree.namedChildCount(at) - 1)
        : kind === this.s.K.binary || kind === this.s.K.parametrized || kind === this.s.K.where ||
            kind === this.s.K.typed
        ? tree.namedChild(at)
        : NONE;
    }
    return at;
  }

  /** Identifiers that an assignment gives values to. */
  targetsOf(x: Extraction, left: NodeIndex): NodeIndex[] {
    const kind = left === NONE ? -1 : x.tree.kinds[left]!;
    if (kind === this.s.K.identifier) return [left];
    // `const Vec{T} = Vector{T}`
    if (kind === this.s.K.parametrized) return this.targetsOf(x, x.tree.namedChild(left));
    if (kind === this.s.K.typed || kind === this.s.K.splat || kind === this.s.K.namedArgument) {
      return this.targetsOf(x, x.tree.namedChild(left));
    }
    if (!this.s.TUPLES.has(kind)) return [];
    return this.childrenOf(x, left).flatMap((child) => this.targetsOf(x, child));
  }

  /** Arguments given by position. */
  positional(x: Extraction, list: NodeIndex): NodeIndex[] {
    const nodes: NodeIndex[] = [];
    if (list === NONE) return nodes;
    for (let child = list + 1; child < x.tree.nexts[list]!; child = x.tree.nexts[child]!) {
      if (!x.tree.isNamed(child)) {
        if (x.text[x.tree.starts[child]!] === ";") return nodes;
      } else if (!x.tree.isExtra(child) && !this.#isKeyword(x, child)) nodes.push(child);
    }
    return nodes;
  }

  #isKeyword(x: Extraction, node: NodeIndex): boolean {
    const kind = x.tree.kinds[node];
    return kind === this.s.K.namedArgument || kind === this.s.K.doClause;
  }

  /** What a macro is given, in either form of calling it. */
  macroArguments(x: Extraction, node: NodeIndex): NodeIndex[] {
    const list = x.tree.childOfKind(node, this.s.K.macroArguments);
    return this.childrenOf(x, list === NONE ? x.tree.childOfKind(node, this.s.K.arguments) : list);
  }

  /** Name of the macro that is called, without `@`. */
  macroName(x: Extraction, node: NodeIndex): string {
    const identifier = x.tree.childOfKind(node, this.s.K.macroIdentifier);
    const nameNode = identifier === NONE ? NONE : x.tree.namedChild(identifier);
    return nameNode === NONE ? "" : x.textOf(nameNode);
  }

  /** Node of the name that a call calls; -1 when it has none. */
  calledName(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    if (node === NONE) return NONE;
    const kind = tree.kinds[node]!;
    if (kind === this.s.K.identifier) return node;
    if (kind === this.s.K.parametrized) return this.calledName(x, tree.namedChild(node));
    if (kind !== this.s.K.field) return NONE;
    const last = tree.namedChild(node, tree.namedChildCount(node) - 1);
    return last !== NONE && tree.kinds[last] === this.s.K.identifier ? last : NONE;
  }

  /** A path written as text or as `joinpath` of texts; a `*` stands for what is worked out. */
  pathPattern(x: Extraction, node: NodeIndex): string {
    const { tree } = x;
    if (node === NONE) return "";
    if (tree.kinds[node] === this.s.K.string) {
      return this.childrenOf(x, node)
        .map((part) => tree.kinds[part] === this.s.K.content ? x.textOf(part) : "*").join("");
    }
    if (tree.kinds[node] !== this.s.K.call || x.textOf(tree.namedChild(node)) !== "joinpath") {
      return "*";
    }
    return this.positional(x, tree.childOfKind(node, this.s.K.arguments))
      .filter((part) =>
        tree.kinds[part] !== this.s.K.macroCall || this.macroName(x, part) !== "__DIR__"
      )
      .map((part) => this.pathPattern(x, part)).join("/");
  }

  /** As {@link pathPattern}, where all of it is written; "" otherwise. */
  literalPath(x: Extraction, node: NodeIndex): string {
    const path = this.pathPattern(x, node);
    return path.includes("*") ? "" : path;
  }
}
