/** What things are called: the name a function is bound to, the last name of an expression, a key's text. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { fileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Names of constants that hold symbols: Node's `kState`, and the well-known ones. */
const SYMBOL_NAME = /^(?:k[A-Z]\w*|Symbol\.\w+)$/;

/** Where a function or class that is a value gets its name. */
export interface Holder {
  /** The declarator, field, pair, assignment or `export default` that holds the value; -1: nothing does. */
  readonly node: NodeIndex;
  /** The expression below the holder: the function itself, or what wraps it. */
  readonly value: NodeIndex;
}

/** Readers of names, for one grammar. */
export class Names {
  constructor(readonly s: Syntax) {}

  /** The expression inside parentheses, type assertions and `!`. */
  unwrap(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    let at = node;
    while (at !== NONE && this.s.WRAPPERS.has(tree.kinds[at]!)) {
      const assertion = tree.kinds[at] === this.s.K.typeAssertion;
      at = tree.namedChild(at, assertion ? 1 : 0);
    }
    return at;
  }

  /**
   * What a call calls. The grammar takes `await f<T>(x)` for `(await f)<T>(x)`, and other operations
   * before a call with type arguments alike.
   */
  callee(x: Extraction, call: NodeIndex): NodeIndex {
    const { tree } = x;
    let at = tree.child(call, this.s.F.function);
    while (at !== NONE && this.s.OPERATIONS.has(tree.kinds[at]!)) {
      const right = tree.child(at, this.s.F.right);
      at = right === NONE ? tree.namedChild(at) : right;
    }
    return at;
  }

  /** What holds a value. */
  holder(x: Extraction, node: NodeIndex): Holder {
    const { tree } = x;
    const { F, K } = this.s;
    let value = node;
    let parent = tree.parents[node]!;
    while (parent !== NONE && this.s.WRAPPERS.has(tree.kinds[parent]!)) {
      value = parent;
      parent = tree.parents[parent]!;
    }
    const kind = parent === NONE ? NONE : tree.kinds[parent]!;
    const holds = kind === K.assignment
      ? tree.fields[value] === F.right
      : kind === K.variableDeclarator || kind === K.pair || this.s.FIELDS.has(kind)
      ? tree.fields[value] === F.value
      : kind === K.exportStatement;
    return { node: holds ? parent : NONE, value };
  }

  /** Node of the name that a holder gives; -1 when it gives none. */
  heldName(x: Extraction, holder: NodeIndex): NodeIndex {
    const { tree } = x;
    const { F, K } = this.s;
    const kind = tree.kinds[holder]!;
    if (kind === K.variableDeclarator) {
      const name = tree.child(holder, F.name);
      return name !== NONE && tree.kinds[name] === K.identifier ? name : NONE;
    }
    if (kind === K.pair) return tree.child(holder, F.key);
    if (kind === K.assignment) return this.lastName(x, tree.child(holder, F.left));
    return this.s.FIELDS.has(kind) ? this.memberName(x, holder) : NONE;
  }

  /** Node of the name of a class member, an interface member, or a property. */
  memberName(x: Extraction, member: NodeIndex): NodeIndex {
    const { F } = this.s;
    const name = x.tree.child(member, F.name);
    return name !== NONE ? name : x.tree.child(member, F.property);
  }

  /** Text of a key: of `name`, `"name"`, `#name`, `[Symbol.iterator]`. */
  keyText(x: Extraction, key: NodeIndex): string {
    if (key === NONE) return "";
    if (x.tree.kinds[key] === this.s.K.string) return this.stringText(x, key);
    return x.textOf(key).replace(/\s+/g, " ").slice(0, 80);
  }

  /** Whether a key is computed, so that it names nothing. */
  isComputed(x: Extraction, key: NodeIndex): boolean {
    return key === NONE || x.tree.kinds[key] === this.s.K.computedName;
  }

