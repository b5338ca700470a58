/** Types as expressions. A pointer is taken for what it leads to. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { BASIC_TYPES } from "../go_builtins.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Names } from "./names.ts";

/** Predeclared types that say nothing of a value's methods. */
const UNTYPED = new Set(["any", "comparable"]);

/** Builders of type expressions, for one grammar. */
export class Types {
  constructor(readonly s: Syntax, readonly state: FileState, readonly names: Names) {}

  /** Expression rules of types. */
  rules(): Record<string, ExpressionRule> {
    return {
      type_identifier: (x, node) => this.#typeName(x, node),
      qualified_type: (x, node) => this.#qualifiedType(x, node),
      generic_type: (x, node) => this.#genericType(x, node),
      pointer_type: (x, node) => this.#innerType(x, node),
      parenthesized_type: (x, node) => this.#innerType(x, node),
      type_elem: (x, node) => this.#constraint(x, node),
      type_constraint: (x, node) => this.#constraint(x, node),
      slice_type: (x, node) => this.#sequenceType(x, node),
      array_type: (x, node) => this.#sequenceType(x, node),
      implicit_length_array_type: (x, node) => this.#sequenceType(x, node),
      channel_type: (x, node) => this.#channelType(x, node),
      map_type: (x, node) => this.#mapType(x, node),
      function_type: (x, node) => this.functionType(x, node),
      struct_type: (x, node) => this.#anonymousType(x, node),
      interface_type: (x, node) => this.#anonymousType(x, node),
    };
  }

  parameterType(x: Extraction, declaration: NodeIndex): number {
    const type = x.type(x.tree.child(declaration, this.s.F.type));
    return x.tree.kinds[declaration] === this.s.K.variadic
      ? this.#container(x, "slice", [type])
      : type;
  }

  /** Result type of a function: a tuple when it has several. */
  resultType(x: Extraction, result: NodeIndex): number {
    if (result === NONE) return -1;
    const { tree } = x;
    if (tree.kinds[result] !== this.s.K.parameterList) return x.type(result);
    const types: number[] = [];
    for (let p = tree.firstChild(result); p !== NONE; p = tree.nextSibling(p)) {
      if (tree.kinds[p] !== this.s.K.parameterDeclaration) continue;
      const type = x.type(tree.child(p, this.s.F.type));
      for (let n = Math.max(1, this.names.namesIn(x, p)); n > 0; n--) types.push(type);
    }
    if (types.length < 2) return types[0] ?? -1;
    return x.facts.expression(Op.tuple, x.facts.list(types), types.length);
  }

  #innerType(x: Extraction, node: NodeIndex): number {
    return x.type(x.tree.namedChild(node));
  }

  /** Members of a type are no names for its members' types; only its type parameters are. */
  #typeName(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node);
    if (BASIC_TYPES.has(text)) return UNTYPED.has(text) ? -1 : x.literal(text);
    const scope = this.state.typeParameters.get(text) ?? this.#aroundMembers(x);
    return x.nameExpression(text, x.tree.starts[node]!, scope);
  }

  /** Scope in force, or the one around the type whose members stand there. */
  #aroundMembers(x: Extraction): number {
    let scope = x.scope;
    while (x.scopeKind(scope) === ScopeKind.class || x.scopeKind(scope) === ScopeKind.object) {
      scope = x.scopeParent(scope);
    }
    return scope;
  }

  #qualifiedType(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const package_ = tree.child(node, this.s.F.package);
    const nameNode = tree.child(node, this.s.F.name);
    if (package_ === NONE || nameNode === NONE) return -1;
    const of = x.nameExpression(x.textOf(package_), tree.starts[package_]!, this.#aroundMembers(x));
    return x.memberExpression(of, x.textOf(nameNode));
  }

  #genericType(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const base = x.type(tree.child(node, this.s.F.type));
    const list = tree.child(node, this.s.F.typeArguments);
    const args: number[] = [];
    if (list !== NONE) {
      for (let a = tree.firstChild(list); a !== NONE; a = tree.nextSibling(a)) {
        if (tree.isNamed(a)) args.push(x.type(a));
      }
    }
    return base < 0 ? -1 : x.facts.expression(Op.apply, base, x.facts.list(args), args.length);
  }

  #container(x: Extraction, type: string, args: number[]): number {
    return x.facts.expression(Op.apply, x.literal(type), x.facts.list(args), args.length);
  }

  #sequenceType(x: Extraction, node: NodeIndex): number {
    return this.#container(x, "slice", [x.type(x.tree.child(node, this.s.F.element))]);
  }

  #channelType(x: Extraction, node: NodeIndex): number {
    return this.#container(x, "chan", [x.type(x.tree.child(node, this.s.F.value))]);
  }

  #mapType(x: Extraction, node: NodeIndex): number {
    return this.#container(x, "map", [
      x.type(x.tree.child(node, this.s.F.key)),
      x.type(x.tree.child(node, this.s.F.value)),
    ]);
  }

  functionType(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const list = tree.child(node, this.s.F.parameters);
    const parameters: number[] = [];
    for (
      let p = list === NONE ? NONE : tree.firstChild(list);
      p !== NONE;
      p = tree.nextSibling(p)
    ) {
      if (tree.kinds[p] !== this.s.K.parameterDeclaration && tree.kinds[p] !== this.s.K.variadic) {
        continue;
      }
      const type = this.parameterType(x, p);
      for (let n = Math.max(1, this.names.namesIn(x, p)); n > 0; n--) parameters.push(type);
    }
    const result = this.resultType(x, tree.child(node, this.s.F.result));
    return x.facts.expression(
      Op.functionType,
      x.facts.list(parameters),
      parameters.length,
      result,
    );
  }

  #anonymousType(x: Extraction, node: NodeIndex): number {
    const scope = x.scopeAt(node);
    return scope === NONE ? -1 : x.facts.expression(Op.object, scope);
  }

  /** The constraint of a type parameter: its only type, or nothing. */
  #constraint(x: Extraction, node: NodeIndex): number {
    return x.tree.namedChildCount(node) === 1 ? this.#innerType(x, node) : -1;
  }
}
