/** What parameters, results and statements bind. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Names } from "./names.ts";
import type { Types } from "./types.ts";

/** Binders, for one grammar. */
export class Bindings {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly names: Names,
    readonly types: Types,
  ) {}

  /** Where a function's head ends: `func f(client client)` names the type, not the parameter. */
  headEnd(x: Extraction, node: NodeIndex): number {
    const body = x.tree.child(node, this.s.F.body);
    return body === NONE ? x.tree.ends[node]! : x.tree.starts[body]!;
  }

  bindTypeParameters(x: Extraction, list: NodeIndex): void {
    if (list === NONE) return;
    const { tree } = x;
    let index = 0;
    for (let p = tree.firstChild(list); p !== NONE; p = tree.nextSibling(p)) {
      const constraint = tree.child(p, this.s.F.type);
      for (let child = tree.firstChild(p); child !== NONE; child = tree.nextSibling(child)) {
        if (tree.fields[child] !== this.s.F.name || !tree.isNamed(child)) continue;
        const name = x.textOf(child);
        this.state.typeParameters.set(name, x.scope);
        x.bind(x.scope, name, BindingKind.typeParameter, {
          value: constraint === NONE ? -1 : x.type(constraint),
          offset: tree.starts[child]!,
          index: index++,
        });
      }
    }
  }

  /** `(m *Map[K, V])` names the type parameters anew. */
  bindReceiver(x: Extraction, list: NodeIndex, from: number): void {
    const { tree } = x;
    const parameter = tree.namedChild(list);
    if (parameter === NONE) return;
    let type = tree.child(parameter, this.s.F.type);
    while (
      type !== NONE &&
      (tree.kinds[type] === this.s.K.pointerType || tree.kinds[type] === this.s.K.parenthesizedType)
    ) type = tree.namedChild(type);
    if (type !== NONE && tree.kinds[type] === this.s.K.genericType) {
      const args = tree.child(type, this.s.F.typeArguments);
      let index = 0;
      for (let a = tree.firstChild(args); a !== NONE; a = tree.nextSibling(a)) {
        const named = tree.kinds[a] === this.s.K.typeElement ? tree.namedChild(a) : NONE;
        if (named === NONE) continue;
        const name = x.textOf(named);
        this.state.typeParameters.set(name, x.scope);
        x.bind(x.scope, name, BindingKind.typeParameter, {
          offset: tree.starts[named]!,
          index: index++,
        });
      }
    }
    const name = tree.child(parameter, this.s.F.name);
    if (name === NONE) return;
    this.state.locals.add(x.textOf(name));
    // Not one of the parameters that a call fills.
    x.bind(x.scope, x.textOf(name), BindingKind.variable, {
      type: x.type(type),
      offset: from,
    });
  }

  /** @param value of which they are taken to be, as far as their types do not say */
  bindParameters(
    x: Extraction,
    list: NodeIndex,
    symbol: number,
    from: number,
    value = -1,
  ): void {
    if (list === NONE) return;
    const { tree } = x;
    let index = 0;
    let variadic = false;
    for (let p = tree.firstChild(list); p !== NONE; p = tree.nextSibling(p)) {
      const kind = tree.kinds[p]!;
      if (kind !== this.s.K.parameterDeclaration && kind !== this.s.K.variadic) continue;
      if (kind === this.s.K.variadic) variadic = true;
      const type = this.types.parameterType(x, p);
      let named = false;
      for (let child = tree.firstChild(p); child !== NONE; child = tree.nextSibling(child)) {
        if (tree.fields[child] !== this.s.F.name || !tree.isNamed(child)) continue;
        named = true;
        const name = x.textOf(child);
        this.state.locals.add(name);
        x.bind(x.scope, name, BindingKind.parameter, {
          type,
          value,
          offset: from,
          index: index++,
        });
      }
      if (!named) index++;
    }
    if (symbol !== NONE) this.#setArity(x, symbol, index, variadic);
  }

  #setArity(x: Extraction, symbol: number, count: number, variadic: boolean): void {
    x.setArity(symbol, variadic ? Math.max(0, count - 1) : count, variadic ? 255 : count);
  }

  bindResults(x: Extraction, result: NodeIndex, from: number): void {
    if (result === NONE || x.tree.kinds[result] !== this.s.K.parameterList) return;
    const { tree } = x;
    for (let p = tree.firstChild(result); p !== NONE; p = tree.nextSibling(p)) {
      if (tree.kinds[p] !== this.s.K.parameterDeclaration) continue;
      for (let child = tree.firstChild(p); child !== NONE; child = tree.nextSibling(child)) {
        if (tree.fields[child] !== this.s.F.name || !tree.isNamed(child)) continue;
        this.bindLocal(x, child, x.type(tree.child(p, this.s.F.type)), -1, from);
      }
    }
  }

  bindLocal(
    x: Extraction,
    nameNode: NodeIndex,
    type: number,
    value: number,
    offset: number,
  ): void {
    const name = x.textOf(nameNode);
    if (name === "_") return;
    this.state.locals.add(name);
    x.bind(x.scope, name, BindingKind.variable, { type, value, offset });
  }

  /** `a, b := …` binds from the end of its statement on. */
  bindList(x: Extraction, left: NodeIndex, right: NodeIndex, from: number): void {
    if (left === NONE || right === NONE) return;
    const { tree } = x;
    const count = tree.namedChildCount(left);
    for (let i = 0; i < count; i++) {
      const name = tree.namedChild(left, i);
      if (tree.kinds[name] !== this.s.K.identifier) continue;
      this.bindLocal(x, name, -1, this.assignedValue(x, right, i, count), from);
    }
  }

  /** Value that the n-th of `count` names on the left gets. */
  assignedValue(
    x: Extraction,
    right: NodeIndex,
    index: number,
    count: number,
  ): number {
    const { tree } = x;
    const isList = tree.kinds[right] === this.s.K.expressionList;
    const given = isList ? tree.namedChildCount(right) : 1;
    const value = isList ? this.names.nthOf(x, right, given === count ? index : 0) : right;
    if (value === NONE) return -1;
    if (given === count) return x.value(value);
    const kind = tree.kinds[value]!;
    if (kind === this.s.K.call || kind === this.s.K.typeConversion) {
      const call = x.value(value);
      return call < 0 ? -1 : x.facts.expression(Op.pick, call, index);
    }
    // `v, ok := m[k]`, `v, ok := <-c`, `v, ok := x.(T)`.
    return index === 0 ? x.value(value) : x.literal("bool");
  }
}
