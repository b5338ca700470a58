/** Values as expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { RETURNED } from "../../resolve/modules/lua_modules.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Places } from "./places.ts";
import type { Syntax } from "./syntax.ts";

/** Methods by which class libraries derive one class from another. */
const DERIVING: ReadonlySet<string> = new Set(["extend", "subclass", "derive", "inherit"]);
/** Functions by which they make one: `class("Name", Base)`. */
const CLASS_MAKERS: ReadonlySet<string> = new Set(["class", "Class"]);

/** Functions whose results are of the project, but not told by them. */
const GIVES_ANYTHING: ReadonlySet<string> = new Set([
  ...CLASS_MAKERS,
  ..."getmetatable rawget select next unpack pcall xpcall coroutine.wrap table.unpack table.remove"
    .split(" "),
]);

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax, readonly places: Places) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    return {
      identifier: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      dot_index_expression: (x, node) => this.#member(x, node),
      method_index_expression: (x, node) => this.#member(x, node),
      bracket_index_expression: (x, node) => {
        const of = x.value(x.tree.child(node, this.s.F.table));
        return of < 0 ? -1 : x.facts.expression(Op.index, of, -1);
      },
      function_call: (x, node) => this.#call(x, node),
      function_definition: (x, node) => {
        const symbol = x.symbolAt(node);
        return symbol === NONE ? -1 : x.facts.expression(Op.symbol, symbol);
      },
      table_constructor: (x, node) => {
        const scope = x.scopeAt(node);
        return scope === NONE ? -1 : x.facts.expression(Op.object, scope);
      },
      parenthesized_expression: (x, node) => x.value(x.tree.namedChild(node)),
      binary_expression: (x, node) => this.#binary(x, node),
      string: literal("string"),
      number: literal("number"),
      true: literal("boolean"),
      false: literal("boolean"),
    };
  }

  #member(x: Extraction, node: NodeIndex): number {
    const name = this.s.lastName(x, node);
    const of = x.value(x.tree.child(node, this.s.F.table));
    return of < 0 || name === NONE ? -1 : x.memberExpression(of, x.textOf(name));
  }

  /** `a or b` may be either; `c and a or b` as well. */
  #binary(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const left = tree.child(node, this.s.F.left);
    const right = tree.child(node, this.s.F.right);
    if (left === NONE || right === NONE) return -1;
    const operator = x.text.slice(tree.ends[left]!, tree.starts[right]!).trim();
    if (operator === "or") return x.either(x.value(left), x.value(right));
    if (operator === "and") return x.value(right);
    return /^(?:==|~=|<|>)/.test(operator) ? x.literal("boolean") : -1;
  }

  /** What `require(…)` is given, as the module system takes it; undefined for other calls. */
  required(x: Extraction, call: NodeIndex): string | undefined {
    const name = x.textOf(x.tree.child(call, this.s.F.name));
    if (name !== "require" && name !== "pcall") return undefined;
    const args = this.s.argumentsOf(x, call);
    const given = name === "pcall" && args[0] !== undefined && x.textOf(args[0]) === "require"
      ? args[1]
      : name === "require"
      ? args[0]
      : undefined;
    if (given === undefined) return undefined;
    return this.s.stringText(x, given) ?? this.places.specifierOf(x, x.textOf(given));
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F, K } = this.s;
    const specifier = this.required(x, node);
    if (specifier !== undefined) {
      const module = x.facts.expression(Op.module, x.facts.text(specifier));
      return x.memberExpression(module, RETURNED);
    }
    const callee = tree.child(node, F.name);
    if (callee === NONE) return -1;
    const args = this.s.argumentsOf(x, node);
    if (x.textOf(callee) === "setmetatable") return this.#withMetatable(x, args);
    const base = this.derivedFrom(x, node);
    if (base !== NONE) return x.value(base);
    const value = GIVES_ANYTHING.has(x.textOf(callee)) ? -1 : x.value(callee);
    if (value < 0) return -1;
    const call = x.callExpression(value, args.map((one) => x.value(one)));
    const name = this.s.lastName(x, callee);
    // What makes instances of a table may come with a class library.
    const isMaker = name !== NONE && x.textOf(name) === "new" &&
      tree.kinds[callee] !== K.identifier;
    return isMaker ? x.either(call, x.value(tree.child(callee, F.table))) : call;
  }

  /** A table, with the members of what its metatable leads to. */
  #withMetatable(x: Extraction, args: readonly NodeIndex[]): number {
    const [table, meta] = args;
    const own = x.value(table ?? NONE);
    return meta === undefined ? own : x.either(own, x.value(this.indexOf(x, meta)));
  }

  /** What `__index` of a metatable is: of a table that is named, the table itself. */
  indexOf(x: Extraction, meta: NodeIndex): NodeIndex {
    if (x.tree.kinds[meta] !== this.s.K.table) return meta;
    const found = this.s.namedFields(x, meta).find(({ name }) => x.textOf(name) === "__index");
    return found?.value ?? NONE;
  }

  /** What the table that a call makes inherits from, by a class library or a metatable; -1 if from nothing. */
  baseOf(x: Extraction, call: NodeIndex): NodeIndex {
    const derived = this.derivedFrom(x, call);
    if (derived !== NONE || x.textOf(x.tree.child(call, this.s.F.name)) !== "setmetatable") {
      return derived;
    }
    const meta = this.s.argumentsOf(x, call)[1];
    return meta === undefined ? NONE : this.indexOf(x, meta);
  }

  /** What a call of a class library derives a class from: `Base:extend()`; -1 for other calls. */
  derivedFrom(x: Extraction, call: NodeIndex): NodeIndex {
    const { tree } = x;
    const callee = tree.child(call, this.s.F.name);
    const name = callee === NONE ? NONE : this.s.lastName(x, callee);
    if (name === NONE) return NONE;
    const text = x.textOf(name);
    const isMember = tree.kinds[callee] !== this.s.K.identifier;
    if (isMember && DERIVING.has(text)) return tree.child(callee, this.s.F.table);
    if (isMember || !CLASS_MAKERS.has(text)) return NONE;
    const args = this.s.argumentsOf(x, call);
    const base = args.find((one) => this.s.stringText(x, one) === undefined);
    return base ?? NONE;
  }

  /** Expressions of a list of values. */
  listOf(x: Extraction, list: NodeIndex): number[] {
    return namedChildren(x, list).map((one) => x.value(one));
  }
}
