/** Names of methods that a loop makes: `for f in (:sin, :cos) @eval Base.$f(x::T) = … end`. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Nodes } from "./nodes.ts";
import type { Syntax } from "./syntax.ts";

/** More names than a person would write in a loop are made by code that cannot be followed. */
const MOST_NAMES = 64;
/** `a = Symbol(b); b = Symbol(c)`: longer chains are not followed. */
const DEEPEST_ALIAS = 3;

/** Reads what stands for a name in code that is evaluated. */
export class Evaluated {
  constructor(
    readonly s: Syntax,
    readonly nodes: Nodes,
  ) {}

  /** Whether a node stands in `@eval`, so that it defines at the top of the module wherever it stands. */
  isInside(x: Extraction, node: NodeIndex): boolean {
    const { kinds, parents } = x.tree;
    for (let at = parents[node]!; at !== NONE; at = parents[at]!) {
      if (kinds[at] === this.s.K.functionDefinition) return false;
      if (kinds[at] === this.s.K.macroCall && this.nodes.macroName(x, at) === "eval") return true;
    }
    return false;
  }

  /** The names that `$f` stands for, in turn; none when that is not written in the file. */
  names(x: Extraction, interpolation: NodeIndex): readonly string[] {
    const names = this.#symbols(x, x.tree.namedChild(interpolation), 0);
    return names.length > MOST_NAMES ? [] : [...new Set(names)];
  }

  /** Values of an expression that gives symbols: `:a`, `"a"`, `f`, `Symbol(f, :_safe)`, `(f)`. */
  #symbols(x: Extraction, node: NodeIndex, depth: number): string[] {
    const { K } = this.s;
    const kind = node === NONE ? -1 : x.tree.kinds[node]!;
    if (kind === K.parenthesized) return this.#symbols(x, x.tree.namedChild(node), depth);
    if (kind === K.identifier) return this.#variable(x, node, depth);
    if (kind === K.call) return this.#composed(x, node, depth);
    const text = this.#literal(x, node);
    return text === "" ? [] : [text];
  }

  /** Text of `:name`, `:(==)`, `"name"`. */
  #literal(x: Extraction, node: NodeIndex): string {
    const kind = node === NONE ? -1 : x.tree.kinds[node]!;
    if (kind === this.s.K.quote) return x.textOf(node).replace(/^:\(?|\)$/g, "").trim();
    return kind === this.s.K.string ? x.textOf(node).replace(/^"+|"+$/g, "") : "";
  }

  /** `Symbol(f, "!")`: with one part that varies. */
  #composed(x: Extraction, call: NodeIndex, depth: number): string[] {
    if (x.textOf(x.tree.namedChild(call)) !== "Symbol") return [];
    let names = [""];
    for (const part of this.nodes.positional(x, x.tree.childOfKind(call, this.s.K.arguments))) {
      const values = this.#symbols(x, part, depth);
      if (values.length === 0 || (values.length > 1 && names.length > 1)) return [];
      names = names.flatMap((name) => values.map((value) => name + value));
    }
    return names;
  }

  /** What a variable of a loop around goes through, or what is made of it inside the loop. */
  #variable(x: Extraction, name: NodeIndex, depth: number): string[] {
    const { kinds, parents } = x.tree;
    const text = x.textOf(name);
    for (let at = parents[name]!; at !== NONE; at = parents[at]!) {
      if (kinds[at] !== this.s.K.forStatement) continue;
      for (const child of this.nodes.childrenOf(x, at)) {
        if (kinds[child] === this.s.K.forBinding) {
          const found = this.#looped(x, child, text);
          if (found !== undefined) return found;
        }
        const value = depth < DEEPEST_ALIAS ? this.#assigned(x, child, text) : NONE;
        if (value !== NONE) return this.#symbols(x, value, depth + 1);
      }
    }
    return [];
  }

  /** The value that a statement of a loop gives to a variable; -1 when it gives none. */
  #assigned(x: Extraction, node: NodeIndex, name: string): NodeIndex {
    if (x.tree.kinds[node] === this.s.K.assignment) {
      return x.textOf(x.tree.namedChild(node)) === name ? x.tree.namedChild(node, 2) : NONE;
    }
    if (!this.s.HOLDS_STATEMENTS.has(x.tree.kinds[node]!)) return NONE;
    for (const child of this.nodes.childrenOf(x, node)) {
      const value = this.#assigned(x, child, name);
      if (value !== NONE) return value;
    }
    return NONE;
  }

  /** `f in (:a, :b)`, `(f, g) in ((:a, :b), …)`; undefined when it binds another name. */
  #looped(x: Extraction, binding: NodeIndex, name: string): string[] | undefined {
    const target = x.tree.namedChild(binding);
    const list = x.tree.namedChild(binding, x.tree.namedChildCount(binding) - 1);
    const isTuple = this.s.TUPLES.has(x.tree.kinds[target]!);
    const targets = isTuple ? this.nodes.childrenOf(x, target) : [target];
    const position = targets.findIndex((one) => x.textOf(one) === name);
    if (position < 0) return undefined;
    return this.nodes.childrenOf(x, list).flatMap((element) => {
      const part = isTuple ? this.nodes.childrenOf(x, element)[position] ?? NONE : element;
      const text = this.#literal(x, part);
      return text === "" ? [] : [text];
    });
  }
}
