/** What Perl expressions are worth to resolution. */
import type { Extraction } from "../../extract/extraction.ts";
import { Flag, Op, Sym } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { CORE_FUNCTIONS } from "../perl_builtins.ts";
import { DispatchTables } from "./dispatch_tables.ts";
import type { FileState } from "./file_state.ts";
import { PACKAGE_NAME, type Syntax, type Word } from "./syntax.ts";

/** `next::method` and its kin, which go on to the method of the same name in the next class. */
const NEXT_METHOD = /^(?:maybe::next::method|next::(?:method|can))$/;

/** More of a sub's text than this is not searched for an earlier `shift`. */
const SHIFT_REACH = 2000;

/** Turns nodes into expressions. */
export class Expressions {
  readonly tables: DispatchTables;

  constructor(readonly s: Syntax, readonly state: FileState) {
    this.tables = new DispatchTables(s, state, this);
  }

  rules(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const variable: ExpressionRule = (x, node) => this.#variable(x, node);
    const call: ExpressionRule = (x, node) => this.#call(x, node);
    const closure: ExpressionRule = (x, node) => this.#closure(x, node);
    const logical: ExpressionRule = (x, node) => this.#logical(x, node);
    const lastOfBlock: ExpressionRule = (x, node) => this.ofBlock(x, x.tree.namedChild(node));
    return {
      scalar: variable,
      array: variable,
      hash: variable,
      hash_element_expression: (x, node) => this.#hashElement(x, node),
      array_element_expression: (x, node) => this.#arrayElement(x, node),
      method_call_expression: (x, node) => this.#methodCall(x, node),
      function_call_expression: call,
      ambiguous_function_call_expression: call,
      coderef_call_expression: (x, node) => x.callExpression(x.value(x.tree.namedChild(node)), []),
      bareword: (x, node) => this.#bareword(x, node),
      func0op_call_expression: (x, node) => this.#packageName(x, node),
      func1op_call_expression: (x, node) => this.#unary(x, node),
      anonymous_subroutine_expression: closure,
      anonymous_method_expression: closure,
      refgen_expression: (x, node) => this.#reference(x, node),
      parenthesized_expression: inner,
      localization_expression: inner,
      list_expression: (x, node) => this.#list(x, node),
      anonymous_array_expression: (x, node) => this.#arrayOf(x, node),
      assignment_expression: (x, node) => x.value(x.tree.child(node, this.s.F.right)),
      variable_declaration: (x, node) => x.value(x.tree.child(node, this.s.F.variable)),
      conditional_expression: (x, node) => this.#conditional(x, node),
      binary_expression: logical,
      lowprec_logical_expression: logical,
      do_expression: lastOfBlock,
      eval_expression: lastOfBlock,
      string_literal: (x, node) => this.#string(x, node),
      interpolated_string_literal: (x, node) => this.#string(x, node),
      number: literal("number"),
      boolean: (x, node) => this.#bareword(x, node),
      quoted_regexp: literal("regexp"),
      anonymous_hash_expression: (x, node) => {
        const table = this.tables.of(x, x.tree.namedChild(node));
        return table < 0 ? x.literal("hash") : table;
      },
    };
  }

  // ── names ───────────────────────────────────────────────────────────────────────────────────

  /**
   * A package by name. Packages stand in a file's outermost scope under their full names and with
   * the `::` that tells them from subs.
   */
  package(x: Extraction, name: string, offset: number): number {
    const plain = name.replace(/^(?:main)?::|::$/g, "");
    return x.nameExpression(`${plain}::`, offset, 0);
  }

  /** The package in force; -1 in the unnamed `main`. */
  packageInForce(x: Extraction): number {
    const owner = this.state.package(x);
    return owner === undefined ? -1 : x.facts.expression(Op.symbol, owner.symbol);
  }

  /** The instance, as the package in force sees it. */
  self(x: Extraction): number {
    return x.facts.expression(Op.selfType, this.state.packageScope(x));
  }

