/** Second pass: imports, bases, parameters, variables, calls, modifiers, attached libraries. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind, Op, RefKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import {
  bindLocal,
  bindParameters,
  bindTypeParameter,
  importQualified,
} from "../class_family/bindings.ts";
import { namedChildren, referCall } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { Syntax } from "./syntax.ts";

/** The referring rules, for one grammar. */
export class References {
  constructor(readonly s: Syntax, readonly expressions: Expressions) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const declared: NodeRule = (x, node) => this.#referDeclared(x, node);
    const callable: NodeRule = (x, node) => this.#referFunction(x, node);
    return {
      import_directive: (x, node) => this.#import(x, node),
      contract_declaration: (x, node) => this.#referBases(x, node, RefKind.inherit),
      interface_declaration: (x, node) => this.#referBases(x, node, RefKind.inherit),
      using_directive: (x, node) => this.#referUsing(x, node),
      struct_member: declared,
      state_variable_declaration: declared,
      constant_variable_declaration: declared,
      enum_value: (x, node) => {
        const owner = x.symbolOfScope(x.scope);
        if (owner !== NONE) x.setType(x.symbolAt(node), x.facts.expression(Op.symbol, owner));
      },
      function_definition: callable,
      modifier_definition: callable,
      constructor_definition: callable,
      fallback_receive_definition: callable,
      try_statement: (x, node) => this.#bindLocals(x, this.s.parameters(x, node)),
      catch_clause: (x, node) => this.#bindLocals(x, this.s.parameters(x, node)),
      variable_declaration_statement: (x, node) => this.#referVariables(x, node),
      call_expression: (x, node) => this.#referCall(x, node),
      emit_statement: (x, node) => this.#referNamed(x, node, x.tree.child(node, this.s.F.name)),
      revert_statement: (x, node) => this.#referRevert(x, node),
      modifier_invocation: (x, node) => this.#referModifier(x, node),
      user_defined_type: (x, node) => this.#referType(x, node),
      member_expression: (x, node) => this.#referOwner(x, node),
    };
  }

  // ── imports ─────────────────────────────────────────────────────────────────────────────────

  #import(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const source = tree.child(node, F.source);
    if (source === NONE) return;
    const from = x.textOf(source).slice(1, -1);
    const parts = namedChildren(x, node);
    const names = parts.filter((one) => tree.fields[one] === F.importName);
    for (const name of names) {
      const next = parts[parts.indexOf(name) + 1];
      const alias = next !== undefined && tree.fields[next] === F.alias
        ? x.textOf(next)
        : undefined;
      importQualified(x, {
        node: name,
        from,
        name: x.textOf(name),
        ...(alias === undefined ? {} : { alias }),
      });
    }
    if (names.length > 0) return;
    const alias = tree.child(node, F.alias);
    if (alias === NONE) {
      importQualified(x, { node: source, from, name: "" });
      return;
    }
    const line = x.lineAt(tree.starts[source]!);
    const column = x.columnAt(tree.starts[source]!, line);
    const index = x.facts.import(from, ImportKind.module, { scope: x.scope, line, column });
    x.bind(x.scope, x.textOf(alias), BindingKind.import, { index, offset: tree.starts[alias]! });
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  /** What is named last is nearest: it is searched first. */
  #referBases(x: Extraction, node: NodeIndex, kind: number): void {
    const { tree } = x;
    const { F, K } = this.s;
    for (const one of this.s.childrenOf(x, node, K.inheritance).reverse()) {
      const base = tree.child(one, F.ancestor);
      const nameNode = this.s.lastName(x, base);
      if (nameNode === NONE) continue;
      x.refer(kind, nameNode, x.type(base), -1, -1, x.symbolAt(node));
      const args = this.expressions.argumentsOf(x, one);
      if (args.length > 0) referCall(x, RefKind.construct, nameNode, x.type(base), args);
    }
  }

  /** `using Library for Type;`: its functions are members of the type. */
  #referUsing(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const source = tree.child(node, F.source);
    const type = source === NONE
      ? -1
      : tree.kinds[source] === K.anySource
      ? this.#anyType(x, source)
      : x.type(source);
    const library = tree.childOfKind(node, K.typeAlias);
    const nameNode = this.s.lastName(x, library);
    if (nameNode !== NONE) {
      if (type < 0) x.refer(RefKind.type, nameNode, x.type(library));
      else x.refer(RefKind.implement, nameNode, x.type(library), -1, type, NONE);
    }
    for (const one of this.s.childrenOf(x, node, K.usingAlias)) {
      const path = tree.childOfKind(one, K.userType);
      const name = this.s.lastName(x, path);
      if (name !== NONE) x.mention(name, x.value(path));
    }
  }

  /** `using Library for *`: what it is for stands for every type, as a type parameter does. */
  #anyType(x: Extraction, source: NodeIndex): number {
    bindTypeParameter(x, source, -1, 0);
    return x.nameExpression(x.textOf(source), x.tree.starts[source]!);
  }

  /** A type that is named; bases and what is attached are told by their own rules. */
  #referType(x: Extraction, node: NodeIndex): void {
    const kind = x.tree.kinds[x.tree.parents[node]!];
    if (kind === this.s.K.inheritance || kind === this.s.K.usingAlias) return;
    const nameNode = this.s.lastName(x, node);
    const isMade = x.tree.kinds[x.tree.parents[x.tree.parents[node]!]!] === this.s.K.newExpression;
    if (nameNode !== NONE && !isMade) x.refer(RefKind.type, nameNode, x.type(node));
  }

  /** `Type.member`: a type before a dot. */
  #referOwner(x: Extraction, node: NodeIndex): void {
    const object = this.s.plain(x, x.tree.child(node, this.s.F.object));
    if (object === NONE || x.tree.kinds[object] !== this.s.K.identifier) return;
    if (/^[A-Z]\w*[a-z]/.test(x.textOf(object))) x.refer(RefKind.type, object, x.value(object));
  }

  // ── functions and variables ─────────────────────────────────────────────────────────────────

  #referFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const symbol = x.symbolAt(node);
    const parameters = this.s.parameters(x, node);
    bindParameters(
      x,
      symbol,
      parameters.map((one) => ({
        nameNode: tree.child(one, F.name),
        type: x.type(tree.child(one, F.type)),
      })),
    );
    // A function of a library may be called on its first argument.
    const around = tree.parents[tree.parents[node]!]!;
    if (around !== NONE && tree.kinds[around] === this.s.K.library && parameters.length > 0) {
      x.setArity(symbol, parameters.length - 1, parameters.length);
    }
    const results = tree.child(node, F.returnType);
    if (results === NONE) return;
    x.setType(symbol, x.type(results));
    this.#bindLocals(x, this.s.parameters(x, results));
  }

  #bindLocals(x: Extraction, parameters: readonly NodeIndex[]): void {
    for (const one of parameters) {
      const nameNode = x.tree.child(one, this.s.F.name);
      bindLocal(x, nameNode, x.type(x.tree.child(one, this.s.F.type)), -1, x.tree.starts[one]!);
    }
  }

  #referDeclared(x: Extraction, node: NodeIndex): void {
    x.setType(x.symbolAt(node), x.type(x.tree.child(node, this.s.F.type)));
  }

  #referVariables(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const tuple = tree.childOfKind(node, K.declarationTuple);
    const holder = tuple === NONE ? node : tuple;
    for (const one of this.s.childrenOf(x, holder, K.declaration)) {
      const nameNode = tree.child(one, this.s.F.name);
      bindLocal(x, nameNode, x.type(tree.child(one, this.s.F.type)), -1, tree.starts[one]!);
    }
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const callee = this.s.plain(x, tree.child(node, this.s.F.function));
    const nameNode = this.s.lastName(x, callee);
    if (nameNode === NONE) return;
    const value = x.value(callee);
    if (this.expressions.isConversion(x, node)) {
      x.refer(RefKind.type, nameNode, value);
      return;
    }
    const isNew = tree.kinds[callee] === this.s.K.newExpression;
    const kind = isNew ? RefKind.construct : RefKind.call;
    referCall(x, kind, nameNode, value, this.expressions.argumentsOf(x, node));
  }

  /** `emit Event(…)` */
  #referNamed(x: Extraction, holder: NodeIndex, named: NodeIndex): void {
    const nameNode = this.s.lastName(x, named);
    if (nameNode === NONE) return;
    const args = this.expressions.argumentsOf(x, holder);
    referCall(x, RefKind.construct, nameNode, x.value(this.s.plain(x, named)), args);
  }

  /** `revert Error(…)` */
  #referRevert(x: Extraction, node: NodeIndex): void {
    const list = x.tree.childOfKind(node, this.s.K.revertArguments);
    this.#referNamed(x, list === NONE ? node : list, x.tree.child(node, this.s.F.error));
  }

  /** `function f() onlyOwner(x) { … }`: what is run around it, or the constructor of a base. */
  #referModifier(x: Extraction, node: NodeIndex): void {
    const names = this.s.childrenOf(x, node, this.s.K.identifier);
    const nameNode = names.at(-1);
    if (nameNode === undefined) return;
    let callee = -1;
    for (const one of names) {
      callee = callee < 0 ? x.value(one) : x.memberExpression(callee, x.textOf(one));
    }
    referCall(x, RefKind.call, nameNode, callee, this.expressions.argumentsOf(x, node));
  }
}
