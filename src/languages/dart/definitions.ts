/** First pass: types, extensions, functions, constructors, fields, tests, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { CONSTRUCTOR } from "../class_family/bindings.ts";
import { childThat, namedChildren } from "../class_family/calls.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Functions of test libraries whose last argument is a test. */
const TESTS: ReadonlySet<string> = new Set(["test", "testWidgets", "blocTest", "testGoldens"]);

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    const signature: NodeRule = (x, node) => this.#defineBare(x, node);
    return {
      class_definition: (x, node) => this.#defineClass(x, node),
      mixin_declaration: (x, node) => this.#defineType(x, node, Kind.trait),
      enum_declaration: (x, node) => this.#defineType(x, node, Kind.enum),
      extension_declaration: (x, node) => this.#defineExtension(x, node),
      extension_type_declaration: (x, node) => this.#defineExtensionType(x, node),
      type_alias: (x, node) => this.#defineAlias(x, node),
      enum_constant: (x, node) => this.#defineConstant(x, node),
      method_signature: (x, node) => this.#defineSignature(x, node, this.s.signatureIn(x, node)),
      declaration: (x, node) => this.#defineSignature(x, node, this.s.signatureIn(x, node)),
      lambda_expression: (x, node) => this.#defineSignature(x, node, this.s.signatureIn(x, node)),
      function_signature: signature,
      getter_signature: signature,
      setter_signature: signature,
      initialized_identifier: (x, node) => this.#defineVariable(x, node),
      static_final_declaration: (x, node) => this.#defineVariable(x, node),
      identifier_list: (x, node) => {
        for (const one of namedChildren(x, node)) this.#defineVariable(x, one);
      },
      function_expression: (x, node) => this.#defineFunction(x, node),
      block,
      for_statement: block,
      for_element: block,
      if_statement: block,
      if_element: block,
      while_statement: block,
      conditional_expression: block,
      switch_statement_case: block,
      switch_expression_case: block,
    };
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #defineClass(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const applied = tree.childOfKind(node, K.mixinApplicationClass);
    const nameNode = applied === NONE
      ? tree.child(node, F.name)
      : tree.childOfKind(applied, K.identifier);
    const head = x.text.slice(tree.starts[node]!, tree.starts[nameNode] ?? 0);
    this.#define(x, node, {
      kind: /\binterface\s+class\s*$/.test(head) ? Kind.interface : Kind.class,
      nameNode,
      body: tree.child(node, F.body),
      flags: /\b(?:abstract|sealed)\b/.test(head) ? Flag.abstract : 0,
    });
  }

  #defineType(x: Extraction, node: NodeIndex, kind: number): void {
    const { tree } = x;
    const named = tree.child(node, this.s.F.name);
    const nameNode = named === NONE ? tree.childOfKind(node, this.s.K.identifier) : named;
    const body = tree.child(node, this.s.F.body);
    this.#define(x, node, {
      kind,
      nameNode,
      body: body === NONE ? tree.childOfKind(node, this.s.K.classBody) : body,
    });
  }

  #define(
    x: Extraction,
    node: NodeIndex,
    { kind, nameNode, body, flags = 0 }: {
      kind: number;
      nameNode: NodeIndex;
      body: NodeIndex;
      flags?: number;
    },
  ): void {
    if (nameNode === NONE) return;
    x.define(node, {
      kind,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: body,
      flags: flags | visibility(x.textOf(nameNode)) | this.#annotated(x, node),
    });
  }

  /** An extension is a class of its own, whose members another type has too. */
  #defineExtension(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const nameNode = tree.child(node, F.name);
    const type = tree.child(node, F.class);
    const extended = type === NONE ? "" : x.textOf(this.s.lastTypeName(x, type));
    const name = nameNode === NONE ? `<${extended}>` : x.textOf(nameNode);
    x.define(node, {
      kind: Kind.class,
      name,
      ...(nameNode === NONE ? { bindIn: "nowhere" } : { nameNode }),
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: tree.child(node, F.body),
      flags: Flag.extension | (nameNode === NONE ? Flag.anonymous : visibility(name)),
    });
    if (type !== NONE) this.state.extended.set(x.scopeAt(node), type);
  }

  #defineExtensionType(x: Extraction, node: NodeIndex): void {
    this.#defineType(x, node, Kind.class);
    const { tree } = x;
    const held = childThat(x, node, (child) => tree.child(child, this.s.F.type) !== NONE);
    const nameNode = held === NONE ? NONE : tree.child(held, this.s.F.name);
    const owner = x.symbolAt(node);
    if (nameNode === NONE || owner === NONE) return;
    const name = x.textOf(nameNode);
    x.define(held, {
      kind: Kind.field,
      name,
      nameNode,
      doc: "",
      flags: visibility(name),
      bindIn: x.scopeAt(node),
      container: owner,
    });
  }

  #defineAlias(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const names = this.s.typesIn(x, node).filter((one) => tree.kinds[one] === K.typeIdentifier);
    const isOld = this.s.parametersOf(x, node) !== NONE;
    const nameNode = isOld ? names.at(-1) : names[0];
    if (nameNode === undefined) return;
    this.#define(x, node, { kind: Kind.type, nameNode, body: NONE });
  }

  #defineConstant(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    x.define(node, {
      kind: Kind.enumMember,
      name: x.textOf(nameNode),
      nameNode,
      flags: Flag.exported | Flag.static,
    });
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  /** A signature at the top of a file: those of members and local functions are told by what holds them. */
  #defineBare(x: Extraction, node: NodeIndex): void {
    const { K } = this.s;
    const around = x.tree.kinds[x.tree.parents[node]!];
    const isHeld = around === K.methodSignature || around === K.declaration || around === K.lambda;
    if (!isHeld) this.#defineSignature(x, node, node);
  }

  #defineSignature(x: Extraction, holder: NodeIndex, signature: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    if (signature === NONE) return;
    const isLocal = tree.kinds[holder] === K.lambda;
    const body = isLocal ? tree.childOfKind(holder, K.body) : this.s.bodyBehind(x, holder);
    const names = namedChildren(x, signature).filter((one) => tree.kinds[one] === K.identifier);
    const named = tree.child(signature, this.s.F.name);
    switch (tree.kinds[signature]) {
      case K.constructorSignature:
      case K.constConstructorSignature:
      case K.factorySignature:
      case K.redirectingFactory:
        this.#defineConstructor(x, holder, names, body);
        break;
      case K.operatorSignature:
        this.#defineCallable(
          x,
          holder,
          this.s.previous(x, this.s.parametersOf(x, signature)),
          body,
        );
        break;
      case K.getterSignature:
        this.#defineCallable(x, holder, named, body, Flag.getter);
        break;
      case K.setterSignature:
        this.#defineCallable(x, holder, named, body, Flag.setter);
        break;
      default:
        this.#defineCallable(x, holder, named, body);
    }
  }

  #defineCallable(
    x: Extraction,
    node: NodeIndex,
    nameNode: NodeIndex,
    body: NodeIndex,
    own = 0,
  ): void {
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const inType = x.scopeKind() === ScopeKind.class;
    const accessor = own & (Flag.getter | Flag.setter);
    const place = this.#place(x);
    const flags = own | this.#memberFlags(x, node, nameNode, body) | visibility(name) |
      (place.qualifier === undefined ? 0 : Flag.extension);
    x.define(node, {
      kind: accessor !== 0 ? Kind.property : inType ? Kind.method : Kind.function,
      name,
      nameNode,
      ...this.#inside(body),
      scopeNode: node,
      scopeKind: ScopeKind.function,
      flags,
      doc: this.#doc(x, node),
      ...place,
    });
    this.#holdToEnd(x, node, body);
  }

  /** Constructors without a name are known by one that no member can have. */
  #defineConstructor(
    x: Extraction,
    node: NodeIndex,
    names: readonly NodeIndex[],
    body: NodeIndex,
  ): void {
    const [type, own] = names;
    if (type === undefined) return;
    const nameNode = own ?? type;
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: Kind.constructor,
      name,
      nameNode,
      ...this.#inside(body),
      scopeNode: node,
      flags: visibility(name) | this.#annotated(x, node),
      doc: this.#doc(x, node),
      ...(own === undefined ? { bindIn: "nowhere" } : {}),
    });
    this.#holdToEnd(x, node, body);
    if (own !== undefined) return;
    x.bind(x.scope, CONSTRUCTOR, BindingKind.definition, { symbol, offset: x.tree.starts[node]! });
  }

  #inside(body: NodeIndex): { bodyNode?: NodeIndex; endNode?: NodeIndex } {
    return body === NONE ? {} : { bodyNode: body, endNode: body };
  }

  /** The body stands behind the signature, not in it. */
  #holdToEnd(x: Extraction, node: NodeIndex, body: NodeIndex): void {
    if (body !== NONE) x.holdScope(node, x.scopeAt(node), x.tree.nexts[body]!);
  }

  #memberFlags(x: Extraction, node: NodeIndex, nameNode: NodeIndex, body: NodeIndex): number {
    const { tree } = x;
    const inType = x.scopeKind() === ScopeKind.class;
    const head = x.text.slice(tree.starts[node]!, tree.starts[nameNode]!);
    const isExternal = /\bexternal\b/.test(head);
    const start = body === NONE ? "" : x.text.slice(tree.starts[body]!, tree.starts[body]! + 6);
    return (/^\s*static\b|\bexternal\s+static\b/.test(head) ? Flag.static : 0) |
      (body === NONE && inType ? Flag.declaration | (isExternal ? 0 : Flag.abstract) : 0) |
      (start.startsWith("async") ? Flag.async : 0) | this.#annotated(x, node);
  }

  /** What is written in an extension belongs to the type that it extends. */
  #place(x: Extraction): { qualifier?: string; container?: number } {
    const type = x.scopeKind() === ScopeKind.class ? this.state.extended.get(x.scope) : undefined;
    const nameNode = type === undefined ? NONE : this.s.lastTypeName(x, type);
    if (type === undefined || nameNode === NONE) return {};
    const qualifier = x.text.slice(x.tree.starts[type]!, x.tree.ends[nameNode]!);
    return { qualifier, container: NONE };
  }

  /** Documentation stands before the annotations. */
  #doc(x: Extraction, node: NodeIndex): string {
    return x.docBefore(this.#annotationsOf(x, node).at(-1) ?? node);
  }

  /** Annotations before a declaration, the last first. */
  #annotationsOf(x: Extraction, node: NodeIndex): NodeIndex[] {
    const found: NodeIndex[] = [];
    for (let at = this.s.previous(x, node); at !== NONE; at = this.s.previous(x, at)) {
      if (x.tree.kinds[at] !== this.s.K.annotation) break;
      found.push(at);
    }
    return found;
  }

  #annotated(x: Extraction, node: NodeIndex): number {
    const own = namedChildren(x, node).filter((one) => x.tree.kinds[one] === this.s.K.annotation);
    const isDeprecated = [...own, ...this.#annotationsOf(x, node)].some((one) =>
      /^@[Dd]eprecated\b/.test(x.textOf(one))
    );
    return isDeprecated ? Flag.deprecated : 0;
  }

  /** A function without a name: a test where it is given to one of the functions that run tests. */
  #defineFunction(x: Extraction, node: NodeIndex): void {
    const name = this.#testName(x, node);
    if (name === undefined) {
      x.openScope(node, ScopeKind.function);
      return;
    }
    x.define(node, {
      kind: Kind.test,
      name,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      doc: "",
      flags: Flag.test,
      bindIn: "nowhere",
    });
  }

  #testName(x: Extraction, node: NodeIndex): string | undefined {
    const { tree } = x;
    const { K } = this.s;
    const argument = tree.parents[node]!;
    const list = argument === NONE ? NONE : tree.parents[argument]!;
    const part = list === NONE ? NONE : tree.parents[list]!;
    if (part === NONE || tree.kinds[part] !== K.argumentPart) return undefined;
    const callee = this.s.nameBefore(x, tree.parents[part]!);
    if (callee === NONE || !TESTS.has(x.textOf(callee))) return undefined;
    const title = tree.namedChild(list);
    const text = title === NONE ? NONE : this.s.headIn(x, title);
    return text !== NONE && tree.kinds[text] === K.string ? this.s.plainText(x, text) : undefined;
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #defineVariable(x: Extraction, node: NodeIndex): void {
    if (x.isInFunction()) return;
    const { tree } = x;
    const isName = tree.kinds[node] === this.s.K.identifier;
    const nameNode = isName ? node : tree.namedChild(node);
    if (nameNode === NONE || tree.kinds[nameNode] !== this.s.K.identifier) return;
    const list = tree.parents[node]!;
    const inType = x.scopeKind() === ScopeKind.class;
    const around = tree.parents[list]!;
    const isDeclared = tree.kinds[around] === this.s.K.declaration;
    const whole = isDeclared ? around : list;
    const head = isDeclared
      ? x.text.slice(tree.starts[whole]!, tree.starts[nameNode]!)
      : x.lineText(x.lineAt(tree.starts[list]!));
    const isConstant = /\bconst\b/.test(head.split("=")[0]!);
    const name = x.textOf(nameNode);
    x.define(node, {
      kind: isConstant ? Kind.constant : inType ? Kind.field : Kind.variable,
      name,
      nameNode,
      rangeNode: whole,
      signatureNode: whole,
      doc: isDeclared ? this.#doc(x, whole) : x.docBefore(node),
      flags: visibility(name) | (/\bstatic\b/.test(head) ? Flag.static : 0),
    });
  }
}

/** Names that begin with an underscore are not seen outside their library. */
function visibility(name: string): number {
  return name.startsWith("_") ? Flag.private : Flag.exported;
}
