/** Second pass: calls, types named, bases, bindings, imports. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Kind, Op, RefKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import {
  bindParameters,
  type DeclaredParameter,
  importQualified,
} from "../class_family/bindings.ts";
import { annotationCall } from "../class_family/annotations.ts";
import { callbackGiven, namedChildren, referCall } from "../class_family/calls.ts";
import { PHP_CLASSES } from "../php_builtins.ts";
import type { Expressions } from "./expressions.ts";
import { docTypes } from "./phpdoc.ts";
import type { Syntax } from "./syntax.ts";

/** The referring rules, for one grammar. */
export class References {
  constructor(readonly s: Syntax, readonly expressions: Expressions) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const type: NodeRule = (x, node) => this.#referBases(x, node);
    const callable: NodeRule = (x, node) => this.#referCallable(x, node);
    const closure: NodeRule = (x, node) => this.#referClosure(x, node);
    const call: NodeRule = (x, node) => this.#referCall(x, node);
    return {
      namespace_use_declaration: (x, node) => this.#import(x, node),
      class_declaration: type,
      interface_declaration: type,
      trait_declaration: type,
      enum_declaration: type,
      anonymous_class: type,
      use_declaration: (x, node) => this.#referTraits(x, node),
      enum_case: (x, node) => this.#referCase(x, node),
      function_definition: callable,
      method_declaration: callable,
      anonymous_function: closure,
      arrow_function: closure,
      property_declaration: (x, node) => this.#referProperties(x, node),
      const_element: (x, node) =>
        x.addText(x.symbolAt(node), namedChildren(x, node).at(-1) ?? NONE),
      return_statement: (x, node) => this.#referReturn(x, node),
      assignment_expression: (x, node) => this.#referAssignment(x, node),
      foreach_statement: (x, node) => this.#referForeach(x, node),
      catch_clause: (x, node) => this.#referCatch(x, node),
      binary_expression: (x, node) => this.#referTest(x, node),
      function_call_expression: call,
      member_call_expression: call,
      nullsafe_member_call_expression: call,
      scoped_call_expression: call,
      object_creation_expression: (x, node) => this.#referCreation(x, node),
      class_constant_access_expression: (x, node) => this.#referName(x, x.tree.namedChild(node)),
      scoped_property_access_expression: (x, node) =>
        this.#referName(x, x.tree.child(node, this.s.F.scope)),
      named_type: (x, node) => this.#referName(x, x.tree.namedChild(node)),
      attribute: (x, node) => this.#referAttribute(x, node),
    };
  }

  // ── imports ─────────────────────────────────────────────────────────────────────────────────

  /** `use A\B;`, `use A\{B, C as D};`, `use function A\f;` */
  #import(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const group = tree.child(node, this.s.F.body);
    const prefix = group === NONE ? NONE : tree.childOfKind(node, this.s.K.namespaceName);
    const from = prefix === NONE ? "" : `${x.textOf(prefix)}\\`;
    for (const clause of namedChildren(x, group === NONE ? node : group)) {
      if (tree.kinds[clause] !== this.s.K.use) continue;
      const nameNode = namedChildren(x, clause)[0];
      if (nameNode === undefined) continue;
      const whole = (from + x.textOf(nameNode)).replace(/^\\/, "");
      const alias = tree.child(clause, this.s.F.alias);
      const at = whole.lastIndexOf("\\");
      const name = whole.slice(at + 1);
      const known = alias === NONE ? name : x.textOf(alias);
      if (at < 0 && PHP_CLASSES.has(name)) continue;
      const space = whole.slice(0, Math.max(0, at));
      importQualified(x, { node: nameNode, from: space, name, alias: known });
    }
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #referBases(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const symbol = x.symbolAt(node);
    const base = tree.childOfKind(node, K.baseClause);
    for (const one of namedChildren(x, base)) this.#referBase(x, RefKind.inherit, one, symbol);
    const list = tree.childOfKind(node, K.implements);
    for (const one of namedChildren(x, list)) this.#referBase(x, RefKind.implement, one, symbol);
  }

  #referBase(x: Extraction, kind: number, base: NodeIndex, symbol: number): void {
    const nameNode = this.expressions.lastName(x, base);
    if (nameNode !== NONE) x.refer(kind, nameNode, this.expressions.name(x, base), -1, -1, symbol);
  }

  /** `use Loud;` in a class: its methods are the class's. */
  #referTraits(x: Extraction, node: NodeIndex): void {
    const owner = x.symbolOfScope(x.scope);
    for (const one of namedChildren(x, node)) this.#referBase(x, RefKind.inherit, one, owner);
  }

  #referCase(x: Extraction, node: NodeIndex): void {
    const owner = x.symbolOfScope(x.scope);
    if (owner !== NONE) x.setType(x.symbolAt(node), x.facts.expression(Op.symbol, owner));
  }

  /** A class that is named. */
  #referName(x: Extraction, node: NodeIndex): void {
    const nameNode = this.expressions.lastName(x, node);
    if (nameNode === NONE || /^(?:self|static|parent)$/.test(x.textOf(nameNode))) return;
    x.refer(RefKind.type, nameNode, this.expressions.name(x, node));
  }

  #referAttribute(x: Extraction, node: NodeIndex): void {
    const name = x.tree.namedChild(node);
    const nameNode = this.expressions.lastName(x, name);
    if (nameNode === NONE) return;
    let at = x.tree.parents[node]!;
    for (let depth = 0; at !== NONE && depth < 3 && x.symbolAt(at) === NONE; depth++) {
      at = x.tree.parents[at]!;
    }
    const symbol = at === NONE ? NONE : x.symbolAt(at);
    const value = this.expressions.name(x, name);
    const given = x.tree.child(node, this.s.F.parameters);
    const call = annotationCall(x, nameNode, value, given, this.s.K.argument);
    x.refer(RefKind.decorate, nameNode, value, -1, call, symbol === NONE ? x.symbol : symbol);
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #referCallable(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const symbol = x.symbolAt(node);
    const doc = docTypes(x.docBefore(node));
    const declared = x.type(tree.child(node, F.returnType));
    x.setType(symbol, declared >= 0 ? declared : this.#docType(x, doc.returns, node));
    const list = tree.child(node, F.parameters);
    bindParameters(x, symbol, this.#parameters(x, list, doc.parameters, -1));
    for (const one of namedChildren(x, list)) {
      if (tree.kinds[one] === this.s.K.promoted) this.#referPromoted(x, one);
    }
  }

  /** A type as documentation has it. */
  #docType(x: Extraction, type: string, node: NodeIndex): number {
    if (type === "") return -1;
    const isList = type.endsWith("[]");
    const name = isList ? type.slice(0, -2) : type;
    if (
      /^(?:int|string|bool|float|array|object|callable|iterable|void|true|resource)$/.test(name)
    ) {
      return -1;
    }
    const of = name === "$this" ? "static" : name;
    const named = this.expressions.named(x, of, x.tree.starts[node]!);
    return isList ? x.facts.expression(Op.list, named) : named;
  }

  #parameters(
    x: Extraction,
    list: NodeIndex,
    documented: ReadonlyMap<string, string>,
    value: number,
  ): DeclaredParameter[] {
    const { tree } = x;
    const { F, K } = this.s;
    const parameters: DeclaredParameter[] = [];
    for (const one of namedChildren(x, list)) {
      const kind = tree.kinds[one];
      if (kind !== K.simpleParameter && kind !== K.promoted && kind !== K.variadic) continue;
      const nameNode = tree.child(one, F.name);
      const declared = x.type(tree.child(one, F.type));
      const told = documented.get(nameNode === NONE ? "" : x.textOf(nameNode)) ?? "";
      const type = declared >= 0 ? declared : this.#docType(x, told, one);
      parameters.push({
        nameNode,
        type: kind === K.variadic ? x.facts.expression(Op.list, type) : type,
        value,
        isOptional: tree.child(one, F.defaultValue) !== NONE,
        isVariadic: kind === K.variadic,
      });
    }
    return parameters;
  }

  #referPromoted(x: Extraction, node: NodeIndex): void {
    x.setType(x.symbolAt(node), x.type(x.tree.child(node, this.s.F.type)));
  }

  #referClosure(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const argument = tree.parents[node]!;
    const list = argument !== NONE && tree.kinds[argument] === this.s.K.argument
      ? tree.parents[argument]!
      : NONE;
    const call = list === NONE ? NONE : tree.parents[list]!;
    const position = list === NONE ? 0 : namedChildren(x, list).indexOf(argument);
    const value = callbackGiven(x, call, position);
    const parameters = this.#parameters(x, tree.child(node, this.s.F.parameters), new Map(), value);
    bindParameters(x, NONE, parameters);
  }

  #referReturn(x: Extraction, node: NodeIndex): void {
    const value = x.tree.namedChild(node);
    if (value === NONE || x.symbol === NONE) return;
    const { symbols } = x.facts.tables;
    const kind = symbols.get(x.symbol, Sym.KIND);
    const isCallable = kind === Kind.method || kind === Kind.function;
    if (isCallable && symbols.get(x.symbol, Sym.TYPE) < 0) x.addValue(x.symbol, x.value(value));
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #referProperties(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const declared = x.type(tree.child(node, this.s.F.type));
    const type = declared >= 0
      ? declared
      : this.#docType(x, docTypes(x.docBefore(node)).holds, node);
    for (const element of namedChildren(x, node)) {
      const symbol = x.symbolAt(element);
      if (symbol !== NONE) x.setType(symbol, type);
    }
  }

  #referAssignment(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const left = tree.child(node, F.left);
    if (left === NONE) return;
    const value = x.value(tree.child(node, F.right));
    const kind = tree.kinds[left];
    if (kind === K.variable) this.#bind(x, left, -1, value, tree.ends[node]!);
    else if (kind === K.listLiteral) {
      for (const [position, one] of namedChildren(x, left).entries()) {
        const part = value < 0 ? -1 : x.facts.expression(Op.pick, value, position);
        if (tree.kinds[one] === K.variable) this.#bind(x, one, -1, part, tree.ends[node]!);
      }
    } else if (kind === K.memberAccess && value >= 0) this.#bindProperty(x, left, value);
  }

  #bind(x: Extraction, node: NodeIndex, type: number, value: number, offset: number): void {
    x.bind(x.functionScope(), x.textOf(node), BindingKind.variable, { type, value, offset });
  }

  /** `$this->item = new Item`: what a property holds that no type declares. */
  #bindProperty(x: Extraction, node: NodeIndex, value: number): void {
    const { tree } = x;
    const object = tree.child(node, this.s.F.object);
    const nameNode = tree.child(node, this.s.F.name);
    if (object === NONE || nameNode === NONE || x.textOf(object) !== "$this") return;
    const self = this.expressions.self(x, Op.self);
    if (self < 0) return;
    const scope = x.facts.tables.expressions.get(self, 1);
    x.bind(scope, x.textOf(nameNode), BindingKind.field, { value, offset: tree.starts[node]! });
  }

  #referForeach(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const [ranged, target] = namedChildren(x, node);
    if (ranged === undefined || target === undefined) return;
    const isPair = tree.kinds[target] === this.s.K.pair;
    const variable = isPair ? namedChildren(x, target).at(-1) : target;
    const value = x.value(ranged);
    const element = value < 0 ? -1 : x.facts.expression(Op.element, value);
    if (variable === undefined || tree.kinds[variable] !== this.s.K.variable) return;
    this.#bind(x, variable, -1, element, tree.starts[node]!);
  }

  #referCatch(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const type = x.type(x.tree.child(node, this.s.F.type));
    this.#bind(x, nameNode, type, -1, x.tree.starts[nameNode]!);
  }

  /** `$x instanceof Cart`: inside the `if` around, `$x` is one. */
  #referTest(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const operator = tree.child(node, F.operator);
    if (operator === NONE || x.textOf(operator) !== "instanceof") return;
    const left = tree.child(node, F.left);
    const right = tree.child(node, F.right);
    this.#referName(x, right);
    if (left === NONE || right === NONE || tree.kinds[left] !== K.variable) return;
    const before = x.text.slice(Math.max(0, tree.starts[node]! - 3), tree.starts[node]!);
    if (/!\s*\(?$/.test(before)) return;
    const type = this.expressions.name(x, right);
    x.bind(x.scope, x.textOf(left), BindingKind.variable, { type, offset: tree.ends[node]! });
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const list = tree.child(node, F.arguments);
    for (const argument of namedChildren(x, list)) this.#mention(x, tree.namedChild(argument));
    const scope = tree.child(node, F.scope);
    if (scope !== NONE) this.#referName(x, scope);
    const nameNode = this.expressions.calledName(x, node);
    if (nameNode === NONE) return;
    const callee = this.expressions.callee(x, node);
    if (callee >= 0 && x.asks(x.textOf(nameNode))) {
      const call = x.nestedCall(node, x.value(node), list);
      x.refer(RefKind.call, nameNode, callee, namedChildren(x, list).length, call);
      return;
    }
    const args = this.expressions.argumentsOf(x, list);
    referCall(x, RefKind.call, nameNode, callee, args);
  }

  #referCreation(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const inner = tree.namedChild(node);
    const list = tree.childOfKind(node, this.s.K.arguments);
    for (const argument of namedChildren(x, list)) this.#mention(x, tree.namedChild(argument));
    const nameNode = inner === NONE ? NONE : this.expressions.lastName(x, inner);
    if (nameNode === NONE) return;
    const args = this.expressions.argumentsOf(x, list);
    referCall(x, RefKind.construct, nameNode, this.expressions.name(x, inner), args);
  }

  /** `[$this, 'total']`: a method handed on by its name. */
  #mention(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    if (node === NONE || tree.kinds[node] !== this.s.K.array) return;
    const elements = namedChildren(x, node);
    const [object, method] = elements.map((one) => tree.namedChild(one));
    if (elements.length !== 2 || object === undefined || method === undefined) return;
    if (method === NONE || tree.kinds[method] !== this.s.K.string) return;
    const name = x.textOf(method).slice(1, -1);
    const of = x.value(object);
    if (of < 0 || !/^\w+$/.test(name)) return;
    x.referAt(RefKind.value, name, tree.starts[method]! + 1, x.memberExpression(of, name));
  }
}
