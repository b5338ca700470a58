/** What a place in the program expects of the value that stands there. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Names } from "./names.ts";
import type { Syntax } from "./syntax.ts";

/** Deeper nesting of literals in an argument than people write. */
const DEEPEST = 8;

/** Contextual types: declared variables, fields, parameters of what is called, returned values. */
export class Contexts {
  constructor(readonly s: Syntax, readonly names: Names) {}

  /** Argument position of a node that is an argument; -1 when it is none, or after a spread. */
  position(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const args = tree.parents[node]!;
    if (args === NONE || tree.kinds[args] !== this.s.K.arguments) return -1;
    let position = 0;
    for (let a = tree.firstChild(args); a !== NONE && a !== node; a = tree.nextSibling(a)) {
      if (tree.kinds[a] === this.s.K.spread) return -1;
      if (tree.isNamed(a) && !tree.isExtra(a)) position++;
    }
    return position;
  }

  /** Expression of what is expected at a node, as a value; -1 when nothing says. */
  expected(x: Extraction, node: NodeIndex, depth = 0): number {
    const { tree } = x;
    const { F, K } = this.s;
    const parent = tree.parents[node]!;
    if (parent === NONE || depth > DEEPEST) return -1;
    const kind = tree.kinds[parent]!;
    if (kind === K.arguments) return this.#argument(x, node, parent);
    if (kind === K.variableDeclarator || this.s.FIELDS.has(kind) || kind === K.requiredParameter) {
      return tree.fields[node] === F.value ? this.#declared(x, tree.child(parent, F.type)) : -1;
    }
    if (kind === K.pair) return this.#property(x, node, parent, depth);
    if (kind === K.array) {
      const list = this.expected(x, parent, depth + 1);
      return list < 0 ? -1 : x.facts.expression(Op.element, list);
    }
    if (kind === K.assignment && tree.fields[node] === F.right) {
      return x.value(tree.child(parent, F.left));
    }
    if (kind === K.return) return this.#returned(x, parent);
    if (kind === K.arrow && tree.fields[node] === F.body) return this.#resultOf(x, parent);
    if (kind === K.parenthesized || kind === K.nonNull) return this.expected(x, parent, depth + 1);
    if (kind === K.jsxExpression) return this.#attribute(x, parent);
    if (this.s.WRAPPERS.has(kind)) return this.#declared(x, tree.namedChild(parent, 1));
    return -1;
  }

  /** A call, with what its own place declares to expect of it. */
  call(x: Extraction, node: NodeIndex): number {
    const call = x.value(node);
    if (call < 0) return -1;
    const parent = x.tree.parents[node]!;
    // What an outer call expects depends on its arguments, this one among them.
    if (parent === NONE || x.tree.kinds[parent] === this.s.K.arguments) return call;
    const expected = this.expected(x, node);
    return expected < 0 ? call : x.facts.expression(Op.both, call, expected);
  }

  #argument(x: Extraction, node: NodeIndex, args: NodeIndex): number {
    const call = this.call(x, x.tree.parents[args]!);
    const position = this.position(x, node);
    return call < 0 || position < 0 ? -1 : x.facts.expression(Op.expected, call, position);
  }

  #declared(x: Extraction, annotation: NodeIndex): number {
    const type = x.type(annotation);
    return type < 0 ? -1 : x.facts.expression(Op.instance, type);
  }

  #property(x: Extraction, node: NodeIndex, pair: NodeIndex, depth: number): number {
    const { F } = this.s;
    const key = x.tree.child(pair, F.key);
    const object = x.tree.parents[pair]!;
    if (x.tree.fields[node] !== F.value || this.names.isComputed(x, key)) return -1;
    const expected = this.expected(x, object, depth + 1);
    return expected < 0 ? -1 : x.memberExpression(expected, this.names.keyText(x, key));
  }

  /** `<List render={…}>{…}</List>`: a component takes attributes and children as one object. */
  #attribute(x: Extraction, expression: NodeIndex): number {
    const { K, F } = this.s;
    const { tree } = x;
    const parent = tree.parents[expression]!;
    if (parent === NONE) return -1;
    const isAttribute = tree.kinds[parent] === K.jsxAttribute;
    const tag = isAttribute ? tree.parents[parent]! : tree.child(parent, F.openTag);
    const element = tag === NONE ? NONE : tree.child(tag, F.name);
    const component = element === NONE ? -1 : x.value(element);
    const key = isAttribute ? tree.namedChild(parent) : NONE;
    if (component < 0 || isAttribute && key === NONE) return -1;
    const properties = x.facts.expression(Op.expected, x.callExpression(component, []), 0);
    return x.memberExpression(properties, isAttribute ? x.textOf(key) : "children");
  }

  /** What the function around a `return` declares to return. */
  #returned(x: Extraction, statement: NodeIndex): number {
    const { tree } = x;
    let at = tree.parents[statement]!;
    while (at !== NONE && !this.s.CALLABLES.has(tree.kinds[at]!)) at = tree.parents[at]!;
    return at === NONE ? -1 : this.#resultOf(x, at);
  }

  #resultOf(x: Extraction, callable: NodeIndex): number {
    const result = x.tree.child(callable, this.s.F.returnType);
    return result === NONE ? -1 : this.#declared(x, result);
  }
}
