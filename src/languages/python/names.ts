/** Names in Python's syntax: where a callee's or a base's last name stands, what decorators are called. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonSyntax } from "./syntax.ts";

/** Node of the last name of `a`, `a.b`, `a.b[c]`; -1 when it ends with no name. */
export function lastName(x: Extraction, s: PythonSyntax, node: NodeIndex): NodeIndex {
  const { tree } = x;
  let at = node;
  while (at !== NONE) {
    const kind = tree.kinds[at]!;
    if (kind === s.K.identifier) return at;
    if (kind === s.K.attribute) at = tree.child(at, s.F.attribute);
    else if (kind === s.K.subscript) at = tree.child(at, s.F.value);
    else if (kind === s.K.dottedName) at = tree.namedChild(at, tree.namedChildCount(at) - 1);
    else if (kind === s.K.parenthesized || kind === s.K.genericType) at = tree.namedChild(at);
    else return NONE;
  }
  return NONE;
}

/** The decorated form of a definition; -1 when it is not decorated. */
export function decoratedForm(x: Extraction, s: PythonSyntax, node: NodeIndex): NodeIndex {
  const parent = x.tree.parents[node]!;
  return parent !== NONE && x.tree.kinds[parent] === s.K.decorated ? parent : NONE;
}

/** Expressions of a definition's decorators, the outermost first. */
export function decorators(x: Extraction, s: PythonSyntax, node: NodeIndex): NodeIndex[] {
  const { tree } = x;
  const form = decoratedForm(x, s, node);
  const expressions: NodeIndex[] = [];
  if (form === NONE) return expressions;
  for (let child = tree.firstChild(form); child !== NONE; child = tree.nextSibling(child)) {
    if (tree.kinds[child] !== s.K.decorator) continue;
    const expression = tree.namedChild(child);
    if (expression !== NONE) expressions.push(expression);
  }
  return expressions;
}

/** What is called or named by a decorator: `a.b` of `@a.b(1)`. */
export function decoratorCallee(x: Extraction, s: PythonSyntax, decorator: NodeIndex): NodeIndex {
  return x.tree.kinds[decorator] === s.K.call ? x.tree.child(decorator, s.F.function) : decorator;
}

/** Name node of a parameter; -1 for `*`, `/` and what is broken. */
export function parameterName(x: Extraction, s: PythonSyntax, parameter: NodeIndex): NodeIndex {
  const { tree } = x;
  if (tree.kinds[parameter] === s.K.identifier) return parameter;
  const named = tree.child(parameter, s.F.name);
  const inner = named === NONE ? tree.namedChild(parameter) : named;
  if (inner === NONE || tree.kinds[inner] === s.K.identifier) return inner;
  const innermost = tree.namedChild(inner);
  return innermost !== NONE && tree.kinds[innermost] === s.K.identifier ? innermost : NONE;
}
