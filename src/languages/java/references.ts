/** Second pass: calls, types named, bases, bindings, imports. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, RefKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import {
  bindLocal,
  bindParameters,
  bindTypeParameter,
  type DeclaredParameter,
  importQualified,
} from "../class_family/bindings.ts";
import { annotationCall } from "../class_family/annotations.ts";
import { callbackGiven, namedChildren, referCall } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { Syntax } from "./syntax.ts";

/** Annotations of the language itself: that one stands somewhere says nothing of the project. */
const PLAIN_ANNOTATIONS: ReadonlySet<string> = new Set([
  "Override",
  "Deprecated",
  "SuppressWarnings",
  "FunctionalInterface",
  "SafeVarargs",
]);

/** The referring rules, for one grammar. */
export class References {
  constructor(readonly s: Syntax, readonly expressions: Expressions) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const type: NodeRule = (x, node) => this.#referTypeDeclaration(x, node);
    const callable: NodeRule = (x, node) => this.#referCallable(x, node);
    const fields: NodeRule = (x, node) => this.#referFields(x, node);
    const annotation: NodeRule = (x, node) => this.#referAnnotation(x, node);
    return {
      import_declaration: (x, node) => this.#import(x, node),
      class_declaration: type,
      interface_declaration: type,
      enum_declaration: type,
      record_declaration: (x, node) => this.#referRecord(x, node),
      class_body: (x, node) => this.#referAnonymous(x, node),
      method_declaration: callable,
      annotation_type_element_declaration: callable,
      constructor_declaration: callable,
      compact_constructor_declaration: (x, node) => this.#referCompact(x, node),
      lambda_expression: (x, node) => this.#referLambda(x, node),
      field_declaration: fields,
      constant_declaration: fields,
      enum_constant: (x, node) => this.#referConstant(x, node),
      local_variable_declaration: (x, node) => this.#referLocals(x, node),
      enhanced_for_statement: (x, node) => this.#referFor(x, node),
      catch_formal_parameter: (x, node) =>
        this.#bind(x, node, x.tree.childOfKind(node, this.s.K.catchType)),
      resource: (x, node) => this.#bind(x, node, x.tree.child(node, this.s.F.type)),
      instanceof_expression: (x, node) => this.#bind(x, node, x.tree.child(node, this.s.F.right)),
      type_pattern: (x, node) => this.#referPattern(x, node),
      record_pattern_component: (x, node) => this.#referPattern(x, node),
      method_invocation: (x, node) => this.#referCall(x, node),
      object_creation_expression: (x, node) => this.#referCreation(x, node),
      explicit_constructor_invocation: (x, node) => this.#referExplicit(x, node),
      method_reference: (x, node) => this.#referMethodReference(x, node),
      field_access: (x, node) => this.#referOwner(x, x.tree.child(node, this.s.F.object)),
      type_identifier: (x, node) => this.#referTypeName(x, node),
      scoped_type_identifier: (x, node) => this.#referTypeName(x, node),
      marker_annotation: annotation,
      annotation,
    };
  }

  /** `import a.b.C;`, `import a.b.*;`, `import static a.b.C.m;` */
  #import(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const isAll = tree.childOfKind(node, this.s.K.asterisk) !== NONE;
    const path = namedChildren(x, node)[0];
    if (path === undefined) return;
    const whole = x.textOf(path).replace(/\s+/g, "");
    const at = whole.lastIndexOf(".");
    if (isAll) importQualified(x, { node: path, from: whole, name: "" });
    else if (at > 0) {
      importQualified(x, { node: path, from: whole.slice(0, at), name: whole.slice(at + 1) });
    }
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #referTypeDeclaration(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const symbol = x.symbolAt(node);
    this.#bindTypeParameters(x, node);
    const superclass = tree.child(node, F.superclass);
    for (const base of namedChildren(x, superclass)) {
      this.#referBase(x, RefKind.inherit, base, symbol);
    }
    for (const list of namedChildren(x, tree.child(node, F.interfaces))) {
      for (const base of namedChildren(x, list)) {
        this.#referBase(x, RefKind.implement, base, symbol);
      }
    }
    for (const list of namedChildren(x, tree.childOfKind(node, K.extendsInterfaces))) {
      for (const base of namedChildren(x, list)) {
        this.#referBase(x, RefKind.inherit, base, symbol);
      }
    }
  }

  #referBase(x: Extraction, kind: number, base: NodeIndex, symbol: number): void {
    const nameNode = this.#namedType(x, base);
    if (nameNode !== NONE) x.refer(kind, this.#lastName(x, nameNode), x.type(base), -1, -1, symbol);
  }

  #bindTypeParameters(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const list = tree.child(node, F.typeParameters);
    let index = 0;
    for (const parameter of namedChildren(x, list)) {
      if (tree.kinds[parameter] !== K.typeParameter) continue;
      const bound = tree.childOfKind(parameter, K.typeBound);
      const nameNode = tree.childOfKind(parameter, K.typeIdentifier);
      bindTypeParameter(x, nameNode, x.type(tree.namedChild(bound)), index++);
    }
  }

  #referRecord(x: Extraction, node: NodeIndex): void {
    this.#referTypeDeclaration(x, node);
    const { tree } = x;
    for (const parameter of namedChildren(x, tree.child(node, this.s.F.parameters))) {
      const symbol = x.symbolAt(parameter);
      const nameNode = tree.child(parameter, this.s.F.name);
      if (symbol === NONE || nameNode === NONE) continue;
      const type = x.type(tree.child(parameter, this.s.F.type));
      x.setType(symbol, type);
      // Inside the record the name means the field.
      bindLocal(x, nameNode, type, -1, tree.starts[nameNode]!);
    }
  }

  /** A class without a name extends what is constructed, or the enum whose constant it is. */
  #referAnonymous(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    const parent = tree.parents[node]!;
    if (tree.kinds[parent] === this.s.K.enumConstant) {
      const scope = x.scopeParent(x.scope);
      const owner = x.symbolOfScope(scope);
      const type = owner === NONE ? -1 : x.facts.expression(Op.symbol, owner);
      x.refer(RefKind.inherit, tree.child(parent, this.s.F.name), type, -1, -1, symbol);
    } else this.#referBase(x, RefKind.inherit, tree.child(parent, this.s.F.type), symbol);
  }

  /** A type that is named. Bases and what is constructed are told by their own rules. */
  #referTypeName(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const parent = tree.parents[node]!;
    const parentKind = tree.kinds[parent]!;
    if (parentKind === K.scopedType || parentKind === K.typeParameter) return;
    const whole = parentKind === K.genericType && tree.namedChild(parent) === node ? parent : node;
    if (this.#isToldApart(x, whole)) return;
    if (x.textOf(node) === "var") return;
    x.refer(RefKind.type, this.#lastName(x, node), x.type(node));
  }

  /** Whether a type is a base or is constructed. */
  #isToldApart(x: Extraction, type: NodeIndex): boolean {
    const { tree } = x;
    const parent = tree.parents[type]!;
    const field = tree.fields[parent];
    if (tree.kinds[parent] === this.s.K.creation) return true;
    if (field === this.s.F.superclass) return true;
    if (tree.kinds[parent] !== this.s.K.typeList) return false;
    const list = tree.parents[parent]!;
    return tree.fields[list] === this.s.F.interfaces ||
      tree.kinds[list] === this.s.K.extendsInterfaces;
  }

  /** Node of the name in a type: generic arguments and annotations taken off. */
  #namedType(x: Extraction, type: NodeIndex): NodeIndex {
    const { tree } = x;
    const { K } = this.s;
    let at = type;
    for (let depth = 0; at !== NONE && depth < 4; depth++) {
      const kind = tree.kinds[at];
      if (kind === K.typeIdentifier || kind === K.scopedType) return at;
      at = kind === K.genericType ? tree.namedChild(at) : namedChildren(x, at).at(-1) ?? NONE;
    }
    return NONE;
  }

  #lastName(x: Extraction, node: NodeIndex): NodeIndex {
    return x.tree.kinds[node] === this.s.K.scopedType ? namedChildren(x, node).at(-1)! : node;
  }

  #referAnnotation(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const whole = tree.child(node, this.s.F.name);
    if (whole === NONE || PLAIN_ANNOTATIONS.has(x.textOf(whole))) return;
    const modifiers = tree.parents[node]!;
    const declaration = modifiers === NONE ? NONE : tree.parents[modifiers]!;
    const symbol = declaration === NONE ? NONE : this.#declared(x, declaration);
    const inner = tree.child(whole, this.s.F.name);
    const nameNode = inner === NONE ? whole : inner;
    const type = x.value(whole);
    const { F, K } = this.s;
    const list = tree.child(node, F.arguments);
    const call = annotationCall(x, nameNode, type, list, K.namedArgument);
    x.refer(RefKind.decorate, nameNode, type, -1, call, symbol === NONE ? x.symbol : symbol);
  }

  /** Symbol of a declaration; of several fields, the first. */
  #declared(x: Extraction, declaration: NodeIndex): number {
    const own = x.symbolAt(declaration);
    if (own !== NONE) return own;
    const declarator = x.tree.childOfKind(declaration, this.s.K.variableDeclarator);
    return declarator === NONE ? NONE : x.symbolAt(declarator);
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #referCallable(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const symbol = x.symbolAt(node);
    this.#bindTypeParameters(x, node);
    x.setType(symbol, x.type(tree.child(node, F.type)));
    bindParameters(x, symbol, this.#parameters(x, tree.child(node, F.parameters)));
    if (tree.child(node, F.body) === NONE) this.#referNative(x, node, symbol);
  }

  /** A method that is written in another language. */
  #referNative(x: Extraction, node: NodeIndex, symbol: number): void {
    const modifiers = x.tree.childOfKind(node, this.s.K.modifiers);
    if (modifiers === NONE || !/\bnative\b/.test(x.textOf(modifiers))) return;
    const nameNode = x.tree.child(node, this.s.F.name);
    x.callForeign(x.textOf(nameNode), x.tree.starts[nameNode]!, "JNI", "", symbol);
  }

  #parameters(x: Extraction, list: NodeIndex): DeclaredParameter[] {
    const { tree } = x;
    const { F, K } = this.s;
    const parameters: DeclaredParameter[] = [];
    for (const one of namedChildren(x, list)) {
      const kind = tree.kinds[one];
      if (kind === K.formalParameter) {
        const type = this.#withDimensions(x, one, x.type(tree.child(one, F.type)));
        parameters.push({ nameNode: tree.child(one, F.name), type });
      } else if (kind === K.spreadParameter) {
        const declarator = tree.childOfKind(one, K.variableDeclarator);
        const typeNode = namedChildren(x, one).find((child) =>
          tree.kinds[child] !== K.modifiers && child !== declarator
        );
        parameters.push({
          nameNode: declarator === NONE ? NONE : tree.child(declarator, F.name),
          type: x.facts.expression(Op.list, x.type(typeNode ?? NONE)),
          isVariadic: true,
        });
      }
    }
    return parameters;
  }

  #referCompact(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const body = tree.parents[node]!;
    const record = body === NONE ? NONE : tree.parents[body]!;
    if (record === NONE) return;
    const list = tree.child(record, this.s.F.parameters);
    bindParameters(x, x.symbolAt(node), this.#parameters(x, list));
  }

  #referLambda(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const list = tree.parents[node]!;
    const isArgument = list !== NONE && tree.kinds[list] === this.s.K.arguments;
    const call = isArgument ? tree.parents[list]! : NONE;
    const position = isArgument ? namedChildren(x, list).indexOf(node) : 0;
    const value = callbackGiven(x, call, position);
    const parameters = this.expressions.lambdaParameters(x, node).map(({ nameNode, typeNode }) => ({
      nameNode,
      type: x.type(typeNode),
      value,
    }));
    bindParameters(x, NONE, parameters);
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #referFields(x: Extraction, node: NodeIndex): void {
    const type = x.type(x.tree.child(node, this.s.F.type));
    for (const declarator of namedChildren(x, node)) {
      const symbol = x.symbolAt(declarator);
      if (symbol === NONE) continue;
      x.setType(symbol, this.#withDimensions(x, declarator, type));
      x.addText(symbol, x.tree.child(declarator, this.s.F.value));
    }
  }

  /** `int x[]`: the brackets may stand behind the name. */
  #withDimensions(x: Extraction, node: NodeIndex, type: number): number {
    return x.tree.child(node, this.s.F.dimensions) === NONE
      ? type
      : x.facts.expression(Op.list, type);
  }

  #referConstant(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    const owner = x.symbolOfScope(x.scope);
    if (owner === NONE || symbol === NONE) return;
    const type = x.facts.expression(Op.symbol, owner);
    x.setType(symbol, type);
    const list = tree.child(node, this.s.F.arguments);
    if (list === NONE) return;
    const args = this.expressions.argumentsOf(x, list);
    referCall(x, RefKind.construct, tree.child(node, this.s.F.name), type, args);
  }

  #referLocals(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const type = x.type(tree.child(node, F.type));
    for (const declarator of namedChildren(x, node)) {
      if (tree.kinds[declarator] !== this.s.K.variableDeclarator) continue;
      const nameNode = tree.child(declarator, F.name);
      const value = type >= 0 ? -1 : x.value(tree.child(declarator, F.value));
      const declared = this.#withDimensions(x, declarator, type);
      bindLocal(x, nameNode, declared, value, tree.ends[declarator]!);
    }
  }

  #referFor(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const nameNode = tree.child(node, F.name);
    const type = x.type(tree.child(node, F.type));
    const ranged = type >= 0 ? -1 : x.value(tree.child(node, F.value));
    const value = ranged < 0 ? -1 : x.facts.expression(Op.element, ranged);
    bindLocal(x, nameNode, type, value, tree.starts[node]!);
  }

  /** A variable that a node names, of a declared type: `x instanceof T name`, a resource, a catch. */
  #bind(x: Extraction, node: NodeIndex, typeNode: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const type = x.type(typeNode);
    const value = type >= 0 ? -1 : x.value(tree.child(node, this.s.F.value));
    bindLocal(x, nameNode, type, value, tree.starts[nameNode]!);
  }

  /** `case Square s`, `Point(int a, var b)`. */
  #referPattern(x: Extraction, node: NodeIndex): void {
    const [typeNode, nameNode] = namedChildren(x, node);
    if (typeNode === undefined || nameNode === undefined) return;
    if (x.tree.kinds[nameNode] !== this.s.K.identifier) return;
    bindLocal(x, nameNode, x.type(typeNode), -1, x.tree.starts[nameNode]!);
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    this.#referOwner(x, tree.child(node, F.object));
    const args = this.expressions.argumentsOf(x, tree.child(node, F.arguments));
    referCall(x, RefKind.call, tree.child(node, F.name), this.expressions.callee(x, node), args);
  }

  /** `Type.member`: a name before a dot that is written like a type's. */
  #referOwner(x: Extraction, node: NodeIndex): void {
    if (node === NONE || x.tree.kinds[node] !== this.s.K.identifier) return;
    if (!/^\p{Lu}/u.test(x.textOf(node))) return;
    x.refer(RefKind.type, node, x.value(node));
  }

  #referCreation(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const typeNode = tree.child(node, this.s.F.type);
    const nameNode = this.#namedType(x, typeNode);
    if (nameNode === NONE) return;
    const args = this.expressions.argumentsOf(x, tree.child(node, this.s.F.arguments));
    referCall(x, RefKind.construct, this.#lastName(x, nameNode), x.type(typeNode), args);
  }

  /** `this(…)`, `super(…)` */
  #referExplicit(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const called = tree.child(node, this.s.F.constructor);
    if (called === NONE) return;
    const isSuper = tree.kinds[called] === this.s.K.super;
    const self = this.expressions.self(x, isSuper ? Op.super : Op.self);
    const owner = this.#classAround(x);
    const callee = isSuper || owner === NONE ? self : x.facts.expression(Op.symbol, owner);
    const args = this.expressions.argumentsOf(x, tree.child(node, this.s.F.arguments));
    referCall(x, RefKind.construct, called, callee, args);
  }

  #classAround(x: Extraction): number {
    const self = this.expressions.self(x, Op.self);
    return self < 0 ? NONE : x.symbolOfScope(x.facts.tables.expressions.get(self, 1));
  }

  #referMethodReference(x: Extraction, node: NodeIndex): void {
    const nameNode = this.expressions.referencedName(x, node);
    const [object] = namedChildren(x, node);
    if (object === undefined) return;
    this.#referOwner(x, object);
    x.mention(nameNode === NONE ? object : nameNode, x.value(node));
  }
}
