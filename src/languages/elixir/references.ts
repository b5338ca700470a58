/** Second pass: calls, captures, modules that are named, structs, types, imports, variables. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind, RefKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { functionKey, typeKey, USE_FORM } from "../../resolve/modules/beam_modules.ts";
import { bindLocal } from "../class_family/bindings.ts";
import { namedChildren, outside, referCall } from "../class_family/calls.ts";
import { SPECIAL_FORMS } from "../elixir_builtins.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import { PhoenixRoutes } from "./phoenix_routes.ts";
import type { Syntax } from "./syntax.ts";

const DIRECTIVES: ReadonlySet<string> = new Set(["alias", "import", "require", "use"]);
const DEFINITIONS: ReadonlySet<string> = new Set(
  "def defp defmacro defmacrop defguard defguardp defdelegate defn defnp".split(" "),
);
const MODULES: ReadonlySet<string> = new Set(["defmodule", "defprotocol", "defimpl"]);
/** Attributes whose value is a type, or types. */
const SPECS: ReadonlySet<string> = new Set(
  "spec type typep opaque callback macrocallback".split(" "),
);
/** Behaviours of the language itself, which `use` adopts. */
const BEHAVIOURS: ReadonlySet<string> = new Set(
  "GenServer Supervisor DynamicSupervisor Application Agent Task GenEvent GenStage Plug.Builder Mix.Task"
    .split(" "),
);

/** The referring rules, for one grammar. */
export class References {
  readonly #routes: PhoenixRoutes;

  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {
    this.#routes = new PhoenixRoutes(s, state, expressions);
  }

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    return {
      call: (x, node) => this.#referCall(x, node),
      unary_operator: (x, node) => this.#referUnary(x, node),
      binary_operator: (x, node) => this.#referBinary(x, node),
      stab_clause: (x, node) => this.#bindPattern(x, x.tree.child(node, this.s.F.left)),
      identifier: (x, node) => this.#referIdentifier(x, node),
      alias: (x, node) => this.#referAlias(x, node),
      tuple: (x, node) => this.#referFunctionOf(x, namedChildren(x, node)),
    };
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    if (this.state.heads.has(node)) return;
    const name = this.s.targetName(x, node);
    if (DIRECTIVES.has(name)) return this.#referDirective(x, node, name);
    if (DEFINITIONS.has(name)) return this.#referDefinition(x, node, name);
    if (MODULES.has(name)) return this.#referModule(x, node, name);
    if (node < this.state.specEnd) return this.#referType(x, node);
    if (this.#isSizeInBinary(x, node)) return;
    if (this.#routes.isRoute(x, name)) this.#routes.declare(x, node, name);
    const args = this.s.argumentsOf(x, node);
    this.#referFunctionOf(x, args);
    if (name !== "" && SPECIAL_FORMS.has(name)) return;
    const target = tree.child(node, this.s.F.target);
    if (this.expressions.isField(x, node, target)) return;
    const called = this.expressions.called(x, target, this.expressions.arityOf(x, node));
    if (called === undefined) return;
    referCall(x, RefKind.call, called.nameNode, called.expression, args.map(() => -1));
  }

  /** `size(n)` in `<<x::size(n)>>`. */
  #isSizeInBinary(x: Extraction, node: NodeIndex): boolean {
    const { tree } = x;
    let inner = node;
    let around = tree.parents[node]!;
    while (around !== NONE && tree.kinds[around] === this.s.K.binary) {
      if (tree.fields[inner] === this.s.F.right && this.s.isBinary(x, around, "::")) return true;
      [inner, around] = [around, tree.parents[around]!];
    }
    return false;
  }

