/** Expressions in value position. */
import type { Extraction } from "../../extract/extraction.ts";
import { Expr, Op, ScopeKind } from "../../extract/facts.ts";
import { foreignModule } from "../../extract/foreign_modules.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonFile } from "./file_state.ts";
import { knownName } from "./known_names.ts";
import { lastName } from "./names.ts";
import type { PythonSyntax } from "./syntax.ts";
import { apply } from "./types.ts";

/** Member that an operator calls on its left side. */
const OPERATOR_MEMBERS: ReadonlyMap<string, string> = new Map([
  ["+", "__add__"],
  ["-", "__sub__"],
  ["*", "__mul__"],
  ["/", "__truediv__"],
  ["//", "__floordiv__"],
  ["%", "__mod__"],
  ["|", "__or__"],
  ["&", "__and__"],
  ["@", "__matmul__"],
]);

/** Longer tuples say no more of their parts. */
const MOST_PARTS = 8;
/** So many entries of a list or dictionary are read, if they may be functions or classes. */
const MOST_ENTRIES = 64;

/** Operations of what has no name. */
const PLAIN: ReadonlySet<number> = new Set([Op.literal, Op.text]);

/** What calls of functions of the library give, by known name. */
type KnownCall = (x: Extraction, args: readonly NodeIndex[]) => number;

/** Value expressions of one file. */
export class PythonValues {
  /** Rules by node type name. */
  readonly rules: Readonly<Record<string, ExpressionRule>>;
  readonly #calls: ReadonlyMap<string, KnownCall>;

  constructor(readonly s: PythonSyntax, readonly file: PythonFile) {
    this.#calls = this.#knownCalls();
    const inner: ExpressionRule = (x, node) => x.value(x.tree.namedChild(node));
    const literal = (type: string): ExpressionRule => (x) => x.literal(type);
    const collected = (type: string): ExpressionRule => (x, node) =>
      this.#asked(x, node) ?? apply(x, x.literal(type), [this.#elements(x, node)]);
    const comprehended = (type: string): ExpressionRule => (x, node) =>
      apply(x, x.literal(type), [x.value(x.tree.child(node, s.F.body))]);
    const value: ExpressionRule = (x, node) => x.value(x.tree.child(node, s.F.value));
    this.rules = {
      identifier: (x, node) => x.nameExpression(x.textOf(node), x.tree.starts[node]!),
      attribute: (x, node) => this.#attribute(x, node),
      dotted_name: (x, node) => this.#dotted(x, node),
      call: (x, node) => this.#call(x, node),
      subscript: (x, node) => this.#subscript(x, node),
      yield: (x) => this.file.sent.get(x.symbol) ?? -1,
      await: (x, node) => x.facts.expression(Op.await, inner(x, node)),
      parenthesized_expression: inner,
      conditional_expression: (x, node) =>
        x.either(x.value(x.tree.namedChild(node, 0)), x.value(x.tree.namedChild(node, 2))),
      boolean_operator: (x, node) =>
        x.either(x.value(x.tree.child(node, s.F.left)), x.value(x.tree.child(node, s.F.right))),
      binary_operator: (x, node) => this.#operator(x, node),
      comparison_operator: literal("bool"),
      not_operator: literal("bool"),
      unary_operator: (x, node) => x.value(x.tree.child(node, s.F.argument)),
      named_expression: value,
      assignment: (x, node) => x.value(x.tree.child(node, s.F.right)),
      lambda: (x, node) => x.facts.expression(Op.symbol, x.symbolAt(node)),
      list: collected("list"),
      set: collected("set"),
      dictionary: (x, node) => this.#dictionary(x, node),
      tuple: (x, node) => this.#tuple(x, node),
      expression_list: (x, node) => this.#tuple(x, node),
      list_comprehension: comprehended("list"),
      set_comprehension: comprehended("set"),
      generator_expression: comprehended("list"),
      dictionary_comprehension: (x, node) => this.#pair(x, x.tree.child(node, s.F.body)),
      string: (x, node) => this.#string(x, node),
      concatenated_string: literal("str"),
      integer: literal("int"),
      float: literal("float"),
      true: (x, node) => x.string(node, "bool"),
      false: (x, node) => x.string(node, "bool"),
    };
  }

