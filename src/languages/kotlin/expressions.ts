/** Values and types as expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { functionValue, instance, namedChildren } from "../class_family/calls.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** More branches than this say no more of a value. */
const MOST_BRANCHES = 4;

/** Functions of the library that give back what they are called on. */
const GIVES_RECEIVER: ReadonlySet<string> = new Set([
  "apply",
  "also",
  "takeIf",
  "takeUnless",
  "onEach",
]);
/** Functions of the library that give what the function gives that they are given. */
const GIVES_RESULT: ReadonlySet<string> = new Set([
  "let",
  "run",
  "with",
  "lazy",
  "runCatching",
  "use",
  "remember",
]);

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const first: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const last: ExpressionRule = (x, node) => this.#last(x, node);
    const { F } = this.s;
    return {
      identifier: (x, node) => this.#name(x, node),
      this_expression: (x, node) => this.#this(x, node),
      super_expression: (x) => this.self(x, Op.super),
      navigation_expression: (x, node) => this.#navigation(x, node),
      call_expression: (x, node) => this.#call(x, node),
      index_expression: (x, node) => {
        const of = x.value(x.tree.namedChild(node));
        return of < 0 ? -1 : x.facts.expression(Op.index, of, -1);
      },
      infix_expression: (x, node) => this.#infix(x, node),
      as_expression: (x, node) => instance(x, x.type(x.tree.child(node, F.right))),
      unary_expression: (x, node) => x.value(x.tree.child(node, F.argument)),
      binary_expression: (x, node) => this.#binary(x, node),
      is_expression: literal("Boolean"),
      in_expression: literal("Boolean"),
      parenthesized_expression: first,
      annotated_expression: last,
      labeled_expression: last,
      object_literal: (x, node) => {
        const symbol = x.symbolAt(node);
        return symbol === NONE ? -1 : instance(x, x.facts.expression(Op.symbol, symbol));
      },
      lambda_literal: (x, node) => this.#lambda(x, node),
      anonymous_function: (x, node) => this.#anonymous(x, node),
      callable_reference: (x, node) => {
        const name = namedChildren(x, node).at(-1);
        return name === undefined ? -1 : x.value(name);
      },
      if_expression: (x, node) => this.#if(x, node),
      when_expression: (x, node) => this.#when(x, node),
      try_expression: (x, node) => x.value(x.tree.childOfKind(node, this.s.K.block)),
      block: last,
      string_literal: (x, node) => x.string(node, "String"),
      multiline_string_literal: literal("String"),
      collection_literal: (x, node) =>
        x.listed(namedChildren(x, node).map((element) => x.value(element))),
      character_literal: literal("Char"),
      number_literal: (x, node) => x.literal(/L$/.test(x.textOf(node)) ? "Long" : "Int"),
      float_literal: (x, node) => x.literal(/[fF]$/.test(x.textOf(node)) ? "Float" : "Double"),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) =>
      x.type(
        namedChildren(x, node).filter((one) => this.s.TYPES.has(x.tree.kinds[one]!))[0] ?? NONE,
      );
    return {
      user_type: (x, node) => this.#userType(x, node),
      nullable_type: inner,
      non_nullable_type: inner,
      parenthesized_type: inner,
      type_projection: inner,
      function_type: (x, node) => this.#functionType(x, node),
    };
  }

  #name(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node).replace(/`/g, "");
    if (text === "null") return -1;
    if (text === "true" || text === "false") return x.literal("Boolean");
    return x.nameExpression(text, x.tree.starts[node]!);
  }

  /** `this` (or `super`) where the walk stands; -1 outside types and extensions. */
  self(x: Extraction, op: number): number {
    const { scope, receiver } = this.state.around(x);
    if (receiver !== NONE) return instance(x, x.type(receiver));
    return scope === NONE ? -1 : x.facts.expression(op, scope);
  }

  /** `this@Outer` is the instance of that class. */
  #this(x: Extraction, node: NodeIndex): number {
    const label = x.tree.namedChild(node);
    if (label === NONE) return this.self(x, Op.self);
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (x.scopeKind(scope) !== ScopeKind.class) continue;
      const symbol = x.symbolOfScope(scope);
      const name = symbol < 0 ? "" : x.facts.textAt(x.facts.tables.symbols.get(symbol, 1));
      if (name === x.textOf(label)) return x.facts.expression(Op.self, scope);
    }
    return this.self(x, Op.self);
  }

  #navigation(x: Extraction, node: NodeIndex): number {
    const [of, name] = namedChildren(x, node);
    if (of === undefined || name === undefined) return -1;
    return x.memberExpression(x.value(of), x.textOf(name).replace(/`/g, ""));
  }

  /** What a call names, without the arguments. */
  callee(x: Extraction, node: NodeIndex): number {
    return x.value(this.s.calleeOf(x, node));
  }

  /** Values of the arguments of a call. */
  argumentsOf(x: Extraction, call: NodeIndex): number[] {
    return this.s.argumentNodes(x, call).map((argument) => x.value(argument));
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const calleeNode = this.s.calleeOf(x, node);
    if (calleeNode === NONE) return -1;
    const nameNode = this.s.lastName(x, calleeNode);
    const name = nameNode === NONE ? "" : x.textOf(nameNode);
    const args = this.s.argumentNodes(x, node);
    const lambda = args.at(-1);
    if (lambda !== undefined && lambda !== NONE && tree.kinds[lambda] === this.s.K.lambda) {
      const isMember = nameNode !== calleeNode;
      if (GIVES_RECEIVER.has(name)) {
        return isMember ? x.value(tree.namedChild(calleeNode)) : this.self(x, Op.self);
      }
      if (GIVES_RESULT.has(name)) return this.#lambdaResult(x, lambda);
    }
    const callee = x.value(calleeNode);
    if (callee < 0) return -1;
    return x.callExpression(this.#applied(x, callee, node), args.map((one) => x.value(one)));
  }

  #applied(x: Extraction, callee: number, call: NodeIndex): number {
    const list = x.tree.childOfKind(call, this.s.K.typeArguments);
    const types = namedChildren(x, list).map((one) => x.type(one));
    if (types.length === 0) return callee;
    return x.facts.expression(Op.apply, callee, x.facts.list(types), types.length);
  }

  #infix(x: Extraction, node: NodeIndex): number {
    const [left, name, right] = namedChildren(x, node);
    if (left === undefined || name === undefined || right === undefined) return -1;
    const of = x.value(left);
    return of < 0 ? -1 : x.callExpression(x.memberExpression(of, x.textOf(name)), [x.value(right)]);
  }

  #binary(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const left = tree.child(node, this.s.F.left);
    if (left === NONE) return -1;
    const operator = x.text.slice(tree.ends[left]!, tree.ends[left]! + 6).trim();
    if (/^(?:==|!=|<|>|&&|\|\|)/.test(operator)) return x.literal("Boolean");
    const sum = operator.startsWith("+")
      ? x.joined(left, tree.child(node, this.s.F.right), "String")
      : -1;
    if (sum >= 0) return sum;
    if (!operator.startsWith("?:")) return x.value(left);
    return x.either(x.value(left), x.value(tree.child(node, this.s.F.right)));
  }

  #if(x: Extraction, node: NodeIndex): number {
    const condition = x.tree.child(node, this.s.F.condition);
    const [then, otherwise] = namedChildren(x, node).filter((one) => one !== condition);
    if (then === undefined || otherwise === undefined) return -1;
    return x.either(x.value(then), x.value(otherwise));
  }

  #when(x: Extraction, node: NodeIndex): number {
    let value = -1;
    let branches = 0;
    for (const entry of namedChildren(x, node)) {
      if (x.tree.kinds[entry] !== this.s.K.whenEntry || branches >= MOST_BRANCHES) continue;
      const one = this.#within(x, entry, namedChildren(x, entry).at(-1));
      if (one >= 0) branches++;
      value = x.either(value, one);
    }
    return value;
  }

  /** Value of a node in the scope that another opens. */
  #within(x: Extraction, opener: NodeIndex, node: NodeIndex | undefined): number {
    const inner = x.scopeAt(opener);
    if (node === undefined) return -1;
    const scope = x.scope;
    if (inner !== NONE) x.scope = inner;
    const value = x.value(node);
    x.scope = scope;
    return value;
  }

  #last(x: Extraction, node: NodeIndex): number {
    const last = namedChildren(x, node).at(-1);
    if (last === undefined) return -1;
    return x.tree.kinds[last] === this.s.K.returnExpression
      ? x.value(x.tree.namedChild(last))
      : x.value(last);
  }

  #lambda(x: Extraction, node: NodeIndex): number {
    const types = this.lambdaParameters(x, node).map(({ typeNode }) => x.type(typeNode));
    return functionValue(x, types, this.#lambdaResult(x, node));
  }

  /** What a function without a name gives: its last expression. */
  #lambdaResult(x: Extraction, node: NodeIndex): number {
    const last = namedChildren(x, node).at(-1);
    if (last === undefined || x.tree.kinds[last] === this.s.K.lambdaParameters) return -1;
    return this.#within(x, node, last);
  }

  #anonymous(x: Extraction, node: NodeIndex): number {
    const list = x.tree.childOfKind(node, this.s.K.parameters);
    const types = namedChildren(x, list).map((one) => x.type(this.s.declaredType(x, one)));
    return functionValue(x, types, x.type(this.s.declaredType(x, node)));
  }

  /** Names and types of a lambda's own parameters. */
  lambdaParameters(
    x: Extraction,
    node: NodeIndex,
  ): { nameNode: NodeIndex; typeNode: NodeIndex }[] {
    const list = x.tree.childOfKind(node, this.s.K.lambdaParameters);
    return namedChildren(x, list).map((one) =>
      x.tree.kinds[one] === this.s.K.variable
        ? { nameNode: x.tree.namedChild(one), typeNode: this.s.declaredType(x, one) }
        : { nameNode: NONE, typeNode: NONE }
    );
  }

  #userType(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    let type = -1;
    for (const child of namedChildren(x, node)) {
      if (tree.kinds[child] === this.s.K.identifier) {
        const name = x.textOf(child).replace(/`/g, "");
        type = type < 0
          ? x.nameExpression(name, tree.starts[child]!)
          : x.memberExpression(type, name);
      } else if (tree.kinds[child] === this.s.K.typeArguments && type >= 0) {
        const args = namedChildren(x, child).map((one) => x.type(one));
        type = x.facts.expression(Op.apply, type, x.facts.list(args), args.length);
      }
    }
    return type;
  }

  #functionType(x: Extraction, node: NodeIndex): number {
    const children = namedChildren(x, node);
    const result = x.type(children.at(-1) ?? NONE);
    const list = children.at(-2);
    const types = (list === undefined ? [] : namedChildren(x, list)).map((one) =>
      this.s.TYPES.has(x.tree.kinds[one]!) ? x.type(one) : x.type(this.s.declaredType(x, one))
    );
    const first = x.facts.list(types);
    return x.facts.expression(Op.functionType, first, types.length, result);
  }
}
