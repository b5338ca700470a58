/** Values and types as expressions. A routine without parameters is called by its name alone. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind, Sym } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { container, functionValue, instance, namedChildren } from "../class_family/calls.ts";
import type { FileState } from "./file_state.ts";
import { headName, inField, lastName, nameText, type Syntax } from "./syntax.ts";

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const { F } = this.s;
    const read: ExpressionRule = (x, node) => this.#read(x, node);
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    return {
      identifier: read,
      exprDot: read,
      exprTpl: read,
      inherited: read,
      exprCall: (x, node) => {
        const entity = x.tree.child(node, F.entity);
        const made = this.#constructed(x, entity, this.argumentsOf(x, node));
        if (made >= 0) return made;
        const callee = this.callee(x, entity);
        return callee < 0 ? -1 : x.callExpression(callee, this.argumentsOf(x, node));
      },
      exprSubscript: (x, node) => {
        const of = x.value(x.tree.child(node, F.entity));
        return of < 0 ? -1 : x.facts.expression(Op.index, of, -1);
      },
      exprParens: (x, node) => x.value(x.tree.namedChild(node)),
      exprUnary: (x, node) => this.#unary(x, node),
      exprBinary: (x, node) => this.#binary(x, node),
      exprBrackets: (x) => container(x, "set", [-1]),
      lambda: (x, node) => this.#lambda(x, node),
      literalString: (x, node) => x.string(node, "string"),
      literalNumber: (x, node) =>
        x.literal(/[.e]/i.test(x.textOf(node).replace(/^\$.*/, "")) ? "double" : "integer"),
      kTrue: literal("boolean"),
      kFalse: literal("boolean"),
    };
  }

  /** Expression rules of types. */
  types(): Record<string, ExpressionRule> {
    const { F, K } = this.s;
    const inner: ExpressionRule = (x, node) => {
      const children = namedChildren(x, node);
      return x.type(children.at(-1) ?? NONE);
    };
    return {
      identifier: (x, node) => x.nameExpression(nameText(x, node), x.tree.starts[node]!),
      type: inner,
      typeref: inner,
      typerefDot: (x, node) => this.#dottedType(x, node),
      typerefTpl: (x, node) => this.#appliedType(x, node),
      typerefPtr: (x, node) => x.type(x.tree.child(node, F.operand)),
      declString: (x) => x.literal("string"),
      declArray: (x, node) => {
        const element = namedChildren(x, node).findLast((one) => x.tree.kinds[one] === K.type);
        return x.facts.expression(Op.list, x.type(element ?? NONE));
      },
      declSet: (x) => container(x, "set", [-1]),
      declMetaClass: (x, node) => {
        const type = inner(x, node);
        return type < 0 ? -1 : x.facts.expression(Op.typeOf, type);
      },
      declProcRef: (x, node) => this.#routineType(x, node),
      exprTpl: (x, node) => this.#appliedType(x, node),
    };
  }

  // ── values ──────────────────────────────────────────────────────────────────────────────────

  /** What a name gives where it is read: itself, or, of a routine, what that returns. */
  #read(x: Extraction, node: NodeIndex): number {
    const callee = this.callee(x, node);
    if (callee < 0 || this.#isPlain(x, node)) return callee;
    const made = this.#constructed(x, node, []);
    if (made >= 0) return made;
    return x.facts.expression(Op.either, x.callExpression(callee, []), callee);
  }

  /** `T.Create` gives an instance of T, also where the constructor is one of a base outside; -1 of all else. */
  #constructed(x: Extraction, node: NodeIndex, args: readonly number[]): number {
    if (node === NONE || x.tree.kinds[node] !== this.s.K.dot) return -1;
    const owner = x.tree.child(node, this.s.F.lhs);
    const isMaker = nameText(x, lastName(this.s, x, node)) === "create";
    if (!isMaker || owner === NONE || nameText(x, owner) === "self") return -1;
    const type = this.callee(x, owner);
    return type < 0 ? -1 : x.callExpression(type, args, Op.construct);
  }

  /** Whether a name is known to be that of no routine. */
  #isPlain(x: Extraction, node: NodeIndex): boolean {
    if (x.tree.kinds[node] !== this.s.K.identifier) return false;
    const name = nameText(x, node);
    return name === "self" || this.state.isLocal(x, name);
  }

  /** What an expression names that is called, or read. */
  callee(x: Extraction, node: NodeIndex): number {
    if (node === NONE) return -1;
    const { tree } = x;
    const { F, K } = this.s;
    switch (tree.kinds[node]) {
      case K.identifier:
        return this.#name(x, node);
      case K.dot:
        return this.#member(x, node);
      case K.exprTpl: {
        const callee = this.callee(x, tree.child(node, F.entity));
        return callee < 0 ? -1 : this.#applied(x, callee, node);
      }
      case K.inherited:
        return this.#inherited(x, node);
      default:
        return x.value(node);
    }
  }

  #name(x: Extraction, node: NodeIndex): number {
    const name = nameText(x, node);
    if (name === "self") return this.self(x, Op.self);
    const plain = x.nameExpression(name, x.tree.starts[node]!);
    return this.state.hasWith ? this.#within(x, node, name, plain) : plain;
  }

  /** In the body of `with a do` a name is first one of a member of `a`. */
  #within(x: Extraction, node: NodeIndex, name: string, plain: number): number {
    const { tree } = x;
    const { F, K } = this.s;
    let expression = plain;
    const around: NodeIndex[] = [];
    for (let at = node; at !== NONE && tree.kinds[at] !== K.defProc; at = tree.parents[at]!) {
      const parent = tree.parents[at]!;
      if (parent !== NONE && tree.kinds[parent] === K.with && tree.fields[at] === F.body) {
        around.unshift(parent);
      }
    }
    for (const one of around) {
      for (const entity of inField(x, one, F.entity)) {
        const value = x.value(entity);
        if (value < 0) continue;
        expression = x.facts.expression(Op.dispatch, value, x.facts.text(name), expression);
      }
    }
    return expression;
  }

  /** `a.b`; a name with dots may be that of a unit. */
  #member(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F, K } = this.s;
    const nameNode = lastName(this.s, x, tree.child(node, F.rhs));
    const owner = tree.child(node, F.lhs);
    if (nameNode === NONE || owner === NONE) return -1;
    const isDotted = this.state.dottedUnits.size > 0 && tree.kinds[owner] === K.dot &&
      this.state.dottedUnits.has(headName(x, owner));
    const of = isDotted
      ? x.facts.expression(Op.module, x.facts.text(headName(x, owner)))
      : x.value(owner);
    return x.memberExpression(of, nameText(x, nameNode));
  }

  /** Whether a node is the name of a unit with dots, or the beginning of one. */
  isOfUnit(x: Extraction, node: NodeIndex): boolean {
    if (this.state.dottedUnits.size === 0) return false;
    const { tree } = x;
    for (let at = node; at !== NONE; at = tree.parents[at]!) {
      if (tree.kinds[at] === this.s.K.dot && this.state.dottedUnits.has(headName(x, at))) {
        return true;
      }
      const around = tree.parents[at]!;
      if (around === NONE || tree.kinds[around] !== this.s.K.dot) return false;
      if (tree.fields[at] !== this.s.F.lhs) return false;
    }
    return false;
  }

  #inherited(x: Extraction, node: NodeIndex): number {
    const nameNode = lastName(this.s, x, node);
    const parent = this.self(x, Op.super);
    if (parent < 0 || nameNode === NONE) return -1;
    return x.memberExpression(parent, nameText(x, nameNode));
  }

  /** The instance where the walk stands; -1 outside of methods. */
  self(x: Extraction, op: number): number {
    let outermost = NONE;
    for (let at = x.scope; at > 0 && x.scopeKind(at) !== ScopeKind.class; at = x.scopeParent(at)) {
      if (x.scopeKind(at) === ScopeKind.function) outermost = at;
    }
    const method = outermost === NONE ? NONE : x.symbolOfScope(outermost);
    // A method that is given to a type which is declared elsewhere.
    const isGiven = method !== NONE && x.facts.tables.symbols.get(method, Sym.QUALIFIER) >= 0;
    const scope = isGiven ? outermost : x.enclosing(ScopeKind.class);
    return scope === NONE ? -1 : x.facts.expression(op, scope);
  }

  #applied(x: Extraction, base: number, node: NodeIndex): number {
    const types = inField(x, node, this.s.F.args).map((type) => x.type(type));
    return types.length === 0
      ? base
      : x.facts.expression(Op.apply, base, x.facts.list(types), types.length);
  }

  /** Values of what a call is given. */
  argumentsOf(x: Extraction, call: NodeIndex): number[] {
    const list = x.tree.child(call, this.s.F.args);
    return namedChildren(x, list).map((argument) => x.value(argument));
  }

  #unary(x: Extraction, node: NodeIndex): number {
    const operand = x.tree.child(node, this.s.F.operand);
    const operator = x.tree.child(node, this.s.F.operator);
    const isAddress = operator !== NONE && x.tree.kinds[operator] === this.s.K.at;
    return isAddress ? this.callee(x, operand) : x.value(operand);
  }

  #binary(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F, K } = this.s;
    const operator = tree.child(node, F.operator);
    const kind = operator === NONE ? NONE : tree.kinds[operator]!;
    if (kind === K.as) return instance(x, x.type(tree.child(node, F.rhs)));
    if (kind === K.is || this.s.COMPARISONS.has(kind)) return x.literal("boolean");
    const sum = x.joined(tree.child(node, F.lhs), tree.child(node, F.rhs), "string");
    return sum >= 0 ? sum : x.value(tree.child(node, F.lhs));
  }

  #lambda(x: Extraction, node: NodeIndex): number {
    return functionValue(
      x,
      this.#parameterTypes(x, node),
      x.type(x.tree.child(node, this.s.F.type)),
    );
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #dottedType(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const owner = x.tree.child(node, F.lhs);
    const nameNode = lastName(this.s, x, node);
    if (owner === NONE || nameNode === NONE) return -1;
    const path = headName(x, owner);
    const of = x.tree.kinds[owner] === K.typerefDot && this.state.dottedUnits.has(path)
      ? x.facts.expression(Op.module, x.facts.text(path))
      : x.type(owner);
    const member = x.memberExpression(of, nameText(x, nameNode));
    const last = x.tree.child(node, F.rhs);
    return last !== NONE && x.tree.kinds[last] === K.typerefTpl
      ? this.#withArguments(x, member, last)
      : member;
  }

  #appliedType(x: Extraction, node: NodeIndex): number {
    return this.#withArguments(x, x.type(x.tree.child(node, this.s.F.entity)), node);
  }

  #withArguments(x: Extraction, base: number, node: NodeIndex): number {
    const { F, K } = this.s;
    const args = inField(x, node, F.args);
    const types = x.tree.kinds[node] === K.typerefTpl
      ? args.flatMap((list) => namedChildren(x, list)).map((one) => x.type(one))
      : args.map((one) => x.type(one));
    if (base < 0 || types.length === 0) return base;
    return x.facts.expression(Op.apply, base, x.facts.list(types), types.length);
  }

  #parameterTypes(x: Extraction, node: NodeIndex): number[] {
    const { F, K } = this.s;
    const list = x.tree.child(node, F.args);
    return namedChildren(x, list).filter((one) => x.tree.kinds[one] === K.arg).flatMap((one) => {
      const type = x.type(x.tree.child(one, F.type));
      return inField(x, one, F.name).map(() => type);
    });
  }

  #routineType(x: Extraction, node: NodeIndex): number {
    const types = this.#parameterTypes(x, node);
    const result = x.type(x.tree.child(node, this.s.F.type));
    return x.facts.expression(Op.functionType, x.facts.list(types), types.length, result);
  }
}
