/** What tests say of the names in them: `isinstance(x, T)`, `issubclass(x, T)`, `type(x) is T`. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Op, ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonFile } from "./file_state.ts";
import type { PythonSyntax } from "./syntax.ts";

/** A name that a test says something of. */
interface Narrowing {
  /** Node of the name. */
  readonly name: NodeIndex;
  /** Node of the class, or tuple of classes. */
  readonly classes: NodeIndex;
  /** Whether the name is a class itself (`issubclass`). */
  readonly isClass: boolean;
}

/** Narrowing in one file. */
export class PythonNarrowing {
  constructor(readonly s: PythonSyntax, readonly file: PythonFile) {}

  // ── first pass: blocks in which names mean something narrower ───────────────────────────────

  /** `if`, `elif`, `while`. */
  openBranch(x: Extraction, node: NodeIndex): void {
    const { F } = this.s;
    const body = x.tree.child(node, F.consequence);
    this.#open(
      x,
      x.tree.child(node, F.condition),
      body === NONE ? x.tree.child(node, F.body) : body,
    );
  }

  /** `isinstance(x, T) and x.f()`. */
  openOperand(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const operator = tree.child(node, this.s.F.operator);
    if (operator === NONE || tree.kinds[operator] !== this.s.T.and) return;
    this.#open(x, tree.child(node, this.s.F.left), tree.child(node, this.s.F.right));
  }

  /** `x.f() if isinstance(x, T) else y`. */
  openConditional(x: Extraction, node: NodeIndex): void {
    this.#open(x, x.tree.namedChild(node, 1), x.tree.namedChild(node, 0));
  }

  /** `case T():` narrows the name that is matched. */
  openCase(x: Extraction, node: NodeIndex): void {
    const subject = this.#subject(x, node);
    if (subject === NONE || this.#caseClass(x, node) === NONE) return;
    this.#keep(x.openScope(node, ScopeKind.block), x.textOf(subject));
  }

  #open(x: Extraction, condition: NodeIndex, body: NodeIndex): void {
    if (condition === NONE || body === NONE) return;
    const narrowings = this.#positive(x, condition);
    if (narrowings.length === 0) return;
    const scope = x.openScope(body, ScopeKind.block);
    for (const { name } of narrowings) this.#keep(scope, x.textOf(name));
  }

  #keep(scope: number, name: string): void {
    const names = this.file.narrowed.get(scope);
    if (names === undefined) this.file.narrowed.set(scope, new Set([name]));
    else names.add(name);
  }

  // ── second pass: what they mean there ───────────────────────────────────────────────────────

  /** `if`, `elif`, `while`; after a negative test that leaves, the rest of the block is narrowed. */
  bindBranch(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const condition = tree.child(node, this.s.F.condition);
    const consequence = tree.child(node, this.s.F.consequence);
    const body = consequence === NONE ? tree.child(node, this.s.F.body) : consequence;
    this.#bindIn(x, condition, body);
    if (consequence === NONE || tree.kinds[node] !== this.s.K.ifStatement) return;
    if (tree.child(node, this.s.F.alternative) !== NONE || !this.#leaves(x, consequence)) return;
    for (const narrowing of this.#negative(x, condition)) {
      this.#bind(x, x.scope, narrowing, tree.ends[node]!);
    }
  }

  bindOperand(x: Extraction, node: NodeIndex): void {
    const right = x.tree.child(node, this.s.F.right);
    this.#bindIn(x, x.tree.child(node, this.s.F.left), right);
  }

  bindConditional(x: Extraction, node: NodeIndex): void {
    this.#bindIn(x, x.tree.namedChild(node, 1), x.tree.namedChild(node, 0));
  }

  /** `assert isinstance(x, T)`. */
  bindAssertion(x: Extraction, node: NodeIndex): void {
    const condition = x.tree.namedChild(node);
    if (condition === NONE) return;
    for (const narrowing of this.#positive(x, condition)) {
      this.#bind(x, x.scope, narrowing, x.tree.ends[node]!);
    }
  }

  /** `case T():`; runs in the scope of the case. */
  bindCase(x: Extraction, node: NodeIndex): void {
    const scope = x.scopeAt(node);
    if (scope === NONE) return;
    const subject = this.#subject(x, node);
    x.bind(scope, x.textOf(subject), BindingKind.variable, {
      type: x.type(x.tree.namedChild(this.#caseClass(x, node))),
      offset: x.tree.starts[node]!,
    });
  }

  /** `[… for x in xs if isinstance(x, T)]`. */
  bindFilter(x: Extraction, node: NodeIndex): void {
    const condition = x.tree.namedChild(node);
    if (condition === NONE || x.scopeKind() !== ScopeKind.block) return;
    for (const narrowing of this.#positive(x, condition)) {
      this.#bind(x, x.scope, narrowing, x.tree.ends[node]!);
    }
  }

  #bindIn(x: Extraction, condition: NodeIndex, body: NodeIndex): void {
    const scope = body === NONE ? NONE : x.scopeAt(body);
    if (scope === NONE || !this.file.narrowed.has(scope)) return;
    for (const narrowing of this.#positive(x, condition)) {
      this.#bind(x, scope, narrowing, x.tree.starts[body]!);
    }
  }

  #bind(x: Extraction, scope: number, narrowing: Narrowing, offset: number): void {
    const type = x.type(narrowing.classes);
    if (type < 0) return;
    x.bind(scope, x.textOf(narrowing.name), BindingKind.variable, {
      type: narrowing.isClass ? x.facts.expression(Op.typeOf, type) : type,
      offset,
    });
  }

  // ── tests ───────────────────────────────────────────────────────────────────────────────────

  /** What holds when a test succeeds. */
  #positive(x: Extraction, condition: NodeIndex): readonly Narrowing[] {
    const { tree } = x;
    const { F, K, T } = this.s;
    switch (tree.kinds[condition]) {
      case K.call: {
        const narrowing = this.#classTest(x, condition);
        return narrowing === undefined ? [] : [narrowing];
      }
      case K.parenthesized: {
        const inner = tree.namedChild(condition);
        return inner === NONE ? [] : this.#positive(x, inner);
      }
      case K.booleanOperator: {
        const operator = tree.child(condition, F.operator);
        const [left, right] = [tree.child(condition, F.left), tree.child(condition, F.right)];
        if (operator === NONE || tree.kinds[operator] !== T.and) return [];
        if (left === NONE || right === NONE) return [];
        return [...this.#positive(x, left), ...this.#positive(x, right)];
      }
      default:
        return [];
    }
  }

  /** What holds when a test fails. */
  #negative(x: Extraction, condition: NodeIndex): readonly Narrowing[] {
    const { tree } = x;
    const { F, K, T } = this.s;
    if (condition === NONE) return [];
    if (tree.kinds[condition] === K.notOperator) {
      const inner = tree.child(condition, F.argument);
      return inner === NONE ? [] : this.#positive(x, inner);
    }
    if (tree.kinds[condition] !== K.booleanOperator) return [];
    const operator = tree.child(condition, F.operator);
    if (operator !== NONE && tree.kinds[operator] === T.and) return [];
    return [
      ...this.#negative(x, tree.child(condition, F.left)),
      ...this.#negative(x, tree.child(condition, F.right)),
    ];
  }

  /** `isinstance(name, T)`, `issubclass(name, T)`. */
  #classTest(x: Extraction, call: NodeIndex): Narrowing | undefined {
    const { tree } = x;
    const callee = tree.child(call, this.s.F.function);
    if (callee === NONE || tree.kinds[callee] !== this.s.K.identifier) return undefined;
    const test = x.textOf(callee);
    if (test !== "isinstance" && test !== "issubclass") return undefined;
    const args = tree.child(call, this.s.F.arguments);
    if (args === NONE || tree.namedChildCount(args) !== 2) return undefined;
    const name = tree.namedChild(args, 0);
    if (tree.kinds[name] !== this.s.K.identifier) return undefined;
    return { name, classes: tree.namedChild(args, 1), isClass: test === "issubclass" };
  }

  /** Whether a block ends by leaving. */
  #leaves(x: Extraction, block: NodeIndex): boolean {
    const last = x.tree.namedChild(block, x.tree.namedChildCount(block) - 1);
    return last !== NONE && this.s.exits.has(x.tree.kinds[last]!);
  }

  /** Name that a `match` statement is about; -1 when it is no bare name. */
  #subject(x: Extraction, node: NodeIndex): NodeIndex {
    const match = x.tree.parents[x.tree.parents[node]!] ?? NONE;
    const subject = match === NONE ? NONE : x.tree.child(match, this.s.F.subject);
    return subject !== NONE && x.tree.kinds[subject] === this.s.K.identifier ? subject : NONE;
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
