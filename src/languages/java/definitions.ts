/** First pass: types, methods, constructors, fields, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { CONSTRUCTOR, declarePackage } from "../class_family/bindings.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Syntax } from "./syntax.ts";

/** Annotations of what a test runner runs (JUnit, TestNG, jqwik). */
const TEST_ANNOTATION =
  /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property)$/;

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      package_declaration: (x, node) => this.#definePackage(x, node),
      class_declaration: (x, node) => this.#defineType(x, node, Kind.class),
      record_declaration: (x, node) => this.#defineRecord(x, node),
      interface_declaration: (x, node) => this.#defineType(x, node, Kind.interface),
      annotation_type_declaration: (x, node) => this.#defineType(x, node, Kind.interface),
      enum_declaration: (x, node) => this.#defineType(x, node, Kind.enum),
      class_body: (x, node) => this.#defineAnonymous(x, node),
      method_declaration: (x, node) => this.#defineMethod(x, node),
      annotation_type_element_declaration: (x, node) => this.#defineMethod(x, node),
      constructor_declaration: (x, node) => this.#defineConstructor(x, node),
      compact_constructor_declaration: (x, node) => this.#defineConstructor(x, node),
      field_declaration: (x, node) => this.#defineFields(x, node),
      constant_declaration: (x, node) => this.#defineFields(x, node),
      enum_constant: (x, node) => this.#defineConstant(x, node),
      lambda_expression: (x, node) => void x.openScope(node, ScopeKind.function),
      block,
      constructor_body: block,
      for_statement: block,
      enhanced_for_statement: block,
      catch_clause: block,
      try_with_resources_statement: block,
      switch_rule: block,
      switch_block_statement_group: block,
    };
  }

  #definePackage(x: Extraction, node: NodeIndex): void {
    const name = namedChildren(x, node).at(-1);
    if (name !== undefined) declarePackage(x, x.textOf(name).replace(/\s+/g, ""));
  }

  #defineType(x: Extraction, node: NodeIndex, kind: number): number {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    return x.define(node, {
      kind,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: tree.child(node, this.s.F.body),
      flags: this.#flags(x, node),
    });
  }

  /** A record's components are fields, and methods that read them. */
  #defineRecord(x: Extraction, node: NodeIndex): void {
    const symbol = this.#defineType(x, node, Kind.class);
    const scope = x.scopeAt(node);
    for (const parameter of namedChildren(x, x.tree.child(node, this.s.F.parameters))) {
      const nameNode = x.tree.child(parameter, this.s.F.name);
      if (nameNode === NONE) continue;
      x.define(parameter, {
        kind: Kind.property,
        name: x.textOf(nameNode),
        nameNode,
        flags: Flag.exported | Flag.accessor,
        bindIn: scope,
        container: symbol,
        doc: "",
      });
    }
  }

  /** `new Listener() { … }`, `RED { … }`: a class without a name. */
  #defineAnonymous(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    const kind = parent === NONE ? NONE : tree.kinds[parent]!;
    if (kind !== this.s.K.creation && kind !== this.s.K.enumConstant) return;
    const isConstant = kind === this.s.K.enumConstant;
    const nameNode = tree.child(parent, isConstant ? this.s.F.name : this.s.F.type);
    const name = x.textOf(nameNode).replace(/<[\s\S]*$/, "");
    x.define(node, {
      kind: Kind.class,
      name: `<${name}>`,
      scopeNode: node,
      bodyNode: node,
      signatureNode: parent,
      doc: "",
      flags: Flag.anonymous,
      bindIn: "nowhere",
    });
  }

  #defineMethod(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const body = tree.child(node, this.s.F.body);
    const inInterface = this.#isInPublicBody(x, node);
    let flags = this.#flags(x, node);
    if (body === NONE) flags |= Flag.declaration | (inInterface ? Flag.abstract : 0);
    x.define(node, {
      kind: Kind.method,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags,
    });
  }

  #defineConstructor(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const symbol = x.define(node, {
      kind: Kind.constructor,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: tree.child(node, this.s.F.body),
      flags: this.#flags(x, node),
      bindIn: "nowhere",
    });
    x.bind(x.scope, CONSTRUCTOR, BindingKind.definition, { symbol, offset: tree.starts[node]! });
  }

  #defineFields(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const flags = this.#flags(x, node);
    const isConstant = (flags & Flag.static) !== 0 && this.#hasModifier(x, node, "final") ||
      this.#isInPublicBody(x, node);
    for (const declarator of namedChildren(x, node)) {
      if (tree.kinds[declarator] !== this.s.K.variableDeclarator) continue;
      const nameNode = tree.child(declarator, this.s.F.name);
      if (nameNode === NONE) continue;
      x.define(declarator, {
        kind: isConstant ? Kind.constant : Kind.field,
        name: x.textOf(nameNode),
        nameNode,
        rangeNode: node,
        signatureNode: node,
        flags: flags | (isConstant ? Flag.static : 0),
      });
    }
  }

  #defineConstant(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    x.define(node, {
      kind: Kind.enumMember,
      name: x.textOf(nameNode),
      nameNode,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: Flag.exported | Flag.static,
    });
  }

  #isInPublicBody(x: Extraction, node: NodeIndex): boolean {
    const parent = x.tree.parents[node]!;
    return parent !== NONE && this.s.PUBLIC_BODIES.has(x.tree.kinds[parent]!);
  }

  #hasModifier(x: Extraction, node: NodeIndex, word: string): boolean {
    const modifiers = x.tree.childOfKind(node, this.s.K.modifiers);
    return modifiers !== NONE && new RegExp(`\\b${word}\\b`).test(x.textOf(modifiers));
  }

  #flags(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    let flags = this.#isInPublicBody(x, node) ? Flag.exported : 0;
    const modifiers = tree.childOfKind(node, this.s.K.modifiers);
    if (modifiers === NONE) return flags;
    for (let at = tree.firstChild(modifiers); at !== NONE; at = tree.nextSibling(at)) {
      if (this.s.ANNOTATIONS.has(tree.kinds[at]!)) {
        const name = x.textOf(tree.child(at, this.s.F.name));
        if (TEST_ANNOTATION.test(name)) flags |= Flag.test;
        else if (name === "Deprecated") flags |= Flag.deprecated;
      } else flags |= MODIFIERS[x.textOf(at)] ?? 0;
    }
    return flags & Flag.private ? flags & ~Flag.exported : flags;
  }
}

const MODIFIERS: Readonly<Record<string, number>> = {
  public: Flag.exported,
  protected: Flag.protected,
  private: Flag.private,
  static: Flag.static,
  abstract: Flag.abstract,
};
