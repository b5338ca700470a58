/**
 * What stands in macro calls. The grammar gives it as tokens; paths, calls and members are read from
 * them as far as they look like those of the language, which in most macros they are.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op, RefKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { IGNORED_MACROS, PRELUDE_VALUES } from "../rust_builtins.ts";
import { MACRO_SUFFIX } from "./definitions.ts";
import type { Paths } from "./paths.ts";
import type { Syntax } from "./syntax.ts";

/** Words that the grammar gives as identifiers among tokens, and that are followed by parentheses. */
const KEYWORDS = new Set([
  "if",
  "in",
  "match",
  "while",
  "for",
  "return",
  "else",
  "let",
  "mut",
  "ref",
]);
/** More tokens than this between `<` and `>` are no type arguments. */
const LONGEST_ARGUMENTS = 40;

/** More names than this are not declared at once. */
const MOST_DECLARED = 20;

/** The part of a path or chain of members that was read so far. */
interface Chain {
  /** Expression; -1 when nothing is known of it. */
  expression: number;
  /** Node of the last name. */
  name: NodeIndex;
  /** Whether the last name is a member of a value. */
  isMember: boolean;
}

const NOTHING: Chain = { expression: -1, name: NONE, isMember: false };

/** Reads token trees, for one grammar. */
export class TokenTrees {
  constructor(readonly s: Syntax, readonly paths: Paths) {}

  /** Records the references in a token tree. Trees within it are left to the walk. */
  refer(x: Extraction, list: NodeIndex): void {
    this.#read(x, list, true);
  }

  /** Expression of what a token tree begins with; -1 if that is nothing known. */
  first(x: Extraction, list: NodeIndex): number {
    return this.#read(x, list, false);
  }

