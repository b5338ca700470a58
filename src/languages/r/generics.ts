/** Generic functions and their methods, as S4 and S7 register them. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Definitions } from "./definitions.ts";
import { methodsKey } from "./dispatch_keys.ts";
import { documentationOf } from "./documentation.ts";
import { fileState } from "./file_state.ts";
import type { RSyntax } from "./syntax.ts";

/** Classes that R itself has; they are no one's to define. */
export const BASIC_CLASSES = new Set(
  ("ANY numeric character logical integer complex raw double list function environment NULL missing expression " +
    "name call language matrix array data.frame factor formula S4 VIRTUAL oldClass vector structure " +
    "Date POSIXct POSIXt").split(" "),
);

/** Enters a method into its generic's table, under the name that R itself uses. */
export function bindMethod(x: Extraction, generic: string, symbol: number, node: NodeIndex): void {
  x.bind(0, methodsKey(generic), BindingKind.definition, {
    symbol,
    offset: x.tree.starts[node]!,
  });
}

/** The rules of the first pass that have to do with generic functions. */
export class Generics {
  readonly #syntax: RSyntax;

  constructor(syntax: RSyntax) {
    this.#syntax = syntax;
  }

  /** Calls that define generic functions, methods, and what belongs to a class by its name. */
  call(x: Extraction, node: NodeIndex, name: string, definitions: Definitions): void {
    switch (name) {
      case "setGeneric":
        return this.#generic(x, node, definitions);
      case "new_generic":
        return this.#s7Generic(x, node, definitions);
      case "setMethod":
      case "setReplaceMethod":
        return this.#method(x, node, name === "setMethod" ? "" : "<-", definitions);
      case "setValidity":
        return this.#classFunction(x, node, "validity", ["Class", "method"], definitions);
      case "setAs":
        return this.#classFunction(x, node, "coerce", ["from", "def"], definitions, 2);
    }
  }

  #generic(x: Extraction, node: NodeIndex, definitions: Definitions): void {
    const args = this.#syntax.argumentsOf(x, node);
    const title = this.#syntax.argument(args, "name", 0);
    const name = this.#syntax.stringOf(x, title);
    if (name === undefined) return;
    const nameNode = this.#syntax.contentNode(x, title);
    const literal = definitions.functionIn(x, this.#syntax.argument(args, "def", 1));
    this.#defineGeneric(x, node, name, nameNode, literal);
  }

  #s7Generic(x: Extraction, node: NodeIndex, definitions: Definitions): void {
    const assigned = fileState(x).assigned.get(node);
    if (assigned === undefined) return;
    const args = this.#syntax.argumentsOf(x, node);
    const literal = definitions.functionIn(x, this.#syntax.argument(args, "fun", 2));
    this.#defineGeneric(x, assigned.node, assigned.name, assigned.nameNode, literal);
  }

  #defineGeneric(
    x: Extraction,
    node: NodeIndex,
    name: string,
    nameNode: NodeIndex,
    literal: NodeIndex,
  ): void {
    if (literal !== NONE) {
      const flags = Flag.virtual;
      fileState(x).willDefine(literal, {
        node,
        kind: Kind.function,
        name,
        nameNode,
        flags,
        bindIn: 0,
      });
      return;
    }
    const { text, flags } = documentationOf(x, node);
    x.define(node, {
      kind: Kind.function,
      name,
      nameNode,
      flags: flags | Flag.virtual,
      doc: text,
      bindIn: 0,
    });
  }

  #method(x: Extraction, node: NodeIndex, suffix: string, definitions: Definitions): void {
    const args = this.#syntax.argumentsOf(x, node);
    const title = this.#syntax.argument(args, "f", 0);
    const generic = this.#syntax.stringOf(x, title);
    if (generic === undefined) return;
    const signature = this.#syntax.argument(args, "signature", 1);
    const literal = definitions.functionIn(x, this.#syntax.argument(args, "definition", 2));
    const nameNode = this.#syntax.contentNode(x, title);
    this.#addMethod(x, node, generic + suffix, nameNode, this.#classIn(x, signature), literal);
  }

  /** `method(f, A) <- function(…) …`. */
  s7Method(x: Extraction, node: NodeIndex, target: NodeIndex, literal: NodeIndex): void {
    const args = this.#syntax.argumentsOf(x, target);
    const generic = this.#syntax.namedFunction(x, this.#syntax.argument(args, "generic", 0));
    if (generic === undefined) return;
    const dispatched = this.#syntax.argument(args, "signature", 1);
    const owner = this.#syntax.namedFunction(x, dispatched)?.name ?? "";
    this.#addMethod(x, node, generic.name, generic.node, owner, literal);
  }

  #addMethod(
    x: Extraction,
    node: NodeIndex,
    generic: string,
    nameNode: NodeIndex,
    owner: string,
    literal: NodeIndex,
  ): void {
    const qualifier = owner === "" ? {} : { qualifier: owner };
    const shared = { kind: Kind.method, name: generic, nameNode, ...qualifier } as const;
    if (literal === NONE) {
      const symbol = x.define(node, { ...shared, bindIn: "nowhere" });
      bindMethod(x, generic, symbol, node);
      return;
    }
    fileState(x).willDefine(literal, {
      ...shared,
      node,
      bindIn: "nowhere",
      generic,
      ...(owner === "" || BASIC_CLASSES.has(owner) ? {} : { receiverClass: owner }),
    });
  }

  /** The first class of a method's signature: `"A"`, `c("A", "B")`, `signature(x = "A")`. */
  #classIn(x: Extraction, signature: NodeIndex): string {
    const whole = this.#syntax.stringOf(x, signature);
    if (whole !== undefined) return whole;
    if (signature === NONE || x.tree.kinds[signature] !== this.#syntax.kinds.call) return "";
    for (const { value } of this.#syntax.argumentsOf(x, signature)) {
      const name = this.#syntax.stringOf(x, value);
      if (name !== undefined) return name;
    }
    return "";
  }

  /** Functions that belong to a class but to no generic that is called: validity, coercion. */
  #classFunction(
    x: Extraction,
    node: NodeIndex,
    name: string,
    [owner, method]: readonly [string, string],
    definitions: Definitions,
    place = 1,
  ): void {
    const args = this.#syntax.argumentsOf(x, node);
    const title = this.#syntax.argument(args, owner, 0);
    const qualifier = this.#syntax.stringOf(x, title);
    const literal = definitions.functionIn(x, this.#syntax.argument(args, method, place));
    if (qualifier === undefined || literal === NONE) return;
    fileState(x).willDefine(literal, {
      node,
      kind: Kind.method,
      name,
      nameNode: this.#syntax.contentNode(x, title),
      bindIn: "nowhere",
      qualifier,
      receiverClass: qualifier,
    });
  }
}
