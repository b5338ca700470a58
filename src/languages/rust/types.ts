/** Types as expressions. A reference is taken for what it leads to. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { MARKER_TRAITS } from "../rust_builtins.ts";
import type { FileState } from "./file_state.ts";
import type { Paths } from "./paths.ts";
import type { Syntax } from "./syntax.ts";

/** Traits whose one associated type says what their values give, and nothing else is of interest. */
const FUTURES = new Set(["Future", "IntoFuture"]);

/** Builders of type expressions, for one grammar. */
export class Types {
  constructor(readonly s: Syntax, readonly state: FileState, readonly paths: Paths) {}

  /** Expression rules of types. */
  rules(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.type(x.tree.child(node, this.s.F.type));
    const trait: ExpressionRule = (x, node) => x.type(x.tree.child(node, this.s.F.trait));
    return {
      type_identifier: (x, node) => this.paths.name(x, node),
      scoped_type_identifier: (x, node) => this.#scoped(x, node),
      generic_type: (x, node) => this.#generic(x, node),
      primitive_type: (x, node) => x.literal(x.textOf(node)),
      reference_type: inner,
      pointer_type: inner,
      qualified_type: inner,
      higher_ranked_trait_bound: inner,
      dynamic_type: trait,
      abstract_type: trait,
      array_type: (x, node) => this.#sequence(x, node),
      tuple_type: (x, node) => this.#tuple(x, node),
      function_type: (x, node) => this.#function(x, node),
      bracketed_type: (x, node) => x.type(x.tree.namedChild(node)),
      bounded_type: (x, node) => this.bounds(x, node),
      trait_bounds: (x, node) => this.bounds(x, node),
    };
  }

