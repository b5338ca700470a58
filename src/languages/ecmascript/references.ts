/** Second pass: references, bindings, declared and given types of TypeScript and JavaScript. */
import type { Extraction } from "../../extract/extraction.ts";
import {
  BindingKind,
  Flag,
  ImportKind,
  Kind,
  Op,
  RefKind,
  ScopeKind,
  Sym,
} from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Bindings } from "./bindings.ts";
import type { Contexts } from "./contexts.ts";
import type { Elements } from "./elements.ts";
import { builtin, type Expressions } from "./expressions.ts";
import { fileState } from "./file_state.ts";
import type { JsdocOf } from "./jsdoc.ts";
import type { Names } from "./names.ts";
import type { Syntax } from "./syntax.ts";
import type { Types } from "./types.ts";

/** Member under which the call signatures of a type are kept. */
export const CALL_SIGNATURE = "()";
/** Member under which the construct signatures of a type are kept. */
export const CONSTRUCT_SIGNATURE = "new";

/** What the rules of the second pass work with. */
export interface Parts {
  readonly s: Syntax;
  readonly names: Names;
  readonly bindings: Bindings;
  readonly contexts: Contexts;
  readonly expressions: Expressions;
  readonly types: Types;
  readonly jsdoc: JsdocOf;
  readonly elements: Elements;
}

/** Rules of the second pass, imports and exports excepted. */
export class References {
  constructor(readonly parts: Parts) {}

  rules(): Record<string, NodeRule> {
    const callable: NodeRule = (x, node) => this.#callable(x, node);
    const functionValue: NodeRule = (x, node) => this.#functionValue(x, node);
    const classRule: NodeRule = (x, node) => this.#class(x, node);
    const field: NodeRule = (x, node) => this.#field(x, node);
    const jsx: NodeRule = (x, node) => this.#jsx(x, node);
    return {
      function_declaration: callable,
      generator_function_declaration: callable,
      function_signature: callable,
      method_definition: callable,
      method_signature: callable,
      abstract_method_signature: callable,
      arrow_function: functionValue,
      function_expression: functionValue,
      generator_function: functionValue,
      class_declaration: classRule,
      abstract_class_declaration: classRule,
      class: classRule,
      public_field_definition: field,
      field_definition: field,
      property_signature: (x, node) => this.#propertySignature(x, node),
      index_signature: (x, node) => this.#indexSignature(x, node),
      call_signature: (x, node) => this.#signature(x, node, CALL_SIGNATURE),
      construct_signature: (x, node) => this.#signature(x, node, CONSTRUCT_SIGNATURE),
      function_type: (x, node) => this.#typeScope(x, node),
      constructor_type: (x, node) => this.#typeScope(x, node),
      infer_type: (x, node) => this.#inferred(x, node),
      interface_declaration: (x, node) => this.#interface(x, node),
      type_alias_declaration: (x, node) => this.#alias(x, node),
      enum_declaration: (x, node) => this.#enum(x, node),
      type_identifier: (x, node) => this.#typeName(x, node),
      nested_type_identifier: (x, node) => this.#typeName(x, node),
      variable_declarator: (x, node) => this.#declarator(x, node),
      assignment_expression: (x, node) => this.#assignment(x, node),
      augmented_assignment_expression: (x, node) => this.#assignment(x, node),
      for_in_statement: (x, node) => this.#forIn(x, node),
      catch_clause: (x, node) => this.#catch(x, node),
      return_statement: (x, node) => this.#return(x, node),
      call_expression: (x, node) => this.#call(x, node),
      new_expression: (x, node) => this.#new(x, node),
      decorator: (x, node) => this.#decorator(x, node),
      object: (x, node) => this.parts.elements.offerObject(x, node),
      pair: (x, node) => this.#pair(x, node),
      shorthand_property_identifier: (x, node) => this.#shorthand(x, node),
      array: (x, node) => this.#mentionAll(x, node),
      ternary_expression: (x, node) => this.#mentionAll(x, node),
      spread_element: (x, node) => this.#spread(x, node),
      jsx_opening_element: jsx,
      jsx_self_closing_element: jsx,
      jsx_expression: (x, node) => this.#mentionAll(x, node),
    };
  }

