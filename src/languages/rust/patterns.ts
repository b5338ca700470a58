/** What patterns bind: `let`, parameters, `match`, `if let`, `for`. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { variantFields } from "./definitions.ts";
import type { Paths } from "./paths.ts";
import type { Syntax } from "./syntax.ts";

/** Where a pattern's names stand. */
export interface Place {
  readonly scope: number;
  /** Offset from which they hold. */
  readonly from: number;
}

/** Binders of patterns, for one grammar. */
export class Patterns {
  constructor(readonly s: Syntax, readonly paths: Paths) {}

  /**
   * Binds the names of a pattern.
   * @param value expression of what is matched; -1 when unknown
   * @param type declared type of what is matched, for a pattern that is a mere name
   */
  bind(x: Extraction, pattern: NodeIndex, value: number, place: Place, type = -1): void {
    if (pattern === NONE) return;
    const { tree } = x;
    const { K } = this.s;
    switch (tree.kinds[pattern]) {
      case K.identifier:
      case K.shorthandField:
        return this.#bindName(x, pattern, value, place, type);
      case K.mutPattern:
      case K.refPattern:
      case K.referencePattern:
      case K.matchPattern:
      case K.fieldPattern:
        return this.bind(x, this.#innermost(x, pattern), value, place, type);
      case K.capturedPattern:
        this.bind(x, tree.namedChild(pattern, 0), value, place, type);
        return this.bind(x, tree.namedChild(pattern, 1), value, place, type);
      case K.orPattern:
        return this.bind(x, tree.namedChild(pattern, 0), value, place, type);
      case K.tuplePattern:
        return this.#bindTuple(x, pattern, this.#whole(x, value, type), place);
      case K.slicePattern:
        return this.#bindSlice(x, pattern, this.#whole(x, value, type), place);
      case K.tupleStructPattern:
        return this.#bindTupleStruct(x, pattern, this.#whole(x, value, type), place);
      case K.structPattern:
        return this.#bindStruct(x, pattern, this.#whole(x, value, type), place);
    }
  }

  /** What is matched, when only its type is given. */
  #whole(x: Extraction, value: number, type: number): number {
    return type < 0 ? value : x.facts.expression(Op.instance, type);
  }

  #innermost(x: Extraction, pattern: NodeIndex): NodeIndex {
    const { tree } = x;
    const first = tree.namedChild(pattern);
    return first !== NONE && tree.kinds[first] === this.s.K.mutable
      ? tree.namedChild(pattern, 1)
      : first;
  }

  /** A name in a pattern that is written like a type is a constant or a variant. */
  #bindName(x: Extraction, node: NodeIndex, value: number, place: Place, type: number): void {
    const name = x.textOf(node);
    if (this.paths.isTypeLike(name)) return;
    x.bind(place.scope, name, BindingKind.variable, { value, type, offset: place.from });
  }

  #bindTuple(x: Extraction, pattern: NodeIndex, value: number, place: Place): void {
    this.#eachPart(x, pattern, NONE, (part, index) => {
      this.bind(x, part, value < 0 ? -1 : x.facts.expression(Op.pick, value, index), place);
    }, (part) => this.bind(x, part, -1, place));
  }

  #bindSlice(x: Extraction, pattern: NodeIndex, value: number, place: Place): void {
    const element = value < 0 ? -1 : x.facts.expression(Op.element, value);
    const visit = (part: NodeIndex): void => this.bind(x, part, element, place);
    this.#eachPart(x, pattern, NONE, visit, visit);
  }

  /** Visits the parts of a pattern; those after `..` have places that are not known. */
  #eachPart(
    x: Extraction,
    pattern: NodeIndex,
    head: NodeIndex,
    visit: (part: NodeIndex, index: number) => void,
    visitLater: (part: NodeIndex) => void,
  ): void {
    const { tree } = x;
    let index = 0;
    let isLater = false;
    for (let part = tree.firstChild(pattern); part !== NONE; part = tree.nextSibling(part)) {
      if (!tree.isNamed(part)) {
        // `_` and `..` stand as tokens.
        const text = x.textOf(part);
        if (text === "_") index++;
        else if (text === "..") isLater = true;
        continue;
      }
      if (part === head || tree.isExtra(part)) continue;
      if (x.textOf(part) === "..") isLater = true;
      else if (isLater) visitLater(part);
      else visit(part, index++);
    }
  }

  #bindTupleStruct(x: Extraction, pattern: NodeIndex, value: number, place: Place): void {
    const head = x.tree.child(pattern, this.s.F.type);
    const name = this.paths.lastName(x, head);
    const text = name === NONE ? "" : x.textOf(name);
    const later = (part: NodeIndex): void => this.bind(x, part, -1, place);
    this.#eachPart(x, pattern, head, (part, index) => {
      this.bind(x, part, this.#part(x, head, text, value, String(index), index), place);
    }, later);
  }

  /** What stands in a part of `Some(x)`, `Shape::Circle(r)`, `Pair(a, b)`, `Shape::Square { side }`. */
  #part(
    x: Extraction,
    head: NodeIndex,
    name: string,
    value: number,
    field: string,
    index: number,
  ): number {
    if (index >= 0 && (name === "Some" || name === "Ok")) {
      return value < 0 ? -1 : x.facts.expression(Op.await, value);
    }
    if (index >= 0 && name === "Err") {
      return value < 0 ? -1 : x.facts.expression(Op.pick, value, 1);
    }
    const found = [
      this.#fieldOfVariant(x, this.#enumOf(x, head), name, field),
      this.#fieldOfVariant(x, value, name, field),
      index < 0 || value < 0 ? -1 : x.memberExpression(value, field),
      this.#fieldOfStruct(x, head, field),
    ];
    let either = -1;
    for (const one of found) {
      if (one < 0 || one === either) continue;
      either = either < 0 ? one : x.facts.expression(Op.either, either, one);
    }
    return either;
  }

  /** What a path before the variant's name means; -1 for a bare name. */
  #enumOf(x: Extraction, head: NodeIndex): number {
    const path = head === NONE ? NONE : x.tree.child(head, this.s.F.path);
    if (path === NONE) return -1;
    const name = this.paths.lastName(x, path);
    return name !== NONE && this.paths.isTypeLike(x.textOf(name)) ? x.type(path) : -1;
  }

  #fieldOfVariant(x: Extraction, of: number, variant: string, field: string): number {
    if (of < 0 || variant === "") return -1;
    return x.memberExpression(x.memberExpression(of, variantFields(variant)), field);
  }

  #fieldOfStruct(x: Extraction, head: NodeIndex, field: string): number {
    const type = head === NONE ? -1 : x.type(head);
    return type < 0 ? -1 : x.memberExpression(x.facts.expression(Op.instance, type), field);
  }

  #bindStruct(x: Extraction, pattern: NodeIndex, value: number, place: Place): void {
    const { tree } = x;
    const head = tree.child(pattern, this.s.F.type);
    const name = this.paths.lastName(x, head);
    const text = name === NONE ? "" : x.textOf(name);
    for (let f = tree.firstChild(pattern); f !== NONE; f = tree.nextSibling(f)) {
      if (tree.kinds[f] !== this.s.K.fieldPattern) continue;
      const nameNode = tree.child(f, this.s.F.name);
      if (nameNode === NONE) continue;
      const inner = tree.child(f, this.s.F.pattern);
      const part = this.#part(x, head, text, value, x.textOf(nameNode), -1);
      this.bind(x, inner === NONE ? nameNode : inner, part, place);
    }
  }
}
