/** The rules of VB.NET: those of its table, and values that a table cannot tell. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, RefKind } from "../../extract/facts.ts";
import type { Grammar } from "../../extract/grammar.ts";
import type { ExpressionRule, LanguageRules } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { functionValue, instance, namedChildren, referCall } from "../class_family/calls.ts";
import { plainRules } from "../plain_family/rules.ts";
import { vbNetTable } from "./table.ts";

const BASE_CONSTRUCTOR = /^MyBase\s*\.\s*New$/i;
const CASTS = /^(?:DirectCast|CType|TryCast)$/i;

/** Binds the rules to the grammar. */
export function vbNetRules(g: Grammar): LanguageRules {
  const rules = plainRules(vbNetTable)(g);
  const pathKind = g.kind("namespace_name");
  /** Where the types that are named are told with what is around them. */
  const APART = g.kinds("inherits_clause", "implements_clause", "new_expression");
  const withStatement = g.kind("with_statement");
  const F = {
    target: g.field("target"),
    member: g.field("member"),
    left: g.field("left"),
    right: g.field("right"),
    operand: g.field("operand"),
    arguments: g.field("arguments"),
  };
  const last: ExpressionRule = (x, node) => x.type(namedChildren(x, node).at(-1) ?? NONE);
  const path: ExpressionRule = (x, node) => {
    let value = -1;
    for (const [index, name] of namedChildren(x, node).entries()) {
      const text = x.textOf(name);
      if (index === 0 && text === "Global") continue;
      value = value < 0
        ? x.nameExpression(text, x.tree.starts[name]!)
        : x.memberExpression(value, text);
    }
    return value;
  };
  const invocation = rules.values.invocation;
  const call = rules.refer.invocation;
  /** What `.Name` is of in a block `With a`. */
  const withMember: ExpressionRule = (x, node) => {
    let at = x.tree.parents[node]!;
    while (at !== NONE && x.tree.kinds[at] !== withStatement) at = x.tree.parents[at]!;
    const of = at === NONE ? -1 : x.value(x.tree.child(at, F.target));
    const name = x.tree.child(node, F.member);
    return of < 0 || name === NONE ? -1 : x.memberExpression(of, x.textOf(name));
  };
  return {
    ...rules,
    refer: {
      ...rules.refer,
      invocation: (x, node) => {
        const target = x.tree.child(node, F.target);
        if (target === NONE || CASTS.test(x.textOf(target))) return;
        if (!BASE_CONSTRUCTOR.test(x.textOf(target))) return call?.(x, node);
        // `MyBase.New(…)`
        const [object, name] = namedChildren(x, target);
        if (object === undefined || name === undefined) return;
        const list = x.tree.child(node, F.arguments);
        const args = namedChildren(x, list).map((one) => x.value(one));
        referCall(x, RefKind.construct, name, x.value(object), args);
      },
      // `.Save()`, `.Save` in a block `With a`.
      with_member_access: (x, node) => {
        const name = x.tree.child(node, F.member);
        const expression = x.value(node);
        if (name === NONE || expression < 0 || /^\s*=/.test(x.text.slice(x.tree.ends[node]!))) {
          return;
        }
        x.refer(RefKind.call, name, expression, -1, x.callExpression(expression, []));
      },
      type: (x, node) => {
        const [name] = namedChildren(x, node);
        const around = x.tree.parents[node]!;
        if (name === undefined || x.tree.kinds[name] !== pathKind || around === NONE) return;
        if (APART.has(x.tree.kinds[around]!)) return;
        const last = namedChildren(x, name).at(-1);
        if (last !== undefined) x.refer(RefKind.type, last, x.type(name));
      },
      // `AddressOf f`
      unary_expression: (x, node) => {
        if (!/^AddressOf\b/i.test(x.textOf(node))) return;
        const operand = namedChildren(x, node).at(-1);
        const inner = operand === undefined ? undefined : namedChildren(x, operand).at(-1);
        if (inner === undefined) return;
        const name = namedChildren(x, inner).at(-1) ?? inner;
        x.mention(name, x.value(inner));
      },
    },
    values: {
      ...rules.values,
      namespace_name: path,
      with_member_access: withMember,
      invocation: (x, node) => {
        const target = x.tree.child(node, F.target);
        if (target === NONE || !CASTS.test(x.textOf(target))) return invocation?.(x, node) ?? -1;
        const type = namedChildren(x, x.tree.child(node, F.arguments)).at(-1);
        return type === undefined ? -1 : instance(x, x.type(innermost(x, type)));
      },
      binary_expression: (x, node) => {
        const sign = between(x, node, F.left, F.right);
        if (/^(?:=|<>|<|>|Is|And|Or|Like)/i.test(sign)) return x.literal("Boolean");
        return x.value(x.tree.child(node, F.left));
      },
      ternary_expression: (x, node) => {
        const [, first, second] = namedChildren(x, node);
        return x.either(x.value(first ?? NONE), x.value(second ?? NONE));
      },
      await_expression: (x, node) => {
        const of = x.value(x.tree.child(node, F.operand));
        return of < 0 ? -1 : x.facts.expression(Op.await, of);
      },
      lambda_expression: (x, node) => {
        const body = x.value(namedChildren(x, node).at(-1) ?? NONE);
        return functionValue(x, [], body < 0 ? -1 : x.facts.expression(Op.typeOf, body));
      },
    },
    types: {
      ...rules.types,
      type: last,
      namespace_name: path,
      primitive_type: (x, node) => x.literal(x.textOf(node)),
      // `As New T()` looks like an array.
      array_type: (x, node) => {
        const start = x.tree.starts[node]!;
        const isMade = /\bNew\s+$/i.test(x.text.slice(Math.max(0, start - 8), start));
        const [element] = namedChildren(x, node);
        const type = x.type(element ?? NONE);
        return isMade ? type : x.facts.expression(Op.list, type);
      },
    },
  };
}

/** What an argument is when nothing is around it. */
function innermost(x: Extraction, node: NodeIndex): NodeIndex {
  let at = node;
  for (let depth = 0; depth < 3; depth++) {
    const children = namedChildren(x, at);
    if (children.length !== 1) return at;
    at = children[0]!;
  }
  return at;
}

function between(x: Extraction, node: NodeIndex, left: number, right: number): string {
  const [a, b] = [x.tree.child(node, left), x.tree.child(node, right)];
  return a === NONE || b === NONE ? "" : x.text.slice(x.tree.ends[a]!, x.tree.starts[b]!).trim();
}