  // ── callables ───────────────────────────────────────────────────────────────────────────────

  #callable(x: Extraction, node: NodeIndex): void {
    const { bindings, s, jsdoc } = this.parts;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    bindings.typeParameters(x, node);
    const returns = x.tree.child(node, s.F.returnType);
    x.setType(symbol, returns === NONE ? jsdoc.result(x, node) : x.type(returns));
    bindings.parameters(x, node, symbol);
  }

  #functionValue(x: Extraction, node: NodeIndex): void {
    const { s, names } = this.parts;
    const { tree } = x;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    this.#callable(x, node);
    this.#declaredResult(x, node, symbol);
    const ownName = tree.child(node, s.F.name);
    if (ownName !== NONE) {
      x.bind(x.scope, x.textOf(ownName), BindingKind.definition, {
        symbol,
        offset: tree.starts[ownName]!,
      });
    }
    const body = tree.child(node, s.F.body);
    if (tree.kinds[node] !== s.K.arrow || body === NONE) return;
    if (tree.kinds[body] === s.K.statementBlock) return;
    this.#result(x, symbol, x.value(body));
    this.#mention(x, names.unwrap(x, body));
  }

  /** A function held by something with a declared type returns what that type says. */
  #declaredResult(x: Extraction, node: NodeIndex, symbol: number): void {
    const { s, names } = this.parts;
    const { tree } = x;
    if (tree.child(node, s.F.returnType) !== NONE) return;
    const { node: holder } = names.holder(x, node);
    if (holder === NONE) return;
    const kind = tree.kinds[holder]!;
    if (kind !== s.K.variableDeclarator && !s.FIELDS.has(kind)) return;
    const annotation = tree.child(holder, s.F.type);
    const type = annotation === NONE ? -1 : x.type(annotation);
    if (type < 0) return;
    x.setType(symbol, x.callExpression(x.facts.expression(Op.instance, type), []));
  }

  #return(x: Extraction, node: NodeIndex): void {
    const value = x.tree.namedChild(node);
    if (value === NONE || x.symbol === NONE) return;
    this.#result(x, x.symbol, x.value(value));
    this.#mention(x, this.parts.names.unwrap(x, value));
  }

  #result(x: Extraction, symbol: number, value: number): void {
    if (value < 0) return;
    const flags = x.facts.tables.symbols.get(symbol, Sym.FLAGS);
    if (flags & Flag.generator) return;
    const isAsync = (flags & Flag.async) !== 0;
    x.addValue(
      symbol,
      isAsync ? builtin(x, "Promise", [x.facts.expression(Op.await, value)]) : value,
    );
  }

  // ── classes and types ───────────────────────────────────────────────────────────────────────

  #class(x: Extraction, node: NodeIndex): void {
    const { s, bindings } = this.parts;
    const { tree } = x;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    bindings.typeParameters(x, node);
    const heritage = tree.childOfKind(node, s.K.heritage);
    if (heritage === NONE) return;
    let extended = false;
    for (let c = tree.firstChild(heritage); c !== NONE; c = tree.nextSibling(c)) {
      if (!tree.isNamed(c) || tree.isExtra(c)) continue;
      if (tree.kinds[c] === s.K.implementsClause) this.#bases(x, c, RefKind.implement, symbol);
      else if (tree.kinds[c] === s.K.extendsClause) this.#extends(x, c, symbol);
      else if (!extended) this.#base(x, c, x.type(c), RefKind.inherit, symbol);
      extended = true;
    }
  }

  #extends(x: Extraction, clause: NodeIndex, symbol: number): void {
    const { s } = this.parts;
    const { tree } = x;
    const value = tree.child(clause, s.F.value);
    if (value === NONE) return;
    let type = x.type(value);
    const list = tree.child(clause, s.F.typeArguments);
    if (list !== NONE && type >= 0) {
      const args: number[] = [];
      for (let a = tree.firstChild(list); a !== NONE; a = tree.nextSibling(a)) {
        if (tree.isNamed(a) && !tree.isExtra(a)) args.push(x.type(a));
      }
      type = x.facts.expression(Op.apply, type, x.facts.list(args), args.length);
    }
    this.#base(x, value, type, RefKind.inherit, symbol);
  }

  #bases(x: Extraction, clause: NodeIndex, kind: number, symbol: number): void {
    const { tree } = x;
    for (let child = tree.firstChild(clause); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.isNamed(child) && !tree.isExtra(child)) {
        this.#base(x, child, x.type(child), kind, symbol);
      }
    }
  }

  #base(x: Extraction, node: NodeIndex, type: number, kind: number, symbol: number): void {
    const { s, names } = this.parts;
    const name = names.lastName(x, node);
    if (name !== NONE && type >= 0) x.refer(kind, name, type, -1, -1, symbol);
    if (x.tree.kinds[node] === s.K.call) this.#mixedBases(x, node, kind, symbol);
  }

  /** `mixin(Base)`: what a call that makes a class is given is a base of it, too. */
  #mixedBases(x: Extraction, call: NodeIndex, kind: number, symbol: number): void {
    const { s } = this.parts;
    const args = x.tree.child(call, s.F.arguments);
    if (args === NONE) return;
    for (let a = x.tree.firstChild(args); a !== NONE; a = x.tree.nextSibling(a)) {
      const argument = x.tree.kinds[a];
      if (argument === s.K.identifier || argument === s.K.member || argument === s.K.call) {
        this.#base(x, a, x.type(a), kind, symbol);
      }
    }
  }

  #interface(x: Extraction, node: NodeIndex): void {
    const { s, bindings } = this.parts;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    bindings.typeParameters(x, node);
    const clause = x.tree.childOfKind(node, s.K.extendsTypeClause);
    if (clause !== NONE) this.#bases(x, clause, RefKind.inherit, symbol);
  }

  #alias(x: Extraction, node: NodeIndex): void {
    const { s, bindings } = this.parts;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    bindings.typeParameters(x, node);
    x.setType(symbol, x.type(x.tree.child(node, s.F.value)));
  }

  /** A member of an enum is an instance of it. */
  #enum(x: Extraction, node: NodeIndex): void {
    const { s } = this.parts;
    const { tree } = x;
    const symbol = x.symbolAt(node);
    const body = tree.child(node, s.F.body);
    if (symbol === NONE || body === NONE) return;
    const type = x.facts.expression(Op.symbol, symbol);
    for (let child = tree.firstChild(body); child !== NONE; child = tree.nextSibling(child)) {
      const member = x.symbolAt(child);
      if (member !== NONE) x.setType(member, type);
    }
  }

  #field(x: Extraction, node: NodeIndex): void {
    const { s, names, jsdoc } = this.parts;
    const { tree } = x;
    const annotation = tree.child(node, s.F.type);
    const value = tree.child(node, s.F.value);
    this.#mention(x, names.unwrap(x, value));
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    x.setType(symbol, annotation === NONE ? jsdoc.variable(x, node) : x.type(annotation));
    if (value !== NONE) x.addValue(symbol, x.value(value));
  }

  #propertySignature(x: Extraction, node: NodeIndex): void {
    const { s, names } = this.parts;
    const annotation = x.tree.child(node, s.F.type);
    const type = annotation === NONE ? -1 : x.type(annotation);
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) return x.setType(symbol, type);
    const name = names.memberName(x, node);
    if (name === NONE || names.isComputed(x, name)) return;
    this.#member(x, names.keyText(x, name), type, -1, x.tree.starts[name]!);
  }

  #member(x: Extraction, name: string, type: number, value: number, offset: number): void {
    const kind = x.scopeKind();
    if (kind !== ScopeKind.class && kind !== ScopeKind.object) return;
    x.bind(x.scope, name, BindingKind.field, { type, value, offset });
  }

  /** `[key: string]: T`; of a mapped type, the name that stands for its keys. */
  #indexSignature(x: Extraction, node: NodeIndex): void {
    const { s } = this.parts;
    const { tree } = x;
    const mapped = tree.childOfKind(node, s.K.mappedClause);
    if (mapped !== NONE) {
      const name = tree.child(mapped, s.F.name);
      if (name !== NONE) this.#typeVariable(x, name);
    }
    const annotation = tree.child(node, s.F.type);
    if (annotation === NONE) return;
    this.#member(x, INDEX_SIGNATURE, x.type(annotation), -1, tree.starts[node]!);
  }

  #typeVariable(x: Extraction, name: NodeIndex): void {
    x.bind(x.scope, x.textOf(name), BindingKind.typeParameter, {
      offset: x.tree.starts[name]!,
      index: 0,
    });
  }

  /** Call and construct signatures are members without a name. */
  #signature(x: Extraction, node: NodeIndex, member: string): void {
    const { s, types } = this.parts;
    this.#typeScope(x, node);
    const returnField = member === CALL_SIGNATURE ? s.F.returnType : s.F.type;
    const type = types.functionType(x, node, returnField);
    const owner = x.scopeAt(node) === NONE ? x.scope : x.scopeParent(x.scope);
    const kind = x.scopeKind(owner);
    if (kind !== ScopeKind.class && kind !== ScopeKind.object) return;
    x.bind(owner, member, BindingKind.field, { type, offset: x.tree.starts[node]! });
  }

  #typeScope(x: Extraction, node: NodeIndex): void {
    if (x.scopeAt(node) !== NONE) this.parts.bindings.typeParameters(x, node);
  }

  #inferred(x: Extraction, node: NodeIndex): void {
    const name = x.tree.namedChild(node);
    if (name !== NONE && x.scopeKind() === ScopeKind.block) this.#typeVariable(x, name);
  }

  /** A type that is mentioned, unless it is being declared, inherited from, or part of a longer name. */
  #typeName(x: Extraction, node: NodeIndex): void {
    const { s, names } = this.parts;
    const { tree } = x;
    const parent = tree.parents[node]!;
    if (parent === NONE) return;
    const kind = tree.kinds[parent]!;
    if (kind === s.K.nestedType || kind === s.K.extendsTypeClause) return;
    if (kind === s.K.implementsClause || kind === s.K.inferType) return;
    if (tree.fields[node] === s.F.name && kind !== s.K.genericType) return;
    if (kind === s.K.genericType) {
      const above = tree.kinds[tree.parents[parent]!];
      if (above === s.K.extendsTypeClause || above === s.K.implementsClause) return;
    }
    const name = names.lastName(x, node);
    if (name !== NONE) x.refer(RefKind.type, name, x.type(node));
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #declarator(x: Extraction, node: NodeIndex): void {
    const { s, names, bindings, jsdoc } = this.parts;
    const { tree } = x;
    const pattern = tree.child(node, s.F.name);
    if (pattern === NONE) return;
    const given = tree.child(node, s.F.value);
    const valueNode = names.unwrap(x, given);
    this.#mention(x, valueNode);
    const required = valueNode === NONE ? undefined : names.required(x, valueNode);
    const scope = this.#declaratorScope(x, node);
    if (required !== undefined) return this.#requireInto(x, scope, pattern, required, valueNode);
    const isFunction = valueNode !== NONE && x.symbolAt(valueNode) !== NONE;
    if (isFunction && tree.kinds[pattern] === s.K.identifier) return;
    const annotation = tree.child(node, s.F.type);
    const type = annotation === NONE ? jsdoc.variable(x, node) : x.type(annotation);
    bindings.pattern(x, scope, pattern, { type, value: given === NONE ? -1 : x.value(given) });
  }

  #declaratorScope(x: Extraction, node: NodeIndex): number {
    const parent = x.tree.parents[node]!;
    return parent !== NONE && x.tree.kinds[parent] === this.parts.s.K.variableDeclaration
      ? x.functionScope()
      : x.scope;
  }

  /** `const a = require("x")`, `const { b, c: d } = require("x")`: an import in other words. */
  #requireInto(
    x: Extraction,
    scope: number,
    pattern: NodeIndex,
    specifier: string,
    call: NodeIndex,
  ): void {
    const { s, names, bindings } = this.parts;
    const { tree } = x;
    if (tree.kinds[pattern] === s.K.identifier) {
      return this.#importName(x, scope, specifier, "=", pattern);
    }
    if (tree.kinds[pattern] !== s.K.objectPattern) {
      return bindings.pattern(x, scope, pattern, { type: -1, value: x.value(call) });
    }
    for (let child = tree.firstChild(pattern); child !== NONE; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      const key = tree.child(child, s.F.key);
      const bound = tree.kinds[child] === s.K.shorthandPattern
        ? child
        : key === NONE
        ? NONE
        : tree.child(child, s.F.value);
      if (bound === NONE || !this.#isName(x, bound)) {
        const value = x.value(call);
        const whole = key === NONE ? value : x.memberExpression(value, names.keyText(x, key));
        bindings.pattern(x, scope, key === NONE ? child : bound, { type: -1, value: whole });
      } else {
        const name = names.keyText(x, key === NONE ? child : key);
        this.#importName(x, scope, specifier, name, bound);
      }
    }
  }

  #isName(x: Extraction, node: NodeIndex): boolean {
    const kind = x.tree.kinds[node];
    return kind === this.parts.s.K.identifier || kind === this.parts.s.K.shorthandPattern;
  }

  #importName(
    x: Extraction,
    scope: number,
    specifier: string,
    name: string,
    bound: NodeIndex,
  ): void {
    const offset = x.tree.starts[bound]!;
    const line = x.lineAt(offset);
    const index = x.facts.import(specifier, ImportKind.name, {
      name,
      scope,
      line,
      column: x.columnAt(offset, line),
    });
    x.bind(scope, x.textOf(bound), BindingKind.import, { index, offset });
  }

  #assignment(x: Extraction, node: NodeIndex): void {
    const { s, names, bindings } = this.parts;
    const { tree } = x;
    const left = tree.child(node, s.F.left);
    const right = tree.child(node, s.F.right);
    if (left === NONE || right === NONE) return;
    const value = x.value(right);
    this.#mention(x, names.unwrap(x, right));
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) {
      x.setType(symbol, this.parts.jsdoc.variable(x, node));
      const kind = x.facts.tables.symbols.get(symbol, Sym.KIND);
      // A second name of a function returns what the function does.
      const isCallable = kind === Kind.function || kind === Kind.method;
      x.addValue(symbol, isCallable && value >= 0 ? x.callExpression(value, []) : value);
    } else if (tree.kinds[left] === s.K.member) this.#assignMember(x, left, value);
    else if (tree.kinds[left] === s.K.subscript) this.#assignSymbol(x, left, value);
    else bindings.assign(x, left, value);
  }

  /** `this[kState] = …`. */
  #assignSymbol(x: Extraction, left: NodeIndex, value: number): void {
    const { s, names } = this.parts;
    const object = x.tree.child(left, s.F.object);
    const key = names.symbolKey(x, left);
    if (key === "" || object === NONE || x.tree.kinds[object] !== s.K.this || value < 0) return;
    const self = fileState(x).self(x.scope);
    if (self === undefined || x.scopeKind(self.scope) === ScopeKind.function) return;
    x.bind(self.scope, key, BindingKind.field, { value, offset: x.tree.starts[left]! });
  }

  /** A further value of a field that is known already, or of a member of an object literal. */
  #assignMember(x: Extraction, left: NodeIndex, value: number): void {
    const { s } = this.parts;
    const { tree } = x;
    const object = tree.child(left, s.F.object);
    if (object === NONE || value < 0) return;
    const state = fileState(x);
    if (tree.kinds[object] === s.K.identifier) {
      const held = state.objectNamed(x.textOf(object), x.scope);
      const name = tree.child(left, s.F.property);
      if (held !== NONE && name !== NONE) this.#assignHeld(x, held, name, value);
      return;
    }
    if (tree.kinds[object] !== s.K.this) return;
    const self = state.self(x.scope);
    if (self === undefined) return;
    const field = state.symbolNamed(self.scope, x.textOf(tree.child(left, s.F.property)));
    if (field === NONE) return;
    if (x.facts.tables.symbols.get(field, Sym.KIND) === Kind.field) x.addValue(field, value);
  }

  /** `app.ready = ready`, where `app` holds an object literal. */
  #assignHeld(x: Extraction, held: number, nameNode: NodeIndex, value: number): void {
    const name = x.textOf(nameNode);
    const member = fileState(x).symbolNamed(held, name);
    if (member === NONE) {
      x.bind(held, name, BindingKind.field, { value, offset: x.tree.starts[nameNode]! });
    } else if (x.facts.tables.symbols.get(member, Sym.SCOPE) < 0) x.addValue(member, value);
  }

  #forIn(x: Extraction, node: NodeIndex): void {
    const { s, bindings } = this.parts;
    const { tree } = x;
    const left = tree.child(node, s.F.left);
    const right = tree.child(node, s.F.right);
    if (left === NONE || right === NONE) return;
    const operator = tree.child(node, s.F.operator);
    const isOf = operator === NONE || tree.kinds[operator] === s.T.of;
    const iterated = x.value(right);
    const value = !isOf
      ? x.literal("string")
      : iterated < 0
      ? -1
      : x.facts.expression(Op.element, iterated);
    if (tree.child(node, s.F.kind) === NONE) bindings.assign(x, left, value);
    else bindings.pattern(x, x.scope, left, { type: -1, value });
  }

  #catch(x: Extraction, node: NodeIndex): void {
    const { s, bindings } = this.parts;
    const parameter = x.tree.child(node, s.F.parameter);
    if (parameter === NONE) return;
    const annotation = x.tree.child(node, s.F.type);
    const type = annotation === NONE ? -1 : x.type(annotation);
    bindings.pattern(x, x.scope, parameter, { type, value: -1 });
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #call(x: Extraction, node: NodeIndex): void {
    const { s, names } = this.parts;
    const { tree } = x;
    // Evaluated here, in the scope of the call, before any callback among its arguments asks.
    const call = x.value(node);
    const callee = names.callee(x, node);
    const args = tree.child(node, s.F.arguments);
    if (args !== NONE && tree.kinds[args] === s.K.arguments) this.#mentionAll(x, args);
    if (callee === NONE) return;
    const specifier = tree.kinds[callee] === s.K.import
      ? names.onlyString(x, args)
      : names.required(x, node);
    if (specifier !== undefined) return this.#importEffect(x, specifier, node);
    const bare = names.unwrap(x, callee);
    const name = names.calleeName(x, bare);
    if (name === NONE) return;
    const nested = this.parts.elements.nested(x, node, bare, call);
    this.#callee(x, RefKind.call, bare, name, args, nested);
  }

  #callee(
    x: Extraction,
    kind: number,
    callee: NodeIndex,
    name: NodeIndex,
    args: NodeIndex,
    call: number,
  ): void {
    const { s, names } = this.parts;
    // What `pick(key)(1)` calls has no name but that of what gives it.
    const isResult = x.tree.kinds[callee] === s.K.call && args !== NONE;
    const offset = x.tree.starts[isResult ? args : name]!;
    x.referAt(kind, names.keyText(x, name), offset, x.value(callee), {
      argumentCount: this.#argumentCount(x, args),
      call,
    });
  }

  /** The import of a `require` or `import()` that binds no name. */
  #importEffect(x: Extraction, specifier: string, node: NodeIndex): void {
    const { s, names } = this.parts;
    const holder = names.holder(x, node).node;
    const isBound = holder !== NONE && x.tree.kinds[holder] === s.K.variableDeclarator &&
      names.required(x, node) !== undefined;
    if (isBound) return;
    const offset = x.tree.starts[node]!;
    const line = x.lineAt(offset);
    x.facts.import(specifier, ImportKind.effect, {
      scope: x.scope,
      line,
      column: x.columnAt(offset, line),
    });
  }

  #argumentCount(x: Extraction, args: NodeIndex): number {
    const { s } = this.parts;
    const { tree } = x;
    if (args === NONE) return 0;
    if (tree.kinds[args] !== s.K.arguments) return -2;
    let count = 0;
    for (let a = tree.firstChild(args); a !== NONE; a = tree.nextSibling(a)) {
      if (!tree.isNamed(a) || tree.isExtra(a)) continue;
      if (tree.kinds[a] === s.K.spread) return -2;
      count++;
    }
    return count;
  }

  #new(x: Extraction, node: NodeIndex): void {
    const { s, names } = this.parts;
    const { tree } = x;
    const construct = x.value(node);
    const callee = tree.child(node, s.F.constructor);
    const args = tree.child(node, s.F.arguments);
    if (args !== NONE) this.#mentionAll(x, args);
    const bare = names.unwrap(x, callee);
    const name = names.calleeName(x, bare);
    if (name !== NONE) this.#callee(x, RefKind.construct, bare, name, args, construct);
  }

  #decorator(x: Extraction, node: NodeIndex): void {
    const { s, names } = this.parts;
    const { tree } = x;
    const expression = tree.namedChild(node);
    if (expression === NONE) return;
    const isCall = tree.kinds[expression] === s.K.call;
    const callee = isCall ? tree.child(expression, s.F.function) : expression;
    const name = callee === NONE ? NONE : names.lastName(x, callee);
    if (name === NONE) return;
    const call = isCall ? x.value(expression) : -1;
    x.refer(RefKind.decorate, name, x.value(callee), -1, call, this.#decorated(x, node));
  }

  /** Symbol that a decorator is about: that of the definition it is part of, or stands before. */
  #decorated(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    for (let next = tree.nextSibling(node); next !== NONE; next = tree.nextSibling(next)) {
      const symbol = x.symbolAt(next);
      if (symbol !== NONE) return symbol;
    }
    const symbol = x.symbolAt(tree.parents[node]!);
    return symbol === NONE ? x.symbol : symbol;
  }

  #jsx(x: Extraction, node: NodeIndex): void {
    const { s, names } = this.parts;
    const { tree } = x;
    const element = tree.child(node, s.F.name);
    const name = element === NONE ? NONE : names.lastName(x, element);
    if (name === NONE) return;
    const first = x.text.charCodeAt(tree.starts[element]!);
    // An element in lower case is one of the page's own.
    const isOwn = tree.kinds[element] === s.K.identifier && first >= LOWER_A && first <= LOWER_Z;
    const component = isOwn ? -1 : x.value(element);
    this.parts.elements.offerProps(x, node, name, component);
    if (isOwn) return;
    const call = this.parts.elements.asCall(x, node, x.textOf(name), component);
    x.refer(RefKind.call, name, component, -1, call);
  }

  // ── functions and classes as values ─────────────────────────────────────────────────────────

  #mention(x: Extraction, node: NodeIndex): void {
    const { s, names } = this.parts;
    if (node === NONE) return;
    const kind = x.tree.kinds[node];
    if (kind !== s.K.identifier && kind !== s.K.member) return;
    const name = names.lastName(x, node);
    if (name !== NONE) x.mention(name, x.value(node));
  }

  #mentionAll(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.isNamed(child)) this.#mention(x, this.parts.names.unwrap(x, child));
    }
  }

  #spread(x: Extraction, node: NodeIndex): void {
    this.#mention(x, this.parts.names.unwrap(x, x.tree.namedChild(node)));
  }

  #pair(x: Extraction, node: NodeIndex): void {
    const { s, names } = this.parts;
    const { tree } = x;
    const valueNode = names.unwrap(x, tree.child(node, s.F.value));
    this.#mention(x, valueNode);
    const key = tree.child(node, s.F.key);
    if (valueNode === NONE || names.isComputed(x, key)) return;
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) return x.addValue(symbol, x.value(valueNode));
    // A function is bound under its key by its own definition.
    if (x.symbolAt(valueNode) !== NONE || x.scopeKind() !== ScopeKind.object) return;
    const given = tree.child(node, s.F.value);
    this.#member(x, names.keyText(x, key), -1, x.value(given), tree.starts[key]!);
  }

  /** `{ name }`: a member that holds what the name does. */
  #shorthand(x: Extraction, node: NodeIndex): void {
    const parent = x.tree.parents[node]!;
    if (parent === NONE || x.tree.kinds[parent] !== this.parts.s.K.object) return;
    const value = x.value(node);
    x.mention(node, value);
    if (x.scopeKind() === ScopeKind.object && x.scopeAt(parent) === x.scope) {
      this.#member(x, x.textOf(node), -1, value, x.tree.starts[node]!);
    }
  }
}

/** Member under which an index signature is kept. */
export const INDEX_SIGNATURE = "[]";
const LOWER_A = 97;
const LOWER_Z = 122;
