/**
 * What tests say of the names in them: `isinstance(x, T)`, `issubclass(x, T)`, `case T():`. A block
 * that runs only when a test holds is a scope of its own, in which the name is bound to what is
 * left of it. Attributes have no scope to be bound in: for them the stretch of the file is kept.
 */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonFile } from "./file_state.ts";
import type { PythonSyntax } from "./syntax.ts";

/** What a test says of a name or attribute. */
interface Finding {
  /** Node of the name or attribute. */
  readonly subject: NodeIndex;
  /** Node of the class, or tuple of classes. */
  readonly classes: NodeIndex;
  /** Whether the name is a class itself (`issubclass`). */
  readonly isClass: boolean;
  /** Whether it is none of the classes, rather than one of them. */
  readonly excludes: boolean;
}

const NOTHING: readonly Finding[] = [];
const DEEPEST_TEST = 20;
/** In a longer chain of `elif`, what the branches before exclude is not worked out. */
const MOST_ALTERNATIVES = 30;

/** Narrowing in one file. */
export class PythonNarrowing {
  constructor(readonly s: PythonSyntax, readonly file: PythonFile) {}

  // ── first pass: blocks in which names mean something narrower ───────────────────────────────

  /** `if`, `elif`, `else`, `while`. */
  openBranch(x: Extraction, node: NodeIndex): void {
    this.#open(x, this.#ofBranch(x, node), this.#body(x, node));
  }

  /** `isinstance(x, T) and x.f()`, `not isinstance(x, T) or x.f()`. */
  openOperand(x: Extraction, node: NodeIndex): void {
    this.#open(x, this.#ofOperand(x, node), x.tree.child(node, this.s.F.right));
  }

  /** `x.f() if isinstance(x, T) else y`. */
  openConditional(x: Extraction, node: NodeIndex): void {
    const test = x.tree.namedChild(node, 1);
    this.#open(x, this.#findings(x, test, true), x.tree.namedChild(node, 0));
    this.#open(x, this.#findings(x, test, false), x.tree.namedChild(node, 2));
  }

  /** `case T():` narrows the name that is matched. */
  openCase(x: Extraction, node: NodeIndex): void {
    const subject = this.#matched(x, node);
    if (subject === NONE || this.#caseClass(x, node) === NONE) return;
    this.#keep(x.openScope(node, ScopeKind.block), x.textOf(subject));
  }

  #open(x: Extraction, findings: readonly Finding[], body: NodeIndex): void {
    if (body === NONE) return;
    const names = findings.filter(({ subject }) => this.#isName(x, subject));
    if (names.length === 0) return;
    const scope = x.openScope(body, ScopeKind.block);
    for (const { subject } of names) this.#keep(scope, x.textOf(subject));
  }

  #keep(scope: number, name: string): void {
    const names = this.file.narrowed.get(scope);
    if (names === undefined) this.file.narrowed.set(scope, new Set([name]));
    else names.add(name);
  }

  // ── second pass: what they mean there ───────────────────────────────────────────────────────

