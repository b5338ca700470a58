/** First pass: classes, protocols, methods, properties, variables of instances, and blocks. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";
import { protocolName } from "./library_names.ts";
import type { FileState } from "./file_state.ts";
import type { Owner, Syntax } from "./syntax.ts";

const TEST_BASE = /^(?:XC|Sen|GH)\w*TestCase$|Test(?:s|Case)?$/;

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      class_interface: (x, node) => this.#defineInterface(x, node),
      protocol_declaration: (x, node) => this.#defineProtocol(x, node),
      method_declaration: (x, node) => this.#defineMethod(x, node, true),
      method_definition: (x, node) => this.#defineMethod(x, node, false),
      property_declaration: (x, node) => this.#defineProperty(x, node),
      instance_variable: (x, node) => this.#defineVariables(x, node),
      block_literal: (x, node) => void x.openScope(node, ScopeKind.function),
    };
  }

  /** Categories and extensions add to a class that stands elsewhere. */
  #defineInterface(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE || this.s.isExtension(x, node)) return;
    const base = x.tree.child(node, this.s.F.superclass);
    const isSuite = base !== NONE && TEST_BASE.test(x.textOf(base));
    if (isSuite) this.state.suites.add(x.textOf(nameNode));
    this.#defineType(x, node, nameNode, Kind.class, isSuite ? Flag.test : 0);
  }

  #defineProtocol(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE) return;
    const symbol = this.#defineType(x, node, nameNode, Kind.interface, 0);
    x.bind(x.scope, protocolName(x.textOf(nameNode)), BindingKind.definition, {
      symbol,
      offset: x.tree.starts[nameNode]!,
    });
  }

  #defineType(
    x: Extraction,
    node: NodeIndex,
    nameNode: NodeIndex,
    kind: number,
    flags: number,
  ): number {
    const { tree } = x;
    const line = tree.starts[node]! + x.lineText(x.lineAt(tree.starts[node]!)).length;
    const members = namedChildren(x, node).filter((one) => tree.starts[one]! > line);
    return x.define(node, {
      kind,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: members[0] ?? NONE,
      flags: flags | Flag.exported,
      ...(kind === Kind.interface ? { bindIn: "nowhere" } : {}),
    });
  }

  /** What stands apart from its class is a member of it all the same. */
  #place(owner: Owner): { qualifier?: string; bindIn?: "nowhere"; container?: number } {
    return owner.isApart ? { qualifier: owner.name, bindIn: "nowhere", container: NONE } : {};
  }

  #defineMethod(x: Extraction, node: NodeIndex, isDeclared: boolean): void {
    const owner = this.s.ownerOf(x, node);
    const nameNode = this.s.nameOf(x, node);
    if (owner === undefined || nameNode === NONE) {
      if (!isDeclared) x.openScope(node, ScopeKind.function);
      return;
    }
    const { tree } = x;
    const { K } = this.s;
    const name = this.s.selectorOf(x, node);
    const isOfClass = this.s.isOfClass(x, node);
    const inProtocol = tree.kinds[owner.node] === K.protocolDeclaration;
    const isTest = !isDeclared && this.state.suites.has(owner.name) && /^test/.test(name);
    x.define(node, {
      kind: Kind.method,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: tree.childOfKind(node, K.compound),
      flags: Flag.exported | (isOfClass ? Flag.static : 0) | (isTest ? Flag.test : 0) |
        (isDeclared ? Flag.declaration : 0) | (inProtocol ? Flag.abstract : 0) |
        (owner.isCategory ? Flag.extension : 0),
      ...this.#place(owner),
    });
    const category = owner.isCategory ? owner.name : "";
    this.state.methods.set(x.scopeAt(node), { scope: x.scopeAt(node), isOfClass, category });
  }

  #defineProperty(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const owner = this.s.ownerOf(x, node);
    const declaration = tree.childOfKind(node, this.s.K.structDeclaration);
    if (owner === undefined || declaration === NONE) return;
    const attributes = tree.childOfKind(node, this.s.K.propertyAttributes);
    const isOfClass = attributes !== NONE && /\bclass\b/.test(x.textOf(attributes));
    for (const declarator of namedChildren(x, declaration)) {
      if (tree.kinds[declarator] !== this.s.K.structDeclarator) continue;
      const { nameNode } = this.s.declared(x, declarator);
      if (nameNode === NONE) continue;
      x.define(declarator, {
        kind: Kind.property,
        name: x.textOf(nameNode),
        nameNode,
        rangeNode: node,
        signatureNode: node,
        flags: Flag.exported | (isOfClass ? Flag.static : 0) |
          (owner.isCategory ? Flag.extension : 0),
        ...this.#place(owner),
      });
    }
  }

  /** `@interface A { int _n; }` */
  #defineVariables(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const owner = this.s.ownerOf(x, tree.parents[node]!);
    const declaration = tree.childOfKind(node, this.s.K.structDeclaration);
    if (owner === undefined || declaration === NONE) return;
    for (const declarator of namedChildren(x, declaration)) {
      if (tree.kinds[declarator] !== this.s.K.structDeclarator) continue;
      const { nameNode } = this.s.declared(x, declarator);
      if (nameNode === NONE) continue;
      x.define(declarator, {
        kind: Kind.field,
        name: x.textOf(nameNode),
        nameNode,
        rangeNode: declaration,
        signatureNode: declaration,
        flags: Flag.protected,
        ...this.#place(owner),
      });
    }
  }
}
