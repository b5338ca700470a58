/** First pass: packages, subs, attributes, constants, package variables. */
import type { Definition, Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { ATTRIBUTE_MODULES, PRAGMAS } from "../perl_builtins.ts";
import type { Attributes } from "./attributes.ts";
import type { FileState, PackageState } from "./file_state.ts";
import { isConstantSub } from "./constant_subs.ts";
import { importedNames, setsBases } from "./imported_names.ts";
import type { Syntax, Word } from "./syntax.ts";

/** How a sub shows, at its beginning, that it is called on an object or a class. */
const INVOCANT_TAKEN =
  /^\{(?:\s|#[^\n]*\n)*(?:my|our|local)\s*(?:[A-Z][\w:]*\s+)?\(?\s*\$(?:self|class|this|me|proto|invocant|pkg|package)\b|\bshift(?:\(@_\)|\(\))?\s*->|\$_\[0\]\s*(?:->|[{[])|\bmy\s+(?:[A-Z][\w:]*\s+)?\(?\$(?:self|class)\b|\bbless\b[^;]*,\s*(?:shift|\$_\[0\])/;
const INVOCANT_PARAMETER = /^\(\s*\$(?:self|class|this|me|proto)\b/;
/** How far into a sub it is looked for. */
const INVOCANT_REACH = 240;

/** Rules of the first pass. */
export class Definitions {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly attributes: Attributes,
  ) {}

  rules(): Record<string, NodeRule> {
    const packageRule: NodeRule = (x, node) => this.#definePackage(x, node, false);
    const classRule: NodeRule = (x, node) => this.#definePackage(x, node, true);
    const sub: NodeRule = (x, node) => this.#defineSub(x, node);
    const anonymous: NodeRule = (x, node) => this.#defineAnonymous(x, node);
    const call: NodeRule = (x, node) => this.attributes.define(x, node);
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      package_statement: packageRule,
      class_statement: classRule,
      role_statement: classRule,
      subroutine_declaration_statement: sub,
      method_declaration_statement: sub,
      anonymous_subroutine_expression: anonymous,
      anonymous_method_expression: anonymous,
      block: (x, node) => this.#openBlock(x, node),
      block_statement: block,
      for_statement: block,
      cstyle_for_statement: block,
      use_statement: (x, node) => this.#use(x, node),
      ambiguous_function_call_expression: call,
      function_call_expression: call,
      method_call_expression: (x, node) => this.attributes.defineGenerated(x, node),
      variable_declaration: (x, node) => this.#defineVariables(x, node),
      assignment_expression: (x, node) => this.#defineAssigned(x, node),
      pod: (_x, node) => void this.state.pods.push(node),
    };
  }

  // ── packages ────────────────────────────────────────────────────────────────────────────────

  /** A package without a block reaches to the next one in the same block, or to that block's end. */
  #definePackage(x: Extraction, node: NodeIndex, isClass: boolean): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const name = x.textOf(nameNode);
    if (nameNode === NONE || name === "") return;
    const end = tree.childOfKind(node, this.s.K.block) === NONE
      ? this.#endOfPackage(x, node)
      : tree.nexts[node]!;
    let found = this.state.packages.get(name);
    if (found === undefined) {
      found = this.#newPackage(x, node, nameNode, end);
      found.isClass = isClass;
    }
    x.holdScope(node, found.scope, end);
  }

  #endOfPackage(x: Extraction, node: NodeIndex): NodeIndex {
    const { packageStatement, classStatement } = this.s.K;
    for (let at = x.tree.nextSibling(node); at !== NONE; at = x.tree.nextSibling(at)) {
      const kind = x.tree.kinds[at];
      if (kind === packageStatement || kind === classStatement) return at;
    }
    const parent = x.tree.parents[node]!;
    return parent === NONE ? x.tree.count : x.tree.nexts[parent]!;
  }

  #newPackage(
    x: Extraction,
    node: NodeIndex,
    nameNode: NodeIndex,
    end: NodeIndex,
  ): PackageState {
    const name = x.textOf(nameNode);
    const around = x.scope;
    x.scope = this.state.lexicalScope(x);
    const symbol = x.define(node, {
      kind: Kind.namespace,
      name,
      nameNode,
      container: NONE,
      bindIn: "nowhere",
      scopeNode: node,
      scopeKind: ScopeKind.namespace,
      bodyNode: x.tree.childOfKind(node, this.s.K.block),
      flags: Flag.exported,
    });
    x.scope = around;
    x.bind(0, `${name}::`, BindingKind.definition, { symbol, offset: x.tree.starts[nameNode]! });
    const { symbols } = x.facts.tables;
    const last = x.tree.ends[end - 1]!;
    symbols.set(symbol, Sym.END, last);
    symbols.set(symbol, Sym.END_LINE, x.lineAt(Math.max(x.tree.starts[node]!, last - 1)));
    const state: PackageState = {
      name,
      symbol,
      scope: symbols.get(symbol, Sym.SCOPE),
      isClass: false,
      isFluent: false,
      exports: false,
      hasContent: false,
    };
    this.state.packages.set(name, state);
    this.state.packageOfScope.set(state.scope, state);
    return state;
  }

  // ── subs ────────────────────────────────────────────────────────────────────────────────────

  #defineSub(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const nameNode = x.tree.child(node, F.name);
    const body = x.tree.child(node, F.body);
    if (nameNode === NONE || body === NONE) return;
    const full = x.textOf(nameNode);
    const split = full.lastIndexOf("::");
    const name = full.slice(split < 0 ? 0 : split + 2);
    const takesInvocant = x.tree.kinds[node] === K.methodDeclaration ||
      this.#takesInvocant(x, node, body);
    const place = x.tree.child(node, F.lexical) !== NONE
      ? { bindIn: x.scope }
      : split > 0
      ? this.#foreign(full.slice(0, split))
      : this.#own(x);
    const isConstant = isConstantSub(this.s, x, node);
    const symbol = x.define(node, {
      kind: isConstant ? Kind.constant : Kind.function,
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body,
      flags: flagsOf(x, name) | (isConstant ? Flag.accessor : 0),
      ...place,
    });
    const owner = split > 0 ? this.state.packages.get(full.slice(0, split)) : this.state.package(x);
    if (!isConstant) this.state.subs.push({ symbol, package: owner, takesInvocant });
    this.state.declaredSubs.add(`${owner?.scope ?? 0} ${name}`);
    this.#note(owner, name, takesInvocant);
  }

  #note(owner: PackageState | undefined, name: string, takesInvocant: boolean): void {
    this.state.functions.add(name);
    if (owner === undefined) return;
    owner.hasContent = true;
    // `import` takes its package first in any module.
    if (takesInvocant && name !== "import" && name !== "unimport") owner.isClass = true;
  }

  /** A sub of the package in force, however deep it is written. */
  #own(x: Extraction): Pick<Definition, "bindIn" | "container"> {
    const owner = this.state.package(x);
    return owner === undefined
      ? { bindIn: 0, container: NONE }
      : { bindIn: owner.scope, container: owner.symbol };
  }

  /** `sub Other::name {…}`. */
  #foreign(name: string): Pick<Definition, "bindIn" | "container" | "qualifier"> {
    if (name === "main") return { bindIn: 0, container: NONE };
    const owner = this.state.packages.get(name);
    return owner === undefined
      ? { bindIn: "nowhere", container: NONE, qualifier: name }
      : { bindIn: owner.scope, container: owner.symbol };
  }

  #takesInvocant(x: Extraction, node: NodeIndex, body: NodeIndex): boolean {
    const signature = x.tree.childOfKind(node, this.s.K.signature);
    if (signature !== NONE && INVOCANT_PARAMETER.test(x.textOf(signature))) return true;
    const start = x.tree.starts[body]!;
    const end = Math.min(x.tree.ends[body]!, start + INVOCANT_REACH);
    return INVOCANT_TAKEN.test(x.text.slice(start, end));
  }

  #defineAnonymous(x: Extraction, node: NodeIndex): void {
    const owner = this.state.subOwners.get(node);
    if (owner !== undefined) {
      const scope = x.openScope(node, ScopeKind.function, owner);
      const { symbols } = x.facts.tables;
      if (symbols.get(owner, Sym.SCOPE) < 0) symbols.set(owner, Sym.SCOPE, scope);
      return;
    }
    x.define(node, {
      kind: Kind.function,
      name: "<sub>",
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: x.tree.child(node, this.s.F.body),
      bindIn: "nowhere",
      doc: "",
      flags: Flag.anonymous,
    });
  }

  #openBlock(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    if (parent !== NONE && this.s.blockOwners.has(x.tree.kinds[parent]!)) return;
    x.openScope(node, ScopeKind.block);
  }

  // ── variables, globs, imports ───────────────────────────────────────────────────────────────

  /** Package variables, and lexical ones at the top level of a file, are symbols. */
  #defineVariables(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const keyword = x.textOf(x.tree.firstChild(node));
    const value = this.#assignedTo(x, node);
    const atTop = !x.isInFunction() && x.scope === (this.state.package(x)?.scope ?? 0);
    const sub = value !== NONE && this.s.anonymous.has(x.tree.kinds[value]!);
    if (keyword !== "our" && !atTop && !sub) return;
    const end = x.tree.nexts[node]!;
    for (let child = node + 1; child < end; child = x.tree.nexts[child]!) {
      const field = x.tree.fields[child];
      if (field !== F.variable && field !== F.variables) continue;
      const name = this.s.variable(x, child);
      if (name === "" || /^[@%]?(?:ISA|EXPORT|EXPORT_OK|EXPORT_TAGS)$/.test(name)) continue;
      const isPackageVariable = keyword === "our";
      const symbol = x.define(child, {
        kind: sub ? Kind.function : keyword === "field" ? Kind.field : Kind.variable,
        name,
        nameNode: child,
        rangeNode: sub ? x.tree.parents[node]! : node,
        flags: isPackageVariable ? Flag.exported : Flag.fileLocal,
        container: this.state.package(x)?.symbol ?? NONE,
        bindIn: isPackageVariable ? this.state.packageScope(x) : this.state.lexicalScope(x),
      });
      if (sub && x.tree.kinds[child] === K.scalar) this.state.subOwners.set(value, symbol);
      if (keyword === "field") this.attributes.defineFieldMethods(x, node, child);
    }
  }

  /** Right-hand side of the assignment that a node is the left of; -1 if it is none. */
  #assignedTo(x: Extraction, node: NodeIndex): NodeIndex {
    const parent = x.tree.parents[node]!;
    if (parent === NONE || x.tree.kinds[parent] !== this.s.K.assignment) return NONE;
    return x.tree.fields[node] === this.s.F.left ? x.tree.child(parent, this.s.F.right) : NONE;
  }

  /** `*name = sub {…}` makes a sub as `sub name {…}` does; in a loop over names, one for each. */
  #defineAssigned(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    let left = x.tree.child(node, F.left);
    const isLocal = left !== NONE && x.tree.kinds[left] === K.localization;
    if (isLocal) left = x.tree.namedChild(left);
    const right = x.tree.child(node, F.right);
    if (left === NONE || right === NONE) return;
    if (x.tree.kinds[left] === K.variableDeclaration) this.#noteList(x, left, right);
    if (x.tree.kinds[left] !== K.glob) return;
    const names = this.s.globNames(x, left, this.state.wordLists);
    for (const word of names) this.state.functions.add(shortName(word.text));
    if (names.length === 0) return;
    for (const sub of this.s.subsIn(x, right)) {
      const symbols = names.map((word) => this.#defineGlob(x, node, sub, word, isLocal));
      this.state.subOwners.set(sub, symbols[0]!);
      if (symbols.length > 1) this.state.attributeGroups.push(symbols);
    }
  }

  /** `my @names = qw(a b)`. */
  #noteList(x: Extraction, declaration: NodeIndex, right: NodeIndex): void {
    const array = x.tree.child(declaration, this.s.F.variable);
    if (array === NONE || x.tree.kinds[array] !== this.s.K.array) return;
    const words = this.s.words(x, right);
    if (words.length > 0) this.state.wordLists.set(this.s.variable(x, array), words);
  }

  #defineGlob(
    x: Extraction,
    node: NodeIndex,
    right: NodeIndex,
    word: Word,
    isLocal: boolean,
  ): number {
    const { F } = this.s;
    const split = word.text.lastIndexOf("::");
    const name = shortName(word.text);
    const body = x.tree.child(right, F.body);
    const isConstant = isConstantSub(this.s, x, right);
    const symbol = x.define(node, {
      kind: isConstant ? Kind.constant : Kind.function,
      name,
      nameNode: word.node,
      bodyNode: body,
      flags: flagsOf(x, name) | (isConstant ? Flag.accessor : Flag.dynamic),
      ...this.#globPlace(x, split > 0 ? word.text.slice(0, split) : "", isLocal),
    });
    if (split < 0) {
      this.state.lateSubs.push({
        symbol,
        name,
        scope: this.state.packageScope(x),
        offset: word.offset,
      });
    }
    placeName(x, symbol, { ...word, offset: word.offset + word.text.length - name.length });
    if (isConstant) return symbol;
    const takesInvocant = body !== NONE && this.#takesInvocant(x, right, body);
    if (takesInvocant) this.state.methodSubs.add(right);
    this.state.subs.push({ symbol, package: this.state.package(x), takesInvocant });
    return symbol;
  }

  /**
   * Where a glob puts its sub. A sub that is put into another package at run time replaces what is
   * there only then, a local one for a while; in its own package it counts when no declared sub has the name.
   */
  #globPlace(
    x: Extraction,
    owner: string,
    isLocal: boolean,
  ): Pick<Definition, "bindIn" | "container" | "qualifier"> {
    if (owner === "") return { ...this.#own(x), bindIn: "nowhere" };
    return isLocal || x.isInFunction()
      ? { bindIn: "nowhere", container: NONE }
      : this.#foreign(owner);
  }

  #use(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    if (x.text.startsWith("no", x.tree.starts[node]!)) return;
    const module = x.textOf(x.tree.child(node, F.module));
    const args = this.s.useArguments(x, node);
    if (module === "constant") this.#defineConstants(x, node, args);
    else if (module === "fields") this.#defineFields(x, node, args);
    else if (module === "overload") this.#noteOverloads(x, args);
    else if (ATTRIBUTE_MODULES.has(module)) this.attributes.defineUsed(x, node, args);
    else if (module === "subs") {
      for (const word of this.s.words(x, args)) this.#noteImported(word.text);
    } else {
      const owner = this.state.package(x);
      if (owner !== undefined && setsBases(this.s, x, module, args)) {
        owner.isFluent = !PRAGMAS.has(module);
      }
      const names = importedNames(this.s, x, module, args);
      if (names.all || names.tags.length > 0) this.state.hasDefaultImports = true;
      for (const word of names.words) this.#noteImported(word.text);
    }
  }

  #noteImported(name: string): void {
    this.state.functions.add(name);
    this.state.imported.add(name);
  }

  /** `use constant NAME => value;` and `use constant { A => 1, B => 2 };`. */
  #defineConstants(x: Extraction, node: NodeIndex, args: NodeIndex): void {
    if (args === NONE) return;
    const { K } = this.s;
    if (x.tree.kinds[args] !== K.anonymousHash) {
      const name = this.s.elements(x, args)[0];
      this.#defineConstant(x, node, name === undefined ? undefined : this.s.string(x, name));
      return;
    }
    const elements = this.s.elements(x, x.tree.namedChild(args));
    for (let i = 0; i < elements.length; i += 2) {
      this.#defineConstant(x, elements[i]!, this.s.string(x, elements[i]!));
    }
  }

  #defineConstant(x: Extraction, node: NodeIndex, word: Word | undefined): void {
    if (word === undefined || !/^\w+$/.test(word.text)) return;
    this.state.functions.add(word.text);
    x.define(node, {
      kind: Kind.constant,
      name: word.text,
      nameNode: word.node,
      // To read a constant is to call the sub that Perl makes of it.
      flags: Flag.exported | Flag.accessor,
      ...this.#own(x),
    });
  }

  #defineFields(x: Extraction, node: NodeIndex, args: NodeIndex): void {
    const owner = this.state.package(x);
    for (const word of this.s.words(x, args)) {
      const symbol = x.define(node, {
        kind: Kind.field,
        name: word.text,
        nameNode: word.node,
        bindIn: "nowhere",
        container: owner?.symbol ?? NONE,
        doc: "",
      });
      placeName(x, symbol, word);
    }
    if (owner !== undefined) owner.isClass = true;
  }

  /** Operators are called with the object first. */
  #noteOverloads(x: Extraction, args: NodeIndex): void {
    for (const element of this.s.elements(x, args)) {
      if (this.s.anonymous.has(x.tree.kinds[element]!)) this.state.methodSubs.add(element);
    }
    const owner = this.state.package(x);
    if (owner !== undefined) owner.isClass = true;
  }
}

/** Flags of a sub by its name and file. */
export function flagsOf(x: Extraction, name: string): number {
  const test = x.fileName.endsWith(".t") ? Flag.test : 0;
  return test | (name.startsWith("_") ? Flag.private : Flag.exported);
}

/** Corrects where a symbol's name stands: the words of a `qw(…)` share one node. */
export function placeName(x: Extraction, symbol: number, word: Word): void {
  const { symbols } = x.facts.tables;
  const line = x.lineAt(word.offset);
  symbols.set(symbol, Sym.NAME_LINE, line);
  symbols.set(symbol, Sym.NAME_COLUMN, x.columnAt(word.offset, line));
}

/** Name without the packages before it. */
function shortName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}
