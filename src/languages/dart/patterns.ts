/** What patterns bind: `final (a, b) = …`, `case Point(:var x)`, `[first, ...rest]`. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { bindLocal } from "../class_family/bindings.ts";
import { instance, namedChildren } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { Syntax } from "./syntax.ts";

/** Binds variables of patterns, for one grammar. */
export class Patterns {
  constructor(readonly s: Syntax, readonly expressions: Expressions) {}

  /**
   * Binds what a pattern names in the scope in force.
   * @param value of what is matched
   * @param declares whether bare names are variables (`final (a, b) = …`), not constants
   */
  bind(x: Extraction, pattern: NodeIndex, value: number, declares: boolean, offset: number): void {
    const { tree } = x;
    switch (x.tree.kinds[pattern]) {
      case this.s.K.variablePattern:
        bindLocal(
          x,
          tree.childOfKind(pattern, this.s.K.identifier),
          x.type(this.s.typeIn(x, pattern)),
          value,
          offset,
        );
        return;
      case this.s.K.constantPattern:
        if (!declares) return;
        bindLocal(x, tree.childOfKind(pattern, this.s.K.identifier), -1, value, offset);
        return;
      case this.s.K.objectPattern:
        this.#bindFields(x, pattern, declares, offset);
        return;
      default:
        this.#bindParts(x, pattern, value, declares, offset);
    }
  }

  /** `Point(:var x, y: final z)`: members of what is matched. */
  #bindFields(x: Extraction, pattern: NodeIndex, declares: boolean, offset: number): void {
    const { K } = this.s;
    const of = this.typeOf(x, pattern);
    const children = namedChildren(x, pattern);
    for (const [at, child] of children.entries()) {
      const kind = x.tree.kinds[child]!;
      const isPart = kind !== K.typeIdentifier && kind !== K.typeArguments && kind !== K.identifier;
      if (!isPart) continue;
      const before = children[at - 1];
      const isNamed = before !== undefined && x.tree.kinds[before] === K.identifier;
      const label = isNamed ? before : x.tree.childOfKind(child, K.identifier);
      const held = of < 0 || label === NONE ? -1 : x.memberExpression(of, x.textOf(label));
      this.bind(x, child, held, declares, offset);
    }
  }

  /** An instance of the type that an object pattern names. */
  typeOf(x: Extraction, pattern: NodeIndex): number {
    return instance(x, x.type(this.s.typeIn(x, pattern)));
  }

  #bindParts(
    x: Extraction,
    pattern: NodeIndex,
    value: number,
    declares: boolean,
    offset: number,
  ): void {
    const parts = namedChildren(x, pattern).filter((child) => {
      const type = x.tree.kinds[child]!;
      return type !== this.s.K.identifier && !this.s.TYPES.has(type);
    });
    for (const [position, part] of parts.entries()) {
      if (x.tree.firstChild(part) === NONE) continue;
      const held = value < 0 ? -1 : x.facts.expression(Op.pick, value, position);
      this.bind(x, part, held, declares, offset);
    }
  }
}
