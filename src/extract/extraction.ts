/**
 * The generic extractor: walks a file's tree twice and lets the language's rules speak.
 *
 * It owns what is the same in every language: scopes in force, symbol rows, positions, signatures,
 * documentation, expression conversion with its memo. Rules never reimplement these.
 */
import { isAsked, isGivenTo, literalText } from "./asked_texts.ts";
import {
  Binding,
  BindingKind,
  Expr,
  Flag,
  Kind,
  Op,
  Ref,
  RefKind,
  ScopeKind,
  Sym,
  UNKNOWN_TEXT,
} from "./facts.ts";
import { type BindingDetails, FactsBuilder } from "./facts_builder.ts";
import type { Grammar } from "./grammar.ts";
import type { ExpressionRule, LanguageRules, NodeRule } from "./rules.ts";
import { ERROR_KIND, type NodeIndex, NONE, type SyntaxTree } from "./syntax_tree.ts";

const LONGEST_SIGNATURE = 300;
const LONGEST_DOC = 600;
const LONGEST_TEXT = 200;
const NOT_CONVERTED = -2;
/** Deeper nesting than people write; beyond it an expression says nothing. */
const DEEPEST_EXPRESSION = 500;

/** Character codes of `"`, `'` and the backtick. */
const QUOTES: ReadonlySet<number> = new Set([34, 39, 96]);

/** A language's rules as arrays indexed by node type id. */
export class BoundRules {
  readonly define: (NodeRule | undefined)[];
  readonly refer: (NodeRule | undefined)[];
  readonly values: (ExpressionRule | undefined)[];
  readonly types: (ExpressionRule | undefined)[];

  /** @param askedTexts names of functions whose string arguments keep their text */
  constructor(
    readonly grammar: Grammar,
    readonly rules: LanguageRules,
    readonly askedTexts: ReadonlySet<string>,
  ) {
    const bind = <Rule>(named: Readonly<Record<string, Rule>>): (Rule | undefined)[] => {
      const byKind: (Rule | undefined)[] = [];
      for (const [type, rule] of Object.entries(named)) byKind[grammar.kind(type)] = rule;
      return byKind;
    };
    this.define = bind(rules.define);
    this.refer = bind(rules.refer);
    this.values = bind(rules.values);
    this.types = bind({ ...rules.values, ...rules.types });
  }
}

/** How to add a symbol. */
export interface Definition {
  kind: number;
  name: string;
  /** Node at which the name stands; the definition itself when it has none. */
  nameNode?: NodeIndex;
  /** Node at which the definition starts for the reader, when it is not the defining node. */
  rangeNode?: NodeIndex;
  /** Node with which the definition ends, when that is not where it starts: a body behind a signature. */
  endNode?: NodeIndex;
  /** Node with whose text the signature starts, when it is not the defining node. */
  signatureNode?: NodeIndex;
  flags?: number;
  /** Node whose inside is the symbol's scope; none when the symbol opens no scope. */
  scopeNode?: NodeIndex;
  scopeKind?: number;
  /** First node that is not signature any more. */
  bodyNode?: NodeIndex;
  /** Documentation, when it is not the comment before the definition. */
  doc?: string;
  /** Binds the name in the scope around (default), in another scope, or not at all. */
  bindIn?: number | "nowhere";
  /** Symbol that contains it, when it is not the one around. */
  container?: number;
  qualifier?: string;
}

/** A call of an asked function: where its arguments begin, the node after it, its expression. */
interface AskedCall {
  readonly inside: NodeIndex;
  readonly end: NodeIndex;
  readonly expression: number;
}

/** A scope in force: the node after it, and what was in force before it. */
interface OpenScope {
  readonly end: NodeIndex;
  readonly scope: number;
  readonly symbol: number;
}

