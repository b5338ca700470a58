/** Pipelines of `targets` and `drake`: targets that are made of each other by commands. */
import type { Extraction } from "../../extract/extraction.ts";
import { Kind, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { Bound, fileState } from "./file_state.ts";
import type { Argument, RSyntax } from "./syntax.ts";

/** Functions whose first argument names a target and whose other arguments make it. */
const MAKES_TARGET =
  /^tar_(?:target|render|quarto|combine|file|rds|qs|force|change|age|rep|download|group_\w+|files?_fast|target_raw)$/;

/** The rules of the first pass for pipelines. */
export class Pipelines {
  readonly #syntax: RSyntax;

  constructor(syntax: RSyntax) {
    this.#syntax = syntax;
  }

  /** Targets that a call defines. */
  define(x: Extraction, node: NodeIndex, called: string): void {
    if (called === "drake_plan") {
      for (const argument of this.#syntax.argumentsOf(x, node)) this.#defineStep(x, argument);
    } else if (MAKES_TARGET.test(called)) this.#defineTarget(x, node);
  }

  /** `tar_target(model, fit(data))`. */
  #defineTarget(x: Extraction, node: NodeIndex): void {
    const nameNode = this.#syntax.argument(this.#syntax.argumentsOf(x, node), "name", 0);
    const name = this.#syntax.nameOf(x, nameNode);
    if (name === "") return;
    fileState(x).titles.add(nameNode);
    const list = x.tree.child(node, this.#syntax.fields.arguments);
    this.#defineNamed(x, node, name, this.#syntax.contentNode(x, nameNode), list);
  }

  /** `drake_plan(model = fit(data))`. */
  #defineStep(x: Extraction, { name, nameNode, value, node }: Argument): void {
    if (name === "" || value === NONE) return;
    this.#defineNamed(x, node, name, nameNode, node);
  }

  #defineNamed(
    x: Extraction,
    node: NodeIndex,
    name: string,
    nameNode: NodeIndex,
    inside: NodeIndex,
  ): void {
    x.define(node, {
      kind: Kind.rule,
      name,
      nameNode,
      scopeNode: inside,
      scopeKind: ScopeKind.function,
      bodyNode: inside,
      bindIn: 0,
    });
    // A target is data: whoever calls its name means a function.
    fileState(x).note(0, name, Bound.data);
  }
}
