/** Values and types as expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { container, instance, namedChildren } from "../class_family/calls.ts";
import type { Syntax } from "./syntax.ts";

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const { F } = this.s;
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const first: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    return {
      expression: first,
      parenthesized_expression: first,
      call_argument: first,
      identifier: (x, node) => this.#name(x, node),
      user_defined_type: (x, node) => this.#path(x, node),
      member_expression: (x, node) => {
        const of = x.value(x.tree.child(node, F.object));
        const name = x.tree.child(node, F.property);
        return of < 0 || name === NONE ? -1 : x.memberExpression(of, x.textOf(name));
      },
      call_expression: (x, node) => this.#call(x, node),
      struct_expression: (x, node) => x.value(x.tree.child(node, F.type)),
      new_expression: (x, node) => x.type(x.tree.child(node, F.name)),
      array_access: (x, node) => {
        const of = x.value(x.tree.child(node, F.base));
        return of < 0 ? -1 : x.facts.expression(Op.index, of, -1);
      },
      slice_access: (x, node) => x.value(x.tree.child(node, F.base)),
      ternary_expression: (x, node) => {
        const [, then, otherwise] = namedChildren(x, node);
        return x.either(x.value(then ?? NONE), x.value(otherwise ?? NONE));
      },
      tuple_expression: (x, node) => {
        const parts = namedChildren(x, node);
        if (parts.length === 1) return x.value(parts[0]!);
        const values = parts.map((one) => x.value(one));
        return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
      },
      inline_array_expression: (x, node) =>
        container(x, "list", [x.value(x.tree.namedChild(node))]),
      unary_expression: (x, node) => x.value(x.tree.child(node, F.argument)),
      assignment_expression: (x, node) => x.value(x.tree.child(node, F.left)),
      binary_expression: (x, node) => x.value(x.tree.child(node, F.left)),
      type_cast_expression: (x, node) => x.literal(plainType(x.textOf(x.tree.namedChild(node)))),
      payable_conversion_expression: literal("address"),
      string_literal: literal("string"),
      number_literal: literal("uint256"),
      boolean_literal: literal("bool"),
      hex_string_literal: literal("bytes"),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    return {
      type_name: (x, node) => this.#typeName(x, node),
      primitive_type: (x, node) => x.literal(plainType(x.textOf(node))),
      user_defined_type: (x, node) => this.#path(x, node),
      type_alias: (x, node) => this.#path(x, node),
      return_type_definition: (x, node) => this.#results(x, node),
    };
  }

  #name(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node);
    if (text === "this" || text === "super") {
      const scope = x.enclosing(ScopeKind.class);
      return scope === NONE ? -1 : x.facts.expression(text === "this" ? Op.self : Op.super, scope);
    }
    return x.nameExpression(text, x.tree.starts[node]!);
  }

  /** `Library.Struct` */
  #path(x: Extraction, node: NodeIndex): number {
    let value = -1;
    for (const part of namedChildren(x, node)) {
      value = value < 0 ? x.value(part) : x.memberExpression(value, x.textOf(part));
    }
    return value;
  }

  #typeName(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    const held = tree.child(node, F.valueType);
    if (held !== NONE) {
      return container(x, "mapping", [x.type(tree.child(node, F.keyType)), x.type(held)]);
    }
    const [first] = namedChildren(x, node);
    if (first === undefined) return -1;
    if (tree.kinds[first] === K.typeName) return container(x, "list", [x.type(first)]);
    return tree.kinds[first] === K.parameter ? -1 : x.type(first);
  }

  /** What a function gives: one value, or several at once. */
  #results(x: Extraction, node: NodeIndex): number {
    const types = this.s.parameters(x, node).map((one) => x.type(x.tree.child(one, this.s.F.type)));
    if (types.length < 2) return types[0] ?? -1;
    return x.facts.expression(Op.tuple, x.facts.list(types), types.length);
  }

  /** `Type(x)` with one argument reads an address as a contract, or a number as a type of one's own. */
  isConversion(x: Extraction, call: NodeIndex): boolean {
    const callee = this.s.plain(x, x.tree.child(call, this.s.F.function));
    if (callee === NONE || x.tree.kinds[callee] === this.s.K.newExpression) return false;
    const name = this.s.lastName(x, callee);
    return name !== NONE && /^[A-Z]/.test(x.textOf(name)) &&
      this.s.childrenOf(x, call, this.s.K.argument).length === 1 &&
      !x.textOf(this.s.childrenOf(x, call, this.s.K.argument)[0]!).startsWith("{");
  }

  #call(x: Extraction, node: NodeIndex): number {
    const callee = x.value(x.tree.child(node, this.s.F.function));
    if (callee < 0) return -1;
    if (this.isConversion(x, node)) return instance(x, callee);
    return x.callExpression(callee, this.argumentsOf(x, node));
  }

  /** Values of what a call is given; those given by name last. */
  argumentsOf(x: Extraction, call: NodeIndex): number[] {
    return this.s.childrenOf(x, call, this.s.K.argument).flatMap((one) => {
      const named = this.s.childrenOf(x, one, this.s.K.structArgument);
      if (named.length === 0) return [x.value(one)];
      return named.map((pair) => {
        const name = x.textOf(x.tree.child(pair, this.s.F.name));
        const value = x.value(x.tree.child(pair, this.s.F.value));
        return x.facts.expression(Op.keyword, x.facts.text(name), value);
      });
    });
  }
}

/** `uint` is `uint256`; who may be paid is an address all the same. */
function plainType(text: string): string {
  const word = text.replace(/\s+payable$/, "");
  return word === "uint" || word === "int" ? `${word}256` : word;
}