/** The state of one extraction. Reused for file after file. */
export class Extraction {
  readonly facts = new FactsBuilder();
  /** Scope in force. */
  scope = 0;
  /** Symbol in whose definition the walk stands; -1 at the top of the file. */
  symbol = NONE;
  /** Name of the file, without its directory. */
  fileName = "";

  #bound!: BoundRules;
  #symbolAt = new Map<NodeIndex, number>();
  #scopeAt = new Map<NodeIndex, number>();
  #scopeEnds = new Map<NodeIndex, NodeIndex>();
  /** 1 for nodes in `#scopeAt`: asked for every node. */
  #opens = new Uint8Array(1 << 12);
  #scopeSymbol: number[] = [];
  /** Calls of asked functions around the node in hand, outermost first. */
  readonly #askedCalls: AskedCall[] = [];
  #memo = new Int32Array(1 << 12);
  #typeMemo = new Int32Array(1 << 12);
  #lineStarts = new Int32Array(1 << 10);
  #lineCount = 0;
  #depth = 0;
  #path = "";
  #isPlaced = false;

  constructor(readonly tree: SyntaxTree) {}

  /** Source text of the file. */
  get text(): string {
    return this.tree.text;
  }

  /**
   * Path of the file relative to the project. Whoever asks for it makes the facts depend on where the
   * file lies: rules that need no more than its name ask for {@link fileName}.
   */
  get path(): string {
    this.#isPlaced = true;
    return this.#path;
  }

  /** Whether the facts may be others where the file lies in another directory. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }

  /** Extracts the facts of the file whose tree is in `tree`. */
  run(bound: BoundRules, path: string): void {
    this.#begin(bound, path);
    bound.rules.begin?.(this);
    this.#pass(bound.define, true);
    this.#pass(bound.refer, false);
    bound.rules.finish?.(this);
  }

  // ── positions ───────────────────────────────────────────────────────────────────────────────

  /** Line of an offset, from 1. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Column of an offset in its line, from 1, in UTF-16 units. */
  columnAt(offset: number, line: number = this.lineAt(offset)): number {
    return offset - this.#lineStarts[line - 1]! + 1;
  }

  /** Source text of a node. */
  textOf(node: NodeIndex): string {
    return this.tree.textOf(node);
  }

  // ── symbols and scopes ──────────────────────────────────────────────────────────────────────

