/** Second pass: calls, constants named, mixins, bindings, requires. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, ImportKind, Kind, Op, RefKind, Sym } from "../../extract/facts.ts";
import type { NodeRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren, referCall } from "../class_family/calls.ts";
import { NAMELESS_BLOCK } from "./blocks.ts";
import { type Delegated, delegatedBy } from "./delegation.ts";
import type { Expressions } from "./expressions.ts";
import type { FileState } from "./file_state.ts";
import { askedArguments } from "./asked.ts";
import { EVERY_OBJECT, EVERY_SUITE, TEST_CLASSES } from "../../resolve/modules/ruby_mixins.ts";
import type { Syntax } from "./syntax.ts";

/** Calls that say something of the file or the class, not of what runs. */
const DECLARING: ReadonlySet<string> = new Set(
  ("require require_relative load autoload include extend prepend attr attr_reader attr_writer attr_accessor private " +
    "protected public module_function alias_method private_constant private_class_method define_method let let! " +
    "subject describe context it specify puts print p raise loop lambda proc block_given? binding")
    .split(" "),
);

/** The referring rules, for one grammar. */
export class References {
  constructor(
    readonly s: Syntax,
    readonly state: FileState,
    readonly expressions: Expressions,
  ) {}

  /** Rules of the second pass by node type. */
  rules(): Record<string, NodeRule> {
    const block: NodeRule = (x, node) => this.#referBlock(x, node);
    return {
      class: (x, node) => this.#referClass(x, node),
      module: (x, node) => this.#offerTestClass(x, node),
      method: (x, node) => this.#referMethod(x, node),
      singleton_method: (x, node) => this.#referMethod(x, node),
      return: (x, node) => this.#referReturn(x, node),
      alias: (x, node) => this.#referAlias(x, node),
      assignment: (x, node) => this.#referAssignment(x, node),
      operator_assignment: (x, node) => this.#referAssignment(x, node),
      for: (x, node) => this.#referFor(x, node),
      rescue: (x, node) => this.#referRescue(x, node),
      block,
      do_block: block,
      lambda: block,
      yield: (x, node) => this.expressions.blocks.readYield(x, node),
      block_argument: (x, node) => this.expressions.blocks.readHandedOn(x, node),
      call: (x, node) => this.#referCall(x, node),
      super: (x, node) => this.#referSuper(x, node),
      identifier: (x, node) => this.#referIdentifier(x, node),
      constant: (x, node) => this.#referConstant(x, node),
    };
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  #referClass(x: Extraction, node: NodeIndex): void {
    const superclass = x.tree.child(node, this.s.F.superclass);
    const base = superclass === NONE ? NONE : x.tree.namedChild(superclass);
    if (base !== NONE) this.#referBase(x, RefKind.inherit, base, x.symbolAt(node));
    this.#offerTestClass(x, node);
  }

