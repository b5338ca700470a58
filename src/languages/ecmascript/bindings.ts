/** Names that patterns bind: parameters, declarations, assignments. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Op, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Contexts } from "./contexts.ts";
import { fileState } from "./file_state.ts";
import type { JsdocOf } from "./jsdoc.ts";
import type { Names } from "./names.ts";
import type { Syntax } from "./syntax.ts";

const NO_LIMIT = 255;

/** What a bound name is known to hold. */
export interface Held {
  readonly type: number;
  readonly value: number;
}

/** Binders, for one grammar. */
export class Bindings {
  constructor(
    readonly s: Syntax,
    readonly names: Names,
    readonly contexts: Contexts,
    readonly jsdoc: JsdocOf,
  ) {}

  // ── patterns ────────────────────────────────────────────────────────────────────────────────

  /** Binds every name of a declared pattern in a scope. */
  pattern(x: Extraction, scope: number, node: NodeIndex, held: Held): void {
    this.#each(x, node, held, (name, offset, part) => this.#declare(x, scope, name, offset, part));
  }

  #declare(x: Extraction, scope: number, name: string, offset: number, held: Held): void {
    const symbol = fileState(x).symbolNamed(scope, name);
    if (symbol === NONE) {
      x.bind(scope, name, BindingKind.variable, { ...held, offset });
      if (held.type >= 0) fileState(x).declareTyped(scope, name);
      return;
    }
    if (held.type >= 0) x.setType(symbol, held.type);
    x.addValue(symbol, held.value);
  }

  /** Calls back for each name of a pattern, with what it holds of the whole. */
  #each(
    x: Extraction,
    node: NodeIndex,
    held: Held,
    bind: (name: string, offset: number, held: Held) => void,
  ): void {
    if (node === NONE) return;
    const { F, K } = this.s;
    const { tree } = x;
    const kind = tree.kinds[node];
    if (kind === K.identifier || kind === K.shorthandPattern || kind === K.shorthand) {
      bind(x.textOf(node), tree.starts[node]!, held);
    } else if (kind === K.objectPattern || kind === K.object) {
      this.#eachProperty(x, node, this.#whole(x, held), bind);
    } else if (kind === K.arrayPattern || kind === K.array) {
      this.#eachElement(x, node, this.#whole(x, held), bind);
    } else if (kind === K.assignmentPattern || kind === K.objectAssignmentPattern) {
      const value = x.either(this.#whole(x, held), x.value(tree.child(node, F.right)));
      this.#each(x, tree.child(node, F.left), { type: -1, value }, bind);
    } else if (kind === K.restPattern || kind === K.spread) {
      this.#each(x, tree.namedChild(node), held, bind);
    }
  }

  /** One expression for what a pattern takes apart. */
  #whole(x: Extraction, held: Held): number {
    return held.type >= 0 ? x.facts.expression(Op.instance, held.type) : held.value;
  }

  #eachProperty(
    x: Extraction,
    pattern: NodeIndex,
    whole: number,
    bind: (name: string, offset: number, held: Held) => void,
  ): void {
    const { F, K } = this.s;
    const { tree } = x;
    const member = (key: NodeIndex): number =>
      whole < 0 || this.names.isComputed(x, key)
        ? -1
        : x.memberExpression(whole, this.names.keyText(x, key));
    for (let child = tree.firstChild(pattern); child !== NONE; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      const kind = tree.kinds[child];
      if (kind === K.pairPattern || kind === K.pair) {
        const value = member(tree.child(child, F.key));
        this.#each(x, tree.child(child, F.value), { type: -1, value }, bind);
      } else if (kind === K.shorthandPattern || kind === K.shorthand) {
        this.#each(x, child, { type: -1, value: member(child) }, bind);
      } else if (kind === K.objectAssignmentPattern) {
        const value = member(tree.child(child, F.left));
        this.#each(x, child, { type: -1, value }, bind);
      } else this.#each(x, child, { type: -1, value: whole }, bind);
    }
  }

  #eachElement(
    x: Extraction,
    pattern: NodeIndex,
    whole: number,
    bind: (name: string, offset: number, held: Held) => void,
  ): void {
    const { tree } = x;
    const { K, T } = this.s;
    let position = 0;
    for (let child = tree.firstChild(pattern); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] === T.comma && !tree.isNamed(child)) position++;
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      const isRest = tree.kinds[child] === K.restPattern || tree.kinds[child] === K.spread;
      const value = whole < 0 || isRest ? whole : x.facts.expression(Op.pick, whole, position);
      this.#each(x, child, { type: -1, value }, bind);
    }
  }

  // ── assignments to what exists ──────────────────────────────────────────────────────────────

  /** `a = v`, `[a, b] = v`, `({ a } = v)`: names that some scope around declares. */
  assign(x: Extraction, left: NodeIndex, value: number): void {
    if (value < 0) return;
    const state = fileState(x);
    this.#each(x, left, { type: -1, value }, (name, offset, held) => {
      const scope = state.scopeDeclaring(name, x.scope);
      // What a variable is declared to be says more than what it is given later.
      if (scope === NONE || held.value < 0 || state.isTyped(scope, name)) return;
      const symbol = state.symbolNamed(scope, name);
      if (symbol === NONE) x.bind(scope, name, BindingKind.variable, { value: held.value, offset });
      else if (x.facts.tables.symbols.get(symbol, Sym.SCOPE) < 0) x.addValue(symbol, held.value);
    });
  }

  // ── parameters ──────────────────────────────────────────────────────────────────────────────

  /** Type parameters of the definition whose scope is in force. */
  typeParameters(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    const list = tree.child(node, F.typeParameters);
    if (list === NONE) return;
    let index = 0;
    for (let child = tree.firstChild(list); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] !== this.s.K.typeParameter) continue;
      const name = tree.child(child, F.name);
      if (name === NONE) continue;
      const bound = x.type(tree.child(child, F.constraint));
      const other = x.type(tree.child(child, F.value));
      x.bind(x.scope, x.textOf(name), BindingKind.typeParameter, {
        type: bound,
        value: other >= 0 ? other : bound,
        offset: tree.starts[name]!,
        index: index++,
      });
    }
  }

  /** Parameters of a callable whose scope is in force. */
  parameters(x: Extraction, node: NodeIndex, symbol: number): void {
    const { F, K } = this.s;
    const { tree } = x;
    const single = tree.child(node, F.parameter);
    if (single !== NONE) {
      this.#parameter(x, node, symbol, single, 0);
      if (symbol !== NONE) x.setArity(symbol, this.s.K.typeAnnotation >= 0 ? 1 : 0, 1);
      return;
    }
    const list = tree.child(node, F.parameters);
    if (list === NONE) return;
    let index = 0;
    let least = 0;
    let most = 0;
    for (let p = tree.firstChild(list); p !== NONE; p = tree.nextSibling(p)) {
      if (!tree.isNamed(p) || tree.isExtra(p) || tree.kinds[p] === K.decorator) continue;
      const pattern = this.#patternOf(x, p);
      if (pattern === NONE) continue;
      if (tree.kinds[pattern] === K.this) {
        const type = x.type(tree.child(p, F.type));
        if (type >= 0) fileState(x).declaredSelf.set(x.scope, type);
        continue;
      }
      if (tree.kinds[pattern] === K.restPattern) {
        most = NO_LIMIT;
        if (symbol !== NONE) x.facts.flag(symbol, Flag.variadic);
      } else {
        most = Math.min(NO_LIMIT - 1, most + 1);
        const optional = tree.kinds[p] === K.optionalParameter || this.#defaultOf(x, p) !== NONE;
        // In plain JavaScript every argument may be left out.
        if (!optional && this.s.K.typeAnnotation >= 0) least = most;
      }
      this.#parameter(x, node, symbol, p, index++);
    }
    if (symbol !== NONE) x.setArity(symbol, least, most);
  }

  #patternOf(x: Extraction, parameter: NodeIndex): NodeIndex {
    const { F, K } = this.s;
    const { tree } = x;
    const pattern = tree.child(parameter, F.pattern);
    if (pattern !== NONE) return pattern;
    if (tree.kinds[parameter] === K.assignmentPattern) return tree.child(parameter, F.left);
    return parameter;
  }

  #defaultOf(x: Extraction, parameter: NodeIndex): NodeIndex {
    const { F, K } = this.s;
    return x.tree.kinds[parameter] === K.assignmentPattern
      ? x.tree.child(parameter, F.right)
      : x.tree.child(parameter, F.value);
  }

  #parameter(
    x: Extraction,
    callable: NodeIndex,
    symbol: number,
    node: NodeIndex,
    index: number,
  ): void {
    const { F, K } = this.s;
    const { tree } = x;
    const pattern = this.#patternOf(x, node);
    const fallback = this.#defaultOf(x, node);
    const isRest = tree.kinds[pattern] === K.restPattern;
    const name = isRest ? tree.namedChild(pattern) : pattern;
    if (name === NONE) return;
    const isName = tree.kinds[name] === K.identifier;
    const text = isName ? x.textOf(name) : `{${index}}`;
    const annotation = tree.child(node, F.type);
    let type = annotation === NONE ? this.jsdoc.parameter(x, callable, text) : x.type(annotation);
    if (isRest && annotation === NONE) type = -1;
    const given = fallback === NONE ? -1 : x.value(fallback);
    const value = annotation !== NONE || type >= 0
      ? given
      : x.either(this.#contextual(x, callable, symbol, index, isRest), given);
    const offset = tree.starts[name]!;
    x.bind(x.scope, text, BindingKind.parameter, { type, value, offset, index });
    fileState(x).declare(x.scope, text);
    // A pattern takes apart a parameter that has no name of its own in the source.
    if (!isName) {
      this.pattern(x, x.scope, name, { type: -1, value: x.nameExpression(text, offset) });
    }
    this.#parameterProperty(x, node, text, type, value);
  }

  /** What the place of a function gives to its parameter. */
  #contextual(
    x: Extraction,
    callable: NodeIndex,
    symbol: number,
    index: number,
    isRest: boolean,
  ): number {
    if (isRest || !this.s.FUNCTIONS.has(x.tree.kinds[callable]!)) return -1;
    const { value } = this.names.holder(x, callable);
    const position = this.contexts.position(x, value);
    if (position >= 0) {
      const call = this.contexts.call(x, x.tree.parents[x.tree.parents[value]!]!);
      return call < 0 ? -1 : x.facts.expression(Op.callback, symbol, call, position);
    }
    const expected = this.contexts.expected(x, value);
    return expected < 0 ? -1 : x.facts.expression(Op.parameterOf, expected, index);
  }

  #parameterProperty(
    x: Extraction,
    node: NodeIndex,
    name: string,
    type: number,
    value: number,
  ): void {
    const field = x.symbolAt(node);
    if (field === NONE) return;
    x.setType(field, type);
    if (type < 0) {
      x.addValue(field, value >= 0 ? value : x.nameExpression(name, x.tree.starts[node]!));
    }
  }
}