  /** Adds the symbol that a node defines, binds its name, and opens its scope. */
  define(node: NodeIndex, definition: Definition): number {
    const { facts, tree } = this;
    const row = facts.symbol(definition.kind, definition.name, definition.container ?? this.symbol);
    const range = definition.rangeNode ?? node;
    const nameOffset = tree.starts[definition.nameNode ?? node]!;
    const nameLine = this.lineAt(nameOffset);
    const start = tree.starts[range]!;
    const end = Math.min(tree.ends[definition.endNode ?? range]!, this.text.length);
    const symbols = facts.tables.symbols;
    symbols.set(row, Sym.START_LINE, this.lineAt(start));
    symbols.set(row, Sym.END_LINE, this.lineAt(Math.max(start, end - 1)));
    symbols.set(row, Sym.NAME_LINE, nameLine);
    symbols.set(row, Sym.NAME_COLUMN, this.columnAt(nameOffset, nameLine));
    symbols.set(row, Sym.START, start);
    symbols.set(row, Sym.END, end);
    symbols.set(
      row,
      Sym.SIGNATURE,
      facts.prose(this.#signature(definition.signatureNode ?? node, definition)),
    );
    const doc = definition.doc ?? this.docBefore(range);
    if (doc !== "") symbols.set(row, Sym.DOC, facts.prose(doc.slice(0, LONGEST_DOC)));
    if (definition.qualifier !== undefined) {
      symbols.set(row, Sym.QUALIFIER, facts.text(definition.qualifier));
    }
    let flags = definition.flags ?? 0;
    if (this.isInFunction()) flags |= Flag.local;
    facts.flag(row, flags);
    this.#symbolAt.set(node, row);
    if (definition.bindIn !== "nowhere") {
      this.bind(definition.bindIn ?? this.scope, definition.name, BindingKind.definition, {
        symbol: row,
        offset: nameOffset,
      });
    }
    if (definition.scopeNode !== undefined && definition.scopeNode !== NONE) {
      const kind = definition.scopeKind ?? scopeKindOf(definition.kind);
      symbols.set(row, Sym.SCOPE, this.openScope(definition.scopeNode, kind, row));
    }
    return row;
  }

  /** Makes the inside of a node a scope. Takes effect when the walk reaches the node. */
  openScope(node: NodeIndex, kind: number, symbol = NONE): number {
    const scope = this.facts.scope(kind, this.scope, symbol);
    this.#scopeAt.set(node, scope);
    this.#opens[node] = 1;
    this.#scopeSymbol[scope] = symbol === NONE ? this.symbol : symbol;
    return scope;
  }

  /**
   * Makes a scope hold from a node to before another one, not to the node's own end: `package A;`
   * reaches to the next such statement. The scope may have been in force earlier in the file. Takes
   * effect when the walk reaches the node.
   */
  holdScope(node: NodeIndex, scope: number, end: NodeIndex): void {
    this.#scopeAt.set(node, scope);
    this.#opens[node] = 1;
    this.#scopeEnds.set(node, end);
  }

  /** Symbol defined at a node, -1 if none. */
  symbolAt(node: NodeIndex): number {
    return this.#symbolAt.get(node) ?? NONE;
  }

  /** Scope opened at a node, -1 if none. */
  scopeAt(node: NodeIndex): number {
    return this.#scopeAt.get(node) ?? NONE;
  }

  /** Kind of a scope (see `ScopeKind`). */
  scopeKind(scope: number = this.scope): number {
    return this.facts.tables.scopes.get(scope, 0);
  }

  /** Scope around a scope; -1 around the file. */
  scopeParent(scope: number): number {
    return this.facts.tables.scopes.get(scope, 1);
  }

  /** Innermost scope of a kind, from the scope in force outwards; -1 if none. */
  enclosing(kind: number, scope: number = this.scope): number {
    for (let s = scope; s !== NONE; s = this.scopeParent(s)) {
      if (this.scopeKind(s) === kind) return s;
    }
    return NONE;
  }

  /** Scope in force, or the nearest around it, that is no mere block. */
  functionScope(scope: number = this.scope): number {
    let s = scope;
    while (this.scopeKind(s) === ScopeKind.block) s = this.scopeParent(s);
    return s;
  }

  /** Whether the walk stands inside a function's body. */
  isInFunction(): boolean {
    return this.enclosing(ScopeKind.function) !== NONE;
  }

  /** Symbol whose body a scope belongs to; -1 at the top of the file. */
  symbolOfScope(scope: number): number {
    return this.#scopeSymbol[scope] ?? NONE;
  }

  /** Lets a name stand in a scope. */
  bind(scope: number, name: string, kind: number, details: BindingDetails): number {
    return this.facts.binding(scope, name, kind, details);
  }

  /** Whether a scope itself already binds a name (linear in its bindings: for small scopes). */
  binds(scope: number, name: string): boolean {
    const { bindings } = this.facts.tables;
    const text = this.facts.text(name);
    for (let row = bindings.count - 1; row >= 0; row--) {
      if (bindings.get(row, Binding.SCOPE) === scope && bindings.get(row, Binding.NAME) === text) {
        return true;
      }
    }
    return false;
  }

  /** Says what type a symbol declares: of a value, or returned. */
  setType(symbol: number, expression: number): void {
    if (expression >= 0) this.facts.tables.symbols.set(symbol, Sym.TYPE, expression);
  }

  /** Adds a value that a symbol may have, or a callable return. */
  addValue(symbol: number, expression: number): void {
    if (expression < 0 || symbol === NONE) return;
    const { symbols } = this.facts.tables;
    const before = symbols.get(symbol, Sym.VALUE);
    const value = before < 0 || before === expression
      ? expression
      : this.facts.expression(Op.either, before, expression);
    symbols.set(symbol, Sym.VALUE, value);
  }

  /** Adds, to a symbol whose type is known, the text that it holds, if a linker may ask for that. */
  addText(symbol: number, node: NodeIndex): void {
    if (node === NONE || this.tree.ends[node]! - this.tree.starts[node]! > LONGEST_TEXT) return;
    const { starts, ends } = this.tree;
    const [first, last] = [starts[node]!, ends[node]! - 1].map((at) => this.text.charCodeAt(at));
    if (QUOTES.has(first!) || QUOTES.has(last!)) {
      const value = this.value(node);
      const op = value < 0 ? -1 : this.facts.tables.expressions.get(value, Expr.OP);
      if (op === Op.text) this.addValue(symbol, value);
    }
  }

  /** Says how many arguments a callable takes: at least, and at most (255: no limit). */
  setArity(symbol: number, least: number, most: number): void {
    this.facts.tables.symbols.set(
      symbol,
      Sym.ARITY,
      (Math.min(least, 255) << 8) | Math.min(most, 255),
    );
  }

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  /** Expression of a node in value position; -1 when the language has no rule for it. */
  value(node: NodeIndex): number {
    return node === NONE ? -1 : this.#convert(node, this.#bound.values, this.#memo);
  }

  /** Expression of a node in type position. */
  type(node: NodeIndex): number {
    return node === NONE ? -1 : this.#convert(node, this.#bound.types, this.#typeMemo);
  }

  /** A name looked up from the scope in force. */
  nameExpression(name: string, offset: number, scope: number = this.scope): number {
    return this.facts.expression(Op.name, this.facts.text(name), scope, offset);
  }

  /** A member by name; -1 when what it is a member of is unknown but kept as such by `-1`. */
  memberExpression(of: number, name: string): number {
    return this.facts.expression(Op.member, of, this.facts.text(name));
  }

  /** A value of a built-in type of the language. */
  literal(typeName: string): number {
    return this.facts.expression(Op.literal, this.facts.text(typeName));
  }

  /** A string literal: a value of a built-in type, with its text where a linker may ask for it. */
  string(node: NodeIndex, typeName: string): number {
    const literal = this.literal(typeName);
    const { askedTexts, grammar } = this.#bound;
    if (!isAsked(this.tree, node, askedTexts)) return literal;
    const { text, unknown } = literalText(this.tree, node, (kind) => grammar.typeName(kind));
    const put = unknown.map((part) => this.value(this.tree.namedChild(part)));
    return this.facts.expression(Op.text, this.facts.text(text), literal, this.facts.list(put));
  }

  /**
   * Texts put one after the other; -1 when none of them is a literal with its text.
   * @param typeName built-in type of texts
   */
  joinedTexts(parts: readonly number[], typeName: string): number {
    const { expressions, lists } = this.facts.tables;
    const isText = (part: number): boolean =>
      part >= 0 && expressions.get(part, Expr.OP) === Op.text;
    if (!parts.some(isText)) return -1;
    let text = "";
    const put: number[] = [];
    for (const part of parts) {
      const own = isText(part) ? this.facts.textAt(expressions.get(part, Expr.A)) : UNKNOWN_TEXT;
      text += own;
      if (!isText(part)) put.push(part);
      else {
        const first = expressions.get(part, Expr.C);
        const count = own.split(UNKNOWN_TEXT).length - 1;
        for (let at = 0; at < count; at++) put.push(lists.get(first + at, 0));
      }
    }
    const row = this.facts.list(put);
    return this.facts.expression(Op.text, this.facts.text(text), this.literal(typeName), row);
  }

  /** Two texts put together, where a linker may ask for them; -1 elsewhere. */
  joined(left: NodeIndex, right: NodeIndex, typeName: string): number {
    if (left === NONE || right === NONE) return -1;
    const isRead = this.#holdsText(left) || this.#holdsText(right) || this.isAsked(left);
    return isRead ? this.joinedTexts([this.value(left), this.value(right)], typeName) : -1;
  }

  /** Whether a node is a string literal, or begins with one, that keeps its text. */
  #holdsText(node: NodeIndex): boolean {
    if (!QUOTES.has(this.text.charCodeAt(this.tree.starts[node]!))) return false;
    const { expressions } = this.facts.tables;
    const value = this.value(node);
    return value >= 0 && expressions.get(value, Expr.OP) === Op.text;
  }

