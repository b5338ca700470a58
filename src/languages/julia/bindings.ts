/** Parameters, variables, type parameters. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";
import type { Nodes } from "./nodes.ts";
import type { Head } from "./heads.ts";
import type { Types } from "./types.ts";

/** Binds parameters and variables. */
export class Bindings {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly nodes: Nodes,
    readonly types: Types,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const closure: NodeRule = (x, node) => this.#bindClosure(x, node);
    const loop: NodeRule = (x, node) => this.#bindLoop(x, node);
    return {
      arrow_function_expression: closure,
      do_clause: closure,
      for_binding: loop,
      let_binding: loop,
      catch_clause: (x, node) => this.#bindCaught(x, node),
      local_statement: (x, node) => this.#bindLocal(x, node),
    };
  }

  /** `where {T, S}` and `Point{T}`: each list is bound after the one before. */
  bindTypeParameters(x: Extraction, lists: readonly NodeIndex[]): void {
    let index = 0;
    for (const list of lists) {
      const parameters = x.tree.kinds[list] === this.s.K.curly
        ? this.nodes.childrenOf(x, list)
        : [list];
      for (const parameter of parameters) {
        const nameNode = this.nodes.typeName(x, parameter);
        if (nameNode === NONE) continue;
        const bound = x.tree.kinds[parameter] === this.s.K.binary
          ? x.tree.namedChild(parameter, 2)
          : NONE;
        x.bind(x.scope, x.textOf(nameNode), BindingKind.typeParameter, {
          value: bound === NONE ? -1 : x.type(bound),
          offset: x.tree.starts[nameNode]!,
          index: index++,
        });
        if (bound !== NONE) this.types.referType(x, bound);
      }
    }
  }

  /** Binds the parameters of a method and says how many it takes. */
  bindParameters(x: Extraction, head: Head, symbol: number): void {
    const { tree } = x;
    let index = 0;
    let least = 0;
    let most = 0;
    let areKeywords = false;
    for (let child = head.arguments + 1; child < tree.nexts[head.arguments]!;) {
      const parameter = child;
      child = tree.nexts[child]!;
      if (!tree.isNamed(parameter)) {
        if (x.text[tree.starts[parameter]!] === ";") areKeywords = true;
        continue;
      }
      const kind = tree.kinds[parameter]!;
      // The operator of `a ⊕ b = …` stands among its parameters.
      if (tree.isExtra(parameter) || parameter === head.name) continue;
      const plain = kind === this.s.K.namedArgument || kind === this.s.K.splat
        ? tree.namedChild(parameter)
        : parameter;
      const typeNode = plain === NONE
        ? NONE
        : tree.kinds[plain] === this.s.K.typed
        ? tree.namedChild(plain, 1)
        : tree.kinds[plain] === this.s.K.unaryTyped
        ? tree.namedChild(plain)
        : NONE;
      const name = this.nodes.targetsOf(x, plain)[0];
      const given = kind === this.s.K.namedArgument ? tree.namedChild(parameter, 2) : NONE;
      x.bind(x.scope, name === undefined ? "_" : x.textOf(name), BindingKind.parameter, {
        type: kind === this.s.K.splat || typeNode === NONE ? -1 : x.type(typeNode),
        value: given === NONE ? -1 : x.value(given),
        offset: tree.starts[parameter]!,
        index: areKeywords ? 100 + index : index,
      });
      index++;
      if (typeNode !== NONE) this.types.referType(x, typeNode);
      if (areKeywords) continue;
      if (kind === this.s.K.splat) most = 255;
      else {
        most = Math.min(254, most + 1);
        if (kind !== this.s.K.namedArgument) least = most;
      }
    }
    if (head.object !== NONE) {
      x.bind(x.scope, x.textOf(head.object), BindingKind.variable, {
        type: x.type(head.callable),
        offset: tree.starts[head.object]!,
      });
    }
    for (const one of [symbol, ...this.state.alike.get(symbol) ?? []]) x.setArity(one, least, most);
  }

  /** Binds the local variables that an assignment, a loop or a parameter gives values to. */
  bindTargets(x: Extraction, left: NodeIndex, value: number, offset: number): void {
    const { tree } = x;
    const isTuple = this.s.TUPLES.has(tree.kinds[left]!);
    for (const [i, target] of this.nodes.targetsOf(x, left).entries()) {
      const name = x.textOf(target);
      const scope = this.state.localScope(x, name);
      if (scope === NONE) continue;
      const typed = tree.kinds[left] === this.s.K.typed ? tree.namedChild(left, 1) : NONE;
      x.bind(scope, name, BindingKind.variable, {
        type: typed === NONE ? -1 : x.type(typed),
        value: isTuple && value >= 0 ? x.facts.expression(Op.pick, value, i) : value,
        offset,
      });
    }
  }

  #bindLoop(x: Extraction, node: NodeIndex): void {
    const target = x.tree.namedChild(node);
    const list = x.tree.namedChild(node, x.tree.namedChildCount(node) - 1);
    const value = list === NONE || list === target ? -1 : x.value(list);
    const element = value < 0 ? -1 : x.facts.expression(Op.element, value);
    if (target !== NONE) this.bindTargets(x, target, element, x.tree.starts[node]!);
  }

  #bindClosure(x: Extraction, node: NodeIndex): void {
    const first = x.tree.namedChild(node);
    if (first === NONE) return;
    const parameters = x.tree.kinds[first] === this.s.K.arguments
      ? this.nodes.childrenOf(x, first)
      : [first];
    for (const parameter of parameters) {
      this.bindTargets(x, parameter, -1, x.tree.starts[parameter]!);
    }
  }

  #bindCaught(x: Extraction, node: NodeIndex): void {
    const name = x.tree.namedChild(node);
    if (name !== NONE && x.tree.kinds[name] === this.s.K.identifier) {
      this.bindTargets(x, name, -1, x.tree.starts[name]!);
    }
  }

  #bindLocal(x: Extraction, node: NodeIndex): void {
    for (const child of this.nodes.childrenOf(x, node)) {
      if (x.tree.kinds[child] !== this.s.K.assignment) {
        this.bindTargets(x, child, -1, x.tree.starts[child]!);
      }
    }
  }
}
