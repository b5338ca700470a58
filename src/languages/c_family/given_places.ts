/** Where the entries of an initializer go: the fields of a struct, the elements of an array. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Declarators } from "./declarators.ts";
import type { Syntax } from "./syntax.ts";

/** What an initializer list fills. */
interface Filled {
  /** Expression of the variable, or of the part of it; -1 when it is not known. */
  readonly owner: number;
  /** Levels of lists from here on that hold elements of an array. */
  readonly arrays: number;
}

const NOTHING: Filled = { owner: -1, arrays: 0 };
/** Deeper lists of lists are not followed. */
const DEEPEST = 12;
/** No struct that holds functions has more fields. */
const MOST_FIELDS = 64;
/** Constants of macros are no functions. */
const CONSTANT = /^[A-Z\d_]+$/;

/** Tells what the values in initializers are given to, for one grammar. */
export class GivenPlaces {
  /** The list asked for last, with what it fills: its entries ask one after the other. */
  #list: NodeIndex = NONE;
  #filled = NOTHING;

  constructor(readonly s: Syntax, readonly declarators: Declarators) {}

  /** Forgets the file. */
  reset(): void {
    this.#list = NONE;
  }

  /** What an entry of an initializer list is given to, as an expression; -1 when it may be no function. */
  ofEntry(x: Extraction, entry: NodeIndex, value: NodeIndex): number {
    if (!this.#mayBeFunction(x, value)) return -1;
    const list = x.tree.parents[entry]!;
    const { owner, arrays } = this.#of(x, list);
    if (owner < 0) return -1;
    return this.#part(x, list, entry, owner, arrays);
  }

  /** What a declared variable is, as what its initializer gives it. */
  ofVariable(x: Extraction, name: NodeIndex, value: NodeIndex): number {
    return this.#mayBeFunction(x, value)
      ? x.nameExpression(x.textOf(name), x.tree.ends[value]!)
      : -1;
  }

  /** What stands on the left of an assignment. */
  ofAssigned(x: Extraction, left: NodeIndex, value: NodeIndex): number {
    return left !== NONE && this.#mayBeFunction(x, value) ? x.value(left) : -1;
  }

  #mayBeFunction(x: Extraction, value: NodeIndex): boolean {
    const { F, K } = this.s;
    const kind = value === NONE ? -1 : x.tree.kinds[value]!;
    if (kind === K.pointerExpression) {
      return this.#mayBeFunction(x, x.tree.child(value, F.argument));
    }
    return kind === K.qualified || kind === K.identifier && !CONSTANT.test(x.textOf(value));
  }

  #of(x: Extraction, list: NodeIndex): Filled {
    if (this.#list !== list) {
      this.#filled = this.#read(x, list, 0);
      this.#list = list;
    }
    return this.#filled;
  }

  #read(x: Extraction, list: NodeIndex, depth: number): Filled {
    const { F, K } = this.s;
    const { tree } = x;
    const parent = tree.parents[list]!;
    if (parent === NONE || depth > DEEPEST) return NOTHING;
    switch (tree.kinds[parent]) {
      case K.initDeclarator:
        return this.#variable(x, parent, tree.child(parent, F.declarator));
      case K.compoundLiteral: {
        const type = x.type(tree.child(parent, F.type));
        return type < 0 ? NOTHING : { owner: x.facts.expression(Op.instance, type), arrays: 0 };
      }
      case K.initializerPair:
        return this.#inside(x, tree.parents[parent]!, parent, depth);
      case K.initializerList:
        return this.#inside(x, parent, list, depth);
      default:
        return NOTHING;
    }
  }

  #variable(x: Extraction, declaration: NodeIndex, declarator: NodeIndex): Filled {
    const { F, K, WRAPPERS } = this.s;
    const { tree } = x;
    let arrays = 0;
    let at = declarator;
    while (at !== NONE && WRAPPERS.has(tree.kinds[at]!)) {
      if (tree.kinds[at] === K.arrayDeclarator) arrays++;
      at = tree.child(at, F.declarator);
    }
    const { name } = this.declarators.read(x, declarator);
    if (name === NONE || tree.kinds[name] !== K.identifier) return NOTHING;
    return { owner: x.nameExpression(x.textOf(name), tree.ends[declaration]!), arrays };
  }

  /** What a list fills that is an entry of another. */
  #inside(x: Extraction, outer: NodeIndex, entry: NodeIndex, depth: number): Filled {
    const { owner, arrays } = this.#read(x, outer, depth + 1);
    if (owner < 0) return NOTHING;
    return arrays > 0
      ? { owner, arrays: arrays - 1 }
      : { owner: this.#part(x, outer, entry, owner, arrays), arrays: 0 };
  }

  #part(
    x: Extraction,
    list: NodeIndex,
    entry: NodeIndex,
    owner: number,
    arrays: number,
  ): number {
    const { F, K } = this.s;
    const { tree } = x;
    if (arrays > 0) return x.facts.expression(Op.index, owner, -1);
    if (tree.kinds[entry] === K.initializerPair) {
      const designator = tree.child(entry, F.designator);
      const name = designator === NONE ? NONE : tree.childOfKind(designator, K.fieldIdentifier);
      return name === NONE
        ? x.facts.expression(Op.index, owner, -1)
        : x.memberExpression(owner, x.textOf(name));
    }
    let position = 0;
    for (let at = tree.firstChild(list); at !== NONE && at !== entry; at = tree.nextSibling(at)) {
      if (!tree.isNamed(at) || tree.isExtra(at)) continue;
      // What follows a designator goes on from there.
      if (tree.kinds[at] === K.initializerPair) return -1;
      if (++position > MOST_FIELDS) return -1;
    }
    return x.facts.expression(Op.pick, owner, position);
  }
}
