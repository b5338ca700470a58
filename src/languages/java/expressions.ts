/** Values and types as expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import {
  container,
  functionValue,
  instance,
  namedChildren,
  returnedAtEnd,
} from "../class_family/calls.ts";
import type { Syntax } from "./syntax.ts";

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const { F } = this.s;
    return {
      identifier: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      this: (x) => this.self(x, Op.self),
      super: (x) => this.self(x, Op.super),
      field_access: (x, node) => this.#field(x, node),
      scoped_identifier: (x, node) => this.#scoped(x, node),
      method_invocation: (x, node) => this.#call(x, node),
      object_creation_expression: (x, node) => this.#creation(x, node),
      array_access: (x, node) => this.#index(x, node),
      array_creation_expression: (x, node) =>
        container(x, "list", [instance(x, x.type(x.tree.child(node, F.type)))]),
      cast_expression: (x, node) => instance(x, x.type(x.tree.child(node, F.type))),
      parenthesized_expression: (x, node) => x.value(x.tree.namedChild(node)),
      assignment_expression: (x, node) => x.value(x.tree.child(node, F.right)),
      ternary_expression: (x, node) =>
        x.either(
          x.value(x.tree.child(node, F.consequence)),
          x.value(x.tree.child(node, F.alternative)),
        ),
      lambda_expression: (x, node) => this.#lambda(x, node),
      method_reference: (x, node) => this.#methodReference(x, node),
      class_literal: (x) => x.facts.expression(Op.external, x.facts.text("Class")),
      binary_expression: (x, node) => this.#binary(x, node),
      unary_expression: (x, node) => x.value(x.tree.namedChild(node)),
      update_expression: (x, node) => x.value(x.tree.namedChild(node)),
      string_literal: (x, node) => x.string(node, "String"),
      element_value_array_initializer: (x, node) =>
        x.listed(namedChildren(x, node).map((element) => x.value(element))),
      character_literal: literal("char"),
      true: literal("boolean"),
      false: literal("boolean"),
      decimal_integer_literal: (x, node) =>
        x.literal(/[lL]$/.test(x.textOf(node)) ? "long" : "int"),
      hex_integer_literal: (x, node) => x.literal(/[lL]$/.test(x.textOf(node)) ? "long" : "int"),
      decimal_floating_point_literal: (x, node) =>
        x.literal(/[fF]$/.test(x.textOf(node)) ? "float" : "double"),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    const { F } = this.s;
    return {
      type_identifier: (x, node) => {
        const name = x.textOf(node);
        return name === "var" ? -1 : x.nameExpression(name, x.tree.starts[node]!);
      },
      scoped_type_identifier: (x, node) => this.#scopedType(x, node),
      generic_type: (x, node) => this.#generic(x, node),
      array_type: (x, node) => x.facts.expression(Op.list, x.type(x.tree.child(node, F.element))),
      annotated_type: (x, node) => x.type(namedChildren(x, node).at(-1) ?? NONE),
      wildcard: (x, node) => x.type(namedChildren(x, node).at(-1) ?? NONE),
      integral_type: (x, node) => x.literal(x.textOf(node)),
      floating_point_type: (x, node) => x.literal(x.textOf(node)),
      boolean_type: (x) => x.literal("boolean"),
      void_type: (x) => x.literal("void"),
      catch_type: (x, node) => {
        let type = -1;
        for (const one of namedChildren(x, node)) type = x.either(type, x.type(one));
        return type;
      },
    };
  }

  /** `this` or `super` where the walk stands; -1 outside types. */
  self(x: Extraction, op: number): number {
    const scope = x.enclosing(ScopeKind.class);
    return scope === NONE ? -1 : x.facts.expression(op, scope);
  }

  /** Expressions of the arguments of a call. */
  argumentsOf(x: Extraction, list: NodeIndex): number[] {
    return namedChildren(x, list).map((argument) => x.value(argument));
  }

  /** Types of the type arguments in a list. */
  typeArguments(x: Extraction, list: NodeIndex): number[] {
    return namedChildren(x, list).map((argument) => x.type(argument));
  }

  /** What a call names: a method of something, or one that is in sight. */
  callee(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F } = this.s;
    const nameNode = tree.child(node, F.name);
    if (nameNode === NONE) return -1;
    const name = x.textOf(nameNode);
    const object = tree.child(node, F.object);
    if (object === NONE) return x.nameExpression(name, tree.starts[nameNode]!);
    const isSuper = x.tree.childOfKind(node, this.s.K.super) !== NONE;
    return x.memberExpression(isSuper ? this.self(x, Op.super) : x.value(object), name);
  }

  #call(x: Extraction, node: NodeIndex): number {
    const callee = this.callee(x, node);
    if (callee < 0) return -1;
    return x.callExpression(callee, this.argumentsOf(x, x.tree.child(node, this.s.F.arguments)));
  }

  #field(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const object = tree.child(node, this.s.F.object);
    const field = tree.child(node, this.s.F.field);
    if (field === NONE) return -1;
    // `Outer.this`
    if (tree.kinds[field] === this.s.K.this) return instance(x, x.value(object));
    return x.memberExpression(x.value(object), x.textOf(field));
  }

  #scoped(x: Extraction, node: NodeIndex): number {
    const name = x.tree.child(node, this.s.F.name);
    const scope = x.value(x.tree.namedChild(node));
    return name === NONE ? -1 : x.memberExpression(scope, x.textOf(name));
  }

  #creation(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const body = tree.childOfKind(node, this.s.K.classBody);
    const symbol = body === NONE ? NONE : x.symbolAt(body);
    const type = symbol === NONE
      ? x.type(tree.child(node, this.s.F.type))
      : x.facts.expression(Op.symbol, symbol);
    if (type < 0) return -1;
    const args = this.argumentsOf(x, tree.child(node, this.s.F.arguments));
    return x.callExpression(type, args, Op.construct);
  }

  #index(x: Extraction, node: NodeIndex): number {
    const array = x.value(x.tree.child(node, this.s.F.array));
    return array < 0 ? -1 : x.facts.expression(Op.index, array, -1);
  }

  #binary(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const left = tree.child(node, this.s.F.left);
    const operator = left === NONE ? "" : x.text.slice(tree.ends[left]!, tree.ends[left]! + 4);
    if (/^\s*(?:==|!=|<|>|&&|\|\|)/.test(operator)) return x.literal("boolean");
    const right = tree.child(node, this.s.F.right);
    const sum = /^\s*\+/.test(operator) ? x.joined(left, right, "String") : -1;
    // A sum with a string in it is a string; numbers stay numbers.
    return sum >= 0 ? sum : x.value(left);
  }

  #lambda(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const types = this.lambdaParameters(x, node).map(({ typeNode }) => x.type(typeNode));
    const body = tree.child(node, this.s.F.body);
    const isBlock = body !== NONE && tree.kinds[body] === this.s.K.block;
    const result = isBlock
      ? returnedAtEnd(x, body, this.s.K.returnStatement, (last) => x.value(x.tree.namedChild(last)))
      : x.value(body);
    return functionValue(x, types, result);
  }

  /** Names and types of a lambda's parameters. */
  lambdaParameters(
    x: Extraction,
    node: NodeIndex,
  ): { nameNode: NodeIndex; typeNode: NodeIndex }[] {
    const { tree } = x;
    const { F, K } = this.s;
    const list = tree.child(node, F.parameters);
    if (list === NONE) return [];
    if (tree.kinds[list] === K.identifier) return [{ nameNode: list, typeNode: NONE }];
    return namedChildren(x, list).map((one) =>
      tree.kinds[one] === K.identifier
        ? { nameNode: one, typeNode: NONE }
        : { nameNode: tree.child(one, F.name), typeNode: tree.child(one, F.type) }
    );
  }

  /** `Type::method`, `this::method`, `Type::new`. */
  #methodReference(x: Extraction, node: NodeIndex): number {
    const children = namedChildren(x, node);
    const [object] = children;
    if (object === undefined) return -1;
    const owner = this.#referenced(x, object);
    const name = this.referencedName(x, node);
    if (owner < 0) return -1;
    return name === NONE ? owner : x.memberExpression(owner, x.textOf(name));
  }

  #referenced(x: Extraction, node: NodeIndex): number {
    const value = x.value(node);
    return value >= 0 ? value : x.type(node);
  }

  /** Node of the method that `a::b` names; -1 of `A::new`. */
  referencedName(x: Extraction, node: NodeIndex): NodeIndex {
    const children = namedChildren(x, node);
    const last = children.at(-1);
    return children.length < 2 || last === undefined || x.tree.kinds[last] !== this.s.K.identifier
      ? NONE
      : last;
  }

  #scopedType(x: Extraction, node: NodeIndex): number {
    const [first, ...rest] = namedChildren(x, node).filter((one) =>
      !this.s.ANNOTATIONS.has(x.tree.kinds[one]!)
    );
    if (first === undefined) return -1;
    let type = x.type(first);
    for (const name of rest) type = x.memberExpression(type, x.textOf(name));
    return type;
  }

  #generic(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const base = x.type(tree.namedChild(node));
    const list = tree.namedChild(node, 1);
    if (base < 0 || list === NONE) return base;
    const args = this.typeArguments(x, list);
    return args.length === 0
      ? base
      : x.facts.expression(Op.apply, base, x.facts.list(args), args.length);
  }
}
