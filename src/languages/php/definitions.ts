/** First pass: name spaces, types, functions, properties, constants, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { declarePackage } from "../class_family/bindings.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Syntax } from "./syntax.ts";

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const type = (kind: number): NodeRule => (x, node) => this.#defineType(x, node, kind);
    const closure: NodeRule = (x, node) => void x.openScope(node, ScopeKind.function);
    return {
      namespace_definition: (x, node) => this.#defineNamespace(x, node),
      class_declaration: type(Kind.class),
      interface_declaration: type(Kind.interface),
      trait_declaration: type(Kind.trait),
      enum_declaration: type(Kind.enum),
      anonymous_class: (x, node) => this.#defineAnonymous(x, node),
      enum_case: (x, node) => this.#defineCase(x, node),
      function_definition: (x, node) => this.#defineFunction(x, node),
      method_declaration: (x, node) => this.#defineMethod(x, node),
      property_promotion_parameter: (x, node) => this.#definePromoted(x, node),
      property_declaration: (x, node) => this.#defineProperties(x, node),
      const_declaration: (x, node) => this.#defineConstants(x, node),
      anonymous_function: closure,
      arrow_function: closure,
      if_statement: (x, node) => void x.openScope(node, ScopeKind.block),
    };
  }

  #defineNamespace(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const body = tree.child(node, this.s.F.body);
    const name = nameNode === NONE ? "" : x.textOf(nameNode);
    if (body === NONE) {
      declarePackage(x, name);
      return;
    }
    if (nameNode === NONE) return;
    x.define(node, { kind: Kind.namespace, name, nameNode, scopeNode: body, bodyNode: body });
  }

  #defineType(x: Extraction, node: NodeIndex, kind: number): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    x.define(node, {
      kind,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: tree.child(node, this.s.F.body),
      flags: Flag.exported |
        (tree.childOfKind(node, this.s.K.abstract) === NONE ? 0 : Flag.abstract),
    });
  }

  #defineAnonymous(x: Extraction, node: NodeIndex): void {
    const base = x.tree.childOfKind(node, this.s.K.baseClause);
    const name = base === NONE ? "class" : x.textOf(x.tree.namedChild(base));
    x.define(node, {
      kind: Kind.class,
      name: `<${name}>`,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: Flag.anonymous,
      bindIn: "nowhere",
      doc: "",
    });
  }

  #defineCase(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    x.define(node, {
      kind: Kind.enumMember,
      name: x.textOf(nameNode),
      nameNode,
      flags: Flag.exported | Flag.static,
    });
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    x.define(node, {
      kind: Kind.function,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: Flag.exported,
    });
  }

  #defineMethod(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    const body = tree.child(node, this.s.F.body);
    const doc = x.docBefore(node);
    const isTest = /^test(?:[A-Z_]|$)/.test(name) || /@test\b/.test(doc) ||
      this.#hasAttribute(x, node, /^(?:Test|DataProvider)$/);
    let flags = this.#flags(x, node) | (isTest ? Flag.test : 0);
    if (body === NONE) flags |= Flag.declaration | Flag.abstract;
    x.define(node, {
      kind: name === "__construct" ? Kind.constructor : Kind.method,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags,
      doc,
    });
  }

  #hasAttribute(x: Extraction, node: NodeIndex, names: RegExp): boolean {
    const list = x.tree.child(node, this.s.F.attributes);
    return namedChildren(x, list).some((group) =>
      namedChildren(x, group).some((one) => names.test(x.textOf(x.tree.namedChild(one))))
    );
  }

  /** `__construct(private Money $money)`: a parameter that is a property too. */
  #definePromoted(x: Extraction, node: NodeIndex): void {
    const scope = x.enclosing(ScopeKind.class);
    if (scope === NONE) return;
    const nameNode = x.tree.child(node, this.s.F.name);
    const visibility = x.tree.child(node, this.s.F.visibility);
    x.define(node, {
      kind: Kind.property,
      name: this.#bare(x, nameNode),
      nameNode,
      flags: visibilityOf(visibility === NONE ? "" : x.textOf(visibility)),
      bindIn: scope,
      container: x.symbolOfScope(scope),
      doc: "",
    });
  }

  #defineProperties(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    for (const element of namedChildren(x, node)) {
      if (tree.kinds[element] !== this.s.K.propertyElement) continue;
      const nameNode = tree.child(element, this.s.F.name);
      if (nameNode === NONE) continue;
      x.define(element, {
        kind: Kind.property,
        name: this.#bare(x, nameNode),
        nameNode,
        rangeNode: node,
        signatureNode: node,
        flags: this.#flags(x, node),
      });
    }
  }

  #defineConstants(x: Extraction, node: NodeIndex): void {
    for (const element of namedChildren(x, node)) {
      if (x.tree.kinds[element] !== this.s.K.constElement) continue;
      const nameNode = x.tree.namedChild(element);
      x.define(element, {
        kind: Kind.constant,
        name: x.textOf(nameNode),
        nameNode,
        rangeNode: node,
        flags: this.#flags(x, node) | Flag.static,
      });
    }
  }

  #bare(x: Extraction, node: NodeIndex): string {
    return x.textOf(node).replace(/^\$/, "");
  }

  #flags(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { K } = this.s;
    const visibility = tree.childOfKind(node, K.visibility);
    return visibilityOf(visibility === NONE ? "" : x.textOf(visibility)) |
      (tree.childOfKind(node, K.static) === NONE ? 0 : Flag.static) |
      (tree.childOfKind(node, K.abstract) === NONE ? 0 : Flag.abstract);
  }
}

function visibilityOf(word: string): number {
  if (word === "private") return Flag.private;
  return word === "protected" ? Flag.protected : Flag.exported;
}
