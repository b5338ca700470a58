/** Values and types as expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { container, functionValue, instance, namedChildren } from "../class_family/calls.ts";
import type { FileState } from "./file_state.ts";
import type { Argument, Syntax } from "./syntax.ts";

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const first: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const { F } = this.s;
    const field = (id: number): ExpressionRule => (x, node) => x.value(x.tree.child(node, id));
    return {
      simple_identifier: (x, node) => this.#name(x, node),
      self_expression: (x) => this.self(x, Op.self),
      super_expression: (x) => this.self(x, Op.super),
      navigation_expression: (x, node) => this.#navigation(x, node),
      call_expression: (x, node) => this.#call(x, node),
      constructor_expression: (x, node) => this.#construct(x, node),
      prefix_expression: (x, node) => this.#prefix(x, node),
      postfix_expression: field(F.target),
      directly_assignable_expression: first,
      try_expression: field(F.expr),
      await_expression: field(F.expr),
      as_expression: (x, node) => instance(x, x.type(this.s.typeIn(x, node))),
      check_expression: literal("Bool"),
      comparison_expression: literal("Bool"),
      equality_expression: literal("Bool"),
      conjunction_expression: literal("Bool"),
      disjunction_expression: literal("Bool"),
      additive_expression: field(F.lhs),
      multiplicative_expression: field(F.lhs),
      nil_coalescing_expression: (x, node) =>
        x.either(x.value(x.tree.child(node, F.value)), x.value(x.tree.child(node, F.ifNil))),
      ternary_expression: (x, node) =>
        x.either(x.value(x.tree.child(node, F.ifTrue)), x.value(x.tree.child(node, F.ifFalse))),
      tuple_expression: (x, node) => this.#tuple(x, node),
      array_literal: (x, node) => container(x, "Array", [x.value(x.tree.namedChild(node))]),
      dictionary_literal: (x, node) => {
        const [key, value] = namedChildren(x, node);
        return container(x, "Dictionary", [x.value(key ?? NONE), x.value(value ?? NONE)]);
      },
      lambda_literal: (x, node) => this.#lambda(x, node),
      line_string_literal: (x, node) => x.string(node, "String"),
      multi_line_string_literal: literal("String"),
      raw_string_literal: literal("String"),
      integer_literal: literal("Int"),
      hex_literal: literal("Int"),
      real_literal: literal("Double"),
      boolean_literal: literal("Bool"),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.type(this.s.typeIn(x, node));
    return {
      user_type: (x, node) => this.#userType(x, node),
      optional_type: (x, node) => x.type(x.tree.child(node, this.s.F.wrapped)),
      array_type: (x, node) => container(x, "Array", [x.type(this.s.typeIn(x, node))]),
      dictionary_type: (x, node) => {
        const types = namedChildren(x, node).map((one) => x.type(one));
        return container(x, "Dictionary", types);
      },
      tuple_type: (x, node) => this.#tupleType(x, node),
      function_type: (x, node) => this.#functionType(x, node),
      opaque_type: inner,
      existential_type: inner,
      protocol_composition_type: (x, node) => {
        const [a, b] = namedChildren(x, node).map((one) => x.type(one));
        return a === undefined || b === undefined || a < 0 || b < 0
          ? Math.max(a ?? -1, b ?? -1)
          : x.facts.expression(Op.both, a, b);
      },
    };
  }

  #name(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node).replace(/`/g, "");
    if (text === "nil") return -1;
    if (text === "Self") return this.selfType(x);
    return x.nameExpression(text, x.tree.starts[node]!);
  }

  /** `self` (or `super`) where the walk stands; -1 outside types. */
  self(x: Extraction, op: number): number {
    const { scope, extended } = this.state.around(x);
    if (extended !== NONE) return instance(x, this.#extendedType(x, extended));
    return scope === NONE ? -1 : x.facts.expression(op, scope);
  }

  /** `Self` as a type. */
  selfType(x: Extraction): number {
    const { scope, extended, member } = this.state.around(x);
    if (extended !== NONE && member === NONE) return this.#extendedType(x, extended);
    const owner = extended === NONE ? scope : member;
    return owner === NONE ? -1 : x.facts.expression(Op.selfType, owner);
  }

  /** The type around, as what is called to make an instance of it. */
  typeAround(x: Extraction): number {
    const { scope, extended } = this.state.around(x);
    if (extended !== NONE) return this.#extendedType(x, extended);
    const owner = scope === NONE ? NONE : x.symbolOfScope(scope);
    return owner === NONE ? -1 : x.facts.expression(Op.symbol, owner);
  }

  #extendedType(x: Extraction, node: NodeIndex): number {
    return x.tree.kinds[node] === this.s.K.typeIdentifier
      ? x.nameExpression(x.textOf(node), x.tree.starts[node]!)
      : x.type(node);
  }

  #navigation(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F } = this.s;
    const target = tree.child(node, F.target);
    const suffix = tree.child(node, F.suffix);
    const name = suffix === NONE ? NONE : tree.child(suffix, F.suffix);
    if (target === NONE || name === NONE) return -1;
    const text = x.textOf(name).replace(/`/g, "");
    const of = this.s.TYPES.has(tree.kinds[target]!) ? x.type(target) : x.value(target);
    // `Type.init` is the type that is called, `Type.self` the type itself.
    if (text === "init" || text === "self") return of;
    return of < 0 ? -1 : x.memberExpression(of, text);
  }

  /** `.red`, `.init(…)`: a member of the type that is expected here. */
  #prefix(x: Extraction, node: NodeIndex): number {
    const target = x.tree.child(node, this.s.F.target);
    if (!this.s.isImplicitMember(x, node)) return x.value(target);
    const type = this.#expected(x, node);
    if (type < 0 || target === NONE) return -1;
    const name = x.textOf(target).replace(/`/g, "");
    return name === "init" ? type : x.memberExpression(type, name);
  }

  /** What is expected where an implicit member, or a call of one, stands; as a value of the type or the type. */
  #expected(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F, K } = this.s;
    let at = node;
    let around = tree.parents[at]!;
    while (around !== NONE && tree.kinds[around] === K.call && tree.namedChild(around) === at) {
      at = around;
      around = tree.parents[at]!;
    }
    if (around === NONE) return -1;
    switch (tree.kinds[around]) {
      case K.valueArgument:
        return this.#expectedArgument(x, around, at);
      case K.property: {
        const part = this.s.partsOf(x, around).find(({ value }) => value === at);
        return part === undefined || part.type === NONE ? -1 : x.type(part.type);
      }
      case K.assignment:
        return this.#classOf(x, x.value(tree.child(around, F.target)));
      case K.equality:
      case K.comparison:
        return this.#classOf(x, x.value(tree.child(around, F.lhs)));
      case K.parameter:
        return x.type(this.s.typeIn(x, around));
      case K.controlTransfer:
        return this.state.results.get(x.functionScope()) ?? -1;
      default:
        return -1;
    }
  }

  #classOf(x: Extraction, value: number): number {
    return value < 0 ? -1 : x.facts.expression(Op.classOf, value);
  }

  #expectedArgument(x: Extraction, argument: NodeIndex, value: NodeIndex): number {
    const { tree } = x;
    const list = tree.parents[argument]!;
    const suffix = list === NONE ? NONE : tree.parents[list]!;
    const call = suffix === NONE ? NONE : tree.parents[suffix]!;
    if (call === NONE) return -1;
    const args = this.s.argumentsOf(x, call);
    const position = args.findIndex((one) => one.node === value);
    const callee = this.callee(x, call);
    if (position < 0 || callee < 0) return -1;
    const given = args.map((one) => this.#labelled(x, one, -1));
    const asked = x.callExpression(callee, given);
    return this.#classOf(x, x.facts.expression(Op.expected, asked, position));
  }

  /** What a call names, without the arguments. */
  callee(x: Extraction, call: NodeIndex): number {
    const type = x.tree.child(call, this.s.F.constructedType);
    return type === NONE ? x.value(x.tree.namedChild(call)) : x.type(type);
  }

  /** Values of the arguments of a call. */
  argumentsOf(x: Extraction, call: NodeIndex): number[] {
    return this.s.argumentsOf(x, call).map((one) => this.#labelled(x, one, x.value(one.node)));
  }

  #labelled(x: Extraction, { label }: Argument, value: number): number {
    return label === "" ? value : x.facts.expression(Op.keyword, x.facts.text(label), value);
  }

  #call(x: Extraction, node: NodeIndex): number {
    const callee = this.callee(x, node);
    if (callee < 0) return -1;
    // `first(where:)` gives what `first` does.
    const args = this.s.argumentsOf(x, node);
    if (args.length === 1 && args[0]!.label === "where:") return callee;
    if (this.s.isIndexing(x, node)) return x.facts.expression(Op.index, callee, -1);
    return x.callExpression(callee, this.argumentsOf(x, node));
  }

  #construct(x: Extraction, node: NodeIndex): number {
    const type = this.callee(x, node);
    const constructed = x.tree.child(node, this.s.F.constructedType);
    return constructed !== NONE && x.tree.kinds[constructed] === this.s.K.userType
      ? x.callExpression(type, this.argumentsOf(x, node))
      : instance(x, type);
  }

  #tuple(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const values: number[] = [];
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.fields[at] === this.s.F.value) values.push(x.value(at));
    }
    return values.length === 1
      ? values[0]!
      : x.facts.expression(Op.tuple, x.facts.list(values), values.length);
  }

  /** Names and types of a closure's own parameters. */
  lambdaParameters(
    x: Extraction,
    node: NodeIndex,
  ): { nameNode: NodeIndex; typeNode: NodeIndex }[] {
    const { tree } = x;
    const type = tree.child(node, this.s.F.type);
    const list = type === NONE ? NONE : tree.childOfKind(type, this.s.K.lambdaParameters);
    return namedChildren(x, list).filter((one) => tree.kinds[one] === this.s.K.lambdaParameter).map(
      (one) => ({
        nameNode: tree.child(one, this.s.F.name),
        typeNode: this.s.typeIn(x, one),
      }),
    );
  }

  #lambda(x: Extraction, node: NodeIndex): number {
    const types = this.lambdaParameters(x, node).map(({ typeNode }) => x.type(typeNode));
    const declared = x.tree.child(node, this.s.F.type);
    const result = declared === NONE ? -1 : x.type(this.s.typeIn(x, declared));
    return functionValue(x, types, result >= 0 ? result : this.lastOf(x, node));
  }

  /** What the only statement of a body, or the return at its end, gives. */
  lastOf(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const statements = node === NONE ? NONE : tree.childOfKind(node, this.s.K.statements);
    const all = namedChildren(x, statements);
    const last = all.at(-1);
    if (last === undefined) return -1;
    const isReturn = tree.kinds[last] === this.s.K.controlTransfer;
    if (!isReturn && all.length > 1) return -1;
    const inner = x.scopeAt(node);
    const scope = x.scope;
    if (inner !== NONE) x.scope = inner;
    const value = x.value(isReturn ? tree.child(last, this.s.F.result) : last);
    x.scope = scope;
    return value;
  }

  #userType(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    let type = -1;
    for (const child of namedChildren(x, node)) {
      if (tree.kinds[child] === this.s.K.typeIdentifier) {
        const name = x.textOf(child).replace(/`/g, "");
        if (type < 0 && name === "Self") type = this.selfType(x);
        else if (type < 0) type = x.nameExpression(name, tree.starts[child]!);
        else type = x.memberExpression(type, name);
      } else if (tree.kinds[child] === this.s.K.typeArguments && type >= 0) {
        const args = namedChildren(x, child).map((one) => x.type(one));
        type = x.facts.expression(Op.apply, type, x.facts.list(args), args.length);
      }
    }
    return type;
  }

  #tupleItems(x: Extraction, node: NodeIndex): number[] {
    return namedChildren(x, node).filter((one) => x.tree.kinds[one] === this.s.K.tupleTypeItem)
      .map((one) => x.type(this.s.typeIn(x, one)));
  }

  #tupleType(x: Extraction, node: NodeIndex): number {
    const types = this.#tupleItems(x, node);
    if (types.length === 1) return types[0]!;
    return x.facts.expression(Op.tuple, x.facts.list(types), types.length);
  }

  #functionType(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const params = tree.child(node, this.s.F.params);
    const types = params === NONE ? [] : this.#tupleItems(x, params);
    const result = namedChildren(x, node).filter((one) =>
      one !== params && this.s.TYPES.has(tree.kinds[one]!)
    );
    const first = x.facts.list(types);
    return x.facts.expression(
      Op.functionType,
      first,
      types.length,
      x.type(result.at(-1) ?? NONE),
    );
  }
}
