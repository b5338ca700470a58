/** First pass: functions, types, members, variables, macros, namespaces, and the scopes they open. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { ERROR_KIND, type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { isLeftOut } from "./conditionals.ts";
import { CONSTRUCTOR } from "./constructor_name.ts";
import type { Declarators, Declared } from "./declarators.ts";
import type { FileState } from "./file_state.ts";
import { MODULE_MACROS } from "./offers.ts";
import type { Syntax } from "./syntax.ts";
import { isMacroName, tagName } from "./types.ts";

/** Macros of test frameworks that define a test: `TEST(Suite, Name) { … }`. */
const TEST_MACRO = /^(TYPED_)?TEST(_F|_P|_CASE(_METHOD)?)?$|^SCENARIO$|^BOOST_AUTO_TEST_CASE$/;

/** Those whose test is a method of the class that is named first. */
const FIXTURE_MACRO = /_(F|P|CASE_METHOD)$/;

const ACCESS: Readonly<Record<string, number>> = {
  private: Flag.private,
  protected: Flag.protected,
  public: 0,
};

/** The defining rules, for one grammar. */
export class Definitions {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly declarators: Declarators,
  ) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const record: NodeRule = (x, node) => this.#defineRecord(x, node);
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    return {
      function_definition: (x, node) => this.#atTop(x, () => this.#defineFunction(x, node)),
      function_declarator: (x, node) => this.#recoverFunction(x, node),
      declaration: (x, node) => this.#declare(x, node),
      field_declaration: (x, node) => this.#declare(x, node),
      type_definition: (x, node) => this.#defineTypes(x, node),
      alias_declaration: (x, node) => this.#defineAlias(x, node),
      struct_specifier: record,
      union_specifier: record,
      class_specifier: record,
      expression_statement: (x, node) => this.#defineMisreadPointer(x, node),
      access_specifier: (x, node) => this.#noteAccess(x, node),
      enum_specifier: (x, node) => this.#defineEnum(x, node),
      enumerator: (x, node) => this.#defineEnumerator(x, node),
      namespace_definition: (x, node) => this.#defineNamespace(x, node),
      namespace_identifier: (x, node) => this.#recoverNamespace(x, node),
      preproc_def: (x, node) => this.#defineMacro(x, node, false),
      preproc_function_def: (x, node) => this.#defineMacro(x, node, true),
      lambda_expression: (x, node) => void x.openScope(node, ScopeKind.function),
      compound_statement: (x, node) => this.#openBlock(x, node),
      for_statement: block,
      for_range_loop: block,
      catch_clause: block,
    };
  }

  /** Functions do not nest: one inside another is there because a macro hides a brace. */
  #atTop(x: Extraction, define: () => void): void {
    const { scope, symbol } = x;
    let around = x.enclosing(ScopeKind.function);
    const inClass = around !== NONE && x.enclosing(ScopeKind.class) > around;
    if (around === NONE || inClass) {
      define();
      return;
    }
    for (let outer = around; outer !== NONE; outer = x.scopeParent(outer)) {
      if (x.scopeKind(outer) === ScopeKind.function) around = outer;
    }
    x.scope = x.scopeParent(around);
    x.symbol = x.symbolOfScope(x.scope);
    define();
    x.scope = scope;
    x.symbol = symbol;
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #defineFunction(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const declarator = tree.child(node, F.declarator);
    const body = tree.child(node, F.body);
    if (declarator !== NONE && tree.kinds[declarator] === K.operatorCast) {
      this.#defineMethod(x, node, declarator, conversionName(x, declarator), body);
      return;
    }
    const declared = this.declarators.read(x, declarator);
    const last = this.declarators.lastName(x, declared.name);
    if (last === NONE) {
      x.openScope(node, ScopeKind.function);
      return;
    }
    // `class API Name { … }`: the grammar takes the class for a function's type.
    if (declared.function === NONE) {
      if (!this.#defineMisread(x, node, last, body)) x.openScope(node, ScopeKind.function);
      return;
    }
    const name = plainName(x, last);
    const isTyped = tree.child(node, F.type) !== NONE;
    const isPlain = tree.kinds[declared.name] !== K.qualified;
    if (!isTyped && isPlain && x.scopeKind() !== ScopeKind.class && isMacroName(name)) {
      this.#defineByMacro(x, node, declared, name, body);
      return;
    }
    this.#defineCallable(x, node, node, declared, name, last, body);
  }

  /**
   * A function whose body the grammar could not read to its end: its head stands in an error, and what
   * follows up to the next such head is its body.
   */
  #recoverFunction(x: Extraction, node: NodeIndex): void {
    const { K, POINTERS } = this.s;
    const { tree } = x;
    let top = node;
    while (POINTERS.has(tree.kinds[tree.parents[top]!]!)) top = tree.parents[top]!;
    const error = tree.parents[top]!;
    if (error === NONE || tree.kinds[error] !== ERROR_KIND) return;
    const brace = tree.nextSibling(top);
    if (brace === NONE || tree.kinds[brace] !== K.openBrace) return;
    const declared = this.declarators.read(x, top);
    const last = this.declarators.lastName(x, declared.name);
    if (last === NONE || x.scopeAt(node) !== NONE) return;
    let end = tree.nexts[error]!;
    for (let next = brace; next !== NONE; next = tree.nextSibling(next)) {
      if (next > brace && tree.kinds[next] === K.functionDeclarator) {
        end = next;
        break;
      }
    }
    this.#atTop(x, () => {
      const type = this.#typeBefore(x, top);
      const name = plainName(x, last);
      const symbol = type === top && isMacroName(name)
        ? this.#defineByMacro(x, node, declared, name, brace)
        : x.define(node, {
          kind: Kind.function,
          name,
          nameNode: last,
          rangeNode: type,
          signatureNode: type,
          scopeNode: node,
          bodyNode: brace,
          flags: Flag.exported,
        });
      x.holdScope(node, x.scopeAt(node), end);
      x.facts.tables.symbols.set(symbol, Sym.END_LINE, x.lineAt(tree.ends[end - 1]!));
      x.facts.tables.symbols.set(symbol, Sym.END, tree.ends[end - 1]!);
    });
  }

  /** First of the nodes before a declarator that belong to its declaration. */
  #typeBefore(x: Extraction, declarator: NodeIndex): NodeIndex {
    const { tree } = x;
    let type = declarator;
    for (let at = tree.firstChild(tree.parents[declarator]!); at < declarator;) {
      if (tree.fields[at] === this.s.F.type || tree.kinds[at] === this.s.K.storageClass) {
        if (type === declarator) type = at;
      } else type = declarator;
      at = tree.nextSibling(at);
      if (at === NONE) break;
    }
    return type;
  }

  /** A function, method or constructor, with or without a body. */
  #defineCallable(
    x: Extraction,
    node: NodeIndex,
    range: NodeIndex,
    declared: Declared,
    name: string,
    nameNode: NodeIndex,
    body: NodeIndex,
  ): number {
    const qualifier = this.declarators.qualifier(x, declared.name);
    const inClass = x.scopeKind() === ScopeKind.class;
    const owner = inClass ? this.#className(x) : qualifier.slice(qualifier.lastIndexOf(":") + 1);
    const isConstructor = owner !== "" && name === owner;
    const isBodiless = body === NONE;
    // Nobody can call it: it only says so.
    const isDeleted = x.tree.childOfKind(range, this.s.K.deleteMethod) !== NONE;
    const kind = isConstructor
      ? Kind.constructor
      : inClass || qualifier !== ""
      ? Kind.method
      : Kind.function;
    const symbol = x.define(node, {
      kind,
      name,
      nameNode,
      rangeNode: this.#templated(x, range),
      signatureNode: range,
      // The head holds the parameters; without a body they still say what the function takes.
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body,
      flags: this.#functionFlags(x, range, declared, inClass, isBodiless),
      ...(isConstructor || isDeleted || qualifier !== "" ? { bindIn: "nowhere" } : {}),
      ...(qualifier === "" ? {} : { qualifier }),
    });
    if (isConstructor && inClass && !isDeleted) this.#bindConstructor(x, symbol, nameNode);
    if (qualifier !== "") this.state.owners.set(x.scopeAt(node), qualifier);
    return symbol;
  }

  #bindConstructor(x: Extraction, symbol: number, nameNode: NodeIndex): void {
    x.bind(x.scope, CONSTRUCTOR, BindingKind.definition, {
      symbol,
      offset: x.tree.starts[nameNode]!,
    });
  }

  #defineMethod(
    x: Extraction,
    node: NodeIndex,
    nameNode: NodeIndex,
    name: string,
    body: NodeIndex,
  ): void {
    x.define(node, {
      kind: Kind.method,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags: this.#accessFlags(x) | (body === NONE ? Flag.declaration : 0),
    });
  }

  /** `TEST(Suite, Name) { … }`, `DEFINE_THING(name) { … }`: a macro that makes a function. */
  #defineByMacro(
    x: Extraction,
    node: NodeIndex,
    declared: Declared,
    macro: string,
    body: NodeIndex,
  ): number {
    const parameters = x.tree.child(declared.function, this.s.F.parameters);
    const given = parameters === NONE ? "" : x.textOf(parameters).slice(1, -1).trim();
    const isTest = TEST_MACRO.test(macro);
    const names = given.split(",").map((part) => part.trim().replace(/^"|"$/g, ""));
    // The body of a test of a fixture is a method of the fixture.
    const isMethod = isTest && FIXTURE_MACRO.test(macro) && names.length > 1;
    const isModule = MODULE_MACROS.has(macro) && names[0] !== "";
    const name = isMethod
      ? names[1]!
      : isModule
      ? names[0]!
      : isTest
      ? names.slice(0, 2).join(".")
      : `${macro}(${given.slice(0, 60)})`;
    const symbol = x.define(node, {
      kind: isTest ? Kind.test : Kind.function,
      name,
      nameNode: declared.name,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body,
      bindIn: "nowhere",
      flags: isTest ? Flag.test : isModule ? 0 : Flag.anonymous,
      ...(isMethod ? { qualifier: names[0]! } : {}),
    });
    if (isMethod) this.state.owners.set(x.scopeAt(node), names[0]!);
    return symbol;
  }

  /** Whether a "function" without parameters is a class behind a macro, which is then defined. */
  #defineMisread(x: Extraction, node: NodeIndex, nameNode: NodeIndex, body: NodeIndex): boolean {
    const type = x.tree.child(node, this.s.F.type);
    if (type === NONE || !this.s.RECORDS.has(x.tree.kinds[type]!) || body === NONE) return false;
    const name = x.textOf(nameNode);
    x.define(node, {
      kind: x.tree.kinds[type] === this.s.K.classSpecifier ? Kind.class : Kind.struct,
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: body,
      flags: Flag.exported,
    });
    return true;
  }

  /** `TEST_CASE("name") { … }`: the call of a macro, and a block after it. */
  #defineNamedTest(x: Extraction, node: NodeIndex, call: NodeIndex): boolean {
    const { F, K } = this.s;
    const { tree } = x;
    if (tree.kinds[call] !== K.call) return false;
    const macro = tree.child(call, F.function);
    const body = tree.nextSibling(node);
    const isTest = macro !== NONE && TEST_MACRO.test(x.textOf(macro)) && body !== NONE &&
      tree.kinds[body] === K.compound;
    if (!isTest) return false;
    const args = tree.child(call, F.arguments);
    const first = args === NONE ? NONE : tree.namedChild(args);
    const symbol = x.define(node, {
      kind: Kind.test,
      name: first === NONE ? x.textOf(macro) : x.textOf(first).replace(/^"|"$/g, ""),
      nameNode: first === NONE ? macro : first,
      scopeNode: body,
      scopeKind: ScopeKind.function,
      bodyNode: body,
      bindIn: "nowhere",
      flags: Flag.test,
    });
    const { symbols } = x.facts.tables;
    symbols.set(symbol, Sym.END, tree.ends[body]!);
    symbols.set(symbol, Sym.END_LINE, x.lineAt(tree.ends[body]! - 1));
    return true;
  }

  /** `T (*name)(int);` at the top of a file reads like two calls. */
  #defineMisreadPointer(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    if (x.scopeKind() !== ScopeKind.file && x.scopeKind() !== ScopeKind.namespace) return;
    let call = tree.namedChild(node);
    if (call === NONE || this.#defineNamedTest(x, node, call)) return;
    if (tree.kinds[call] === K.assignment) call = tree.child(call, F.left);
    const inner = misreadPointer(x, this.s, call);
    if (inner === NONE) return;
    x.define(node, {
      kind: Kind.variable,
      name: x.textOf(inner),
      nameNode: inner,
      flags: Flag.exported,
    });
  }

  #functionFlags(
    x: Extraction,
    node: NodeIndex,
    declared: Declared,
    inClass: boolean,
    isBodiless: boolean,
  ): number {
    const { F, K } = this.s;
    const { tree } = x;
    let flags = this.#linkageFlags(x, node, inClass);
    if (inClass) flags |= this.#accessFlags(x);
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      const kind = tree.kinds[child];
      if (kind === K.virtual) flags |= Flag.virtual;
      else if (kind === K.defaultMethod || kind === K.deleteMethod) isBodiless = false;
      else if (tree.fields[child] === F.defaultValue && x.textOf(child) === "0") {
        flags |= Flag.abstract | Flag.virtual;
      }
    }
    if (isBodiless) flags |= Flag.declaration;
    const specifier = tree.childOfKind(declared.function, K.virtualSpecifier);
    return specifier === NONE ? flags : flags | Flag.virtual;
  }

  /** Whether a definition is visible to other files. */
  #linkageFlags(x: Extraction, node: NodeIndex, inClass: boolean): number {
    const isStatic = this.#hasSpecifier(x, node, "static");
    if (inClass) return isStatic ? Flag.static : 0;
    const isFileLocal = isStatic || this.#inUnnamedNamespace(x);
    return (isFileLocal ? Flag.fileLocal : Flag.exported) | this.#buildFlags(x, node);
  }

  #buildFlags(x: Extraction, node: NodeIndex): number {
    return isLeftOut(x, this.s, node) ? Flag.optional : 0;
  }

  #hasSpecifier(x: Extraction, node: NodeIndex, text: string): boolean {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] === this.s.K.storageClass && x.textOf(child) === text) return true;
    }
    return false;
  }

  #inUnnamedNamespace(x: Extraction): boolean {
    for (let scope = x.scope; scope > 0; scope = x.scopeParent(scope)) {
      if (x.scopeKind(scope) !== ScopeKind.namespace) continue;
      if (x.facts.tables.scopes.get(scope, 2) === NONE) return true;
    }
    return false;
  }

  #accessFlags(x: Extraction): number {
    return this.state.access.get(x.scope) ?? 0;
  }

  #className(x: Extraction): string {
    const { facts } = x;
    const symbol = x.symbolOfScope(x.scope);
    return symbol === NONE ? "" : facts.textAt(facts.tables.symbols.get(symbol, 1));
  }

  /** The template around a definition, where it starts for the reader. */
  #templated(x: Extraction, node: NodeIndex): NodeIndex {
    const parent = x.tree.parents[node]!;
    const isTemplate = parent !== NONE && x.tree.kinds[parent] === this.s.K.templateDeclaration;
    return isTemplate ? parent : node;
  }

  // ── declarations ────────────────────────────────────────────────────────────────────────────

  /** Prototypes, variables and fields; what a function declares for itself is only bound. */
  #declare(x: Extraction, node: NodeIndex): void {
    const scopeKind = x.scopeKind();
    const isBound = scopeKind === ScopeKind.function || scopeKind === ScopeKind.block ||
      scopeKind === ScopeKind.object;
    if (isBound) return;
    const { F, K } = this.s;
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.declarator) continue;
      if (tree.kinds[child] === K.operatorCast) {
        this.#defineMethod(x, child, child, conversionName(x, child), NONE);
        continue;
      }
      const declared = this.declarators.read(x, child);
      const last = this.#parenthesizedName(x, node, declared) ??
        this.declarators.lastName(x, declared.name);
      if (last === NONE) continue;
      const name = plainName(x, last);
      if (name === "") continue;
      if (declared.function !== NONE) {
        if (this.#isMacroCall(x, node, name)) continue;
        const body = this.#oldStyleBody(x, node, declared);
        const symbol = this.#defineCallable(x, child, node, declared, name, last, body);
        if (body !== NONE) this.#extendTo(x, child, symbol, body);
      } else this.#defineVariable(x, node, child, name, last);
    }
  }

  /**
   * Body of `char *f(a) char *a; { … }`, whose head reads like a declaration with a mistake in it; -1
   * for any other declaration.
   */
  #oldStyleBody(x: Extraction, node: NodeIndex, declared: Declared): NodeIndex {
    const { K } = this.s;
    const { tree } = x;
    if (x.scopeKind() !== ScopeKind.file) return NONE;
    if (tree.childOfKind(declared.function, ERROR_KIND) === NONE) return NONE;
    let next = tree.nextSibling(node);
    while (next !== NONE && (tree.kinds[next] === K.declaration || tree.isExtra(next))) {
      next = tree.nextSibling(next);
    }
    return next !== NONE && tree.kinds[next] === K.compound ? next : NONE;
  }

  /** Lets a function hold to the end of a body that the grammar put beside it. */
  #extendTo(x: Extraction, node: NodeIndex, symbol: number, body: NodeIndex): void {
    const { symbols } = x.facts.tables;
    const end = x.tree.ends[body]!;
    symbols.set(symbol, Sym.END, end);
    symbols.set(symbol, Sym.END_LINE, x.lineAt(Math.max(0, end - 1)));
    x.holdScope(node, x.scopeAt(node), x.tree.nexts[body]!);
  }

  /** `T (name) (int);` reads like a function `T` that returns functions. */
  #parenthesizedName(x: Extraction, node: NodeIndex, declared: Declared): NodeIndex | undefined {
    const { F, K } = this.s;
    const { tree } = x;
    const isMisread = declared.outerFunction !== NONE && tree.child(node, F.type) === NONE &&
      declared.function !== NONE && tree.parents[declared.function] === declared.outerFunction;
    if (!isMisread) return undefined;
    const parameters = tree.child(declared.function, F.parameters);
    const only = parameters === NONE ? NONE : tree.namedChild(parameters);
    const name = only === NONE ? NONE : tree.child(only, F.type);
    return name !== NONE && tree.kinds[name] === K.typeIdentifier ? name : undefined;
  }

  /** `MACRO(a, b);` at the top of a file reads like a prototype without a type. */
  #isMacroCall(x: Extraction, node: NodeIndex, name: string): boolean {
    if (x.tree.child(node, this.s.F.type) !== NONE) return false;
    if (!isMacroName(name) && x.scopeKind() !== ScopeKind.class) return false;
    return x.scopeKind() !== ScopeKind.class ||
      name !== this.#className(x) && !name.startsWith("~");
  }

  #defineVariable(
    x: Extraction,
    node: NodeIndex,
    declarator: NodeIndex,
    name: string,
    nameNode: NodeIndex,
  ): void {
    const { K } = this.s;
    const inClass = x.scopeKind() === ScopeKind.class;
    const isExtern = x.tree.kinds[declarator] !== K.initDeclarator &&
      this.#hasSpecifier(x, node, "extern");
    const qualifier = this.declarators.qualifier(x, this.declarators.read(x, declarator).name);
    const value = x.tree.kinds[declarator] === K.initDeclarator
      ? x.tree.child(declarator, this.s.F.value)
      : NONE;
    const symbol = x.define(declarator, {
      kind: inClass ? Kind.field : Kind.variable,
      name,
      nameNode,
      rangeNode: node,
      signatureNode: node,
      flags: this.#linkageFlags(x, node, inClass) | (isExtern ? Flag.declaration : 0) |
        (inClass ? this.#accessFlags(x) : 0),
      // `int A::count = 0;` gives room to what the class declares.
      ...(qualifier === "" ? {} : { bindIn: "nowhere", qualifier }),
    });
    // What an initializer names, the variable names.
    if (value !== NONE) x.openScope(value, ScopeKind.block, symbol);
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #defineRecord(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const body = tree.child(node, F.body);
    if (body === NONE) return;
    const written = tree.child(node, F.name);
    const alias = written === NONE ? this.#typedefName(x, node) : NONE;
    const last = written === NONE ? alias : this.declarators.lastName(x, written);
    if (last === NONE) {
      // Members of a nameless member are members of the type around it.
      if (!this.#isNamelessMember(x, node)) x.openScope(node, ScopeKind.object);
      return;
    }
    const name = x.textOf(last);
    const isSpecialized = written !== NONE && tree.kinds[written] === K.templateType;
    const isTag = !this.s.isCpp && alias === NONE;
    const qualifier = written === NONE ? "" : this.declarators.qualifier(x, written);
    const symbol = x.define(node, {
      kind: tree.kinds[node] === K.classSpecifier ? Kind.class : Kind.struct,
      name,
      nameNode: last,
      rangeNode: this.#templated(x, node),
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: body,
      flags: Flag.exported | this.#accessFlags(x),
      ...(isTag || isSpecialized || qualifier !== "" ? { bindIn: "nowhere" } : {}),
      ...(qualifier === "" ? {} : { qualifier }),
    });
    const offset = tree.starts[last]!;
    if (isTag) this.#bindTag(x, tagName(name), symbol, offset);
    const typedef = isTag ? this.#typedefName(x, node) : NONE;
    if (typedef !== NONE && x.textOf(typedef) === name) this.#bindTag(x, name, symbol, offset);
    this.state.access.set(
      x.scopeAt(node),
      tree.kinds[node] === K.classSpecifier ? Flag.private : 0,
    );
    const bases = tree.childOfKind(node, K.baseClause);
    if (bases !== NONE) this.state.bases.set(name, this.#baseNames(x, bases));
  }

  #isNamelessMember(x: Extraction, node: NodeIndex): boolean {
    const { F, K } = this.s;
    const parent = x.tree.parents[node]!;
    return parent !== NONE && x.tree.kinds[parent] === K.fieldDeclaration &&
      x.tree.child(parent, F.declarator) === NONE;
  }

  /** In C a tag is known in the whole file, even when it is written inside another type. */
  #bindTag(x: Extraction, name: string, symbol: number, offset: number): void {
    let { scope } = x;
    while (x.scopeKind(scope) === ScopeKind.class || x.scopeKind(scope) === ScopeKind.object) {
      scope = x.scopeParent(scope);
    }
    x.bind(scope, name, BindingKind.definition, { symbol, offset });
  }

  #baseNames(x: Extraction, clause: NodeIndex): Set<string> {
    const names = new Set<string>();
    const { tree } = x;
    for (let base = tree.firstChild(clause); base !== NONE; base = tree.nextSibling(base)) {
      if (!tree.isNamed(base) || tree.kinds[base] === this.s.K.accessSpecifier) continue;
      const last = this.declarators.lastName(x, base);
      if (last !== NONE) names.add(x.textOf(last));
    }
    return names;
  }

  /** Name that `typedef struct { … } name;` gives to a type without one; -1 if there is none. */
  #typedefName(x: Extraction, node: NodeIndex): NodeIndex {
    const { F, K } = this.s;
    const parent = x.tree.parents[node]!;
    if (parent === NONE || x.tree.kinds[parent] !== K.typeDefinition) return NONE;
    if (x.tree.fields[node] !== F.type) return NONE;
    const declarator = x.tree.child(parent, F.declarator);
    const plain = declarator !== NONE && x.tree.kinds[declarator] === K.typeIdentifier;
    return plain ? declarator : NONE;
  }

  #defineTypes(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    const type = tree.child(node, F.type);
    const tag = type === NONE ? NONE : tree.child(type, F.name);
    const hasBody = type !== NONE && tree.child(type, F.body) !== NONE;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] !== F.declarator) continue;
      const declared = this.declarators.read(x, child);
      const last = this.declarators.lastName(x, declared.name);
      if (last === NONE) continue;
      const name = x.textOf(last);
      // A type without a name takes the first one, and a name that it has needs no alias.
      const isItsName = tag === NONE
        ? child === tree.child(node, F.declarator)
        : x.textOf(tag) === name;
      if (hasBody && child === last && isItsName) continue;
      const forwards = tag !== NONE && x.textOf(tag) === name && child === last;
      x.define(child, {
        kind: Kind.type,
        name,
        nameNode: last,
        rangeNode: node,
        signatureNode: node,
        flags: Flag.exported | (forwards ? Flag.declaration : 0),
      });
    }
  }

  #defineAlias(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    x.define(node, {
      kind: Kind.type,
      name: x.textOf(nameNode),
      nameNode,
      rangeNode: this.#templated(x, node),
      scopeNode: node,
      scopeKind: ScopeKind.class,
      flags: Flag.exported | this.#accessFlags(x),
    });
  }

  #noteAccess(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    if (parent === NONE || x.tree.kinds[parent] !== this.s.K.fieldList) return;
    this.state.access.set(x.scope, ACCESS[x.textOf(node)] ?? 0);
  }

  #defineEnum(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    const body = tree.child(node, F.body);
    if (body === NONE) return;
    const written = tree.child(node, F.name);
    const last = written === NONE
      ? this.#typedefName(x, node)
      : this.declarators.lastName(x, written);
    if (last === NONE) return;
    const isTag = !this.s.isCpp && written !== NONE;
    const symbol = x.define(node, {
      kind: Kind.enum,
      name: x.textOf(last),
      nameNode: last,
      scopeNode: node,
      scopeKind: ScopeKind.class,
      bodyNode: body,
      flags: Flag.exported | this.#accessFlags(x),
      ...(isTag ? { bindIn: "nowhere" } : {}),
    });
    if (isTag) this.#bindTag(x, tagName(x.textOf(last)), symbol, tree.starts[last]!);
  }

  /** A plain enumerator stands in the scope around its enumeration; a scoped one only inside. */
  #defineEnumerator(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const symbol = x.define(node, { kind: Kind.enumMember, name, nameNode, flags: Flag.exported });
    if (x.scopeKind() !== ScopeKind.class) return;
    const enumeration = x.tree.parents[x.tree.parents[node]!]!;
    const token = enumeration === NONE ? NONE : x.tree.namedChild(enumeration);
    const isScoped = this.s.isCpp && token !== NONE &&
      /^enum\s+(class|struct)\b/.test(
        x.text.slice(x.tree.starts[enumeration]!, x.tree.starts[token]),
      );
    if (isScoped) return;
    let around = x.scopeParent(x.scope);
    const skipsTypes = !this.s.isCpp;
    while (skipsTypes && x.scopeKind(around) !== ScopeKind.file && x.scopeParent(around) !== NONE) {
      const kind = x.scopeKind(around);
      if (kind !== ScopeKind.class && kind !== ScopeKind.object) break;
      around = x.scopeParent(around);
    }
    x.bind(around, name, BindingKind.definition, { symbol, offset: x.tree.starts[nameNode]! });
  }

  #defineNamespace(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const body = x.tree.child(node, this.s.F.body);
    if (nameNode === NONE) {
      x.openScope(node, ScopeKind.namespace);
      return;
    }
    const isInline = x.tree.kinds[x.tree.firstChild(node)] === this.s.K.inlineToken;
    // What a namespace holds lies in many files, so that the module system has its name.
    x.define(node, {
      kind: Kind.namespace,
      name: x.textOf(nameNode).replace(/\s/g, ""),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.namespace,
      bodyNode: body,
      bindIn: "nowhere",
      flags: Flag.exported | (isInline ? Flag.extension : 0),
    });
  }

  /** A namespace that the grammar could not read to its end holds to the end of the error. */
  #recoverNamespace(x: Extraction, node: NodeIndex): void {
    const { K } = this.s;
    const { tree } = x;
    const error = tree.parents[node]!;
    if (error === NONE || tree.kinds[error] !== ERROR_KIND) return;
    if (tree.kinds[node - 1] !== K.namespaceToken) return;
    const brace = tree.nextSibling(node);
    if (brace === NONE || tree.kinds[brace] !== K.openBrace) return;
    x.define(node, {
      kind: Kind.namespace,
      name: x.textOf(node),
      nameNode: node,
      scopeNode: brace,
      scopeKind: ScopeKind.namespace,
      bindIn: "nowhere",
      flags: Flag.exported,
      doc: "",
    });
    x.holdScope(brace, x.scopeAt(brace), tree.nexts[error]!);
  }

  // ── macros and blocks ───────────────────────────────────────────────────────────────────────

  /** Macros that stand for nothing (guards, switches) are left out. */
  #defineMacro(x: Extraction, node: NodeIndex, isFunction: boolean): void {
    const { F } = this.s;
    const nameNode = x.tree.child(node, F.name);
    if (nameNode === NONE) return;
    if (!isFunction && x.tree.child(node, F.value) === NONE) return;
    x.define(node, {
      kind: isFunction ? Kind.macro : Kind.constant,
      name: x.textOf(nameNode),
      nameNode,
      bindIn: 0,
      container: NONE,
      flags: Flag.exported | this.#buildFlags(x, node),
      ...(isFunction ? { bodyNode: x.tree.child(node, F.value) } : {}),
    });
    if (!isFunction) this.#openByMacro(x, node);
  }

  /**
   * `#define BEGIN namespace lib {`: what the macro opens is not seen in the files that use it, so
   * that its names stand in the namespace around, and are the same as those in `lib`.
   */
  #openByMacro(x: Extraction, node: NodeIndex): void {
    const value = x.tree.child(node, this.s.F.value);
    const opened = /^[\s\\]*namespace\s+([A-Za-z_]\w*)[\s\\]*\{/.exec(x.textOf(value));
    if (opened === null) return;
    const symbol = x.define(value, {
      kind: Kind.namespace,
      name: opened[1]!,
      bindIn: "nowhere",
      container: NONE,
      flags: Flag.exported | Flag.extension,
      doc: "",
    });
    const scope = x.facts.scope(ScopeKind.namespace, 0, symbol);
    x.facts.tables.symbols.set(symbol, Sym.SCOPE, scope);
  }

  /** A block is a scope of its own only where it declares something; a function's body is none. */
  #openBlock(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent !== NONE && x.scopeAt(parent) !== NONE) return;
    const end = tree.nexts[node]!;
    for (let child = node + 1; child < end; child = tree.nexts[child]!) {
      if (tree.kinds[child] === this.s.K.declaration) {
        x.openScope(node, ScopeKind.block);
        return;
      }
    }
  }
}

