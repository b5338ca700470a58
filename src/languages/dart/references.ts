/** Second pass: imports, bases, parameters, variables, calls, types named, annotations. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind, Op, RefKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { PART_OF_FORM } from "../../resolve/modules/dart_modules.ts";
import { annotationCall } from "../class_family/annotations.ts";
import {
  bindLocal,
  bindParameters,
  bindTypeParameter,
  bindUnlessLeft,
  type DeclaredParameter,
  importQualified,
} from "../class_family/bindings.ts";
import { callbackGiven, childThat, namedChildren, referCall } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Patterns } from "./patterns.ts";
import type { Syntax } from "./syntax.ts";

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
    readonly patterns: Patterns,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const signature: NodeRule = (x, node) => this.#referBare(x, node);
    const held: NodeRule = (x, node) => this.#referSignature(x, node, this.s.signatureIn(x, node));
    const construct: NodeRule = (x, node) => this.#referConstruction(x, node);
    const mention: NodeRule = (x, node) => this.#mention(x, node);
    const initialized: NodeRule = (x, node) => this.#referInitialized(x, node);
    const patternCase: NodeRule = (x, node) => this.#referCase(x, node);
    return {
      import_specification: (x, node) => this.#import(x, node),
      library_export: (x, node) => this.#export(x, node),
      part_directive: (x, node) => this.#part(x, node, 0),
      part_of_directive: (x, node) => this.#part(x, node, PART_OF_FORM),
      class_definition: (x, node) => this.#referClass(x, node),
      mixin_declaration: (x, node) => this.#referMixin(x, node),
      enum_declaration: (x, node) => this.#referClass(x, node),
      extension_declaration: (x, node) => this.#bindTypeParameters(x, node),
      extension_type_declaration: (x, node) => this.#referExtensionType(x, node),
      type_alias: (x, node) => this.#referAlias(x, node),
      enum_constant: (x, node) => this.#referConstant(x, node),
      method_signature: held,
      declaration: held,
      lambda_expression: held,
      function_signature: signature,
      getter_signature: signature,
      setter_signature: signature,
      function_expression: (x, node) => this.#referFunction(x, node),
      return_statement: (x, node) => this.#referReturn(x, node),
      initializer_list_entry: (x, node) => this.#referInitializer(x, node),
      redirection: (x, node) => this.#referRedirection(x, node),
      redirecting_factory_constructor_signature: (x, node) => this.#referTarget(x, node),
      initialized_identifier: initialized,
      static_final_declaration: initialized,
      initialized_variable_definition: (x, node) => this.#referLocal(x, node),
      pattern_variable_declaration: (x, node) => this.#referPattern(x, node),
      for_loop_parts: (x, node) => this.#referLoop(x, node),
      catch_clause: (x, node) => this.#referCatch(x, node),
      if_statement: patternCase,
      if_element: patternCase,
      switch_statement_case: patternCase,
      switch_expression_case: patternCase,
      type_test_expression: (x, node) => this.#narrow(x, node),
      argument_part: (x, node) => this.#referCall(x, node),
      new_expression: construct,
      const_object_expression: construct,
      constructor_invocation: construct,
      argument: mention,
      named_argument: mention,
      assignment_expression: (x, node) => this.#mentionRun(x, x.tree.child(node, this.s.F.right)),
      list_literal: (x, node) => {
        for (const one of namedChildren(x, node)) this.#mentionRun(x, one);
      },
      pair: (x, node) => this.#mentionRun(x, x.tree.child(node, this.s.F.value)),
      identifier: (x, node) => this.#referOwner(x, node),
      type_identifier: (x, node) => this.#referType(x, node),
      annotation: (x, node) => this.#referAnnotation(x, node),
    };
  }

  // ── libraries ───────────────────────────────────────────────────────────────────────────────

  #uriIn(x: Extraction, node: NodeIndex): { uri: NodeIndex; text: string } {
    const { tree } = x;
    const { K } = this.s;
    const configurable = tree.childOfKind(node, K.configurableUri);
    const uri = tree.childOfKind(configurable === NONE ? node : configurable, K.uri);
    return { uri, text: uri === NONE ? "" : this.s.plainText(x, uri) };
  }

  /** Names behind `show` or `hide`. */
  #combined(x: Extraction, node: NodeIndex, word: string): NodeIndex[] {
    return namedChildren(x, node)
      .filter((one) => x.tree.kinds[one] === this.s.K.combinator && x.textOf(one).startsWith(word))
      .flatMap((one) => namedChildren(x, one));
  }

  #import(x: Extraction, node: NodeIndex): void {
    const { uri, text } = this.#uriIn(x, node);
    if (text === "") return;
    const prefix = x.tree.childOfKind(node, this.s.K.identifier);
    const place = this.#placeOf(x, uri);
    if (prefix !== NONE) {
      if (/^dart:(?:core|async)$/.test(text)) this.state.corePrefixes.add(x.textOf(prefix));
      const index = x.facts.import(text, ImportKind.module, place);
      x.bind(x.scope, x.textOf(prefix), BindingKind.import, {
        index,
        offset: x.tree.starts[prefix]!,
      });
      return;
    }
    const shown = this.#combined(x, node, "show");
    for (const one of shown) importQualified(x, { node: one, from: text, name: x.textOf(one) });
    if (shown.length > 0) return;
    const hidden = this.#combined(x, node, "hide").map((one) => x.textOf(one)).join(" ");
    x.facts.import(text, ImportKind.all, {
      ...place,
      ...(hidden === "" ? {} : { name: hidden }),
    });
  }

  #placeOf(x: Extraction, node: NodeIndex): { scope: number; line: number; column: number } {
    const line = x.lineAt(x.tree.starts[node]!);
    return { scope: x.scope, line, column: x.columnAt(x.tree.starts[node]!, line) };
  }

  #export(x: Extraction, node: NodeIndex): void {
    const { uri, text } = this.#uriIn(x, node);
    if (text === "") return;
    const place = this.#placeOf(x, uri);
    const { line } = place;
    const shown = this.#combined(x, node, "show").map((one) => x.textOf(one));
    for (const name of shown) {
      x.facts.export(name, { specifier: text, imported: name, line });
    }
    x.facts.import(text, ImportKind.effect, place);
    if (shown.length > 0) return;
    const hidden = this.#combined(x, node, "hide").map((one) => x.textOf(one)).join(" ");
    x.facts.export("*", {
      specifier: text,
      line,
      ...(hidden === "" ? {} : { imported: hidden }),
    });
  }

  #part(x: Extraction, node: NodeIndex, form: number): void {
    const { uri, text } = this.#uriIn(x, node);
    if (text === "") return;
    x.facts.import(text, ImportKind.include, { ...this.#placeOf(x, uri), form });
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #bindTypeParameters(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const parameters = namedChildren(x, tree.childOfKind(node, K.typeParameters));
    for (const [index, one] of parameters.entries()) {
      const nameNode = tree.childOfKind(one, K.typeIdentifier);
      const bound = tree.childOfKind(one, K.typeBound);
      const type = bound === NONE ? -1 : x.type(this.s.typeIn(x, bound));
      bindTypeParameter(x, nameNode, type, index);
    }
  }

  /** What stands further behind hides what stands before it: mixins, the last first, then the superclass. */
  #referClass(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const applied = tree.childOfKind(node, K.mixinApplicationClass);
    this.#bindTypeParameters(x, applied === NONE ? node : applied);
    const application = applied === NONE ? NONE : tree.childOfKind(applied, K.mixinApplication);
    const superclass = application === NONE ? tree.childOfKind(node, K.superclass) : application;
    const holder = superclass === NONE ? node : superclass;
    this.#referBases(x, node, tree.childOfKind(holder, K.mixins), RefKind.inherit, true);
    this.#referBases(x, node, superclass, RefKind.inherit);
    const interfaces = tree.childOfKind(application === NONE ? node : application, K.interfaces);
    this.#referBases(x, node, interfaces, RefKind.implement);
  }

  #referMixin(x: Extraction, node: NodeIndex): void {
    this.#bindTypeParameters(x, node);
    this.#referBases(x, node, node, RefKind.inherit);
    const interfaces = x.tree.childOfKind(node, this.s.K.interfaces);
    this.#referBases(x, node, interfaces, RefKind.implement);
  }

  #referBases(
    x: Extraction,
    node: NodeIndex,
    holder: NodeIndex,
    kind: number,
    isReversed = false,
  ): void {
    const types = holder === NONE ? [] : this.s.typesIn(x, holder);
    for (const type of isReversed ? types.reverse() : types) {
      const nameNode = this.s.lastTypeName(x, type);
      if (nameNode !== NONE) x.refer(kind, nameNode, x.type(type), -1, -1, x.symbolAt(node));
    }
  }

  #referExtensionType(x: Extraction, node: NodeIndex): void {
    this.#bindTypeParameters(x, node);
    this.#referBases(x, node, x.tree.childOfKind(node, this.s.K.interfaces), RefKind.implement);
    const held = childThat(x, node, (child) => x.tree.child(child, this.s.F.type) !== NONE);
    if (held !== NONE) x.setType(x.symbolAt(held), x.type(this.s.typeIn(x, held)));
  }

  #referAlias(x: Extraction, node: NodeIndex): void {
    this.#bindTypeParameters(x, node);
    const list = this.s.parametersOf(x, node);
    const types = this.s.typesIn(x, node);
    if (list === NONE) {
      x.setType(x.symbolAt(node), x.type(types.at(-1) ?? NONE));
      return;
    }
    const taken = namedChildren(x, list).map((one) => x.type(this.s.typeIn(x, one)));
    const result = types.length > 1 ? x.type(types[0]!) : -1;
    const first = x.facts.list(taken);
    x.setType(
      x.symbolAt(node),
      x.facts.expression(Op.functionType, first, taken.length, result),
    );
  }

  #referConstant(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const owner = this.expressions.typeAround(x);
    const nameNode = tree.child(node, this.s.F.name);
    if (owner < 0 || nameNode === NONE) return;
    x.setType(x.symbolAt(node), owner);
    const part = tree.childOfKind(node, K.argumentPart);
    const list = part === NONE ? tree.childOfKind(node, K.arguments) : part;
    if (list === NONE) return;
    const named = namedChildren(x, node).filter((one) => tree.kinds[one] === K.identifier)[1];
    const callee = named === undefined ? owner : x.memberExpression(owner, x.textOf(named));
    referCall(
      x,
      RefKind.construct,
      named ?? nameNode,
      callee,
      this.expressions.argumentsOf(x, list),
    );
  }

  /** A type that is named. Bases and names of definitions are told by their own rules. */
  #referType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    if (this.s.isQualified(x, node)) return;
    const around = tree.parents[node]!;
    const kind = tree.kinds[around];
    const isBase = kind === K.superclass || kind === K.mixins || kind === K.interfaces ||
      kind === K.mixinApplication || kind === K.typeParameter || kind === K.mixin ||
      kind === K.redirectingFactory;
    const isName = kind === K.typeAlias && this.#isNameOf(x, around, node);
    if (isBase || isName) return;
    x.refer(RefKind.type, this.s.lastTypeName(x, node), x.type(node));
  }

  /** Whether a name in an alias is that of the alias. */
  #isNameOf(x: Extraction, definition: NodeIndex, node: NodeIndex): boolean {
    const symbol = x.symbolAt(definition);
    const name = x.facts.textAt(x.facts.tables.symbols.get(symbol, 1));
    return x.textOf(node) === name;
  }

  #referAnnotation(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const named = tree.child(node, F.name);
    if (named === NONE) return;
    const names = tree.kinds[named] === K.identifier ? [named] : namedChildren(x, named);
    const nameNode = names.at(-1);
    if (nameNode === undefined) return;
    let callee = -1;
    for (const one of names) {
      callee = callee < 0
        ? x.nameExpression(x.textOf(one), tree.starts[one]!)
        : x.memberExpression(callee, x.textOf(one));
    }
    const list = tree.childOfKind(node, K.arguments);
    const call = annotationCall(x, nameNode, callee, list, K.namedArgument);
    x.refer(RefKind.decorate, nameNode, callee, -1, call, this.#annotated(x, node));
  }

  /** What an annotation is about: what it is written in, or what follows it. */
  #annotated(x: Extraction, node: NodeIndex): number {
    const around = x.symbolAt(x.tree.parents[node]!);
    if (around !== NONE) return around;
    let next = this.s.next(x, node);
    while (next !== NONE && x.tree.kinds[next] === this.s.K.annotation) {
      next = this.s.next(x, next);
    }
    const symbol = next === NONE ? NONE : x.symbolAt(next);
    return symbol === NONE ? x.symbol : symbol;
  }

  // ── functions ───────────────────────────────────────────────────────────────────────────────

  #referBare(x: Extraction, node: NodeIndex): void {
    if (x.symbolAt(node) !== NONE) this.#referSignature(x, node, node);
  }

  #referSignature(x: Extraction, holder: NodeIndex, signature: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const symbol = x.symbolAt(holder);
    if (signature === NONE || symbol === NONE) return;
    this.#bindTypeParameters(x, signature);
    bindParameters(x, symbol, this.#parameters(x, this.s.parametersOf(x, signature)));
    const kind = tree.kinds[signature];
    const makes = kind === K.constructorSignature || kind === K.constConstructorSignature ||
      kind === K.factorySignature || kind === K.redirectingFactory;
    if (makes) {
      x.setType(symbol, this.expressions.typeAround(x));
      return;
    }
    const type = this.#declaredResult(x, signature);
    x.setType(symbol, type);
    if (type >= 0) return;
    const body = tree.kinds[holder] === K.lambda
      ? tree.childOfKind(holder, K.body)
      : this.s.bodyBehind(x, holder);
    if (body !== NONE && tree.childOfKind(body, K.block) === NONE) {
      x.addValue(symbol, this.expressions.resultOf(x, body));
    }
  }

  #declaredResult(x: Extraction, signature: NodeIndex): number {
    const type = this.s.typeIn(x, signature);
    const name = x.tree.child(signature, this.s.F.name);
    return type === NONE || name !== NONE && type > name ? -1 : x.type(type);
  }

  #referReturn(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbol;
    if (symbol === NONE || x.facts.tables.symbols.get(symbol, 13) >= 0) return;
    if (x.symbolOfScope(x.functionScope()) === symbol) {
      x.addValue(symbol, this.expressions.within(x, node));
    }
  }

  #parameters(x: Extraction, list: NodeIndex): DeclaredParameter[] {
    const { tree } = x;
    const { K } = this.s;
    const parameters: DeclaredParameter[] = [];
    for (const one of namedChildren(x, list)) {
      if (tree.kinds[one] === K.formalParameter) parameters.push(this.#parameter(x, one, false));
      else if (tree.kinds[one] === K.optionalParameters) {
        for (const inner of namedChildren(x, one)) {
          if (tree.kinds[inner] !== K.formalParameter) continue;
          const isRequired = /\brequired\s*$/.test(
            x.text.slice(tree.starts[one]!, tree.starts[inner]!),
          );
          parameters.push(this.#parameter(x, inner, !isRequired));
        }
      }
    }
    return parameters;
  }

  /** `int n`, `this.n`, `super.n`, `int f(int n)` */
  #parameter(x: Extraction, node: NodeIndex, isOptional: boolean): DeclaredParameter {
    const { tree } = x;
    const { K } = this.s;
    const ofField = tree.childOfKind(node, K.constructorParameter);
    const ofSuper = tree.childOfKind(node, K.superParameter);
    const holder = ofField !== NONE ? ofField : ofSuper !== NONE ? ofSuper : node;
    const nameNode = tree.childOfKind(holder, K.identifier);
    const type = this.#parameterType(x, holder);
    const self = ofField === NONE || type >= 0 ? -1 : this.expressions.self(x, Op.self);
    const value = self < 0 || nameNode === NONE ? -1 : x.memberExpression(self, x.textOf(nameNode));
    return { nameNode, type, value, isOptional };
  }

  #parameterType(x: Extraction, node: NodeIndex): number {
    const list = this.s.parametersOf(x, node);
    const type = x.type(this.s.typeIn(x, node));
    if (list === NONE) return type;
    const taken = namedChildren(x, list).map((one) => x.type(this.s.typeIn(x, one)));
    return x.facts.expression(Op.functionType, x.facts.list(taken), taken.length, type);
  }

  #referFunction(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const argument = tree.parents[node]!;
    const list = argument === NONE ? NONE : tree.parents[argument]!;
    const part = list === NONE ? NONE : tree.parents[list]!;
    const isGiven = part !== NONE && tree.kinds[part] === this.s.K.argumentPart;
    const call = isGiven ? this.#stepOf(x, part) : NONE;
    const position = isGiven ? namedChildren(x, list).indexOf(argument) : 0;
    const parameters = this.#parameters(x, this.s.parametersOf(x, node));
    const given = parameters.length === 0 ? -1 : callbackGiven(x, call, position);
    bindParameters(
      x,
      x.symbolAt(node),
      parameters.map((one) => one.type >= 0 ? one : { ...one, value: given }),
    );
  }

  /** The step whose value is a call: the selector around its arguments, or they themselves in a cascade. */
  #stepOf(x: Extraction, part: NodeIndex): NodeIndex {
    const around = x.tree.parents[part]!;
    return around !== NONE && x.tree.kinds[around] === this.s.K.selector ? around : part;
  }

  // ── constructors ────────────────────────────────────────────────────────────────────────────

  /** `: super.named(…)`, `: super(…)` */
  #referInitializer(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const word = tree.childOfKind(node, K.super);
    if (word === NONE) return;
    this.#referDelegated(x, node, word, this.expressions.self(x, Op.super));
  }

  /** `: this.named(…)` */
  #referRedirection(x: Extraction, node: NodeIndex): void {
    const word = x.tree.childOfKind(node, this.s.K.this);
    if (word !== NONE) this.#referDelegated(x, node, word, this.expressions.typeAround(x));
  }

  #referDelegated(x: Extraction, node: NodeIndex, word: NodeIndex, owner: number): void {
    const named = x.tree.childOfKind(node, this.s.K.identifier);
    if (owner < 0) return;
    const callee = named === NONE ? owner : x.memberExpression(owner, x.textOf(named));
    const kind = named === NONE ? RefKind.construct : RefKind.call;
    const args = this.expressions.argumentsOf(x, node);
    referCall(x, kind, named === NONE ? word : named, callee, args);
  }

  /** `factory A.b() = C.d;` */
  #referTarget(x: Extraction, node: NodeIndex): void {
    const type = this.s.typeIn(x, node);
    if (type === NONE) return;
    const names = namedChildren(x, node);
    const last = names.at(-1);
    // Read as a qualified type: a constructor of the type, unless what is before the dot is a prefix.
    const nameNode = last !== undefined && x.tree.kinds[last] === this.s.K.identifier
      ? last
      : this.s.lastTypeName(x, type);
    if (nameNode !== NONE) referCall(x, RefKind.call, nameNode, x.type(type), [], -1);
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  /** A field or variable in a list; the type stands before the list. */
  #referInitialized(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const list = tree.parents[node]!;
    const nameNode = tree.namedChild(node);
    const isLocal = x.symbolAt(node) === NONE;
    const type = isLocal ? x.type(this.s.typeIn(x, list)) : x.type(this.#typeBefore(x, list));
    const valueNode = nameNode === NONE ? NONE : namedChildren(x, node)[1] ?? NONE;
    if (isLocal) {
      if (!x.isInFunction()) return;
      const value = type >= 0 ? -1 : this.expressions.run(x, valueNode);
      bindLocal(x, nameNode, type, value, tree.ends[node]!);
      return;
    }
    x.setType(x.symbolAt(node), type);
    if (type >= 0) x.addText(x.symbolAt(node), valueNode);
    else x.addValue(x.symbolAt(node), this.expressions.run(x, valueNode));
    this.#mentionRun(x, valueNode);
  }

  /** First node of the type that stands before a list of variables. */
  #typeBefore(x: Extraction, list: NodeIndex): NodeIndex {
    const { kinds } = x.tree;
    const { K } = this.s;
    let type = NONE;
    for (let at = this.s.previous(x, list); at !== NONE; at = this.s.previous(x, at)) {
      const kind = kinds[at]!;
      if (this.s.TYPES.has(kind)) type = at;
      else if (kind !== K.dot && kind !== K.typeArguments && x.textOf(at) !== "?") break;
    }
    return type;
  }

  #referLocal(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const type = x.type(this.s.typeIn(x, node));
    const valueNode = tree.child(node, F.value);
    const value = type >= 0 ? -1 : this.expressions.run(x, valueNode);
    bindLocal(x, tree.child(node, F.name), type, value, tree.ends[node]!);
    this.#mentionRun(x, valueNode);
  }

  #referPattern(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const children = namedChildren(x, node);
    const heads = children.filter((one) => !this.s.STEPS.has(tree.kinds[one]!));
    const [pattern, value] = heads.slice(-2);
    if (pattern === undefined || value === undefined) return;
    this.patterns.bind(x, pattern, this.expressions.run(x, value), true, tree.ends[node]!);
  }

  #referLoop(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const valueNode = tree.child(node, F.value);
    if (valueNode === NONE) return;
    const value = this.expressions.run(x, valueNode);
    const element = value < 0 ? -1 : x.facts.expression(Op.element, value);
    const nameNode = tree.child(node, F.name);
    const offset = tree.starts[node]!;
    if (nameNode !== NONE) {
      bindLocal(x, nameNode, x.type(this.s.typeIn(x, node)), element, offset);
      return;
    }
    const pattern = childThat(
      x,
      node,
      (one) => one < valueNode && tree.kinds[one] !== K.identifier && tree.firstChild(one) !== NONE,
    );
    if (pattern !== NONE) this.patterns.bind(x, pattern, element, true, offset);
  }

  /** `on Type catch (error, trace) { … }` */
  #referCatch(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const block = this.s.next(x, node);
    const scope = block === NONE ? NONE : x.scopeAt(block);
    const parameters = tree.childOfKind(node, K.catchParameters);
    const nameNode = parameters === NONE ? NONE : tree.namedChild(parameters);
    if (scope === NONE || nameNode === NONE) return;
    const type = x.type(this.#typeBefore(x, node));
    x.bind(scope, x.textOf(nameNode), BindingKind.variable, {
      type,
      offset: tree.starts[nameNode]!,
    });
  }

  // ── what tests of types and patterns tell ───────────────────────────────────────────────────

  /** `if (value case Pattern)`, `case Pattern when …` */
  #referCase(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const isIf = tree.kinds[node] === K.ifStatement;
    const heads = namedChildren(x, node).filter((one) => !this.s.STEPS.has(tree.kinds[one]!));
    const [first, second] = heads.filter((one) => tree.isNamed(one) && x.textOf(one) !== "case");
    const isPatterned = isIf && second !== undefined && first !== undefined &&
      /\bcase\s*$/.test(x.text.slice(tree.ends[first]!, tree.starts[second]!));
    if (isIf && !isPatterned) return;
    const pattern = isIf ? second : first;
    if (pattern === undefined) return;
    const subject = isIf ? first! : this.#subjectOf(x, node);
    const value = subject === NONE ? -1 : this.expressions.run(x, subject);
    this.patterns.bind(x, pattern, value, false, tree.starts[pattern]!);
    const isName = subject !== NONE && tree.kinds[subject] === K.identifier &&
      this.s.endOfRun(x, subject) === subject;
    if (!isName || tree.kinds[pattern] !== K.objectPattern) return;
    bindLocal(x, subject, x.type(this.s.typeIn(x, pattern)), -1, tree.starts[pattern]!);
  }

  /** What the `switch` around a case looks at. */
  #subjectOf(x: Extraction, node: NodeIndex): NodeIndex {
    let at = x.tree.parents[node]!;
    for (let depth = 0; at !== NONE && depth < 2; depth++, at = x.tree.parents[at]!) {
      const condition = childThat(x, at, (child) => x.textOf(child).startsWith("("));
      if (condition !== NONE) return this.s.headIn(x, condition);
    }
    return NONE;
  }

  /** `x is T`: further on in the condition and in the branch `x` is a `T`; after `x is! T` that leaves, too. */
  #narrow(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const subject = tree.namedChild(node);
    const test = tree.childOfKind(node, K.typeTest);
    if (test === NONE || subject === NONE || tree.kinds[subject] !== K.identifier) return;
    if (this.s.next(x, subject) !== test) return;
    const type = x.type(this.s.typeIn(x, test));
    const operator = tree.childOfKind(test, K.isOperator);
    if (type < 0 || operator === NONE) return;
    if (!x.textOf(operator).includes("!")) {
      bindLocal(x, subject, type, -1, tree.ends[node]!);
      return;
    }
    const holder = tree.parents[node]!;
    if (tree.kinds[holder] !== K.ifStatement) return;
    bindUnlessLeft(x, subject, type, holder, tree.child(holder, this.s.F.consequence));
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const step = this.#stepOf(x, node);
    const nameNode = this.s.nameBefore(x, step);
    if (nameNode === NONE) return;
    const callee = this.expressions.calleeOf(x, step, node);
    referCall(x, RefKind.call, nameNode, callee, this.expressions.argumentsOf(x, node));
  }

  #referConstruction(x: Extraction, node: NodeIndex): void {
    const { callee, nameNode } = this.expressions.construction(x, node);
    const args = this.expressions.argumentsOf(x, node);
    const isNamed = x.tree.kinds[nameNode] === this.s.K.identifier;
    referCall(x, isNamed ? RefKind.call : RefKind.construct, nameNode, callee, args);
  }

  /** A function or class that is given as a value. */
  #mention(x: Extraction, node: NodeIndex): void {
    this.#mentionRun(x, this.s.headIn(x, node));
  }

  #mentionRun(x: Extraction, head: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    if (head === NONE || this.s.STEPS.has(tree.kinds[head]!)) return;
    const last = this.s.endOfRun(x, head);
    if (last === head) {
      if (tree.kinds[head] === K.identifier) x.mention(head, x.value(head));
      return;
    }
    const inner = tree.kinds[last] === K.selector ? tree.namedChild(last) : NONE;
    if (inner === NONE || !this.s.MEMBER_STEPS.has(tree.kinds[inner]!)) return;
    const name = tree.namedChild(inner);
    if (name !== NONE && tree.kinds[name] === K.identifier) {
      x.mention(name, this.expressions.run(x, head));
    }
  }

  /** `Type.member`: a type before a dot. */
  #referOwner(x: Extraction, node: NodeIndex): void {
    const step = this.s.next(x, node);
    if (step === NONE || !this.s.STEPS.has(x.tree.kinds[step]!)) return;
    if (!/^_?\p{Lu}/u.test(x.textOf(node)) || this.s.isQualified(x, node)) return;
    const inner = x.tree.namedChild(step);
    if (inner === NONE || x.tree.kinds[inner] === this.s.K.argumentPart) return;
    x.refer(RefKind.type, node, x.value(node));
  }
}
