/** Values as expressions. A reference, a box and what is awaited are taken for what they lead to. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Paths } from "./paths.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Syntax } from "./syntax.ts";
import type { TokenTrees } from "./token_trees.ts";
import type { Types } from "./types.ts";

/** More branches than this say no more of a value. */
const MOST_BRANCHES = 4;

/** Methods whose type argument says what they give, and in what it is wrapped. */
const TOLD_BY_TYPE: Readonly<Record<string, string>> = {
  collect: "",
  sum: "",
  product: "",
  parse: "Result",
  downcast: "Result",
  downcast_ref: "Option",
  downcast_mut: "Option",
};

/** Macros that make a value of a type that everybody knows. */
const VALUE_MACROS: Readonly<Record<string, string>> = {
  format: "String",
  concat: "str",
  stringify: "str",
  matches: "bool",
};

/** Builders of value expressions, for one grammar. */
export class Expressions {
  constructor(
    readonly s: Syntax,
    readonly paths: Paths,
    readonly types: Types,
    readonly tokens: TokenTrees,
  ) {}

  /** Expression rules of values. */
  rules(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const operand: ExpressionRule = (x, node) => x.value(x.tree.child(node, this.s.F.value));
    return {
      identifier: (x, node) => this.paths.name(x, node),
      self: (x) => this.#self(x),
      crate: (x, node) => this.paths.module(x, node),
      super: (x, node) => this.paths.module(x, node),
      scoped_identifier: (x, node) => this.#scoped(x, node),
      field_expression: (x, node) => this.#field(x, node),
      call_expression: (x, node) => this.#call(x, node),
      generic_function: (x, node) => this.#genericFunction(x, node),
      macro_invocation: (x, node) => this.#macro(x, node),
      struct_expression: (x, node) => this.#instance(x, x.tree.child(node, this.s.F.name)),
      type_cast_expression: (x, node) => this.#instance(x, x.tree.child(node, this.s.F.type)),
      closure_expression: (x, node) => this.#closure(x, node),
      try_expression: (x, node) => this.#unwrapped(x, x.tree.namedChild(node)),
      index_expression: (x, node) => this.#index(x, node),
      reference_expression: operand,
      await_expression: inner,
      parenthesized_expression: inner,
      unary_expression: inner,
      unsafe_block: inner,
      async_block: (x, node) => x.value(x.tree.childOfKind(node, this.s.K.block)),
      block: (x, node) => this.#block(x, node),
      if_expression: (x, node) => this.#if(x, node),
      else_clause: inner,
      match_expression: (x, node) => this.#match(x, node),
      tuple_expression: (x, node) => this.#tuple(x, node),
      array_expression: (x, node) => this.#array(x, node),
      string_literal: (x, node) => x.string(node, "str"),
      raw_string_literal: (x, node) => x.string(node, "str"),
      char_literal: literal("char"),
      boolean_literal: literal("bool"),
      integer_literal: literal("i32"),
      float_literal: literal("f64"),
    };
  }