/** Name in `T (*name)(…)` that was read as the call of a call; -1 if it is none. */
export function misreadPointer(x: Extraction, s: Syntax, call: NodeIndex): NodeIndex {
  const { F, K } = s;
  const { tree } = x;
  if (call === NONE || tree.kinds[call] !== K.call) return NONE;
  const inner = tree.child(call, F.function);
  if (inner === NONE || tree.kinds[inner] !== K.call) return NONE;
  const args = tree.child(inner, F.arguments);
  const pointer = args === NONE ? NONE : tree.namedChild(args);
  if (pointer === NONE || tree.kinds[pointer] !== K.pointerExpression) return NONE;
  const name = tree.child(pointer, F.argument);
  return name !== NONE && tree.kinds[name] === K.identifier ? name : NONE;
}

/** Name without spaces: `operator ==`, `~ Foo`. */
export function plainName(x: Extraction, node: NodeIndex): string {
  const text = x.textOf(node);
  return text.startsWith("operator") || text.startsWith("~") ? text.replace(/\s+/g, "") : text;
}

/** Name of a conversion: `operator bool`. */
function conversionName(x: Extraction, cast: NodeIndex): string {
  return x.textOf(cast).replace(/\s*\(.*$/s, "").replace(/\s+/g, " ");
}
