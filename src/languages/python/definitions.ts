/** First pass: what a Python file defines. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, Kind, ScopeKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { PythonFile } from "./file_state.ts";
import { knownName } from "./known_names.ts";
import { decoratedForm, decoratorCallee, decorators } from "./names.ts";
import { DEEPEST, type PythonSyntax } from "./syntax.ts";

/** Decorators that leave the function what it is, as far as calls go. */
const PLAIN_DECORATORS: ReadonlySet<string> = new Set(
  ("property cached_property staticmethod classmethod abstractmethod abstractproperty overload final override " +
    "lru_cache cache contextmanager asynccontextmanager singledispatch singledispatchmethod " +
    "total_ordering runtime_checkable no_type_check setter getter deleter fixture").split(" "),
);

/** Flags that a decorator gives, by its last name. */
const DECORATOR_FLAGS: ReadonlyMap<string, number> = new Map([
  ["staticmethod", Flag.static],
  ["classmethod", Flag.classMethod],
  ["property", Flag.getter],
  ["cached_property", Flag.getter],
  ["abstractproperty", Flag.getter | Flag.abstract],
  ["getter", Flag.getter],
  ["setter", Flag.setter],
  ["deleter", Flag.setter],
  ["abstractmethod", Flag.abstract],
  ["overload", Flag.declaration],
  ["deprecated", Flag.deprecated],
]);

/** Calls whose result, assigned to a name, is a class or a type. */
const TYPE_MAKERS: ReadonlyMap<string, number> = new Map([
  ["typing.TypeVar", Kind.type],
  ["typing.ParamSpec", Kind.type],
  ["typing.TypeVarTuple", Kind.type],
  ["typing.NewType", Kind.type],
  ["typing.NamedTuple", Kind.class],
  ["typing.TypedDict", Kind.class],
  ["collections.namedtuple", Kind.class],
  ["enum.Enum", Kind.enum],
  ["enum.IntEnum", Kind.enum],
  ["enum.StrEnum", Kind.enum],
  ["enum.Flag", Kind.enum],
  ["enum.IntFlag", Kind.enum],
]);

/** How decorators change what a function's name means. */
export const Decoration = { none: 0, plain: 1, changes: 2, hidden: 3 } as const;

/** Definitions of one file. */
export class PythonDefinitions {
  constructor(readonly s: PythonSyntax, readonly file: PythonFile) {}

  defineClass(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const body = x.tree.child(node, this.s.F.body);
    const name = x.textOf(nameNode);
    const isEnum = this.#isEnum(x, node);
    const scope = this.file.owner(x);
    const symbol = x.define(node, {
      kind: isEnum ? Kind.enum : Kind.class,
      name,
      nameNode,
      scopeNode: body,
      bodyNode: body,
      bindIn: scope,
      doc: this.#doc(x, node, body),
      flags: visibility(name) | (name.startsWith("Test") ? Flag.test : 0),
    });
    this.file.keepSymbol(scope, name, symbol);
    if (isEnum) this.file.enums.add(symbol);
  }

