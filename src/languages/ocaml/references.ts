/** Second pass: calls, constructors, types, patterns, modules that are opened, included or made. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind, Op, RefKind, ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { INCLUDED, OcamlName, OPENED } from "../../resolve/modules/ocaml_modules.ts";
import { bindLocal } from "../class_family/bindings.ts";
import { namedChildren, outside, referCall } from "../class_family/calls.ts";
import { STANDARD_CONSTRUCTORS, STANDARD_OPERATORS, STANDARD_TYPES } from "../ocaml_builtins.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Operators that run the function on their left, and on their right. */
const RUNS_LEFT: ReadonlySet<string> = new Set(["@@", "<$>", "%", "=<<"]);
const RUNS_RIGHT: ReadonlySet<string> = new Set(
  "|> >>= >>| >|= >>? >>=? >>|? >|=? >>=! >|=! %> >> >>> >=>".split(" "),
);

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const opens: NodeRule = (x, node) => this.#openLocally(x, node);
    const pattern: NodeRule = (x, node) =>
      this.#enterPattern(x, x.tree.child(node, this.s.F.pattern));
    return {
      open_module: (x, node) => this.#bring(x, node, OPENED, ImportKind.all),
      include_module: (x, node) => this.#bring(x, node, INCLUDED, ImportKind.include),
      include_module_type: (x, node) => this.#bring(x, node, INCLUDED, ImportKind.include),
      local_open_expression: opens,
      let_open_expression: opens,
      local_open_pattern: opens,
      module_binding: (x, node) => this.#referModule(x, node),
      module_parameter: (x, node) => this.#bindParameter(x, node),
      module_type_definition: (x, node) => this.#referModuleType(x, node),
      package_pattern: (x, node) => this.#bindParameter(x, node),
      module_application: (x, node) => this.#referFunctor(x, node),
      parameter: pattern,
      match_case: pattern,
      let_binding: (x, node) => this.#referBinding(x, node),
      value_name: (x, node) => this.#bindName(x, node),
      value_pattern: (x, node) => this.#bindName(x, node),
      value_path: (x, node) => this.#referValue(x, node),
      infix_expression: (x, node) => this.#referOperator(x, node),
      let_operator: (x, node) => this.#referLetOperator(x, node),
      constructor_path: (x, node) => this.#referConstructor(x, node),
      type_constructor_path: (x, node) => this.#referType(x, node),
      new_expression: (x, node) => this.#referNew(x, node),
      method_invocation: (x, node) => this.#referMethod(x, node),
      inheritance_definition: (x, node) => this.#referBase(x, node),
      object_expression: (x, node) => this.#referObject(x, node),
      method_definition: (x, node) => this.#bindSelves(x, node),
    };
  }

  // ── modules ─────────────────────────────────────────────────────────────────────────────────

  /** The name of a module, for what asks the module system. */
  #moduleExpression(x: Extraction, node: NodeIndex): number {
    const { K, F } = this.s;
    const path = this.s.modulePath(x, node);
    if (path !== "") return x.nameExpression(OcamlName.module(path), x.tree.starts[node]!);
    const type = this.s.moduleTypePath(x, node);
    if (type !== undefined) {
      const name = OcamlName.moduleType(type.modules + type.name);
      return x.nameExpression(name, x.tree.starts[node]!);
    }
    // `module type of M`, `module type of struct include M end`
    const of = x.tree.kinds[node] === K.moduleTypeOf ? x.tree.child(node, F.module) : NONE;
    if (of === NONE) return -1;
    const inner = x.tree.kinds[of] === K.structure ? x.tree.namedChild(of) : NONE;
    return this.#moduleExpression(x, inner === NONE ? of : x.tree.child(inner, F.module));
  }

  #bring(x: Extraction, node: NodeIndex, how: string, kind: number): void {
    const { tree } = x;
    const { F } = this.s;
    const module = tree.child(node, F.module);
    const given = module === NONE ? tree.child(node, F.moduleType) : module;
    const value = given === NONE ? -1 : this.#moduleExpression(x, given);
    if (value < 0) return;
    const offset = tree.starts[given]!;
    x.bind(x.scope, how, BindingKind.variable, { value, offset });
    const path = this.s.modulePath(x, given);
    if (path === "") return;
    const line = x.lineAt(offset);
    x.facts.import(path, kind, {
      scope: x.scope,
      line,
      column: x.columnAt(offset, line),
      form: x.scope,
    });
  }

  #openLocally(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const module = tree.childOfKind(node, this.s.K.modulePath);
    if (module !== NONE) {
      const value = this.#moduleExpression(x, module);
      const offset = tree.starts[module]!;
      x.bind(x.scope, OPENED, BindingKind.variable, { value, offset });
    }
    this.state.openEnd = Math.max(this.state.openEnd, tree.nexts[node]!);
  }

  /** A module that stands for another, is made by a functor, or is declared to have a type. */
  #referModule(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const symbol = x.symbolAt(node);
    if (symbol === NONE) return;
    const type = tree.child(node, F.moduleType);
    const body = tree.child(node, F.body);
    const isWritten = body !== NONE && tree.kinds[body] === K.structure ||
      body === NONE && type !== NONE && tree.kinds[type] === K.signature;
    if (!isWritten) {
      const meant = body === NONE ? type : body;
      const value = meant === NONE ? -1 : outside(x, () => this.#moduleExpression(x, meant));
      const declared = value < 0 && type !== NONE
        ? outside(x, () => this.#moduleExpression(x, type))
        : value;
      x.addValue(symbol, declared);
    }
    this.#referSignature(x, type, symbol);
  }

  /** A module has what its type asks for. */
  #referSignature(x: Extraction, type: NodeIndex, symbol: number): void {
    const path = type === NONE ? undefined : this.s.moduleTypePath(x, type);
    if (path === undefined) return;
    const name = OcamlName.moduleType(path.modules + path.name);
    const expression = outside(x, () => x.nameExpression(name, x.tree.starts[path.node]!));
    x.refer(RefKind.implement, path.node, expression, -1, -1, symbol);
  }

  #referModuleType(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    const body = x.tree.child(node, this.s.F.body);
    if (symbol === NONE || body === NONE || x.tree.kinds[body] === this.s.K.signature) return;
    x.addValue(symbol, outside(x, () => this.#moduleExpression(x, body)));
  }

  /** The parameter of a functor, or a module that is given as a value: what its type says. */
  #bindParameter(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.childOfKind(node, this.s.K.moduleName);
    const type = x.tree.child(node, this.s.F.moduleType);
    if (nameNode === NONE || type === NONE) return;
    const value = this.#moduleExpression(x, type);
    const offset = x.tree.starts[nameNode]!;
    x.bind(x.scope, OcamlName.module(x.textOf(nameNode)), BindingKind.variable, { value, offset });
  }

  #referFunctor(x: Extraction, node: NodeIndex): void {
    const functor = x.tree.child(node, this.s.F.functor);
    const path = functor === NONE ? undefined : this.s.path(x, functor);
    if (path === undefined || x.tree.kinds[functor] !== this.s.K.modulePath) return;
    referCall(x, RefKind.call, path.node, this.#moduleExpression(x, functor), [], 1);
  }

  // ── names ───────────────────────────────────────────────────────────────────────────────────

  #enterPattern(x: Extraction, pattern: NodeIndex): void {
    if (pattern === NONE) return;
    this.state.patternEnd = Math.max(this.state.patternEnd, x.tree.nexts[pattern]!);
  }

  #isPattern(node: NodeIndex): boolean {
    return node < this.state.patternEnd;
  }

  #bindName(x: Extraction, node: NodeIndex): void {
    if (this.#isPattern(node)) bindLocal(x, node, -1, -1, x.tree.starts[node]!);
  }

  /** What a binding gives a name to, or takes apart; its names hold around it. */
  #referBinding(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const pattern = tree.child(node, F.pattern);
    if (pattern === NONE) return;
    const body = tree.child(node, F.body);
    const symbol = x.symbolAt(node);
    const nameNode = this.s.simpleName(x, pattern);
    if (symbol !== NONE) {
      const kind = body === NONE ? NONE : tree.kinds[body];
      const isMade = kind === this.s.K.application || kind === this.s.K.new;
      if (isMade || !this.s.isFunction(x, node)) x.addValue(symbol, x.value(body));
      return;
    }
    outside(x, () => {
      if (nameNode !== NONE) bindLocal(x, nameNode, -1, x.value(body), tree.ends[node]!);
      else this.#bindAll(x, pattern);
    });
  }

  #bindAll(x: Extraction, pattern: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    for (let at = pattern; at < tree.nexts[pattern]!; at++) {
      const kind = tree.kinds[at];
      if (kind === K.valueName || kind === K.valuePattern) {
        bindLocal(x, at, -1, -1, tree.ends[pattern]!);
      } else if (kind === K.fieldName && tree.nextSibling(tree.parents[at]!) === NONE) {
        bindLocal(x, at, -1, -1, tree.ends[pattern]!);
      }
    }
  }

  /** A value that is named: called where it is applied, given elsewhere. */
  #referValue(x: Extraction, node: NodeIndex): void {
    const path = this.s.path(x, node);
    if (path === undefined) return;
    const expression = x.value(node);
    const given = this.#arguments(x, node);
    if (given < 0) x.mention(path.node, expression);
    else referCall(x, RefKind.call, path.node, expression, [], given);
  }

  /** How many arguments a value is given where it stands; -1 where it is not called. */
  #arguments(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F, K } = this.s;
    const around = tree.parents[node]!;
    if (around === NONE) return -1;
    const kind = tree.kinds[around];
    if (kind === K.application && tree.fields[node] === F.function) {
      return namedChildren(x, around).filter((one) => tree.fields[one] === F.argument).length;
    }
    if (kind !== K.infix) return -1;
    const operator = x.textOf(tree.child(around, F.operator));
    const runs = tree.fields[node] === F.left ? RUNS_LEFT : RUNS_RIGHT;
    return runs.has(operator) ? 1 : -1;
  }

  #referOperator(x: Extraction, node: NodeIndex): void {
    const operator = x.tree.child(node, this.s.F.operator);
    if (operator === NONE) return;
    const name = x.textOf(operator);
    if (STANDARD_OPERATORS.has(name)) return;
    const expression = this.expressions.value(x, node, { node: operator, modules: "", name });
    referCall(x, RefKind.call, operator, expression, [], 2);
  }

  /** `let* x = …` calls what is defined as `( let* )`. */
  #referLetOperator(x: Extraction, node: NodeIndex): void {
    const around = x.tree.parents[node]!;
    if (around !== NONE && x.tree.kinds[around] === this.s.K.parenthesizedOperator) return;
    const name = x.textOf(node);
    const expression = this.expressions.value(x, node, { node, modules: "", name });
    referCall(x, RefKind.call, node, expression, [], 2);
  }

  #referConstructor(x: Extraction, node: NodeIndex): void {
    const path = this.s.path(x, node);
    if (path === undefined || path.modules === "" && STANDARD_CONSTRUCTORS.has(path.name)) return;
    const expression = x.value(node);
    if (this.#isPattern(node)) x.mention(path.node, expression);
    else referCall(x, RefKind.construct, path.node, expression, []);
  }

  #referType(x: Extraction, node: NodeIndex): void {
    const path = this.s.path(x, node);
    if (path === undefined || path.modules === "" && STANDARD_TYPES.has(path.name)) return;
    x.refer(RefKind.type, path.node, x.value(node));
  }

  // ── objects ─────────────────────────────────────────────────────────────────────────────────

  #referNew(x: Extraction, node: NodeIndex): void {
    const named = x.tree.namedChild(node);
    const path = named === NONE ? undefined : this.s.path(x, named);
    if (path !== undefined) {
      referCall(x, RefKind.construct, path.node, x.value(named), []);
    }
  }

  #referMethod(x: Extraction, node: NodeIndex): void {
    const name = x.tree.child(node, this.s.F.method);
    if (name !== NONE) referCall(x, RefKind.call, name, x.value(node), []);
  }

  #referBase(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const scope = x.enclosing(ScopeKind.class);
    const symbol = scope === NONE ? NONE : x.symbolOfScope(scope);
    for (let at = node + 1; at < tree.nexts[node]!; at++) {
      if (tree.kinds[at] !== K.classPath) continue;
      const path = this.s.path(x, at);
      if (path !== undefined && symbol !== NONE) {
        x.refer(RefKind.inherit, path.node, x.value(at), -1, -1, symbol);
      }
      break;
    }
    this.#addSelf(x, tree.child(node, F.alias), Op.super);
  }

  #referObject(x: Extraction, node: NodeIndex): void {
    this.#addSelf(x, x.tree.child(node, this.s.F.self), Op.self);
  }

  /** A name for the object, known in each of its methods: names of a class's body are no values. */
  #addSelf(x: Extraction, pattern: NodeIndex, op: number): void {
    const scope = x.enclosing(ScopeKind.class);
    if (pattern === NONE || scope === NONE) return;
    const isName = x.tree.kinds[pattern] === this.s.K.valuePattern;
    const node = isName ? pattern : x.tree.namedChild(pattern);
    const { selves } = this.state;
    const value = this.expressions.around(x, op);
    selves.set(scope, [...selves.get(scope) ?? [], { node, value }]);
  }

  #bindSelves(x: Extraction, method: NodeIndex): void {
    const scope = x.enclosing(ScopeKind.class);
    for (const { node, value } of this.state.selves.get(scope) ?? []) {
      bindLocal(x, node, -1, value, x.tree.starts[method]!);
    }
  }
}
