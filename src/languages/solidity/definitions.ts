/** First pass: contracts, functions, modifiers, state variables, structures, events and errors. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { CONSTRUCTOR } from "../class_family/bindings.ts";
import type { Syntax } from "./syntax.ts";

/** Functions that a test runner runs, in a contract of tests. */
const TEST = /^(?:test|testFuzz|invariant|statefulFuzz|check)(?:_|[A-Z]|$)/;

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    const type = (kind: number): NodeRule => (x, node) => this.#defineType(x, node, kind);
    const named = (kind: number): NodeRule => (x, node) => this.#defineNamed(x, node, kind);
    return {
      contract_declaration: type(Kind.class),
      interface_declaration: type(Kind.interface),
      library_declaration: type(Kind.class),
      struct_declaration: type(Kind.struct),
      enum_declaration: type(Kind.enum),
      event_definition: type(Kind.struct),
      error_declaration: type(Kind.struct),
      struct_member: named(Kind.field),
      user_defined_type_definition: named(Kind.type),
      state_variable_declaration: (x, node) => this.#defineVariable(x, node),
      constant_variable_declaration: named(Kind.constant),
      enum_value: (x, node) =>
        void x.define(node, {
          kind: Kind.enumMember,
          name: x.textOf(node),
          flags: Flag.exported | Flag.static,
        }),
      function_definition: (x, node) => this.#defineFunction(x, node),
      modifier_definition: (x, node) => this.#defineFunction(x, node),
      constructor_definition: (x, node) => this.#defineConstructor(x, node),
      fallback_receive_definition: (x, node) => this.#defineFallback(x, node),
      block_statement: block,
      for_statement: block,
      try_statement: block,
      catch_clause: block,
    };
  }

  #defineType(x: Extraction, node: NodeIndex, kind: number): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const isAbstract = /^abstract\b/.test(
      x.text.slice(x.tree.starts[node]!, x.tree.starts[node]! + 9),
    );
    x.define(node, {
      kind,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: Flag.exported | (isAbstract ? Flag.abstract : 0),
    });
  }

  #defineNamed(x: Extraction, node: NodeIndex, kind: number): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    x.define(node, { kind, name: x.textOf(nameNode), nameNode, flags: Flag.exported });
  }

  #defineVariable(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const head = x.text.slice(x.tree.starts[node]!, x.tree.starts[nameNode]!);
    // What is public is asked for like a function.
    const isPublic = /\bpublic\b/.test(head);
    x.define(node, {
      kind: isPublic ? Kind.property : /\bconstant\b/.test(head) ? Kind.constant : Kind.field,
      name: x.textOf(nameNode),
      nameNode,
      flags: this.#visibility(head, "internal") | (isPublic ? Flag.getter : 0),
    });
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const body = tree.child(node, this.s.F.body);
    const inType = x.scopeKind() === ScopeKind.class;
    const end = body === NONE ? tree.ends[node]! : tree.starts[body]!;
    const head = x.text.slice(tree.ends[nameNode]!, end);
    const name = x.textOf(nameNode);
    const isTest = TEST.test(name) && /\.t\.sol$|Tests?\.sol$/.test(x.fileName);
    x.define(node, {
      kind: inType ? Kind.method : Kind.function,
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body,
      flags: this.#visibility(head, inType ? "internal" : "public") |
        (/\bvirtual\b/.test(head) ? Flag.virtual : 0) |
        (body === NONE ? Flag.declaration | Flag.abstract : 0) | (isTest ? Flag.test : 0),
    });
  }

  /** Unless it is said, what stands in a contract is seen there and in those that inherit from it. */
  #visibility(head: string, otherwise: string): number {
    const word = /\b(?:public|external|internal|private)\b/.exec(head)?.[0] ?? otherwise;
    if (word === "private") return Flag.private;
    return word === "internal" ? Flag.protected : Flag.exported;
  }

  #defineConstructor(x: Extraction, node: NodeIndex): void {
    const owner = x.symbolOfScope(x.scope);
    const symbol = x.define(node, {
      kind: Kind.constructor,
      name: owner === NONE ? "constructor" : x.facts.textAt(x.facts.tables.symbols.get(owner, 1)),
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: Flag.exported,
      bindIn: "nowhere",
    });
    x.bind(x.scope, CONSTRUCTOR, BindingKind.definition, { symbol, offset: x.tree.starts[node]! });
  }

  /** `receive() external payable { … }`, `fallback() external { … }` */
  #defineFallback(x: Extraction, node: NodeIndex): void {
    const word = /^\w+/.exec(x.textOf(node))?.[0] ?? "fallback";
    x.define(node, {
      kind: Kind.method,
      name: word === "function" ? "fallback" : word,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: Flag.exported,
      bindIn: "nowhere",
    });
  }
}
