/** What the names in patterns hold: `case Some(x)`, `case Point(a, b)`, `val (a, b) = …`, `x @ …`. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { bindLocal } from "../class_family/bindings.ts";
import { callbackGiven, instance, namedChildren } from "../class_family/calls.ts";
import type { Slots } from "../plain_family/slots.ts";

/** Cases of the library that hold one value, which is an element of what they are cases of. */
const HOLDING: ReadonlySet<string> = new Set(["Some", "Right", "Left", "Success"]);

/** Binds the names in patterns, by one grammar. */
export class Patterns {
  constructor(readonly slots: Slots) {}

  /** Names of a case, in its scope. */
  bindCase(x: Extraction, clause: NodeIndex): void {
    this.#bind(x, this.slots.find(x, clause, ".pattern"), this.#matched(x, clause));
  }

  /** Names of `val (a, b) = value`. */
  bindValue(x: Extraction, definition: NodeIndex): void {
    const pattern = this.slots.find(x, definition, ".pattern");
    if (pattern === NONE || this.#typeOf(x, pattern) === "identifier") return;
    this.#bind(x, pattern, x.value(this.slots.find(x, definition, ".value")));
  }

  #typeOf(x: Extraction, node: NodeIndex): string {
    return this.slots.g.typeName(x.tree.kinds[node]!);
  }

  /** What a case is held against: a value, or what the function is given that the cases make. */
  #matched(x: Extraction, clause: NodeIndex): number {
    const block = x.tree.parents[clause]!;
    const around = block === NONE ? NONE : x.tree.parents[block]!;
    if (around === NONE) return -1;
    const value = this.slots.find(x, around, ".value");
    if (this.slots.find(x, around, ".body") === block && value !== NONE) return x.value(value);
    return this.slots.find(x, around, ".arguments") === block ? callbackGiven(x, around, 0) : -1;
  }

  #bind(x: Extraction, pattern: NodeIndex, value: number): void {
    if (pattern === NONE) return;
    switch (this.#typeOf(x, pattern)) {
      case "identifier":
        if (/^[\p{Ll}_]/u.test(x.textOf(pattern))) {
          bindLocal(x, pattern, -1, value, x.tree.starts[pattern]!);
        }
        return;
      case "capture_pattern": {
        const [name, inner] = namedChildren(x, pattern);
        if (name === undefined || inner === undefined) return;
        const type = this.slots.find(x, inner, ".type");
        const made = type === NONE ? -1 : instance(x, x.type(type));
        bindLocal(x, name, -1, made >= 0 ? made : value, x.tree.starts[name]!);
        this.#bind(x, inner, value);
        return;
      }
      case "tuple_pattern":
        for (const [position, one] of namedChildren(x, pattern).entries()) {
          this.#bind(x, one, value < 0 ? -1 : x.facts.expression(Op.pick, value, position));
        }
        return;
      case "case_class_pattern":
        this.#bindParts(x, pattern, value);
    }
  }

  #bindParts(x: Extraction, pattern: NodeIndex, value: number): void {
    const [type, ...patterns] = namedChildren(x, pattern);
    if (type === undefined) return;
    if (HOLDING.has(x.textOf(type))) {
      const held = value < 0 ? -1 : x.facts.expression(Op.element, value);
      this.#bind(x, patterns[0] ?? NONE, held);
      return;
    }
    const made = x.value(type);
    for (const [position, one] of patterns.entries()) {
      this.#bind(x, one, made < 0 ? -1 : x.facts.expression(Op.parameterOf, made, position));
    }
  }
}
