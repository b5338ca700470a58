/** First pass: modules, functors, values, types, exceptions, classes, tests, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { OcamlName } from "../../resolve/modules/ocaml_modules.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      compilation_unit: (x, node) => this.#defineFile(x, node),
      module_binding: (x, node) => this.#defineModule(x, node),
      module_type_definition: (x, node) => this.#defineModuleType(x, node),
      let_binding: (x, node) => this.#defineValue(x, node),
      value_specification: (x, node) => this.#defineDeclared(x, node),
      external: (x, node) => this.#defineDeclared(x, node),
      type_binding: (x, node) => this.#defineType(x, node),
      constructor_declaration: (x, node) => this.#defineConstructor(x, node),
      field_declaration: (x, node) => this.#defineField(x, node),
      class_binding: (x, node) => this.#defineClass(x, node, this.s.K.className),
      class_type_binding: (x, node) => this.#defineClass(x, node, NONE),
      object_expression: (x, node) => this.#openObject(x, node),
      method_definition: (x, node) => this.#defineMethod(x, node, 0),
      method_specification: (x, node) => this.#defineMethod(x, node, Flag.declaration),
      infix_expression: (x, node) => this.#defineTest(x, node),
      let_expression: block,
      fun_expression: block,
      match_case: block,
      let_open_expression: block,
      local_open_expression: block,
      local_open_pattern: block,
      let_module_expression: block,
      for_expression: block,
    };
  }

  /** Flags of what is at the top of a module. */
  #flags(): number {
    return Flag.exported | (this.state.isInterface ? Flag.declaration : 0);
  }

  #bind(
    x: Extraction,
    name: string,
    node: NodeIndex,
    symbol: number,
    offset: number = x.tree.starts[node]!,
  ): void {
    x.bind(x.scope, name, BindingKind.definition, { symbol, offset });
  }

  /** Of itself a definition knows nothing, unless it is said to be recursive. */
  #heldFrom(x: Extraction, around: NodeIndex, node: NodeIndex, nameNode: NodeIndex): number {
    const { starts, ends } = x.tree;
    const start = around === NONE ? starts[node]! : starts[around]!;
    const isRecursive = /^\s*(?:let|module)\S*\s+rec\b/.test(x.text.slice(start, start + 40));
    return isRecursive ? starts[nameNode]! : ends[node]!;
  }

  // ── modules ─────────────────────────────────────────────────────────────────────────────────

  #defineFile(x: Extraction, root: NodeIndex): void {
    const name = x.fileName.replace(/\.\w+$/, "");
    const first = x.tree.firstChild(root);
    const isComment = first !== NONE && x.tree.kinds[first] === this.s.K.comment;
    x.define(root, {
      kind: Kind.module,
      name: name.slice(0, 1).toUpperCase() + name.slice(1),
      scopeNode: root,
      scopeKind: ScopeKind.namespace,
      bodyNode: first,
      doc: isComment ? docText(x.textOf(first)) : "",
      flags: this.#flags(),
      bindIn: "nowhere",
    });
  }

  #defineModule(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.childOfKind(node, this.s.K.moduleName);
    if (nameNode === NONE) {
      x.openScope(node, ScopeKind.namespace);
      return;
    }
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: Kind.module,
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.namespace,
      bodyNode: x.tree.child(node, this.s.F.body),
      doc: this.#doc(x, x.tree.parents[node]!),
      flags: this.#flags(),
      bindIn: "nowhere",
    });
    const offset = this.#heldFrom(x, x.tree.parents[node]!, node, nameNode);
    this.#bind(x, OcamlName.module(name), nameNode, symbol, offset);
  }

  #defineModuleType(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.childOfKind(node, this.s.K.moduleTypeName);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: Kind.interface,
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.namespace,
      bodyNode: x.tree.child(node, this.s.F.body),
      doc: this.#doc(x, node),
      flags: this.#flags(),
      bindIn: "nowhere",
    });
    this.#bind(x, OcamlName.moduleType(name), nameNode, symbol, x.tree.ends[node]!);
  }

  /** What documents an item: in an interface the comment behind it, elsewhere the one before. */
  #doc(x: Extraction, item: NodeIndex): string {
    const { tree } = x;
    const next = tree.nextSibling(item);
    const end = x.lineAt(Math.max(tree.starts[item]!, tree.ends[item]! - 1));
    const isBehind = next !== NONE && tree.kinds[next] === this.s.K.comment &&
      x.lineAt(tree.starts[next]!) <= end + 1 && x.text.startsWith("(**", tree.starts[next]!);
    const around = tree.parents[item]!;
    const inInterface = this.state.isInterface ||
      around !== NONE && tree.kinds[around] === this.s.K.signature;
    if (isBehind && inInterface) return docText(x.textOf(next));
    return x.docBefore(item);
  }

  // ── values ──────────────────────────────────────────────────────────────────────────────────

  #defineValue(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const definition = tree.parents[node]!;
    const isLocal = this.#isLocal(x, definition);
    const test = this.s.testName(x, node);
    if (test !== undefined) return this.#addTest(x, node, definition, test);
    const nameNode = this.s.simpleName(x, tree.child(node, this.s.F.pattern));
    const isFunction = this.s.isFunction(x, node);
    if (nameNode === NONE || isLocal && !isFunction) {
      x.openScope(node, ScopeKind.block);
      return;
    }
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: isFunction ? Kind.function : Kind.variable,
      name,
      nameNode,
      rangeNode: isLocal ? node : this.#onlyOf(x, definition, node),
      scopeNode: node,
      scopeKind: isFunction ? ScopeKind.function : ScopeKind.block,
      bodyNode: tree.child(node, this.s.F.body),
      doc: isLocal ? "" : this.#doc(x, definition),
      flags: isLocal ? 0 : this.#flags(),
      bindIn: "nowhere",
    });
    this.#bind(x, name, nameNode, symbol, this.#heldFrom(x, definition, node, nameNode));
    if (!isFunction) return;
    const count = this.s.parameterCount(x, node);
    x.setArity(symbol, 0, Math.max(count, 1));
  }

  /** The definition, if a binding is all that it has. */
  #onlyOf(x: Extraction, definition: NodeIndex, binding: NodeIndex): NodeIndex {
    const { tree } = x;
    const isFirst = tree.childOfKind(definition, this.s.K.letBinding) === binding;
    return isFirst && tree.nextSibling(binding) === NONE ? definition : binding;
  }

  #isLocal(x: Extraction, definition: NodeIndex): boolean {
    const { tree } = x;
    const around = definition === NONE ? NONE : tree.parents[definition]!;
    return around !== NONE && tree.kinds[around] === this.s.K.letExpression;
  }

  #defineDeclared(x: Extraction, node: NodeIndex): void {
    const named = this.s.childOf(x, node, this.s.K.valueName, this.s.K.parenthesizedOperator);
    if (named === NONE) return;
    const nameNode = x.tree.kinds[named] === this.s.K.valueName ? named : x.tree.namedChild(named);
    if (nameNode === NONE) return;
    x.define(node, {
      kind: Kind.function,
      name: x.textOf(nameNode),
      nameNode,
      doc: this.#doc(x, node),
      flags: this.#flags(),
    });
  }

  // ── tests ───────────────────────────────────────────────────────────────────────────────────

  #addTest(x: Extraction, node: NodeIndex, range: NodeIndex, name: string): void {
    x.define(node, {
      kind: Kind.test,
      name,
      nameNode: x.tree.child(node, this.s.F.pattern),
      rangeNode: range,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      doc: "",
      flags: Flag.test,
      bindIn: "nowhere",
    });
  }

  /** `"adds" >:: fun _ -> …` of OUnit. */
  #defineTest(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    if (x.textOf(tree.child(node, this.s.F.operator)) !== ">::") return;
    const left = tree.child(node, this.s.F.left);
    const name = this.s.stringText(x, left);
    if (name === "") return;
    x.define(node, {
      kind: Kind.test,
      name,
      nameNode: left,
      scopeNode: node,
      bodyNode: tree.child(node, this.s.F.right),
      doc: "",
      flags: Flag.test,
      bindIn: "nowhere",
    });
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #defineType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    this.state.type = NONE;
    // `type t += A` adds to a type elsewhere.
    if (nameNode === NONE || tree.kinds[nameNode] !== this.s.K.typeConstructor) return;
    const body = tree.child(node, this.s.F.body);
    const bodyKind = body === NONE ? NONE : tree.kinds[body];
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: bodyKind === this.s.K.record
        ? Kind.struct
        : bodyKind === this.s.K.variant
        ? Kind.enum
        : Kind.type,
      name,
      nameNode,
      doc: this.#doc(x, tree.parents[node]!),
      flags: this.#flags(),
      bindIn: "nowhere",
    });
    this.#bind(x, OcamlName.type(name), nameNode, symbol);
    this.state.type = symbol;
  }

  #defineConstructor(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.childOfKind(node, this.s.K.constructorName);
    if (nameNode === NONE) return;
    const around = x.tree.parents[node]!;
    const isOfType = around !== NONE && x.tree.kinds[around] === this.s.K.variant;
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: Kind.constructor,
      name,
      nameNode,
      doc: "",
      flags: this.#flags(),
      bindIn: "nowhere",
      ...(isOfType && this.state.type !== NONE ? { container: this.state.type } : {}),
    });
    this.#bind(x, OcamlName.constructor(name), nameNode, symbol);
  }

  #defineField(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.childOfKind(node, this.s.K.fieldName);
    if (nameNode === NONE) return;
    x.define(node, {
      kind: Kind.field,
      name: x.textOf(nameNode),
      nameNode,
      doc: "",
      flags: this.#flags(),
      bindIn: "nowhere",
      ...(this.state.type === NONE ? {} : { container: this.state.type }),
    });
  }

  // ── classes ─────────────────────────────────────────────────────────────────────────────────

  /** @param named type of the node that holds its name; -1 where any child's name will do */
  #defineClass(x: Extraction, node: NodeIndex, named: number): void {
    const nameNode = named === NONE ? x.tree.namedChild(node) : x.tree.childOfKind(node, named);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const symbol = x.define(node, {
      kind: named === NONE ? Kind.interface : Kind.class,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      doc: this.#doc(x, x.tree.parents[node]!),
      flags: this.#flags(),
      bindIn: "nowhere",
    });
    this.#bind(x, OcamlName.class(name), nameNode, symbol);
  }

  /** An object that is no class's: its members are its own. */
  #openObject(x: Extraction, node: NodeIndex): void {
    if (x.scopeKind() !== ScopeKind.class) x.openScope(node, ScopeKind.object);
  }

  #defineMethod(x: Extraction, node: NodeIndex, flags: number): void {
    const nameNode = x.tree.childOfKind(node, this.s.K.methodName);
    if (nameNode === NONE) return;
    const body = x.tree.child(node, this.s.F.body);
    const head = x.text.slice(x.tree.starts[node]!, x.tree.starts[nameNode]!);
    x.define(node, {
      kind: Kind.method,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags: flags | (/\bprivate\b/.test(head) ? Flag.private : Flag.exported) |
        (/\bvirtual\b/.test(head) ? Flag.abstract : 0),
    });
  }
}

/** What a documenting comment says. */
function docText(comment: string): string {
  return comment.replace(/^\(\*+|\*+\)$/g, "").split("\n").map((line) => line.trim()).join("\n")
    .trim();
}