  /** What is added to `class Minitest::Test`, all tests have. */
  #offerTestClass(x: Extraction, node: NodeIndex): void {
    const name = x.tree.child(node, this.s.F.name);
    if (name !== NONE && TEST_CLASSES.has(x.textOf(name))) {
      this.#offerMixins(x, EVERY_SUITE, [name]);
    }
  }

  #referBase(x: Extraction, kind: number, base: NodeIndex, symbol: number): void {
    const nameNode = this.#constantName(x, base);
    if (nameNode === NONE || symbol === NONE) return;
    const inner = x.scope;
    // A class's own constants are no bases of it.
    x.scope = Math.max(0, kind === RefKind.inherit ? x.scopeParent(inner) : inner);
    x.refer(kind, nameNode, x.value(base), -1, -1, symbol);
    x.scope = inner;
  }

  /** Node of the last name of `A::B`; -1 when it is no constant. */
  #constantName(x: Extraction, node: NodeIndex): NodeIndex {
    const kind = x.tree.kinds[node];
    if (kind === this.s.K.constant) return node;
    return kind === this.s.K.scopeResolution ? x.tree.child(node, this.s.F.name) : NONE;
  }

  /** A constant that is named. Definitions, bases and receivers of `new` are told by their own rules. */
  #referConstant(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const parent = tree.parents[node]!;
    const field = tree.fields[node];
    let whole = node;
    if (tree.kinds[parent] === K.scopeResolution) {
      if (field === F.name) whole = parent;
    } else if (field === F.name || field === F.left || field === F.method) return;
    const above = tree.parents[whole]!;
    const isBase = tree.fields[above] === F.superclass ||
      (tree.kinds[above] === K.class || tree.kinds[above] === K.module) &&
        tree.fields[whole] === F.name;
    if (isBase) return;
    if (tree.kinds[above] === K.call && tree.fields[whole] === F.receiver) {
      const method = tree.child(above, F.method);
      if (method !== NONE && x.textOf(method) === "new") return;
    }
    if (tree.kinds[above] === K.arguments && this.#isMixedIn(x, tree.parents[above]!)) return;
    x.refer(RefKind.type, node, x.value(whole));
  }

  #isMixedIn(x: Extraction, call: NodeIndex): boolean {
    const method = x.tree.child(call, this.s.F.method);
    return method !== NONE && /^(?:include|extend|prepend)$/.test(x.textOf(method));
  }

  // ── methods ─────────────────────────────────────────────────────────────────────────────────

  #referMethod(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    this.#bindParameters(x, x.tree.child(node, this.s.F.parameters), symbol, -1);
    const body = x.tree.child(node, this.s.F.body);
    if (body !== NONE && symbol !== NONE) x.addValue(symbol, x.value(body));
  }

  #bindParameters(x: Extraction, list: NodeIndex, symbol: number, value: number): void {
    const { tree } = x;
    let least = 0;
    let most = 0;
    let block = NONE;
    const parameters = namedChildren(x, list);
    for (const [index, one] of parameters.entries()) {
      const kind = tree.kinds[one]!;
      if (!this.s.PARAMETERS.has(kind)) continue;
      const isName = kind === this.s.K.identifier;
      const nameNode = isName ? one : tree.child(one, this.s.F.name);
      if (this.s.VARIADIC.has(kind)) most = 255;
      else if (kind === this.s.K.optionalParameter) most++;
      else if (isName) {
        least++;
        most++;
      } else if (this.s.OPTIONAL.has(kind)) most = Math.max(most, most + 1);
      const isBlock = kind === this.s.K.blockParameter;
      if (nameNode === NONE && !isBlock) continue;
      const name = nameNode === NONE ? NAMELESS_BLOCK : x.textOf(nameNode);
      const standard = isName ? NONE : tree.child(one, this.s.F.value);
      const row = x.bind(x.scope, name, BindingKind.parameter, {
        value: standard === NONE ? value : x.value(standard),
        index,
        offset: tree.starts[one]!,
      });
      if (isBlock) block = row;
    }
    if (symbol !== NONE) this.expressions.blocks.noteMethod(symbol, parameters.length, block);
    if (symbol !== NONE && list !== NONE) x.setArity(symbol, least, Math.min(255, most));
    else if (symbol !== NONE) x.setArity(symbol, 0, 0);
  }

  #referReturn(x: Extraction, node: NodeIndex): void {
    const list = x.tree.namedChild(node);
    const value = list === NONE ? NONE : x.tree.namedChild(list);
    if (value === NONE || x.symbol === NONE) return;
    const kind = x.facts.tables.symbols.get(x.symbol, Sym.KIND);
    if (kind === Kind.method || kind === Kind.function) x.addValue(x.symbol, x.value(value));
  }

  #referAlias(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    const original = x.tree.child(node, this.s.F.alias);
    const self = this.expressions.self(x);
    if (symbol === NONE || original === NONE || self < 0) return;
    const name = x.textOf(original).replace(/^:/, "");
    const callee = x.facts.expression(Op.self, this.state.around(x).scope);
    x.addValue(symbol, x.callExpression(x.memberExpression(callee, name), []));
  }

  #referBlock(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const parent = tree.parents[node]!;
    const call = parent !== NONE && tree.kinds[parent] === K.call ? parent : NONE;
    const args = call === NONE ? NONE : tree.child(call, F.arguments);
    const position = args === NONE ? 0 : namedChildren(x, args).length;
    const value = call === NONE ? -1 : this.expressions.givenToBlock(x, call, position);
    this.#bindParameters(x, tree.child(node, F.parameters), NONE, value);
    for (const name of ["_1", "it"]) {
      if (tree.child(node, F.parameters) !== NONE || value < 0) break;
      this.state.addLocal(x.scope, name);
      x.bind(x.scope, name, BindingKind.parameter, { value, index: 0, offset: tree.starts[node]! });
    }
    const symbol = x.symbolAt(call);
    // `let(:cart) { Cart.new }`: the method gives what its block gives.
    const defines = symbol !== NONE &&
      (x.facts.tables.symbols.get(symbol, Sym.FLAGS) & Flag.getter) !== 0;
    const body = tree.child(node, F.body);
    if (defines && body !== NONE) x.addValue(symbol, x.value(body));
  }

  // ── variables ───────────────────────────────────────────────────────────────────────────────

  #referAssignment(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const left = tree.child(node, F.left);
    const right = tree.child(node, F.right);
    if (left === NONE) return;
    const symbol = x.symbolAt(node);
    const value = x.value(right);
    if (symbol !== NONE) {
      const kind = x.facts.tables.symbols.get(symbol, Sym.KIND);
      if (kind === Kind.constant) x.addValue(symbol, value);
      return;
    }
    if (tree.kinds[left] !== K.leftList) {
      this.#bind(x, left, value, tree.ends[node]!);
      return;
    }
    for (const [position, one] of namedChildren(x, left).entries()) {
      const part = value < 0 ? -1 : x.facts.expression(Op.pick, value, position);
      this.#bind(x, one, part, tree.ends[node]!);
    }
  }

  #bind(x: Extraction, target: NodeIndex, value: number, offset: number): void {
    const kind = x.tree.kinds[target];
    const name = x.textOf(target);
    if (kind === this.s.K.identifier) {
      x.bind(this.state.variableScope(x), name, BindingKind.variable, { value, offset });
    } else if (kind === this.s.K.instanceVariable && value >= 0) {
      const { scope } = this.state.around(x);
      const keeper = scope === NONE ? this.state.keeper(x) : NONE;
      if (scope !== NONE) x.bind(scope, name, BindingKind.field, { value, offset });
      else if (keeper !== NONE) x.bind(keeper, name, BindingKind.variable, { value, offset });
    }
  }

  #referFor(x: Extraction, node: NodeIndex): void {
    const pattern = x.tree.namedChild(node);
    const ranged = x.value(x.tree.child(node, this.s.F.value));
    if (pattern === NONE) return;
    const element = ranged < 0 ? -1 : x.facts.expression(Op.element, ranged);
    this.#bind(x, pattern, element, x.tree.starts[node]!);
  }

  #referRescue(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const variable = tree.child(node, this.s.F.variable);
    const name = variable === NONE ? NONE : tree.namedChild(variable);
    if (name === NONE) return;
    const list = tree.childOfKind(node, this.s.K.exceptions);
    const classes = namedChildren(x, list);
    const value = classes.length === 1 ? this.expressions.instanceOf(x, classes[0]!) : -1;
    this.#bind(x, name, value, tree.starts[name]!);
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #referCall(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const method = tree.child(node, F.method);
    if (method === NONE || tree.kinds[method] === K.super) return;
    const receiver = tree.child(node, F.receiver);
    const name = x.textOf(method);
    const args = namedChildren(x, tree.child(node, F.arguments));
    if (receiver === NONE) this.#declare(x, name, args);
    else if (name === "call") {
      this.expressions.blocks.readCall(x, receiver, tree.child(node, F.arguments));
    } else if (name === "include") this.#mixIntoSuites(x, receiver, args);
    if (receiver === NONE && DECLARING.has(name)) return;
    if (x.symbolAt(node) !== NONE) return;
    for (const argument of args) this.#mention(x, argument);
    const hidden = args.some((one) => tree.kinds[one] === K.splatArgument);
    const count = hidden ? -2 : args.filter((one) => tree.kinds[one] !== K.blockArgument).length;
    if (name === "new") {
      const type = receiver === NONE ? this.expressions.self(x) : x.value(receiver);
      const nameNode = receiver === NONE ? method : this.#constantName(x, receiver);
      const values = this.expressions.argumentsOf(x, node);
      referCall(x, RefKind.construct, nameNode === NONE ? method : nameNode, type, values, count);
      return;
    }
    const isSet = this.#isSet(x, node);
    const callee = this.expressions.callee(x, node);
    if (receiver === NONE && callee >= 0 && x.asks(name)) {
      const given = askedArguments(x, this.s, args);
      const block = tree.child(node, F.block);
      const served = block === NONE ? NONE : x.symbolAt(block);
      const all = served === NONE ? given : [...given, x.facts.expression(Op.symbol, served)];
      // By what it is called, a linker knows it: not by what the block around may run on.
      const asked = this.expressions.namedAround(x, name, tree.starts[method]!);
      const call = x.callExpression(asked, all);
      x.refer(RefKind.call, method, callee, count, x.nestedCall(node, call));
    } else if (!isSet) {
      const values = this.expressions.argumentsOf(x, node);
      referCall(x, RefKind.call, method, callee, values, count);
    } else if (receiver !== NONE) {
      const setter = x.memberExpression(x.value(receiver), `${name}=`);
      referCall(x, RefKind.call, method, setter, [-1]);
    }
  }

  /** `x.name = 1` calls `name=`. */
  #isSet(x: Extraction, node: NodeIndex): boolean {
    const parent = x.tree.parents[node]!;
    return parent !== NONE && x.tree.kinds[parent] === this.s.K.assignment &&
      x.tree.fields[node] === this.s.F.left;
  }

  /** What a call in a class body says: what is mixed in, what the file needs, what is read by name. */
  #declare(x: Extraction, name: string, args: readonly NodeIndex[]): void {
    const [first] = args;
    if (first === undefined) return;
    if (name === "include" || name === "prepend" || name === "extend") {
      const { scope } = this.state.around(x);
      const owner = scope === NONE ? NONE : x.symbolOfScope(scope);
      if (owner === NONE) this.#mixIn(x, args);
      else for (const mixin of args) this.#referBase(x, RefKind.implement, mixin, owner);
    } else if (name === "require" || name === "require_relative" || name === "load") {
      this.#require(x, first, name === "require_relative");
    } else if (/^attr/.test(name)) {
      for (const argument of args) this.#giveAccessor(x, argument);
    } else {for (const delegated of delegatedBy(x, this.s, name, args)) {
        this.#giveDelegated(x, delegated);
      }}
  }

  /** What is mixed in outside of classes is so into a suite of tests, or into every object. */
  #mixIn(x: Extraction, args: readonly NodeIndex[]): void {
    const suite = this.state.keeper(x);
    if (suite === NONE && x.scope === 0) return this.#offerMixins(x, EVERY_OBJECT, args);
    if (suite === NONE) return;
    const mixins = args.map((one) => this.expressions.instanceOf(x, one)).filter((one) => one >= 0);
    this.state.suiteMixins.set(suite, [...this.state.suiteMixins.get(suite) ?? [], ...mixins]);
  }

  /** `RSpec.configure { |c| c.include Helpers }` */
  #mixIntoSuites(x: Extraction, receiver: NodeIndex, args: readonly NodeIndex[]): void {
    const isParameter = x.tree.kinds[receiver] === this.s.K.identifier;
    if (isParameter && x.text.includes("RSpec.configure")) {
      this.#offerMixins(x, EVERY_SUITE, args);
    }
  }

  #offerMixins(x: Extraction, to: string, args: readonly NodeIndex[]): void {
    const [, type = ""] = /\btype: :(\w+)/.exec(x.textOf(args.at(-1) ?? NONE)) ?? [];
    for (const mixin of args) {
      if (this.#constantName(x, mixin) === NONE) continue;
      const line = x.lineAt(x.tree.starts[mixin]!);
      x.facts.export(to, {
        expression: x.value(mixin),
        line,
        ...(type === "" ? {} : { imported: type }),
      });
    }
  }

  #giveAccessor(x: Extraction, node: NodeIndex): void {
    const symbol = x.symbolAt(node);
    const { scope } = this.state.around(x);
    if (symbol === NONE || scope === NONE) return;
    const field = `@${x.textOf(node).replace(/^:/, "")}`;
    x.addValue(symbol, x.memberExpression(x.facts.expression(Op.self, scope), field));
  }

  /** What a method gives that hands on to an object: the same as that object's. */
  #giveDelegated(x: Extraction, { node, to, original }: Delegated): void {
    const symbol = x.symbolAt(node);
    const self = this.expressions.instance(x);
    if (symbol === NONE || self < 0) return;
    const holder = x.memberExpression(self, to);
    const object = to.startsWith("@") ? holder : x.callExpression(holder, []);
    x.addValue(symbol, x.callExpression(x.memberExpression(object, original), []));
  }

  #require(x: Extraction, node: NodeIndex, isRelative: boolean): void {
    if (x.tree.kinds[node] !== this.s.K.string) return;
    const path = x.textOf(node).replace(/^["']|["']$/g, "");
    if (path.includes("#{")) return;
    const offset = x.tree.starts[node]!;
    const line = x.lineAt(offset);
    const specifier = isRelative && !path.startsWith(".") ? `./${path}` : path;
    const at = { scope: 0, line, column: x.columnAt(offset, line) };
    x.facts.import(specifier, ImportKind.effect, at);
  }

  #referSuper(x: Extraction, node: NodeIndex): void {
    const { scope } = this.state.around(x);
    if (scope === NONE || x.symbol === NONE) return;
    const name = x.facts.textAt(x.facts.tables.symbols.get(x.symbol, Sym.NAME));
    const callee = x.memberExpression(x.facts.expression(Op.super, scope), name);
    x.refer(RefKind.call, node, callee, -1, -1);
  }

  /** A name alone may be a call without arguments. */
  #referIdentifier(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F } = this.s;
    const parent = tree.parents[node]!;
    const field = tree.fields[node];
    const isName = field === F.method || field === F.name || field === F.left ||
      field === F.alias || parent === NONE || this.s.BINDING_LISTS.has(tree.kinds[parent]!);
    if (isName) return;
    const name = x.textOf(node);
    if (this.state.isLocal(x, name) || DECLARING.has(name)) return;
    referCall(x, RefKind.call, node, this.expressions.named(x, name, tree.starts[node]!), []);
  }

  /** `&method(:name)`, `method(:name)`, `&:name` say that a method is handed on. */
  #mention(x: Extraction, node: NodeIndex): void {
    const { tree } = x;
    const { F, K } = this.s;
    const call = tree.kinds[node] === K.blockArgument ? tree.namedChild(node) : node;
    if (call === NONE || tree.kinds[call] !== K.call) return;
    const method = tree.child(call, F.method);
    if (method === NONE || x.textOf(method) !== "method") return;
    const [name] = namedChildren(x, tree.child(call, F.arguments));
    if (name === undefined || tree.kinds[name] !== K.simpleSymbol) return;
    const receiver = tree.child(call, F.receiver);
    const text = x.textOf(name).replace(/^:/, "");
    const owner = receiver === NONE ? this.expressions.self(x) : x.value(receiver);
    const expression = owner < 0
      ? x.nameExpression(text, tree.starts[name]!)
      : x.memberExpression(owner, text);
    x.referAt(RefKind.value, text, tree.starts[name]! + 1, expression);
  }
}
