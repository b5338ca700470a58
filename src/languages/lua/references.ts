/** Second pass: calls, bindings, what tables inherit, what files need and return. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  BindingKind,
  ImportKind,
  Op,
  RefKind,
  Scope,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { RETURNED } from "../../resolve/modules/lua_modules.ts";
import { bindLocal, bindParameters } from "../class_family/bindings.ts";
import { namedChildren, outside, referCall } from "../class_family/calls.ts";
import type { Definitions } from "./definitions.ts";
import type { Expressions } from "./expressions.ts";
import type { Syntax } from "./syntax.ts";

const INDEX_OF = /^getmetatable\(\s*(\w+)\s*\)\.__index$/;

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly expressions: Expressions,
    readonly definitions: Definitions,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      function_declaration: (x, node) => this.#referFunction(x, node, this.#ownerOf(x, node)),
      function_definition: (x, node) => this.#referFunction(x, node, this.#ownerOfValue(x, node)),
      variable_declaration: (x, node) => this.#bindVariables(x, node),
      assignment_statement: (x, node) => this.#assign(x, node),
      for_statement: (x, node) => this.#bindLoop(x, node),
      table_constructor: (x, node) => this.#bindFields(x, node),
      return_statement: (x, node) => this.#referReturn(x, node),
      function_call: (x, node) => this.#referCall(x, node),
    };
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  /** The table whose member a function is declared to be; -1 if none. */
  #ownerOf(x: Extraction, node: NodeIndex): NodeIndex {
    const name = x.tree.child(node, this.s.F.name);
    return name === NONE ? NONE : x.tree.child(name, this.s.F.table);
  }

  /** The same of a function that is given to a field. */
  #ownerOfValue(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const { K } = this.s;
    const list = tree.parents[node]!;
    const holder = list === NONE ? NONE : tree.parents[list]!;
    if (holder === NONE || tree.kinds[holder] !== K.assignment) return NONE;
    const found = this.s.assignedIn(x, holder).find(({ value }) => value === node);
    return found === undefined ? NONE : tree.child(found.target, this.s.F.table);
  }

  #referFunction(x: Extraction, node: NodeIndex, owner: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const symbol = x.symbolAt(node);
    const parameters = namedChildren(x, tree.child(node, F.parameters));
    const names = parameters.flatMap((one) => {
      if (tree.kinds[one] === K.identifier) return [one];
      const inner = tree.childOfKind(one, K.identifier);
      return inner === NONE ? [] : [inner];
    });
    const isVariadic = parameters.some((one) => x.textOf(one).startsWith("..."));
    bindParameters(
      x,
      symbol,
      names.map((nameNode) => ({ nameNode, type: -1, isOptional: true })),
    );
    if (symbol !== NONE) x.setArity(symbol, 0, isVariadic ? 255 : Math.max(names.length, 1));
    const named = tree.child(node, F.name);
    const hasColon = named !== NONE && tree.kinds[named] === K.methodIndex;
    const [first] = names;
    const takesSelf = first !== undefined && x.textOf(first) === "self";
    if (!hasColon && !takesSelf) return;
    const self = owner === NONE ? this.#tableAround(x) : outside(x, () => x.value(owner));
    if (self < 0) return;
    x.bind(x.scope, "self", BindingKind.variable, {
      value: self,
      offset: tree.starts[node]! + 1,
    });
  }

  /** The table in whose field a function is written. */
  #tableAround(x: Extraction): number {
    const scope = x.scopeParent(x.scope);
    return scope > 0 && x.scopeKind(scope) === ScopeKind.object
      ? x.facts.expression(Op.object, scope)
      : -1;
  }

  /** What a function gives, or at the top of a file what the file offers. */
  #referReturn(x: Extraction, node: NodeIndex): void {
    const list = x.tree.childOfKind(node, this.s.K.expressionList);
    const [first] = this.expressions.listOf(x, list);
    if (first === undefined || first < 0) return;
    const scope = x.enclosing(ScopeKind.function);
    if (scope === NONE) {
      x.facts.export(RETURNED, { expression: first, line: x.lineAt(x.tree.starts[node]!) });
      return;
    }
    const symbol = x.facts.tables.scopes.get(scope, Scope.SYMBOL);
    if (symbol !== NONE) x.addValue(symbol, first);
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #bindVariables(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    for (const [index, { target, value }] of this.s.assignedIn(x, node).entries()) {
      const symbol = x.symbolAt(target);
      const held = value === NONE ? this.#partOfLast(x, node, index) : x.value(value);
      if (symbol !== NONE) this.#setValue(x, symbol, value, held);
      else if (
        value === NONE ? !this.definitions.isGivenFunction(target) : x.symbolAt(value) === NONE
      ) {
        const nameNode = tree.kinds[target] === this.s.K.identifier ? target : NONE;
        bindLocal(x, nameNode, -1, held, tree.ends[node]!);
      }
    }
  }

  /** `local a, b = f()`: one of several values that a call gives; only that of `pcall` is told. */
  #partOfLast(x: Extraction, node: NodeIndex, index: number): number {
    const values = this.s.assignedIn(x, node).filter(({ value }) => value !== NONE);
    const last = values.at(-1)?.value;
    if (last === undefined || index !== values.length) return -1;
    return x.tree.kinds[last] === this.s.K.call &&
        this.expressions.required(x, last) !== undefined
      ? x.value(last)
      : -1;
  }

  #setValue(x: Extraction, symbol: number, value: NodeIndex, held: number): void {
    const isCall = value !== NONE && x.tree.kinds[value] === this.s.K.call;
    const base = isCall ? this.expressions.baseOf(x, value) : NONE;
    if (base === NONE) {
      x.addValue(symbol, held);
      return;
    }
    const nameNode = this.s.lastName(x, base);
    if (nameNode !== NONE) x.refer(RefKind.inherit, nameNode, x.value(base), -1, -1, symbol);
  }

  #assign(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    if (tree.kinds[tree.parents[node]!] === K.declaration) return;
    for (const { target, value } of this.s.assignedIn(x, node)) {
      const symbol = x.symbolAt(target);
      if (symbol !== NONE) this.#setValue(x, symbol, value, x.value(value));
      else if (tree.kinds[target] === K.identifier && value !== NONE) {
        if (x.symbolAt(value) === NONE && x.isInFunction()) this.#rebind(x, node, target, value);
      } else if (value !== NONE) {
        this.#setIndex(x, target, value);
        this.#mention(x, value);
      }
    }
  }

  /** `getmetatable(A).__index = B`: `A` has the members of `B`. */
  #setIndex(x: Extraction, target: NodeIndex, value: NodeIndex): void {
    const [, name] = INDEX_OF.exec(x.textOf(target)) ?? [];
    if (name !== undefined) x.addValue(this.#variableNamed(x, name), x.value(value));
  }

  /** A local variable that is given another value holds that from there on. */
  #rebind(x: Extraction, node: NodeIndex, target: NodeIndex, value: NodeIndex): void {
    const name = x.textOf(target);
    let scope = x.scope;
    while (scope > 0 && !x.binds(scope, name)) scope = x.scopeParent(scope);
    if (scope <= 0) return;
    const held = x.either(x.value(target), x.value(value));
    x.bind(scope, name, BindingKind.variable, { value: held, offset: x.tree.ends[node]! });
  }

  #bindLoop(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const clause = tree.child(node, this.s.F.clause);
    if (clause === NONE) return;
    const names = tree.kinds[clause] === this.s.K.genericClause
      ? namedChildren(x, tree.childOfKind(clause, this.s.K.variableList))
      : [tree.child(clause, this.s.F.name)];
    for (const name of names) {
      const nameNode = name === NONE || tree.kinds[name] === this.s.K.identifier
        ? name
        : tree.childOfKind(name, this.s.K.identifier);
      bindLocal(x, nameNode, -1, -1, tree.starts[node]!);
    }
  }

  #bindFields(x: Extraction, node: NodeIndex): void {
    for (const { name, value } of this.s.namedFields(x, node)) {
      if (value === NONE || x.symbolAt(value) !== NONE) continue;
      const held = outside(x, () => x.value(value));
      x.bind(x.scope, x.textOf(name), BindingKind.field, {
        value: held,
        offset: x.tree.starts[name]!,
      });
      outside(x, () => this.#mention(x, value));
    }
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const callee = tree.child(node, F.name);
    const specifier = this.expressions.required(x, node);
    if (specifier !== undefined) {
      const offset = tree.starts[node]!;
      const line = x.lineAt(offset);
      x.facts.import(specifier, ImportKind.module, {
        scope: x.scope,
        line,
        column: x.columnAt(offset, line),
      });
      return;
    }
    const nameNode = this.s.lastName(x, callee);
    const args = this.s.argumentsOf(x, node);
    for (const one of args) this.#mention(x, one);
    if (nameNode === NONE) return;
    if (x.textOf(callee) === "setmetatable") this.#referMetatable(x, node, args);
    referCall(x, RefKind.call, nameNode, x.value(callee), args.map((one) => x.value(one)));
  }

  /** `setmetatable(Child, { __index = Base })` as a statement: the one inherits from the other. */
  #referMetatable(x: Extraction, node: NodeIndex, args: readonly NodeIndex[]): void {
    const [table, meta] = args;
    if (table === undefined || meta === undefined) return;
    const base = this.expressions.indexOf(x, meta);
    if (x.isInFunction()) {
      if (x.tree.kinds[table] === this.s.K.identifier) this.#rebind(x, node, table, base);
      return;
    }
    const symbol = this.#variableNamed(x, x.textOf(table));
    if (symbol === NONE) return;
    // Calling the table calls what its metatable has for that.
    if (x.tree.kinds[meta] === this.s.K.table) x.addValue(symbol, x.value(meta));
    const nameNode = this.s.lastName(x, base);
    if (nameNode !== NONE) x.refer(RefKind.inherit, nameNode, x.value(base), -1, -1, symbol);
  }

  /** Symbol of a variable at the top of the file; -1 if none. */
  #variableNamed(x: Extraction, name: string): number {
    const { symbols } = x.facts.tables;
    const text = x.facts.text(name);
    for (let row = symbols.count - 1; row > 0; row--) {
      if (symbols.get(row, Sym.NAME) === text && symbols.get(row, Sym.CONTAINER) < 0) return row;
    }
    return NONE;
  }

  /** A function that is given to another, or stored. */
  #mention(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.lastName(x, node);
    if (nameNode !== NONE) x.mention(nameNode, x.value(node));
  }
}
