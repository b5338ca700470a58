/** First pass: the module, functions with their clauses, records, macros, types, callbacks, tests. */
import type { Definition, Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { ErlangName, functionKey, typeKey } from "../../resolve/modules/beam_modules.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const type: NodeRule = (x, node) => this.#defineType(x, node);
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      source_file: (x, node) => this.#defineModule(x, node),
      export_attribute: (x, node) => this.#noteExports(x, node),
      compile_options_attribute: (x, node) => {
        if (x.textOf(node).includes("export_all")) this.state.exportsAll = true;
      },
      spec: (_x, node) => void (this.state.spec = node),
      fun_decl: (x, node) => this.#defineFunction(x, node),
      callback: (x, node) => this.#defineCallback(x, node),
      record_decl: (x, node) => this.#defineRecord(x, node),
      pp_define: (x, node) => this.#defineMacro(x, node),
      type_alias: type,
      opaque: type,
      nominal: type,
      fun_clause: block,
      cr_clause: block,
      list_comprehension: block,
    };
  }

  #defineModule(x: Extraction, root: NodeIndex): void {
    const attribute = x.tree.childOfKind(root, this.s.K.moduleAttribute);
    const nameNode = attribute === NONE ? NONE : x.tree.child(attribute, this.s.F.name);
    const name = this.s.atom(x, nameNode);
    if (name === "") return;
    this.state.module = name;
    this.state.symbol = x.define(root, {
      kind: Kind.module,
      name,
      nameNode,
      signatureNode: attribute,
      scopeNode: root,
      scopeKind: ScopeKind.namespace,
      doc: x.docBefore(attribute),
      flags: Flag.exported | (/_(?:SUITE|tests)$/.test(name) ? Flag.test : 0),
      bindIn: "nowhere",
    });
  }

  #noteExports(x: Extraction, node: NodeIndex): void {
    for (const one of this.s.all(x, node, this.s.F.funs)) {
      const name = this.s.atom(x, x.tree.child(one, this.s.F.fun));
      this.state.exports.add(functionKey(name, this.s.arity(x, one)));
    }
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const clause = tree.child(node, F.clause);
    const nameNode = clause === NONE ? NONE : tree.child(clause, F.name);
    const name = this.s.atom(x, nameNode);
    const { spec } = this.state;
    this.state.spec = NONE;
    if (name === "") {
      x.openScope(node, ScopeKind.function);
      return;
    }
    const arity = this.s.argumentsOf(x, clause).length;
    const key = functionKey(name, arity);
    const isExported = this.state.exportsAll || this.state.exports.has(key);
    const isTest = this.#isTest(name, arity, isExported);
    // EUnit exports its tests; a script has no module whose exports could be listed.
    const isSeen = isExported || isTest || this.state.module === "";
    const { symbol, isNew } = this.state.clauses.add(x, node, key, () => {
      const made = x.define(node, {
        kind: isTest ? Kind.test : Kind.function,
        name,
        nameNode,
        scopeNode: node,
        bodyNode: tree.child(clause, F.body),
        doc: x.docBefore(spec === NONE ? node : spec),
        flags: (isSeen ? Flag.exported : Flag.private) | (isTest ? Flag.test : 0),
        bindIn: "nowhere",
      });
      x.setArity(made, arity, arity);
      return made;
    });
    if (!isNew) return;
    x.bind(x.scope, key, BindingKind.definition, { symbol, offset: tree.starts[nameNode]! });
    if (isExported) this.state.exported.set(key, { symbol, node: nameNode });
  }

  /** Tests of EUnit by their names, and those of Common Test by where they are. */
  #isTest(name: string, arity: number, isExported: boolean): boolean {
    if (arity === 0 && /_test_?$/.test(name)) return true;
    return arity === 1 && isExported && this.state.module.endsWith("_SUITE") &&
      !/^(?:init_per|end_per|suite|do_)/.test(name);
  }

  #defineCallback(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const nameNode = x.tree.child(node, F.fun);
    const name = this.s.atom(x, nameNode);
    const signature = x.tree.child(node, F.sigs);
    if (name === "" || signature === NONE) return;
    const arity = this.s.argumentsOf(x, signature).length;
    const symbol = this.#defineAs(x, node, nameNode, functionKey(name, arity), {
      kind: Kind.function,
      name,
      flags: Flag.exported | Flag.declaration,
    });
    x.setArity(symbol, arity, arity);
  }

  // ── records, macros, types ──────────────────────────────────────────────────────────────────

  #defineRecord(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const nameNode = x.tree.child(node, F.name);
    const name = this.s.atom(x, nameNode);
    if (name === "") return;
    const symbol = this.#defineAs(x, node, nameNode, ErlangName.record(name), {
      kind: Kind.struct,
      name,
    });
    for (const field of this.s.all(x, node, F.fields)) {
      const fieldName = x.tree.child(field, F.name);
      const text = this.s.atom(x, fieldName);
      if (text === "") continue;
      x.define(field, {
        kind: Kind.field,
        name: text,
        nameNode: fieldName,
        doc: "",
        flags: Flag.exported,
        bindIn: "nowhere",
        container: symbol,
      });
    }
  }

  #defineMacro(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const head = x.tree.child(node, F.lhs);
    const nameNode = head === NONE ? NONE : x.tree.child(head, F.name);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    this.#defineAs(x, node, nameNode, ErlangName.macro(name), {
      kind: Kind.macro,
      name,
      scopeNode: node,
    });
  }

  #defineType(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const head = x.tree.child(node, F.name);
    const nameNode = head === NONE ? NONE : x.tree.child(head, F.name);
    const name = this.s.atom(x, nameNode);
    if (name === "") return;
    const key = typeKey(name, this.s.argumentsOf(x, head).length);
    this.#defineAs(x, node, nameNode, key, { kind: Kind.type, name });
  }

  /** Defines what a key stands for in the scope in force: names of several kinds do not meet. */
  #defineAs(
    x: Extraction,
    node: NodeIndex,
    nameNode: NodeIndex,
    key: string,
    definition: Definition,
  ): number {
    const symbol = x.define(node, {
      flags: Flag.exported,
      ...definition,
      nameNode,
      bindIn: "nowhere",
    });
    const offset = x.tree.starts[nameNode]!;
    x.bind(x.scope, key, BindingKind.definition, { symbol, offset });
    return symbol;
  }
}
