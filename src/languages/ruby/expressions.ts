/** Values as expressions. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import {
  callbackGiven,
  container,
  functionValue,
  instance,
  namedChildren,
  outside,
} from "../class_family/calls.ts";
import { Blocks } from "./blocks.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Builders of expressions, for one grammar. */
export class Expressions {
  readonly blocks: Blocks;

  constructor(readonly s: Syntax, readonly state: FileState) {
    this.blocks = new Blocks(s, state, this);
  }

  /** Expression rules of values. */
  values(): Record<string, ExpressionRule> {
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const last: ExpressionRule = (x, node) => this.#last(x, node);
    const { F } = this.s;
    return {
      identifier: (x, node) => this.#identifier(x, node),
      constant: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      scope_resolution: (x, node) => this.#scoped(x, node),
      instance_variable: (x, node) => this.#ofSelf(x, node),
      class_variable: (x, node) => this.#ofSelf(x, node),
      self: (x) => x.either(this.#selfOfBlock(x), this.self(x)),
      call: (x, node) => this.#call(x, node),
      element_reference: (x, node) => {
        const of = x.value(x.tree.child(node, this.s.F.object));
        return of < 0 ? -1 : x.facts.expression(Op.index, of, -1);
      },
      assignment: (x, node) => x.value(x.tree.child(node, F.right)),
      operator_assignment: (x, node) => x.value(x.tree.child(node, F.right)),
      parenthesized_statements: last,
      body_statement: last,
      block_body: last,
      then: last,
      begin: last,
      if: (x, node) => this.#branches(x, node),
      unless: (x, node) => this.#branches(x, node),
      else: last,
      conditional: (x, node) => this.#branches(x, node),
      binary: (x, node) => this.#binary(x, node),
      lambda: (x, node) => this.block(x, x.tree.child(node, F.body)),
      block: (x, node) => this.block(x, node),
      do_block: (x, node) => this.block(x, node),
      array: (x, node) => {
        const first = x.tree.namedChild(node);
        return container(x, "Array", [first === NONE ? -1 : x.value(first)]);
      },
      hash: (x, node) => this.#hash(x, node),
      string: literal("String"),
      heredoc_beginning: literal("String"),
      chained_string: literal("String"),
      subshell: literal("String"),
      string_array: literal("Array"),
      symbol_array: literal("Array"),
      simple_symbol: literal("Symbol"),
      delimited_symbol: literal("Symbol"),
      regex: literal("Regexp"),
      integer: literal("Integer"),
      float: literal("Float"),
      true: literal("TrueClass"),
      false: literal("FalseClass"),
    };
  }

  /** What the innermost block around runs on, if that is another than around the block; -1 when not. */
  #selfOfBlock(x: Extraction): number {
    let self = -1;
    this.#throughBlocks(x, (one) => {
      if (self < 0) self = one;
    });
    return self;
  }

  /** Visits what blocks around the walk run on, from the inside outwards, where that is another than around them. */
  #throughBlocks(x: Extraction, visit: (self: number) => void): void {
    if (this.state.givenTo.size === 0) return;
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (x.scopeKind(scope) !== ScopeKind.block) return;
      const self = this.state.givenTo.has(scope) ? this.blocks.selfOf(x, scope) : -1;
      if (self >= 0) visit(self);
    }
  }

  /** The instance of the class around, also where the class itself runs; -1 outside classes. */
  instance(x: Extraction): number {
    const { scope } = this.state.around(x);
    return scope === NONE ? -1 : x.facts.expression(Op.self, scope);
  }

  /** What `self` is where the walk stands: an instance, or the class itself; -1 outside classes. */
  self(x: Extraction): number {
    const { scope, isClass } = this.state.around(x);
    if (scope === NONE) return -1;
    const self = x.facts.expression(Op.self, scope);
    return isClass ? x.facts.expression(Op.classOf, self) : self;
  }

  /** Variables of an instance are its class's fields, or its suite's variables, whoever runs. */
  #ofSelf(x: Extraction, node: NodeIndex): number {
    const name = x.textOf(node);
    const instance = this.instance(x);
    if (instance >= 0) return x.memberExpression(instance, name);
    const offset = x.tree.starts[node]!;
    const keeper = this.state.keeperOf(x, name, offset);
    return keeper === NONE ? -1 : x.nameExpression(name, offset, keeper);
  }

  /** A name without a receiver: a method of what blocks around run on, or what it means without these. */
  named(x: Extraction, name: string, offset: number): number {
    if (this.state.isOfSuite(x, name)) return x.nameExpression(name, offset);
    const selves: number[] = [];
    this.#throughBlocks(x, (self) => selves.push(self));
    let named = this.namedAround(x, name, offset);
    const text = x.facts.text(name);
    for (const self of selves.reverse()) named = x.facts.expression(Op.dispatch, self, text, named);
    return named;
  }

  /** A method of the suite or the class around, or one of no class. */
  namedAround(x: Extraction, name: string, offset: number): number {
    const self = this.self(x);
    if (self < 0) return this.#ofSuite(x, name, this.#unlessVariable(x, name, offset));
    const member = x.memberExpression(self, name);
    return this.state.topMethods.has(name)
      ? x.either(member, x.nameExpression(name, offset, 0))
      : member;
  }

  /** What is called by a name: `env = env({})` calls a method, though a variable has its name. */
  #unlessVariable(x: Extraction, name: string, offset: number): number {
    if (!this.state.isLocal(x, name)) return x.nameExpression(name, offset);
    const around = x.scopeParent(this.state.variableScope(x));
    return x.nameExpression(name, offset, Math.max(0, around));
  }

  /** A method of what suites around mix in, or else what a name means. */
  #ofSuite(x: Extraction, name: string, named: number): number {
    if (this.state.suiteMixins.size === 0) return named;
    let method = named;
    const text = x.facts.text(name);
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      for (const mixin of this.state.suiteMixins.get(scope) ?? []) {
        method = x.facts.expression(Op.dispatch, mixin, text, method);
      }
    }
    return method;
  }

  /** What the innermost suite around that names a class or module describes; -1 when none does. */
  #described(x: Extraction): number {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      const call = this.state.suiteNames.has(scope) ? this.state.givenTo.get(scope) : undefined;
      if (call === undefined) continue;
      const [title] = namedChildren(x, x.tree.child(call, this.s.F.arguments));
      const kind = title === undefined ? NONE : x.tree.kinds[title]!;
      if (
        title !== undefined && (kind === this.s.K.constant || kind === this.s.K.scopeResolution)
      ) {
        return x.value(title);
      }
    }
    return -1;
  }

  #identifier(x: Extraction, node: NodeIndex): number {
    const name = x.textOf(node);
    const offset = x.tree.starts[node]!;
    const isVariable = this.state.isLocal(x, name) || this.state.isOfSuite(x, name);
    if (isVariable) return x.nameExpression(name, offset);
    if (name === "nil") return -1;
    if (name === "new") return this.#made(x, this.self(x), []);
    if (name === "described_class") return this.#described(x);
    const callee = this.named(x, name, offset);
    return callee < 0 ? -1 : x.callExpression(callee, []);
  }

  #scoped(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const nameNode = tree.child(node, this.s.F.name);
    const scope = tree.child(node, this.s.F.scope);
    if (nameNode === NONE) return -1;
    const name = x.textOf(nameNode);
    // `::Top` is seen from nowhere.
    if (scope === NONE) return x.nameExpression(name, tree.starts[nameNode]!, 0);
    return x.memberExpression(x.value(scope), name);
  }

  /** What a call names. */
  callee(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const method = tree.child(node, this.s.F.method);
    if (method === NONE) return -1;
    const receiver = tree.child(node, this.s.F.receiver);
    if (tree.kinds[method] === this.s.K.super) return -1;
    if (receiver === NONE) return this.named(x, x.textOf(method), tree.starts[method]!);
    return x.memberExpression(x.value(receiver), x.textOf(method));
  }

  /** Values of the arguments of a call; a block counts as one behind them. */
  argumentsOf(x: Extraction, call: NodeIndex): number[] {
    const { tree } = x;
    const args = namedChildren(x, tree.child(call, this.s.F.arguments)).map((one) =>
      tree.kinds[one] === this.s.K.pair ? -1 : x.value(one)
    );
    const block = tree.child(call, this.s.F.block);
    if (block !== NONE) args.push(x.value(block));
    return args;
  }

  #call(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const receiver = tree.child(node, this.s.F.receiver);
    const method = tree.child(node, this.s.F.method);
    const name = method === NONE ? "" : x.textOf(method);
    if (name === "new" && receiver !== NONE && x.textOf(receiver) === "Class") {
      const [base] = namedChildren(x, tree.child(node, this.s.F.arguments));
      if (base !== undefined) return x.value(base);
    }
    if (name === "new" || name === "allocate") {
      return this.callWith(x, node, this.argumentsOf(x, node));
    }
    if (
      receiver !== NONE &&
      (name === "tap" || name === "dup" || name === "freeze" || name === "clone")
    ) {
      return x.value(receiver);
    }
    if (name === "class" && receiver !== NONE) {
      const value = x.value(receiver);
      return value < 0 ? -1 : x.facts.expression(Op.classOf, value);
    }
    if (receiver === NONE && (name === "lambda" || name === "proc")) {
      const block = tree.child(node, this.s.F.block);
      return block === NONE ? -1 : x.value(block);
    }
    return this.callWith(x, node, this.argumentsOf(x, node));
  }

  /** What a call gives to the parameters of its block. */
  givenToBlock(x: Extraction, call: NodeIndex, position: number): number {
    const method = x.tree.child(call, this.s.F.method);
    const receiver = x.tree.child(call, this.s.F.receiver);
    const isItself = receiver !== NONE && method !== NONE &&
      /^(?:tap|then|yield_self)$/.test(x.textOf(method));
    return isItself ? outside(x, () => x.value(receiver)) : callbackGiven(x, call, position);
  }

  /** What a call gives, or makes, with some arguments. */
  callWith(x: Extraction, node: NodeIndex, args: readonly number[]): number {
    const { tree } = x;
    const method = tree.child(node, this.s.F.method);
    const name = method === NONE ? "" : x.textOf(method);
    if (name === "new" || name === "allocate") {
      const receiver = tree.child(node, this.s.F.receiver);
      return this.#made(x, receiver === NONE ? this.self(x) : x.value(receiver), args);
    }
    const callee = this.callee(x, node);
    return callee < 0 ? -1 : x.callExpression(callee, args);
  }

  #made(x: Extraction, type: number, args: readonly number[]): number {
    return type < 0 ? -1 : x.callExpression(type, args, Op.construct);
  }

  /** A block as a function: it gives its last expression. */
  block(x: Extraction, node: NodeIndex): number {
    if (node === NONE) return -1;
    const body = x.tree.child(node, this.s.F.body);
    const scope = x.scope;
    const inner = x.scopeAt(node);
    if (inner !== NONE) x.scope = inner;
    const result = body === NONE ? -1 : x.value(body);
    x.scope = scope;
    return functionValue(x, [], result);
  }

  #last(x: Extraction, node: NodeIndex): number {
    const last = namedChildren(x, node).at(-1);
    if (last === undefined) return -1;
    if (x.tree.kinds[last] !== this.s.K.return) return x.value(last);
    const list = x.tree.namedChild(last);
    return list === NONE ? -1 : x.value(x.tree.namedChild(list));
  }

  #branches(x: Extraction, node: NodeIndex): number {
    const alternative = x.tree.child(node, this.s.F.alternative);
    const consequence = x.value(x.tree.child(node, this.s.F.consequence));
    return alternative === NONE ? consequence : x.either(consequence, x.value(alternative));
  }

  #binary(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const left = tree.child(node, this.s.F.left);
    if (left === NONE) return -1;
    const operator = x.text.slice(tree.ends[left]!, tree.ends[left]! + 5).trim();
    if (/^(?:\|\||&&|or\b|and\b)/.test(operator)) {
      const right = x.value(tree.child(node, this.s.F.right));
      return operator.startsWith("|") || operator.startsWith("or")
        ? x.either(x.value(left), right)
        : right;
    }
    return /^(?:==|!=|<|>|=~)/.test(operator) ? -1 : x.value(left);
  }

  #hash(x: Extraction, node: NodeIndex): number {
    const first = x.tree.childOfKind(node, this.s.K.pair);
    const value = first === NONE ? -1 : x.value(x.tree.child(first, this.s.F.value));
    return container(x, "Hash", [-1, value]);
  }

  /** An instance of a constant's class. */
  instanceOf(x: Extraction, node: NodeIndex): number {
    return instance(x, x.value(node));
  }
}
