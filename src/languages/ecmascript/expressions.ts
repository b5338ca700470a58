/** Expressions of TypeScript and JavaScript in value position. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { fileState } from "./file_state.ts";
import type { Names } from "./names.ts";
import type { Syntax } from "./syntax.ts";
import { typeArguments } from "./types.ts";

/** Elements of an array literal that are looked at. */
const MOST_PARTS = 8;
/** So many elements of a list are read, if they may be functions or classes. */
const MOST_ELEMENTS = 64;
const ARITHMETIC: ReadonlySet<string> = new Set("- * / % ** & | ^ << >> >>>".split(" "));
const COMPARISON: ReadonlySet<string> = new Set("== != === !== < > <= >= in instanceof".split(" "));

/** A value of a built-in type with type arguments. */
export function builtin(x: Extraction, type: string, args: readonly number[]): number {
  return x.facts.expression(Op.apply, x.literal(type), x.facts.list(args), args.length);
}

/** Rules for expressions in value position. */
export class Expressions {
  constructor(readonly s: Syntax, readonly names: Names) {}

  rules(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const string: ExpressionRule = (x, node) => x.string(node, "string");
    const definition: ExpressionRule = (x, node) => this.#definition(x, node);
    return {
      identifier: (x, node) => this.#identifier(x, node),
      shorthand_property_identifier: (x, node) => this.#identifier(x, node),
      member_expression: (x, node) => this.#member(x, node),
      subscript_expression: (x, node) => this.#subscript(x, node),
      call_expression: (x, node) => this.#call(x, node),
      new_expression: (x, node) => this.#construct(x, node),
      await_expression: (x, node) => {
        const value = inner(x, node);
        return value < 0 ? -1 : x.facts.expression(Op.await, value);
      },
      parenthesized_expression: inner,
      non_null_expression: inner,
      satisfies_expression: inner,
      as_expression: (x, node) => this.#asserted(x, node, 0, 1),
      type_assertion: (x, node) => this.#asserted(x, node, 1, 0),
      instantiation_expression: (x, node) => this.#instantiation(x, node),
      ternary_expression: (x, node) =>
        x.either(
          x.value(x.tree.child(node, this.s.F.consequence)),
          x.value(x.tree.child(node, this.s.F.alternative)),
        ),
      binary_expression: (x, node) => this.#binary(x, node),
      unary_expression: (x, node) => this.#unary(x, node),
      update_expression: literal("number"),
      assignment_expression: (x, node) => x.value(x.tree.child(node, this.s.F.right)),
      augmented_assignment_expression: (x, node) => x.value(x.tree.child(node, this.s.F.right)),
      sequence_expression: (x, node) =>
        x.value(x.tree.namedChild(node, x.tree.namedChildCount(node) - 1)),
      this: (x) => this.self(x),
      super: (x) => this.#super(x),
      arrow_function: definition,
      function_expression: definition,
      generator_function: definition,
      class: definition,
      object: (x, node) => {
        const scope = x.scopeAt(node);
        if (scope === NONE) return x.literal("Object");
        return this.#withSpreads(x, node, x.facts.expression(Op.object, scope));
      },
      array: (x, node) => this.#array(x, node),
      string,
      template_string: string,
      number: literal("number"),
      true: literal("boolean"),
      false: literal("boolean"),
      regex: literal("RegExp"),
      meta_property: (x) => x.facts.expression(Op.external, x.facts.text("import.meta")),
    };
  }

  /** What `this` is where the walk stands; -1 when the file does not tell. */
  self(x: Extraction): number {
    const self = fileState(x).self(x.scope);
    if (self === undefined) return -1;
    if (self.type !== undefined) return x.facts.expression(Op.instance, self.type);
    const instance = x.facts.expression(Op.self, self.scope);
    return self.isStatic ? x.facts.expression(Op.classOf, instance) : instance;
  }

