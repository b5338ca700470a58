/** Second pass: calls, types named, bases, bindings, imports. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Expr, ImportKind, Op, RefKind, ScopeKind } from "../../extract/facts.ts";
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
import { annotationCall } from "../class_family/annotations.ts";
import { callbackGiven, namedChildren, referCall } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { Syntax } from "./syntax.ts";

/** Attributes of methods that are written in another language, with the library if it is a literal. */
const IMPORT_OF_LIBRARY =
  /\[\s*(?:[\w.]+\.)?(DllImport|LibraryImport)(?:Attribute)?\s*\(\s*(?:@?"([^"]*)")?/;
const ENTRY_POINT = /\bEntryPoint\s*=\s*(?:@?"([^"]+)"|nameof\s*\(\s*(?:\w+\.)*(\w+)\s*\))/;

/** The referring rules, for one grammar. */
export class References {
  constructor(readonly s: Syntax, readonly expressions: Expressions) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const type: NodeRule = (x, node) => this.#referTypeDeclaration(x, node);
    const callable: NodeRule = (x, node) => this.#referCallable(x, node);
    const property: NodeRule = (x, node) => this.#referProperty(x, node);
    const lambda: NodeRule = (x, node) => this.#referLambda(x, node);
    const pattern: NodeRule = (x, node) => this.#referPattern(x, node);
    const named: NodeRule = (x, node) => this.#referType(x, x.tree.child(node, this.s.F.type));
    return {
      using_directive: (x, node) => this.#import(x, node),
      class_declaration: type,
      record_declaration: type,
      struct_declaration: type,
      interface_declaration: type,
      enum_declaration: type,
      delegate_declaration: (x, node) => this.#referDelegate(x, node),
      enum_member_declaration: (x, node) => this.#referEnumMember(x, node),
      method_declaration: (x, node) => {
        this.#referCallable(x, node);
        this.#referNative(x, node);
      },
      local_function_statement: callable,
      constructor_declaration: callable,
      operator_declaration: callable,
      conversion_operator_declaration: callable,
      indexer_declaration: callable,
      constructor_initializer: (x, node) => this.#referInitializer(x, node),
      property_declaration: property,
      event_declaration: property,
      accessor_declaration: (x, node) => this.#referAccessor(x, node),
      lambda_expression: lambda,
      anonymous_method_expression: lambda,
      variable_declaration: (x, node) => this.#referVariables(x, node),
      foreach_statement: (x, node) => this.#referForeach(x, node),
      from_clause: (x, node) => this.#referFrom(x, node),
      catch_declaration: pattern,
      declaration_pattern: pattern,
      recursive_pattern: pattern,
      declaration_expression: pattern,
      var_pattern: pattern,
      cast_expression: named,
      typeof_expression: named,
      default_expression: named,
      as_expression: (x, node) => this.#referType(x, x.tree.child(node, this.s.F.right)),
      is_expression: (x, node) => this.#referType(x, x.tree.child(node, this.s.F.right)),
      type_argument_list: (x, node) => {
        for (const argument of namedChildren(x, node)) this.#referType(x, argument);
      },
      type_parameter_constraint: named,
      invocation_expression: (x, node) => this.#referCall(x, node),
      object_creation_expression: (x, node) => this.#referCreation(x, node),
      member_access_expression: (x, node) => this.#referOwner(x, node),
      assignment_expression: (x, node) => this.#mention(x, x.tree.child(node, this.s.F.right)),
      attribute: (x, node) => this.#referAttribute(x, node),
    };
  }

  /** `using A.B;`, `using static A.C;`, `using X = A.B;`, `global using A;` */
  #import(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const path = namedChildren(x, node).at(-1);
    if (path === undefined) return;
    const whole = x.textOf(path).replace(/^global::|\s+|<[\s\S]*$/g, "");
    const alias = tree.child(node, this.s.F.name);
    const form = tree.childOfKind(node, this.s.K.global) === NONE ? 0 : EVERYWHERE_FORM;
    if (alias === NONE || alias === path) {
      importQualified(x, { node: path, from: whole, name: "", form });
      return;
    }
    const at = whole.lastIndexOf(".");
    if (at < 0) this.#importModule(x, path, whole, x.textOf(alias));
    else {
      const from = whole.slice(0, at);
      importQualified(x, { node: path, from, name: whole.slice(at + 1), alias: x.textOf(alias) });
    }
  }

  #importModule(x: Extraction, node: NodeIndex, specifier: string, alias: string): void {
    const offset = x.tree.starts[node]!;
    const line = x.lineAt(offset);
    const at = { scope: x.scope, line, column: x.columnAt(offset, line) };
    const index = x.facts.import(specifier, ImportKind.module, at);
    x.bind(x.scope, alias, BindingKind.import, { index, offset });
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #referTypeDeclaration(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const symbol = x.symbolAt(node);
    this.#bindTypeParameters(x, node);
    const primary = tree.childOfKind(node, K.parameterList);
    if (primary !== NONE) this.#bindPrimary(x, node, primary);
    const isInterface = tree.kinds[node] === K.interfaceDeclaration;
    for (const base of namedChildren(x, tree.childOfKind(node, K.baseList))) {
      if (tree.kinds[base] === K.arguments) continue;
      const nameNode = this.expressions.lastName(x, base);
      if (nameNode === NONE) continue;
      // By convention an interface's name begins with an I of its own.
      const implemented = !isInterface && /^I\p{Lu}/u.test(x.textOf(nameNode));
      const kind = implemented ? RefKind.implement : RefKind.inherit;
      x.refer(kind, nameNode, x.type(base), -1, -1, symbol);
    }
  }

  #bindPrimary(x: Extraction, node: NodeIndex, list: NodeIndex): void {
    const { tree } = x;
    for (const parameter of namedChildren(x, list)) {
      const nameNode = tree.child(parameter, this.s.F.name);
      const typeNode = tree.child(parameter, this.s.F.type);
      if (nameNode === NONE) continue;
      this.#referType(x, typeNode);
      const property = x.symbolAt(parameter);
      if (property !== NONE) x.setType(property, x.type(typeNode));
      else bindLocal(x, nameNode, x.type(typeNode), -1, tree.starts[node]!);
    }
  }

  #bindTypeParameters(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const list = tree.childOfKind(node, K.typeParameters);
    if (list === NONE) return;
    const bounds = new Map<string, number>();
    for (let at = tree.firstChild(node); at !== NONE; at = tree.nextSibling(at)) {
      if (tree.kinds[at] !== K.constraints) continue;
      const [nameNode, ...constraints] = namedChildren(x, at);
      if (nameNode === undefined) continue;
      let bound = -1;
      for (const one of constraints) {
        const type = tree.child(one, F.type);
        if (type !== NONE && bound < 0) bound = x.type(type);
      }
      bounds.set(x.textOf(nameNode), bound);
    }
    let index = 0;
    for (const parameter of namedChildren(x, list)) {
      if (tree.kinds[parameter] !== K.typeParameter) continue;
      const nameNode = tree.child(parameter, F.name);
      const bound = nameNode === NONE ? -1 : bounds.get(x.textOf(nameNode)) ?? -1;
      bindTypeParameter(x, nameNode, bound, index++);
    }
  }

  #referDelegate(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    this.#bindTypeParameters(x, node);
    const list = tree.child(node, this.s.F.parameters);
    const types = namedChildren(x, list).map((one) => x.type(tree.child(one, this.s.F.type)));
    const result = x.type(tree.child(node, this.s.F.type));
    const first = x.facts.list(types);
    x.setType(x.symbolAt(node), x.facts.expression(Op.functionType, first, types.length, result));
    for (const one of namedChildren(x, list)) this.#referType(x, tree.child(one, this.s.F.type));
    this.#referType(x, tree.child(node, this.s.F.type));
  }

  #referEnumMember(x: Extraction, node: NodeIndex): void {
    const owner = x.symbolOfScope(x.scope);
    if (owner !== NONE) x.setType(x.symbolAt(node), x.facts.expression(Op.symbol, owner));
  }

  /** A type that is named; its type arguments are told by the rule of their list. */
  #referType(x: Extraction, type: NodeIndex): void {
    const { tree } = x;
    const { F, TYPE_WRAPPERS } = this.s;
    let at = type;
    while (at !== NONE && TYPE_WRAPPERS.has(tree.kinds[at]!)) at = tree.child(at, F.type);
    if (at === NONE) return;
    const nameNode = this.expressions.lastName(x, at);
    if (nameNode !== NONE) x.refer(RefKind.type, nameNode, x.type(at));
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #referCallable(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const symbol = x.symbolAt(node);
    this.#bindTypeParameters(x, node);
    const returns = tree.child(node, F.returns);
    const typeNode = returns === NONE ? tree.child(node, F.type) : returns;
    x.setType(symbol, x.type(typeNode));
    this.#referType(x, typeNode);
    const list = tree.child(node, F.parameters);
    const parameters = this.#parameters(x, list);
    const [first] = namedChildren(x, list);
    if (first === undefined || !/^(?:\[[^\]]*\]\s*)?this\b/.test(x.textOf(first))) {
      bindParameters(x, symbol, parameters);
      return;
    }
    // An extension method is called on its first parameter, or given it.
    const [receiver, ...others] = parameters;
    if (receiver === undefined) return;
    bindLocal(x, receiver.nameNode, receiver.type, -1, tree.starts[node]!);
    bindParameters(x, symbol, others);
    const least = others.filter((one) => one.isOptional !== true && one.isVariadic !== true);
    const isOpen = others.some((one) => one.isVariadic === true);
    x.setArity(symbol, least.length, isOpen ? 255 : others.length + 1);
  }

  /** `[DllImport("library", EntryPoint = "f")] static extern int F();` */
  #referNative(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    const nameNode = x.tree.child(node, this.s.F.name);
    const list = x.tree.childOfKind(node, this.s.K.attributeList);
    if (symbol === NONE || list === NONE) return;
    const text = x.text.slice(x.tree.starts[list]!, x.tree.starts[nameNode]!);
    const found = IMPORT_OF_LIBRARY.exec(text);
    if (found === null) return;
    const name = ENTRY_POINT.exec(text)?.[1] ?? x.textOf(nameNode);
    x.callForeign(name, x.tree.starts[nameNode]!, found[1]!, found[2] ?? "", symbol);
  }

  #parameters(x: Extraction, list: NodeIndex): DeclaredParameter[] {
    const { tree } = x;
    const { F, K } = this.s;
    if (list === NONE) return [];
    const parameters: DeclaredParameter[] = [];
    for (const one of namedChildren(x, list)) {
      if (tree.kinds[one] !== K.parameter) continue;
      const typeNode = tree.child(one, F.type);
      const nameNode = tree.child(one, F.name);
      this.#referType(x, typeNode);
      const last = namedChildren(x, one).at(-1);
      parameters.push({ nameNode, type: x.type(typeNode), isOptional: last !== nameNode });
    }
    // `params string[] names` is written without a node of its own.
    if (tree.childOfKind(list, K.params) !== NONE) {
      const typeNode = tree.child(list, F.type);
      this.#referType(x, typeNode);
      parameters.push({
        nameNode: tree.child(list, F.name),
        type: x.type(typeNode),
        isVariadic: true,
      });
    }
    return parameters;
  }

  #referLambda(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const argument = tree.parents[node]!;
    const list = argument === NONE || tree.kinds[argument] !== K.argument
      ? NONE
      : tree.parents[argument]!;
    const call = list === NONE ? NONE : tree.parents[list]!;
    const position = list === NONE ? 0 : namedChildren(x, list).indexOf(argument);
    const value = callbackGiven(x, call, position);
    const parameters = this.expressions.lambdaParameters(x, node).map(({ nameNode, typeNode }) => {
      this.#referType(x, typeNode);
      return { nameNode, type: x.type(typeNode), value };
    });
    bindParameters(x, NONE, parameters);
  }

  /** `: this(…)`, `: base(…)` */
  #referInitializer(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const called = tree.childOfKind(node, this.s.K.base);
    const isBase = called !== NONE;
    const word = isBase ? called : tree.childOfKind(node, this.s.K.this);
    const self = this.expressions.self(x, isBase ? Op.super : Op.self);
    if (word === NONE || self < 0) return;
    const owner = x.symbolOfScope(x.facts.tables.expressions.get(self, Expr.A));
    const callee = isBase ? self : x.facts.expression(Op.symbol, owner);
    const args = this.expressions.argumentsOf(x, tree.childOfKind(node, this.s.K.arguments));
    referCall(x, RefKind.construct, word, callee, args);
  }

  #referProperty(x: Extraction, node: NodeIndex): void {
    const typeNode = x.tree.child(node, this.s.F.type);
    x.setType(x.symbolAt(node), x.type(typeNode));
    this.#referType(x, typeNode);
  }

  /** A setter knows what it is given as `value`. */
  #referAccessor(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const list = tree.parents[node]!;
    const property = list === NONE ? NONE : tree.parents[list]!;
    if (property === NONE) return;
    x.bind(x.scope, "value", BindingKind.variable, {
      type: x.type(tree.child(property, this.s.F.type)),
      offset: tree.starts[node]!,
    });
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #referVariables(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const typeNode = tree.child(node, F.type);
    const type = x.type(typeNode);
    this.#referType(x, typeNode);
    for (const declarator of namedChildren(x, node)) {
      if (tree.kinds[declarator] !== K.variableDeclarator) continue;
      const [named, valueNode = NONE] = namedChildren(x, declarator);
      if (valueNode !== NONE) this.#mention(x, valueNode);
      this.#referImplicit(x, valueNode, typeNode, type);
      const symbol = x.symbolAt(declarator);
      if (symbol !== NONE) {
        x.setType(symbol, type);
        x.addText(symbol, valueNode);
      } else if (named !== undefined && tree.kinds[named] === K.tuplePattern) {
        this.#bindParts(x, named, x.value(valueNode), tree.ends[declarator]!);
      } else {
        const value = type >= 0 || valueNode === NONE ? -1 : this.expressions.operand(x, valueNode);
        bindLocal(x, tree.child(declarator, F.name), type, value, tree.ends[declarator]!);
      }
    }
  }

  /** `List<T> items = new();` constructs what is declared. */
  #referImplicit(x: Extraction, value: NodeIndex, typeNode: NodeIndex, type: number): void {
    if (value === NONE || x.tree.kinds[value] !== this.s.K.implicitCreation) return;
    const nameNode = typeNode === NONE ? NONE : this.expressions.lastName(x, typeNode);
    if (nameNode === NONE || type < 0) return;
    const list = x.tree.childOfKind(value, this.s.K.arguments);
    const args = this.expressions.argumentsOf(x, list);
    const call = x.callExpression(type, args, Op.construct);
    x.referAt(RefKind.construct, x.textOf(nameNode), x.tree.starts[value]!, type, {
      argumentCount: args.length,
      call,
    });
  }

  /** `var (a, b) = …` */
  #bindParts(x: Extraction, pattern: NodeIndex, value: number, offset: number): void {
    for (const [position, nameNode] of namedChildren(x, pattern).entries()) {
      if (x.tree.kinds[nameNode] !== this.s.K.identifier) continue;
      const part = value < 0 ? -1 : x.facts.expression(Op.pick, value, position);
      bindLocal(x, nameNode, -1, part, offset);
    }
  }

  #referForeach(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const typeNode = tree.child(node, F.type);
    const left = tree.child(node, F.left);
    if (left === NONE) return;
    this.#referType(x, typeNode);
    const ranged = this.expressions.operand(x, tree.child(node, F.right));
    const element = ranged < 0 ? -1 : x.facts.expression(Op.element, ranged);
    const from = tree.starts[node]!;
    if (tree.kinds[left] === K.tuplePattern) this.#bindParts(x, left, element, from);
    else bindLocal(x, left, x.type(typeNode), element, from);
  }

  /** `from a in list` */
  #referFrom(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const ranged = x.value(namedChildren(x, node).at(-1) ?? NONE);
    const element = ranged < 0 ? -1 : x.facts.expression(Op.element, ranged);
    bindLocal(x, nameNode, x.type(tree.child(node, this.s.F.type)), element, tree.starts[node]!);
  }

  /** What tests a type and names what it tested: `x is Foo f`, `catch (E e)`, `out int n`. */
  #referPattern(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const typeNode = tree.child(node, this.s.F.type);
    const nameNode = tree.child(node, this.s.F.name);
    this.#referType(x, typeNode);
    if (nameNode === NONE) return;
    bindLocal(x, nameNode, x.type(typeNode), -1, tree.starts[nameNode]!);
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const callee = tree.child(node, this.s.F.function);
    const nameNode = this.expressions.lastName(x, callee);
    const list = tree.child(node, this.s.F.arguments);
    if (nameNode === NONE) return;
    if (nameNode === callee && x.textOf(nameNode) === "nameof") return;
    for (const argument of namedChildren(x, list)) this.#mention(x, tree.namedChild(argument));
    referCall(x, RefKind.call, nameNode, x.value(callee), this.expressions.argumentsOf(x, list));
  }

  #referCreation(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const typeNode = tree.child(node, this.s.F.type);
    const nameNode = typeNode === NONE ? NONE : this.expressions.lastName(x, typeNode);
    if (nameNode === NONE) return;
    const list = tree.child(node, this.s.F.arguments);
    for (const argument of namedChildren(x, list)) this.#mention(x, tree.namedChild(argument));
    const args = this.expressions.argumentsOf(x, list);
    referCall(x, RefKind.construct, nameNode, x.type(typeNode), args);
  }

  /** `Type.Member`: a type before a dot. */
  #referOwner(x: Extraction, node: NodeIndex): void {
    const owner = x.tree.child(node, this.s.F.expression);
    if (owner === NONE || x.tree.kinds[owner] !== this.s.K.identifier) return;
    if (/^\p{Lu}/u.test(x.textOf(owner))) x.refer(RefKind.type, owner, x.value(owner));
  }

  /** A method handed on by its name. */
  #mention(x: Extraction, node: NodeIndex): void {
    if (node === NONE) return;
    const kind = x.tree.kinds[node];
    if (kind !== this.s.K.identifier && kind !== this.s.K.memberAccess) return;
    const nameNode = this.expressions.lastName(x, node);
    if (nameNode !== NONE && /^\p{Lu}/u.test(x.textOf(nameNode))) {
      x.mention(nameNode, x.value(node));
    }
  }

  #referAttribute(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const whole = tree.child(node, this.s.F.name);
    const nameNode = whole === NONE ? NONE : this.expressions.lastName(x, whole);
    if (nameNode === NONE) return;
    const list = tree.parents[node]!;
    const declaration = list === NONE ? NONE : tree.parents[list]!;
    const symbol = declaration === NONE ? NONE : x.symbolAt(declaration);
    // `[Slow]` is short for `[SlowAttribute]`.
    const long = whole === nameNode
      ? x.nameExpression(`${x.textOf(nameNode)}Attribute`, tree.starts[nameNode]!)
      : -1;
    const expression = x.either(long, x.value(whole));
    const owner = symbol === NONE ? x.symbolOfScope(x.enclosing(ScopeKind.class)) : symbol;
    const given = tree.childOfKind(node, this.s.K.attributeArguments);
    const call = annotationCall(x, nameNode, expression, given, this.s.K.attributeArgument);
    x.refer(RefKind.decorate, nameNode, expression, -1, call, owner);
  }
}
