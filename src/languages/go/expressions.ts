/** Values as expressions. A pointer is taken for what it leads to. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { BASIC_TYPES } from "../go_builtins.ts";
import type { Syntax } from "./syntax.ts";
import type { Types } from "./types.ts";

/** Longer tables are data. */
const MOST_ENTRIES = 64;

/** Builders of value expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax, readonly types: Types) {}

  /** Expression rules of values. */
  rules(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    return {
      identifier: (x, node) => this.#name(x, node),
      selector_expression: (x, node) => this.#selector(x, node),
      call_expression: (x, node) => this.#call(x, node),
      type_conversion_expression: (x, node) => this.#conversion(x, node),
      composite_literal: (x, node) => this.#composite(x, node),
      type_assertion_expression: (x, node) => this.#instanceOfType(x, node),
      binary_expression: (x, node) => this.#joined(x, node),
      unary_expression: (x, node) => this.#unary(x, node),
      index_expression: (x, node) => this.#index(x, node),
      slice_expression: (x, node) => this.#operand(x, node),
      parenthesized_expression: (x, node) => this.#inner(x, node),
      variadic_argument: (x, node) => this.#inner(x, node),
      func_literal: (x, node) => x.facts.expression(Op.instance, this.types.functionType(x, node)),
      interpreted_string_literal: (x, node) => x.string(node, "string"),
      raw_string_literal: (x, node) => x.string(node, "string"),
      int_literal: literal("int"),
      float_literal: literal("float64"),
      rune_literal: literal("rune"),
      true: literal("bool"),
      false: literal("bool"),
    };
  }

  #name(x: Extraction, node: NodeIndex): number {
    return x.nameExpression(x.textOf(node), x.tree.starts[node]!);
  }

  #selector(x: Extraction, node: NodeIndex): number {
    const field = x.tree.child(node, this.s.F.field);
    if (field === NONE) return -1;
    return x.memberExpression(x.value(x.tree.child(node, this.s.F.operand)), x.textOf(field));
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const callee = tree.child(node, this.s.F.function);
    const args = tree.child(node, this.s.F.arguments);
    if (tree.kinds[callee] === this.s.K.identifier && args !== NONE) {
      const first = tree.namedChild(args);
      const builtin = first === NONE ? "" : x.textOf(callee);
      if (builtin === "new" || builtin === "make") return this.#instance(x, first);
      if (builtin === "append") return x.value(first);
    }
    return x.callExpression(x.value(callee), args === NONE ? [] : this.#argumentValues(x, args));
  }

  #argumentValues(x: Extraction, args: NodeIndex): number[] {
    const { tree } = x;
    const values: number[] = [];
    for (let a = tree.firstChild(args); a !== NONE; a = tree.nextSibling(a)) {
      if (tree.isNamed(a) && !tree.isExtra(a)) values.push(x.value(a));
    }
    return values;
  }

  #instance(x: Extraction, typeNode: NodeIndex): number {
    const type = x.type(typeNode);
    return type < 0 ? -1 : x.facts.expression(Op.instance, type);
  }

  #instanceOfType(x: Extraction, node: NodeIndex): number {
    return this.#instance(x, x.tree.child(node, this.s.F.type));
  }

  /** A map or a list that may be one of functions is known by what is in it, too. */
  #composite(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    const instance = this.#instanceOfType(x, node);
    const type = tree.child(node, F.type);
    const body = tree.child(node, F.body);
    if (instance < 0 || body === NONE) return instance;
    const content = tree.child(type, tree.kinds[type] === K.mapType ? F.value : F.element);
    if (content === NONE || !this.#mayBeFunction(x, content)) return instance;
    let entries = -1;
    let count = 0;
    for (let at = tree.firstChild(body); at !== NONE; at = tree.nextSibling(at)) {
      if (!tree.isNamed(at) || tree.isExtra(at)) continue;
      if (++count > MOST_ENTRIES) return instance;
      const element = tree.kinds[at] === K.keyedElement ? tree.child(at, F.value) : at;
      const value = element === NONE ? NONE : tree.namedChild(element);
      if (value === NONE) continue;
      const kind = tree.kinds[value];
      if (kind !== K.identifier && kind !== K.selector) continue;
      entries = x.either(entries, x.value(value));
    }
    return entries < 0 ? instance : x.either(instance, x.facts.expression(Op.list, entries));
  }

  #mayBeFunction(x: Extraction, type: NodeIndex): boolean {
    const { K } = this.s;
    const kind = x.tree.kinds[type];
    return kind === K.functionType || kind === K.qualifiedType ||
      kind === K.typeIdentifier && !BASIC_TYPES.has(x.textOf(type));
  }

  #conversion(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const type = tree.child(node, this.s.F.type);
    if (type === NONE || tree.kinds[type] !== this.s.K.genericType) return this.#instance(x, type);
    return x.callExpression(x.type(type), [x.value(tree.child(node, this.s.F.operand))]);
  }

  #operand(x: Extraction, node: NodeIndex): number {
    return x.value(x.tree.child(node, this.s.F.operand));
  }

  #unary(x: Extraction, node: NodeIndex): number {
    const value = this.#operand(x, node);
    if (value < 0 || x.tree.kinds[x.tree.firstChild(node)] !== this.s.K.receive) return value;
    return x.facts.expression(Op.element, value);
  }

  #index(x: Extraction, node: NodeIndex): number {
    const value = this.#operand(x, node);
    if (value < 0) return -1;
    // `f[int](x)`: what is called may be generic, and then the index is its type argument.
    const isCalled = x.tree.fields[node] === this.s.F.function;
    const argument = isCalled ? x.type(x.tree.child(node, this.s.F.index)) : -1;
    return x.facts.expression(Op.index, value, argument);
  }

  /** Texts that are put together, where a linker may ask for them. */
  #joined(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    const isPlus = x.text.charCodeAt(x.tree.starts[x.tree.child(node, F.operator)]!) === 43;
    if (!isPlus) return -1;
    return x.joined(x.tree.child(node, F.left), x.tree.child(node, F.right), "string");
  }

  #inner(x: Extraction, node: NodeIndex): number {
    return x.value(x.tree.namedChild(node));
  }
}
