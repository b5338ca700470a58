/** Values as expressions: modules, functions that are captured, variables, calls. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { functionKey } from "../../resolve/modules/beam_modules.ts";
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
    return {
      alias: (x, node) => this.module(x, this.state.fullName(x, writtenName(x, node))),
      identifier: (x, node) => this.#identifier(x, node),
      dot: (x, node) => this.#dot(x, node),
      atom: (x, node) => this.module(x, x.textOf(node).slice(1)),
      unary_operator: (x, node) => this.#unary(x, node),
      block: (x, node) => x.value(x.tree.namedChild(node)),
      call: (x, node) => this.#call(x, node),
    };
  }

  /** A module by its full name. */
  module(x: Extraction, name: string): number {
    return name === "" ? -1 : x.facts.expression(Op.module, x.facts.text(name));
  }

  /** A module as a definition of the project. */
  moduleName(x: Extraction, node: NodeIndex): number {
    const name = this.state.fullName(x, writtenName(x, node));
    return name === "" ? -1 : x.nameExpression(name, x.tree.starts[node]!);
  }

  #identifier(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node);
    return text === "__MODULE__"
      ? this.module(x, this.state.moduleAround(x))
      : x.nameExpression(text, x.tree.starts[node]!);
  }

  /** `__MODULE__.Inner`: the rest of such a name is no part of the alias. */
  #dot(x: Extraction, node: NodeIndex): number {
    const right = x.tree.child(node, this.s.F.right);
    const isModule = right !== NONE && x.tree.kinds[right] === this.s.K.alias;
    return isModule ? this.module(x, this.state.fullName(x, writtenName(x, node))) : -1;
  }

  #unary(x: Extraction, node: NodeIndex): number {
    const attribute = this.s.operand(x, node, "@");
    if (attribute !== NONE && x.tree.kinds[attribute] === this.s.K.identifier) {
      return x.nameExpression(`@${x.textOf(attribute)}`, x.tree.starts[node]!);
    }
    return this.captured(x, node)?.expression ?? -1;
  }

  /** `&f/1`, `&M.f/2`, `&f(&1, 2)` with nothing else: the function. */
  captured(x: Extraction, node: NodeIndex): Named | undefined {
    const { tree } = x;
    const { F, K } = this.s;
    const inner = this.s.operand(x, node, "&");
    if (inner === NONE || !this.s.isBinary(x, inner, "/")) return undefined;
    const arity = tree.child(inner, F.right);
    const left = tree.child(inner, F.left);
    if (arity === NONE || left === NONE || tree.kinds[arity] !== K.integer) return undefined;
    const isCall = tree.kinds[left] === K.call;
    return this.called(x, isCall ? tree.child(left, F.target) : left, Number(x.textOf(arity)));
  }

  /** What a call calls, from its target; undefined where that is computed or no function. */
  called(x: Extraction, target: NodeIndex, arity: number): Named | undefined {
    const { tree } = x;
    const { F, K } = this.s;
    if (target === NONE) return undefined;
    const kind = tree.kinds[target];
    if (kind === K.identifier || kind === K.operatorIdentifier) {
      const key = functionKey(x.textOf(target), arity);
      return { nameNode: target, expression: x.nameExpression(key, tree.starts[target]!) };
    }
    if (kind !== K.dot) return undefined;
    const left = tree.child(target, F.left);
    const nameNode = tree.child(target, F.right);
    if (nameNode === NONE) {
      // A function that a variable holds.
      const isName = left !== NONE && tree.kinds[left] === K.identifier;
      return isName ? { nameNode: left, expression: x.value(left) } : undefined;
    }
    if (tree.kinds[nameNode] !== K.identifier) return undefined;
    const of = x.value(left);
    const key = functionKey(x.textOf(nameNode), arity);
    return { nameNode, expression: of < 0 ? -1 : x.memberExpression(of, key) };
  }

  /** How many arguments a call gives: with its block, and what is piped into it. */
  arityOf(x: Extraction, call: NodeIndex): number {
    const { tree } = x;
    const own = this.s.argumentsOf(x, call).length;
    const around = tree.parents[call]!;
    const isPiped = tree.fields[call] === this.s.F.right && this.s.isBinary(x, around, "|>");
    const block = this.s.blockOf(x, call) === NONE ? 0 : 1;
    return own + block + (isPiped ? 1 : 0);
  }

  #call(x: Extraction, node: NodeIndex): number {
    // In quoted code: what stands in its place.
    if (this.s.targetName(x, node) === "unquote") {
      return x.value(this.s.argumentsOf(x, node)[0] ?? NONE);
    }
    const target = x.tree.child(node, this.s.F.target);
    if (this.isField(x, node, target)) return -1;
    const called = this.called(x, target, this.arityOf(x, node));
    return called === undefined || called.expression < 0
      ? -1
      : x.callExpression(called.expression, []);
  }

  /** `user.name` reads a field, where what is before the dot is no module. */
  isField(x: Extraction, call: NodeIndex, target: NodeIndex): boolean {
    const { tree } = x;
    const { F, K } = this.s;
    if (target === NONE || tree.kinds[target] !== K.dot) return false;
    if (tree.childOfKind(call, K.arguments) !== NONE) return false;
    const left = tree.child(target, F.left);
    if (left === NONE) return true;
    const isModule = tree.kinds[left] === K.alias || x.textOf(left) === "__MODULE__" ||
      this.s.operand(x, left, "@") !== NONE;
    return !isModule;
  }
}

/** Name of a module as it is written. */
function writtenName(x: Extraction, node: NodeIndex): string {
  return x.textOf(node).replace(/\s+/g, "");
}
