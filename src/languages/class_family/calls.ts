/** Calls and the functions without names that are given to them. */
import type { Extraction } from "../../extract/extraction.ts";
import { Expr, Op, RefKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** Named children of a node, comments left out. */
export function namedChildren(x: Extraction, node: NodeIndex): NodeIndex[] {
  const { tree } = x;
  const children: NodeIndex[] = [];
  if (node === NONE) return children;
  for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
    if (tree.isNamed(at) && !tree.isExtra(at)) children.push(at);
  }
  return children;
}

/** First child of a node, itself named, that a test holds for; -1 if none. */
export function childThat(
  x: Extraction,
  node: NodeIndex,
  holds: (child: NodeIndex) => boolean,
): NodeIndex {
  const { tree } = x;
  for (let at = node === NONE ? NONE : tree.firstChild(node); at !== NONE;) {
    if (tree.isNamed(at) && holds(at)) return at;
    at = tree.nextSibling(at);
  }
  return NONE;
}

/** Records a call or a construction with what it is given. */
export function referCall(
  x: Extraction,
  kind: number,
  nameNode: NodeIndex,
  callee: number,
  args: readonly number[],
  argumentCount: number = args.length,
): void {
  if (nameNode === NONE) return;
  const op = kind === RefKind.construct ? Op.construct : Op.call;
  const call = callee < 0 ? -1 : x.callExpression(callee, args, op);
  x.refer(kind, nameNode, callee, argumentCount, call);
}

/** A function without a name as a value: what it takes, and gives. */
export function functionValue(
  x: Extraction,
  parameterTypes: readonly number[],
  result: number,
): number {
  const first = x.facts.list(parameterTypes);
  const type = x.facts.expression(Op.functionType, first, parameterTypes.length, result);
  return x.facts.expression(Op.instance, type);
}

/**
 * What a call gives to a parameter of a function that is one of its arguments; -1 when the function
 * in force is no argument.
 * @param call node of the call around
 * @param position of the function among the arguments
 */
export function callbackGiven(x: Extraction, call: NodeIndex, position: number): number {
  if (call === NONE) return -1;
  const expression = outside(x, () => x.value(call));
  if (expression < 0) return -1;
  const op = x.facts.tables.expressions.get(expression, Expr.OP);
  if (op !== Op.call && op !== Op.construct) return -1;
  return x.facts.expression(Op.callback, -1, expression, position);
}

/** What the one `return` at the end of a block gives. @param valueOf value of such a statement */
export function returnedAtEnd(
  x: Extraction,
  block: NodeIndex,
  returnKind: number,
  valueOf: (statement: NodeIndex) => number,
): number {
  const last = namedChildren(x, block).at(-1);
  if (last === undefined || x.tree.kinds[last] !== returnKind) return -1;
  const scope = x.scope;
  x.scope = x.scopeAt(block);
  const value = valueOf(last);
  x.scope = scope;
  return value;
}

/** Runs something in the scope around the one in force. */
export function outside<T>(x: Extraction, run: () => T): T {
  const inner = x.scope;
  x.scope = Math.max(0, x.scopeParent(inner));
  const made = run();
  x.scope = inner;
  return made;
}

/** An instance of a type expression. */
export function instance(x: Extraction, type: number): number {
  return type < 0 ? -1 : x.facts.expression(Op.instance, type);
}

/** A built-in container type of some arguments. */
export function container(x: Extraction, type: string, args: readonly number[]): number {
  const base = x.literal(type);
  return x.facts.expression(Op.apply, base, x.facts.list(args), args.length);
}