  /** `if`, `elif`, `else`, `while`; after a branch that leaves, the rest of the block is narrowed. */
  bindBranch(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const body = this.#body(x, node);
    this.#bindIn(x, this.#ofBranch(x, node), body);
    if (tree.kinds[node] !== this.s.K.ifStatement || body === NONE) return;
    if (tree.child(node, this.s.F.alternative) !== NONE || !this.#leaves(x, body)) return;
    const test = tree.child(node, this.s.F.condition);
    this.#bindAfter(x, this.#findings(x, test, false), node);
  }

  bindOperand(x: Extraction, node: NodeIndex): void {
    this.#bindIn(x, this.#ofOperand(x, node), x.tree.child(node, this.s.F.right));
  }

  bindConditional(x: Extraction, node: NodeIndex): void {
    const test = x.tree.namedChild(node, 1);
    this.#bindIn(x, this.#findings(x, test, true), x.tree.namedChild(node, 0));
    this.#bindIn(x, this.#findings(x, test, false), x.tree.namedChild(node, 2));
  }

  /** `assert isinstance(x, T)`. */
  bindAssertion(x: Extraction, node: NodeIndex): void {
    this.#bindAfter(x, this.#findings(x, x.tree.namedChild(node), true), node);
  }

  /** `[… for x in xs if isinstance(x, T)]`. */
  bindFilter(x: Extraction, node: NodeIndex): void {
    if (x.scopeKind() !== ScopeKind.block) return;
    this.#bindAfter(x, this.#findings(x, x.tree.namedChild(node), true), node);
  }

  /** `case T():`; runs in the scope of the case. */
  bindCase(x: Extraction, node: NodeIndex): void {
    const scope = x.scopeAt(node);
    if (scope === NONE) return;
    x.bind(scope, x.textOf(this.#matched(x, node)), BindingKind.variable, {
      type: x.type(x.tree.namedChild(this.#caseClass(x, node))),
      offset: x.tree.starts[node]!,
    });
  }

  #bindIn(x: Extraction, findings: readonly Finding[], body: NodeIndex): void {
    if (findings.length === 0 || body === NONE) return;
    const scope = x.scopeAt(body);
    this.#bind(x, findings, scope, x.tree.starts[body]!, x.tree.ends[body]!);
  }

  /** From the end of a statement to the end of the block that it stands in. */
  #bindAfter(x: Extraction, findings: readonly Finding[], node: NodeIndex): void {
    if (findings.length === 0) return;
    const block = x.tree.parents[node]!;
    const end = block === NONE ? x.text.length : x.tree.ends[block]!;
    this.#bind(x, findings, x.scope, x.tree.ends[node]!, end);
  }

  #bind(
    x: Extraction,
    findings: readonly Finding[],
    scope: number,
    offset: number,
    end: number,
  ): void {
    const left = new Map<string, number>();
    for (const { subject, classes, isClass, excludes } of findings) {
      const type = x.type(classes);
      if (type < 0 || isClass && excludes) continue;
      const text = x.textOf(subject);
      const value = excludes
        ? x.facts.expression(Op.without, left.get(text) ?? x.value(subject), type)
        : x.facts.expression(Op.instance, isClass ? x.facts.expression(Op.typeOf, type) : type);
      left.set(text, value);
      if (!this.#isName(x, subject)) this.file.keepPath(text, { offset, end, value });
    }
    for (const [name, value] of left) {
      if (scope !== NONE && !name.includes(".")) {
        x.bind(scope, name, BindingKind.variable, { value, offset });
      }
    }
  }

  // ── tests ───────────────────────────────────────────────────────────────────────────────────

  /** What holds in the body of `if`, `elif`, `else`, `while`. */
  #ofBranch(x: Extraction, node: NodeIndex): readonly Finding[] {
    const { tree } = x;
    const { F, K } = this.s;
    const own = tree.child(node, F.condition);
    const findings = own === NONE ? [] : [...this.#findings(x, own, true)];
    const kind = tree.kinds[node];
    if (kind !== K.elifClause && kind !== K.elseClause) return findings;
    const statement = tree.parents[node]!;
    if (statement === NONE || tree.kinds[statement] !== K.ifStatement) return findings;
    const before = [...this.#findings(x, tree.child(statement, F.condition), false)];
    let alternatives = 0;
    for (let at = tree.firstChild(statement); at !== node; at = tree.nextSibling(at)) {
      if (tree.kinds[at] !== K.elifClause) continue;
      if (++alternatives > MOST_ALTERNATIVES) return findings;
      before.push(...this.#findings(x, tree.child(at, F.condition), false));
    }
    return [...before, ...findings];
  }

  #body(x: Extraction, node: NodeIndex): NodeIndex {
    const consequence = x.tree.child(node, this.s.F.consequence);
    return consequence === NONE ? x.tree.child(node, this.s.F.body) : consequence;
  }

  /** What holds where the right side of `and` or `or` runs. */
  #ofOperand(x: Extraction, node: NodeIndex): readonly Finding[] {
    const operator = x.tree.child(node, this.s.F.operator);
    if (operator === NONE) return NOTHING;
    const isAnd = x.tree.kinds[operator] === this.s.T.and;
    return this.#findings(x, x.tree.child(node, this.s.F.left), isAnd);
  }

  /** What holds when a test succeeds, or fails. */
  #findings(x: Extraction, test: NodeIndex, truth: boolean, depth = 0): readonly Finding[] {
    const { tree } = x;
    const { F, K, T } = this.s;
    if (test === NONE || depth > DEEPEST_TEST) return NOTHING;
    switch (tree.kinds[test]) {
      case K.call:
        return this.#classTest(x, test, truth);
      case K.parenthesized:
        return this.#findings(x, tree.namedChild(test), truth, depth + 1);
      case K.notOperator:
        return this.#findings(x, tree.child(test, F.argument), !truth, depth + 1);
      case K.booleanOperator: {
        const operator = tree.child(test, F.operator);
        if (operator === NONE || (tree.kinds[operator] === T.and) !== truth) return NOTHING;
        return [
          ...this.#findings(x, tree.child(test, F.left), truth, depth + 1),
          ...this.#findings(x, tree.child(test, F.right), truth, depth + 1),
        ];
      }
      default:
        return NOTHING;
    }
  }

