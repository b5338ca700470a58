/** Second pass: what is used, declared, bound to types and generic names, and called. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  BindingKind,
  Flag,
  ImportKind,
  Kind,
  Op,
  RefKind,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { ExpressionRule, NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { SUBMODULE_FORM } from "../../resolve/modules/fortran_modules.ts";
import { CONSTRUCTOR } from "../class_family/bindings.ts";
import { outside } from "../class_family/calls.ts";
import { FORTRAN_WORDS } from "./library_names.ts";
import { childrenOf, type Syntax } from "./syntax.ts";

/** The referring rules. */
export class References {
  constructor(readonly s: Syntax) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      use: (x, node) => this.#use(x, node),
      submodule: (x, node) => this.#referParent(x, node),
      subprogram: (x, node) => this.#referSubprogram(x, node),
      type_definition: (x, node) => this.#referType(x, node),
      interface: (x, node) => this.#referInterface(x, node),
      binding: (x, node) => this.#referBinding(x, node),
      declaration: (x, node) => this.#referDeclaration(x, node),
      construct: (x, node) => this.#referConstruct(x, node),
      include: (x, node) => this.#include(x, node),
      call: (x, node) => this.#referChain(x, node, true),
      chain: (x, node) => this.#referChain(x, node, false),
    };
  }

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    return {
      chain: (x, node) => this.#value(x, node),
      call: (x, node) => this.#value(x, node),
      name: (x, node) => x.nameExpression(this.s.text(x, node), x.tree.starts[node]!),
      literal: (x, node) => x.literal(this.s.text(x, node)),
      integer: (x) => x.literal("integer"),
      real: (x) => x.literal("real"),
      character: (x) => x.literal("character"),
      logical: (x) => x.literal("logical"),
    };
  }

  // ── modules ─────────────────────────────────────────────────────────────────────────────────

  #use(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE) return;
    const specifier = this.s.text(x, nameNode);
    const names = childrenOf(x, node).filter((one) => x.tree.kinds[one] === this.s.K.useName);
    const isOnly = this.s.wordsOf(x, node) !== "";
    const offset = x.tree.starts[nameNode]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
    if (!isOnly) x.facts.import(specifier, ImportKind.all, at);
    else if (names.length === 0) x.facts.import(specifier, ImportKind.module, at);
    for (const one of names) {
      const there = x.tree.child(one, this.s.F.name);
      const local = x.tree.child(one, this.s.F.local);
      const bound = local === NONE ? there : local;
      if (there === NONE) continue;
      const start = x.tree.starts[bound]!;
      const own = x.lineAt(start);
      const index = x.facts.import(specifier, ImportKind.name, {
        scope: x.scope,
        line: own,
        column: x.columnAt(start, own),
        name: this.s.text(x, there),
      });
      x.bind(x.scope, this.s.text(x, bound), BindingKind.import, { index, offset: 0 });
    }
  }

  /** A submodule sees all that its parent has. */
  #referParent(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.child(node, this.s.F.parent);
    if (parent === NONE) return;
    const offset = x.tree.starts[parent]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line), form: SUBMODULE_FORM };
    x.facts.import(this.s.text(x, parent), ImportKind.all, at);
  }

  #include(x: Extraction, node: NodeIndex): void {
    const path = /['"]([^'"]+)['"]/.exec(x.textOf(node))?.[1];
    if (path === undefined) return;
    const offset = x.tree.starts[node]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
    x.facts.import(path, ImportKind.include, at);
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  #referSubprogram(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    const parameters = childrenOf(x, node).filter((one) => x.tree.fields[one] === F.parameter);
    for (const [index, one] of parameters.entries()) {
      const type = this.#declaredType(x, node, this.s.text(x, one));
      x.bind(x.scope, this.s.text(x, one), BindingKind.parameter, { type, index, offset: 0 });
    }
    x.setArity(symbol, 0, parameters.length);
    const nameNode = this.s.nameOf(x, node);
    const result = x.tree.child(node, F.result);
    const own = x.tree.child(node, F.type);
    const name = this.s.text(x, result === NONE ? nameNode : result);
    const type = own === NONE ? this.#declaredType(x, node, name) : x.type(own);
    if (type >= 0) x.setType(symbol, type);
    // In a function the name of its result is a variable.
    if (/function\s*$/.test(this.s.wordsOf(x, node))) {
      x.bind(x.scope, name, BindingKind.variable, { type, offset: 0 });
    }
  }

  /** The type that a unit declares a name to have; -1 if it does not say. */
  #declaredType(x: Extraction, unit: NodeIndex, name: string): number {
    const { F, K } = this.s;
    for (const one of childrenOf(x, unit)) {
      if (x.tree.kinds[one] !== K.declaration) continue;
      const type = x.tree.child(one, F.type);
      if (type === NONE) continue;
      for (const entity of childrenOf(x, one)) {
        if (x.tree.kinds[entity] !== K.entity) continue;
        if (this.s.text(x, this.s.nameOf(x, entity)) === name) return x.type(type);
      }
    }
    return -1;
  }

  #referType(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.child(node, this.s.F.parent);
    if (parent !== NONE) x.refer(RefKind.inherit, parent, x.type(parent), -1, -1, x.symbolAt(node));
  }

  #referDeclaration(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const isExternal = this.s.wordsOf(x, node).startsWith("external");
    const typeNode = x.tree.child(node, F.type);
    const type = typeNode === NONE ? -1 : x.type(typeNode);
    if (typeNode !== NONE && x.tree.kinds[typeNode] === K.name) {
      x.refer(RefKind.type, typeNode, type);
    }
    for (const entity of childrenOf(x, node)) {
      if (x.tree.kinds[entity] !== K.entity || isExternal) continue;
      const nameNode = this.s.nameOf(x, entity);
      const symbol = x.symbolAt(entity);
      if (symbol !== NONE) x.setType(symbol, type);
      else if (!this.#isDeclaredCallable(x, entity, this.s.text(x, nameNode))) {
        x.bind(x.scope, this.s.text(x, nameNode), BindingKind.variable, { type, offset: 0 });
      }
    }
  }

  /** `real ddot` with `external ddot`, or without anything that makes it a variable: a function's type. */
  #isDeclaredCallable(x: Extraction, entity: NodeIndex, name: string): boolean {
    const unit = x.tree.parents[x.tree.parents[entity]!]!;
    const own = unit === NONE ? NONE : this.s.nameOf(x, unit);
    if (own !== NONE && this.s.text(x, own) === name) return true;
    for (const one of unit === NONE ? [] : childrenOf(x, unit)) {
      if (x.tree.kinds[one] !== this.s.K.declaration) continue;
      if (!/^external|,\s*external/.test(this.s.wordsOf(x, one))) continue;
      for (const other of childrenOf(x, one)) {
        const nameNode = this.s.nameOf(x, other);
        if (nameNode !== NONE && this.s.text(x, nameNode) === name) return true;
      }
    }
    return false;
  }

  #referConstruct(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const type = x.tree.child(node, F.type);
    if (type !== NONE) {
      x.refer(RefKind.type, type, x.type(type));
      const selected = this.#selected(x, node);
      if (selected !== "") {
        x.bind(x.scope, selected, BindingKind.variable, { type: x.type(type), offset: 0 });
      }
    }
    for (const entity of childrenOf(x, node)) {
      if (x.tree.kinds[entity] !== K.entity) continue;
      const value = x.tree.child(entity, F.value);
      const nameNode = this.s.nameOf(x, entity);
      if (value === NONE || nameNode === NONE) continue;
      const held = outside(x, () => x.value(value));
      const name = this.s.text(x, nameNode);
      x.bind(x.scope, name, BindingKind.variable, { value: held, offset: 0 });
    }
  }

  /** Name of what the `select type` around a guard is about. */
  #selected(x: Extraction, guard: NodeIndex): string {
    const around = x.tree.parents[guard]!;
    const entity = around === NONE ? NONE : x.tree.childOfKind(around, this.s.K.entity);
    const nameNode = entity === NONE ? NONE : this.s.nameOf(x, entity);
    return nameNode === NONE ? "" : this.s.text(x, nameNode);
  }

  // ── generic names and what is bound to types ────────────────────────────────────────────────

  /** What a generic name stands for is bound under it. */
  #referInterface(x: Extraction, node: NodeIndex): void {
    const { K } = this.s;
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE) return;
    const name = this.s.text(x, nameNode);
    for (const one of childrenOf(x, node)) {
      if (x.tree.kinds[one] === K.moduleProcedure) {
        const specific = this.s.text(x, one);
        const symbol = this.#functionNamed(x, x.scope, specific);
        this.#bindGeneric(x, x.scope, name, symbol, one);
        x.refer(RefKind.value, one, x.nameExpression(specific, x.tree.starts[one]!));
      } else if (x.tree.kinds[one] === K.subprogram) {
        this.#bindGeneric(x, x.scope, name, x.symbolAt(one), one);
      }
    }
    // A generic name of a type's name makes values of it.
    const type = this.#typeNamed(x, name);
    if (type === NONE) return;
    const scope = x.facts.tables.symbols.get(type, Sym.SCOPE);
    for (const one of childrenOf(x, node)) {
      if (x.tree.kinds[one] !== K.moduleProcedure || scope < 0) continue;
      this.#bindGeneric(
        x,
        scope,
        CONSTRUCTOR,
        this.#functionNamed(x, x.scope, this.s.text(x, one)),
        one,
      );
    }
  }

  #bindGeneric(x: Extraction, scope: number, name: string, symbol: number, node: NodeIndex): void {
    const offset = x.tree.starts[node]!;
    if (symbol !== NONE) {
      if (this.#typeNamed(x, name) !== NONE) return;
      x.bind(scope, name, BindingKind.definition, { symbol, offset });
    } else if (
      x.tree.kinds[node] === this.s.K.moduleProcedure || x.tree.kinds[node] === this.s.K.name
    ) {
      const value = x.nameExpression(this.s.text(x, node), offset);
      x.bind(scope, name, BindingKind.variable, { value, offset: 0 });
    }
  }

  /** Symbol of a function that a scope binds; -1 if none. */
  #functionNamed(x: Extraction, scope: number, name: string): number {
    return this.#symbolNamed(x, scope, name, Kind.function);
  }

  #typeNamed(x: Extraction, name: string): number {
    return this.#symbolNamed(x, x.scope, name, Kind.class);
  }

  #symbolNamed(x: Extraction, scope: number, name: string, kind: number): number {
    const { symbols } = x.facts.tables;
    const text = x.facts.text(name);
    const owner = x.symbolOfScope(scope);
    for (let row = 1; row < symbols.count; row++) {
      if (symbols.get(row, Sym.NAME) !== text || symbols.get(row, Sym.KIND) !== kind) continue;
      if ((symbols.get(row, Sym.FLAGS) & Flag.declaration) !== 0) continue;
      if (symbols.get(row, Sym.CONTAINER) === owner) return row;
    }
    return NONE;
  }

  #referBinding(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE || x.scopeKind() !== ScopeKind.class) return;
    const name = this.s.text(x, nameNode);
    const words = this.s.wordsOf(x, x.tree.parents[node]!);
    if (/\bdeferred\b/.test(words)) return;
    const outer = Math.max(0, x.scopeParent(x.scope));
    const isGeneric = words.startsWith("generic");
    for (const target of childrenOf(x, node).filter((one) => x.tree.fields[one] === F.target)) {
      const specific = this.s.text(x, target);
      const offset = x.tree.starts[target]!;
      if (isGeneric) {
        if (specific !== name) this.#bindSpecific(x, name, specific, outer, offset);
        continue;
      }
      x.refer(RefKind.value, target, x.nameExpression(specific, offset, outer));
      if (!words.startsWith("final")) this.#bindMember(x, name, specific, outer, target);
    }
    const hasTarget = x.tree.child(node, F.target) !== NONE;
    if (!hasTarget && !isGeneric) {
      x.refer(RefKind.value, nameNode, x.nameExpression(name, x.tree.starts[nameNode]!, outer));
      this.#bindMember(x, name, name, outer, nameNode);
    }
  }

  /** One of the bindings that a generic one stands for: most are of procedures with their names. */
  #bindSpecific(
    x: Extraction,
    name: string,
    specific: string,
    outer: number,
    offset: number,
  ): void {
    const symbol = this.#functionNamed(x, outer, specific);
    if (symbol !== NONE) x.bind(x.scope, name, BindingKind.definition, { symbol, offset });
    else {
      const value = x.memberExpression(x.facts.expression(Op.self, x.scope), specific);
      x.bind(x.scope, name, BindingKind.field, { value, offset });
    }
  }

  #bindMember(x: Extraction, name: string, target: string, outer: number, node: NodeIndex): void {
    const offset = x.tree.starts[node]!;
    const symbol = this.#functionNamed(x, outer, target);
    if (symbol !== NONE) x.bind(x.scope, name, BindingKind.definition, { symbol, offset });
    else {
      const value = x.nameExpression(target, offset, outer);
      x.bind(x.scope, name, BindingKind.field, { value, offset });
    }
  }

  // ── chains ──────────────────────────────────────────────────────────────────────────────────

  #value(x: Extraction, node: NodeIndex): number {
    let value = -1;
    for (const part of childrenOf(x, node)) {
      if (x.tree.kinds[part] === this.s.K.name) {
        const name = this.s.text(x, part);
        if (value === -1) {
          if (FORTRAN_WORDS.has(name)) return -1;
          value = x.nameExpression(name, x.tree.starts[part]!);
        } else value = x.memberExpression(value, name);
      } else if (value >= 0) value = this.#given(x, value, part);
    }
    return value;
  }

  /** `a(i)` is a call, or an element, which has the type that is declared of `a`. */
  #given(x: Extraction, value: number, list: NodeIndex): number {
    return x.facts.expression(
      Op.either,
      x.callExpression(value, this.#argumentsOf(x, list)),
      value,
    );
  }

  #argumentsOf(x: Extraction, list: NodeIndex): number[] {
    return childrenOf(x, list).map((one) => {
      const keyword = x.tree.childOfKind(one, this.s.K.keyword);
      const inner = childrenOf(x, one).filter((part) => part !== keyword);
      const value = inner.length === 1 ? x.value(inner[0]!) : -1;
      return keyword === NONE
        ? value
        : x.facts.expression(Op.keyword, x.facts.text(this.s.text(x, keyword)), value);
    });
  }

  /**
   * A call, or what may be one: of names in an expression those with brackets behind them.
   * @param isCall whether the last name is called, with brackets or without
   */
  #referChain(x: Extraction, node: NodeIndex, isCall: boolean): void {
    const { K } = this.s;
    const all = childrenOf(x, node);
    let value = -1;
    for (const [i, part] of all.entries()) {
      if (x.tree.kinds[part] !== K.name) {
        value = value < 0 ? -1 : this.#given(x, value, part);
        continue;
      }
      const name = this.s.text(x, part);
      const next = all[i + 1];
      const list = next !== undefined && x.tree.kinds[next] === K.arguments ? next : NONE;
      if (i === 0) {
        if (FORTRAN_WORDS.has(name)) return;
        value = x.nameExpression(name, x.tree.starts[part]!);
      } else value = value < 0 ? -1 : x.memberExpression(value, name);
      if (value < 0) continue;
      const isLast = i >= all.length - 2 && (next === undefined || list !== NONE);
      if (list !== NONE || isCall && isLast) this.#refer(x, part, name, value, list);
      else if (i === 0) x.referAt(RefKind.value, name, x.tree.starts[part]!, value);
    }
  }

  #refer(
    x: Extraction,
    part: NodeIndex,
    name: string,
    value: number,
    list: NodeIndex,
  ): void {
    const args = list === NONE ? [] : this.#argumentsOf(x, list);
    const call = x.callExpression(value, args);
    x.referAt(RefKind.call, name, x.tree.starts[part]!, value, {
      argumentCount: args.length,
      call,
    });
  }
}
