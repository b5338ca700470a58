/** Second pass: calls, types named, bases, bindings, imports. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, RefKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { EVERYWHERE_FORM } from "../../resolve/modules/packages.ts";
import {
  bindLocal,
  bindParameters,
  bindTypeParameter,
  type DeclaredParameter,
  importQualified,
} from "../class_family/bindings.ts";
import { callbackGiven, namedChildren, referCall } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** A closure without named parameters may use so many. */
const MOST_NAMELESS = 3;

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
      import_declaration: (x, node) => this.#import(x, node),
      class_declaration: (x, node) => this.#referType(x, node),
      protocol_declaration: (x, node) => this.#referType(x, node),
      function_declaration: (x, node) => this.#referFunction(x, node),
      protocol_function_declaration: (x, node) => this.#referFunction(x, node),
      subscript_declaration: (x, node) => this.#referFunction(x, node),
      init_declaration: (x, node) => this.#referFunction(x, node),
      property_declaration: (x, node) => this.#referProperty(x, node),
      protocol_property_declaration: (x, node) => this.#referRequirement(x, node),
      enum_entry: (x, node) => this.#referCases(x, node),
      typealias_declaration: (x, node) => this.#referAlias(x, node),
      lambda_literal: (x, node) => this.#referLambda(x, node),
      computed_setter: (x, node) => this.#referSetter(x, node),
      if_statement: (x, node) => this.#bindConditions(x, node, x.tree.starts[node]!),
      while_statement: (x, node) => this.#bindConditions(x, node, x.tree.starts[node]!),
      guard_statement: (x, node) => this.#bindConditions(x, node, x.tree.ends[node]!),
      for_statement: (x, node) => this.#referFor(x, node),
      catch_block: (x, node) => this.#referCatch(x, node),
      switch_entry: (x, node) => this.#referEntry(x, node),
      call_expression: (x, node) => this.#referCall(x, node),
      constructor_expression: (x, node) => this.#referCall(x, node),
      navigation_expression: (x, node) => this.#referNavigation(x, node),
      value_argument: (x, node) => this.#mentionArgument(x, node),
      user_type: (x, node) => this.#referTypeName(x, node),
      attribute: (x, node) => this.#referAttribute(x, node),
    };
  }

  #import(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const path = tree.childOfKind(node, this.s.K.identifier);
    if (path === NONE) return;
    const whole = x.textOf(path).replace(/\s+/g, "");
    const text = x.textOf(node);
    const at = whole.lastIndexOf(".");
    const isOne = /\bimport\s+(?:struct|class|enum|protocol|func|var|let|typealias)\b/.test(text);
    if (isOne && at > 0) {
      importQualified(x, { node: path, from: whole.slice(0, at), name: whole.slice(at + 1) });
      return;
    }
    const form = /@_exported\b/.test(text) ? EVERYWHERE_FORM : 0;
    importQualified(x, { node: path, from: whole, name: "", form });
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #referType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    this.#bindTypeParameters(x, node);
    const symbol = x.symbolAt(node);
    const extended = this.state.extended.get(x.scope);
    const subject = extended === undefined ? -1 : this.expressions.selfType(x);
    if (extended !== undefined) {
      const nameNode = this.s.lastName(x, extended);
      if (nameNode !== NONE) x.refer(RefKind.type, nameNode, subject);
    }
    const word = tree.child(node, F.declarationKind);
    const kind = word === NONE ? "" : x.textOf(word);
    let isFirst = true;
    for (const one of namedChildren(x, node)) {
      if (tree.kinds[one] !== K.inheritance) continue;
      const type = tree.child(one, F.inheritsFrom);
      const nameNode = this.s.lastName(x, type);
      // The first of a class may be its superclass, which nothing but its definition tells.
      const inherits = kind === "protocol" || kind === "class" && isFirst;
      isFirst = false;
      if (nameNode === NONE) continue;
      const how = inherits ? RefKind.inherit : RefKind.implement;
      x.refer(how, nameNode, x.type(type), -1, subject, extended === undefined ? symbol : NONE);
    }
  }

  #bindTypeParameters(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    let index = 0;
    for (const parameter of namedChildren(x, tree.childOfKind(node, K.typeParameters))) {
      if (tree.kinds[parameter] !== K.typeParameter) continue;
      const nameNode = tree.childOfKind(parameter, K.typeIdentifier);
      bindTypeParameter(x, nameNode, x.type(this.s.typeIn(x, parameter)), index++);
    }
  }

  #referCases(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const owner = x.symbolOfScope(x.scope);
    if (owner === NONE) return;
    const type = x.facts.expression(Op.symbol, owner);
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.fields[at] !== this.s.F.name) continue;
      const data = tree.nextSibling(at);
      const hasData = data !== NONE && tree.fields[data] === this.s.F.dataContents;
      const types = hasData
        ? namedChildren(x, data).filter((one) => this.s.TYPES.has(tree.kinds[one]!)).map((one) =>
          x.type(one)
        )
        : [];
      const made = hasData
        ? x.facts.expression(Op.functionType, x.facts.list(types), types.length, type)
        : type;
      x.setType(x.symbolAt(at), made);
    }
  }

  #referAlias(x: Extraction, node: NodeIndex): void {
    this.#bindTypeParameters(x, node);
    x.setType(x.symbolAt(node), x.type(this.s.typeIn(x, node)));
  }

  /** A type that is named. Bases and attributes are told by their own rules. */
  #referTypeName(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const around = tree.parents[node]!;
    const nameNode = this.s.lastName(x, node);
    if (nameNode === NONE || around === NONE) return;
    if (tree.fields[node] === F.inheritsFrom || tree.fields[node] === F.constructedType) return;
    if (tree.kinds[around] === K.attribute || this.state.extended.get(x.scope) === node) return;
    x.refer(RefKind.type, nameNode, x.type(node));
  }

  /** `@Wrapper var …`, `@resultBuilder`. */
  #referAttribute(x: Extraction, node: NodeIndex): void {
    this.#offerToObjc(x, node);
    const type = x.tree.childOfKind(node, this.s.K.userType);
    const nameNode = type === NONE ? NONE : this.s.lastName(x, type);
    if (nameNode === NONE || !/^\p{Lu}/u.test(x.textOf(nameNode))) return;
    x.refer(RefKind.decorate, nameNode, x.type(type));
  }

  /** `@objc(add:to:)`: the name of what it stands before, in Objective-C. */
  #offerToObjc(x: Extraction, node: NodeIndex): void {
    const match = /^@objc\(\s*([\w:]+)\s*\)/.exec(x.textOf(node));
    const symbol = x.symbolAt(x.tree.parents[x.tree.parents[node]!]!);
    if (match === null || symbol < 0) return;
    const offset = x.tree.starts[node]! + match[0].indexOf(match[1]!, 5);
    x.offer(match[1]!, offset, x.facts.expression(Op.symbol, symbol), "@objc", { symbol });
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #referFunction(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    this.#bindTypeParameters(x, node);
    const type = x.type(this.s.typeIn(x, node));
    x.setType(symbol, type);
    if (type >= 0) this.state.results.set(x.scope, type);
    bindParameters(x, symbol, this.#parameters(x, node));
  }

  #parameters(x: Extraction, node: NodeIndex): DeclaredParameter[] {
    const { tree } = x;
    const { F, K } = this.s;
    const isSubscript = x.textOf(node).startsWith("subscript");
    const parameters: DeclaredParameter[] = [];
    for (let one = tree.firstChild(node); one !== NONE; one = tree.nextSibling(one)) {
      if (tree.fields[one] === F.defaultValue) {
        const last = parameters.pop();
        if (last !== undefined) parameters.push({ ...last, isOptional: true });
      }
      if (tree.kinds[one] !== K.parameter) continue;
      const nameNode = tree.child(one, F.name);
      const external = tree.child(one, F.externalName);
      const label = external !== NONE ? x.textOf(external) : isSubscript ? "_" : x.textOf(nameNode);
      const isVariadic = /\.\.\.\s*$/.test(x.textOf(one));
      const type = x.type(this.s.typeIn(x, one));
      parameters.push({
        nameNode,
        type: isVariadic ? x.facts.expression(Op.list, type) : type,
        isVariadic,
        ...(label === "_" ? {} : { label: `${label}:` }),
      });
    }
    return parameters;
  }

  #referLambda(x: Extraction, node: NodeIndex): void {
    const { call, position } = this.#callAround(x, node);
    const value = callbackGiven(x, call, position);
    const own = this.expressions.lambdaParameters(x, node);
    if (own.length > 0) {
      bindParameters(
        x,
        NONE,
        own.map(({ nameNode, typeNode }) => ({ nameNode, type: x.type(typeNode), value })),
      );
      return;
    }
    const offset = x.tree.starts[node]!;
    for (let index = 0; index < MOST_NAMELESS; index++) {
      x.bind(x.scope, `$${index}`, 1, { value, index, offset });
    }
  }

  /** The call whose argument a closure is, and its position there. */
  #callAround(x: Extraction, node: NodeIndex): { call: NodeIndex; position: number } {
    const { tree } = x;
    const { K } = this.s;
    let at = tree.parents[node]!;
    for (let depth = 0; at !== NONE && depth < 3; depth++) {
      const kind = tree.kinds[at];
      if (kind !== K.valueArgument && kind !== K.valueArguments && kind !== K.callSuffix) break;
      at = tree.parents[at]!;
    }
    if (at === NONE || tree.kinds[at] !== K.call) return { call: NONE, position: 0 };
    const position = this.s.argumentsOf(x, at).findIndex((one) => one.node === node);
    return { call: position < 0 ? NONE : at, position: Math.max(0, position) };
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #referProperty(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    for (const part of this.s.partsOf(x, node)) {
      const names = this.s.namesIn(x, part.pattern);
      const type = x.type(part.type);
      const value = type >= 0 ? -1 : x.value(part.value);
      for (const [index, nameNode] of names.entries()) {
        if (nameNode === NONE) continue;
        const several = names.length > 1;
        const held = several && value >= 0 ? x.facts.expression(Op.pick, value, index) : value;
        const symbol = x.symbolAt(nameNode);
        if (symbol === NONE) {
          bindLocal(x, nameNode, several ? -1 : type, held, tree.ends[node]!);
          continue;
        }
        if (!several) x.setType(symbol, type);
        if (type >= 0 && x.facts.tables.symbols.get(symbol, Sym.SCOPE) >= 0) {
          this.state.results.set(x.scope, type);
        }
        x.addValue(symbol, held);
      }
    }
  }

  #referRequirement(x: Extraction, node: NodeIndex): void {
    const pattern = x.tree.child(node, this.s.F.name);
    const annotation = x.tree.childOfKind(node, this.s.K.typeAnnotation);
    const type = x.type(this.s.typeIn(x, annotation));
    for (const nameNode of pattern === NONE ? [] : this.s.namesIn(x, pattern)) {
      x.setType(x.symbolAt(nameNode), type);
    }
  }

  #referSetter(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.childOfKind(node, this.s.K.simpleIdentifier);
    const type = this.state.results.get(x.functionScope()) ?? -1;
    if (nameNode !== NONE) bindLocal(x, nameNode, type, -1, x.tree.starts[node]!);
  }

  /** `if let a = f(), case .some(let b) = c`: what conditions bind, from an offset on. */
  #bindConditions(x: Extraction, node: NodeIndex, from: number): void {
    const { tree } = x;
    const { F, K } = this.s;
    let names: NodeIndex[] = [];
    let isWhole = false;
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.fields[at] === F.boundIdentifier) {
        names.push(at);
        isWhole = true;
      } else if (tree.kinds[at] === K.pattern) {
        names.push(...this.s.namesIn(x, at));
      } else if (x.text[tree.starts[at]!] === "=" && !tree.isNamed(at)) {
        let value = tree.nextSibling(at);
        while (value !== NONE && !tree.isNamed(value)) value = tree.nextSibling(value);
        const held = isWhole ? x.value(value) : -1;
        for (const name of names) bindLocal(x, name, -1, held, Math.max(from, tree.ends[at]!));
        names = [];
        isWhole = false;
      } else if (x.text[tree.starts[at]!] === "," && !tree.isNamed(at)) {
        // `if let a`: the same value under its own name.
        names = [];
        isWhole = false;
      } else if (tree.kinds[at] === K.statements) break;
    }
  }

  #referFor(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const pattern = tree.child(node, F.item);
    const ranged = tree.child(node, F.collection);
    if (pattern === NONE || ranged === NONE) return;
    const value = x.value(ranged);
    const element = value < 0 ? -1 : x.facts.expression(Op.element, value);
    const names = this.s.namesIn(x, pattern);
    for (const [index, nameNode] of names.entries()) {
      const held = names.length > 1 && element >= 0
        ? x.facts.expression(Op.pick, element, index)
        : element;
      bindLocal(x, nameNode, -1, held, tree.starts[node]!);
    }
  }

  #referCatch(x: Extraction, node: NodeIndex): void {
    const pattern = x.tree.child(node, this.s.F.error);
    if (pattern !== NONE) this.#bindPattern(x, pattern, x.tree.starts[node]!);
  }

  #referEntry(x: Extraction, node: NodeIndex): void {
    for (const one of namedChildren(x, node)) {
      const pattern = x.tree.childOfKind(one, this.s.K.pattern);
      if (pattern !== NONE) this.#bindPattern(x, pattern, x.tree.starts[node]!);
    }
  }

  /** `let e as T` is a `T`; of what is inside a case nothing is said. */
  #bindPattern(x: Extraction, pattern: NodeIndex, from: number): void {
    const type = x.type(this.s.typeIn(x, pattern));
    for (const nameNode of this.s.namesIn(x, pattern)) bindLocal(x, nameNode, type, -1, from);
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    if (this.s.isIndexing(x, node)) return;
    const type = tree.child(node, F.constructedType);
    const callee = type === NONE ? tree.namedChild(node) : type;
    const nameNode = this.s.lastName(x, callee);
    if (nameNode === NONE) return;
    const args = this.expressions.argumentsOf(x, node);
    const target = tree.kinds[callee] === K.navigation ? tree.child(callee, F.target) : NONE;
    const isInit = x.textOf(nameNode) === "init" && target !== NONE;
    if (!isInit) {
      referCall(x, RefKind.call, nameNode, this.expressions.callee(x, node), args);
    } else if (tree.kinds[target] === K.super) {
      referCall(x, RefKind.construct, nameNode, x.value(target), args);
    } else if (tree.kinds[target] === K.self) {
      referCall(x, RefKind.construct, nameNode, this.expressions.typeAround(x), args);
    } else referCall(x, RefKind.construct, nameNode, x.value(target), args);
  }

  /** `Type.member`: a type before a dot. */
  #referNavigation(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const owner = tree.child(node, this.s.F.target);
    if (owner === NONE || tree.kinds[owner] !== this.s.K.simpleIdentifier) return;
    if (/^\p{Lu}/u.test(x.textOf(owner))) x.refer(RefKind.type, owner, x.value(owner));
  }

  /** A function that is given to another one. */
  #mentionArgument(x: Extraction, node: NodeIndex): void {
    const value = x.tree.child(node, this.s.F.value);
    const nameNode = value === NONE ? NONE : this.s.lastName(x, value);
    if (nameNode !== NONE) x.mention(nameNode, x.value(value));
  }
}
