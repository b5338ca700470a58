/** Heads of methods: what stands before the body. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Nodes } from "./nodes.ts";

/** Parts of the head of a method: what stands before its body. */
export interface Head {
  /** Node of the name: an identifier, an operator; -1 for a function without a name. */
  readonly name: NodeIndex;
  /** `Base` of `Base.show`; -1 when the name stands alone. */
  readonly owner: NodeIndex;
  /** Type of the object that is called, for `(p::Point)(x)`; -1 otherwise. */
  readonly callable: NodeIndex;
  /** `p` of `(p::Point)(x)`; -1 when it has no name. */
  readonly object: NodeIndex;
  readonly arguments: NodeIndex;
  readonly returns: NodeIndex;
  /** Lists of type parameters: `where {T, S}`, `Point{T}(…)`. */
  readonly where: readonly NodeIndex[];
  /** Whether it is called on a type with parameters: `Point{T}(…)`. */
  readonly isApplied: boolean;
}

const NO_NAME = { name: NONE, owner: NONE, callable: NONE, object: NONE, isApplied: false };

/** Reads the heads of methods. */
export class Heads {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly nodes: Nodes,
  ) {}

  /** The head of a method at a node; undefined when it is none. */
  headOf(x: Extraction, start: NodeIndex): Head | undefined {
    const { tree } = x;
    const where: NodeIndex[] = [];
    let returns: NodeIndex = NONE;
    let at = start;
    for (;;) {
      const kind = at === NONE ? -1 : tree.kinds[at]!;
      if (kind === this.s.K.where) {
        const parameters = tree.namedChild(at, 1);
        if (parameters !== NONE) where.push(parameters);
        at = tree.namedChild(at);
      } else if (kind === this.s.K.typed) {
        returns = tree.namedChild(at, 1);
        at = tree.namedChild(at);
      } else if (kind === this.s.K.call) return this.#callHead(x, at, returns, where);
      else if (kind === this.s.K.arguments) {
        return { ...NO_NAME, arguments: at, returns, where };
      } else if (kind === this.s.K.binary) return this.#infixHead(x, at, returns, where);
      else return undefined;
    }
  }

  /** `a ⊕ b = …`, which only an assignment can tell from a value. */
  #infixHead(
    x: Extraction,
    node: NodeIndex,
    returns: NodeIndex,
    where: readonly NodeIndex[],
  ): Head | undefined {
    const parent = x.tree.parents[node]!;
    const operator = x.tree.childOfKind(node, this.s.K.operator);
    const isLeft = parent !== NONE && x.tree.kinds[parent] === this.s.K.assignment &&
      x.tree.namedChild(parent) === node;
    if (!isLeft || operator === NONE) return undefined;
    this.state.heads.add(node);
    return { ...NO_NAME, name: operator, arguments: node, returns, where };
  }

  #callHead(
    x: Extraction,
    call: NodeIndex,
    returns: NodeIndex,
    where: NodeIndex[],
  ): Head | undefined {
    const { tree } = x;
    this.state.heads.add(call);
    let callee = tree.namedChild(call);
    let isApplied = false;
    const list = tree.childOfKind(call, this.s.K.arguments);
    if (callee === NONE || list === NONE) return undefined;
    if (tree.kinds[callee] === this.s.K.parametrized) {
      const parameters = tree.childOfKind(callee, this.s.K.curly);
      if (parameters !== NONE) where.push(parameters);
      callee = tree.namedChild(callee);
      isApplied = true;
    }
    const head = { ...NO_NAME, arguments: list, returns, where, isApplied };
    const kind = callee === NONE ? -1 : tree.kinds[callee]!;
    if (this.s.NAMES.has(kind)) {
      return { ...head, name: callee };
    }
    if (kind === this.s.K.field) {
      const owner = tree.child(callee, this.s.F.value);
      const last = tree.namedChild(callee, tree.namedChildCount(callee) - 1);
      const name = last !== NONE && tree.kinds[last] === this.s.K.quote
        ? this.nodes.innermost(x, last)
        : last;
      return { ...head, name, owner };
    }
    if (kind === this.s.K.parenthesized) {
      const typed = tree.namedChild(callee);
      if (typed === NONE) return undefined;
      const typeKind = tree.kinds[typed]!;
      // `(+)(a, b) = …`
      if (this.s.NAMES.has(typeKind)) return { ...head, name: typed };
      const type = typeKind === this.s.K.typed
        ? tree.namedChild(typed, 1)
        : typeKind === this.s.K.unaryTyped
        ? tree.namedChild(typed)
        : NONE;
      const object = typeKind === this.s.K.typed ? tree.namedChild(typed) : NONE;
      return { ...head, callable: type, object };
    }
    return undefined;
  }
}
