/** Finds names in types, expressions and declarations. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

/** Finders of names, for one grammar. */
export class Names {
  constructor(readonly s: Syntax) {}

  /** Identifier at the bottom of `*T`, `(T)`, `T[K]`, `p.T`; -1 for a type that has no name. */
  namedType(x: Extraction, type: NodeIndex): NodeIndex {
    const { tree } = x;
    let at = type;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === this.s.K.typeIdentifier) return at;
      if (kind === this.s.K.qualifiedType) return tree.child(at, this.s.F.name);
      if (kind === this.s.K.genericType) at = tree.child(at, this.s.F.type);
      else if (kind === this.s.K.pointerType || kind === this.s.K.parenthesizedType) {
        at = tree.namedChild(at);
      } else return NONE;
    }
    return NONE;
  }

  /** Node of the last name of `f`, `a.f`, `f[int]`, `(f)`; -1 when there is none. */
  lastName(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    let at = node;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === this.s.K.identifier) return at;
      if (kind === this.s.K.selector) return tree.child(at, this.s.F.field);
      if (kind === this.s.K.index) at = tree.child(at, this.s.F.operand);
      else if (kind === this.s.K.parenthesized) at = tree.namedChild(at);
      else if (kind === this.s.K.unary) at = tree.child(at, this.s.F.operand);
      else return NONE;
    }
    return NONE;
  }

  /** How many names a parameter declaration gives to one type. */
  namesIn(x: Extraction, declaration: NodeIndex): number {
    const { tree } = x;
    let count = 0;
    for (let c = tree.firstChild(declaration); c !== NONE; c = tree.nextSibling(c)) {
      if (tree.fields[c] === this.s.F.name && tree.isNamed(c)) count++;
    }
    return count;
  }

  /** Node of the n-th value of an expression list. */
  nthOf(x: Extraction, list: NodeIndex, index: number): NodeIndex {
    return x.tree.namedChild(list, index);
  }
}
