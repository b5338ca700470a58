/** First pass: names of variables, calls of which are indexing. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { isMatlabBuiltin } from "../matlab_builtins.ts";
import type { Syntax } from "./syntax.ts";
import type { FileState } from "./file_state.ts";

/** Notes the names of variables in the first pass. */
export class Variables {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
  ) {}

  /** Rules of the first pass by node type. */
  rules(): Record<string, NodeRule> {
    const declared: NodeRule = (x, node) => this.#noteAll(x, node, x.functionScope());
    return {
      lambda: (x, node) => this.#openLambda(x, node),
      function_arguments: (x, node) => this.#noteAll(x, node, x.scope),
      function_output: (x, node) => {
        const several = x.tree.childOfKind(node, this.s.K.multioutput);
        this.#noteAll(x, several === NONE ? node : several, x.scope);
      },
      assignment: (x, node) => this.#noteAssigned(x, node),
      global_operator: declared,
      persistent_operator: declared,
      iterator: (x, node) => this.#noteTarget(x, x.tree.namedChild(node)),
      catch_clause: (x, node) => this.#noteCaught(x, node),
    };
  }

  #noteAll(x: Extraction, list: NodeIndex, scope: number): void {
    if (list === NONE) return;
    const end = x.tree.nexts[list]!;
    for (let child = list + 1; child < end; child = x.tree.nexts[child]!) {
      if (x.tree.kinds[child] === this.s.K.identifier) this.state.note(x, child, scope);
    }
  }

  #noteAssigned(x: Extraction, node: NodeIndex): void {
    const left = x.tree.child(node, this.s.F.left);
    const right = x.tree.child(node, this.s.F.right);
    this.#noteTarget(x, left);
    const isHandle = right !== NONE && this.#givesHandle(x, right);
    if (left === NONE || x.tree.kinds[left] !== this.s.K.identifier) return;
    if (isHandle) this.state.handles.add(x.textOf(left));
    else if (this.#mayGiveObject(x, right)) this.state.objects.add(x.textOf(left));
  }

  #givesHandle(x: Extraction, node: NodeIndex): boolean {
    const kind = x.tree.kinds[node];
    return kind === this.s.K.handle || kind === this.s.K.lambda ||
      kind === this.s.K.functionCall && x.textOf(x.tree.child(node, this.s.F.name)) === "str2func";
  }

  #mayGiveObject(x: Extraction, node: NodeIndex): boolean {
    if (node === NONE) return false;
    if (x.tree.kinds[node] === this.s.K.fieldExpression) return true;
    if (x.tree.kinds[node] === this.s.K.identifier) return !isMatlabBuiltin(x.textOf(node));
    const called = x.tree.kinds[node] === this.s.K.functionCall
      ? x.tree.child(node, this.s.F.name)
      : NONE;
    return called !== NONE && !isMatlabBuiltin(x.textOf(called));
  }

  /** `x = …`, `x(1).y = …`, `[x, y] = …`: the variable at the bottom. */
  #noteTarget(x: Extraction, target: NodeIndex): void {
    const { tree } = x;
    let at = target;
    while (at !== NONE) {
      const kind = tree.kinds[at]!;
      if (kind === this.s.K.identifier) {
        this.state.note(x, at, x.functionScope());
        return;
      }
      if (kind === this.s.K.multioutput) {
        for (let child = at + 1; child < tree.nexts[at]!; child = tree.nexts[child]!) {
          this.#noteTarget(x, child);
        }
        return;
      }
      if (kind === this.s.K.functionCall) at = tree.child(at, this.s.F.name);
      else if (kind === this.s.K.fieldExpression) at = tree.child(at, this.s.F.object);
      else return;
    }
  }

  #openLambda(x: Extraction, node: NodeIndex): void {
    const scope = x.openScope(node, ScopeKind.block);
    this.#noteAll(x, x.tree.childOfKind(node, this.s.K.arguments), scope);
  }

  #noteCaught(x: Extraction, node: NodeIndex): void {
    const first = x.tree.namedChild(node);
    if (first !== NONE && x.tree.kinds[first] === this.s.K.identifier) this.#noteTarget(x, first);
  }
}
