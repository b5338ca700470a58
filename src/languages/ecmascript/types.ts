/** Type expressions of TypeScript. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Names } from "./names.ts";
import type { Syntax } from "./syntax.ts";

/** Types of the library that are, as far as members go, their first argument. */
const TRANSPARENT: ReadonlySet<string> = new Set(
  "Partial Required Readonly Pick Omit NonNullable Exclude Extract NoInfer ThisType".split(" "),
);
/** Members in a union that are looked at. */
const MOST_IN_UNION = 12;

/** Expressions of a list of type arguments. */
export function typeArguments(x: Extraction, list: NodeIndex): number[] {
  const args: number[] = [];
  for (let child = x.tree.firstChild(list); child !== NONE; child = x.tree.nextSibling(child)) {
    if (x.tree.isNamed(child) && !x.tree.isExtra(child)) args.push(x.type(child));
  }
  return args;
}

/** Rules for expressions in type position. */
export class Types {
  constructor(readonly s: Syntax, readonly names: Names) {}

  rules(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.type(x.tree.namedChild(node));
    return {
      type_annotation: inner,
      opting_type_annotation: inner,
      omitting_type_annotation: inner,
      adding_type_annotation: inner,
      default_type: inner,
      constraint: inner,
      parenthesized_type: inner,
      readonly_type: inner,
      optional_type: inner,
      rest_type: inner,
      flow_maybe_type: inner,
      identifier: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      type_identifier: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      nested_type_identifier: (x, node) => this.#nested(x, node, this.s.F.module, this.s.F.name),
      nested_identifier: (x, node) => this.#nested(x, node, this.s.F.object, this.s.F.property),
      member_expression: (x, node) => this.#nested(x, node, this.s.F.object, this.s.F.property),
      call_expression: (x, node) => this.#imported(x, node),
      predefined_type: (x, node) => this.#predefined(x, node),
      literal_type: (x, node) => this.#literal(x, node),
      template_literal_type: (x) => x.literal("string"),
      index_type_query: (x) => x.literal("string"),
      type_predicate_annotation: (x) => x.literal("boolean"),
      type_predicate: (x) => x.literal("boolean"),
      asserts_annotation: () => -1,
      generic_type: (x, node) => this.#generic(x, node),
      array_type: (x, node) => this.#arrayOf(x, x.type(x.tree.namedChild(node))),
      tuple_type: (x, node) => this.#tuple(x, node),
      union_type: (x, node) => this.#union(x, node),
      intersection_type: (x, node) => this.#both(x, node),
      conditional_type: (x, node) => this.#conditional(x, node),
      lookup_type: (x, node) => this.#lookup(x, node),
      type_query: (x, node) => this.#query(x, node),
      this_type: (x) => this.#thisType(x),
      object_type: (x, node) => this.#object(x, node),
      function_type: (x, node) => this.functionType(x, node, this.s.F.returnType),
      constructor_type: (x, node) => this.#constructorType(x, node),
      infer_type: (x, node) => x.type(x.tree.namedChild(node)),
    };
  }