  /** `isinstance(x, T)`, `issubclass(x, T)`. */
  #classTest(x: Extraction, call: NodeIndex, truth: boolean): readonly Finding[] {
    const { tree } = x;
    const callee = tree.child(call, this.s.F.function);
    if (callee === NONE || tree.kinds[callee] !== this.s.K.identifier) return NOTHING;
    const test = x.textOf(callee);
    if (test !== "isinstance" && test !== "issubclass") return NOTHING;
    const args = tree.child(call, this.s.F.arguments);
    if (args === NONE || tree.namedChildCount(args) !== 2) return NOTHING;
    const subject = tree.namedChild(args, 0);
    if (!this.#isName(x, subject) && !this.#isPath(x, subject)) return NOTHING;
    const classes = tree.namedChild(args, 1);
    return [{ subject, classes, isClass: test === "issubclass", excludes: !truth }];
  }

  #isName(x: Extraction, node: NodeIndex): boolean {
    return x.tree.kinds[node] === this.s.K.identifier;
  }

  /** `a.b.c`. */
  #isPath(x: Extraction, node: NodeIndex): boolean {
    let at = node;
    while (at !== NONE && x.tree.kinds[at] === this.s.K.attribute) {
      at = x.tree.child(at, this.s.F.object);
    }
    return at !== NONE && this.#isName(x, at);
  }

  /** Whether a block ends by leaving. */
  #leaves(x: Extraction, block: NodeIndex): boolean {
    const last = x.tree.namedChild(block, x.tree.namedChildCount(block) - 1);
    return last !== NONE && this.s.exits.has(x.tree.kinds[last]!);
  }

  // ── match ───────────────────────────────────────────────────────────────────────────────────

  /** Name that a `match` statement is about; -1 when it is no bare name. */
  #matched(x: Extraction, node: NodeIndex): NodeIndex {
    const match = x.tree.parents[x.tree.parents[node]!] ?? NONE;
    const subject = match === NONE ? NONE : x.tree.child(match, this.s.F.subject);
    return subject !== NONE && this.#isName(x, subject) ? subject : NONE;
  }

  /** Class pattern that is a case's whole pattern; -1 if it is another. */
  #caseClass(x: Extraction, node: NodeIndex): NodeIndex {
    let pattern = x.tree.childOfKind(node, this.s.K.casePattern);
    while (pattern !== NONE && x.tree.kinds[pattern] !== this.s.K.classPattern) {
      const kind = x.tree.kinds[pattern];
      if (kind !== this.s.K.casePattern && kind !== this.s.K.asPattern) return NONE;
      pattern = x.tree.namedChild(pattern);
    }
    return pattern;
  }
}
