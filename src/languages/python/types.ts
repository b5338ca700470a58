/** Type expressions: annotations, base classes, the types that `typing` spells its own way. */
import type { Extraction } from "../../extract/extraction.ts";
import { Op, ScopeKind } from "../../extract/facts.ts";
import type { ExpressionRule } from "../../extract/rules.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonFile } from "./file_state.ts";
import { knownIdentifier, knownName } from "./known_names.ts";
import { parseQuotedType, type QuotedType } from "./quoted_type.ts";
import type { PythonSyntax } from "./syntax.ts";

/** Type parameters have names of their own, since a value of the same name is another thing. */
const PARAMETER_PREFIX = "~";

/** Built-in type that each generic type of the library is to resolution. */
const CONTAINERS: ReadonlyMap<string, string> = new Map(
  ([
    [
      "list",
      "List Sequence MutableSequence Iterable Iterator Collection Generator AsyncIterator AsyncIterable " +
      "AsyncGenerator Reversible Container KeysView ValuesView Deque deque list",
    ],
    ["set", "Set FrozenSet AbstractSet MutableSet set frozenset"],
    [
      "dict",
      "Dict Mapping MutableMapping DefaultDict OrderedDict ChainMap ItemsView Counter " +
      "defaultdict dict",
    ],
    [
      "contextmanager",
      "ContextManager AsyncContextManager AbstractContextManager AbstractAsyncContextManager",
    ],
    ["contextvar", "ContextVar"],
    ["queue", "Queue LifoQueue PriorityQueue"],
    ["future", "Future Task"],
    ["str", "Text AnyStr LiteralString str"],
    ["int", "int"],
    ["float", "float"],
    ["bool", "bool TypeGuard TypeIs"],
    ["bytes", "bytes ByteString"],
  ] as const).flatMap(([type, names]) => names.split(" ").map((name) => [name, type] as const)),
);

/** Types that stand for their first argument. */
const TRANSPARENT: ReadonlySet<string> = new Set(
  "Optional Annotated Final ClassVar Required NotRequired ReadOnly InitVar Awaitable".split(" "),
);

/** Types that say nothing of a value. */
const EMPTY: ReadonlySet<string> = new Set(
  ("Any NoReturn Never Generic Protocol Hashable Sized Unpack Concatenate object None " +
    "TypeAlias").split(" "),
);

/** Type expressions of one file. */
export class PythonTypes {
  /** Rules by node type name. */
  readonly rules: Readonly<Record<string, ExpressionRule>>;

  constructor(readonly s: PythonSyntax, readonly file: PythonFile) {
    const union: ExpressionRule = (x, node) =>
      x.either(x.type(x.tree.namedChild(node, 0)), x.type(x.tree.namedChild(node, 1)));
    this.rules = {
      type: (x, node) => x.type(x.tree.namedChild(node)),
      identifier: (x, node) => this.named(x, x.textOf(node), x.tree.starts[node]!),
      attribute: (x, node) => this.#attribute(x, node),
      generic_type: (x, node) => this.#generic(x, node),
      subscript: (x, node) => this.#subscript(x, node),
      union_type: union,
      binary_operator: union,
      member_type: (x, node) =>
        x.memberExpression(
          x.type(x.tree.namedChild(node, 0)),
          x.textOf(x.tree.namedChild(node, 1)),
        ),
      constrained_type: (x, node) => x.type(x.tree.namedChild(node)),
      splat_type: () => -1,
      string: (x, node) => this.#quoted(x, node),
      concatenated_string: () => -1,
      none: () => -1,
      ellipsis: () => -1,
      tuple: (x, node) => this.#choice(x, node),
    };
  }

  /** A type by its bare name. */
  named(x: Extraction, name: string, offset: number): number {
    const scope = this.file.scopeOfTypeParameter(x, name);
    if (scope !== NONE) return x.nameExpression(PARAMETER_PREFIX + name, offset, scope);
    if (this.file.isSelfVariable(x, name)) return this.#self(x);
    const known = knownIdentifier(this.file, name);
    if (known === "") return name === "None" ? -1 : x.nameExpression(name, offset);
    return this.#known(x, known, offset) ?? x.nameExpression(name, offset);
  }

  /** The name under which a type parameter is bound. */
  parameterName(name: string): string {
    return PARAMETER_PREFIX + name;
  }

