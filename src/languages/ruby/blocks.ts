/** Blocks: what methods give to theirs and run them on, and what a block therefore is given and runs on. */
import type { Extraction } from "../../extract/extraction.ts";
import { Binding, BindingKind, Op } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import type { Syntax } from "./syntax.ts";

/** Position among a block's parameters that stands for the object which it runs on. */
const SELF_POSITION = 7;
/** Name of the block that a method has without naming it. */
export const NAMELESS_BLOCK = "&";
/** Methods that run their block on their receiver. */
const EVALUATING: ReadonlySet<string> = new Set(
  "instance_eval instance_exec class_eval class_exec module_eval module_exec".split(" "),
);
/** Methods that leave alone what their block runs on, by far the most that are given one. */
const LEAVING: ReadonlySet<string> = new Set(
  ("each map select reject collect find detect any? all? none? sum count each_with_index each_with_object each_slice " +
    "each_key each_value each_pair inject reduce flat_map filter filter_map sort_by group_by min_by max_by partition " +
    "times upto downto step loop lambda proc tap then open fetch it specify test describe context expect let let! " +
    "subject before after setup teardown assert_raises catch synchronize").split(" "),
);

/** What a block is given to: the call without the block, and the block's position in it. */
interface Given {
  readonly call: number;
  readonly position: number;
}

/** Blocks, for one grammar. */
export class Blocks {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  /** The object that the block of a scope runs on, if that is another than around it; -1 when not. */
  selfOf(x: Extraction, scope: number): number {
    const known = this.state.selfOfBlock.get(scope);
    if (known !== undefined) return known;
    this.state.selfOfBlock.set(scope, NONE);
    const call = this.state.givenTo.get(scope);
    const self = call === undefined ? NONE : this.#around(x, scope, () => this.#selfIn(x, call));
    this.state.selfOfBlock.set(scope, self);
    return self;
  }

  #around(x: Extraction, scope: number, run: () => number): number {
    const inner = x.scope;
    x.scope = x.scopeParent(scope);
    const made = run();
    x.scope = inner;
    return made;
  }

  #selfIn(x: Extraction, call: NodeIndex): number {
    const { tree } = x;
    const { F } = this.s;
    const method = tree.child(call, F.method);
    const receiver = tree.child(call, F.receiver);
    const name = method === NONE ? "" : x.textOf(method);
    if (method === NONE || LEAVING.has(name)) return NONE;
    if (EVALUATING.has(name) && receiver !== NONE) return x.value(receiver);
    if (name === "new" && receiver !== NONE && x.textOf(receiver) === "Class") {
      const [base] = namedChildren(x, tree.child(call, F.arguments));
      return base === undefined ? NONE : x.value(base);
    }
    const { call: given, position } = this.#given(x, call);
    if (given < 0) return NONE;
    const expected = x.facts.expression(Op.expected, given, position);
    return x.facts.expression(Op.parameterOf, expected, SELF_POSITION);
  }

  #given(x: Extraction, call: NodeIndex): Given {
    const args = namedChildren(x, x.tree.child(call, this.s.F.arguments));
    const values = args.map((one) => x.tree.kinds[one] === this.s.K.pair ? -1 : x.value(one));
    return { call: this.expressions.callWith(x, call, values), position: values.length };
  }

  /** Notes a method's parameters, as they are bound. @param block row of the block's binding, if it has a name */
  noteMethod(symbol: number, count: number, block: number): void {
    this.state.blocks.set(symbol, { count, block });
  }

  /** `yield a` gives the method's block `a`. */
  readYield(x: Extraction, node: NodeIndex): void {
    const list = x.tree.namedChild(node);
    this.#give(x, this.#values(x, list), NONE);
  }

  /** `block.call(a)` does so as well. */
  readCall(x: Extraction, receiver: NodeIndex, args: NodeIndex): void {
    if (this.#isBlock(x, receiver)) this.#give(x, this.#values(x, args), NONE);
  }

  /** A block that is handed on, `&block`, gets what the method that it is handed to gives. */
  readHandedOn(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const name = tree.namedChild(node);
    const list = tree.parents[node]!;
    const call = list === NONE ? NONE : tree.parents[list]!;
    if (call === NONE || tree.kinds[call] !== K.call || !this.#isBlock(x, name)) return;
    const method = tree.child(call, F.method);
    const receiver = tree.child(call, F.receiver);
    const text = method === NONE ? "" : x.textOf(method);
    const isMaker = text === "new" && receiver !== NONE && x.textOf(receiver) === "Class";
    const values = this.#values(x, list, node);
    if (EVALUATING.has(text)) {
      const self = receiver === NONE ? this.expressions.self(x) : x.value(receiver);
      this.#give(x, text.endsWith("eval") ? [self] : values, self);
    } else if (isMaker) this.#give(x, [], values[0] ?? NONE);
    else if (text === "define_method") this.#give(x, [], this.expressions.instance(x));
    else {
      const given = this.expressions.callWith(x, call, values);
      if (given < 0) return;
      this.#add(
        x,
        x.facts.expression(Op.typeOf, x.facts.expression(Op.expected, given, values.length)),
      );
    }
  }

  #isBlock(x: Extraction, node: NodeIndex): boolean {
    const row = this.state.blocks.get(x.symbol)?.block ?? NONE;
    if (row === NONE) return false;
    const name = x.facts.tables.bindings.get(row, Binding.NAME);
    return node === NONE
      ? x.facts.textAt(name) === NAMELESS_BLOCK
      : x.tree.kinds[node] === this.s.K.identifier && x.textOf(node) === x.facts.textAt(name);
  }

  #values(x: Extraction, list: NodeIndex, without: NodeIndex = NONE): number[] {
    return namedChildren(x, list).filter((one) => one !== without)
      .map((one) => x.tree.kinds[one] === this.s.K.pair ? -1 : x.value(one));
  }

  #give(x: Extraction, values: readonly number[], self: number): void {
    const given = values.slice(0, SELF_POSITION);
    if (self >= 0) {
      while (given.length < SELF_POSITION) given.push(-1);
      given.push(self);
    }
    const types = given.map((one) => one < 0 ? -1 : x.facts.expression(Op.typeOf, one));
    if (types.every((one) => one < 0)) return;
    const first = x.facts.list(types);
    this.#add(x, x.facts.expression(Op.functionType, first, types.length, -1));
  }

  #add(x: Extraction, type: number): void {
    const known = this.state.blocks.get(x.symbol);
    if (known === undefined) return;
    const { bindings } = x.facts.tables;
    if (known.block === NONE) {
      const scope = x.functionScope();
      known.block = x.bind(scope, NAMELESS_BLOCK, BindingKind.parameter, {
        index: known.count,
        offset: 0,
        type,
      });
    } else {bindings.set(
        known.block,
        Binding.TYPE,
        x.either(bindings.get(known.block, Binding.TYPE), type),
      );}
  }
}