  #super(x: Extraction): number {
    const self = fileState(x).self(x.scope);
    return self === undefined ? -1 : x.facts.expression(Op.super, self.scope);
  }

  #definition(x: Extraction, node: NodeIndex): number {
    const symbol = x.symbolAt(node);
    return symbol === NONE ? -1 : x.facts.expression(Op.symbol, symbol);
  }

  #identifier(x: Extraction, node: NodeIndex): number {
    const name = x.textOf(node);
    if (name === "undefined") return -1;
    if (name === "exports" && !fileState(x).declares(0, name)) return this.#ownModule(x);
    return x.nameExpression(name, x.tree.starts[node]!);
  }

  /** The module that the file itself is. */
  #ownModule(x: Extraction): number {
    const own = `./${x.fileName}`;
    return this.moduleValue(x, own);
  }

  /** What `require` gives: the whole value of a module. */
  moduleValue(x: Extraction, specifier: string): number {
    return x.memberExpression(x.facts.expression(Op.module, x.facts.text(specifier)), "=");
  }

  #member(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    if (this.names.isExports(x, node)) return this.#ownModule(x);
    const object = x.value(x.tree.child(node, F.object));
    const name = x.textOf(x.tree.child(node, F.property));
    if (object >= 0 && name === "prototype") return x.callExpression(object, [], Op.construct);
    if (object >= 0 && name === "constructor") return x.facts.expression(Op.classOf, object);
    return x.memberExpression(object, name);
  }

  #subscript(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const object = x.value(x.tree.child(node, F.object));
    const index = x.tree.child(node, F.index);
    if (object < 0 || index === NONE) return -1;
    if (x.tree.kinds[index] === K.string) {
      return x.memberExpression(object, this.names.stringText(x, index));
    }
    const key = this.names.symbolKey(x, node);
    if (key !== "") return x.memberExpression(object, key);
    return x.facts.expression(Op.index, object, x.value(index));
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const { tree } = x;
    const required = this.names.required(x, node);
    if (required !== undefined) return this.moduleValue(x, required);
    const callee = this.names.callee(x, node);
    const args = tree.child(node, F.arguments);
    if (callee === NONE) return -1;
    if (tree.kinds[callee] === K.import) return this.#dynamicImport(x, args);
    const called = this.#withTypes(x, x.value(callee), tree.child(node, F.typeArguments));
    if (called < 0) return -1;
    const result = x.callExpression(called, this.#arguments(x, args));
    return this.#isAwaited(x, node) ? x.facts.expression(Op.await, result) : result;
  }

  /** Whether it is `await f<T>(x)`, which {@link Names.callee} tells of, and no part of a longer chain. */
  #isAwaited(x: Extraction, call: NodeIndex): boolean {
    const { F, K } = this.s;
    const { tree } = x;
    const before = tree.child(call, F.function);
    if (tree.kinds[before] !== K.await) return false;
    const parent = tree.parents[call]!;
    return parent === NONE || tree.kinds[parent] !== K.member;
  }

  #dynamicImport(x: Extraction, args: NodeIndex): number {
    const specifier = this.names.onlyString(x, args);
    if (specifier === undefined) return -1;
    return builtin(x, "Promise", [x.facts.expression(Op.module, x.facts.text(specifier))]);
  }

  #construct(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    const { tree } = x;
    const named = x.value(tree.child(node, F.constructor));
    const called = this.#withTypes(x, named, tree.child(node, F.typeArguments));
    if (called < 0) return -1;
    return x.callExpression(
      called,
      this.#arguments(x, tree.child(node, F.arguments)),
      Op.construct,
    );
  }

  #withTypes(x: Extraction, callee: number, list: NodeIndex): number {
    if (callee < 0 || list === NONE) return callee;
    const args = typeArguments(x, list);
    return x.facts.expression(Op.apply, callee, x.facts.list(args), args.length);
  }

  #arguments(x: Extraction, args: NodeIndex): number[] {
    const values: number[] = [];
    if (args === NONE || x.tree.kinds[args] !== this.s.K.arguments) return values;
    for (let a = x.tree.firstChild(args); a !== NONE; a = x.tree.nextSibling(a)) {
      if (!x.tree.isNamed(a) || x.tree.isExtra(a)) continue;
      // After a spread no position is known.
      if (x.tree.kinds[a] === this.s.K.spread) break;
      values.push(x.value(a));
    }
    return values;
  }

  #instantiation(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    return this.#withTypes(
      x,
      x.value(x.tree.namedChild(node)),
      x.tree.child(node, F.typeArguments),
    );
  }

  /** `value as Type`: the type, unless it says nothing (`as const`, `as any`). */
  #asserted(x: Extraction, node: NodeIndex, valueAt: number, typeAt: number): number {
    const value = x.tree.namedChild(node, valueAt);
    let type = x.tree.namedChild(node, typeAt);
    if (type !== NONE && x.tree.kinds[type] === this.s.K.typeArguments) {
      type = x.tree.namedChild(type);
    }
    if (type === NONE || type === value) return x.value(value);
    const text = x.textOf(type);
    if (text === "any" || text === "unknown" || text === "never") return -1;
    const expression = x.type(type);
    return expression < 0 ? -1 : x.facts.expression(Op.instance, expression);
  }

  #binary(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    const { tree } = x;
    const operator = tree.child(node, F.operator);
    const text = operator === NONE ? "" : x.textOf(operator);
    const left = tree.child(node, F.left);
    const right = tree.child(node, F.right);
    if (text === "||" || text === "??") return x.either(x.value(left), x.value(right));
    if (text === "&&") return x.value(right);
    if (text === "+") return this.#sum(x, left, right);
    if (ARITHMETIC.has(text)) return x.literal("number");
    return COMPARISON.has(text) ? x.literal("boolean") : -1;
  }

  #sum(x: Extraction, left: NodeIndex, right: NodeIndex): number {
    const string = x.literal("string");
    if (left === NONE || right === NONE) return -1;
    const joined = x.joinedTexts([x.value(left), x.value(right)], "string");
    if (joined >= 0) return joined;
    return x.value(left) === string || x.value(right) === string ? string : -1;
  }

  #unary(x: Extraction, node: NodeIndex): number {
    const operator = x.tree.child(node, this.s.F.operator);
    switch (operator === NONE ? "" : x.textOf(operator)) {
      case "!":
      case "delete":
        return x.literal("boolean");
      case "typeof":
        return x.literal("string");
      case "void":
        return -1;
      default:
        return x.literal("number");
    }
  }

  /** An object literal has the members of what is spread into it, too. */
  #withSpreads(x: Extraction, node: NodeIndex, object: number): number {
    const { tree } = x;
    let value = object;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] !== this.s.K.spread) continue;
      value = x.either(value, x.value(tree.namedChild(child)));
    }
    return value;
  }

  #element(x: Extraction, node: NodeIndex): number {
    if (x.tree.kinds[node] !== this.s.K.spread) return x.value(node);
    const spread = x.value(x.tree.namedChild(node));
    return spread < 0 ? -1 : x.facts.expression(Op.element, spread);
  }

  #array(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const values: number[] = [];
    let isOpen = false;
    let element = -1;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      isOpen ||= values.length === MOST_PARTS || tree.kinds[child] === this.s.K.spread;
      if (values.length === MOST_ELEMENTS) {
        // What a few elements name says nothing of all.
        if (x.namesOne(element)) element = -1;
        break;
      }
      const value = this.#element(x, child);
      values.push(value);
      if (values.length <= MOST_PARTS || x.namesOne(value)) element = x.either(element, value);
    }
    // Where the elements differ, their places tell them apart.
    return isOpen || values.length < 2 || element === values[0] || element < 0
      ? builtin(x, "Array", [element])
      : x.facts.expression(Op.tuple, x.facts.list(values), values.length);
  }
}