  #attribute(x: Extraction, node: NodeIndex): number {
    const nameNode = x.tree.child(node, this.s.F.attribute);
    const object = x.value(x.tree.child(node, this.s.F.object));
    if (nameNode === NONE) return -1;
    const name = x.textOf(nameNode);
    if (name === "__class__") return x.facts.expression(Op.classOf, object);
    if (this.file.hasPaths) {
      const narrowed = this.file.narrowedPath(x.textOf(node), x.tree.starts[node]!);
      if (narrowed !== NONE) return narrowed;
    }
    return x.memberExpression(object, name);
  }

  /** `a.b` in a pattern. */
  #dotted(x: Extraction, node: NodeIndex): number {
    let value = x.value(x.tree.namedChild(node, 0));
    for (let i = 1; i < x.tree.namedChildCount(node); i++) {
      value = x.memberExpression(value, x.textOf(x.tree.namedChild(node, i)));
    }
    return value;
  }

  #string(x: Extraction, node: NodeIndex): number {
    const prefix = x.text.charCodeAt(x.tree.starts[node]!) | 32;
    return prefix === 98 /* b */ ? x.literal("bytes") : x.string(node, "str");
  }

  #operator(x: Extraction, node: NodeIndex): number {
    const { F } = this.s;
    const operator = x.tree.child(node, F.operator);
    const member = operator === NONE ? undefined : OPERATOR_MEMBERS.get(x.textOf(operator));
    const left = x.value(x.tree.child(node, F.left));
    if (member === undefined || left < 0) return -1;
    return x.callExpression(x.memberExpression(left, member), [
      x.value(x.tree.child(node, F.right)),
    ]);
  }

  #subscript(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F, K } = this.s;
    const value = x.value(tree.child(node, F.value));
    const index = tree.child(node, F.subscript);
    if (value < 0 || index === NONE) return -1;
    if (tree.kinds[index] === K.slice) return value;
    if (tree.kinds[index] === K.integer) {
      const position = Number(x.textOf(index));
      if (position < MOST_PARTS) return x.facts.expression(Op.pick, value, position);
    }
    return x.facts.expression(Op.index, value, x.value(index));
  }

  // ── collections ─────────────────────────────────────────────────────────────────────────────

  /** A list whose elements linkers may ask for; undefined for all others. */
  #asked(x: Extraction, node: NodeIndex): number | undefined {
    const { tree } = x;
    const elements: NodeIndex[] = [];
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.isNamed(child) && !tree.isExtra(child)) elements.push(child);
    }
    if (!elements.some((element) => this.#isAsked(x, element))) return undefined;
    return x.listed(elements.map((element) => x.value(element)));
  }

  #isAsked(x: Extraction, element: NodeIndex): boolean {
    const { F, K } = this.s;
    if (x.tree.kinds[element] !== K.call) {
      return x.tree.kinds[element] === K.string && x.isAsked(element);
    }
    const callee = x.tree.child(element, F.function);
    const name = callee === NONE ? NONE : lastName(x, this.s, callee);
    return name !== NONE && x.asks(x.textOf(name));
  }

  /** What the elements of a list may be. */
  #elements(x: Extraction, node: NodeIndex): number {
    return this.#entries(x, node, (child) => {
      const isSplat = x.tree.kinds[child] === this.s.K.listSplat;
      const value = x.value(isSplat ? x.tree.namedChild(child) : child);
      return isSplat && value >= 0 ? x.facts.expression(Op.element, value) : value;
    });
  }

  /**
   * One entry of a table or the other. Of what has no name, as texts and numbers, the first that says
   * something stands for all.
   */
  #entries(x: Extraction, node: NodeIndex, valueOf: (child: NodeIndex) => number): number {
    const { tree } = x;
    let all = -1;
    let count = 0;
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      // What a few entries name says nothing of all.
      if (++count > MOST_ENTRIES) return x.namesOne(all) ? -1 : all;
      const value = valueOf(child);
      if (value < 0 || value === all) continue;
      if (all >= 0 && PLAIN.has(x.facts.tables.expressions.get(value, Expr.OP))) {
        if (count >= MOST_PARTS) break;
        continue;
      }
      all = all < 0 ? value : x.either(all, value);
    }
    return all;
  }

  #tuple(x: Extraction, node: NodeIndex): number {
    const values: number[] = [];
    const count = Math.min(x.tree.namedChildCount(node), MOST_PARTS);
    for (let i = 0; i < count; i++) values.push(x.value(x.tree.namedChild(node, i)));
    return x.facts.expression(Op.tuple, x.facts.list(values), values.length);
  }

  #dictionary(x: Extraction, node: NodeIndex): number {
    const { F, K } = this.s;
    const first = x.tree.namedChild(node);
    if (first === NONE) return x.literal("dict");
    if (x.tree.kinds[first] === K.dictionarySplat) return x.value(x.tree.namedChild(first));
    return apply(x, x.literal("dict"), [
      x.value(x.tree.child(first, F.key)),
      this.#entries(x, node, (pair) => x.value(x.tree.child(pair, F.value))),
    ]);
  }

  /** The pair of a comprehension. */
  #pair(x: Extraction, pair: NodeIndex): number {
    if (pair === NONE) return x.literal("dict");
    return apply(x, x.literal("dict"), [
      x.value(x.tree.child(pair, this.s.F.key)),
      x.value(x.tree.child(pair, this.s.F.value)),
    ]);
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  #call(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const { F, K } = this.s;
    const callee = tree.child(node, F.function);
    const list = tree.child(node, F.arguments);
    if (callee === NONE) return -1;
    const known = knownName(x, this.s, this.file, callee);
    const args = this.positional(x, list);
    const special = known === "" ? undefined : this.#calls.get(known);
    if (special !== undefined) {
      const value = special(x, args);
      if (value >= 0) return value;
    }
    if (tree.kinds[callee] === K.attribute) {
      const member = tree.child(callee, F.attribute);
      // `super().__new__(cls)` makes an instance of the class that it is given.
      if (member !== NONE && args[0] !== undefined && x.textOf(member) === "__new__") {
        return x.callExpression(x.value(args[0]), []);
      }
    }
    return x.callExpression(x.value(callee), [
      ...args.map((arg) => x.value(arg)),
      ...this.#keywords(x, list),
    ]);
  }

  /** Arguments without a keyword; one that a splat makes uncertain ends them. */
  positional(x: Extraction, list: NodeIndex): NodeIndex[] {
    const { tree } = x;
    const { K } = this.s;
    const args: NodeIndex[] = [];
    if (list === NONE) return args;
    if (tree.kinds[list] !== K.argumentList) return [list]; // f(x for x in y)
    for (let child = tree.firstChild(list); child !== NONE; child = tree.nextSibling(child)) {
      if (!tree.isNamed(child) || tree.isExtra(child)) continue;
      const kind = tree.kinds[child];
      if (kind === K.listSplat) break;
      if (kind !== K.keywordArgument && kind !== K.dictionarySplat) args.push(child);
    }
    return args;
  }

  /** Arguments by keyword, each with its name. */
  #keywords(x: Extraction, list: NodeIndex): number[] {
    const { tree } = x;
    const { F, K } = this.s;
    const values: number[] = [];
    if (list === NONE || tree.kinds[list] !== K.argumentList) return values;
    for (let child = tree.firstChild(list); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] !== K.keywordArgument) continue;
      const name = tree.child(child, F.name);
      const value = x.value(tree.child(child, F.value));
      if (name === NONE || value < 0) continue;
      values.push(x.facts.expression(Op.keyword, x.facts.text(x.textOf(name)), value));
    }
    return values;
  }

  /** `importr("stats")`: a package of R's. */
  #importedFromR(x: Extraction, [name]: readonly NodeIndex[]): number {
    if (name === undefined || x.tree.kinds[name] !== this.s.K.string) return -1;
    const text = x.textOf(name).replace(/^\w*["']+|["']+$/g, "");
    return x.facts.expression(Op.external, x.facts.text(foreignModule("r", text)));
  }

  #knownCalls(): ReadonlyMap<string, KnownCall> {
    const op = (x: Extraction, code: number, value: number): number =>
      value < 0 ? -1 : x.facts.expression(code, value);
    const first: KnownCall = (x, [arg]) => arg === undefined ? -1 : x.value(arg);
    const element: KnownCall = (x, args) => op(x, Op.element, first(x, args));
    const collected = (type: string): KnownCall => (x, args) =>
      apply(x, x.literal(type), [element(x, args)]);
    return new Map<string, KnownCall>([
      ["builtins.super", (x) => {
        const scope = x.enclosing(ScopeKind.class);
        return scope === NONE ? -1 : x.facts.expression(Op.super, scope);
      }],
      ["builtins.type", (x, args) => args.length === 1 ? op(x, Op.classOf, first(x, args)) : -1],
      ["builtins.list", collected("list")],
      ["builtins.tuple", collected("tuple")],
      ["builtins.set", collected("set")],
      ["builtins.frozenset", collected("set")],
      ["builtins.sorted", collected("list")],
      ["builtins.reversed", collected("list")],
      ["builtins.iter", collected("list")],
      ["builtins.next", element],
      ["builtins.min", (x, args) => args.length > 1 ? first(x, args) : element(x, args)],
      ["builtins.max", (x, args) => args.length > 1 ? first(x, args) : element(x, args)],
      ["builtins.dict", (x, args) => args.length === 0 ? x.literal("dict") : first(x, args)],
      [
        "builtins.enumerate",
        (x, args) =>
          apply(x, x.literal("list"), [this.#tupleOf(x, [x.literal("int"), element(x, args)])]),
      ],
      ["builtins.zip", (x, args) => this.#zipped(x, args)],
      ["itertools.zip_longest", (x, args) => this.#zipped(x, args)],
      ["itertools.chain", collected("list")],
      ["itertools.cycle", collected("list")],
      ["itertools.islice", collected("list")],
      ["itertools.repeat", (x, args) => apply(x, x.literal("list"), [first(x, args)])],
      [
        "builtins.filter",
        (x, args) =>
          args[1] === undefined ? -1 : apply(x, x.literal("list"), [element(x, [args[1]])]),
      ],
      ["builtins.map", (x, args) =>
        apply(x, x.literal("list"), [
          x.callExpression(first(x, args), args.slice(1).map((arg) => element(x, [arg]))),
        ])],
      ["builtins.getattr", (x, args) => this.#getattr(x, args)],
      [
        "builtins.property",
        (x, args) => args[0] === undefined ? -1 : x.callExpression(x.value(args[0]), []),
      ],
      ["builtins.isinstance", (x) => x.literal("bool")],
      ["builtins.issubclass", (x) => x.literal("bool")],
      [
        "typing.cast",
        (x, args) => args[0] === undefined ? -1 : op(x, Op.instance, x.type(args[0])),
      ],
      ["functools.partial", first],
      ["rpy2.importr", (x, args) => this.#importedFromR(x, args)],
      ["copy.copy", first],
      ["copy.deepcopy", first],
      ["dataclasses.replace", first],
      ["asyncio.run", first],
      ["asyncio.wait_for", first],
      ["asyncio.shield", first],
      ["asyncio.create_task", (x, args) => apply(x, x.literal("future"), [first(x, args)])],
      ["asyncio.ensure_future", (x, args) => apply(x, x.literal("future"), [first(x, args)])],
      ["asyncio.gather", (x, args) => this.#tupleOf(x, args.map((arg) => x.value(arg)))],
      ["contextlib.closing", (x, args) => apply(x, x.literal("contextmanager"), [first(x, args)])],
      [
        "contextlib.nullcontext",
        (x, args) => apply(x, x.literal("contextmanager"), [first(x, args)]),
      ],
      ["collections.defaultdict", (x, args) =>
        apply(x, x.literal("dict"), [
          -1,
          args[0] === undefined ? -1 : x.callExpression(x.value(args[0]), []),
        ])],
      ["collections.deque", collected("list")],
      ["collections.OrderedDict", (x) => x.literal("dict")],
      ["weakref.proxy", first],
      ["weakref.ref", (x, args) => this.#returning(x, first(x, args))],
    ]);
  }

  /** `zip(xs, ys)`: tuples of the elements. */
  #zipped(x: Extraction, args: readonly NodeIndex[]): number {
    const parts = args.map((arg) => {
      const value = x.value(arg);
      return value < 0 ? -1 : x.facts.expression(Op.element, value);
    });
    return apply(x, x.literal("list"), [this.#tupleOf(x, parts)]);
  }

  #tupleOf(x: Extraction, values: readonly number[]): number {
    const parts = values.slice(0, MOST_PARTS);
    return x.facts.expression(Op.tuple, x.facts.list(parts), parts.length);
  }

  /** A function that returns a value. */
  #returning(x: Extraction, value: number): number {
    if (value < 0) return -1;
    return x.facts.expression(Op.instance, x.facts.expression(Op.functionType, -1, 0, value));
  }

  /** `getattr(x, "name")`. */
  #getattr(x: Extraction, args: readonly NodeIndex[]): number {
    const [object, name] = args;
    if (object === undefined || name === undefined || x.tree.kinds[name] !== this.s.K.string) {
      return -1;
    }
    const content = x.tree.childOfKind(name, this.s.K.stringContent);
    return content === NONE ? -1 : x.memberExpression(x.value(object), x.textOf(content));
  }
}
