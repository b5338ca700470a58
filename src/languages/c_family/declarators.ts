/** Takes declarators apart: what `*(*f[3])(int)` declares, and under which name. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";

/** What a declarator declares. */
export interface Declared {
  /** Node of the name: an identifier, a qualified or operator name; -1 when there is none. */
  readonly name: NodeIndex;
  /** The function declarator right around the name, if what is declared is a function. */
  readonly function: NodeIndex;
  /** A function declarator farther out: what is declared points to or returns functions. */
  readonly outerFunction: NodeIndex;
  /** Whether anything stands between the base type and the name. */
  readonly isDerived: boolean;
  /** Whether that is a pointer or an array, and not only a reference. */
  readonly isPointer: boolean;
}

/** Reads declarators of one grammar. */
export class Declarators {
  constructor(readonly s: Syntax) {}

  /** Takes a declarator apart. */
  read(x: Extraction, declarator: NodeIndex): Declared {
    const { F, K, WRAPPERS, POINTERS } = this.s;
    const { tree } = x;
    let at = declarator;
    let innermost = NONE;
    let outer = NONE;
    let isDerived = false;
    let isPointer = false;
    while (at !== NONE && WRAPPERS.has(tree.kinds[at]!)) {
      const kind = tree.kinds[at]!;
      if (kind === K.functionDeclarator) {
        if (innermost !== NONE) outer = innermost;
        innermost = at;
      } else if (POINTERS.has(kind)) {
        isDerived = true;
        if (kind !== K.referenceDeclarator) isPointer = true;
        // A pointer to what the function around it returns.
        if (innermost !== NONE) {
          outer = innermost;
          innermost = NONE;
        }
      }
      const inner = tree.child(at, F.declarator);
      at = inner !== NONE ? inner : this.#lastNamed(x, at);
    }
    return { name: at, function: innermost, outerFunction: outer, isDerived, isPointer };
  }

  #lastNamed(x: Extraction, node: NodeIndex): NodeIndex {
    const count = x.tree.namedChildCount(node);
    return count === 0 ? NONE : x.tree.namedChild(node, count - 1);
  }

  /** Node of the last plain name of a name: `c` of `a::b::c`, `f` of `f<int>`. */
  lastName(x: Extraction, name: NodeIndex): NodeIndex {
    const { F, K } = this.s;
    const { tree } = x;
    let at = name;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (
        kind === K.qualified || kind === K.templateFunction || kind === K.templateType ||
        kind === K.templateMethod
      ) at = tree.child(at, F.name);
      else if (kind === K.dependentName) at = tree.namedChild(at, tree.namedChildCount(at) - 1);
      else return at;
    }
    return NONE;
  }

  /** Scopes written before the last name, joined by `::`, without template arguments; "" if none. */
  qualifier(x: Extraction, name: NodeIndex): string {
    const { F, K } = this.s;
    const { tree } = x;
    const parts: string[] = [];
    for (
      let at = name;
      at !== NONE && tree.kinds[at] === K.qualified;
      at = tree.child(at, F.name)
    ) {
      const scope = tree.child(at, F.scope);
      const last = scope === NONE ? NONE : this.lastName(x, scope);
      if (last !== NONE) parts.push(x.textOf(last));
    }
    return parts.join("::");
  }
}
