/** First pass: types, functions, properties, objects, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { CONSTRUCTOR, declarePackage } from "../class_family/bindings.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

const TEST_ANNOTATION = /^(?:Test|ParameterizedTest|RepeatedTest|TestFactory|Property)$/;

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    const lambda: NodeRule = (x, node) => void x.openScope(node, ScopeKind.function);
    return {
      package_header: (x, node) => {
        const name = x.tree.namedChild(node);
        if (name !== NONE) declarePackage(x, x.textOf(name).replace(/\s+|`/g, ""));
      },
      class_declaration: (x, node) => this.#defineClass(x, node),
      object_declaration: (x, node) => this.#defineObject(x, node),
      object_literal: (x, node) => this.#defineAnonymous(x, node),
      class_body: (x, node) => this.#defineEntryBody(x, node),
      enum_entry: (x, node) => this.#defineEntry(x, node),
      type_alias: (x, node) => this.#defineAlias(x, node),
      class_parameter: (x, node) => this.#defineClassParameter(x, node),
      function_declaration: (x, node) => this.#defineFunction(x, node),
      secondary_constructor: (x, node) => this.#defineConstructor(x, node, x.scope),
      property_declaration: (x, node) => this.#defineProperty(x, node),
      lambda_literal: lambda,
      anonymous_function: lambda,
      getter: block,
      setter: block,
      block,
      if_expression: block,
      when_expression: block,
      when_entry: block,
      for_statement: block,
      while_statement: block,
      catch_block: block,
    };
  }

  #defineClass(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const nameNode = this.s.nameOf(x, node);
    const enumBody = tree.childOfKind(node, K.enumBody);
    const isInterface = tree.childOfKind(node, K.interface) !== NONE;
    const isEnum = enumBody !== NONE || /\benum\b/.test(this.#words(x, node));
    const body = enumBody === NONE ? tree.childOfKind(node, K.classBody) : enumBody;
    x.define(node, {
      kind: isInterface ? Kind.interface : isEnum ? Kind.enum : Kind.class,
      name: this.#name(x, nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: body,
      flags: this.#flags(x, node),
    });
    const scope = x.scopeAt(node);
    if (isInterface) this.state.interfaces.add(scope);
    const primary = tree.childOfKind(node, K.primaryConstructor);
    // Where a class has other constructors, the one in its head must be told from them.
    const hasOthers = body !== NONE &&
      tree.childOfKind(body, K.secondaryConstructor) !== NONE;
    if (primary !== NONE && hasOthers) this.#definePrimary(x, node, primary, scope);
  }

  #definePrimary(x: Extraction, node: NodeIndex, primary: NodeIndex, scope: number): void {
    const nameNode = this.s.nameOf(x, node);
    const symbol = x.define(primary, {
      kind: Kind.constructor,
      name: this.#name(x, nameNode),
      nameNode: primary,
      flags: this.#flags(x, primary),
      bindIn: "nowhere",
      container: x.symbolAt(node),
      doc: "",
    });
    x.bind(scope, CONSTRUCTOR, BindingKind.definition, { symbol, offset: x.tree.starts[node]! });
  }

  #defineConstructor(x: Extraction, node: NodeIndex, scope: number): void {
    const owner = x.symbolOfScope(x.enclosing(ScopeKind.class));
    const symbol = x.define(node, {
      kind: Kind.constructor,
      name: owner === NONE ? "constructor" : x.facts.textAt(x.facts.tables.symbols.get(owner, 1)),
      nameNode: node,
      scopeNode: node,
      bodyNode: x.tree.childOfKind(node, this.s.K.block),
      flags: this.#flags(x, node),
      bindIn: "nowhere",
    });
    x.bind(scope, CONSTRUCTOR, BindingKind.definition, { symbol, offset: x.tree.starts[node]! });
  }

  /** An object is a class that is its own only instance. */
  #defineObject(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.nameOf(x, node);
    x.define(node, {
      kind: Kind.class,
      name: this.#name(x, nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.childOfKind(node, this.s.K.classBody),
      flags: this.#flags(x, node) | Flag.static,
    });
  }

  #defineAnonymous(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const list = tree.childOfKind(node, this.s.K.delegationSpecifiers);
    const base = list === NONE ? NONE : this.s.baseOf(x, tree.namedChild(list)).type;
    const nameNode = base === NONE ? NONE : this.s.lastName(x, base);
    x.define(node, {
      kind: Kind.class,
      name: `<${nameNode === NONE ? "object" : x.textOf(nameNode)}>`,
      scopeNode: node,
      bodyNode: tree.childOfKind(node, this.s.K.classBody),
      doc: "",
      flags: Flag.anonymous,
      bindIn: "nowhere",
    });
  }

  /** `RED { override … }`: the constant is of a class of its own. */
  #defineEntryBody(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const entry = tree.parents[node]!;
    if (entry === NONE || tree.kinds[entry] !== this.s.K.enumEntry) return;
    x.define(node, {
      kind: Kind.class,
      name: `<${x.textOf(tree.namedChild(entry))}>`,
      scopeNode: node,
      bodyNode: node,
      signatureNode: entry,
      doc: "",
      flags: Flag.anonymous,
      bindIn: "nowhere",
    });
  }

  #defineEntry(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.childOfKind(node, this.s.K.identifier);
    x.define(node, {
      kind: Kind.enumMember,
      name: this.#name(x, nameNode),
      nameNode,
      bodyNode: x.tree.childOfKind(node, this.s.K.classBody),
      flags: Flag.exported | Flag.static,
    });
  }

  #defineAlias(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.type);
    x.define(node, {
      kind: Kind.type,
      name: this.#name(x, nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      flags: this.#flags(x, node),
    });
  }

  /** `class C(val n: Int)`: a parameter that is a property too. */
  #defineClassParameter(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const isProperty = tree.childOfKind(node, K.val) !== NONE ||
      tree.childOfKind(node, K.var) !== NONE;
    if (!isProperty) return;
    const nameNode = tree.childOfKind(node, K.identifier);
    x.define(node, {
      kind: Kind.property,
      name: this.#name(x, nameNode),
      nameNode,
      flags: this.#flags(x, node),
      doc: "",
    });
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = this.s.nameOf(x, node);
    const body = tree.childOfKind(node, this.s.K.body);
    const receiver = this.s.receiverType(x, node);
    const inType = x.scopeKind() === ScopeKind.class;
    let flags = this.#flags(x, node);
    if (body === NONE && inType) {
      flags |= Flag.declaration;
      if (this.state.interfaces.has(x.scope)) flags |= Flag.abstract;
    }
    x.define(node, {
      kind: inType ? Kind.method : Kind.function,
      name: this.#name(x, nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags: flags | (receiver === NONE ? 0 : Flag.extension),
      ...this.#extension(x, node, receiver),
    });
  }

  /** A member that is given to a type from outside it. */
  #extension(
    x: Extraction,
    node: NodeIndex,
    receiver: NodeIndex,
  ): { qualifier?: string; bindIn?: "nowhere" } {
    if (receiver === NONE) return {};
    const qualifier = x.textOf(receiver).replace(/<[\s\S]*$|[?\s()]+/g, "");
    this.state.receivers.set(node, receiver);
    return qualifier === "" ? {} : { qualifier, bindIn: "nowhere" };
  }

  #defineProperty(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    if (x.isInFunction()) return;
    const several = tree.childOfKind(node, this.s.K.multiVariable);
    if (several !== NONE) return;
    const variable = this.s.variableOf(x, node);
    const nameNode = variable === NONE ? NONE : tree.namedChild(variable);
    if (nameNode === NONE) return;
    const inType = x.scopeKind() === ScopeKind.class;
    const receiver = this.s.receiverType(x, node);
    const isConstant = /\bconst\b/.test(this.#words(x, node));
    const isProperty = inType || receiver !== NONE ||
      tree.childOfKind(node, this.s.K.getter) !== NONE;
    const value = this.s.initializer(x, node);
    x.define(node, {
      kind: isConstant ? Kind.constant : isProperty ? Kind.property : Kind.variable,
      name: this.#name(x, nameNode),
      nameNode,
      ...(isProperty ? { scopeNode: node, scopeKind: ScopeKind.function } : {}),
      bodyNode: value === NONE ? tree.childOfKind(node, this.s.K.getter) : value,
      flags: this.#flags(x, node) | (receiver === NONE ? 0 : Flag.extension),
      ...this.#extension(x, node, receiver),
    });
  }

  #name(x: Extraction, node: NodeIndex): string {
    return node === NONE ? "" : x.textOf(node).replace(/`/g, "");
  }

  #words(x: Extraction, node: NodeIndex): string {
    const modifiers = x.tree.childOfKind(node, this.s.K.modifiers);
    return modifiers === NONE ? "" : x.textOf(modifiers);
  }

  #flags(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    let flags = Flag.exported;
    const modifiers = tree.childOfKind(node, this.s.K.modifiers);
    for (const one of namedChildren(x, modifiers)) {
      if (tree.kinds[one] === this.s.K.annotation) {
        const name = /^@(?:\w+:)?([\w.]+)/.exec(x.textOf(one))?.[1] ?? "";
        if (TEST_ANNOTATION.test(name)) flags |= Flag.test;
        else if (name === "Deprecated") flags |= Flag.deprecated;
        continue;
      }
      switch (x.textOf(one)) {
        case "private":
          flags = (flags | Flag.private) & ~Flag.exported;
          break;
        case "protected":
          flags = (flags | Flag.protected) & ~Flag.exported;
          break;
        case "abstract":
          flags |= Flag.abstract;
          break;
        case "suspend":
          flags |= Flag.async;
          break;
      }
    }
    return flags;
  }
}