  /** Content of a string literal. */
  stringText(x: Extraction, string: NodeIndex): string {
    return x.text.slice(x.tree.starts[string]! + 1, Math.max(0, x.tree.ends[string]! - 1));
  }

  /** Node of the last name of `a`, `a.b`, `a["b"]`, `super`; -1 when there is none. */
  lastName(x: Extraction, node: NodeIndex): NodeIndex {
    const { tree } = x;
    const { F, K } = this.s;
    const at = this.unwrap(x, node);
    if (at === NONE) return NONE;
    switch (tree.kinds[at]) {
      case K.identifier:
      case K.super:
      case K.typeIdentifier:
      case K.shorthand:
        return at;
      case K.member:
      case K.nestedIdentifier:
        return tree.child(at, F.property);
      case K.nestedType:
        return tree.child(at, F.name);
      case K.genericType: {
        const name = tree.child(at, F.name);
        return this.lastName(x, name === NONE ? tree.namedChild(at) : name);
      }
      case K.subscript: {
        const index = tree.child(at, F.index);
        return index !== NONE && tree.kinds[index] === K.string ? index : NONE;
      }
      case K.call:
        return this.lastName(x, this.callee(x, at));
      default:
        return NONE;
    }
  }

  /** The name that stands for what is called: of an entry of a table, the table's. */
  calleeName(x: Extraction, callee: NodeIndex): NodeIndex {
    if (callee === NONE) return NONE;
    const name = this.lastName(x, callee);
    if (name !== NONE || x.tree.kinds[callee] !== this.s.K.subscript) return name;
    return this.lastName(x, x.tree.child(callee, this.s.F.object));
  }

  /** `[kQueue]` of `a[kQueue]`, `[Symbol.iterator]`: a key that is one symbol by convention; "" otherwise. */
  symbolKey(x: Extraction, subscript: NodeIndex): string {
    const index = x.tree.child(subscript, this.s.F.index);
    if (index === NONE) return "";
    const kind = x.tree.kinds[index];
    if (kind !== this.s.K.identifier && kind !== this.s.K.member) return "";
    const text = x.textOf(index);
    return SYMBOL_NAME.test(text) ? `[${text}]` : "";
  }

  /** `a.b.c` of identifiers as text; undefined for anything else. */
  dottedText(x: Extraction, node: NodeIndex): string | undefined {
    const { tree } = x;
    const { F, K } = this.s;
    if (node === NONE) return undefined;
    if (tree.kinds[node] === K.identifier) return x.textOf(node);
    if (tree.kinds[node] !== K.member) return undefined;
    const object = this.dottedText(x, tree.child(node, F.object));
    return object === undefined ? undefined : `${object}.${x.textOf(tree.child(node, F.property))}`;
  }

  /** Whether a node is the `exports` of a CommonJS module, by that or another name, or `module.exports`. */
  isExports(x: Extraction, node: NodeIndex): boolean {
    const { tree } = x;
    if (node === NONE) return false;
    const kind = tree.kinds[node];
    if (kind === this.s.K.identifier) return fileState(x).exportsNames.has(x.textOf(node));
    return kind === this.s.K.member && x.textOf(node) === "module.exports";
  }

  /** Specifier of `require("x")`; undefined when the node is no such call. */
  required(x: Extraction, node: NodeIndex): string | undefined {
    const { tree } = x;
    const { F, K } = this.s;
    if (node === NONE || tree.kinds[node] !== K.call) return undefined;
    const callee = tree.child(node, F.function);
    if (callee === NONE || tree.kinds[callee] !== K.identifier || x.textOf(callee) !== "require") {
      return undefined;
    }
    return this.onlyString(x, tree.child(node, F.arguments));
  }

  /** Text of the only argument, when it is a string. */
  onlyString(x: Extraction, args: NodeIndex): string | undefined {
    if (args === NONE) return undefined;
    const first = x.tree.namedChild(args);
    if (first === NONE || x.tree.kinds[first] !== this.s.K.string) return undefined;
    return this.stringText(x, first);
  }
}