  /** @returns expression of the first chain */
  #read(x: Extraction, list: NodeIndex, refers: boolean): number {
    return this.#readFrom(x, x.tree.firstChild(list), refers);
  }

  #readFrom(x: Extraction, first: NodeIndex, refers: boolean): number {
    const { tree } = x;
    const { K } = this.s;
    let chain = NOTHING;
    let joint = NONE;
    let before = NONE;
    for (let node = first; node !== NONE; node = tree.nextSibling(node)) {
      const kind = tree.kinds[node]!;
      const isName = kind === K.identifier || kind === K.self || kind === K.crate ||
        kind === K.super;
      if (isName) {
        chain = joint === NONE || chain === NOTHING
          ? this.#start(x, node, joint)
          : this.#step(x, chain, joint, node);
        joint = NONE;
      } else if (kind === K.dot || kind === K.colons) joint = kind;
      else if (refers && (kind === K.let || kind === K.pipe)) {
        node = this.#bind(x, node, kind === K.pipe);
        chain = NOTHING;
        joint = NONE;
      } else if (kind === K.integerLiteral && joint === K.dot && chain !== NOTHING) {
        chain = this.#step(x, chain, joint, node);
        joint = NONE;
      } else if (kind === K.await && joint === K.dot) joint = NONE;
      else if (kind === K.question) chain = this.#unwrapped(x, chain);
      else if (kind === K.openAngle && joint === K.colons) {
        node = this.#skipArguments(x, node);
        joint = NONE;
      } else if (kind === K.bang && chain.name !== NONE && before === chain.name) {
        if (refers) this.#referMacro(x, chain, node);
        chain = NOTHING;
      } else if (kind === K.tokenTree && before !== NONE && before === chain.name) {
        chain = this.#called(x, chain, node, before, refers);
        joint = NONE;
      } else {
        // An index or a block after a chain; anything else ends it.
        if (!refers && chain !== NOTHING) return chain.expression;
        chain = NOTHING;
        joint = NONE;
      }
      before = kind === K.closeAngle || kind === K.openAngle ? chain.name : node;
    }
    return chain.expression;
  }

  /**
   * Binds what `let a: T = v` and `|a: T, b|` declare among tokens, where a type is a path and a value a
   * chain.
   * @returns the last node read
   */
  #bind(x: Extraction, keyword: NodeIndex, isClosure: boolean): NodeIndex {
    const { tree } = x;
    const { K } = this.s;
    let last = keyword;
    let node = tree.nextSibling(keyword);
    for (let i = 0; i < MOST_DECLARED && node !== NONE; i++) {
      if (tree.kinds[node] === K.mutable) node = tree.nextSibling(node);
      if (node === NONE || tree.kinds[node] !== K.identifier) return last;
      const name = node;
      let next = tree.nextSibling(name);
      let type = -1;
      if (next !== NONE && tree.kinds[next] === K.colon) {
        [type, next] = this.#path(x, tree.nextSibling(next));
      }
      const isGiven = !isClosure && next !== NONE && tree.kinds[next] === K.equals;
      const value = isGiven && type < 0 ? this.#chainAt(x, tree.nextSibling(next)) : -1;
      x.bind(x.scope, x.textOf(name), BindingKind.variable, {
        type,
        value,
        offset: tree.ends[name]!,
      });
      if (isGiven) return next;
      const isMore = isClosure && next !== NONE && tree.kinds[next] === K.comma;
      if (!isMore) return next !== NONE && tree.kinds[next] === K.pipe ? next : name;
      last = next;
      node = tree.nextSibling(next);
    }
    return last;
  }

  /** A path among tokens, as a type, and the node after it. */
  #path(x: Extraction, from: NodeIndex): [type: number, next: NodeIndex] {
    const { tree } = x;
    const { K } = this.s;
    let type = -1;
    let node = from;
    while (node !== NONE && (tree.kinds[node] === K.ampersand || tree.kinds[node] === K.mutable)) {
      node = tree.nextSibling(node);
    }
    while (node !== NONE && tree.kinds[node] === K.identifier) {
      const text = x.textOf(node);
      type = type < 0 ? this.paths.name(x, node) : x.memberExpression(type, text);
      node = tree.nextSibling(node);
      if (node === NONE || tree.kinds[node] !== K.colons) break;
      node = tree.nextSibling(node);
    }
    if (node !== NONE && tree.kinds[node] === K.openAngle) {
      node = tree.nextSibling(this.#skipArguments(x, node));
    }
    return [type, node];
  }

  /** Expression of the chain that begins at a node among tokens. */
  #chainAt(x: Extraction, from: NodeIndex): number {
    return from === NONE ? -1 : this.#readFrom(x, from, false);
  }

  #start(x: Extraction, node: NodeIndex, joint: number): Chain {
    const text = x.textOf(node);
    // `.f()` after something that is not understood.
    if (joint === this.s.K.dot) {
      return { expression: x.memberExpression(-1, text), name: node, isMember: true };
    }
    if (KEYWORDS.has(text)) return NOTHING;
    const kind = x.tree.kinds[node];
    if (kind === this.s.K.self) {
      const next = x.tree.nextSibling(node);
      const isPath = next !== NONE && x.tree.kinds[next] === this.s.K.colons;
      const expression = isPath ? this.paths.module(x, node) : this.paths.selfExpression(x);
      return { expression, name: node, isMember: false };
    }
    const expression = kind === this.s.K.identifier
      ? this.paths.name(x, node)
      : this.paths.module(x, node);
    return { expression, name: node, isMember: false };
  }

  #step(x: Extraction, chain: Chain, joint: number, node: NodeIndex): Chain {
    const isMember = joint === this.s.K.dot;
    const text = x.textOf(node);
    if (chain.expression < 0 && !isMember) return { ...NOTHING, name: node };
    return { expression: x.memberExpression(chain.expression, text), name: node, isMember };
  }

  #unwrapped(x: Extraction, chain: Chain): Chain {
    return chain.expression < 0
      ? NOTHING
      : { ...chain, name: NONE, expression: x.facts.expression(Op.await, chain.expression) };
  }

  #called(
    x: Extraction,
    chain: Chain,
    args: NodeIndex,
    before: NodeIndex,
    refers: boolean,
  ): Chain {
    const { tree } = x;
    const opener = tree.firstChild(args);
    const name = chain.name;
    const text = x.textOf(name);
    const isCall = opener !== NONE && tree.kinds[opener] === this.s.K.openParen &&
      tree.kinds[name] === this.s.K.identifier && !this.#isDefined(x, before);
    if (!isCall) return { ...NOTHING };
    const isConstruction = !chain.isMember && this.paths.isTypeLike(text);
    const isPrelude = !chain.isMember && PRELUDE_VALUES.has(text);
    if (refers && !isPrelude) x.refer(RefKind.call, name, chain.expression);
    if (chain.expression < 0) return { expression: -1, name: NONE, isMember: false };
    const expression = isConstruction && !isPrelude
      ? x.facts.expression(Op.instance, chain.expression)
      : x.callExpression(chain.expression, isPrelude ? [this.first(x, args)] : []);
    return { expression, name: NONE, isMember: false };
  }

  /** Whether a name stands after `fn`: the macro makes that function. */
  #isDefined(x: Extraction, name: NodeIndex): boolean {
    const before = name - 1;
    return before > x.tree.parents[name]! && x.tree.kinds[before] === this.s.K.fn;
  }

  #referMacro(x: Extraction, chain: Chain, bang: NodeIndex): void {
    const next = x.tree.nextSibling(bang);
    if (next === NONE || x.tree.kinds[next] !== this.s.K.tokenTree) return;
    this.referMacro(x, chain.name, chain.expression);
  }

  /**
   * Records the call of a macro.
   * @param path expression of the whole path, when it has more than one part
   */
  referMacro(x: Extraction, nameNode: NodeIndex, path: number): void {
    const name = x.textOf(nameNode);
    if (IGNORED_MACROS.has(name)) return;
    const { expressions } = x.facts.tables;
    const isBare = path < 0 || expressions.get(path, 0) === Op.name;
    const expression = isBare
      ? x.nameExpression(name + MACRO_SUFFIX, x.tree.starts[nameNode]!)
      : path;
    x.refer(RefKind.call, nameNode, expression);
  }

  /** The `>` that ends the type arguments which begin at a node, or the node itself. */
  #skipArguments(x: Extraction, open: NodeIndex): NodeIndex {
    const { tree } = x;
    let depth = 0;
    let node = open;
    for (let i = 0; i < LONGEST_ARGUMENTS && node !== NONE; i++) {
      const kind = tree.kinds[node];
      if (kind === this.s.K.openAngle) depth++;
      else if (kind === this.s.K.closeAngle) depth--;
      else if (kind === this.s.K.shiftRight) depth -= 2;
      if (depth <= 0) return node;
      node = tree.nextSibling(node);
    }
    return open;
  }
}
