/** Expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import { foreignModule } from "../../extract/foreign_modules.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { APPLIED } from "../julia_builtins.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Nodes } from "./nodes.ts";

/** Functions that give a module of Python's. */
const PYTHON_IMPORTS: ReadonlySet<string> = new Set(["pyimport", "pyimport_conda"]);

/** What an expression of the language is to the resolver. */
export class Expressions {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly nodes: Nodes,
  ) {}

  /** Rules for values by node type. */
  rules(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const tuple: ExpressionRule = (x, node) => this.#tuple(x, node);
    return {
      identifier: (x, node) => this.name(x, node),
      field_expression: (x, node) => this.field(x, node),
      call_expression: (x, node) => this.#call(x, node),
      typed_expression: (x, node) => this.#typed(x, node),
      parenthesized_expression: inner,
      return_statement: inner,
      ternary_expression: (x, node) => this.#ternary(x, node),
      vector_expression: (x, node) => this.#list(x, node),
      tuple_expression: tuple,
      open_tuple: tuple,
      index_expression: (x, node) =>
        x.facts.expression(Op.index, x.value(x.tree.namedChild(node)), -1),
      assignment: (x, node) => {
        const right = x.tree.namedChild(node, 2);
        return right === NONE || x.symbolAt(node) !== NONE ? -1 : x.value(right);
      },
      parametrized_type_expression: (x, node) => this.callee(x, node),
      string_literal: (x, node) => x.string(node, "String"),
      integer_literal: (x) => x.literal("Int"),
      float_literal: (x) => x.literal("Float64"),
      boolean_literal: (x) => x.literal("Bool"),
      range_expression: (x) => x.literal("UnitRange"),
      comprehension_expression: (x) => x.literal("Vector"),
      character_literal: (x) => x.literal("Char"),
      quote_expression: (x) => x.literal("Symbol"),
    };
  }

  /** A name as written. */
  name(x: Extraction, node: NodeIndex): number {
    return x.nameExpression(x.textOf(node), x.tree.starts[node]!);
  }

  /** `a.b`. */
  field(x: Extraction, node: NodeIndex): number {
    const of = x.tree.child(node, this.s.F.value);
    const last = x.tree.namedChild(node, x.tree.namedChildCount(node) - 1);
    if (of === NONE || last === NONE || last === of) return -1;
    const object = x.value(of);
    return object < 0 ? -1 : x.memberExpression(object, x.textOf(last));
  }

  #call(x: Extraction, node: NodeIndex): number {
    if (this.state.heads.has(node)) return -1;
    const calleeNode = x.tree.namedChild(node);
    if (calleeNode === NONE) return -1;
    if (x.textOf(this.nodes.calledName(x, calleeNode)) === "new") {
      const scope = x.enclosing(ScopeKind.class);
      const symbol = scope === NONE ? NONE : x.symbolOfScope(scope);
      if (symbol === NONE) return -1;
      const made = x.facts.expression(Op.symbol, symbol);
      return x.facts.expression(Op.instance, made);
    }
    const list = x.tree.childOfKind(node, this.s.K.arguments);
    const args = this.nodes.positional(x, list).map((argument) => x.value(argument));
    if (x.tree.childOfKind(node, this.s.K.doClause) !== NONE) args.unshift(-1);
    const named = list !== NONE && x.isAsked(list) ? this.#named(x, list) : [];
    if (x.tree.kinds[calleeNode] === this.s.K.parametrized) {
      named.push(x.facts.expression(Op.keyword, x.facts.text(APPLIED), -1));
    }
    const module = this.#importedFrom(x, calleeNode, list);
    if (module >= 0) return module;
    const expression = this.callee(x, calleeNode);
    return expression < 0 ? -1 : x.callExpression(expression, [...args, ...named]);
  }

  /** Arguments that are given by name. */
  #named(x: Extraction, list: NodeIndex): number[] {
    return this.nodes.childrenOf(x, list).flatMap((argument) => {
      if (x.tree.kinds[argument] !== this.s.K.namedArgument) return [];
      const name = x.facts.text(x.textOf(x.tree.namedChild(argument)));
      return [x.facts.expression(Op.keyword, name, x.value(x.tree.namedChild(argument, 2)))];
    });
  }

  /** `pyimport("numpy")`: a module of Python's; -1 for other calls. */
  #importedFrom(x: Extraction, callee: NodeIndex, list: NodeIndex): number {
    const name = this.nodes.calledName(x, callee);
    if (list === NONE || name === NONE || !PYTHON_IMPORTS.has(x.textOf(name))) return -1;
    const module = this.nodes.literalPath(x, x.tree.namedChild(list));
    return module === ""
      ? -1
      : x.facts.expression(Op.external, x.facts.text(foreignModule("python", module)));
  }

  /** What a call calls: `f`, `M.f`, `T{X}`. */
  callee(x: Extraction, node: NodeIndex): number {
    return x.tree.kinds[node] === this.s.K.parametrized
      ? x.value(x.tree.namedChild(node))
      : x.value(node);
  }

  #typed(x: Extraction, node: NodeIndex): number {
    const type = x.tree.namedChild(node, 1);
    return type === NONE ? -1 : x.facts.expression(Op.instance, x.type(type));
  }

  /** One value or the other; -1 is no value. */
  either(x: Extraction, first: number, second: number): number {
    return x.either(first, second);
  }

  #ternary(x: Extraction, node: NodeIndex): number {
    return this.either(x, x.value(x.tree.namedChild(node, 1)), x.value(x.tree.namedChild(node, 2)));
  }

  #list(x: Extraction, node: NodeIndex): number {
    const first = x.tree.namedChild(node);
    const element = first === NONE ? -1 : x.value(first);
    return x.facts.expression(Op.apply, x.literal("Vector"), x.facts.list([element]), 1);
  }

  #tuple(x: Extraction, node: NodeIndex): number {
    const values = this.nodes.childrenOf(x, node).slice(0, 8).map((child) => x.value(child));
    return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
  }
}
