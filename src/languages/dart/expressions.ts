/** Values and types as expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import {
  childThat,
  container,
  functionValue,
  instance,
  namedChildren,
  returnedAtEnd,
} from "../class_family/calls.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** More branches than this say no more of a value. */
const MOST_BRANCHES = 4;

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const wrapped: ExpressionRule = (x, node) => this.within(x, node);
    const step: ExpressionRule = (x, node) => this.#step(x, node, node);
    const { F } = this.s;
    return {
      identifier: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      this: (x) => this.self(x, Op.self),
      super: (x) => this.self(x, Op.super),
      selector: (x, node) => {
        const inner = x.tree.namedChild(node);
        return inner === NONE ? this.before(x, node) : this.#step(x, node, inner);
      },
      unconditional_assignable_selector: step,
      conditional_assignable_selector: step,
      argument_part: step,
      cascade_selector: (x, node) => this.#member(x, this.before(x, x.tree.parents[node]!), node),
      assignable_expression: wrapped,
      parenthesized_expression: wrapped,
      unary_expression: wrapped,
      postfix_expression: wrapped,
      argument: wrapped,
      named_argument: wrapped,
      record_field: wrapped,
      spread_element: wrapped,
      constant_pattern: wrapped,
      assignment_expression: (x, node) => this.run(x, x.tree.child(node, F.right)),
      assignment_expression_without_cascade: (x, node) => this.run(x, x.tree.child(node, F.right)),
      await_expression: (x, node) => {
        const awaited = this.within(x, node);
        return awaited < 0 ? -1 : x.facts.expression(Op.await, awaited);
      },
      conditional_expression: (x, node) =>
        x.either(
          this.run(x, x.tree.child(node, F.consequence)),
          this.run(x, x.tree.child(node, F.alternative)),
        ),
      if_null_expression: (x, node) =>
        x.either(
          this.run(x, x.tree.child(node, F.first)),
          this.run(x, x.tree.child(node, F.second)),
        ),
      type_cast_expression: (x, node) => instance(x, this.#castTo(x, node)),
      additive_expression: (x, node) => this.#sum(x, node),
      multiplicative_expression: wrapped,
      shift_expression: wrapped,
      type_test_expression: literal("bool"),
      relational_expression: literal("bool"),
      equality_expression: literal("bool"),
      logical_and_expression: literal("bool"),
      logical_or_expression: literal("bool"),
      new_expression: (x, node) => this.#constructed(x, node),
      const_object_expression: (x, node) => this.#constructed(x, node),
      constructor_invocation: (x, node) => this.#constructed(x, node),
      constructor_tearoff: (x, node) => x.type(this.s.typeIn(x, node)),
      function_expression: (x, node) => this.#function(x, node),
      switch_expression: (x, node) => this.#switch(x, node),
      list_literal: (x, node) => this.#list(x, node),
      set_or_map_literal: (x, node) => this.#setOrMap(x, node),
      record_literal: (x, node) => this.#record(x, node),
      string_literal: (x, node) => x.string(node, "String"),
      decimal_integer_literal: literal("int"),
      hex_integer_literal: literal("int"),
      decimal_floating_point_literal: literal("double"),
      true: literal("bool"),
      false: literal("bool"),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    return {
      type_identifier: (x, node) => this.#namedType(x, node),
      function_type: (x, node) => this.#functionType(x, node),
      record_type: (x, node) => {
        const types = namedChildren(x, node).map((field) => x.type(this.s.typeIn(x, field)));
        return x.facts.expression(Op.tuple, x.facts.list(types), types.length);
      },
    };
  }

  // ── runs ────────────────────────────────────────────────────────────────────────────────────

  /** Value of the expression that begins at a node. */
  run(x: Extraction, head: NodeIndex): number {
    return head === NONE ? -1 : this.#at(x, this.s.endOfRun(x, head));
  }

  /** Value of the expression that a node wraps. */
  within(x: Extraction, node: NodeIndex): number {
    return this.run(x, this.s.headIn(x, node));
  }

  /** Value of what stands before a step and what it is applied to. */
  before(x: Extraction, step: NodeIndex): number {
    return this.#at(x, this.s.previous(x, step));
  }

  /** A cascade gives what it is begun with. */
  #at(x: Extraction, node: NodeIndex): number {
    let at = node;
    while (at !== NONE && x.tree.kinds[at] === this.s.K.cascade) at = this.s.previous(x, at);
    return x.value(at);
  }

  #step(x: Extraction, outer: NodeIndex, inner: NodeIndex): number {
    const of = this.before(x, outer);
    const { kinds } = x.tree;
    const { K } = this.s;
    if (kinds[inner] === K.typeArguments) return this.applied(x, of, inner);
    if (kinds[inner] !== K.argumentPart) return this.#member(x, of, inner);
    return of < 0
      ? -1
      : x.callExpression(this.calleeOf(x, outer, inner), this.argumentsOf(x, inner));
  }

  /** What a call names, with type arguments. @param part the node of its arguments */
  calleeOf(x: Extraction, step: NodeIndex, part: NodeIndex): number {
    return this.applied(
      x,
      this.before(x, step),
      x.tree.childOfKind(part, this.s.K.typeArguments),
    );
  }

  #member(x: Extraction, of: number, selector: NodeIndex): number {
    const name = x.tree.namedChild(selector);
    if (name === NONE || of < 0) return -1;
    if (x.tree.kinds[name] === this.s.K.identifier) {
      // `Type.new` is what is called to make an instance.
      return x.textOf(name) === "new" ? of : x.memberExpression(of, x.textOf(name));
    }
    return x.facts.expression(Op.index, of, this.within(x, name));
  }

  /** A type or function with type arguments; itself where there are none. */
  applied(x: Extraction, of: number, list: NodeIndex): number {
    const args = list === NONE ? [] : this.s.typesIn(x, list).map((one) => x.type(one));
    return of < 0 || args.length === 0
      ? of
      : x.facts.expression(Op.apply, of, x.facts.list(args), args.length);
  }

  /** Values of what a call is given; named arguments last. @param part node around the brackets */
  argumentsOf(x: Extraction, part: NodeIndex): number[] {
    const { tree } = x;
    const { K } = this.s;
    const list = tree.kinds[part] === K.arguments ? part : tree.childOfKind(part, K.arguments);
    const byPosition: number[] = [];
    const byName: number[] = [];
    for (const one of namedChildren(x, list)) {
      const value = this.within(x, one);
      if (tree.kinds[one] !== K.namedArgument) {
        byPosition.push(value);
        continue;
      }
      const label = x.textOf(tree.childOfKind(one, K.label)).replace(/[\s:]+/g, "");
      byName.push(x.facts.expression(Op.keyword, x.facts.text(label), value));
    }
    return [...byPosition, ...byName];
  }

  // ── values ──────────────────────────────────────────────────────────────────────────────────

  /** `this` (or `super`) where the walk stands; -1 outside types. */
  self(x: Extraction, op: number): number {
    const { scope, extended } = this.state.around(x);
    if (extended !== NONE) return instance(x, x.type(extended));
    return scope === NONE ? -1 : x.facts.expression(op, scope);
  }

  /** The type around, as what is called to make an instance of it. */
  typeAround(x: Extraction): number {
    const { scope } = this.state.around(x);
    const owner = scope === NONE ? NONE : x.symbolOfScope(scope);
    return owner === NONE ? -1 : x.facts.expression(Op.symbol, owner);
  }

  /** What is constructed by `new T.name(…)` or `const T(…)`. */
  construction(x: Extraction, node: NodeIndex): { callee: number; nameNode: NodeIndex } {
    const { tree } = x;
    const typeNode = this.s.typeIn(x, node);
    const type = x.type(typeNode);
    const nameNode = tree.childOfKind(node, this.s.K.identifier);
    if (nameNode === NONE) return { callee: type, nameNode: this.s.lastTypeName(x, typeNode) };
    const callee = type < 0 ? -1 : x.memberExpression(type, x.textOf(nameNode));
    return { callee, nameNode };
  }

  #constructed(x: Extraction, node: NodeIndex): number {
    const { callee } = this.construction(x, node);
    return callee < 0 ? -1 : x.callExpression(callee, this.argumentsOf(x, node));
  }

  #castTo(x: Extraction, node: NodeIndex): number {
    const cast = namedChildren(x, node).at(-1);
    return cast === undefined ? -1 : x.type(this.s.typeIn(x, cast));
  }

  #sum(x: Extraction, node: NodeIndex): number {
    const [left, , right] = namedChildren(x, node).filter((one) =>
      !this.s.STEPS.has(x.tree.kinds[one]!)
    );
    const text = left === undefined || right === undefined ? -1 : x.joined(left, right, "String");
    return text >= 0 ? text : this.within(x, node);
  }

  #function(x: Extraction, node: NodeIndex): number {
    const list = this.s.parametersOf(x, node);
    const types = namedChildren(x, list).map((one) => x.type(this.s.typeIn(x, one)));
    return functionValue(x, types, this.resultOf(x, x.tree.child(node, this.s.F.body)));
  }

  /** What a body gives: the expression behind `=>`, or that of the `return` at its end. */
  resultOf(x: Extraction, body: NodeIndex): number {
    if (body === NONE) return -1;
    const { K } = this.s;
    const block = x.tree.childOfKind(body, K.block);
    const result = block === NONE
      ? this.within(x, body)
      : returnedAtEnd(x, block, K.returnStatement, (one) => this.within(x, one));
    const isAsync = x.textOf(body).slice(0, 5) === "async";
    return isAsync && result >= 0 ? instance(x, container(x, "Future", [result])) : result;
  }

  #switch(x: Extraction, node: NodeIndex): number {
    let value = -1;
    let branches = 0;
    for (const one of namedChildren(x, node)) {
      if (x.tree.kinds[one] !== this.s.K.switchCase || branches >= MOST_BRANCHES) continue;
      const scope = x.scope;
      const inner = x.scopeAt(one);
      if (inner !== NONE) x.scope = inner;
      const given = this.run(x, this.#givenBy(x, one));
      x.scope = scope;
      if (given >= 0) branches++;
      value = x.either(value, given);
    }
    return value;
  }

  /** First node of what a case of a `switch` gives. */
  #givenBy(x: Extraction, node: NodeIndex): NodeIndex {
    const heads = namedChildren(x, node).filter((one) => !this.s.STEPS.has(x.tree.kinds[one]!));
    return heads.at(-1) ?? NONE;
  }

  #list(x: Extraction, node: NodeIndex): number {
    const declared = x.tree.childOfKind(node, this.s.K.typeArguments);
    const [type] = declared === NONE ? [] : this.s.typesIn(x, declared);
    if (type !== undefined) return instance(x, container(x, "List", [x.type(type)]));
    const [first] = namedChildren(x, node);
    return container(x, "List", [first === undefined ? -1 : this.run(x, first)]);
  }

  #setOrMap(x: Extraction, node: NodeIndex): number {
    const declared = x.tree.childOfKind(node, this.s.K.typeArguments);
    if (declared === NONE) return -1;
    const args = this.s.typesIn(x, declared).map((one) => x.type(one));
    return instance(x, container(x, args.length > 1 ? "Map" : "Set", args));
  }

  #record(x: Extraction, node: NodeIndex): number {
    const values = namedChildren(x, node)
      .filter((field) => x.tree.childOfKind(field, this.s.K.label) === NONE)
      .map((field) => this.within(x, field));
    return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  /** `prefix.Type<A>`: the first name tells for all of it. */
  #namedType(x: Extraction, node: NodeIndex): number {
    const last = this.s.lastTypeName(x, node);
    const isPlain = last === node || this.state.corePrefixes.has(x.textOf(node));
    const first = x.nameExpression(x.textOf(isPlain ? last : node), x.tree.starts[node]!);
    const named = isPlain ? first : x.memberExpression(first, x.textOf(last));
    return this.applied(x, named, this.s.typeArgumentsOf(x, node));
  }

  #functionType(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const list = tree.childOfKind(node, this.s.K.parameterTypes);
    const types = namedChildren(x, list).map((one) => {
      const typed = this.s.typeIn(x, one);
      const inner = childThat(x, one, (child) => this.s.typeIn(x, child) !== NONE);
      return x.type(typed === NONE && inner !== NONE ? this.s.typeIn(x, inner) : typed);
    });
    const first = this.s.typeIn(x, node);
    return x.facts.expression(
      Op.functionType,
      x.facts.list(types),
      types.length,
      first === NONE || first > list && list !== NONE ? -1 : x.type(first),
    );
  }
}