  #self(x: Extraction): number {
    return this.paths.selfExpression(x);
  }

  #scoped(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const whole = this.paths.module(x, node);
    if (whole >= 0) return whole;
    const path = tree.child(node, this.s.F.path);
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return -1;
    const name = x.textOf(nameNode);
    if (path === NONE) return x.nameExpression(name, tree.starts[nameNode]!, 0);
    const of = this.owner(x, path);
    return of < 0 ? -1 : x.memberExpression(of, name);
  }

  /** What a path before the last `::` means: a module, or a type. */
  owner(x: Extraction, path: NodeIndex): number {
    const module = this.paths.module(x, path);
    if (module >= 0) return module;
    const kind = x.tree.kinds[path];
    const isValue = kind === this.s.K.identifier || kind === this.s.K.scopedIdentifier;
    if (isValue) return x.value(path);
    return x.type(path);
  }

  #field(x: Extraction, node: NodeIndex): number {
    const field = x.tree.child(node, this.s.F.field);
    if (field === NONE) return -1;
    return x.memberExpression(x.value(x.tree.child(node, this.s.F.value)), x.textOf(field));
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const callee = tree.child(node, this.s.F.function);
    const args = this.argumentValues(x, tree.child(node, this.s.F.arguments));
    const told = this.#toldByType(x, callee);
    if (told >= 0) return told;
    const name = this.paths.lastName(x, callee);
    if (name === NONE) return x.callExpression(x.value(callee), args);
    const text = x.textOf(name);
    const isMethod = tree.kinds[name] === this.s.K.fieldIdentifier;
    // A copy is of the same type, and what implements `Default` makes an instance of itself.
    if (isMethod && text === "clone") return x.value(tree.child(callee, this.s.F.value));
    const made = text === "default" ? this.#typeBefore(x, callee) : -1;
    if (made >= 0) return x.facts.expression(Op.instance, made);
    // `Circle(3)`, `Shape::Circle(3)`: a value of the type that is named.
    if (!isMethod && this.paths.isTypeLike(text) && !/^(?:Some|Ok|Err)$/.test(text)) {
      return this.#instance(x, callee);
    }
    return x.callExpression(x.value(callee), args);
  }

  /** The type in `Type::default`; -1 when it is a trait or a module. */
  #typeBefore(x: Extraction, callee: NodeIndex): number {
    const path = x.tree.child(callee, this.s.F.path);
    const name = path === NONE ? NONE : this.paths.lastName(x, path);
    if (name === NONE || x.textOf(name) === "Default") return -1;
    return this.paths.isTypeLike(x.textOf(name)) ? x.type(path) : -1;
  }

  /** Values of the arguments of a call. */
  argumentValues(x: Extraction, args: NodeIndex): number[] {
    const values: number[] = [];
    if (args === NONE) return values;
    const { tree } = x;
    for (let a = tree.firstChild(args); a !== NONE; a = tree.nextSibling(a)) {
      if (tree.isNamed(a) && !tree.isExtra(a)) values.push(x.value(a));
    }
    return values;
  }

  /** `xs.collect::<Vec<T>>()`, `s.parse::<T>()`; -1 when the type leaves something out. */
  #toldByType(x: Extraction, callee: NodeIndex): number {
    const { tree } = x;
    if (callee === NONE || tree.kinds[callee] !== this.s.K.genericFunction) return -1;
    const name = this.paths.lastName(x, callee);
    const list = tree.child(callee, this.s.F.typeArguments);
    if (name === NONE || list === NONE || !Object.hasOwn(TOLD_BY_TYPE, x.textOf(name))) return -1;
    if (x.textOf(list).includes("_>") || tree.kinds[name] !== this.s.K.fieldIdentifier) return -1;
    const [type = -1] = this.types.arguments(x, list);
    if (type < 0) return -1;
    const wrapper = TOLD_BY_TYPE[x.textOf(name)]!;
    const whole = wrapper === "" ? type : this.types.container(x, wrapper, [type]);
    return x.facts.expression(Op.instance, whole);
  }

  #genericFunction(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const callee = x.value(tree.child(node, this.s.F.function));
    const list = tree.child(node, this.s.F.typeArguments);
    const args = list === NONE ? [] : this.types.arguments(x, list);
    if (callee < 0 || args.length === 0) return callee;
    return x.facts.expression(Op.apply, callee, x.facts.list(args), args.length);
  }

  #instance(x: Extraction, typeNode: NodeIndex): number {
    if (typeNode === NONE) return -1;
    const type = x.type(typeNode);
    return type < 0 ? -1 : x.facts.expression(Op.instance, type);
  }

  #unwrapped(x: Extraction, node: NodeIndex): number {
    const value = x.value(node);
    return value < 0 ? -1 : x.facts.expression(Op.await, value);
  }

  #index(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const value = x.value(tree.namedChild(node));
    if (value < 0) return -1;
    // A slice of something is like the whole.
    const index = tree.namedChild(node, 1);
    const isSlice = index !== NONE && /\.\./.test(x.textOf(index));
    return isSlice ? value : x.facts.expression(Op.index, value, -1);
  }

  #closure(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const types: number[] = [];
    const list = tree.child(node, this.s.F.parameters);
    for (
      let p = list === NONE ? NONE : tree.firstChild(list);
      p !== NONE;
      p = tree.nextSibling(p)
    ) {
      if (!tree.isNamed(p) || tree.isExtra(p)) continue;
      types.push(tree.kinds[p] === this.s.K.parameter ? x.type(tree.child(p, this.s.F.type)) : -1);
    }
    const declared = x.type(tree.child(node, this.s.F.returnType));
    const result = declared >= 0 ? declared : x.value(tree.child(node, this.s.F.body));
    const type = x.facts.expression(Op.functionType, x.facts.list(types), types.length, result);
    return x.facts.expression(Op.instance, type);
  }

  /** What a block ends with, when it ends with a value. */
  #block(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    let last = NONE;
    const end = tree.nexts[node]!;
    for (let child = node + 1; child < end; child = tree.nexts[child]!) {
      if (tree.isNamed(child) && !tree.isExtra(child)) last = child;
    }
    if (last === NONE) return -1;
    if (tree.kinds[last] !== this.s.K.expressionStatement) return x.value(last);
    const isClosed = x.text.charCodeAt(tree.ends[last]! - 1) === 59; // `;`
    return isClosed ? -1 : x.value(tree.namedChild(last));
  }

  #if(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const alternative = tree.child(node, this.s.F.alternative);
    if (alternative === NONE) return -1;
    return x.either(x.value(tree.child(node, this.s.F.consequence)), x.value(alternative));
  }

  #match(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const body = tree.child(node, this.s.F.body);
    let value = -1;
    let branches = 0;
    for (let arm = body === NONE ? NONE : tree.firstChild(body); arm !== NONE;) {
      if (tree.kinds[arm] === this.s.K.matchArm && branches < MOST_BRANCHES) {
        const one = x.value(tree.child(arm, this.s.F.value));
        if (one >= 0) branches++;
        value = x.either(value, one);
      }
      arm = tree.nextSibling(arm);
    }
    return value;
  }

  #tuple(x: Extraction, node: NodeIndex): number {
    const values = this.argumentValues(x, node);
    return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
  }

  #array(x: Extraction, node: NodeIndex): number {
    const first = x.tree.namedChild(node);
    return this.types.container(x, "Vec", [first === NONE ? -1 : x.value(first)]);
  }

  #macro(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.macro);
    const name = nameNode === NONE ? "" : x.textOf(nameNode);
    if (Object.hasOwn(VALUE_MACROS, name)) return x.literal(VALUE_MACROS[name]!);
    const list = tree.childOfKind(node, this.s.K.tokenTree);
    if (x.asks(`${name}!`) && list !== NONE) return x.listed(this.#pathsIn(x, list));
    if (name !== "vec") return -1;
    return this.types.container(x, "Vec", [list === NONE ? -1 : this.tokens.first(x, list)]);
  }

  /** Paths that a macro is given, commas between: `routes![index, users::show]`. */
  #pathsIn(x: Extraction, list: NodeIndex): number[] {
    const { tree } = x;
    const paths: number[] = [];
    let end = -1;
    for (const token of namedChildren(x, list)) {
      const start = tree.starts[token]!;
      const isMember = end >= 0 && /^\s*::\s*$/.test(x.text.slice(end, start));
      const name = x.textOf(token);
      if (isMember) paths.push(x.memberExpression(paths.pop()!, name));
      else paths.push(x.nameExpression(name, start));
      end = tree.ends[token]!;
    }
    return paths;
  }
}
