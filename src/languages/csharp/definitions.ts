/** First pass: name spaces, types, members, local functions, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { CONSTRUCTOR, declarePackage } from "../class_family/bindings.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Syntax } from "./syntax.ts";

/** Attributes of what a test runner runs (xUnit, NUnit, MSTest). */
const TEST_ATTRIBUTE =
  /^(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod)(?:Attribute)?$/;

/** Under this name a class's scope binds what indexing an instance runs. */
const INDEXER = "[]";

const MODIFIERS: Readonly<Record<string, number>> = {
  public: Flag.exported,
  protected: Flag.protected,
  private: Flag.private,
  static: Flag.static,
  abstract: Flag.abstract,
  virtual: Flag.virtual,
  async: Flag.async,
  partial: Flag.extension,
  const: Flag.static,
};

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const type = (kind: number): NodeRule => (x, node) => this.#defineType(x, node, kind);
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    const lambda: NodeRule = (x, node) => void x.openScope(node, ScopeKind.function);
    const fields: NodeRule = (x, node) => this.#defineFields(x, node);
    const property: NodeRule = (x, node) => this.#defineProperty(x, node);
    return {
      file_scoped_namespace_declaration: (x, node) =>
        declarePackage(x, this.#qualified(x, x.tree.child(node, this.s.F.name))),
      namespace_declaration: (x, node) => this.#defineNamespace(x, node),
      class_declaration: type(Kind.class),
      record_declaration: type(Kind.class),
      struct_declaration: type(Kind.struct),
      interface_declaration: type(Kind.interface),
      enum_declaration: type(Kind.enum),
      delegate_declaration: type(Kind.type),
      enum_member_declaration: (x, node) => this.#defineEnumMember(x, node),
      method_declaration: (x, node) => this.#defineMethod(x, node),
      local_function_statement: (x, node) => this.#defineLocalFunction(x, node),
      constructor_declaration: (x, node) => this.#defineConstructor(x, node),
      operator_declaration: (x, node) => this.#defineNameless(x, node, "operator"),
      conversion_operator_declaration: (x, node) => this.#defineNameless(x, node, "operator"),
      destructor_declaration: (x, node) => this.#defineNameless(x, node, "finalizer"),
      indexer_declaration: (x, node) => this.#defineIndexer(x, node),
      property_declaration: property,
      event_declaration: property,
      field_declaration: fields,
      event_field_declaration: fields,
      lambda_expression: lambda,
      anonymous_method_expression: lambda,
      accessor_declaration: block,
      block,
      for_statement: block,
      foreach_statement: block,
      using_statement: block,
      while_statement: block,
      catch_clause: block,
      switch_section: block,
      switch_expression_arm: block,
      query_expression: block,
    };
  }

  #qualified(x: Extraction, node: NodeIndex): string {
    return node === NONE ? "" : x.textOf(node).replace(/\s+|global::/g, "");
  }

  #defineNamespace(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const body = x.tree.child(node, this.s.F.body);
    x.define(node, {
      kind: Kind.namespace,
      name: this.#qualified(x, nameNode),
      nameNode,
      scopeNode: body,
      bodyNode: body,
    });
  }

  #defineType(x: Extraction, node: NodeIndex, kind: number): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const symbol = x.define(node, {
      kind,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: tree.child(node, this.s.F.body),
      flags: this.#flags(x, node),
      doc: this.#doc(x, node),
    });
    const list = tree.childOfKind(node, this.s.K.parameterList);
    if (kind === Kind.class && list !== NONE) this.#definePrimary(x, node, list, symbol);
  }

  /** `record Point(int X, int Y)`: each parameter is a property; of a class it is only a name inside. */
  #definePrimary(x: Extraction, node: NodeIndex, list: NodeIndex, symbol: number): void {
    if (!/^record\b/.test(x.text.slice(x.tree.starts[this.#keyword(x, node)]))) return;
    const scope = x.scopeAt(node);
    for (const parameter of namedChildren(x, list)) {
      const nameNode = x.tree.child(parameter, this.s.F.name);
      if (nameNode === NONE) continue;
      x.define(parameter, {
        kind: Kind.property,
        name: x.textOf(nameNode),
        nameNode,
        flags: Flag.exported,
        bindIn: scope,
        container: symbol,
        doc: "",
      });
    }
  }

  /** The token after a declaration's attributes and modifiers. */
  #keyword(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const { K } = this.s;
    let at = tree.firstChild(node);
    while (at !== NONE && (tree.kinds[at] === K.modifier || tree.kinds[at] === K.attributeList)) {
      at = tree.nextSibling(at);
    }
    return at === NONE ? node : at;
  }

  #defineMethod(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const body = this.#bodyOf(x, node);
    const extended = this.#extendedType(x, node);
    x.define(node, {
      kind: Kind.method,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags: this.#flags(x, node) | this.#declarationFlags(x, node, body),
      doc: this.#doc(x, node),
      ...(extended === "" ? {} : { qualifier: extended }),
    });
  }

  /** `static int Twice(this Number n)`: the type that gets the method; "" for an ordinary one. */
  #extendedType(x: Extraction, node: NodeIndex): string {
    const { tree } = x;
    const list = tree.child(node, this.s.F.parameters);
    const first = list === NONE ? NONE : tree.namedChild(list);
    if (first === NONE || !/^(?:\[[^\]]*\]\s*)?this\b/.test(x.textOf(first))) return "";
    const type = tree.child(first, this.s.F.type);
    return type === NONE ? "" : x.textOf(type).replace(/<[\s\S]*$|[?\s]+|\[\]/g, "");
  }

  #declarationFlags(x: Extraction, node: NodeIndex, body: NodeIndex): number {
    if (body !== NONE) return 0;
    return Flag.declaration | (this.#isInInterface(x, node) ? Flag.abstract : 0);
  }

  #bodyOf(x: Extraction, node: NodeIndex): NodeIndex {
    const body = x.tree.child(node, this.s.F.body);
    return body === NONE ? x.tree.childOfKind(node, this.s.K.arrow) : body;
  }

  /** A local function may be called before it is written. */
  #defineLocalFunction(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: Kind.function,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: this.#bodyOf(x, node),
      flags: this.#flags(x, node) & ~Flag.private,
      bindIn: "nowhere",
    });
    x.bind(x.scope, name, BindingKind.definition, { symbol, offset: 0 });
  }

  #defineConstructor(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const symbol = x.define(node, {
      kind: Kind.constructor,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: this.#bodyOf(x, node),
      flags: this.#flags(x, node),
      doc: this.#doc(x, node),
      bindIn: "nowhere",
    });
    const offset = x.tree.starts[node]!;
    x.bind(x.scope, CONSTRUCTOR, BindingKind.definition, { symbol, offset });
  }

  /** Operators, conversions and finalizers: nobody calls them by a name. */
  #defineNameless(x: Extraction, node: NodeIndex, word: string): void {
    const text = x.textOf(node);
    const sign = word === "operator" ? /\boperator\s*([^\s(]+)/.exec(text)?.[1] ?? "" : "";
    x.define(node, {
      kind: Kind.method,
      name: sign === "" ? word : `${word} ${sign}`,
      scopeNode: node,
      bodyNode: this.#bodyOf(x, node),
      flags: this.#flags(x, node),
      doc: this.#doc(x, node),
      bindIn: "nowhere",
    });
  }

  #defineIndexer(x: Extraction, node: NodeIndex): void {
    const symbol = x.define(node, {
      kind: Kind.method,
      name: "this[]",
      scopeNode: node,
      bodyNode: x.tree.childOfKind(node, this.s.K.accessorList),
      flags: this.#flags(x, node),
      doc: this.#doc(x, node),
      bindIn: "nowhere",
    });
    const offset = x.tree.starts[node]!;
    x.bind(x.scope, INDEXER, BindingKind.definition, { symbol, offset });
  }

  #defineProperty(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const body = x.tree.childOfKind(node, this.s.K.accessorList);
    x.define(node, {
      kind: Kind.property,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body === NONE ? x.tree.childOfKind(node, this.s.K.arrow) : body,
      flags: this.#flags(x, node),
      doc: this.#doc(x, node),
    });
  }

  #defineFields(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const flags = this.#flags(x, node);
    const declaration = tree.childOfKind(node, this.s.K.variableDeclaration);
    const isConstant = /\bconst\b|\bstatic\s+readonly\b/.test(this.#modifiers(x, node));
    for (const declarator of namedChildren(x, declaration)) {
      if (tree.kinds[declarator] !== this.s.K.variableDeclarator) continue;
      const nameNode = tree.child(declarator, this.s.F.name);
      if (nameNode === NONE) continue;
      x.define(declarator, {
        kind: isConstant ? Kind.constant : Kind.field,
        name: x.textOf(nameNode),
        nameNode,
        rangeNode: node,
        signatureNode: node,
        flags,
        doc: this.#doc(x, node),
      });
    }
  }

  #defineEnumMember(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    x.define(node, {
      kind: Kind.enumMember,
      name: x.textOf(nameNode),
      nameNode,
      flags: Flag.exported | Flag.static,
    });
  }

  #isInInterface(x: Extraction, node: NodeIndex): boolean {
    const { tree } = x;
    const list = tree.parents[node]!;
    const owner = list === NONE ? NONE : tree.parents[list]!;
    return owner !== NONE && tree.kinds[owner] === this.s.K.interfaceDeclaration;
  }

  #modifiers(x: Extraction, node: NodeIndex): string {
    const { tree } = x;
    const words: string[] = [];
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.kinds[at] === this.s.K.modifier) words.push(x.textOf(at));
    }
    return words.join(" ");
  }

  #flags(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    let flags = this.#isInInterface(x, node) ? Flag.exported : 0;
    for (const word of this.#modifiers(x, node).split(" ")) flags |= MODIFIERS[word] ?? 0;
    const list = tree.childOfKind(node, this.s.K.attributeList);
    for (const attribute of namedChildren(x, list)) {
      const nameNode = tree.child(attribute, this.s.F.name);
      const name = nameNode === NONE ? "" : x.textOf(nameNode);
      if (TEST_ATTRIBUTE.test(name)) flags |= Flag.test;
      else if (name === "Obsolete") flags |= Flag.deprecated;
    }
    return flags;
  }

  /** Documentation is XML, of which the text counts. */
  #doc(x: Extraction, node: NodeIndex): string {
    return x.docBefore(node).replace(/<see(?:also)?\s+cref="([^"]*)"\s*\/>/g, "$1")
      .replace(/<[^>]*>/g, "").trim();
  }
}