  /** `apply(M, :f, [a])`, `{M, :f, [a]}`: a function by its module, its name and its arguments. */
  #referFunctionOf(x: Extraction, nodes: readonly NodeIndex[]): void {
    const { tree } = x;
    const { K } = this.s;
    for (let at = 0; at + 2 < nodes.length; at++) {
      const [module, name, args] = [nodes[at]!, nodes[at + 1]!, nodes[at + 2]!];
      if (tree.kinds[name] !== K.atom || tree.kinds[args] !== K.list) continue;
      const isModule = tree.kinds[module] === K.alias || x.textOf(module) === "__MODULE__";
      if (!isModule) continue;
      const key = functionKey(x.textOf(name).slice(1), namedChildren(x, args).length);
      x.mention(name, x.memberExpression(x.value(module), key));
    }
  }

  // ── operators ───────────────────────────────────────────────────────────────────────────────

  #referUnary(x: Extraction, node: NodeIndex): void {
    const attribute = this.s.operand(x, node, "@");
    if (attribute !== NONE) return this.#referAttribute(x, node, attribute);
    const captured = this.expressions.captured(x, node);
    if (captured !== undefined) x.mention(captured.nameNode, captured.expression);
  }

  #referAttribute(x: Extraction, node: NodeIndex, attribute: NodeIndex): void {
    const { tree } = x;
    const name = this.s.targetName(x, attribute);
    if (name === "") return;
    if (SPECS.has(name)) {
      this.state.specEnd = tree.nexts[node]!;
      return;
    }
    const [given] = this.s.argumentsOf(x, attribute);
    if (given === undefined) return;
    if (name === "behaviour") this.#adopt(x, given);
    else if (!name.endsWith("doc") && !x.isInFunction()) {
      const offset = tree.ends[node]!;
      x.bind(x.scope, `@${name}`, BindingKind.variable, { value: x.value(given), offset });
    }
  }

  /** A module says that it has the functions of a behaviour. */
  #adopt(x: Extraction, given: NodeIndex): void {
    const module = this.state.moduleSymbol(x);
    const { K } = this.s;
    const kind = x.tree.kinds[given];
    if (module === NONE || kind !== K.alias && kind !== K.atom) return;
    const expression = kind === K.alias
      ? this.expressions.moduleName(x, given)
      : x.nameExpression(x.textOf(given).slice(1), x.tree.starts[given]!);
    x.refer(RefKind.implement, given, expression, -1, -1, module);
    const known = this.state.behaviours.get(module) ?? [];
    this.state.behaviours.set(module, [...known, x.value(given)]);
  }

  #referBinary(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const operator = this.s.operator(x, node);
    const left = tree.child(node, F.left);
    const right = tree.child(node, F.right);
    if (left === NONE || right === NONE) return;
    if (operator === "=") {
      if (tree.kinds[left] === K.identifier) {
        bindLocal(x, left, -1, x.value(right), tree.ends[node]!);
      } else this.#bindPattern(x, left);
    } else if (operator === "<-") this.#bindPattern(x, left);
    else if (operator === "|>" && tree.kinds[right] === K.identifier) {
      const called = this.expressions.called(x, right, 1)!;
      referCall(x, RefKind.call, right, called.expression, [-1]);
    } else if (!this.state.heads.has(node)) this.#referOperator(x, node, operator);
  }

  /** An operator that the file defines or may import. */
  #referOperator(x: Extraction, node: NodeIndex, operator: string): void {
    if (
      !/^(?:<~>|~>>?|<<~|<~|<\|>|\|\|\||&&&|<<<|>>>|\^\^\^|~~~|\+\+\+|---|\*\*)$/.test(operator)
    ) {
      return;
    }
    const nameNode = x.tree.child(node, this.s.F.operator);
    const key = functionKey(operator, 2);
    referCall(x, RefKind.call, nameNode, x.nameExpression(key, x.tree.starts[node]!), [-1, -1]);
  }

  // ── names ───────────────────────────────────────────────────────────────────────────────────

  /** Binds the variables of a pattern. */
  #bindPattern(x: Extraction, pattern: NodeIndex): void {
    const { tree } = x;
    if (pattern === NONE) return;
    const { F, K } = this.s;
    const end = tree.nexts[pattern]!;
    for (let at = pattern; at < end; at++) {
      if (tree.kinds[at] !== K.identifier || tree.fields[at] === F.target) continue;
      bindLocal(x, at, -1, -1, tree.starts[at]!);
    }
  }

  /** A bare name that is no variable calls the function of that name without arguments. */
  #referIdentifier(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { nullary } = this.state;
    if (nullary.size === 0 || !nullary.has(x.textOf(node))) return;
    const field = tree.fields[node];
    const around = tree.parents[node]!;
    if (field === this.s.F.target || this.state.heads.has(node) || node < this.state.specEnd) {
      return;
    }
    if (around !== NONE && tree.kinds[around] === this.s.K.dot) return;
    if (around !== NONE && tree.kinds[around] === this.s.K.unary) return;
    if (this.s.isBinary(x, around, "|>") && field === this.s.F.right) return;
    if (this.#isCapturedName(x, node)) return;
    const name = x.textOf(node);
    for (let scope = x.scope; scope > 0; scope = x.scopeParent(scope)) {
      if (x.binds(scope, name)) return;
    }
    const key = functionKey(name, 0);
    referCall(x, RefKind.call, node, x.nameExpression(key, tree.starts[node]!), []);
  }

  /** The name in `&name/1`. */
  #isCapturedName(x: Extraction, node: NodeIndex): boolean {
    const around = x.tree.parents[node]!;
    const outer = around === NONE ? NONE : x.tree.parents[around]!;
    return outer !== NONE && x.tree.kinds[outer] === this.s.K.unary &&
      this.s.operand(x, outer, "&") === around;
  }

  /** A module that is given, compared, or makes a struct. */
  #referAlias(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { K } = this.s;
    const around = tree.parents[node]!;
    if (around === NONE || this.state.heads.has(node)) return;
    if (tree.kinds[around] === K.dot) return;
    const expression = this.expressions.moduleName(x, node);
    if (tree.kinds[around] !== K.struct) {
      x.mention(node, expression);
      return;
    }
    const isType = node < this.state.specEnd || this.#isPattern(x, around);
    x.refer(isType ? RefKind.type : RefKind.construct, node, expression);
  }

  /** Whether a node is in a pattern, which takes apart and makes nothing. */
  #isPattern(x: Extraction, node: NodeIndex): boolean {
    const { tree } = x;
    const { F, K } = this.s;
    let inner = node;
    for (let at = tree.parents[node]!; at !== NONE; at = tree.parents[at]!) {
      const kind = tree.kinds[at];
      const isLeft = tree.fields[inner] === F.left;
      if (kind === K.stab) return isLeft;
      if (kind === K.binary && isLeft && /^(?:=|<-)$/.test(this.s.operator(x, at))) return true;
      if (kind === K.call && this.state.heads.has(at)) return true;
      if (kind === K.doBlock) return false;
      inner = at;
    }
    return false;
  }

  /** Types of other modules, and those of the module, in a specification. */
  #referType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const target = tree.child(node, F.target);
    const arity = this.s.argumentsOf(x, node).length;
    if (target === NONE) return;
    if (tree.kinds[target] === K.identifier) {
      const key = typeKey(x.textOf(target), arity);
      if (this.state.types.has(key)) {
        x.refer(RefKind.type, target, x.nameExpression(key, tree.starts[target]!));
      }
      return;
    }
    const nameNode = tree.child(target, F.right);
    const of = x.value(tree.child(target, F.left));
    if (nameNode === NONE || of < 0) return;
    x.refer(RefKind.type, nameNode, x.memberExpression(of, typeKey(x.textOf(nameNode), arity)));
  }

  // ── definitions ─────────────────────────────────────────────────────────────────────────────

  #referDefinition(x: Extraction, node: NodeIndex, target: string): void {
    const args = this.s.argumentsOf(x, node);
    const head = this.s.head(x, args[0]);
    if (head === undefined) return;
    for (const one of head.parameters) this.#bindPattern(x, one);
    const symbol = x.symbolAt(node);
    const impl = symbol === NONE ? undefined : this.state.impls.get(symbol);
    if (impl !== undefined) this.#referCallback(x, symbol, head, impl);
    if (target === "defdelegate") this.#referDelegate(x, args, head);
  }

  /** A function that stands for one of a behaviour. */
  #referCallback(
    x: Extraction,
    symbol: number,
    { name, nameNode, parameters }: {
      name: string;
      nameNode: NodeIndex;
      parameters: readonly NodeIndex[];
    },
    impl: NodeIndex,
  ): void {
    const isNamed = x.tree.kinds[impl] === this.s.K.alias;
    if (!isNamed && x.textOf(impl) !== "true") return;
    const known = this.state.behaviours.get(this.state.moduleSymbol(x)) ?? [];
    const of = isNamed ? x.value(impl) : known.reduce((a, b) => x.either(a, b), -1);
    if (of < 0) return;
    const key = functionKey(name, parameters.length);
    x.refer(RefKind.implement, nameNode, x.memberExpression(of, key), -1, -1, symbol);
  }

  #referDelegate(
    x: Extraction,
    args: readonly NodeIndex[],
    { name, nameNode, parameters }: {
      name: string;
      nameNode: NodeIndex;
      parameters: readonly NodeIndex[];
    },
  ): void {
    const to = this.s.keyword(x, args, "to");
    const as = this.s.keyword(x, args, "as");
    const of = x.value(to);
    if (of < 0) return;
    const called = as === NONE ? name : x.textOf(as).slice(1);
    const at = as === NONE ? nameNode : as;
    const callee = x.memberExpression(of, functionKey(called, parameters.length));
    referCall(x, RefKind.call, at, callee, parameters.map(() => -1));
  }

  #referModule(x: Extraction, node: NodeIndex, target: string): void {
    const [protocol] = this.s.argumentsOf(x, node);
    if (protocol === undefined || x.tree.kinds[protocol] !== this.s.K.alias) return;
    this.state.heads.add(protocol);
    if (target !== "defimpl") return;
    const symbol = x.symbolAt(node);
    const expression = outside(x, () => this.expressions.moduleName(x, protocol));
    if (symbol !== NONE) x.refer(RefKind.implement, protocol, expression, -1, -1, symbol);
  }

  // ── imports ─────────────────────────────────────────────────────────────────────────────────

  #referDirective(x: Extraction, node: NodeIndex, directive: string): void {
    const args = this.s.argumentsOf(x, node);
    for (const { at, written } of this.#modulesNamed(x, args[0])) {
      this.state.heads.add(at);
      const name = this.state.fullName(x, written);
      if (directive === "alias") this.#alias(x, at, name, args);
      else if (directive === "import") this.#import(x, at, name, args);
      else if (directive === "use") this.#use(x, at, name, args);
      else {
        const as = this.s.keyword(x, args, "as");
        this.#addImport(x, at, name, ImportKind.effect);
        if (as !== NONE) this.state.addAlias(x.scope, x.textOf(as), name);
      }
    }
  }

  /** The modules that a directive names: `A.B`, `A.{B, C}`, `__MODULE__.A`. */
  #modulesNamed(
    x: Extraction,
    given: NodeIndex | undefined,
  ): { readonly at: NodeIndex; readonly written: string }[] {
    const { tree } = x;
    const { F, K } = this.s;
    if (given === undefined) return [];
    const kind = tree.kinds[given];
    if (kind === K.call && this.s.targetName(x, given) === "unquote") {
      return this.#modulesNamed(x, this.s.argumentsOf(x, given)[0]);
    }
    const written = x.textOf(given).replace(/\s+/g, "");
    if (kind === K.alias || written === "__MODULE__") return [{ at: given, written }];
    if (kind === K.atom) return [{ at: given, written: written.slice(1) }];
    if (kind !== K.dot) return [];
    const left = tree.child(given, F.left);
    const right = tree.child(given, F.right);
    if (left === NONE || right === NONE) return [];
    if (tree.kinds[right] === K.alias) return [{ at: right, written }];
    if (tree.kinds[right] !== K.tuple) return [];
    const base = x.textOf(left).replace(/\s+/g, "");
    return namedChildren(x, right).map((at) => ({ at, written: `${base}.${x.textOf(at)}` }));
  }

  #addImport(
    x: Extraction,
    at: NodeIndex,
    specifier: string,
    kind: number,
    more: { name?: string; form?: number } = {},
  ): number {
    const offset = x.tree.starts[at]!;
    const line = x.lineAt(offset);
    const column = x.columnAt(offset, line);
    return x.facts.import(specifier, kind, { scope: x.scope, line, column, ...more });
  }

  #alias(x: Extraction, at: NodeIndex, name: string, args: readonly NodeIndex[]): void {
    const as = this.s.keyword(x, args, "as");
    if (as !== NONE) this.state.heads.add(as);
    const short = as === NONE ? name.slice(name.lastIndexOf(".") + 1) : x.textOf(as);
    this.#addImport(x, at, name, ImportKind.module, as === NONE ? {} : { name: short });
    this.state.addAlias(x.scope, short, name);
  }

  #import(x: Extraction, at: NodeIndex, name: string, args: readonly NodeIndex[]): void {
    const only = this.s.keyword(x, args, "only");
    if (only === NONE || x.tree.kinds[only] !== this.s.K.list) {
      this.#addImport(x, at, name, ImportKind.all);
      return;
    }
    this.#addImport(x, at, name, ImportKind.module);
    for (const pair of namedChildren(x, x.tree.childOfKind(only, this.s.K.keywords))) {
      const key = x.textOf(x.tree.child(pair, this.s.F.key)).trim().replace(/:$/, "");
      const arity = Number(x.textOf(x.tree.child(pair, this.s.F.value)));
      if (!Number.isInteger(arity)) continue;
      const imported = functionKey(key, arity);
      const index = this.#addImport(x, pair, name, ImportKind.name, { name: imported });
      x.bind(x.scope, imported, BindingKind.import, { index, offset: x.tree.starts[at]! });
    }
  }

  /** `use M` runs a macro of the module, and what that quotes is then part of this one. */
  #use(x: Extraction, at: NodeIndex, name: string, args: readonly NodeIndex[]): void {
    const given = args[1];
    const isAtom = given !== undefined && x.tree.kinds[given] === this.s.K.atom;
    this.#addImport(x, at, name, ImportKind.all, {
      form: USE_FORM,
      ...(isAtom ? { name: x.textOf(given).slice(1) } : {}),
    });
    const callee = x.memberExpression(this.expressions.module(x, name), "__using__/1");
    referCall(x, RefKind.call, at, callee, [-1]);
    if (this.#routes.isRouter(x, name, args)) this.state.routers.add(this.state.moduleSymbol(x));
    if (BEHAVIOURS.has(name)) this.#adopt(x, at);
  }
}
