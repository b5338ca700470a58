/** Second pass: messages, bases and protocols, properties, parameters, selectors, imports of modules. */
import type { Extraction } from "../../extract/extraction.ts";
import { ImportKind, Op, RefKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { bindLocal, bindParameters, type DeclaredParameter } from "../class_family/bindings.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      module_import: (x, node) => this.#import(x, node),
      class_interface: (x, node) => this.#referInterface(x, node),
      class_implementation: (x, node) => this.#referImplementation(x, node),
      protocol_declaration: (x, node) => this.#referAdopted(x, node, RefKind.inherit, -1),
      method_declaration: (x, node) => this.#referMethod(x, node),
      method_definition: (x, node) => this.#referMethod(x, node),
      struct_declaration: (x, node) => this.#referDeclared(x, node),
      block_literal: (x, node) => this.#referBlock(x, node),
      message_expression: (x, node) => this.#referMessage(x, node),
      selector_expression: (x, node) => this.#referSelector(x, node),
      typedefed_specifier: (x, node) => this.#referProtocols(x, node),
      type_identifier: (x, node) => {
        if (!this.s.isAdopted(x, node)) this.expressions.c.refer["type_identifier"]!(x, node);
      },
    };
  }

  /** Rules for nodes that C has rules for, too. */
  besideC(): Record<string, NodeRule> {
    return {
      for_statement: (x, node) => this.#referLoop(x, node),
      catch_clause: (x, node) => this.#referCatch(x, node),
    };
  }

  #import(x: Extraction, node: NodeIndex): void {
    const path = x.tree.child(node, this.s.F.path);
    if (path === NONE) return;
    const line = x.lineAt(x.tree.starts[path]!);
    const column = x.columnAt(x.tree.starts[path]!, line);
    x.facts.import(x.textOf(path), ImportKind.module, { scope: 0, line, column });
  }

  // ── classes and protocols ───────────────────────────────────────────────────────────────────

  #referInterface(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) {
      this.#referAdopted(x, node, RefKind.implement, this.#referExtended(x, node));
      return;
    }
    const base = tree.child(node, this.s.F.superclass);
    if (base !== NONE) {
      x.refer(RefKind.inherit, base, this.#typeNamed(x, base), -1, -1, symbol);
    }
    this.#referAdopted(x, node, RefKind.implement, -1);
  }

  #typeNamed(x: Extraction, nameNode: NodeIndex): number {
    return x.nameExpression(x.textOf(nameNode), x.tree.starts[nameNode]!);
  }

  /** The class to which a category or an implementation belongs. */
  #referExtended(x: Extraction, node: NodeIndex): number {
    const nameNode = this.s.nameOf(x, node);
    if (nameNode === NONE) return -1;
    const type = this.#typeNamed(x, nameNode);
    x.refer(RefKind.type, nameNode, type);
    return type;
  }

  #referImplementation(x: Extraction, node: NodeIndex): void {
    this.#referExtended(x, node);
  }

  /** @param subject type of a category, which adopts for a class that stands elsewhere */
  #referAdopted(x: Extraction, node: NodeIndex, kind: number, subject: number): void {
    const symbol = subject < 0 ? x.symbolAt(node) : NONE;
    for (const nameNode of this.s.adopted(x, node)) {
      x.refer(kind, nameNode, this.expressions.protocol(x, nameNode), -1, subject, symbol);
    }
  }

  /** `id<Protocol>` */
  #referProtocols(x: Extraction, node: NodeIndex): void {
    const list = x.tree.childOfKind(node, this.s.K.protocolReferences);
    for (const one of namedChildren(x, list)) {
      x.refer(RefKind.type, one, this.expressions.protocol(x, one));
    }
  }

  // ── members ─────────────────────────────────────────────────────────────────────────────────

  #referMethod(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    x.setType(symbol, x.type(this.s.writtenType(x, node)));
    const parameters: DeclaredParameter[] = [];
    for (const one of namedChildren(x, node)) {
      if (tree.kinds[one] !== K.methodParameter) continue;
      const nameNode = namedChildren(x, one).findLast((child) =>
        tree.kinds[child] === K.identifier
      );
      parameters.push({
        nameNode: nameNode ?? NONE,
        type: this.#parameterType(x, this.s.writtenType(x, one)),
      });
    }
    bindParameters(x, symbol, parameters);
    if (tree.childOfKind(node, K.ellipsis) !== NONE) {
      x.setArity(symbol, parameters.length, 255);
    }
  }

  /** A block is told by what it gives. */
  #parameterType(x: Extraction, written: NodeIndex): number {
    const type = x.type(written);
    return written !== NONE && x.textOf(written).includes("(^")
      ? x.facts.expression(Op.functionType, -1, 0, type)
      : type;
  }

  /** Properties and variables of instances. */
  #referDeclared(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const type = x.type(this.s.typeIn(x, node));
    for (const declarator of namedChildren(x, node)) {
      const symbol = tree.kinds[declarator] === this.s.K.structDeclarator
        ? x.symbolAt(declarator)
        : NONE;
      if (symbol === NONE) continue;
      const { isBlock } = this.s.declared(x, declarator);
      x.setType(symbol, isBlock ? x.facts.expression(Op.functionType, -1, 0, type) : type);
    }
  }

  // ── statements ──────────────────────────────────────────────────────────────────────────────

  #referBlock(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const list = tree.childOfKind(node, K.parameterList);
    bindParameters(
      x,
      NONE,
      namedChildren(x, list).filter((one) => tree.kinds[one] === K.parameterDeclaration)
        .map((one) => ({
          nameNode: this.s.declared(x, tree.child(one, this.s.F.declarator)).nameNode,
          type: x.type(this.s.typeIn(x, one)),
        })),
    );
  }

  /** `for (Foo *foo in foos)` */
  #referLoop(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const type = tree.child(node, this.s.F.type);
    const children = namedChildren(x, node).filter((one) => one !== type);
    const [variable, collection] = children;
    if (type === NONE || variable === undefined || collection === undefined) return;
    const { nameNode } = this.s.declared(x, variable);
    const isIn = /^\s*in\b/.test(
      x.text.slice(tree.ends[variable]!, tree.ends[variable]! + 8),
    );
    if (nameNode === NONE || !isIn) return;
    const of = x.value(collection);
    const element = of < 0 ? -1 : x.facts.expression(Op.element, of);
    bindLocal(x, nameNode, x.type(type), element, tree.starts[node]!);
  }

  #referCatch(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const type = tree.childOfKind(node, this.s.K.typeName);
    const declarator = type === NONE ? undefined : namedChildren(x, type).at(-1);
    if (declarator === undefined) return;
    const { nameNode } = this.s.declared(x, declarator);
    if (nameNode !== NONE) bindLocal(x, nameNode, x.type(type), -1, tree.starts[node]!);
  }

  // ── messages ────────────────────────────────────────────────────────────────────────────────

  #referMessage(x: Extraction, node: NodeIndex): void {
    const { nameNode, selector } = this.s.messageSelector(x, node);
    if (nameNode === NONE) return;
    const receiverNode = x.tree.child(node, this.s.F.receiver);
    const receiver = x.value(receiverNode);
    const args = this.expressions.argumentsOf(x, node);
    const callee = x.memberExpression(receiver, selector);
    const call = receiver < 0 ? -1 : x.callExpression(callee, args);
    x.referAt(RefKind.call, selector, x.tree.starts[nameNode]!, callee, {
      argumentCount: args.length,
      call,
    });
    if (receiverNode !== NONE && /^[A-Z]\w*$/.test(x.textOf(receiverNode))) {
      x.refer(RefKind.type, receiverNode, receiver);
    }
  }

  /** `@selector(run:)` most often means a method of what it is given with. */
  #referSelector(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const written = /\(\s*([\w:]+)\s*\)/.exec(x.textOf(node));
    const selector = written?.[1];
    if (selector === undefined) return;
    const message = tree.parents[node]!;
    const isGiven = message !== NONE && tree.kinds[message] === this.s.K.messageExpression;
    const args = isGiven ? this.s.messageArguments(x, message) : [];
    const givesSelf = !isGiven || args.some((one) => x.textOf(one) === "self");
    const of = givesSelf ? this.expressions.self(x) : this.expressions.receiverOf(x, message);
    if (of < 0) return;
    const offset = tree.starts[node]! + written!.index + written![0].indexOf(selector);
    x.referAt(RefKind.value, selector, offset, x.memberExpression(of, selector));
  }
}
