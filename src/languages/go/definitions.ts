/** First pass: packages, types, functions, variables, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, Kind, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { excludesFile } from "./build_constraint.ts";
import type { Syntax } from "./syntax.ts";
import type { Names } from "./names.ts";

/** Row of the file itself, whose qualifier is the name of its package. */
const FILE = 0;

/** Functions that the test runner calls. */
const TEST_FUNCTION = /^(Test|Benchmark|Fuzz|Example)(?![a-z])/;

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(readonly s: Syntax, readonly names: Names) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      comment: (x, node) => this.#readConstraint(x, node),
      package_clause: (x, node) => this.#definePackage(x, node),
      function_declaration: (x, node) => this.#defineFunction(x, node),
      method_declaration: (x, node) => this.#defineMethod(x, node),
      type_spec: (x, node) => this.#defineType(x, node),
      type_alias: (x, node) => this.#defineType(x, node),
      method_elem: (x, node) => this.#defineInterfaceMethod(x, node),
      field_declaration: (x, node) => this.#defineField(x, node),
      struct_type: (x, node) => this.#openAnonymousType(x, node),
      interface_type: (x, node) => this.#openAnonymousType(x, node),
      const_spec: (x, node) => this.#defineVariables(x, node, Kind.constant),
      var_spec: (x, node) => this.#defineVariables(x, node, Kind.variable),
      func_literal: (x, node) => this.#openFunctionLiteral(x, node),
      block: (x, node) => this.#openBlock(x, node),
      if_statement: (x, node) => this.#openStatement(x, node),
      for_statement: (x, node) => this.#openStatement(x, node),
      expression_switch_statement: (x, node) => this.#openStatement(x, node),
      type_switch_statement: (x, node) => this.#openStatement(x, node),
      type_case: (x, node) => this.#openCase(x, node),
      default_case: (x, node) => this.#openCase(x, node),
      expression_case: (x, node) => this.#openCase(x, node),
      communication_case: (x, node) => this.#openCase(x, node),
    };
  }

  #visibility(name: string): number {
    const first = name.charCodeAt(0);
    if (first < 128) return first >= 65 && first <= 90 ? Flag.exported : 0;
    return /^\p{Lu}/u.test(name) ? Flag.exported : 0;
  }

  #isTestFile(x: Extraction): boolean {
    return x.fileName.endsWith("_test.go");
  }

  /** Node where a declaration starts for the reader: the keyword when the spec stands alone. */
  #declarationOf(x: Extraction, spec: NodeIndex): NodeIndex {
    const { tree } = x;
    const parent = tree.parents[spec]!;
    if (parent === NONE || !this.s.SPEC_GROUPS.has(tree.kinds[parent]!)) return spec;
    // `type X struct {…}`: the keyword, the spec and nothing after it.
    return tree.nexts[spec] === tree.nexts[parent] && spec === parent + 2 ? parent : spec;
  }

  /** A build constraint stands before the package clause; a file that no ordinary build takes is optional. */
  #readConstraint(x: Extraction, node: NodeIndex): void {
    if (x.tree.parents[node] !== 0 || x.facts.tables.symbols.count > 1) return;
    if (excludesFile(x.textOf(node))) x.facts.flag(FILE, Flag.optional);
  }

  #definePackage(x: Extraction, node: NodeIndex): void {
    const name = x.tree.namedChild(node);
    if (name === NONE) return;
    x.facts.tables.symbols.set(FILE, Sym.QUALIFIER, x.facts.text(x.textOf(name)));
  }

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    const isTest = TEST_FUNCTION.test(name) && this.#isTestFile(x);
    x.define(node, {
      kind: Kind.function,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: this.#visibility(name) | (isTest ? Flag.test : 0),
      // `init` and `_` may stand many times in a package, and nobody can name them.
      ...(name === "init" || name === "_" ? { bindIn: "nowhere" } : {}),
    });
  }

  #defineMethod(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    const receiver = this.#receiverName(x, node);
    x.define(node, {
      kind: Kind.method,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: this.#visibility(name) | Flag.extension,
      bindIn: "nowhere",
      ...(receiver === "" ? {} : { qualifier: receiver }),
    });
  }

  /** Name of the type that a method belongs to: `T` of `(t *T)`, `(t T[K])`. */
  #receiverName(x: Extraction, method: NodeIndex): string {
    const list = x.tree.child(method, this.s.F.receiver);
    const parameter = list === NONE ? NONE : x.tree.namedChild(list);
    const type = parameter === NONE ? NONE : x.tree.child(parameter, this.s.F.type);
    const named = this.names.namedType(x, type);
    return named === NONE ? "" : x.textOf(named);
  }

  #defineType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const type = tree.child(node, this.s.F.type);
    const name = x.textOf(nameNode);
    const typeKind = type === NONE ? -1 : tree.kinds[type]!;
    const kind = typeKind === this.s.K.structType
      ? Kind.struct
      : typeKind === this.s.K.interfaceType
      ? Kind.interface
      : Kind.type;
    x.define(node, {
      kind,
      name,
      nameNode,
      rangeNode: this.#declarationOf(x, node),
      signatureNode: this.#declarationOf(x, node),
      scopeNode: node,
      scopeKind: ScopeKind.class,
      ...(kind === Kind.type ? {} : { bodyNode: this.#bodyOf(x, type) }),
      flags: this.#visibility(name),
    });
  }

  /** Where the members of a struct or interface type begin. */
  #bodyOf(x: Extraction, type: NodeIndex): NodeIndex {
    const list = x.tree.childOfKind(type, this.s.K.fieldList);
    return list === NONE ? x.tree.childOfKind(type, this.s.K.openBrace) : list;
  }

  #defineInterfaceMethod(x: Extraction, node: NodeIndex): void {
    if (!this.#isMemberOfDefinedType(x, node, 1)) return;
    const nameNode = x.tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    x.define(node, {
      kind: Kind.method,
      name,
      nameNode,
      scopeNode: node,
      flags: this.#visibility(name) | Flag.declaration | Flag.abstract,
    });
  }

  #defineField(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    if (!this.#isMemberOfDefinedType(x, node, 2)) return;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== this.s.F.name) continue;
      const name = x.textOf(child);
      if (name === "_") continue;
      x.define(child, {
        kind: Kind.field,
        name,
        nameNode: child,
        rangeNode: node,
        signatureNode: node,
        flags: this.#visibility(name),
      });
    }
  }

  /** Whether a member stands directly in the body of a named struct or interface. */
  #isMemberOfDefinedType(x: Extraction, node: NodeIndex, levels: number): boolean {
    const { tree } = x;
    let at = tree.parents[node]!;
    for (let i = 1; i < levels && at !== NONE; i++) at = tree.parents[at]!;
    const spec = at === NONE ? NONE : tree.parents[at]!;
    return spec !== NONE && this.s.TYPE_SPECS.has(tree.kinds[spec]!) &&
      tree.fields[at] === this.s.F.type;
  }

  /** Members of a struct or interface type without a name of its own. */
  #openAnonymousType(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    if (parent !== NONE && this.s.TYPE_SPECS.has(x.tree.kinds[parent]!)) return;
    x.openScope(node, ScopeKind.object);
  }

  /** Package variables and constants are symbols; what a function declares is only bound. */
  #defineVariables(x: Extraction, node: NodeIndex, kind: number): void {
    const { tree } = x;
    if (x.isInFunction()) return;
    const values = tree.child(node, this.s.F.value);
    let symbol = NONE;
    let index = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== this.s.F.name) continue;
      if (!tree.isNamed(child)) continue;
      const name = x.textOf(child);
      const value = values === NONE ? NONE : this.names.nthOf(x, values, index++);
      if (name === "_") continue;
      const row = x.define(child, {
        kind: value !== NONE && tree.kinds[value] === this.s.K.funcLiteral ? Kind.function : kind,
        name,
        nameNode: child,
        rangeNode: this.#declarationOf(x, node),
        signatureNode: this.#declarationOf(x, node),
        flags: this.#visibility(name),
      });
      if (symbol === NONE) symbol = row;
    }
    // What an initializer calls, the variable calls.
    if (values !== NONE && symbol !== NONE) x.openScope(values, ScopeKind.block, symbol);
  }

  #openFunctionLiteral(x: Extraction, node: NodeIndex): void {
    x.openScope(node, ScopeKind.function);
  }

  /** A block is a scope of its own only where it declares something; a function's body is none. */
  #openBlock(x: Extraction, node: NodeIndex): void {
    const statements = x.tree.childOfKind(node, this.s.K.statementList);
    if (
      statements === NONE || x.tree.fields[node] === this.s.F.body && this.#isFunctionBody(x, node)
    ) return;
    this.#openIfDeclaring(x, node, statements);
  }

  #isFunctionBody(x: Extraction, block: NodeIndex): boolean {
    return x.scopeAt(x.tree.parents[block]!) !== NONE &&
      x.scopeKind(x.scopeAt(x.tree.parents[block]!)) === ScopeKind.function;
  }

  #openIfDeclaring(x: Extraction, node: NodeIndex, statements: NodeIndex): void {
    const { tree } = x;
    const end = tree.nexts[statements]!;
    for (let child = statements + 1; child < end; child = tree.nexts[child]!) {
      if (this.s.DECLARING.has(tree.kinds[child]!)) {
        x.openScope(node, ScopeKind.block);
        return;
      }
    }
  }

  /** `if x := f(); x != nil`, `for i := range xs`, `switch y := x.(type)`: the head declares. */
  #openStatement(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const end = tree.nexts[node]!;
    for (let child = node + 1; child < end; child = tree.nexts[child]!) {
      const kind = tree.kinds[child]!;
      if (
        kind === this.s.K.shortVar || kind === this.s.K.rangeClause || kind === this.s.K.forClause
      ) {
        x.openScope(node, ScopeKind.block);
        return;
      }
    }
  }

  #openCase(x: Extraction, node: NodeIndex): void {
    x.openScope(node, ScopeKind.block);
  }
}
