/** First pass: modules, types, traits, functions, macros, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { AttributeReader, type Attributes } from "./attributes.ts";
import type { FileState } from "./file_state.ts";
import type { Paths } from "./paths.ts";
import type { Syntax } from "./syntax.ts";

/** The name space of macros is apart: `vec!` and `vec` have nothing to do with each other. */
export const MACRO_SUFFIX = "!";

/** Under this name a variant's fields can be read off its enum. */
export function variantFields(variant: string): string {
  return `${variant}{}`;
}

/** The defining rules, for one grammar. */
export class Definitions {
  readonly #attributes: AttributeReader;

  constructor(readonly s: Syntax, readonly state: FileState, readonly paths: Paths) {
    this.#attributes = new AttributeReader(s);
  }

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      mod_item: (x, node) => this.#defineModule(x, node),
      function_item: (x, node) => this.#defineFunction(x, node),
      function_signature_item: (x, node) => this.#defineFunction(x, node),
      struct_item: (x, node) => this.#defineType(x, node, Kind.struct),
      union_item: (x, node) => this.#defineType(x, node, Kind.struct),
      enum_item: (x, node) => this.#defineType(x, node, Kind.enum),
      trait_item: (x, node) => this.#defineType(x, node, Kind.trait),
      type_item: (x, node) => this.#defineType(x, node, Kind.type),
      associated_type: (x, node) => this.#defineType(x, node, Kind.type),
      impl_item: (x, node) => this.#openImplementation(x, node),
      enum_variant: (x, node) => this.#defineVariant(x, node),
      field_declaration: (x, node) => this.#defineField(x, node),
      const_item: (x, node) => this.#defineValue(x, node, Kind.constant),
      static_item: (x, node) => this.#defineValue(x, node, Kind.variable),
      macro_definition: (x, node) => this.#defineMacro(x, node),
      closure_expression: (x, node) => void x.openScope(node, ScopeKind.function),
      block: (x, node) => this.#openBlock(x, node),
      macro_invocation: (x, node) => this.#openMacroCall(x, node),
      match_arm: (x, node) => void x.openScope(node, ScopeKind.block),
      if_expression: (x, node) => this.#openCondition(x, node),
      while_expression: (x, node) => this.#openCondition(x, node),
    };
  }

  #visibility(x: Extraction, item: NodeIndex): number {
    const node = x.tree.childOfKind(item, this.s.K.visibility);
    // `pub(self)` is as good as nothing.
    if (node === NONE) return Flag.private;
    return x.tree.ends[node]! - x.tree.starts[node]! > 3 && /\(\s*self\s*\)/.test(x.textOf(node))
      ? Flag.private
      : Flag.exported;
  }

  #flags(item: NodeIndex, attributes: Attributes): number {
    const inTests = item < this.state.testEnd || attributes.isForTests;
    return (attributes.isTest || inTests ? Flag.test : 0) |
      (attributes.isDeprecated ? Flag.deprecated : 0);
  }

  #docOf(x: Extraction, attributes: Attributes): string {
    return x.docBefore(attributes.first);
  }

  #defineModule(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const body = tree.child(node, this.s.F.body);
    if (body === NONE) return;
    const attributes = this.#attributes.read(x, node);
    const nameNode = tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    if (attributes.isForTests) this.state.testEnd = tree.nexts[node]!;
    const symbol = x.define(node, {
      kind: Kind.module,
      name,
      nameNode,
      scopeNode: body,
      bodyNode: body,
      doc: this.#docOf(x, attributes),
      flags: this.#visibility(x, node) | this.#flags(node, attributes),
    });
    if (symbol >= 0) this.state.inlineModules.set(x.scopeAt(body), name);
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const attributes = this.#attributes.read(x, node);
    const nameNode = tree.child(node, this.s.F.name);
    const body = tree.child(node, this.s.F.body);
    const owner = this.#ownerOf(x);
    const inTrait = x.scopeKind() === ScopeKind.class;
    const isMethod = owner !== undefined || inTrait;
    let flags = this.#flags(node, attributes);
    // What a trait declares is as visible as the trait.
    flags |= inTrait || owner?.isOfTrait ? Flag.exported : this.#visibility(x, node);
    if (body === NONE) flags |= Flag.declaration | (inTrait ? Flag.abstract : 0);
    const modifiers = tree.childOfKind(node, this.s.K.functionModifiers);
    if (modifiers !== NONE && tree.childOfKind(modifiers, this.s.K.async) !== NONE) {
      flags |= Flag.async;
    }
    if (isMethod && !this.#takesSelf(x, node)) flags |= Flag.static;
    if (owner !== undefined) flags |= Flag.extension;
    x.define(node, {
      kind: isMethod ? Kind.method : Kind.function,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags,
      doc: this.#docOf(x, attributes),
      ...(owner === undefined ? {} : { bindIn: "nowhere" }),
      ...(owner === undefined || owner.path === "" ? {} : { qualifier: owner.path }),
    });
  }

  /** The `impl` block in whose body the walk directly stands. */
  #ownerOf(x: Extraction): { path: string; isOfTrait: boolean } | undefined {
    const found = this.state.implementations.get(x.scope);
    if (found === undefined) return undefined;
    return { path: found.owner, isOfTrait: x.tree.child(found.node, this.s.F.trait) !== NONE };
  }

  #takesSelf(x: Extraction, node: NodeIndex): boolean {
    const { tree } = x;
    const list = tree.child(node, this.s.F.parameters);
    const first = list === NONE ? NONE : tree.namedChild(list);
    if (first === NONE) return false;
    if (tree.kinds[first] === this.s.K.selfParameter) return true;
    const pattern = tree.child(first, this.s.F.pattern);
    return pattern !== NONE && tree.kinds[pattern] === this.s.K.self;
  }

  #defineType(x: Extraction, node: NodeIndex, kind: number): void {
    const { tree } = x;
    const attributes = this.#attributes.read(x, node);
    const nameNode = tree.child(node, this.s.F.name);
    const body = tree.child(node, this.s.F.body);
    const owner = this.#ownerOf(x);
    const inTrait = x.scopeKind() === ScopeKind.class;
    x.define(node, {
      kind,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: body,
      flags: (inTrait || owner?.isOfTrait ? Flag.exported : this.#visibility(x, node)) |
        this.#flags(node, attributes) | (owner === undefined ? 0 : Flag.extension),
      doc: this.#docOf(x, attributes),
      ...(owner === undefined ? {} : { bindIn: "nowhere" }),
      ...(owner === undefined || owner.path === "" ? {} : { qualifier: owner.path }),
    });
  }

  #openImplementation(x: Extraction, node: NodeIndex): void {
    const type = x.tree.child(node, this.s.F.type);
    const scope = x.openScope(node, ScopeKind.block);
    const owner = type === NONE ? "" : this.paths.textOf(x, type);
    this.state.implementations.set(scope, { node, type, owner });
  }

  #defineVariant(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const attributes = this.#attributes.read(x, node);
    const nameNode = tree.child(node, this.s.F.name);
    const body = tree.child(node, this.s.F.body);
    const name = x.textOf(nameNode);
    x.define(node, {
      kind: Kind.enumMember,
      name,
      nameNode,
      flags: Flag.exported,
      doc: this.#docOf(x, attributes),
    });
    if (body !== NONE) x.openScope(body, ScopeKind.object);
  }

  #defineField(x: Extraction, node: NodeIndex): void {
    // Fields of a variant are only bound.
    if (x.scopeKind() !== ScopeKind.class) return;
    const attributes = this.#attributes.read(x, node);
    const nameNode = x.tree.child(node, this.s.F.name);
    x.define(node, {
      kind: Kind.field,
      name: x.textOf(nameNode),
      nameNode,
      flags: this.#visibility(x, node),
      doc: this.#docOf(x, attributes),
    });
  }

  /** Constants and statics; those of functions too, since they are items. */
  #defineValue(x: Extraction, node: NodeIndex, kind: number): void {
    const { tree } = x;
    const attributes = this.#attributes.read(x, node);
    const nameNode = tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    if (name === "_") return;
    const owner = this.#ownerOf(x);
    const isOfTrait = owner?.isOfTrait === true || x.scopeKind() === ScopeKind.class;
    const symbol = x.define(node, {
      kind,
      name,
      nameNode,
      flags: (isOfTrait ? Flag.exported : this.#visibility(x, node)) |
        this.#flags(node, attributes) |
        (owner === undefined ? 0 : Flag.extension | Flag.static),
      doc: this.#docOf(x, attributes),
      ...(owner === undefined ? {} : { bindIn: "nowhere" }),
      ...(owner === undefined || owner.path === "" ? {} : { qualifier: owner.path }),
    });
    // What an initializer calls, the constant calls.
    const value = tree.child(node, this.s.F.value);
    if (value !== NONE && x.scopeAt(value) === NONE) x.openScope(value, ScopeKind.block, symbol);
  }

  #defineMacro(x: Extraction, node: NodeIndex): void {
    const attributes = this.#attributes.read(x, node);
    const nameNode = x.tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: Kind.macro,
      name,
      nameNode,
      bindIn: "nowhere",
      flags: Flag.exported,
      doc: this.#docOf(x, attributes),
    });
    x.bind(x.scope, name + MACRO_SUFFIX, BindingKind.definition, {
      symbol,
      offset: x.tree.starts[nameNode]!,
    });
  }

  /** A block is a scope of its own where it declares something, or where a pattern binds into it. */
  #openBlock(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    const parentKind = parent === NONE ? NONE : tree.kinds[parent]!;
    if (parentKind === this.s.K.functionItem || x.scopeAt(node) !== NONE) return;
    const end = tree.nexts[node]!;
    for (let child = node + 1; child < end; child = tree.nexts[child]!) {
      if (tree.kinds[child] === this.s.K.letDeclaration) return void this.#open(x, node);
    }
    const isBound = tree.fields[node] === this.s.F.body || this.#followsLet(x, node, parent);
    if (isBound && parentKind !== this.s.K.closure) this.#open(x, node);
  }

  /** What tokens bind holds inside the macro call. */
  #openMacroCall(x: Extraction, node: NodeIndex): void {
    const tokens = x.tree.childOfKind(node, this.s.K.tokenTree);
    if (tokens !== NONE) this.#open(x, tokens);
  }

  #open(x: Extraction, node: NodeIndex): void {
    x.openScope(node, ScopeKind.block);
  }

  /** Whether a block is what an `if let` guards. */
  #followsLet(x: Extraction, node: NodeIndex, parent: NodeIndex): boolean {
    if (x.tree.fields[node] !== this.s.F.consequence) return false;
    const condition = x.tree.child(parent, this.s.F.condition);
    return condition !== NONE && x.tree.kinds[condition] === this.s.K.letCondition;
  }

  /** In a chain of conditions a later one sees what an earlier one binds. */
  #openCondition(x: Extraction, node: NodeIndex): void {
    const condition = x.tree.child(node, this.s.F.condition);
    if (condition !== NONE && x.tree.kinds[condition] === this.s.K.letChain) this.#open(x, node);
  }
}