  /** A text of which a linker may ask, with {@link UNKNOWN_TEXT} for what is not known of it. */
  textExpression(text: string, typeName: string): number {
    const unknown = this.facts.list(text.split(UNKNOWN_TEXT).slice(1).map(() => -1));
    return this.facts.expression(Op.text, this.facts.text(text), this.literal(typeName), unknown);
  }

  /** A list with its elements, where a linker may ask for them. */
  listed(values: readonly number[]): number {
    const element = values.find((value) => value >= 0) ?? -1;
    return this.facts.expression(Op.list, element, this.facts.list(values), values.length);
  }

  /** Whether a node is given to a function of which a linker may ask what it is given. */
  isAsked(node: NodeIndex): boolean {
    return isGivenTo(this.tree, node, this.#bound.askedTexts);
  }

  /** Whether a linker may ask what a function of some name is given. */
  asks(name: string): boolean {
    return this.#bound.askedTexts.has(name);
  }

  /** One expression or the other; what says nothing is left out. */
  either(first: number, second: number): number {
    if (first < 0 || first === second) return second;
    return second < 0 ? first : this.facts.expression(Op.either, first, second);
  }

  /** A call with its arguments' expressions; `construct` for `new`. */
  callExpression(callee: number, args: readonly number[], op: number = Op.call): number {
    return this.facts.expression(op, callee, this.facts.list(args), args.length);
  }

  /**
   * A call of an asked function, together (`Op.both`) with the one in whose arguments or block it is
   * written: where a program says by nesting what belongs to what.
   * @param inside first node of the arguments and the block
   */
  nestedCall(node: NodeIndex, call: number, inside: NodeIndex = node): number {
    if (call < 0) return -1;
    const around = this.#askedCalls;
    while (around.length > 0 && around.at(-1)!.end <= node) around.pop();
    const outer = around.findLast((one) => one.inside <= node);
    const nested = outer === undefined
      ? call
      : this.facts.expression(Op.both, call, outer.expression);
    around.push({ inside, end: this.tree.nexts[node]!, expression: nested });
    return nested;
  }

  // ── references ──────────────────────────────────────────────────────────────────────────────

  /**
   * Records a reference whose last name stands at `nameNode`.
   * @param expression what must be looked up
   * @param call expression of the whole call, for calls
   */
  refer(
    kind: number,
    nameNode: NodeIndex,
    expression: number,
    argumentCount = -1,
    call = -1,
    symbol: number = this.symbol,
  ): number {
    return this.referAt(kind, this.textOf(nameNode), this.tree.starts[nameNode]!, expression, {
      argumentCount,
      call,
      symbol,
    });
  }

  /** As {@link refer}, for a name that is not exactly a node. */
  referAt(
    kind: number,
    name: string,
    offset: number,
    expression: number,
    details: { argumentCount?: number; call?: number; symbol?: number } = {},
  ): number {
    const line = this.lineAt(offset);
    return this.facts.reference(kind, name, {
      expression,
      symbol: details.symbol ?? this.symbol,
      line,
      column: this.columnAt(offset, line),
      argumentCount: details.argumentCount ?? -1,
      call: details.call ?? -1,
    });
  }

  /** Number of references so far; with {@link hasReferenceAt} it lets rules avoid a second one. */
  hasReferenceAt(offset: number): boolean {
    const { references } = this.facts.tables;
    const line = this.lineAt(offset);
    const column = this.columnAt(offset, line);
    for (let row = references.count - 1; row >= 0 && row >= references.count - 64; row--) {
      if (references.get(row, Ref.LINE) === line && references.get(row, Ref.COLUMN) === column) {
        return true;
      }
    }
    return false;
  }

  /** Whether an expression is a name, a member or a definition: what may be a function or a class. */
  namesOne(expression: number): boolean {
    if (expression < 0) return false;
    const { expressions } = this.facts.tables;
    const op = expressions.get(expression, Expr.OP);
    if (op === Op.either) return this.namesOne(expressions.get(expression, Expr.B));
    return op === Op.name || op === Op.member || op === Op.symbol;
  }

  /**
   * Records that a function or class may be mentioned as a value at a node.
   * @param place what the value is given to, where that tells what may run: a field of functions
   */
  mention(nameNode: NodeIndex, expression: number, place = -1): void {
    if (expression < 0 || this.#isInstance(expression)) return;
    this.refer(RefKind.value, nameNode, expression, -1, place);
  }

  /** Whether an expression is an instance of some type, which names nothing. */
  #isInstance(expression: number): boolean {
    const { expressions } = this.facts.tables;
    const op = expressions.get(expression, Expr.OP);
    return op === Op.instance ||
      op === Op.either && this.#isInstance(expressions.get(expression, Expr.A));
  }

  /**
   * Records that a function is given a name for another language.
   * @param means how it is given: a type of table, a macro, an attribute
   * @param details what is offered, if that is not where it stands; the table or class that owns it
   */
  offer(
    name: string,
    offset: number,
    expression: number,
    means: string,
    { symbol = this.symbol, owner = "" }: { symbol?: number; owner?: string } = {},
  ): void {
    if (name === "" || expression < 0) return;
    const plain = this.facts.expression(Op.external, this.facts.text(means));
    const call = owner === ""
      ? plain
      : this.facts.expression(Op.keyword, this.facts.text(owner), plain);
    this.referAt(RefKind.offer, name, offset, expression, { call, symbol });
  }

  /**
   * Records a call, by name, of what is written in another language.
   * @param means how it is called: a function, a macro, a program
   * @param library where it lies, as far as that is written
   * @param symbol what calls it, or stands for it in this language
   */
  callForeign(
    name: string,
    offset: number,
    means: string,
    library = "",
    symbol: number = this.symbol,
  ): void {
    if (name === "") return;
    const expression = this.facts.expression(Op.external, this.facts.text(means));
    const call = library === "" ? -1 : this.facts.expression(Op.module, this.facts.text(library));
    this.referAt(RefKind.foreign, name, offset, expression, { call, symbol });
  }

  // ── documentation ───────────────────────────────────────────────────────────────────────────

  /** Text of the documenting comment that ends on the line before a node; "" if there is none. */
  docBefore(node: NodeIndex): string {
    const line = this.lineAt(this.tree.starts[node]!);
    const { line: markers, block } = this.#bound.rules.docs;
    const lines: string[] = [];
    let at = line - 1;
    for (; at >= 1; at--) {
      const trimmed = this.lineText(at).trim();
      const marker = markers.find((m) => trimmed.startsWith(m));
      if (marker === undefined) break;
      lines.push(trimmed.slice(marker.length).trim());
      if (lines.length > 200) break;
    }
    if (lines.length > 0) return lines.reverse().join("\n").trim();
    if (at < 1) return "";
    const last = this.lineText(at).trimEnd();
    for (const [open, close] of block) {
      const doc = last.endsWith(close) ? this.#blockDoc(at, open, close) : "";
      if (doc !== "") return doc;
    }
    return "";
  }

  /** Offset of the first unit of a line, from 1. */
  lineStart(line: number): number {
    return this.#lineStarts[line - 1]!;
  }

  /** Text of a line, from 1, without its line break. */
  lineText(line: number): string {
    const start = this.#lineStarts[line - 1]!;
    const end = line < this.#lineCount ? this.#lineStarts[line]! : this.text.length;
    return this.text.slice(start, end).replace(/[\r\n]+$/, "");
  }

  #blockDoc(lastLine: number, open: string, close: string): string {
    const end = this.#lineStarts[lastLine - 1]! + this.lineText(lastLine).trimEnd().length -
      close.length;
    // Nearer than the end of the comment before, if it is a comment of this kind at all.
    const floor = this.text.lastIndexOf(close, end - 1) + 1;
    const within = this.text.slice(floor, end).lastIndexOf(open);
    if (within < 0) return "";
    const start = floor + within;
    // A comment behind code documents that code.
    const lineStart = this.text.lastIndexOf("\n", start) + 1;
    if (this.text.slice(lineStart, start).trim() !== "") return "";
    return this.text.slice(start + open.length, end).split("\n")
      .map((text) => text.trim().replace(/^[*!]+ ?/, "")).join("\n").trim();
  }

