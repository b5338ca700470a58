/** First pass: modules, subprograms, derived types, interfaces, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { childrenOf, type Syntax } from "./syntax.ts";

/** The defining rules. */
export class Definitions {
  constructor(readonly s: Syntax) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      module: (x, node) => this.#defineUnit(x, node, Kind.module),
      submodule: (x, node) => this.#defineUnit(x, node, Kind.module),
      program: (x, node) => this.#defineUnit(x, node, Kind.function),
      subprogram: (x, node) => this.#defineSubprogram(x, node),
      entry: (x, node) => this.#defineEntry(x, node),
      type_definition: (x, node) => this.#defineType(x, node),
      interface: (x, node) => this.#defineInterface(x, node),
      binding: (x, node) => this.#defineBinding(x, node),
      entity: (x, node) => this.#defineEntity(x, node),
      construct: (x, node) => void x.openScope(node, ScopeKind.block),
    };
  }

  #defineUnit(x: Extraction, node: NodeIndex, kind: number): void {
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE) return;
    const symbol = x.define(node, {
      kind,
      name: this.s.text(x, nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: kind === Kind.module ? ScopeKind.namespace : ScopeKind.function,
      bodyNode: x.tree.nextSibling(nameNode),
      flags: Flag.exported,
      // A program is called by nobody.
      ...(kind === Kind.function ? { bindIn: "nowhere" as const } : {}),
    });
    this.s.noteVisibility(x, node, symbol);
  }

  #defineSubprogram(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE) return;
    const around = x.tree.parents[node]!;
    const isDeclared = around !== NONE && x.tree.kinds[around] === this.s.K.interface;
    const words = this.s.wordsOf(x, node);
    x.define(node, {
      kind: Kind.function,
      name: this.s.text(x, nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: this.#behindHead(x, node),
      flags: (isDeclared ? Flag.declaration : 0) | this.#visibility(x, this.s.text(x, nameNode)) |
        (/\bmodule\b/.test(words) && isDeclared ? Flag.virtual : 0),
    });
  }

  /** The first statement in a subprogram. */
  #behindHead(x: Extraction, node: NodeIndex): NodeIndex {
    const { K } = this.s;
    return childrenOf(x, node).find((one) => {
      const kind = x.tree.kinds[one];
      return kind !== K.words && kind !== K.name && kind !== K.literal;
    }) ?? NONE;
  }

  #defineEntry(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE) return;
    x.define(node, {
      kind: Kind.function,
      name: this.s.text(x, nameNode),
      nameNode,
      flags: Flag.exported,
      bindIn: Math.max(0, x.scopeParent(x.scope)),
    });
  }

  #defineType(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE) return;
    const words = this.s.wordsOf(x, node);
    x.define(node, {
      kind: Kind.class,
      name: this.s.text(x, nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: x.tree.nextSibling(nameNode),
      flags: this.#visibility(x, this.s.text(x, nameNode)) |
        (/\babstract\b/.test(words) ? Flag.abstract : 0),
    });
  }

  /** A generic name: what it stands for is bound to it in the second pass. */
  #defineInterface(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE) return;
    x.define(node, {
      kind: Kind.interface,
      name: this.s.text(x, nameNode),
      nameNode,
      flags: this.#visibility(x, this.s.text(x, nameNode)),
      bindIn: "nowhere",
    });
  }

  #defineBinding(x: Extraction, node: NodeIndex): void {
    const nameNode = this.s.nameOf(x, node);
    const text = this.s.wordsOf(x, x.tree.parents[node]!);
    if (nameNode === NONE || text.startsWith("final")) return;
    const isDeferred = /\bdeferred\b/.test(text);
    x.define(node, {
      kind: Kind.method,
      name: this.s.text(x, nameNode),
      nameNode,
      signatureNode: x.tree.parents[node]!,
      flags: /\bprivate\b/.test(text) ? Flag.private : Flag.exported |
        (isDeferred ? Flag.abstract | Flag.declaration : 0),
      ...(isDeferred ? {} : { bindIn: "nowhere" as const }),
    });
  }

  /** Components of types, and the variables and constants of modules. */
  #defineEntity(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = this.s.nameOf(x, node);
    const around = tree.parents[node]!;
    if (nameNode === NONE || around === NONE || tree.kinds[around] !== this.s.K.declaration) return;
    const text = this.s.wordsOf(x, around);
    const inType = x.scopeKind() === ScopeKind.class;
    const inModule = x.scopeKind() === ScopeKind.namespace;
    if (!inType && !inModule || /^(?:external|save|dimension|common)/.test(text)) return;
    const isConstant = /\bparameter\b/.test(text) || text.startsWith("enumerator");
    x.define(node, {
      kind: inType ? Kind.field : isConstant ? Kind.constant : Kind.variable,
      name: this.s.text(x, nameNode),
      nameNode,
      rangeNode: around,
      signatureNode: around,
      flags: /\bpublic\b/.test(text)
        ? Flag.exported
        : this.#visibility(x, this.s.text(x, nameNode)),
    });
  }

  #visibility(x: Extraction, name: string): number {
    return this.s.isPrivate(x, name) ? Flag.private : Flag.exported;
  }
}
