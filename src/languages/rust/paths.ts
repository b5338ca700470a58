/** Paths: `a::b::C`, `crate::x`, `super::super::y`, `Self::z`, `<T as Trait>::f`. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Readers of paths, for one grammar. */
export class Paths {
  constructor(readonly s: Syntax, readonly state: FileState) {}

  /** Whether a name is written like a type or variant, as all of them are. */
  isTypeLike(name: string): boolean {
    const first = name.charCodeAt(0);
    return first >= 65 && first <= 90 || first > 127 && /^\p{Lu}/u.test(name);
  }

  /** What `Self` is where the walk stands; -1 outside types and their methods. */
  selfExpression(x: Extraction): number {
    const scope = this.state.selfScope(x);
    if (scope !== NONE) return x.facts.expression(Op.selfType, scope);
    const block = this.state.implementationAt(x, x.scope);
    return block === undefined ? -1 : x.type(block.type);
  }

  /** A name as an expression. */
  name(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node);
    if (text === "Self") return this.selfExpression(x);
    return x.nameExpression(text, x.tree.starts[node]!);
  }

  /** The module that a path of nothing but `self`, `super` and `crate` means; -1 for another path. */
  module(x: Extraction, node: NodeIndex): number {
    const specifier = this.moduleSpecifier(x, node);
    return specifier === "" ? -1 : x.facts.expression(Op.module, x.facts.text(specifier));
  }

  /** As {@link module}, the specifier, inline modules of the file included; "" for another path. */
  moduleSpecifier(x: Extraction, node: NodeIndex): string {
    const text = x.textOf(node);
    if (!/^(?:crate|self|super)(?:::super)*$/.test(text)) return "";
    return this.fromFile(x, text.split("::")).join("::");
  }

  /**
   * Segments of a path, seen from the file's own module: what `self` and `super` mean inside the
   * inline modules is written out.
   */
  fromFile(x: Extraction, segments: readonly string[]): string[] {
    const inline = this.state.inlinePath(x, x.scope);
    const [first] = segments;
    if (inline.length === 0 || first === "crate" || first === "") return [...segments];
    let ups = 0;
    while (segments[ups] === "super") ups++;
    const rest = segments.slice(ups > 0 ? ups : first === "self" ? 1 : 0);
    if (ups > inline.length) {
      return [...new Array<string>(ups - inline.length).fill("super"), ...rest];
    }
    return ["self", ...inline.slice(0, inline.length - ups), ...rest];
  }

  /** Node of the last name of `f`, `a::f`, `x.f`, `f::<T>`, `(f)`; -1 when there is none. */
  lastName(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const { K, F } = this.s;
    let at = node;
    while (at !== NONE) {
      switch (tree.kinds[at]) {
        case K.identifier:
        case K.typeIdentifier:
        case K.fieldIdentifier:
          return at;
        case K.scopedIdentifier:
        case K.scopedTypeIdentifier:
          return tree.child(at, F.name);
        case K.field:
          return tree.child(at, F.field);
        case K.genericFunction:
          at = tree.child(at, F.function);
          break;
        case K.genericType:
          at = tree.child(at, F.type);
          break;
        case K.parenthesized:
          at = tree.namedChild(at);
          break;
        default:
          return NONE;
      }
    }
    return NONE;
  }

  /** Node of the name in a type: through references, generic arguments, `dyn` and brackets; -1 if none. */
  namedType(x: Extraction, type: NodeIndex): NodeIndex {
    const { tree } = x;
    const { K, F } = this.s;
    let at = type;
    for (let depth = 0; at !== NONE && depth < 20; depth++) {
      const kind = tree.kinds[at];
      if (kind === K.typeIdentifier || kind === K.scopedTypeIdentifier) return at;
      if (kind === K.genericType || kind === K.referenceType) at = tree.child(at, F.type);
      else if (tree.child(at, F.trait) !== NONE) at = tree.child(at, F.trait);
      else return NONE;
    }
    return NONE;
  }

  /** Path of a type's name as a qualifier, without type arguments; "" when it has no name. */
  textOf(x: Extraction, type: NodeIndex): string {
    const node = this.namedType(x, type);
    if (node === NONE) {
      return x.tree.isNamed(type) && /^\w+$/.test(x.textOf(type)) ? x.textOf(type) : "";
    }
    return x.textOf(node).replace(/<[^>]*>|\s+/g, "");
  }
}
