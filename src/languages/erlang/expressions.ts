/** Values as expressions: modules by atoms, functions, what variables hold. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { ErlangName, functionKey } from "../../resolve/modules/beam_modules.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** A function that is named: where its name stands, and what it is. */
export interface Named {
  readonly nameNode: NodeIndex;
  readonly expression: number;
}

/** Builders of expressions, for one grammar. */
export class Expressions {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const fun: ExpressionRule = (x, node) => this.fun(x, node)?.expression ?? -1;
    return {
      atom: (x, node) => this.module(x, this.s.atom(x, node)),
      var: (x, node) => x.nameExpression(ErlangName.variable(x.textOf(node)), x.tree.starts[node]!),
      macro_call_expr: (x, node) =>
        this.s.isOwnModule(x, node) ? this.module(x, this.state.module) : -1,
      paren_expr: inner,
      remote_module: inner,
      module: inner,
      internal_fun: fun,
      external_fun: fun,
    };
  }

  /** A module by its name. */
  module(x: Extraction, name: string): number {
    // What Elixir compiles has this before its name.
    const known = name.replace(/^Elixir\./, "");
    return known === "" ? -1 : x.facts.expression(Op.module, x.facts.text(known));
  }

  /** `fun f/1`, `fun m:f/1`: the function. */
  fun(x: Extraction, node: NodeIndex): Named | undefined {
    const nameNode = x.tree.child(node, this.s.F.fun);
    const name = this.s.atom(x, nameNode);
    const arity = this.s.arity(x, node);
    if (name === "" || arity < 0) return undefined;
    return { nameNode, expression: this.#of(x, node, nameNode, functionKey(name, arity)) };
  }

  /** What a call calls: a function of the module, one of another, or what a variable holds. */
  called(x: Extraction, call: NodeIndex): Named | undefined {
    const { tree } = x;
    const { F, K } = this.s;
    const nameNode = tree.child(call, F.expr);
    if (nameNode === NONE) return undefined;
    const around = tree.parents[call]!;
    const remote = around !== NONE && tree.kinds[around] === K.remote &&
      tree.fields[call] === F.fun;
    if (tree.kinds[nameNode] === K.var) {
      return remote ? undefined : { nameNode, expression: x.value(nameNode) };
    }
    const name = this.s.atom(x, nameNode);
    if (name === "") return undefined;
    const key = functionKey(name, this.s.argumentsOf(x, call).length);
    return { nameNode, expression: this.#of(x, remote ? around : NONE, nameNode, key) };
  }

  /** A function by its key, of the module that a node names if it names one. */
  #of(x: Extraction, node: NodeIndex, nameNode: NodeIndex, key: string): number {
    const module = node === NONE ? NONE : x.tree.child(node, this.s.F.module);
    if (module === NONE) return x.nameExpression(key, x.tree.starts[nameNode]!);
    const of = x.value(module);
    return of < 0 ? -1 : x.memberExpression(of, key);
  }
}
