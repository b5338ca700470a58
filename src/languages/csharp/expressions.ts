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
    const inner: ExpressionRule = (x, node) => this.child(x, node);
    const typed: ExpressionRule = (x, node) =>
      instance(x, x.type(x.tree.child(node, this.s.F.type)));
    const lambda: ExpressionRule = (x, node) => this.#lambda(x, node);
    const { F } = this.s;
    return {
      identifier: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      generic_name: (x, node) => this.#genericName(x, node),
      qualified_name: (x, node) => this.#qualified(x, node),
      alias_qualified_name: (x, node) => x.value(x.tree.child(node, F.name)),
      member_access_expression: (x, node) => this.member(x, node),
      conditional_access_expression: (x, node) => x.value(namedChildren(x, node).at(-1) ?? NONE),
      member_binding_expression: (x, node) => this.#binding(x, node),
      invocation_expression: (x, node) => this.#call(x, node),
      object_creation_expression: (x, node) => this.#creation(x, node),
      element_access_expression: (x, node) => this.#index(x, node),
      await_expression: (x, node) => {
        const awaited = this.child(x, node);
        return awaited < 0 ? -1 : x.facts.expression(Op.await, awaited);
      },
      cast_expression: typed,
      default_expression: typed,
      as_expression: (x, node) => instance(x, x.type(x.tree.child(node, F.right))),
      array_creation_expression: (x, node) => instance(x, x.type(x.tree.child(node, F.type))),
      implicit_array_creation_expression: (x, node) => this.#collection(x, node),
      parenthesized_expression: inner,
      postfix_unary_expression: inner,
      checked_expression: inner,
      ref_expression: inner,
      assignment_expression: (x, node) => x.value(x.tree.child(node, F.right)),
      conditional_expression: (x, node) =>
        x.either(
          x.value(x.tree.child(node, F.consequence)),
          x.value(x.tree.child(node, F.alternative)),
        ),
      binary_expression: (x, node) => this.#binary(x, node),
      lambda_expression: lambda,
      anonymous_method_expression: lambda,
      tuple_expression: (x, node) => {
        const values = this.argumentsOf(x, node);
        return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
      },
      typeof_expression: (x) => x.facts.expression(Op.external, x.facts.text("System.Type")),
      predefined_type: (x, node) => x.literal(x.textOf(node)),
      string_literal: (x, node) => x.string(node, "string"),
      verbatim_string_literal: (x, node) => x.string(node, "string"),
      raw_string_literal: (x, node) => x.string(node, "string"),
      interpolated_string_expression: (x, node) => x.string(node, "string"),
      collection_expression: (x, node) => this.#collection(x, node),
      character_literal: literal("char"),
      boolean_literal: literal("bool"),
      integer_literal: (x, node) => x.literal(/l/i.test(x.textOf(node)) ? "long" : "int"),
      real_literal: (x, node) =>
        x.literal(
          /f$/i.test(x.textOf(node)) ? "float" : /m$/i.test(x.textOf(node)) ? "decimal" : "double",
        ),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    const { F } = this.s;
    const inner: ExpressionRule = (x, node) => x.type(x.tree.child(node, F.type));
    return {
      generic_name: (x, node) => this.#genericType(x, node),
      implicit_type: () => -1,
      nullable_type: inner,
      ref_type: inner,
      pointer_type: inner,
      array_type: (x, node) => x.facts.expression(Op.list, x.type(x.tree.child(node, F.type))),
      tuple_type: (x, node) => {
        const types = namedChildren(x, node).map((one) => x.type(x.tree.child(one, F.type)));
        return x.facts.expression(Op.tuple, x.facts.list(types), types.length);
      },
    };
  }

  /** Value of a node's own first child, of `this` and `base` too. */
  child(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      const value = this.operand(x, at);
      if (value >= 0 || tree.isNamed(at)) return value;
    }
    return -1;
  }

  /** Value of an operand, which may be the word `this` or `base`. */
  operand(x: Extraction, node: NodeIndex): number {
    if (node === NONE) return -1;
    const kind = x.tree.kinds[node];
    if (kind === this.s.K.this) return this.self(x, Op.self);
    if (kind === this.s.K.base) return this.self(x, Op.super);
    return x.value(node);
  }

  /** `this` or `base` where the walk stands; -1 outside types. */
  self(x: Extraction, op: number): number {
    const scope = x.enclosing(ScopeKind.class);
    return scope === NONE ? -1 : x.facts.expression(op, scope);
  }

  /** Values of the arguments of a call. */
  argumentsOf(x: Extraction, list: NodeIndex): number[] {
    return namedChildren(x, list).map((argument) => this.#argument(x, argument));
  }

  /** An argument's value stands last, behind its name and `ref` or `out`. */
  #argument(x: Extraction, argument: NodeIndex): number {
    const { tree } = x;
    let last = NONE;
    for (let at = tree.firstChild(argument); at !== NONE; at = tree.nextSibling(at)) last = at;
    return this.operand(x, last);
  }

  /** Node of the name in `f`, `x.f`, `x?.f`, `f<T>`; -1 when there is none. */
  lastName(x: Extraction, callee: NodeIndex): NodeIndex {
    const { tree } = x;
    const { F, K } = this.s;
    let at = callee;
    for (let depth = 0; at !== NONE && depth < 6; depth++) {
      switch (tree.kinds[at]) {
        case K.identifier:
          return at;
        case K.genericName:
          at = tree.namedChild(at);
          break;
        case K.memberAccess:
        case K.memberBinding:
        case K.qualifiedName:
          at = tree.child(at, F.name);
          break;
        case K.conditionalAccess:
          at = namedChildren(x, at).at(-1) ?? NONE;
          break;
        default:
          return NONE;
      }
    }
    return NONE;
  }

  /** `a.b`, `a.b<T>` */
  member(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const of = this.operand(x, tree.child(node, this.s.F.expression));
    return this.#memberOf(x, of, nameNode);
  }

  #memberOf(x: Extraction, of: number, nameNode: NodeIndex): number {
    if (nameNode === NONE) return -1;
    if (x.tree.kinds[nameNode] !== this.s.K.genericName) {
      return x.memberExpression(of, x.textOf(nameNode));
    }
    const member = x.memberExpression(of, x.textOf(x.tree.namedChild(nameNode)));
    return this.#applied(x, member, nameNode);
  }

  #applied(x: Extraction, base: number, generic: NodeIndex): number {
    const list = x.tree.childOfKind(generic, this.s.K.typeArguments);
    const types = namedChildren(x, list).map((type) => x.type(type));
    if (base < 0 || types.length === 0) return base;
    return x.facts.expression(Op.apply, base, x.facts.list(types), types.length);
  }

  #genericName(x: Extraction, node: NodeIndex): number {
    return this.#applied(x, x.value(x.tree.namedChild(node)), node);
  }

  #genericType(x: Extraction, node: NodeIndex): number {
    return this.#applied(x, x.type(x.tree.namedChild(node)), node);
  }

  #qualified(x: Extraction, node: NodeIndex): number {
    const of = x.value(x.tree.namedChild(node));
    return this.#memberOf(x, of, x.tree.child(node, this.s.F.name));
  }

  /** The `.b` of `a?.b`. */
  #binding(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    let at = tree.parents[node]!;
    while (at !== NONE && tree.kinds[at] !== this.s.K.conditionalAccess) at = tree.parents[at]!;
    const of = at === NONE ? -1 : this.operand(x, tree.child(at, this.s.F.condition));
    return this.#memberOf(x, of, tree.child(node, this.s.F.name));
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const callee = x.value(tree.child(node, this.s.F.function));
    if (callee < 0) return -1;
    return x.callExpression(callee, this.argumentsOf(x, tree.child(node, this.s.F.arguments)));
  }

  #creation(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const type = x.type(tree.child(node, this.s.F.type));
    if (type < 0) return -1;
    const args = this.argumentsOf(x, tree.child(node, this.s.F.arguments));
    return x.callExpression(type, args, Op.construct);
  }

  #index(x: Extraction, node: NodeIndex): number {
    const of = this.operand(x, x.tree.child(node, this.s.F.expression));
    return of < 0 ? -1 : x.facts.expression(Op.index, of, -1);
  }

  /** `["a", "b"]`, `new[] { "a", "b" }`: a list of which linkers may ask for the elements. */
  #collection(x: Extraction, node: NodeIndex): number {
    if (!x.isAsked(node)) return container(x, "list", [-1]);
    const written = namedChildren(x, node);
    const { K } = this.s;
    const [first] = written;
    const elements = first !== undefined && x.tree.kinds[first] === K.initializer
      ? namedChildren(x, first)
      : written.map((element) => namedChildren(x, x.tree.namedChild(element))[0] ?? NONE);
    return x.listed(elements.map((element) => x.value(element)));
  }

  #binary(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const left = tree.child(node, this.s.F.left);
    if (left === NONE) return -1;
    const operator = x.text.slice(tree.ends[left]!, tree.ends[left]! + 4).trim();
    if (/^(?:==|!=|<|>|&&|\|\|)/.test(operator)) return x.literal("bool");
    const sum = operator.startsWith("+")
      ? x.joined(left, tree.child(node, this.s.F.right), "string")
      : -1;
    if (sum >= 0) return sum;
    if (!operator.startsWith("??")) return x.value(left);
    return x.either(this.operand(x, left), x.value(tree.child(node, this.s.F.right)));
  }

  #lambda(x: Extraction, node: NodeIndex): number {
    const types = this.lambdaParameters(x, node).map(({ typeNode }) => x.type(typeNode));
    const body = this.#lambdaBody(x, node);
    const isBlock = body !== NONE && x.tree.kinds[body] === this.s.K.block;
    const result = isBlock
      ? returnedAtEnd(x, body, this.s.K.returnStatement, (last) => this.child(x, last))
      : x.value(body);
    return functionValue(x, types, result);
  }

  #lambdaBody(x: Extraction, node: NodeIndex): NodeIndex {
    const body = x.tree.child(node, this.s.F.body);
    return body === NONE ? x.tree.childOfKind(node, this.s.K.block) : body;
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
    if (tree.kinds[list] === K.implicitParameter) return [{ nameNode: list, typeNode: NONE }];
    return namedChildren(x, list).map((one) =>
      tree.kinds[one] === K.parameter
        ? { nameNode: tree.child(one, F.name), typeNode: tree.child(one, F.type) }
        : { nameNode: one, typeNode: NONE }
    );
  }
}
