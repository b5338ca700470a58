/** Second pass: calls, types named, bases, bindings, imports. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Expr, Op, RefKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import {
  bindLocal,
  bindParameters,
  bindTypeParameter,
  bindUnlessLeft,
  type DeclaredParameter,
  importQualified,
} from "../class_family/bindings.ts";
import { annotationCall } from "../class_family/annotations.ts";
import { callbackGiven, namedChildren, outside, referCall } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Functions of the library that give their function what they are called on. */
const GIVES_ITSELF: ReadonlySet<string> = new Set(["let", "also", "takeIf", "takeUnless", "use"]);

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
      import: (x, node) => this.#import(x, node),
      class_declaration: (x, node) => this.#referClass(x, node),
      object_declaration: (x, node) => this.#referBases(x, node),
      object_literal: (x, node) => this.#referBases(x, node),
      class_body: (x, node) => this.#referEntryBody(x, node),
      enum_entry: (x, node) => this.#referEntry(x, node),
      type_alias: (x, node) => this.#referAlias(x, node),
      class_parameter: (x, node) => this.#referClassParameter(x, node),
      function_declaration: (x, node) => this.#referFunction(x, node),
      secondary_constructor: (x, node) =>
        bindParameters(x, x.symbolAt(node), this.#parameters(x, node)),
      constructor_delegation_call: (x, node) => this.#referDelegated(x, node),
      anonymous_function: (x, node) => bindParameters(x, NONE, this.#parameters(x, node)),
      lambda_literal: (x, node) => this.#referLambda(x, node),
      property_declaration: (x, node) => this.#referProperty(x, node),
      setter: (x, node) => this.#referSetter(x, node),
      for_statement: (x, node) => this.#referFor(x, node),
      catch_block: (x, node) => this.#referCatch(x, node),
      when_subject: (x, node) => this.#referSubject(x, node),
      when_entry: (x, node) => this.#narrowEntry(x, node),
      is_expression: (x, node) => this.#narrow(x, node),
      call_expression: (x, node) => this.#referCall(x, node),
      infix_expression: (x, node) => this.#referInfix(x, node),
      navigation_expression: (x, node) => this.#referNavigation(x, node),
      callable_reference: (x, node) => {
        const name = namedChildren(x, node).at(-1);
        if (name !== undefined) x.mention(name, x.value(node));
      },
      user_type: (x, node) => this.#referType(x, node),
      annotation: (x, node) => this.#referAnnotation(x, node),
    };
  }

  #import(x: Extraction, node: NodeIndex): void {
    const children = namedChildren(x, node);
    const [path, alias] = children;
    if (path === undefined) return;
    const whole = x.textOf(path).replace(/\s+|`/g, "");
    const isAll = /\.\s*\*\s*$/.test(x.textOf(node));
    const at = whole.lastIndexOf(".");
    if (isAll) importQualified(x, { node: path, from: whole, name: "" });
    else if (at > 0) {
      importQualified(x, {
        node: path,
        from: whole.slice(0, at),
        name: whole.slice(at + 1),
        ...(alias === undefined ? {} : { alias: x.textOf(alias) }),
      });
    }
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #referClass(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    this.#bindTypeParameters(x, node);
    this.#referBases(x, node);
    const primary = tree.childOfKind(node, K.primaryConstructor);
    if (primary === NONE) return;
    const list = tree.childOfKind(primary, K.classParameters);
    const parameters = namedChildren(x, list).filter((one) => tree.kinds[one] === K.classParameter);
    const symbol = x.symbolAt(primary);
    if (symbol === NONE) return;
    const optional = parameters.filter((one) => this.#hasDefault(x, one));
    x.setArity(symbol, parameters.length - optional.length, parameters.length);
  }

  #hasDefault(x: Extraction, parameter: NodeIndex): boolean {
    const last = namedChildren(x, parameter).at(-1);
    return last !== undefined && !this.s.TYPES.has(x.tree.kinds[last]!);
  }

  #referBases(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    const list = tree.childOfKind(node, this.s.K.delegationSpecifiers);
    for (const specifier of namedChildren(x, list)) {
      const { type, arguments: args, isConstructed } = this.s.baseOf(x, specifier);
      const nameNode = type === NONE ? NONE : this.s.lastName(x, type);
      if (nameNode === NONE) continue;
      const isInterface = tree.childOfKind(node, this.s.K.interface) !== NONE;
      const kind = isConstructed || isInterface ? RefKind.inherit : RefKind.implement;
      x.refer(kind, nameNode, x.type(type), -1, -1, symbol);
      if (!isConstructed) continue;
      const values = namedChildren(x, args).map((one) =>
        x.value(namedChildren(x, one).at(-1) ?? NONE)
      );
      referCall(x, RefKind.construct, nameNode, x.type(type), values);
    }
  }

  #bindTypeParameters(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    let index = 0;
    for (const parameter of namedChildren(x, tree.childOfKind(node, K.typeParameters))) {
      if (tree.kinds[parameter] !== K.typeParameter) continue;
      const nameNode = tree.childOfKind(parameter, K.identifier);
      bindTypeParameter(x, nameNode, x.type(this.s.declaredType(x, parameter)), index++);
    }
  }

  #referEntryBody(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    const owner = x.symbolOfScope(x.scopeParent(x.scope));
    const nameNode = x.tree.namedChild(x.tree.parents[node]!);
    if (owner === NONE) return;
    x.refer(RefKind.inherit, nameNode, x.facts.expression(Op.symbol, owner), -1, -1, symbol);
  }

  #referEntry(x: Extraction, node: NodeIndex): void {
    const owner = x.symbolOfScope(x.scope);
    if (owner === NONE) return;
    const type = x.facts.expression(Op.symbol, owner);
    x.setType(x.symbolAt(node), type);
    const list = x.tree.childOfKind(node, this.s.K.arguments);
    if (list === NONE) return;
    const args = namedChildren(x, list).map((one) => x.value(namedChildren(x, one).at(-1) ?? NONE));
    referCall(x, RefKind.construct, x.tree.childOfKind(node, this.s.K.identifier), type, args);
  }

  #referAlias(x: Extraction, node: NodeIndex): void {
    this.#bindTypeParameters(x, node);
    x.setType(x.symbolAt(node), x.type(this.s.declaredType(x, node)));
  }

  /** A type that is named. Bases, annotations and qualified owners are told by their own rules. */
  #referType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const nameNode = this.s.lastName(x, node);
    if (nameNode === NONE) return;
    let at = tree.parents[node]!;
    for (let depth = 0; at !== NONE && depth < 3; depth++) {
      const kind = tree.kinds[at];
      if (kind === K.delegationSpecifiers || kind === K.annotation) return;
      if (kind === K.typeArguments || kind === K.parameter || kind === K.classParameter) break;
      at = tree.parents[at]!;
    }
    x.refer(RefKind.type, nameNode, x.type(node));
  }

  #referAnnotation(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const inner = namedChildren(x, node).at(-1);
    if (inner === undefined) return;
    const type = tree.kinds[inner] === K.userType ? inner : tree.childOfKind(inner, K.userType);
    const nameNode = type === NONE ? NONE : this.s.lastName(x, type);
    if (nameNode === NONE) return;
    const declaration = this.#annotated(x, node);
    const symbol = declaration === NONE ? NONE : x.symbolAt(declaration);
    const callee = x.type(type);
    const own = tree.childOfKind(inner, K.arguments);
    const next = tree.nextSibling(node);
    const isApart = own === NONE && next !== NONE && tree.kinds[next] === K.parenthesized;
    const list = isApart ? next : own;
    const call = annotationCall(x, nameNode, callee, list, K.valueArgument);
    x.refer(RefKind.decorate, nameNode, callee, -1, call, symbol === NONE ? x.symbol : symbol);
  }

  /**
   * What an annotation is about. Those before a class, after the imports, may be read as a statement
   * of their own, the last one's arguments as what is annotated.
   */
  #annotated(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    let at = tree.parents[node]!;
    if (at === NONE || tree.kinds[at] !== this.s.K.annotatedExpression) {
      return at === NONE ? NONE : tree.parents[at]!;
    }
    while (tree.kinds[tree.parents[at]!] === this.s.K.annotatedExpression) at = tree.parents[at]!;
    return tree.nextSibling(at);
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #referFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const symbol = x.symbolAt(node);
    const receiver = this.state.receivers.get(node);
    if (receiver !== undefined) this.state.receiverOfScope.set(x.scope, receiver);
    this.#bindTypeParameters(x, node);
    const type = x.type(this.s.declaredType(x, node));
    x.setType(symbol, type);
    bindParameters(x, symbol, this.#parameters(x, node));
    const body = tree.childOfKind(node, this.s.K.body);
    if (body === NONE) this.#referNative(x, node, symbol);
    const value = body === NONE ? NONE : tree.namedChild(body);
    if (type < 0 && value !== NONE && tree.kinds[value] !== this.s.K.block) {
      x.addValue(symbol, x.value(value));
    }
  }

  /** `external fun`: a function that is written in another language. */
  #referNative(x: Extraction, node: NodeIndex, symbol: number): void {
    const { tree } = x;
    const nameNode = this.s.nameOf(x, node);
    if (symbol === NONE || nameNode === NONE) return;
    if (!/\bexternal\b/.test(x.text.slice(tree.starts[node]!, tree.starts[nameNode]!))) return;
    x.callForeign(x.textOf(nameNode), tree.starts[nameNode]!, "JNI", "", symbol);
  }

  #parameters(x: Extraction, node: NodeIndex): DeclaredParameter[] {
    const { tree } = x;
    const { K } = this.s;
    const parameters: DeclaredParameter[] = [];
    let isVariadic = false;
    for (const one of namedChildren(x, tree.childOfKind(node, K.parameters))) {
      const kind = tree.kinds[one];
      if (kind === K.parameterModifiers) isVariadic = x.textOf(one).includes("vararg");
      else if (kind === K.parameter) {
        const type = x.type(this.s.declaredType(x, one));
        parameters.push({
          nameNode: tree.childOfKind(one, K.identifier),
          type: isVariadic ? x.facts.expression(Op.list, type) : type,
          isVariadic,
        });
        isVariadic = false;
      } else {
        // A default stands behind its parameter.
        const last = parameters.pop();
        if (last !== undefined) parameters.push({ ...last, isOptional: true });
      }
    }
    return parameters;
  }

  /** `this(…)`, `super(…)` */
  #referDelegated(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const word = tree.firstChild(node);
    const isSuper = word !== NONE && tree.kinds[word] === this.s.K.super;
    const self = this.expressions.self(x, isSuper ? Op.super : Op.self);
    if (word === NONE || self < 0) return;
    const owner = x.symbolOfScope(x.facts.tables.expressions.get(self, Expr.A));
    const callee = isSuper ? self : x.facts.expression(Op.symbol, owner);
    const args = namedChildren(x, tree.childOfKind(node, this.s.K.arguments)).map((one) =>
      x.value(namedChildren(x, one).at(-1) ?? NONE)
    );
    referCall(x, RefKind.construct, word, callee, args);
  }

  #referLambda(x: Extraction, node: NodeIndex): void {
    const { call, position } = this.#callAround(x, node);
    const value = this.#givenToLambda(x, call) ?? callbackGiven(x, call, position);
    const own = this.expressions.lambdaParameters(x, node);
    if (own.length > 0) {
      bindParameters(
        x,
        NONE,
        own.map(({ nameNode, typeNode }) => ({ nameNode, type: x.type(typeNode), value })),
      );
      return;
    }
    x.bind(x.scope, "it", BindingKind.parameter, {
      value,
      index: 0,
      offset: x.tree.starts[node]!,
    });
  }

  /** `x.let { … }` gives `x`; undefined for other calls. */
  #givenToLambda(x: Extraction, call: NodeIndex): number | undefined {
    if (call === NONE) return undefined;
    const callee = this.s.calleeOf(x, call);
    const nameNode = this.s.lastName(x, callee);
    if (nameNode === NONE || nameNode === callee) return undefined;
    if (!GIVES_ITSELF.has(x.textOf(nameNode))) return undefined;
    return outside(x, () => x.value(x.tree.namedChild(callee)));
  }

  /** The call whose argument a function without a name is, and its position there. */
  #callAround(x: Extraction, node: NodeIndex): { call: NodeIndex; position: number } {
    const { tree } = x;
    const { K } = this.s;
    let at = tree.parents[node]!;
    for (let depth = 0; at !== NONE && depth < 3; depth++) {
      if (tree.kinds[at] === K.call) break;
      const kind = tree.kinds[at];
      if (kind !== K.annotatedLambda && kind !== K.valueArgument && kind !== K.arguments) {
        return { call: NONE, position: 0 };
      }
      at = tree.parents[at]!;
    }
    if (at === NONE || tree.kinds[at] !== K.call) return { call: NONE, position: 0 };
    return { call: at, position: Math.max(0, this.s.argumentNodes(x, at).indexOf(node)) };
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #referClassParameter(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.childOfKind(node, this.s.K.identifier);
    const type = x.type(this.s.declaredType(x, node));
    const symbol = x.symbolAt(node);
    if (symbol !== NONE) x.setType(symbol, type);
    else if (nameNode !== NONE) bindLocal(x, nameNode, type, -1, tree.starts[node]!);
  }

  #referProperty(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const symbol = x.symbolAt(node);
    const receiver = this.state.receivers.get(node);
    if (receiver !== undefined) this.state.receiverOfScope.set(x.scope, receiver);
    const valueNode = this.s.initializer(x, node);
    const several = tree.childOfKind(node, K.multiVariable);
    if (several !== NONE) {
      this.#bindParts(x, several, x.value(valueNode), tree.ends[node]!);
      return;
    }
    const variable = this.s.variableOf(x, node);
    if (variable === NONE) return;
    const type = x.type(this.s.declaredType(x, variable));
    const value = type >= 0 ? -1 : this.#held(x, node, valueNode);
    if (symbol === NONE) bindLocal(x, tree.namedChild(variable), type, value, tree.ends[node]!);
    else {
      x.setType(symbol, type);
      if (type >= 0) x.addText(symbol, valueNode);
      else x.addValue(symbol, value);
    }
  }

  /** What a property holds: its initializer, or what its getter gives. */
  #held(x: Extraction, node: NodeIndex, valueNode: NodeIndex): number {
    if (valueNode !== NONE) return x.value(valueNode);
    const { tree } = x;
    const getter = tree.childOfKind(node, this.s.K.getter);
    const body = getter === NONE ? NONE : tree.childOfKind(getter, this.s.K.body);
    if (body === NONE) return -1;
    const scope = x.scope;
    x.scope = x.scopeAt(getter);
    const value = x.value(tree.namedChild(body));
    x.scope = scope;
    return value;
  }

  #referSetter(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.childOfKind(node, this.s.K.identifier);
    const variable = this.s.variableOf(x, tree.parents[node]!);
    const type = variable === NONE ? -1 : x.type(this.s.declaredType(x, variable));
    if (nameNode !== NONE) bindLocal(x, nameNode, type, -1, tree.starts[node]!);
  }

  /** `val (a, b) = …`: by the functions `component1`, `component2`. */
  #bindParts(x: Extraction, pattern: NodeIndex, value: number, offset: number): void {
    for (const [position, variable] of namedChildren(x, pattern).entries()) {
      const nameNode = x.tree.namedChild(variable);
      const part = value < 0 ? -1 : x.facts.expression(Op.pick, value, position);
      const type = x.type(this.s.declaredType(x, variable));
      bindLocal(x, nameNode, type, part, offset);
    }
  }

  #referFor(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const [variable, ranged] = namedChildren(x, node).filter((one) =>
      tree.kinds[one] !== K.annotation
    );
    if (variable === undefined || ranged === undefined) return;
    const value = x.value(ranged);
    const element = value < 0 ? -1 : x.facts.expression(Op.element, value);
    const from = tree.starts[node]!;
    if (tree.kinds[variable] === K.multiVariable) this.#bindParts(x, variable, element, from);
    else {
      const type = x.type(this.s.declaredType(x, variable));
      bindLocal(x, tree.namedChild(variable), type, element, from);
    }
  }

  #referCatch(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.childOfKind(node, this.s.K.identifier);
    bindLocal(x, nameNode, x.type(this.s.declaredType(x, node)), -1, x.tree.starts[node]!);
  }

  #referSubject(x: Extraction, node: NodeIndex): void {
    const variable = this.s.variableOf(x, node);
    if (variable === NONE) return;
    const type = x.type(this.s.declaredType(x, variable));
    const value = x.value(namedChildren(x, node).at(-1) ?? NONE);
    bindLocal(x, x.tree.namedChild(variable), type, value, x.tree.starts[node]!);
  }

  // ── what tests of types tell ────────────────────────────────────────────────────────────────

  /** `when (x) { is T -> … }`: in the entry `x` is a `T`. */
  #narrowEntry(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const tests = namedChildren(x, node).filter((one) => tree.kinds[one] === K.typeTest);
    const [test] = tests;
    if (test === undefined || tests.length > 1 || x.textOf(test).startsWith("!")) return;
    const subject = tree.childOfKind(tree.parents[node]!, K.whenSubject);
    if (subject === NONE) return;
    const variable = this.s.variableOf(x, subject);
    const named = variable === NONE ? namedChildren(x, subject)[0] : tree.namedChild(variable);
    if (named === undefined || tree.kinds[named] !== K.identifier) return;
    const type = x.type(namedChildren(x, test)[0] ?? NONE);
    if (type >= 0) bindLocal(x, named, type, -1, tree.starts[node]!);
  }

  /** `x is T`: further on in the condition and in the branch `x` is a `T`. */
  #narrow(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const left = tree.child(node, F.left);
    const right = tree.child(node, F.right);
    if (left === NONE || right === NONE || tree.kinds[left] !== K.identifier) return;
    const type = x.type(right);
    if (type < 0) return;
    const isDenied = /!\s*is\b/.test(x.text.slice(tree.ends[left]!, tree.starts[right]!));
    if (!isDenied) {
      const holder = this.#conditionOf(x, node);
      if (holder !== NONE) bindLocal(x, left, type, -1, tree.ends[node]!);
      return;
    }
    // `if (x !is T) return`: after it `x` is a `T`.
    const holder = tree.parents[node]!;
    if (holder === NONE || tree.kinds[holder] !== K.ifExpression) return;
    bindUnlessLeft(x, left, type, holder, namedChildren(x, holder)[1] ?? NONE);
  }

  /** The `if` in whose condition a test stands, alone or with others that must hold too; -1 if none. */
  #conditionOf(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const { K } = this.s;
    let at = tree.parents[node]!;
    while (at !== NONE && tree.kinds[at] === K.binary && /&&/.test(x.textOf(at))) {
      at = tree.parents[at]!;
    }
    return at !== NONE && tree.kinds[at] === K.ifExpression ? at : NONE;
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    // The inner half of `f(1) { … }` was told with the whole.
    const around = tree.parents[node]!;
    const isInner = around !== NONE && tree.kinds[around] === this.s.K.call &&
      tree.namedChild(around) === node && this.s.isNestedCall(x, around);
    if (isInner) return;
    const callee = this.s.calleeOf(x, node);
    const nameNode = this.s.lastName(x, callee);
    if (nameNode === NONE) return;
    const args = this.expressions.argumentsOf(x, node);
    referCall(x, RefKind.call, nameNode, this.expressions.callee(x, node), args);
  }

  #referInfix(x: Extraction, node: NodeIndex): void {
    const [left, name, right] = namedChildren(x, node);
    if (left === undefined || name === undefined || right === undefined) return;
    const callee = x.memberExpression(x.value(left), x.textOf(name));
    referCall(x, RefKind.call, name, callee, [x.value(right)]);
  }

  /** `Type.member`: a type before a dot; `Type::member`: a function that is mentioned. */
  #referNavigation(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const [owner, name] = namedChildren(x, node);
    if (owner === undefined || name === undefined) return;
    const isName = tree.kinds[owner] === this.s.K.identifier;
    if (isName && /^\p{Lu}/u.test(x.textOf(owner))) x.refer(RefKind.type, owner, x.value(owner));
    if (x.text.slice(tree.ends[owner]!, tree.starts[name]!).trim() !== "::") return;
    if (x.textOf(name) !== "class") x.mention(name, x.value(node));
  }
}