  #nested(x: Extraction, node: NodeIndex, objectField: number, nameField: number): number {
    const object = x.type(x.tree.child(node, objectField));
    if (object < 0) return -1;
    return x.memberExpression(object, x.textOf(x.tree.child(node, nameField)));
  }

  /** `import("./x")` in a type; a class that is made by a call: `extends mixin(Base)`. */
  #imported(x: Extraction, node: NodeIndex): number {
    const callee = x.tree.child(node, this.s.F.function);
    if (callee === NONE) return -1;
    if (x.tree.kinds[callee] !== this.s.K.import) return x.value(node);
    const specifier = this.names.onlyString(x, x.tree.child(node, this.s.F.arguments));
    return specifier === undefined ? -1 : x.facts.expression(Op.module, x.facts.text(specifier));
  }

  #predefined(x: Extraction, node: NodeIndex): number {
    const name = x.textOf(node);
    return name === "string" || name === "number" || name === "boolean" || name === "bigint" ||
        name === "symbol"
      ? x.literal(name)
      : -1;
  }

  #literal(x: Extraction, node: NodeIndex): number {
    const value = x.tree.namedChild(node);
    return value === NONE ? -1 : x.value(value);
  }

  #generic(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    const { tree } = x;
    const named = tree.child(node, F.name);
    const name = named === NONE ? tree.namedChild(node) : named;
    const list = tree.child(node, F.typeArguments);
    const args = list === NONE ? [] : typeArguments(x, list);
    const text = x.textOf(name);
    if (TRANSPARENT.has(text)) return args[0] ?? -1;
    if (text === "Awaited") {
      return args[0] === undefined || args[0] < 0 ? -1 : this.#op(x, Op.await, args[0]);
    }
    if (text === "ReturnType" || text === "InstanceType") {
      return this.#result(x, text, args[0] ?? -1);
    }
    const base = x.type(name);
    return base < 0 ? -1 : x.facts.expression(Op.apply, base, x.facts.list(args), args.length);
  }

  #op(x: Extraction, op: number, of: number): number {
    return x.facts.expression(op, x.facts.expression(Op.instance, of));
  }

  /** `ReturnType<F>`, `InstanceType<C>`. */
  #result(x: Extraction, name: string, of: number): number {
    if (of < 0) return -1;
    const callee = x.facts.expression(Op.instance, of);
    return x.callExpression(callee, [], name === "ReturnType" ? Op.call : Op.construct);
  }

  #arrayOf(x: Extraction, element: number): number {
    return x.facts.expression(Op.apply, x.literal("Array"), x.facts.list([element]), 1);
  }

  #tuple(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    const parts: number[] = [];
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      const kind = tree.kinds[child];
      const named = kind === K.requiredParameter || kind === K.optionalParameter;
      parts.push(x.type(named ? tree.child(child, F.type) : child));
    }
    return x.facts.expression(Op.tuple, x.facts.list(parts), parts.length);
  }

  /** Nested unions are written `A | B | C` and parsed to the left. */
  #union(x: Extraction, node: NodeIndex): number {
    let type = -1;
    let left = MOST_IN_UNION;
    for (let child = x.tree.firstChild(node); child !== NONE; child = x.tree.nextSibling(child)) {
      if (!x.tree.isNamed(child) || x.tree.isExtra(child)) continue;
      if (left-- === 0) break;
      const part = x.type(child);
      type = x.either(type, part);
    }
    return type;
  }

  #both(x: Extraction, node: NodeIndex): number {
    const first = x.type(x.tree.namedChild(node, 0));
    const second = x.type(x.tree.namedChild(node, 1));
    return first < 0 ? second : second < 0 ? first : x.facts.expression(Op.both, first, second);
  }

  #conditional(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    const first = x.type(x.tree.child(node, F.consequence));
    const second = x.type(x.tree.child(node, F.alternative));
    return x.either(first, second);
  }

  /** `T["key"]` is what the member holds; `T[number]` an element. */
  #lookup(x: Extraction, node: NodeIndex): number {
    const { K } = this.s;
    const { tree } = x;
    const of = x.type(tree.namedChild(node, 0));
    const index = tree.namedChild(node, 1);
    if (of < 0 || index === NONE) return -1;
    const value = x.facts.expression(Op.instance, of);
    const literal = tree.kinds[index] === K.literalType ? tree.namedChild(index) : NONE;
    const member = literal !== NONE && tree.kinds[literal] === K.string
      ? x.memberExpression(value, this.names.stringText(x, literal))
      : x.facts.expression(Op.index, value, -1);
    return x.facts.expression(Op.typeOf, member);
  }

  #query(x: Extraction, node: NodeIndex): number {
    const named = x.tree.namedChild(node);
    if (named === NONE) return -1;
    const isCall = x.tree.kinds[named] === this.s.K.call;
    const value = isCall ? x.type(named) : x.value(named);
    return value < 0 ? -1 : x.facts.expression(Op.typeOf, value);
  }

  #thisType(x: Extraction): number {
    const scope = x.enclosing(ScopeKind.class);
    return scope === NONE ? -1 : x.facts.expression(Op.selfType, scope);
  }

  /** A type literal; a mapped type over the keys of `T` has the members of `T`. */
  #object(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    const signature = tree.childOfKind(node, K.indexSignature);
    const mapped = signature === NONE ? NONE : tree.childOfKind(signature, K.mappedClause);
    if (mapped !== NONE) {
      const keys = tree.child(mapped, F.type);
      const source = this.#mappedSource(x, signature, keys);
      if (source !== NONE) return x.type(source);
    }
    return x.facts.expression(Op.object, x.scopeAt(node));
  }

  /** The `T` of `{ [K in keyof T]: T[K] }`; -1 when the members' types are changed. */
  #mappedSource(x: Extraction, signature: NodeIndex, keys: NodeIndex): NodeIndex {
    const { tree } = x;
    const annotation = tree.child(signature, this.s.F.type);
    if (keys === NONE || annotation === NONE || !x.textOf(keys).startsWith("keyof")) return NONE;
    const of = tree.namedChild(keys);
    const type = tree.namedChild(annotation);
    if (of === NONE || type === NONE) return NONE;
    return x.textOf(type).startsWith(`${x.textOf(of)}[`) ? of : NONE;
  }

  /** Types of a parameter list and what it returns. */
  functionType(x: Extraction, node: NodeIndex, returnField: number): number {
    const { F, K } = this.s;
    const { tree } = x;
    const list = tree.child(node, F.parameters);
    const parameters: number[] = [];
    for (
      let p = list === NONE ? NONE : tree.firstChild(list);
      p !== NONE;
      p = tree.nextSibling(p)
    ) {
      if (!tree.isNamed(p) || tree.isExtra(p)) continue;
      const pattern = tree.child(p, F.pattern);
      if (pattern !== NONE && tree.kinds[pattern] === K.this) continue;
      const type = x.type(tree.child(p, F.type));
      const isRest = pattern !== NONE && tree.kinds[pattern] === K.restPattern;
      parameters.push(isRest ? x.facts.expression(Op.rest, type) : type);
    }
    const result = x.type(tree.child(node, returnField));
    return x.facts.expression(
      Op.functionType,
      x.facts.list(parameters),
      parameters.length,
      result,
    );
  }

  /** `new (…) => T` as a type with a construct signature is read as the class of `T`. */
  #constructorType(x: Extraction, node: NodeIndex): number {
    const result = x.type(x.tree.child(node, this.s.F.type));
    return result < 0 ? -1 : x.facts.expression(Op.typeOf, result);
  }
}
