/** Second pass: calls, functions as values, macros, records, types, behaviours, imports and headers. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, ImportKind, RefKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import {
  callbackName,
  ErlangName,
  functionKey,
  typeKey,
} from "../../resolve/modules/beam_modules.ts";
import { referCall } from "../class_family/calls.ts";
import { BUILTIN_MACROS, BUILTIN_TYPES, OTP_CALLBACKS } from "../erlang_builtins.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const type: NodeRule = (x, node) => this.#enterType(x.tree.nexts[node]!);
    const record: NodeRule = (x, node) => this.#referRecord(x, node, RefKind.type);
    const fun: NodeRule = (x, node) => {
      const named = this.expressions.fun(x, node);
      if (named !== undefined) x.mention(named.nameNode, named.expression);
    };
    return {
      spec: type,
      callback: type,
      type_alias: type,
      opaque: type,
      nominal: type,
      field_type: type,
      behaviour_attribute: (x, node) => this.#referBehaviour(x, node),
      import_attribute: (x, node) => this.#referImport(x, node),
      pp_include: (x, node) => this.#referHeader(x, node),
      pp_include_lib: (x, node) => this.#referHeader(x, node),
      function_clause: (x, node) => this.#enterPattern(x, x.tree.child(node, this.s.F.args)),
      fun_clause: (x, node) => this.#enterPattern(x, x.tree.child(node, this.s.F.args)),
      cr_clause: (x, node) => this.#enterPattern(x, x.tree.child(node, this.s.F.pat)),
      catch_clause: (x, node) => this.#enterPattern(x, x.tree.child(node, this.s.F.pat)),
      generator: (x, node) => this.#enterPattern(x, x.tree.child(node, this.s.F.lhs)),
      match_expr: (x, node) => this.#bindMatch(x, node),
      call: (x, node) => this.#referCall(x, node),
      tuple: (x, node) => this.#referFunctionOf(x, this.s.all(x, node, this.s.F.expr)),
      internal_fun: fun,
      external_fun: fun,
      macro_call_expr: (x, node) => this.#referMacro(x, node),
      record_expr: (x, node) =>
        this.#referRecord(x, node, this.#isPattern(node) ? RefKind.type : RefKind.construct),
      record_update_expr: record,
      record_field_expr: record,
      record_index_expr: record,
    };
  }

  /** What the module has that its behaviours ask for. */
  finish(x: Extraction): void {
    for (const behaviour of this.state.behaviours) {
      const known = OTP_CALLBACKS[behaviour];
      for (const [key, { symbol, node }] of this.state.exported) {
        if (known !== undefined && !known.has(key)) continue;
        const expression = known === undefined
          ? x.nameExpression(callbackName(behaviour, key), 0)
          : x.memberExpression(this.expressions.module(x, behaviour), key);
        x.refer(RefKind.implement, node, expression, -1, -1, symbol);
      }
    }
  }

  #enterType(end: NodeIndex): void {
    this.state.typeEnd = Math.max(this.state.typeEnd, end);
  }

  #enterPattern(x: Extraction, pattern: NodeIndex): void {
    if (pattern === NONE) return;
    this.state.patternEnd = Math.max(this.state.patternEnd, x.tree.nexts[pattern]!);
  }

  #isPattern(node: NodeIndex): boolean {
    return node < this.state.patternEnd;
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #bindMatch(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const left = tree.child(node, this.s.F.lhs);
    const right = tree.child(node, this.s.F.rhs);
    if (left === NONE || right === NONE || this.#isPattern(node)) return;
    if (tree.kinds[left] === this.s.K.var) {
      x.bind(x.scope, ErlangName.variable(x.textOf(left)), BindingKind.variable, {
        value: x.value(right),
        offset: tree.ends[node]!,
      });
    }
    this.#enterPattern(x, left);
  }

  #referCall(x: Extraction, node: NodeIndex): void {
    if (node < this.state.typeEnd) return this.#referType(x, node);
    const args = this.s.argumentsOf(x, node);
    this.#referFunctionOf(x, args);
    const named = this.expressions.called(x, node);
    if (named === undefined) return;
    referCall(x, RefKind.call, named.nameNode, named.expression, [], args.length);
  }

  /** `apply(m, f, [A])`, `{m, f, [A]}`: a function by its module, its name and its arguments. */
  #referFunctionOf(x: Extraction, nodes: readonly NodeIndex[]): void {
    const { tree } = x;
    const { K, F } = this.s;
    for (let at = 0; at + 2 < nodes.length; at++) {
      const [module, nameNode, args] = [nodes[at]!, nodes[at + 1]!, nodes[at + 2]!];
      const name = this.s.atom(x, nameNode);
      const isModule = tree.kinds[module] === K.atom || this.s.isOwnModule(x, module);
      if (name === "" || !isModule || tree.kinds[args] !== K.list) continue;
      const key = functionKey(name, this.s.all(x, args, F.exprs).length);
      x.mention(nameNode, x.memberExpression(x.value(module), key));
    }
  }

  #referMacro(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    if (BUILTIN_MACROS.has(name)) return;
    const expression = x.nameExpression(ErlangName.macro(name), x.tree.starts[nameNode]!);
    const args = x.tree.child(node, this.s.F.args);
    if (args === NONE) x.mention(nameNode, expression);
    else referCall(x, RefKind.call, nameNode, expression, []);
  }

  // ── records and types ───────────────────────────────────────────────────────────────────────

  #referRecord(x: Extraction, node: NodeIndex, kind: number): void {
    const holder = x.tree.child(node, this.s.F.name);
    const nameNode = holder === NONE ? NONE : x.tree.child(holder, this.s.F.name);
    const name = this.s.atom(x, nameNode);
    if (name === "") return;
    const isType = node < this.state.typeEnd;
    const expression = x.nameExpression(ErlangName.record(name), x.tree.starts[nameNode]!);
    x.refer(isType ? RefKind.type : kind, nameNode, expression);
  }

  #referType(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const nameNode = tree.child(node, F.expr);
    const name = this.s.atom(x, nameNode);
    if (name === "") return;
    const key = typeKey(name, this.s.argumentsOf(x, node).length);
    const around = tree.parents[node]!;
    const isRemote = around !== NONE && tree.kinds[around] === K.remote;
    if (!isRemote && BUILTIN_TYPES.has(name)) return;
    const of = isRemote ? x.value(tree.child(around, F.module)) : -1;
    if (isRemote && of < 0) return;
    const expression = isRemote
      ? x.memberExpression(of, key)
      : x.nameExpression(key, tree.starts[nameNode]!);
    x.refer(RefKind.type, nameNode, expression);
  }

  // ── attributes ──────────────────────────────────────────────────────────────────────────────

  #referBehaviour(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    const name = this.s.atom(x, nameNode);
    if (name === "" || this.state.symbol === NONE) return;
    this.state.behaviours.push(name);
    // In the project a module; of the system, one that is known to be outside.
    const expression = OTP_CALLBACKS[name] === undefined
      ? x.nameExpression(name, x.tree.starts[nameNode]!)
      : this.expressions.module(x, name);
    x.refer(RefKind.implement, nameNode, expression, -1, -1, this.state.symbol);
  }

  #referImport(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const module = this.s.atom(x, x.tree.child(node, F.module));
    if (module === "") return;
    for (const one of this.s.all(x, node, F.funs)) {
      const name = this.s.atom(x, x.tree.child(one, F.fun));
      const key = functionKey(name, this.s.arity(x, one));
      const offset = x.tree.starts[one]!;
      const line = x.lineAt(offset);
      const at = { scope: x.scope, line, column: x.columnAt(offset, line), name: key };
      const index = x.facts.import(module, ImportKind.name, at);
      x.bind(x.scope, key, BindingKind.import, { index, offset });
    }
  }

  #referHeader(x: Extraction, node: NodeIndex): void {
    const file = x.tree.child(node, this.s.F.file);
    if (file === NONE) return;
    const offset = x.tree.starts[file]!;
    const line = x.lineAt(offset);
    x.facts.import(x.textOf(file).replace(/"/g, ""), ImportKind.include, {
      scope: x.scope,
      line,
      column: x.columnAt(offset, line),
    });
  }
}
