/** What expressions and types of Scala are, beyond what the table of its syntax says. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { container, functionValue, instance, namedChildren } from "../class_family/calls.ts";
import type { Slots } from "../plain_family/slots.ts";

/** Of more branches than this, the others say no more. */
const MOST_BRANCHES = 4;
/** How far an argument may lie around the `_` that it starts with. */
const DEEPEST_ARGUMENT = 6;

const last = (x: Extraction, node: NodeIndex): NodeIndex => namedChildren(x, node).at(-1) ?? NONE;

function oneOf(x: Extraction, nodes: readonly NodeIndex[]): number {
  return nodes.slice(0, MOST_BRANCHES).reduce((one, node) => x.either(one, x.value(node)), -1);
}

const branches = (x: Extraction, node: NodeIndex): number => oneOf(x, namedChildren(x, node));

/** Rules of values. */
export function scalaValues(slots: Slots): Readonly<Record<string, ExpressionRule>> {
  return {
    if_expression: (x, node) =>
      oneOf(x, [slots.find(x, node, ".consequence"), slots.find(x, node, ".alternative")]),
    match_expression: (x, node) => branches(x, slots.find(x, node, ".body")),
    case_clause: (x, node) => x.value(slots.find(x, node, ".body")),
    // What stands for a function: `xs.map { case (a, b) => a }`.
    case_block: (x, node) => functionValue(x, [], branches(x, node)),
    try_expression: (x, node) => x.value(slots.find(x, node, ".body")),
    lambda_expression: (x, node) => functionValue(x, [], x.value(last(x, node))),
    tuple_expression: (x, node) => {
      const values = namedChildren(x, node).map((one) => x.value(one));
      return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
    },
    ascription_expression: (x, node) => instance(x, x.type(last(x, node))),
    generic_function: (x, node) => applied(x, node, slots),
    wildcard: (x, node) => leftOut(x, node, slots),
    stable_type_identifier: path,
    stable_identifier: path,
  };
}

/** Rules of types. */
export function scalaTypes(slots: Slots): Readonly<Record<string, ExpressionRule>> {
  return {
    function_type: (x, node) => {
      const taken = slots.find(x, node, ".parameter_types");
      const types = namedChildren(x, taken).map((one) => x.type(one));
      const result = x.type(slots.find(x, node, ".return_type"));
      return x.facts.expression(Op.functionType, x.facts.list(types), types.length, result);
    },
    tuple_type: (x, node) => {
      const types = namedChildren(x, node).map((one) => x.type(one));
      return x.facts.expression(Op.tuple, x.facts.list(types), types.length);
    },
    compound_type: (x, node) =>
      namedChildren(x, node).map((one) => x.type(one)).filter((type) => type >= 0)
        .reduce((all, type) => all < 0 ? type : x.facts.expression(Op.both, all, type), -1),
    repeated_parameter_type: (x, node) => container(x, "Seq", [x.type(last(x, node))]),
    stable_type_identifier: path,
    singleton_type: (x, node) => {
      const value = x.value(last(x, node));
      return value < 0 ? -1 : x.facts.expression(Op.typeOf, value);
    },
  };
}

/** `a.b.C` */
function path(x: Extraction, node: NodeIndex): number {
  const [owner, name] = namedChildren(x, node);
  const of = owner === undefined ? -1 : x.value(owner);
  return of < 0 || name === undefined ? -1 : x.memberExpression(of, x.textOf(name));
}

/** What stands for `_` in `f(_.name)`: what `f` gives to the function that its argument is. */
function leftOut(x: Extraction, node: NodeIndex, slots: Slots): number {
  const { tree } = x;
  let argument = node;
  for (let depth = 0; depth < DEEPEST_ARGUMENT; depth++) {
    const list = tree.parents[argument]!;
    const call = list === NONE ? NONE : tree.parents[list]!;
    if (call === NONE) return -1;
    if (slots.find(x, call, ".arguments") === list && tree.starts[argument] === tree.starts[node]) {
      const callee = x.value(slots.find(x, call, ".function"));
      const args = namedChildren(x, list);
      if (callee < 0) return -1;
      const given = x.callExpression(callee, args.map(() => -1));
      return x.facts.expression(Op.callback, -1, given, args.indexOf(argument));
    }
    argument = list;
  }
  return -1;
}

/** Whether `Monad[F]` stands where it is no callee: then it calls what the object makes, `Monad.apply[F]`. */
export function isAppliedAlone(x: Extraction, node: NodeIndex, slots: Slots): boolean {
  const around = x.tree.parents[node]!;
  const isCallee = around !== NONE && slots.find(x, around, ".function") === node;
  return !isCallee && /^\p{Lu}\w*$/u.test(x.textOf(slots.find(x, node, ".function")));
}

function applied(x: Extraction, node: NodeIndex, slots: Slots): number {
  const named = x.value(slots.find(x, node, ".function"));
  if (named < 0 || !isAppliedAlone(x, node, slots)) return named;
  const given = namedChildren(x, slots.find(x, node, ".type_arguments")).map((one) => x.type(one));
  const maker = x.memberExpression(named, "apply");
  const callee = x.facts.expression(Op.apply, maker, x.facts.list(given), given.length);
  // Without a list of parameters it is read, not called.
  return x.either(x.callExpression(callee, []), callee);
}