  #isEnum(x: Extraction, node: NodeIndex): boolean {
    const bases = x.tree.child(node, this.s.F.superclasses);
    if (bases === NONE) return false;
    for (let base = x.tree.firstChild(bases); base !== NONE; base = x.tree.nextSibling(base)) {
      const kind = x.tree.kinds[base];
      if (kind !== this.s.K.identifier && kind !== this.s.K.attribute) continue;
      if (/(^|\.|[a-z])(Enum|IntFlag|Flag)$/.test(x.textOf(base))) return true;
    }
    return false;
  }

  defineFunction(x: Extraction, node: NodeIndex): void {
    const nameNode = x.tree.child(node, this.s.F.name);
    if (nameNode === NONE) return;
    const body = x.tree.child(node, this.s.F.body);
    const name = x.textOf(nameNode);
    const flags = this.#functionFlags(x, node, name);
    const scope = this.file.owner(x);
    const isSignature = (flags & Flag.declaration) !== 0;
    const isHidden = isSignature || this.decoration(x, node) >= Decoration.changes;
    const symbol = x.define(node, {
      kind: this.#functionKind(x, scope, name, flags),
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.function,
      bodyNode: body,
      bindIn: isHidden ? "nowhere" : scope,
      doc: this.#doc(x, node, body),
      flags,
    });
    this.file.keepSymbol(scope, name, symbol);
    this.#keepSignature(`${scope} ${name}`, isSignature ? symbol : NONE);
    if (this.#isContextManager(x, node)) this.file.contextManagers.add(symbol);
    const fixture = this.#fixtureName(x, node, name);
    if (fixture !== undefined) this.file.fixtures.set(symbol, fixture);
  }

  /** The implementation stands for the overload signatures before it. */
  #keepSignature(key: string, signature: number): void {
    const { signatures } = this.file;
    if (signature === NONE) {
      if (signatures.size > 0) signatures.delete(key);
      return;
    }
    const list = signatures.get(key);
    if (list === undefined) signatures.set(key, [signature]);
    else list.push(signature);
  }

  /** Where no implementation follows, as in stubs and protocols, the signatures stand for themselves. */
  bindSignatures(x: Extraction): void {
    const { symbols } = x.facts.tables;
    for (const [key, list] of this.file.signatures) {
      const space = key.indexOf(" ");
      for (const symbol of list) {
        x.bind(Number(key.slice(0, space)), key.slice(space + 1), BindingKind.definition, {
          symbol,
          offset: symbols.get(symbol, Sym.START),
        });
      }
    }
  }

  /** Name of the fixture that a function makes; undefined when it makes none. */
  #fixtureName(x: Extraction, node: NodeIndex, name: string): string | undefined {
    for (const decorator of decorators(x, this.s, node)) {
      if (lastWord(x, decoratorCallee(x, this.s, decorator)) !== "fixture") continue;
      return /\bname\s*=\s*["'](\w+)["']/.exec(x.textOf(decorator))?.[1] ?? name;
    }
    return undefined;
  }

  #isContextManager(x: Extraction, node: NodeIndex): boolean {
    return decorators(x, this.s, node).some((d) => /contextmanager$/.test(lastWord(x, d)));
  }

  #functionKind(x: Extraction, scope: number, name: string, flags: number): number {
    if (x.scopeKind(scope) !== ScopeKind.class) return Kind.function;
    if (name === "__init__") return Kind.constructor;
    return flags & (Flag.getter | Flag.setter) ? Kind.property : Kind.method;
  }

  #functionFlags(x: Extraction, node: NodeIndex, name: string): number {
    let flags = visibility(name);
    if (x.tree.kinds[x.tree.firstChild(node)] === this.s.T.async) flags |= Flag.async;
    if (/^test(_|$)/.test(name)) flags |= Flag.test;
    for (const decorator of decorators(x, this.s, node)) {
      flags |= DECORATOR_FLAGS.get(lastWord(x, decoratorCallee(x, this.s, decorator))) ?? 0;
    }
    return flags;
  }

  /** How a function's decorators change what its name means. */
  decoration(x: Extraction, node: NodeIndex): number {
    const list = decorators(x, this.s, node);
    if (list.length === 0) return Decoration.none;
    let decoration: number = Decoration.plain;
    for (const decorator of list) {
      const word = lastWord(x, decoratorCallee(x, this.s, decorator));
      if (word === "setter" || word === "deleter") return Decoration.hidden;
      if (!PLAIN_DECORATORS.has(word)) decoration = Decoration.changes;
    }
    return decoration;
  }

  /** Whether a decorator leaves a function what it is. */
  isPlain(x: Extraction, decorator: NodeIndex): boolean {
    return PLAIN_DECORATORS.has(lastWord(x, decoratorCallee(x, this.s, decorator)));
  }

  defineLambda(x: Extraction, node: NodeIndex): void {
    x.define(node, {
      kind: Kind.function,
      name: "<lambda>",
      scopeNode: node,
      bodyNode: x.tree.child(node, this.s.F.body),
      bindIn: "nowhere",
      doc: "",
      flags: Flag.anonymous,
    });
  }

  /** `type Alias[K] = …`. */
  defineAlias(x: Extraction, node: NodeIndex): void {
    const left = x.tree.child(node, this.s.F.left);
    let nameNode = left;
    while (nameNode !== NONE && x.tree.kinds[nameNode] !== this.s.K.identifier) {
      nameNode = x.tree.namedChild(nameNode);
    }
    if (nameNode === NONE) return;
    const name = x.textOf(nameNode);
    const scope = this.file.owner(x);
    const symbol = x.define(node, {
      kind: Kind.type,
      name,
      nameNode,
      scopeNode: node,
      scopeKind: ScopeKind.block,
      bindIn: scope,
      flags: visibility(name),
    });
    this.file.keepSymbol(scope, name, symbol);
  }

  /** `global a, b` and `nonlocal a, b`. */
  declareOuter(x: Extraction, node: NodeIndex, isGlobal: boolean): void {
    const { tree } = x;
    const inner = x.functionScope();
    for (let child = tree.firstChild(node); child !== NONE; child = tree.nextSibling(child)) {
      if (tree.kinds[child] !== this.s.K.identifier) continue;
      const target = isGlobal ? 0 : this.#functionAround(x, inner);
      if (target !== NONE) this.file.declareOuter(inner, x.textOf(child), target);
    }
  }

  #functionAround(x: Extraction, inner: number): number {
    const parent = x.scopeParent(inner);
    return parent === NONE ? NONE : x.enclosing(ScopeKind.function, parent);
  }

  // ── variables and fields ────────────────────────────────────────────────────────────────────

  /** An assignment defines variables at module and class level, and fields through `self`. */
  defineAssigned(x: Extraction, node: NodeIndex): void {
    this.#defineTarget(x, x.tree.child(node, this.s.F.left), node);
  }

  #defineTarget(x: Extraction, target: NodeIndex, statement: NodeIndex, depth = 0): void {
    const { tree } = x;
    if (target === NONE || depth > DEEPEST) return;
    const kind = tree.kinds[target]!;
    if (kind === this.s.K.identifier) this.#defineVariable(x, target, statement);
    else if (kind === this.s.K.attribute) this.#defineField(x, target, statement);
    else if (this.s.unpacked.has(kind)) {
      for (let child = tree.firstChild(target); child !== NONE; child = tree.nextSibling(child)) {
        if (tree.isNamed(child)) this.#defineTarget(x, child, statement, depth + 1);
      }
    }
  }

  #defineVariable(x: Extraction, target: NodeIndex, statement: NodeIndex): void {
    const name = x.textOf(target);
    const scope = this.file.scopeOfName(x, name);
    const scopeKind = x.scopeKind(scope);
    if (scopeKind !== ScopeKind.file && scopeKind !== ScopeKind.class) return;
    if (this.file.symbolIn(scope, name) !== NONE) return;
    const isGlobal = scope !== this.file.owner(x);
    const symbol = x.define(target, {
      kind: this.#variableKind(x, statement, name, scopeKind),
      name,
      nameNode: target,
      rangeNode: statement,
      signatureNode: statement,
      bindIn: scope,
      flags: visibility(name),
      ...(isGlobal ? { container: NONE } : {}),
    });
    if (isGlobal) this.#clearLocal(x, symbol);
    this.file.keepSymbol(scope, name, symbol);
  }

  #variableKind(x: Extraction, statement: NodeIndex, name: string, scopeKind: number): number {
    const made = this.#madeType(x, statement, name);
    if (made !== undefined) return made;
    if (scopeKind === ScopeKind.class) {
      const isMember = this.file.enums.has(x.symbol) && !name.startsWith("_") &&
        x.tree.child(statement, this.s.F.right) !== NONE;
      return isMember ? Kind.enumMember : Kind.field;
    }
    return /^_*[A-Z][A-Z0-9_]*$/.test(name) ? Kind.constant : Kind.variable;
  }

  /** Kind of a symbol that is assigned a new class or type; undefined for other values. */
  #madeType(x: Extraction, statement: NodeIndex, name: string): number | undefined {
    const { F, K } = this.s;
    const right = x.tree.child(statement, F.right);
    if (right === NONE) return undefined;
    if (x.tree.kinds[right] === K.call) {
      const known = knownName(x, this.s, this.file, x.tree.child(right, F.function));
      if (known === "typing.TypeVar") this.file.typeVariables.add(name);
      return TYPE_MAKERS.get(known);
    }
    return this.isAlias(x, statement) ? Kind.type : undefined;
  }

  /** Whether an assignment gives a name to a type that is no plain name: `A = Union[B, C]`. */
  isAlias(x: Extraction, statement: NodeIndex): boolean {
    const { F, K } = this.s;
    const right = x.tree.child(statement, F.right);
    const type = x.tree.child(statement, F.type);
    if (type !== NONE) {
      const named = x.tree.namedChild(type);
      return knownName(x, this.s, this.file, named) === "typing.TypeAlias";
    }
    if (right === NONE) return false;
    if (x.tree.kinds[right] === K.subscript) {
      return /^(typing\.|builtins\.|collections\.)/.test(
        knownName(x, this.s, this.file, x.tree.child(right, F.value)),
      );
    }
    return x.tree.kinds[right] === K.binaryOperator && this.#isTypeUnion(x, right);
  }

  /** `A | None`, `int | str`: an operand that only a type can be. */
  #isTypeUnion(x: Extraction, node: NodeIndex, depth = 0): boolean {
    const { F, K } = this.s;
    if (depth > DEEPEST) return false;
    for (const field of [F.left, F.right]) {
      const side = x.tree.child(node, field);
      if (side === NONE) return false;
      const kind = x.tree.kinds[side];
      if (kind === K.none || knownName(x, this.s, this.file, side).startsWith("builtins.")) {
        return true;
      }
      if (kind === K.binaryOperator && this.#isTypeUnion(x, side, depth + 1)) return true;
    }
    return false;
  }

  #defineField(x: Extraction, target: NodeIndex, statement: NodeIndex): void {
    const { F, K } = this.s;
    const object = x.tree.child(target, F.object);
    const nameNode = x.tree.child(target, F.attribute);
    if (object === NONE || nameNode === NONE || x.tree.kinds[object] !== K.identifier) return;
    const receiver = x.textOf(object);
    if (receiver !== "self" && receiver !== "cls") return;
    const scope = x.enclosing(ScopeKind.class);
    const name = x.textOf(nameNode);
    if (scope === NONE || this.file.symbolIn(scope, name) !== NONE) return;
    const symbol = x.define(target, {
      kind: Kind.field,
      name,
      nameNode,
      rangeNode: statement,
      signatureNode: statement,
      bindIn: scope,
      container: x.symbolOfScope(scope),
      flags: visibility(name),
      doc: "",
    });
    this.#clearLocal(x, symbol);
    this.file.keepSymbol(scope, name, symbol);
  }

  /** What is defined from inside a function is not for that the function's own. */
  #clearLocal(x: Extraction, symbol: number): void {
    const { symbols } = x.facts.tables;
    symbols.set(symbol, Sym.FLAGS, symbols.get(symbol, Sym.FLAGS) & ~Flag.local);
  }

  // ── documentation ───────────────────────────────────────────────────────────────────────────

  #doc(x: Extraction, node: NodeIndex, body: NodeIndex): string {
    const form = decoratedForm(x, this.s, node);
    return this.#docstring(x, body) || x.docBefore(form === NONE ? node : form);
  }

  #docstring(x: Extraction, body: NodeIndex): string {
    const { tree } = x;
    const { K } = this.s;
    const first = body === NONE ? NONE : tree.namedChild(body);
    if (first === NONE || tree.kinds[first] !== K.expressionStatement) return "";
    const string = tree.namedChild(first);
    if (string === NONE || tree.kinds[string] !== K.string) return "";
    const content = tree.childOfKind(string, K.stringContent);
    return content === NONE ? "" : x.textOf(content).replace(/\n[ \t]+/g, "\n").trim();
  }
}

/** Last word of a dotted name. */
function lastWord(x: Extraction, node: NodeIndex): string {
  if (node === NONE) return "";
  const text = x.textOf(node);
  return text.slice(text.lastIndexOf(".") + 1);
}

/** One leading underscore makes a name private by convention. */
function visibility(name: string): number {
  return name.startsWith("_") && !(name.startsWith("__") && name.endsWith("__"))
    ? Flag.private
    : Flag.exported;
}