  #attribute(x: Extraction, node: NodeIndex): number {
    const known = this.#known(x, knownName(x, this.s, this.file, node), x.tree.starts[node]!);
    if (known !== undefined) return known;
    const name = x.textOf(x.tree.child(node, this.s.F.attribute));
    // `self.__class__` names the class of `self`.
    if (name === "__class__") return x.value(x.tree.child(node, this.s.F.object));
    return x.memberExpression(x.type(x.tree.child(node, this.s.F.object)), name);
  }

  /** A type of the library without arguments; undefined when the name is to be looked up as it stands. */
  #known(x: Extraction, known: string, offset: number): number | undefined {
    const name = known.slice(known.indexOf(".") + 1);
    if (known === "") return undefined;
    if (EMPTY.has(name) || TRANSPARENT.has(name) || name === "Union" || name === "Literal") {
      return -1;
    }
    if (name === "Self") return this.#self(x);
    if (name === "Callable" || name === "Type" || name === "type") return -1;
    if (name === "Tuple" || name === "tuple") return x.literal("tuple");
    const type = CONTAINERS.get(name);
    if (type !== undefined) return x.literal(type);
    return known.startsWith("builtins.") ? x.nameExpression(name, offset) : undefined;
  }

  #self(x: Extraction): number {
    const scope = x.enclosing(ScopeKind.class);
    return scope === NONE ? -1 : x.facts.expression(Op.selfType, scope);
  }

  /** Type of what a generator that is declared so is sent: the second of `Generator[Y, S, R]`. */
  sent(x: Extraction, annotation: NodeIndex): number {
    const node = this.#unwrapped(x, annotation);
    if (node === NONE) return -1;
    const { K } = this.s;
    const isGeneric = x.tree.kinds[node] === K.genericType || x.tree.kinds[node] === K.subscript;
    const known = isGeneric ? knownName(x, this.s, this.file, x.tree.namedChild(node)) : "";
    if (known !== "typing.Generator" && known !== "typing.AsyncGenerator") return -1;
    const list = x.tree.childOfKind(node, K.typeParameter);
    const arg = list === NONE ? x.tree.namedChild(node, 2) : x.tree.namedChild(list, 1);
    const type = arg === NONE ? -1 : x.type(arg);
    return type < 0 ? -1 : x.facts.expression(Op.instance, type);
  }

  // ── with arguments ──────────────────────────────────────────────────────────────────────────

  #generic(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const base = tree.namedChild(node);
    const list = tree.childOfKind(node, this.s.K.typeParameter);
    const args: NodeIndex[] = [];
    if (list !== NONE) {
      for (let child = tree.firstChild(list); child !== NONE; child = tree.nextSibling(child)) {
        if (tree.isNamed(child)) args.push(child);
      }
    }
    return this.#applied(x, base, args);
  }

  #subscript(x: Extraction, node: NodeIndex): number {
    const { tree } = x;
    const args: NodeIndex[] = [];
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.fields[child] === this.s.F.subscript) args.push(child);
    }
    // `Dict[K, V]` in value position is a subscript with a tuple.
    const only = args[0];
    if (args.length === 1 && tree.kinds[only!] === this.s.K.tuple) {
      const parts: NodeIndex[] = [];
      for (let i = 0; i < tree.namedChildCount(only!); i++) parts.push(tree.namedChild(only!, i));
      return this.#applied(x, tree.child(node, this.s.F.value), parts);
    }
    return this.#applied(x, tree.child(node, this.s.F.value), args);
  }

  #applied(x: Extraction, base: NodeIndex, args: readonly NodeIndex[]): number {
    const known = knownName(x, this.s, this.file, base);
    const name = known.slice(known.indexOf(".") + 1);
    if (name === "Callable") return this.#callable(x, args);
    if (name === "Literal") return this.#literal(x, args[0]);
    return this.#appliedName(x, name, () => x.type(base), args.map((arg) => () => x.type(arg)), {
      isOpen: args.length === 2 && this.#isEllipsis(x, args[1]!),
    });
  }

  /** A generic type by its known name (or ""), with its arguments still to be read. */
  #appliedName(
    x: Extraction,
    name: string,
    base: () => number,
    args: readonly (() => number)[],
    tuple: { isOpen: boolean },
  ): number {
    const first = args[0];
    if (TRANSPARENT.has(name)) return first === undefined ? -1 : first();
    if (EMPTY.has(name)) return -1;
    if (name === "Union") return args.reduce((before, arg) => x.either(before, arg()), -1);
    if (name === "Coroutine") return args.at(-1)?.() ?? -1;
    if (name === "Type" || name === "type") {
      const type = first?.() ?? -1;
      return type < 0 ? -1 : x.facts.expression(Op.typeOf, type);
    }
    if (name === "Tuple" || name === "tuple") return this.#tuple(x, args, tuple.isOpen);
    const container = CONTAINERS.get(name);
    if (container === undefined) return apply(x, base(), args.map((arg) => arg()));
    if (container === "dict") return apply(x, x.literal("dict"), args.map((arg) => arg()));
    return apply(x, x.literal(container), first === undefined ? [] : [first()]);
  }

  #tuple(x: Extraction, args: readonly (() => number)[], isOpen: boolean): number {
    if (isOpen) return apply(x, x.literal("tuple"), [args[0]!()]);
    const types = args.slice(0, 8).map((arg) => arg());
    return x.facts.expression(Op.tuple, x.facts.list(types), types.length);
  }

  #callable(x: Extraction, args: readonly NodeIndex[]): number {
    const list = this.#unwrapped(x, args[0] ?? NONE);
    const parameters: number[] = [];
    if (list !== NONE && x.tree.kinds[list] === this.s.K.list) {
      for (let i = 0; i < x.tree.namedChildCount(list); i++) {
        parameters.push(x.type(x.tree.namedChild(list, i)));
      }
    }
    const result = args[1] === undefined ? -1 : x.type(args[1]);
    return x.facts.expression(
      Op.functionType,
      x.facts.list(parameters),
      parameters.length,
      result,
    );
  }

  #literal(x: Extraction, arg: NodeIndex | undefined): number {
    const inner = this.#unwrapped(x, arg ?? NONE);
    if (inner === NONE) return -1;
    const kind = x.tree.kinds[inner];
    return kind === this.s.K.string
      ? x.literal("str")
      : kind === this.s.K.integer
      ? x.literal("int")
      : -1;
  }

  /** The node inside the `type` nodes around it. */
  #unwrapped(x: Extraction, node: NodeIndex): NodeIndex {
    let at = node;
    while (at !== NONE && x.tree.kinds[at] === this.s.K.type) at = x.tree.namedChild(at);
    return at;
  }

  #isEllipsis(x: Extraction, node: NodeIndex): boolean {
    const inner = this.#unwrapped(x, node);
    return inner !== NONE && x.tree.kinds[inner] === this.s.K.ellipsis;
  }

  /** `isinstance(x, (A, B))`, `except (A, B)`: one of several types. */
  #choice(x: Extraction, node: NodeIndex): number {
    let type = -1;
    for (let i = 0; i < Math.min(8, x.tree.namedChildCount(node)); i++) {
      type = x.either(type, x.type(x.tree.namedChild(node, i)));
    }
    return type;
  }

  // ── written as text ─────────────────────────────────────────────────────────────────────────

  #quoted(x: Extraction, node: NodeIndex): number {
    const content = x.tree.childOfKind(node, this.s.K.stringContent);
    if (content === NONE) return -1;
    const type = parseQuotedType(x.textOf(content));
    return type === undefined ? -1 : this.fromQuoted(x, type, x.tree.starts[content]!);
  }

  /** Expression of a type that is written as text at an offset. */
  fromQuoted(x: Extraction, type: QuotedType, offset: number): number {
    if (type.tag === "union") {
      return type.parts.reduce((before, p) => x.either(before, this.fromQuoted(x, p, offset)), -1);
    }
    const [first, ...rest] = type.name.split(".") as [string, ...string[]];
    const known = rest.length === 0
      ? knownIdentifier(this.file, first)
      : this.#knownDotted(first, type.name);
    const base = (): number => {
      const whole = this.#known(x, known, offset);
      if (whole !== undefined) return whole;
      let expression = this.named(x, first, offset + type.offset);
      for (const member of rest) expression = x.memberExpression(expression, member);
      return expression;
    };
    if (type.args.length === 0) return base();
    const name = known.slice(known.indexOf(".") + 1);
    const args = type.args.map((arg) => () => this.fromQuoted(x, arg, offset));
    if (name === "Callable") return x.facts.expression(Op.functionType, -1, 0, args.at(-1)!());
    if (name === "Literal") return -1;
    return this.#appliedName(x, name, base, args, {
      isOpen: type.args[1]?.tag === "name" && type.args[1].name === "...",
    });
  }

  #knownDotted(first: string, name: string): string {
    const module = this.file.knownModules.get(first);
    return module === undefined ? "" : `${module}.${name.slice(name.lastIndexOf(".") + 1)}`;
  }
}

/** A generic type with its arguments; -1 when the type itself is unknown. */
export function apply(x: Extraction, base: number, args: readonly number[]): number {
  return base < 0 ? -1 : x.facts.expression(Op.apply, base, x.facts.list(args), args.length);
}
