/** Values and types as expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { container, functionValue, instance, namedChildren } from "../class_family/calls.ts";
import type { Syntax } from "./syntax.ts";

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const name: ExpressionRule = (x, node) => this.name(x, node);
    const member: ExpressionRule = (x, node) => this.#member(x, node);
    const call: ExpressionRule = (x, node) => this.#call(x, node);
    const { F } = this.s;
    return {
      variable_name: (x, node) => this.#variable(x, node),
      name,
      qualified_name: name,
      relative_name: name,
      relative_scope: name,
      member_access_expression: member,
      nullsafe_member_access_expression: member,
      scoped_property_access_expression: (x, node) => this.#scoped(x, node),
      class_constant_access_expression: (x, node) => this.#constant(x, node),
      function_call_expression: call,
      member_call_expression: call,
      nullsafe_member_call_expression: call,
      scoped_call_expression: call,
      object_creation_expression: (x, node) => this.#creation(x, node),
      assignment_expression: (x, node) => x.value(x.tree.child(node, F.right)),
      clone_expression: (x, node) => x.value(x.tree.namedChild(node)),
      parenthesized_expression: (x, node) => x.value(x.tree.namedChild(node)),
      subscript_expression: (x, node) => {
        const of = x.value(x.tree.namedChild(node));
        return of < 0 ? -1 : x.facts.expression(Op.index, of, -1);
      },
      conditional_expression: (x, node) =>
        x.either(x.value(x.tree.child(node, F.body)), x.value(x.tree.child(node, F.alternative))),
      binary_expression: (x, node) => this.#binary(x, node),
      anonymous_function: (x, node) =>
        functionValue(x, [], x.type(x.tree.child(node, F.returnType))),
      arrow_function: (x, node) => functionValue(x, [], x.value(x.tree.child(node, F.body))),
      array_creation_expression: (x, node) => this.#array(x, node),
      string: (x, node) => x.string(node, "string"),
      encapsed_string: (x, node) => x.string(node, "string"),
      heredoc: literal("string"),
      integer: literal("int"),
      float: literal("float"),
      boolean: literal("bool"),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.type(x.tree.namedChild(node));
    const several: ExpressionRule = (x, node) => {
      let type = -1;
      for (const one of namedChildren(x, node)) type = x.either(type, x.type(one));
      return type;
    };
    return {
      named_type: inner,
      optional_type: inner,
      union_type: several,
      intersection_type: several,
      type_list: several,
      primitive_type: (x, node) => {
        const name = x.textOf(node);
        return name === "mixed" || name === "null" || name === "array" ? -1 : x.literal(name);
      },
    };
  }

  #variable(x: Extraction, node: NodeIndex): number {
    const name = x.textOf(node);
    return name === "$this" ? this.self(x, Op.self) : x.nameExpression(name, x.tree.starts[node]!);
  }

  /** `$this`, `self`, `static` or `parent` where the walk stands; -1 outside types. */
  self(x: Extraction, op: number): number {
    const scope = x.enclosing(ScopeKind.class);
    return scope === NONE ? -1 : x.facts.expression(op, scope);
  }

  /** A name as it is written: of the class around, qualified from the root, or seen from here. */
  name(x: Extraction, node: NodeIndex): number {
    return this.named(x, x.textOf(node), x.tree.starts[node]!);
  }

  /** As {@link name}, of a text. */
  named(x: Extraction, text: string, offset: number): number {
    if (text === "self" || text === "static") return this.self(x, Op.selfType);
    if (text === "parent") return this.self(x, Op.super);
    const parts = text.replace(/^namespace\\/, "").split("\\");
    if (parts.length === 1) return x.nameExpression(text, offset);
    if (parts[0] !== "") {
      let of = x.nameExpression(parts[0]!, offset);
      for (const part of parts.slice(1)) of = x.memberExpression(of, part);
      return of;
    }
    const package_ = parts.slice(1, -1).join("\\");
    const module = x.facts.expression(Op.module, x.facts.text(package_));
    return x.memberExpression(module, parts.at(-1)!);
  }

  #member(x: Extraction, node: NodeIndex): number {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE || x.tree.kinds[nameNode] !== this.s.K.name) return -1;
    return x.memberExpression(x.value(x.tree.child(node, this.s.F.object)), x.textOf(nameNode));
  }

  #scoped(x: Extraction, node: NodeIndex): number {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return -1;
    const of = x.value(x.tree.child(node, this.s.F.scope));
    return x.memberExpression(of, x.textOf(nameNode).replace(/^\$/, ""));
  }

  #constant(x: Extraction, node: NodeIndex): number {
    const [of, name] = namedChildren(x, node);
    if (of === undefined || name === undefined) return -1;
    // `Cart::class` is the name of the class, of which a linker may ask whose it is.
    if (x.textOf(name) === "class" && !x.isAsked(node)) return x.literal("string");
    return x.memberExpression(x.value(of), x.textOf(name));
  }

  /** What a call names; -1 for what is worked out. */
  callee(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F, K } = this.s;
    const called = tree.child(node, F.function);
    if (called !== NONE) return x.value(called);
    const nameNode = tree.child(node, F.name);
    if (nameNode === NONE || tree.kinds[nameNode] !== K.name) return -1;
    const object = tree.child(node, F.object);
    const of = object === NONE ? tree.child(node, F.scope) : object;
    return x.memberExpression(x.value(of), x.textOf(nameNode));
  }

  /** Node of the name of what is called; -1 for what is worked out. */
  calledName(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const { F, K } = this.s;
    const called = tree.child(node, F.function);
    if (called !== NONE) return this.lastName(x, called);
    const nameNode = tree.child(node, F.name);
    return nameNode !== NONE && tree.kinds[nameNode] === K.name ? nameNode : NONE;
  }

  /** Node of the last part of a name; -1 when it is none. */
  lastName(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    if (node === NONE) return NONE;
    if (tree.kinds[node] === this.s.K.name) return node;
    if (!this.s.NAMES.has(tree.kinds[node]!)) return NONE;
    const last = namedChildren(x, node).at(-1);
    return last !== undefined && tree.kinds[last] === this.s.K.name ? last : NONE;
  }

  /** Values of the arguments of a call. */
  argumentsOf(x: Extraction, list: NodeIndex): number[] {
    return namedChildren(x, list).map((argument) =>
      x.value(namedChildren(x, argument).at(-1) ?? NONE)
    );
  }

  #call(x: Extraction, node: NodeIndex): number {
    const callee = this.callee(x, node);
    if (callee < 0) return -1;
    return x.callExpression(callee, this.argumentsOf(x, x.tree.child(node, this.s.F.arguments)));
  }

  #creation(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const inner = tree.namedChild(node);
    if (inner === NONE) return -1;
    const symbol = x.symbolAt(inner);
    if (symbol !== NONE) return instance(x, x.facts.expression(Op.symbol, symbol));
    if (!this.s.NAMES.has(tree.kinds[inner]!)) return -1;
    const args = this.argumentsOf(x, tree.childOfKind(node, this.s.K.arguments));
    return x.callExpression(this.name(x, inner), args, Op.construct);
  }

  #binary(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const operator = tree.child(node, this.s.F.operator);
    const left = x.value(tree.child(node, this.s.F.left));
    const right = tree.child(node, this.s.F.right);
    switch (operator === NONE ? "" : x.textOf(operator)) {
      case "??":
        return x.either(left, x.value(right));
      case ".": {
        const joined = x.joined(tree.child(node, this.s.F.left), right, "string");
        return joined < 0 ? x.literal("string") : joined;
      }
      case "+":
      case "-":
      case "*":
        return left;
      default:
        return x.literal("bool");
    }
  }

  /** Elements of an array; those with a literal key as given by name. */
  #entries(x: Extraction, node: NodeIndex): number[] {
    return namedChildren(x, node).map((element) => {
      const [first = NONE, second] = namedChildren(x, element);
      if (second === undefined) return x.value(first);
      const key = x.textOf(first).replace(/^['"]|['"]$/g, "");
      return x.facts.expression(Op.keyword, x.facts.text(key), x.value(second));
    });
  }

  #array(x: Extraction, node: NodeIndex): number {
    if (x.isAsked(node)) return x.listed(this.#entries(x, node));
    const first = x.tree.namedChild(node);
    const element = first === NONE ? NONE : namedChildren(x, first).at(-1) ?? NONE;
    return container(x, "list", [x.value(element)]);
  }
}