  /** A function by the name it is called by; -1 when that is Perl's own. */
  function(x: Extraction, word: Word): number {
    const split = word.text.lastIndexOf("::");
    if (split < 0) {
      const isCore = CORE_FUNCTIONS.has(word.text) && !this.state.imported.has(word.text);
      return isCore ? -1 : x.nameExpression(word.text, word.offset);
    }
    const owner = word.text.slice(0, split);
    const name = word.text.slice(split + 2);
    if (owner === "CORE" || owner === "CORE::GLOBAL") return -1;
    if (owner === "" || owner === "main") {
      const scope = this.state.packages.get("main")?.scope ?? 0;
      return x.nameExpression(name, word.offset, scope);
    }
    // Unlike a method it is not looked for in base classes: the whole is one name.
    return x.nameExpression(word.text, word.offset, 0);
  }

  #variable(x: Extraction, node: NodeIndex): number {
    const name = this.s.variable(x, node);
    return name === "" ? -1 : x.nameExpression(name, x.tree.starts[node]!);
  }

  #bareword(x: Extraction, node: NodeIndex): number {
    const text = x.textOf(node);
    const offset = x.tree.starts[node]!;
    if (this.state.functions.has(text)) return x.callExpression(x.nameExpression(text, offset), []);
    return /^[A-Z]|::/.test(text) ? this.package(x, text, offset) : -1;
  }

  #string(x: Extraction, node: NodeIndex): number {
    const word = this.s.string(x, node);
    if (word !== undefined && PACKAGE_NAME.test(word.text)) {
      return this.package(x, word.text, word.offset);
    }
    return x.string(node, "string");
  }

  #packageName(x: Extraction, node: NodeIndex): number {
    return this.s.isBareCall(x, node, "__PACKAGE__") ? this.packageInForce(x) : -1;
  }

  /** `ref $x` stands for the class of `$x`, which has the same methods; `scalar f()` for `f()`. */
  #unary(x: Extraction, node: NodeIndex): number {
    const name = x.textOf(x.tree.firstChild(node));
    if (name !== "ref" && name !== "scalar") return -1;
    return x.value(x.tree.namedChild(node));
  }

  // ── elements ────────────────────────────────────────────────────────────────────────────────

  /** `$x->{key}` is a member of its own name space; `$h{key}` an element. */
  #hashElement(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const of = tree.firstChild(node);
    const key = this.s.string(x, tree.child(node, this.s.F.key));
    if (tree.kinds[of] === this.s.K.containerVariable) {
      const name = this.s.variable(x, of, "%");
      if (name === "") return -1;
      const hash = x.nameExpression(name, tree.starts[of]!);
      return key !== undefined && this.tables.heldBy(x, name) !== NONE
        ? x.memberExpression(hash, `{${key.text}}`)
        : x.facts.expression(Op.index, hash, -1);
    }
    const object = this.invocant(x, of);
    if (object < 0) return -1;
    if (key === undefined) return x.facts.expression(Op.index, object, -1);
    return x.memberExpression(object, `{${key.text}}`);
  }

  #arrayElement(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const of = tree.firstChild(node);
    if (tree.kinds[of] !== this.s.K.containerVariable) {
      const list = x.value(of);
      return list < 0 ? -1 : x.facts.expression(Op.index, list, -1);
    }
    const name = this.s.variable(x, of, "@");
    if (name === "" || name === "@_") return -1;
    return x.facts.expression(Op.index, x.nameExpression(name, tree.starts[of]!), -1);
  }

  #list(x: Extraction, node: NodeIndex): number {
    const elements = this.s.elements(x, node).slice(0, 8);
    if (elements.length === 1) return x.value(elements[0]!);
    const values = elements.map((element) => x.value(element));
    return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
  }

  #arrayOf(x: Extraction, node: NodeIndex): number {
    const first = this.s.elements(x, x.tree.namedChild(node))[0];
    const element = first === undefined ? -1 : x.value(first);
    return x.facts.expression(Op.apply, x.literal("array"), x.facts.list([element]), 1);
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  /** What a method is called on. */
  invocant(x: Extraction, node: NodeIndex): number {
    if (node === NONE) return -1;
    const word = x.tree.kinds[node] === this.s.K.bareword
      ? { text: x.textOf(node), offset: x.tree.starts[node]!, node }
      : this.s.string(x, node);
    if (word !== undefined) {
      if (x.tree.kinds[node] === this.s.K.bareword && this.state.functions.has(word.text)) {
        return x.callExpression(x.nameExpression(word.text, word.offset), []);
      }
      return this.package(x, word.text, word.offset);
    }
    const isFirst = this.s.isBareCall(x, node, "shift") || this.s.isFirstArgument(x, node);
    if (isFirst) return this.#isInvocant(x, node) ? this.self(x) : -1;
    return x.value(node);
  }

  /** Whether `shift` or `$_[0]` at a node is the invocant: the first use of the arguments in a method. */
  #isInvocant(x: Extraction, node: NodeIndex): boolean {
    const { tree } = x;
    let sub = tree.parents[node]!;
    while (sub !== NONE && !this.#isSub(x, sub)) sub = tree.parents[sub]!;
    if (sub === NONE || this.state.package(x) === undefined) return false;
    if (this.s.anonymous.has(tree.kinds[sub]!) && !this.state.methodSubs.has(sub)) return false;
    return this.#isUnused(x, sub, node);
  }

  /** Whether the arguments of the sub around are read at a node for the first time. */
  isFirstUse(x: Extraction, node: NodeIndex): boolean {
    let sub = x.tree.parents[node]!;
    while (sub !== NONE && !this.#isSub(x, sub)) sub = x.tree.parents[sub]!;
    return sub !== NONE && this.#isUnused(x, sub, node);
  }

  #isUnused(x: Extraction, sub: NodeIndex, node: NodeIndex): boolean {
    const { tree } = x;
    const body = tree.starts[tree.child(sub, this.s.F.body)] ?? 0;
    const before = x.text.slice(
      Math.max(body, tree.starts[node]! - SHIFT_REACH),
      tree.starts[node],
    );
    return !/\bshift\b|@_/.test(before);
  }

  #isSub(x: Extraction, node: NodeIndex): boolean {
    const kind = x.tree.kinds[node]!;
    const { subDeclaration, methodDeclaration } = this.s.K;
    return kind === subDeclaration || kind === methodDeclaration || this.s.anonymous.has(kind);
  }

  /** The method that a call names; -1 when it is computed. */
  method(x: Extraction, node: NodeIndex): { name: Word; expression: number } | undefined {
    const { tree } = x;
    const methodNode = tree.child(node, this.s.F.method);
    if (methodNode === NONE || tree.firstChild(methodNode) !== NONE) return undefined;
    const full = x.textOf(methodNode);
    const split = full.lastIndexOf("::");
    const short = full.slice(split < 0 ? 0 : split + 2);
    const offset = tree.ends[methodNode]! - short.length;
    const name = { text: short, offset, node: methodNode };
    const object = this.#methodOwner(x, node, full, split, offset);
    return { name, expression: object < 0 ? -1 : x.memberExpression(object, short) };
  }

  /**
   * What `$self->next::method` goes on to: the method of the sub's own name in the classes that
   * follow; undefined for any other call.
   */
  nextMethod(x: Extraction, node: NodeIndex): { name: string; expression: number } | undefined {
    const methodNode = x.tree.child(node, this.s.F.method);
    if (methodNode === NONE || !NEXT_METHOD.test(x.textOf(methodNode))) return undefined;
    const { symbols } = x.facts.tables;
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      const symbol = x.symbolOfScope(scope);
      if (symbol === NONE || symbols.get(symbol, Sym.FLAGS) & Flag.anonymous) continue;
      const name = x.facts.textAt(symbols.get(symbol, Sym.NAME));
      if (name.startsWith("$")) continue;
      const rest = x.facts.expression(Op.super, this.state.packageScope(x));
      return { name, expression: x.memberExpression(rest, name) };
    }
    return undefined;
  }

  #methodOwner(
    x: Extraction,
    node: NodeIndex,
    full: string,
    split: number,
    offset: number,
  ): number {
    if (split < 0) return this.invocant(x, x.tree.child(node, this.s.F.invocant));
    const owner = full.slice(0, split);
    return owner === "SUPER"
      ? x.facts.expression(Op.super, this.state.packageScope(x))
      : this.package(x, owner, offset);
  }

  /** `X->new(…)` makes an X; other methods give what they return. */
  #methodCall(x: Extraction, node: NodeIndex): number {
    const called = this.method(x, node);
    if (called === undefined || called.expression < 0) return -1;
    const { text } = called.name;
    const member = this.nextMethod(x, node)?.expression ?? called.expression;
    if (text === "new") {
      const object = x.facts.tables.expressions.get(member, 1);
      return x.callExpression(object, [], Op.construct);
    }
    const args = x.tree.child(node, this.s.F.arguments);
    if (text === "can") {
      const word = this.s.string(x, this.s.elements(x, args)[0] ?? NONE);
      const object = x.facts.tables.expressions.get(member, 1);
      return word === undefined ? -1 : x.memberExpression(object, word.text);
    }
    return x.callExpression(member, this.#arguments(x, args));
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    const args = x.tree.child(node, F.arguments);
    const word = this.s.functionName(x, x.tree.child(node, F.function));
    if (word === undefined) return -1;
    if (word.text === "bless") return this.#blessed(x, args);
    const indirect = this.indirectClass(x, node);
    if (indirect !== undefined) {
      const owner = this.package(x, indirect.text, indirect.offset);
      return x.callExpression(owner, [], Op.construct);
    }
    const callee = this.function(x, word);
    return callee < 0 ? -1 : x.callExpression(callee, this.#arguments(x, args));
  }

  /** `bless $data, $class`: the class; without one, the package in force. */
  #blessed(x: Extraction, args: NodeIndex): number {
    const into = this.s.elements(x, args)[1];
    if (into === undefined) return this.self(x);
    const word = this.s.string(x, into);
    if (word !== undefined) {
      const named = this.package(x, word.text, word.offset);
      return x.callExpression(named, [], Op.construct);
    }
    const isOwn = this.s.isArguments(x, into) || this.s.isBareCall(x, into, "__PACKAGE__");
    return isOwn ? this.self(x) : x.value(into);
  }

  /** The class of `new Foo(…)` and `new Foo`; undefined when a call is none of these. */
  indirectClass(x: Extraction, node: NodeIndex): Word | undefined {
    const { F, K } = this.s;
    const name = x.tree.child(node, F.function);
    if (name === NONE || x.textOf(name) !== "new") return undefined;
    let at = x.tree.child(node, F.arguments);
    if (at === NONE) return undefined;
    if (x.tree.kinds[at] === K.functionCall || x.tree.kinds[at] === K.ambiguousCall) {
      at = x.tree.child(at, F.function);
    } else if (x.tree.kinds[at] !== K.bareword) return undefined;
    const text = x.textOf(at);
    return /^[A-Z_]\w*(?:::\w+)*$/.test(text)
      ? { text, offset: x.tree.starts[at]!, node: at }
      : undefined;
  }

  #arguments(x: Extraction, args: NodeIndex): number[] {
    return this.s.elements(x, args).slice(0, 8).map((element) => x.value(element));
  }

  #closure(x: Extraction, node: NodeIndex): number {
    const owner = this.state.subOwners.get(node);
    return x.facts.expression(Op.symbol, owner ?? x.symbolAt(node));
  }

  /** `\&name`. */
  #reference(x: Extraction, node: NodeIndex): number {
    const of = x.tree.namedChild(node);
    if (of === NONE) return -1;
    if (x.tree.kinds[of] !== this.s.K.function) return x.value(of);
    const word = this.s.functionName(x, of);
    return word === undefined ? -1 : this.function(x, word);
  }

  // ── choices ─────────────────────────────────────────────────────────────────────────────────

  #conditional(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    return x.either(
      x.value(x.tree.child(node, F.consequent)),
      x.value(x.tree.child(node, F.alternative)),
    );
  }

  /** `a || b`, `a // b`, `a or b`: one or the other; `a && b`: the second. */
  #logical(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    const operator = x.textOf(x.tree.child(node, F.operator));
    const right = x.tree.child(node, F.right);
    if (operator === "&&" || operator === "and") return x.value(right);
    if (operator !== "||" && operator !== "//" && operator !== "or") return -1;
    return x.either(x.value(x.tree.child(node, F.left)), x.value(right));
  }

  /** Value of a block's last statement, as far as that is an expression. */
  ofBlock(x: Extraction, block: NodeIndex): number {
    if (block === NONE || x.tree.kinds[block] !== this.s.K.block) return -1;
    const count = x.tree.namedChildCount(block);
    const last = count === 0 ? NONE : x.tree.namedChild(block, count - 1);
    if (last === NONE || x.tree.kinds[last] !== this.s.K.expressionStatement) return -1;
    const around = x.scope;
    const own = x.scopeAt(block);
    if (own !== NONE) x.scope = own;
    const value = x.value(x.tree.namedChild(last));
    x.scope = around;
    return value;
  }
}