  #signature(node: NodeIndex, definition: Definition): string {
    const { tree } = this;
    const start = tree.starts[node]!;
    const body = definition.bodyNode;
    let end = body === undefined || body === NONE ? tree.ends[node]! : tree.starts[body]!;
    if (end - start > LONGEST_SIGNATURE * 2) end = start + LONGEST_SIGNATURE * 2;
    let signature = this.text.slice(start, end);
    if (body === undefined || body === NONE) {
      const lineEnd = signature.indexOf("\n");
      if (lineEnd >= 0 && !isCallable(definition.kind)) signature = signature.slice(0, lineEnd);
    }
    signature = signature.replace(/\s+/g, " ").trim().replace(/\s*[{:=]$|\s*=>$/, "");
    return signature.length > LONGEST_SIGNATURE
      ? signature.slice(0, LONGEST_SIGNATURE - 1) + "…"
      : signature;
  }

  // ── the walk ────────────────────────────────────────────────────────────────────────────────

  #begin(bound: BoundRules, path: string): void {
    this.#bound = bound;
    this.#path = path;
    this.#isPlaced = false;
    this.fileName = path.slice(path.lastIndexOf("/") + 1);
    this.facts.clear();
    this.#symbolAt.clear();
    this.#scopeAt.clear();
    this.#scopeEnds.clear();
    this.#scopeSymbol.length = 0;
    this.#askedCalls.length = 0;
    const { count } = this.tree;
    if (this.#memo.length < count) {
      this.#memo = new Int32Array(count * 2);
      this.#opens = new Uint8Array(count * 2);
      this.#typeMemo = new Int32Array(count * 2);
    }
    this.#memo.fill(NOT_CONVERTED, 0, count);
    this.#opens.fill(0, 0, count);
    this.#typeMemo.fill(NOT_CONVERTED, 0, count);
    this.#depth = 0;
    this.#readLines();
    this.facts.scope(ScopeKind.file, NONE, NONE);
    this.#scopeSymbol[0] = NONE;
    this.#addFileSymbol();
  }

  /** Row 0: the file, which contains what stands at its top level. */
  #addFileSymbol(): void {
    const row = this.facts.symbol(Kind.file, this.fileName, NONE);
    const { symbols } = this.facts.tables;
    symbols.set(row, Sym.SCOPE, 0);
    symbols.set(row, Sym.START_LINE, 1);
    symbols.set(row, Sym.END_LINE, this.#lineCount);
    symbols.set(row, Sym.NAME_LINE, 1);
    symbols.set(row, Sym.NAME_COLUMN, 1);
    symbols.set(row, Sym.START, 0);
    symbols.set(row, Sym.END, this.text.length);
  }

  #readLines(): void {
    const { text } = this;
    let count = 1;
    this.#lineStarts[0] = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      if (count === this.#lineStarts.length) {
        const larger = new Int32Array(count * 2);
        larger.set(this.#lineStarts);
        this.#lineStarts = larger;
      }
      this.#lineStarts[count++] = at + 1;
    }
    this.#lineCount = count;
  }

  #pass(rules: (NodeRule | undefined)[], defining: boolean): void {
    const { tree } = this;
    const { count, kinds, nexts } = tree;
    this.scope = 0;
    this.symbol = NONE;
    // Scopes in force: the node after each, and what was in force before it.
    const open: OpenScope[] = [];
    let innermostEnd = count;
    for (let node = 0; node < count; node++) {
      while (node >= innermostEnd) {
        const { scope, symbol } = open.pop()!;
        this.scope = scope;
        this.symbol = symbol;
        innermostEnd = open.length > 0 ? open[open.length - 1]!.end : count;
      }
      const kind = kinds[node]!;
      if (defining && kind === ERROR_KIND) this.#noteUnreadable(node);
      const rule = rules[kind];
      if (defining && rule !== undefined) rule(this, node);
      if (this.#opens[node] !== 0) {
        const scope = this.#scopeAt.get(node)!;
        innermostEnd = this.#scopeEnds.get(node) ?? nexts[node]!;
        open.push({ end: innermostEnd, scope: this.scope, symbol: this.symbol });
        this.scope = scope;
        this.symbol = this.#scopeSymbol[scope]!;
      }
      if (!defining && rule !== undefined) rule(this, node);
    }
    this.scope = 0;
    this.symbol = NONE;
  }

  /**
   * Notes the lines of an error that are not in a construct which was read all the same: one brace
   * too many makes an error of the whole file.
   */
  #noteUnreadable(error: NodeIndex): void {
    const { tree } = this;
    const { starts, ends, kinds } = tree;
    let start = starts[error]!;
    for (let node = tree.firstChild(error); node !== NONE; node = tree.nextSibling(node)) {
      const isRead = kinds[node] === ERROR_KIND || tree.isExtra(node) ||
        tree.isNamed(node) && tree.firstChild(node) !== NONE;
      if (!isRead) continue;
      this.#noteUnread(start, starts[node]!);
      start = ends[node]!;
    }
    this.#noteUnread(start, ends[error]!);
  }

  #noteUnread(start: number, end: number): void {
    const text = this.text.slice(start, end);
    const first = start + text.length - text.trimStart().length;
    const last = start + text.trimEnd().length - 1;
    if (first <= last) this.facts.unreadable(this.lineAt(first), this.lineAt(last));
  }

  #convert(node: NodeIndex, rules: (ExpressionRule | undefined)[], memo: Int32Array): number {
    const known = memo[node]!;
    if (known !== NOT_CONVERTED) return known;
    if (this.#depth > DEEPEST_EXPRESSION) return -1;
    memo[node] = -1; // A rule that comes back to its own node finds nothing there.
    const rule = rules[this.tree.kinds[node]!];
    if (rule === undefined) return -1;
    const { scope, symbol } = this;
    const inner = this.#scopeAt.get(node);
    if (inner !== undefined) {
      this.scope = inner;
      this.symbol = this.#scopeSymbol[inner]!;
    }
    this.#depth++;
    const expression = rule(this, node);
    this.#depth--;
    this.scope = scope;
    this.symbol = symbol;
    return memo[node] = expression;
  }
}

function scopeKindOf(kind: number): number {
  if (isCallable(kind)) return ScopeKind.function;
  if (kind === Kind.namespace || kind === Kind.module) return ScopeKind.namespace;
  if (kind === Kind.object) return ScopeKind.object;
  return ScopeKind.class;
}

function isCallable(kind: number): boolean {
  return kind === Kind.function || kind === Kind.method || kind === Kind.constructor ||
    kind === Kind.macro || kind === Kind.test;
}
