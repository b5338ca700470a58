/** First pass: symbols and scopes of TypeScript and JavaScript. */
import type { Definition, Extraction } from "../../extract/extraction.ts";
import { Flag, Kind, ScopeKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { beginFile, fileState, Form } from "./file_state.ts";
import type { Names } from "./names.ts";
import type { Syntax } from "./syntax.ts";
import { testOf } from "./tests.ts";

/** A line of a comment that is for tools, or a mere ruler. */
const SILENT_LINE =
  /^\s*(?:eslint|@ts-|biome-|prettier-|istanbul |c8 |v8 |tslint:|deno-(?:lint|fmt)|#?(?:end)?region\b|[^\p{L}\p{N}]*$)/mu;

const CONSTANT_NAME = /^[A-Z][A-Z0-9_]*$/;

/** Rules of the first pass. */
export class Definitions {
  constructor(readonly s: Syntax, readonly names: Names) {}

  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => void x.openScope(node, ScopeKind.block);
    const functionDeclaration: NodeRule = (x, node) => this.defineFunction(x, node);
    const functionValue: NodeRule = (x, node) => this.defineFunctionValue(x, node);
    const classRule: NodeRule = (x, node) => this.defineClass(x, node);
    const method: NodeRule = (x, node) => this.defineMethod(x, node);
    const field: NodeRule = (x, node) => this.defineField(x, node);
    const parameter: NodeRule = (x, node) => this.defineParameterProperty(x, node);
    const signature: NodeRule = (x, node) => this.openTypeScope(x, node);
    return {
      program: (x) => beginFile(x),
      function_declaration: functionDeclaration,
      generator_function_declaration: functionDeclaration,
      function_signature: functionDeclaration,
      arrow_function: functionValue,
      function_expression: functionValue,
      generator_function: functionValue,
      class_declaration: classRule,
      abstract_class_declaration: classRule,
      class: classRule,
      class_static_block: block,
      method_definition: method,
      method_signature: method,
      abstract_method_signature: method,
      public_field_definition: field,
      field_definition: field,
      property_signature: (x, node) => this.defineProperty(x, node),
      required_parameter: parameter,
      optional_parameter: parameter,
      interface_declaration: (x, node) => this.defineInterface(x, node),
      type_alias_declaration: (x, node) => this.defineAlias(x, node),
      enum_declaration: (x, node) => this.defineEnum(x, node),
      internal_module: (x, node) => this.defineNamespace(x, node),
      module: (x, node) => this.defineNamespace(x, node),
      variable_declarator: (x, node) => this.defineVariable(x, node),
      assignment_expression: (x, node) => this.defineAssigned(x, node),
      object: (x, node) => this.openObject(x, node),
      pair: (x, node) => this.definePair(x, node),
      object_type: (x, node) => void x.openScope(node, ScopeKind.object),
      call_signature: signature,
      construct_signature: signature,
      function_type: signature,
      constructor_type: signature,
      conditional_type: (x, node) => this.openConditional(x, node),
      statement_block: (x, node) => this.openBlock(x, node),
      for_statement: block,
      for_in_statement: block,
      catch_clause: block,
      switch_body: block,
    };
  }

  // ── flags and ranges ────────────────────────────────────────────────────────────────────────

  #hasToken(x: Extraction, node: NodeIndex, token: number): boolean {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] === token && !tree.isNamed(child)) return true;
    }
    return false;
  }

  /** The statement of a declaration: what an `export` or `declare` would stand before. */
  #statement(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent === NONE) return node;
    if (tree.kinds[node] === this.s.K.variableDeclarator) return this.#statement(x, parent);
    const kind = tree.kinds[parent];
    return kind === this.s.K.exportStatement || kind === this.s.K.ambient ? parent : node;
  }

  #exportFlags(x: Extraction, node: NodeIndex): number {
    let statement = this.#statement(x, node);
    const { K, T } = this.s;
    const { tree } = x;
    if (tree.kinds[statement] === K.ambient) statement = this.#statement(x, statement);
    if (tree.kinds[statement] !== K.exportStatement) return 0;
    const isDefault = this.#hasToken(x, statement, T.default);
    return Flag.exported | (isDefault ? Flag.defaultExport : 0);
  }

  /** Modifiers of a class member, or of a parameter that makes one. */
  #memberFlags(x: Extraction, node: NodeIndex, name: string): number {
    const { tree } = x;
    const { K, T } = this.s;
    let flags = name.startsWith("#") ? Flag.private : 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      const kind = tree.kinds[child];
      if (kind === K.accessibility) {
        const word = x.textOf(child);
        flags |= word === "private" ? Flag.private : word === "protected" ? Flag.protected : 0;
      } else if (tree.isNamed(child)) {
        if (kind === K.statementBlock || kind === K.formalParameters) break;
      } else if (kind === T.static) flags |= Flag.static;
      else if (kind === T.async) flags |= Flag.async;
      else if (kind === T.abstract) flags |= Flag.abstract;
      else if (kind === T.get) flags |= Flag.getter;
      else if (kind === T.set) flags |= Flag.setter;
      else if (kind === T.star) flags |= Flag.generator;
      else if (kind === T.optional) flags |= Flag.optional;
      else if (kind === T.equals) break;
    }
    return flags;
  }

  #functionFlags(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { K, T } = this.s;
    let flags = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      const kind = tree.kinds[child];
      if (kind === K.formalParameters || kind === K.statementBlock) break;
      if (tree.isNamed(child)) continue;
      if (kind === T.async) flags |= Flag.async;
      else if (kind === T.star) flags |= Flag.generator;
    }
    return flags;
  }

  /**
   * Adds a symbol and notes its name. Decorators stand before a definition, not in it; its
   * documentation stands before them.
   */
  #define(x: Extraction, node: NodeIndex, definition: Definition): number {
    const scope = definition.bindIn;
    const range = definition.rangeNode ?? node;
    const doc = definition.doc ?? spoken(x.docBefore(this.#statement(x, range)));
    const start = this.#afterDecorators(x, range);
    const owner = typeof scope === "number" ? scope : x.scope;
    const held = definition.container === undefined && scope !== "nowhere"
      ? fileState(x).objectOwner(owner)
      : NONE;
    const row = x.define(node, {
      ...definition,
      doc,
      signatureNode: start === NONE ? range : start,
      ...(held === NONE ? {} : { container: held }),
    });
    const isType = definition.kind === Kind.type || definition.kind === Kind.interface;
    if (isType) fileState(x).declareType(x.scope, definition.name, row);
    else if (scope !== "nowhere") {
      fileState(x).declare(scope ?? x.scope, definition.name, row);
    }
    if (start !== NONE) this.#startAt(x, start, row);
    return row;
  }

  /** First part of a definition after its decorators; -1 when it has none. */
  #afterDecorators(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    let child = tree.firstChild(node);
    if (child === NONE || tree.kinds[child] !== this.s.K.decorator) return NONE;
    while (child !== NONE && (tree.kinds[child] === this.s.K.decorator || tree.isExtra(child))) {
      child = tree.nextSibling(child);
    }
    return child;
  }

  #startAt(x: Extraction, node: NodeIndex, row: number): void {
    const { symbols } = x.facts.tables;
    const start = x.tree.starts[node]!;
    symbols.set(row, Sym.START, start);
    symbols.set(row, Sym.START_LINE, x.lineAt(start));
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  defineFunction(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const nameNode = x.tree.child(node, F.name);
    if (nameNode === NONE) return;
    const body = x.tree.child(node, F.body);
    this.#define(x, node, {
      kind: Kind.function,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags: this.#functionFlags(x, node) | this.#exportFlags(x, node) |
        (body === NONE ? Flag.declaration : 0),
    });
    fileState(x).forms.set(x.scopeAt(node), Form.plain);
  }

  /** An arrow or function expression: known by what holds it, else anonymous. */
  defineFunctionValue(x: Extraction, node: NodeIndex): void {
    const holder = this.names.holder(x, node);
    const nameNode = holder.node === NONE ? NONE : this.names.heldName(x, holder.node);
    if (nameNode !== NONE && !this.names.isComputed(x, nameNode)) {
      this.#defineHeld(x, node, holder.node, nameNode, Kind.function);
    } else this.#defineAnonymous(x, node, holder.node);
    this.#noteForm(x, node, holder.node);
  }

  /** A function or class under the name that its declarator, field, pair or assignment gives it. */
  #defineHeld(
    x: Extraction,
    node: NodeIndex,
    holder: NodeIndex,
    nameNode: NodeIndex,
    kind: number,
  ): void {
    const { tree } = x;
    const { F, K } = this.s;
    const name = this.names.keyText(x, nameNode);
    const holderKind = tree.kinds[holder];
    const own = kind === Kind.class ? 0 : this.#functionFlags(x, node);
    const base: Definition = {
      kind,
      name,
      nameNode,
      scopeNode: node,
      bodyNode: tree.child(node, F.body),
      rangeNode: holder,
      flags: own,
    };
    const isMember = kind === Kind.function;
    if (holderKind === K.variableDeclarator) {
      const statement = this.#statement(x, holder);
      this.#define(x, node, {
        ...base,
        rangeNode: tree.namedChildCount(tree.parents[holder]!) === 1 ? statement : holder,
        flags: own | this.#exportFlags(x, holder),
        bindIn: this.#declaratorScope(x, holder),
      });
    } else if (holderKind === K.assignment) {
      const place = this.#assignedPlace(x, holder, name, base);
      this.#define(x, node, { ...base, ...place });
      const owner = typeof place.bindIn === "number" ? x.scopeKind(place.bindIn) : NONE;
      if (owner === ScopeKind.object || owner === ScopeKind.class) {
        fileState(x).receivers.set(x.scopeAt(node), place.bindIn as number);
      }
    } else if (holderKind === K.pair) {
      this.#define(x, node, {
        ...base,
        kind: isMember ? Kind.method : kind,
        ...this.#memberQualifier(x, holder),
      });
    } else {
      this.#define(x, node, {
        ...base,
        kind: isMember ? Kind.method : kind,
        flags: own | this.#memberFlags(x, holder, name),
      });
    }
  }

  /** A callback, an argument, an `export default`: named after where it stands. */
  #defineAnonymous(x: Extraction, node: NodeIndex, holder: NodeIndex): void {
    const { F, K } = this.s;
    const ownName = x.tree.child(node, F.name);
    const test = testOf(x, node, this.names);
    const isDefault = holder !== NONE && x.tree.kinds[holder] === K.exportStatement;
    const flags = this.#functionFlags(x, node) | (test?.flags ?? 0) |
      (isDefault ? Flag.exported | Flag.defaultExport : 0) |
      (ownName === NONE && test?.title === undefined ? Flag.anonymous : 0);
    this.#define(x, node, {
      kind: test?.isCase === true ? Kind.test : Kind.function,
      name: test?.title ??
        (ownName !== NONE ? x.textOf(ownName) : isDefault ? "default" : this.#place(x, node)),
      nameNode: ownName === NONE ? node : ownName,
      scopeNode: node,
      bodyNode: x.tree.child(node, F.body),
      bindIn: "nowhere",
      doc: isDefault ? x.docBefore(holder) : "",
      flags,
    });
  }

  /** Where an anonymous function stands: `<map callback>`. */
  #place(x: Extraction, node: NodeIndex): string {
    const { F, K } = this.s;
    const { tree } = x;
    const args = tree.parents[node]!;
    if (args === NONE || tree.kinds[args] !== K.arguments) return "<function>";
    const call = tree.parents[args]!;
    const callee = tree.child(call, tree.kinds[call] === K.new ? F.constructor : F.function);
    const name = this.names.lastName(x, callee);
    return name === NONE ? "<callback>" : `<${this.names.keyText(x, name)} callback>`;
  }

  #noteForm(x: Extraction, node: NodeIndex, holder: NodeIndex): void {
    const { K } = this.s;
    const { tree } = x;
    const { forms } = fileState(x);
    const scope = x.scopeAt(node);
    if (tree.kinds[node] === K.arrow) forms.set(scope, Form.arrow);
    else if (holder === NONE) forms.set(scope, Form.callback);
    else if (tree.kinds[holder] === K.pair) {
      const isQualified = this.#memberQualifier(x, holder).qualifier !== undefined;
      forms.set(scope, isQualified ? Form.plain : Form.method);
    } else if (this.s.FIELDS.has(tree.kinds[holder]!)) {
      const isStatic = this.#hasToken(x, holder, this.s.T.static);
      forms.set(scope, isStatic ? Form.static : Form.method);
    } else forms.set(scope, Form.plain);
  }

  // ── classes and their members ───────────────────────────────────────────────────────────────

  defineClass(x: Extraction, node: NodeIndex): void {
    const { F, K, T } = this.s;
    const nameNode = x.tree.child(node, F.name);
    const body = x.tree.child(node, F.body);
    const holder = x.tree.kinds[node] === K.class ? this.names.holder(x, node).node : NONE;
    const held = holder === NONE ? NONE : this.names.heldName(x, holder);
    if (held !== NONE && !this.names.isComputed(x, held)) {
      this.#defineHeld(x, node, holder, held, Kind.class);
    } else {
      const isDefault = holder !== NONE && x.tree.kinds[holder] === K.exportStatement;
      const named = nameNode !== NONE;
      this.#define(x, node, {
        kind: Kind.class,
        name: named ? x.textOf(nameNode) : isDefault ? "default" : "<class>",
        nameNode: named ? nameNode : node,
        scopeNode: node,
        bodyNode: body,
        flags: this.#exportFlags(x, node) |
          (this.#hasToken(x, node, T.abstract) ? Flag.abstract : 0) |
          (isDefault ? Flag.exported | Flag.defaultExport : 0) |
          (named || isDefault ? 0 : Flag.anonymous),
        ...(x.tree.kinds[node] === K.class ? { bindIn: "nowhere" as const } : {}),
      });
    }
    this.#declareMembers(x, body, x.scopeAt(node));
  }

  /** Notes the declared members first, so that `this.x = …` before them makes no second one. */
  #declareMembers(x: Extraction, body: NodeIndex, scope: number): void {
    const { tree } = x;
    if (body === NONE) return;
    const state = fileState(x);
    for (let child = tree.firstChild(body); child !== NONE; child = tree.nextSibling(child)) {
      const kind = tree.kinds[child]!;
      if (!this.s.FIELDS.has(kind) && kind !== this.s.K.methodDefinition) continue;
      state.declare(scope, this.names.keyText(x, this.names.memberName(x, child)));
    }
  }

  defineMethod(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    const nameNode = this.names.memberName(x, node);
    if (nameNode === NONE) return;
    const name = this.names.keyText(x, nameNode);
    const body = tree.child(node, F.body);
    const flags = this.#memberFlags(x, node, name) | (body === NONE ? Flag.declaration : 0);
    const inClass = x.scopeKind() === ScopeKind.class;
    const qualified = inClass ? {} : this.#memberQualifier(x, node);
    this.#define(x, node, {
      kind: inClass && name === "constructor"
        ? Kind.constructor
        : flags & (Flag.getter | Flag.setter)
        ? Kind.property
        : Kind.method,
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body,
      flags,
      ...qualified,
    });
    const form = qualified.qualifier !== undefined
      ? Form.plain
      : flags & Flag.static
      ? Form.static
      : Form.method;
    fileState(x).forms.set(x.scopeAt(node), form);
  }

  defineField(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const value = this.names.unwrap(x, x.tree.child(node, F.value));
    if (this.#isDefinedAlone(x, value)) return;
    const nameNode = this.names.memberName(x, node);
    if (nameNode === NONE) return;
    const name = this.names.keyText(x, nameNode);
    this.#define(x, node, {
      kind: Kind.field,
      name,
      nameNode,
      bodyNode: x.tree.child(node, F.value),
      flags: this.#memberFlags(x, node, name),
    });
  }

  /** Whether a value is a function or class, which its own rule defines under its holder's name. */
  #isDefinedAlone(x: Extraction, value: NodeIndex): boolean {
    if (value === NONE) return false;
    const kind = x.tree.kinds[value]!;
    return this.s.FUNCTIONS.has(kind) || kind === this.s.K.class;
  }

  /** Properties of interfaces, and of type literals that a type alias names. */
  defineProperty(x: Extraction, node: NodeIndex): void {
    const { K } = this.s;
    const { tree } = x;
    const owner = tree.parents[node]!;
    const named = x.scopeKind() === ScopeKind.class ||
      tree.kinds[tree.parents[owner] ?? NONE] === K.typeAlias;
    const nameNode = this.names.memberName(x, node);
    if (!named || nameNode === NONE) return;
    const name = this.names.keyText(x, nameNode);
    this.#define(x, node, {
      kind: Kind.field,
      name,
      nameNode,
      flags: this.#memberFlags(x, node, name) | Flag.declaration,
    });
  }

  /** `constructor(private a: A)`. */
  defineParameterProperty(x: Extraction, node: NodeIndex): void {
    const { F, K, T } = this.s;
    const { tree } = x;
    if (x.scopeKind() !== ScopeKind.function) return;
    const owner = x.scopeParent(x.scope);
    if (x.scopeKind(owner) !== ScopeKind.class) return;
    const makesField = tree.childOfKind(node, K.accessibility) !== NONE ||
      tree.childOfKind(node, K.overrideModifier) !== NONE || this.#hasToken(x, node, T.readonly);
    const pattern = tree.child(node, F.pattern);
    if (!makesField || pattern === NONE || tree.kinds[pattern] !== K.identifier) return;
    const name = x.textOf(pattern);
    this.#define(x, node, {
      kind: Kind.field,
      name,
      nameNode: pattern,
      bindIn: owner,
      container: x.symbolOfScope(owner),
      doc: "",
      flags: this.#memberFlags(x, node, name),
    });
  }

  // ── types and namespaces ────────────────────────────────────────────────────────────────────

  defineInterface(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    this.#define(x, node, {
      kind: Kind.interface,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      flags: this.#exportFlags(x, node) | Flag.declaration,
    });
  }

  defineAlias(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const nameNode = x.tree.child(node, F.name);
    if (nameNode === NONE) return;
    const hasParameters = x.tree.child(node, F.typeParameters) !== NONE;
    this.#define(x, node, {
      kind: Kind.type,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: hasParameters ? node : NONE,
      scopeKind: ScopeKind.block,
      flags: this.#exportFlags(x, node) | Flag.declaration,
    });
  }

  defineEnum(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const nameNode = tree.child(node, F.name);
    const body = tree.child(node, F.body);
    if (nameNode === NONE) return;
    const row = this.#define(x, node, {
      kind: Kind.enum,
      name: x.textOf(nameNode),
      nameNode,
      scopeNode: node,
      bodyNode: body,
      flags: this.#exportFlags(x, node),
    });
    if (body === NONE) return;
    for (let child = tree.firstChild(body); child !== NONE; child = tree.nextSibling(child)) {
      const name = tree.kinds[child] === K.enumAssignment ? tree.child(child, F.name) : child;
      if (name === NONE || !tree.isNamed(child) || tree.isExtra(child)) continue;
      this.#define(x, child, {
        kind: Kind.enumMember,
        name: this.names.keyText(x, name),
        nameNode: name,
        bindIn: x.scopeAt(node),
        container: row,
      });
    }
  }

  /** `namespace A.B { }`, `declare module "x" { }`, `declare global { }`. */
  defineNamespace(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const nameNode = tree.child(node, F.name);
    const body = tree.child(node, F.body);
    if (nameNode === NONE) return;
    const isModule = tree.kinds[nameNode] === K.string;
    this.#define(x, node, {
      kind: isModule ? Kind.module : Kind.namespace,
      name: this.names.keyText(x, nameNode),
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.namespace,
      bodyNode: body,
      flags: this.#exportFlags(x, node),
      ...(isModule ? { bindIn: "nowhere" as const } : {}),
    });
  }

  // ── variables and assignments ───────────────────────────────────────────────────────────────

  /** Scope that a declarator binds in: `var` belongs to the function around. */
  #declaratorScope(x: Extraction, declarator: NodeIndex): number {
    const parent = x.tree.parents[declarator]!;
    return parent !== NONE && x.tree.kinds[parent] === this.s.K.variableDeclaration
      ? x.functionScope()
      : x.scope;
  }

  defineVariable(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const { tree } = x;
    const nameNode = tree.child(node, F.name);
    if (nameNode === NONE) return;
    const value = this.names.unwrap(x, tree.child(node, F.value));
    if (this.#isDefinedAlone(x, value) && !this.s.PATTERNS.has(tree.kinds[nameNode]!)) return;
    const scope = this.#declaratorScope(x, node);
    if (scope === 0 && this.names.isExports(x, value)) {
      fileState(x).exportsNames.add(x.textOf(nameNode));
    }
    const kind = x.scopeKind(scope);
    const isPublic = kind === ScopeKind.file || kind === ScopeKind.namespace;
    const imported = this.names.required(x, value) !== undefined;
    this.#declareAll(x, nameNode, scope, isPublic && !imported ? node : NONE);
  }

  /** Every name in a declarator's pattern: a symbol at the top level, else only noted. */
  #declareAll(x: Extraction, pattern: NodeIndex, scope: number, declarator: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const kind = tree.kinds[pattern];
    if (kind === K.identifier || kind === K.shorthandPattern) {
      if (declarator === NONE) {
        fileState(x).declareLocal(scope, x.textOf(pattern), pattern);
      } else this.#defineDeclared(x, pattern, scope, declarator);
      return;
    }
    if (kind === K.pairPattern) {
      const value = tree.child(pattern, F.value);
      if (value !== NONE) this.#declareAll(x, value, scope, declarator);
      return;
    }
    if (kind === K.assignmentPattern || kind === K.objectAssignmentPattern) {
      const left = tree.child(pattern, F.left);
      if (left !== NONE) this.#declareAll(x, left, scope, declarator);
      return;
    }
    if (kind !== K.objectPattern && kind !== K.arrayPattern && kind !== K.restPattern) return;
    for (let child = tree.firstChild(pattern); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.isNamed(child)) this.#declareAll(x, child, scope, declarator);
    }
  }

  #defineDeclared(x: Extraction, nameNode: NodeIndex, scope: number, declarator: NodeIndex): void {
    const { tree } = x;
    const { F, T } = this.s;
    const name = x.textOf(nameNode);
    const declaration = tree.parents[declarator]!;
    const isConst = declaration !== NONE && this.#hasToken(x, declaration, T.const);
    const alone = tree.child(declarator, F.name) === nameNode;
    this.#define(x, alone ? declarator : nameNode, {
      kind: isConst && CONSTANT_NAME.test(name) ? Kind.constant : Kind.variable,
      name,
      nameNode,
      rangeNode: alone && declaration !== NONE && tree.namedChildCount(declaration) === 1
        ? this.#statement(x, declarator)
        : declarator,
      bindIn: scope,
      flags: this.#exportFlags(x, declarator),
    });
  }

  /** `this.x = …`, `exports.x = …`, `a.b = c.d = function …`; functions have rules of their own. */
  defineAssigned(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const left = tree.child(node, F.left);
    const right = this.names.unwrap(x, tree.child(node, F.right));
    if (left === NONE || right === NONE || tree.kinds[left] !== K.member) return;
    if (this.#isDefinedAlone(x, right)) return;
    const nameNode = tree.child(left, F.property);
    const object = tree.child(left, F.object);
    if (nameNode === NONE || object === NONE) return;
    const name = x.textOf(nameNode);
    if (tree.kinds[object] === K.this) return this.#defineOwnField(x, node, nameNode, name);
    const isFunction = this.#isDefinedAlone(x, this.#rightmost(x, right));
    const atTop = x.functionScope() === 0;
    if (!isFunction && !atTop) return;
    if (this.names.isExports(x, left) || name === "prototype") return;
    // `exports.a = a` offers what has a name already.
    if (this.names.isExports(x, object) && tree.kinds[right] === K.identifier) return;
    const base: Definition = {
      kind: isFunction ? Kind.function : Kind.variable,
      name,
      nameNode,
      bodyNode: tree.child(node, F.right),
    };
    const place = this.#assignedPlace(x, node, name, base);
    if (!isFunction && place.kind === Kind.method) place.kind = Kind.field;
    // Later assignments to a member are no further definitions of it.
    if (!isFunction && typeof place.bindIn === "number") {
      if (fileState(x).declares(place.bindIn, name)) return;
    }
    this.#define(x, node, { ...base, ...place });
  }

  #rightmost(x: Extraction, node: NodeIndex): NodeIndex {
    let at = node;
    while (at !== NONE && x.tree.kinds[at] === this.s.K.assignment) {
      at = this.names.unwrap(x, x.tree.child(at, this.s.F.right));
    }
    return at;
  }

  #defineOwnField(x: Extraction, node: NodeIndex, nameNode: NodeIndex, name: string): void {
    const state = fileState(x);
    const self = state.self(x.scope);
    if (self === undefined || x.scopeKind(self.scope) === ScopeKind.function) return;
    if (state.declares(self.scope, name)) return;
    this.#define(x, node, {
      kind: Kind.field,
      name,
      nameNode,
      bindIn: self.scope,
      container: x.symbolOfScope(self.scope),
      bodyNode: x.tree.child(node, this.s.F.right),
      flags: (name.startsWith("#") ? Flag.private : 0) | (self.isStatic ? Flag.static : 0),
    });
  }

  /** Kind, flags, scope and qualifier of what an assignment defines. */
  #assignedPlace(
    x: Extraction,
    assignment: NodeIndex,
    name: string,
    base: Definition,
  ): Partial<Definition> {
    const { F, K } = this.s;
    const { tree } = x;
    const state = fileState(x);
    const left = tree.child(assignment, F.left);
    const flags = base.flags ?? 0;
    if (tree.kinds[left] === K.identifier) {
      if (this.names.isExports(x, left)) return this.#wholeModule(x, flags);
      this.#defineAhead(x, name);
      return { bindIn: "nowhere" };
    }
    if (this.names.isExports(x, left)) return this.#wholeModule(x, flags);
    const object = tree.child(left, F.object);
    if (this.names.isExports(x, object)) return { bindIn: "nowhere", flags: flags | Flag.exported };
    const kind = base.kind === Kind.function ? Kind.method : base.kind;
    if (object !== NONE && tree.kinds[object] === K.this) return this.#onThis(x, kind, name, flags);
    if (object !== NONE && tree.kinds[object] === K.identifier) {
      const held = state.objectNamed(x.textOf(object), x.scope);
      if (held !== NONE) return { kind, bindIn: held };
    }
    const qualifier = this.#qualifier(x, object);
    if (qualifier === undefined) return { kind, bindIn: "nowhere" };
    const isStatic = !qualifier.isInstance && this.#isClassLike(x, qualifier.name);
    return {
      kind,
      bindIn: "nowhere",
      qualifier: qualifier.name,
      flags: flags | (isStatic ? Flag.static : 0),
    };
  }

  /** `let f; … f = () => …`: a local variable that a function is assigned to becomes a symbol. */
  #defineAhead(x: Extraction, name: string): void {
    const state = fileState(x);
    const scope = state.scopeDeclaring(name, x.scope);
    const nameNode = scope === NONE ? NONE : state.nodeOf(scope, name);
    if (nameNode === NONE || state.symbolNamed(scope, name) !== NONE) return;
    this.#define(x, nameNode, {
      kind: Kind.variable,
      name,
      bindIn: scope,
      container: x.symbolOfScope(scope),
      doc: "",
    });
  }

  #wholeModule(x: Extraction, flags: number): Partial<Definition> {
    const file = x.fileName.replace(/\..*$/, "");
    return {
      name: file,
      bindIn: "nowhere",
      flags: flags | Flag.exported | Flag.defaultExport,
    };
  }

  #onThis(x: Extraction, kind: number, name: string, flags: number): Partial<Definition> {
    const self = fileState(x).self(x.scope);
    if (self === undefined) return { kind, bindIn: "nowhere" };
    if (x.scopeKind(self.scope) !== ScopeKind.function) {
      // A declared field is the definition; the function is a value of it.
      const isDeclared = fileState(x).declares(self.scope, name);
      return {
        kind,
        bindIn: isDeclared ? "nowhere" : self.scope,
        container: x.symbolOfScope(self.scope),
        flags: flags | (self.isStatic ? Flag.static : 0),
      };
    }
    const { symbols } = x.facts.tables;
    const owner = x.symbolOfScope(self.scope);
    const qualifier = symbols.get(owner, Sym.QUALIFIER);
    const named = qualifier >= 0 ? qualifier : symbols.get(owner, Sym.NAME);
    const container = symbols.get(owner, Sym.CONTAINER);
    return { kind, bindIn: "nowhere", qualifier: x.facts.textAt(named), flags, container };
  }

  #qualifier(x: Extraction, object: NodeIndex): { name: string; isInstance: boolean } | undefined {
    const text = this.names.dottedText(x, object);
    if (text === undefined) return undefined;
    return text.endsWith(".prototype")
      ? { name: text.slice(0, -".prototype".length), isInstance: true }
      : { name: text, isInstance: false };
  }

  #isClassLike(x: Extraction, name: string): boolean {
    const state = fileState(x);
    const scope = state.scopeDeclaring(name, x.scope);
    const row = scope === NONE ? NONE : state.symbolNamed(scope, name);
    if (row === NONE) return false;
    const kind = x.facts.tables.symbols.get(row, Sym.KIND);
    return kind === Kind.class || kind === Kind.function;
  }

  // ── object literals and other scopes ────────────────────────────────────────────────────────

  /** An object literal has a scope for its members, unless they can say nothing. */
  openObject(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    const holder = this.names.holder(x, node).node;
    let chain = holder;
    while (chain !== NONE && tree.kinds[chain] === K.assignment) {
      chain = this.names.holder(x, chain).node;
    }
    const declarator = chain !== NONE && tree.kinds[chain] === K.variableDeclarator ? chain : NONE;
    const says = declarator !== NONE || holder !== NONE || this.#hasTellingMember(x, node) ||
      x.isAsked(node);
    if (!says) return;
    const scope = x.openScope(node, ScopeKind.object);
    if (holder !== NONE) fileState(x).ownObject(scope, x.symbolAt(holder));
    if (declarator === NONE) return;
    const name = tree.child(declarator, F.name);
    if (name === NONE || tree.kinds[name] !== K.identifier) return;
    fileState(x).holdObject(this.#declaratorScope(x, declarator), x.textOf(name), scope);
    fileState(x).ownObject(scope, x.symbolAt(declarator));
  }

  #hasTellingMember(x: Extraction, object: NodeIndex): boolean {
    const { F, K } = this.s;
    const { tree } = x;
    for (let child = tree.firstChild(object); child !== NONE; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      if (tree.kinds[child] !== K.pair) return true;
      const value = tree.child(child, F.value);
      if (value !== NONE && !this.s.PLAIN_VALUES.has(tree.kinds[value]!)) return true;
    }
    return false;
  }

  /** Members of a constant of the module are symbols, functions or not. */
  definePair(x: Extraction, node: NodeIndex): void {
    const { F, K } = this.s;
    const { tree } = x;
    if (x.scopeKind() !== ScopeKind.object || x.scopeParent(x.scope) !== 0) return;
    const holder = this.names.holder(x, tree.parents[node]!).node;
    if (holder === NONE) return;
    const holderKind = tree.kinds[holder];
    if (holderKind !== K.variableDeclarator && holderKind !== K.exportStatement) return;
    const value = this.names.unwrap(x, tree.child(node, F.value));
    const key = tree.child(node, F.key);
    if (this.#isDefinedAlone(x, value) || this.names.isComputed(x, key)) return;
    this.#define(x, node, {
      kind: Kind.field,
      name: this.names.keyText(x, key),
      nameNode: key,
      bodyNode: tree.child(node, F.value),
    });
  }

  /** `Foo.prototype = { m() {} }`, `Object.assign(Foo.prototype, { m() {} })`: members of `Foo`. */
  #memberQualifier(x: Extraction, member: NodeIndex): Partial<Definition> {
    const { F, K } = this.s;
    const { tree } = x;
    const object = tree.parents[member]!;
    if (object === NONE || tree.kinds[object] !== K.object) return {};
    const parent = tree.parents[object]!;
    if (parent === NONE) return {};
    let target: NodeIndex = NONE;
    if (tree.kinds[parent] === K.assignment) target = tree.child(parent, F.left);
    else if (tree.kinds[parent] === K.arguments) {
      const callee = tree.child(tree.parents[parent]!, F.function);
      const text = callee === NONE ? "" : x.textOf(callee);
      if (text !== "Object.assign" && !/^[$_]?(\w*\.)?extend$/.test(text)) return {};
      target = tree.namedChild(parent);
      if (target === object) return {};
    }
    if (target === NONE || this.names.isExports(x, target)) return {};
    const qualifier = this.#qualifier(x, target);
    if (qualifier === undefined) return {};
    if (!qualifier.isInstance && tree.kinds[parent] === K.assignment) return {};
    return { qualifier: qualifier.name };
  }

  /** A function type or signature with type parameters of its own. */
  openTypeScope(x: Extraction, node: NodeIndex): void {
    if (x.tree.child(node, this.s.F.typeParameters) !== NONE) x.openScope(node, ScopeKind.block);
  }

  /** A conditional type that infers names. */
  openConditional(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const right = tree.child(node, this.s.F.right);
    if (right === NONE) return;
    for (let at = right; at < tree.nexts[right]!; at++) {
      if (tree.kinds[at] === this.s.K.inferType) {
        x.openScope(node, ScopeKind.block);
        return;
      }
    }
  }

  /** A block with declarations of its own. Bodies of functions share their function's scope. */
  openBlock(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent !== NONE && this.s.CALLABLES.has(tree.kinds[parent]!)) return;
    if (parent !== NONE && x.scopeAt(parent) !== NONE) return;
    if (parent !== NONE && tree.kinds[parent] === this.s.K.ambient) {
      return this.#defineGlobal(x, node, parent);
    }
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (this.s.BLOCK_SCOPED.has(tree.kinds[child]!)) {
        x.openScope(node, ScopeKind.block);
        return;
      }
    }
  }

  /** `declare global { … }`. */
  #defineGlobal(x: Extraction, node: NodeIndex, ambient: NodeIndex): void {
    this.#define(x, node, {
      kind: Kind.namespace,
      name: "global",
      rangeNode: ambient,
      scopeNode: node,
      scopeKind: ScopeKind.namespace,
      bodyNode: node,
      bindIn: "nowhere",
      flags: Flag.declaration,
    });
  }
}

/** What a comment says, without what it tells tools, and without rulers. */
function spoken(doc: string): string {
  if (doc === "" || !SILENT_LINE.test(doc)) return doc;
  return doc.split("\n").filter((line) => !SILENT_LINE.test(line)).join("\n").trim();
}