  #scoped(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const path = tree.child(node, this.s.F.path);
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return -1;
    const name = x.textOf(nameNode);
    if (path === NONE) return x.nameExpression(name, tree.starts[nameNode]!, 0);
    const module = this.paths.module(x, path);
    const of = module >= 0 ? module : x.type(path);
    return of < 0 ? -1 : x.memberExpression(of, name);
  }

  #generic(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const baseNode = tree.child(node, this.s.F.type);
    const list = tree.child(node, this.s.F.typeArguments);
    const args = list === NONE ? [] : this.arguments(x, list);
    const name = this.paths.lastName(x, baseNode);
    if (name !== NONE && args.length > 0 && FUTURES.has(x.textOf(name))) return args[0]!;
    const base = x.type(baseNode);
    return base < 0 ? -1 : x.facts.expression(Op.apply, base, x.facts.list(args), args.length);
  }

  /** Types among type arguments; what is given to an associated type counts as one. */
  arguments(x: Extraction, list: NodeIndex): number[] {
    const { tree } = x;
    const types: number[] = [];
    for (let a = tree.firstChild(list); a !== NONE; a = tree.nextSibling(a)) {
      if (!tree.isNamed(a) || tree.isExtra(a) || this.s.NO_TYPES.has(tree.kinds[a]!)) continue;
      const isBinding = tree.kinds[a] === this.s.K.typeBinding;
      types.push(x.type(isBinding ? tree.child(a, this.s.F.type) : a));
    }
    return types;
  }

  container(x: Extraction, type: string, args: readonly number[]): number {
    return x.facts.expression(Op.apply, x.literal(type), x.facts.list(args), args.length);
  }

  #sequence(x: Extraction, node: NodeIndex): number {
    return this.container(x, "Vec", [x.type(x.tree.child(node, this.s.F.element))]);
  }

  #tuple(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const types: number[] = [];
    for (let a = tree.firstChild(node); a !== NONE; a = tree.nextSibling(a)) {
      if (tree.isNamed(a) && !tree.isExtra(a)) types.push(x.type(a));
    }
    return x.facts.expression(Op.tuple, x.facts.list(types), types.length);
  }

  /** `fn(A) -> B`, `Fn(A) -> B`. */
  #function(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const list = tree.child(node, this.s.F.parameters);
    const types: number[] = [];
    for (
      let p = list === NONE ? NONE : tree.firstChild(list);
      p !== NONE;
      p = tree.nextSibling(p)
    ) {
      if (!tree.isNamed(p) || tree.isExtra(p)) continue;
      types.push(x.type(tree.kinds[p] === this.s.K.parameter ? tree.child(p, this.s.F.type) : p));
    }
    const result = x.type(tree.child(node, this.s.F.returnType));
    return x.facts.expression(Op.functionType, x.facts.list(types), types.length, result);
  }

  /** `A + B + 'static`: all that says anything of members. */
  bounds(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    let all = -1;
    for (let b = tree.firstChild(node); b !== NONE; b = tree.nextSibling(b)) {
      if (!tree.isNamed(b) || tree.isExtra(b) || this.s.NO_TYPES.has(tree.kinds[b]!)) continue;
      if (tree.kinds[b] === this.s.K.removedBound || MARKER_TRAITS.has(x.textOf(b))) continue;
      const type = x.type(b);
      if (type < 0) continue;
      all = all < 0 ? type : x.facts.expression(Op.both, all, type);
    }
    return all;
  }

  /** Bounds of `where` clauses by the type parameter that they are about. */
  whereBounds(x: Extraction, item: NodeIndex): Map<string, number> {
    const bounds = new Map<string, number>();
    const clause = x.tree.childOfKind(item, this.s.K.whereClause);
    if (clause === NONE) return bounds;
    const { tree } = x;
    for (let p = tree.firstChild(clause); p !== NONE; p = tree.nextSibling(p)) {
      if (tree.kinds[p] !== this.s.K.wherePredicate) continue;
      const left = tree.child(p, this.s.F.left);
      const list = tree.child(p, this.s.F.bounds);
      if (left === NONE || list === NONE || tree.kinds[left] !== this.s.K.typeIdentifier) continue;
      const type = this.bounds(x, list);
      const name = x.textOf(left);
      const before = bounds.get(name) ?? -1;
      if (type >= 0) {
        bounds.set(name, before < 0 ? type : x.facts.expression(Op.both, before, type));
      }
    }
    return bounds;
  }

  /** Names of the type parameters of an item, in order. */
  typeParameterNames(x: Extraction, item: NodeIndex): string[] {
    const names: string[] = [];
    this.#eachTypeParameter(x, item, (node) => {
      names.push(x.textOf(x.tree.child(node, this.s.F.name)));
    });
    return names;
  }

  #eachTypeParameter(x: Extraction, item: NodeIndex, visit: (node: NodeIndex) => void): void {
    const list = x.tree.child(item, this.s.F.typeParameters);
    if (list === NONE) return;
    for (let p = x.tree.firstChild(list); p !== NONE; p = x.tree.nextSibling(p)) {
      if (x.tree.kinds[p] === this.s.K.typeParameter) visit(p);
    }
  }

  /**
   * Binds the type parameters of an item in the scope in force.
   * @param positionOf place of a parameter among those that its users give
   */
  bindTypeParameters(
    x: Extraction,
    item: NodeIndex,
    positionOf: (name: string, index: number) => number,
  ): void {
    for (const name of this.typeParameterNames(x, item)) {
      this.state.addTypeParameter(name, x.scope);
    }
    const whereBounds = this.whereBounds(x, item);
    let index = 0;
    this.#eachTypeParameter(x, item, (node) => {
      const nameNode = x.tree.child(node, this.s.F.name);
      const name = x.textOf(nameNode);
      const list = x.tree.child(node, this.s.F.bounds);
      const own = list === NONE ? -1 : this.bounds(x, list);
      const more = whereBounds.get(name) ?? -1;
      const value = own < 0 ? more : more < 0 ? own : x.facts.expression(Op.both, own, more);
      x.bind(x.scope, name, BindingKind.typeParameter, {
        value,
        offset: x.tree.starts[nameNode]!,
        index: positionOf(name, index),
      });
      index++;
    });
  }
}
