/** First pass: types, extensions, functions, properties, and the scopes they open. */
import type { Definition, Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { CONSTRUCTOR, declarePackage } from "../class_family/bindings.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Where the package manager keeps the files of a module. */
const MODULE_FOLDER = /(?:^|\/)(?:Sources|Tests|Plugins)\/([^/]+)\/(?:.*\/)?[^/]+$/;
const TEST_BASE = /(?:TestCase|Tests|Spec)$/;

const TYPE_KINDS: Readonly<Record<string, number>> = {
  struct: Kind.struct,
  enum: Kind.enum,
};

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      source_file: (x) => {
        const module = MODULE_FOLDER.exec(x.path)?.[1];
        if (module !== undefined) declarePackage(x, module);
      },
      class_declaration: (x, node) => this.#defineType(x, node),
      protocol_declaration: (x, node) => this.#defineProtocol(x, node),
      function_declaration: (x, node) => this.#defineFunction(x, node),
      protocol_function_declaration: (x, node) => this.#defineFunction(x, node),
      init_declaration: (x, node) => this.#defineConstructor(x, node),
      deinit_declaration: (x, node) => this.#defineNamed(x, node, Kind.method, "deinit"),
      subscript_declaration: (x, node) => this.#defineNamed(x, node, Kind.method, "subscript"),
      property_declaration: (x, node) => this.#defineProperty(x, node),
      protocol_property_declaration: (x, node) => this.#defineRequirement(x, node),
      enum_entry: (x, node) => this.#defineCases(x, node),
      typealias_declaration: (x, node) => this.#defineAlias(x, node),
      associatedtype_declaration: (x, node) => this.#defineAlias(x, node),
      lambda_literal: (x, node) => void x.openScope(node, ScopeKind.function),
      if_statement: block,
      for_statement: block,
      while_statement: block,
      do_statement: block,
      catch_block: block,
      switch_entry: block,
      computed_setter: block,
      willset_clause: block,
      didset_clause: block,
    };
  }

  #defineType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const word = tree.child(node, F.declarationKind);
    const nameNode = tree.child(node, F.name);
    if (nameNode === NONE) return;
    const kind = word === NONE ? "" : x.textOf(word);
    if (kind === "extension") {
      this.state.extended.set(x.openScope(node, ScopeKind.block), nameNode);
      return;
    }
    x.define(node, {
      kind: TYPE_KINDS[kind] ?? Kind.class,
      name: this.#name(x, nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: tree.child(node, F.body),
      flags: this.#flags(x, node) | (this.#isSuite(x, node) ? Flag.test : 0),
      ...this.#place(x),
    });
    if (this.#isSuite(x, node)) this.state.suites.add(x.scopeAt(node));
  }

  #isSuite(x: Extraction, node: NodeIndex): boolean {
    const [first] = namedChildren(x, node).filter((one) =>
      x.tree.kinds[one] === this.s.K.inheritance
    );
    return first !== undefined && TEST_BASE.test(x.textOf(first));
  }

  #defineProtocol(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    x.define(node, {
      kind: Kind.interface,
      name: this.#name(x, nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: this.#flags(x, node),
      ...this.#place(x),
    });
    this.state.protocols.add(x.scopeAt(node));
  }

  /** Whether what is written here is a member of a type. */
  #isMember(x: Extraction): boolean {
    return x.scopeKind() === ScopeKind.class || this.state.extended.has(x.scope);
  }

  /** What is written in an extension belongs to the type that it extends. */
  #place(x: Extraction): Pick<Definition, "qualifier"> {
    const extended = this.state.extended.get(x.scope);
    if (extended === undefined) return {};
    return { qualifier: x.textOf(extended).replace(/<[\s\S]*?>|\s+/g, "") };
  }

  #memberFlags(x: Extraction): number {
    return this.state.extended.has(x.scope)
      ? Flag.extension
      : this.state.protocols.has(x.scope)
      ? Flag.declaration | Flag.abstract
      : 0;
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const name = this.#name(x, nameNode);
    const isTest = this.state.suites.has(x.scope) && name.startsWith("test");
    x.define(node, {
      kind: this.#isMember(x) ? Kind.method : Kind.function,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: tree.child(node, this.s.F.body),
      flags: this.#flags(x, node) | this.#memberFlags(x) | (isTest ? Flag.test : 0) |
        (this.#isAsync(x, node) ? Flag.async : 0),
      ...this.#place(x),
    });
  }

  #isAsync(x: Extraction, node: NodeIndex): boolean {
    const { tree } = x;
    const body = tree.child(node, this.s.F.body);
    const head = x.text.slice(
      tree.starts[node]!,
      body === NONE ? tree.ends[node] : tree.starts[body],
    );
    return /\)\s*async\b/.test(head);
  }

  #defineConstructor(x: Extraction, node: NodeIndex): void {
    const place = this.#place(x);
    const owner = x.symbolOfScope(x.scope);
    const name = place.qualifier ??
      (owner === NONE ? "init" : x.facts.textAt(x.facts.tables.symbols.get(owner, 1)));
    const symbol = x.define(node, {
      kind: Kind.constructor,
      name: name.slice(name.lastIndexOf(".") + 1),
      nameNode: node,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: this.#flags(x, node) | this.#memberFlags(x),
      bindIn: "nowhere",
      ...place,
    });
    if (place.qualifier !== undefined) return;
    const offset = x.tree.starts[node]!;
    x.bind(x.scope, CONSTRUCTOR, BindingKind.definition, { symbol, offset });
  }

  #defineNamed(x: Extraction, node: NodeIndex, kind: number, name: string): void {
    x.define(node, {
      kind,
      name,
      nameNode: node,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: this.#flags(x, node) | this.#memberFlags(x),
      ...this.#place(x),
    });
  }

  #defineProperty(x: Extraction, node: NodeIndex): void {
    if (x.isInFunction()) {
      for (const { computed } of this.s.partsOf(x, node)) {
        if (computed !== NONE) x.openScope(computed, ScopeKind.function);
      }
      return;
    }
    const isMember = this.#isMember(x);
    const parts = this.s.partsOf(x, node);
    const names = parts.flatMap((part) => this.s.namesIn(x, part.pattern));
    const isConstant = /^(?:[^=:({]*\s)?let\b/.test(x.textOf(node).slice(0, 200));
    for (const part of parts) {
      for (const nameNode of this.s.namesIn(x, part.pattern)) {
        if (nameNode === NONE) continue;
        const isProperty = isMember || part.computed !== NONE;
        x.define(nameNode, {
          kind: isProperty ? Kind.property : isConstant ? Kind.constant : Kind.variable,
          name: this.#name(x, nameNode),
          nameNode,
          rangeNode: node,
          signatureNode: node,
          ...(isProperty && names.length === 1
            ? { scopeNode: node, scopeKind: ScopeKind.function }
            : {}),
          bodyNode: part.computed === NONE ? part.value : part.computed,
          flags: this.#flags(x, node) | this.#memberFlags(x),
          ...this.#place(x),
        });
      }
    }
  }

  #defineRequirement(x: Extraction, node: NodeIndex): void {
    const pattern = x.tree.child(node, this.s.F.name);
    for (const nameNode of pattern === NONE ? [] : this.s.namesIn(x, pattern)) {
      x.define(nameNode, {
        kind: Kind.property,
        name: this.#name(x, nameNode),
        nameNode,
        rangeNode: node,
        signatureNode: node,
        flags: this.#flags(x, node) | Flag.declaration | Flag.abstract,
      });
    }
  }

  #defineCases(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.fields[at] !== this.s.F.name) continue;
      x.define(at, {
        kind: Kind.enumMember,
        name: this.#name(x, at),
        nameNode: at,
        flags: Flag.exported | Flag.static,
        doc: x.docBefore(node),
      });
    }
  }

  #defineAlias(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    x.define(node, {
      kind: Kind.type,
      name: this.#name(x, nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      flags: this.#flags(x, node) | this.#memberFlags(x),
      ...this.#place(x),
    });
  }

  #name(x: Extraction, node: NodeIndex): string {
    return node === NONE ? "" : x.textOf(node).replace(/`/g, "");
  }

  #flags(x: Extraction, node: NodeIndex): number {
    const modifiers = x.tree.childOfKind(node, this.s.K.modifiers);
    let flags = Flag.exported;
    for (const one of namedChildren(x, modifiers)) {
      const word = x.textOf(one);
      if (/^(?:private|fileprivate)$/.test(word)) {
        flags = (flags | Flag.private) & ~Flag.exported;
        // At the top of a file both mean the file.
        if (!this.#isMember(x)) flags |= Flag.fileLocal;
      } else if (word === "static" || word === "class") flags |= Flag.static;
      else if (/^@available\b[\s\S]*\bdeprecated\b/.test(word)) flags |= Flag.deprecated;
      else if (/^@(?:Test|Suite)\b/.test(word)) flags |= Flag.test;
    }
    // `class func` has its word among the tokens.
    if (/^(?:[@\w()]+\s+)*class\s+(?:func|var)\b/.test(x.textOf(node).slice(0, 160))) {
      flags |= Flag.static;
    }
    return flags;
  }
}
