/** What the rules remember of the file at hand, between its nodes and its two passes. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import { NONE } from "../../extract/syntax_tree.ts";

/** What a test left of an attribute, from one offset to another. */
export interface NarrowedPath {
  readonly offset: number;
  readonly end: number;
  readonly value: number;
}

/** State of one file; {@link reset} before it is read. */
export class PythonFile {
  /** Local names of modules whose names mean something to the rules: `t` → `typing`. */
  readonly knownModules = new Map<string, string>();
  /** Local names imported from such modules: `Opt` → `typing.Optional`. */
  readonly knownNames = new Map<string, string>();
  /** Names that the file assigns a `TypeVar` to, or imports and writes like one. */
  readonly typeVariables = new Set<string>();
  /** Functions that yield. */
  readonly generators = new Set<number>();
  /** Functions that `contextlib.contextmanager` or its asynchronous twin decorates. */
  readonly contextManagers = new Set<number>();
  /** Blocks in which a test narrows names, with those names. They hold no names of their own. */
  readonly narrowed = new Map<number, Set<string>>();
  /** Offset at which the body of a function begins, by its scope. */
  readonly bodies = new Map<number, number>();
  /** Functions that pytest calls for the parameters named after them. */
  readonly fixtures = new Map<number, string>();
  /** What `yield` gives back in a generator, by function. */
  readonly sent = new Map<number, number>();
  /** Overload signatures that no implementation has followed yet, by scope and name. */
  readonly signatures = new Map<string, number[]>();
  readonly #paths = new Map<string, NarrowedPath[]>();
  /** Type variable by which a method names the type of its own `self`, by scope. */
  readonly #selfVariables = new Map<number, string>();
  /** Classes that are enumerations. */
  readonly enums = new Set<number>();
  /** Scope whose type parameters annotations see, while they are read as from outside it. */
  typeScope = NONE;
  readonly #symbols = new Map<number, Map<string, number>>();
  readonly #outer = new Map<number, Map<string, number>>();
  readonly #typeParameters = new Map<number, Set<string>>();
  readonly #locals = new Map<number, Set<string>>();
  readonly #overloads = new Map<number, Map<string, number>>();

  /** Forgets the file before. */
  reset(): void {
    this.knownModules.clear();
    this.knownNames.clear();
    this.typeVariables.clear();
    this.generators.clear();
    this.contextManagers.clear();
    this.narrowed.clear();
    this.bodies.clear();
    this.fixtures.clear();
    this.sent.clear();
    this.signatures.clear();
    this.#paths.clear();
    this.#selfVariables.clear();
    this.enums.clear();
    this.#symbols.clear();
    this.#outer.clear();
    this.#typeParameters.clear();
    this.#locals.clear();
    this.#overloads.clear();
  }

  /** Scope in which a name that is bound here really stands: narrowing blocks hold none. */
  owner(x: Extraction, scope: number = x.scope): number {
    let at = scope;
    while (this.narrowed.has(at)) at = x.scopeParent(at);
    return at;
  }

  /** Symbol that a scope holds under a name; -1 if none. */
  symbolIn(scope: number, name: string): number {
    return this.#symbols.get(scope)?.get(name) ?? NONE;
  }

  /** Notes that a scope holds a symbol under a name. */
  keepSymbol(scope: number, name: string, symbol: number): void {
    put(this.#symbols, scope, name, symbol);
  }

  /** Notes a `global` or `nonlocal` name of a function: the scope that it means. */
  declareOuter(scope: number, name: string, target: number): void {
    put(this.#outer, scope, name, target);
  }

  /** Scope in which an assignment to a name binds it. */
  scopeOfName(x: Extraction, name: string): number {
    const owner = this.owner(x);
    for (let scope = owner; scope !== NONE; scope = x.scopeParent(scope)) {
      const target = this.#outer.get(scope)?.get(name);
      if (target !== undefined) return target;
      if (x.scopeKind(scope) !== ScopeKind.block) break;
    }
    return owner;
  }

  /** Notes a type parameter of a class, function or alias by its scope. */
  keepTypeParameter(scope: number, name: string): void {
    const names = this.#typeParameters.get(scope);
    if (names === undefined) this.#typeParameters.set(scope, new Set([name]));
    else names.add(name);
  }

  /** Scope around that has the type parameter; -1 if none. */
  scopeOfTypeParameter(x: Extraction, name: string): number {
    if (this.#typeParameters.size === 0) return NONE;
    for (let scope = this.#typeScopeOf(x); scope !== NONE; scope = x.scopeParent(scope)) {
      if (this.#typeParameters.get(scope)?.has(name)) return scope;
    }
    return NONE;
  }

  /** Notes that a method names the type of its `self` by a type variable. */
  keepSelfVariable(scope: number, name: string): void {
    this.#selfVariables.set(scope, name);
  }

  /** Whether a name is such a variable of a method around. */
  isSelfVariable(x: Extraction, name: string): boolean {
    if (this.#selfVariables.size === 0) return false;
    for (let scope = this.#typeScopeOf(x); scope !== NONE; scope = x.scopeParent(scope)) {
      if (this.#selfVariables.get(scope) === name) return true;
    }
    return false;
  }

  #typeScopeOf(x: Extraction): number {
    return this.typeScope === NONE ? x.scope : this.typeScope;
  }

  /** Notes what a test left of an attribute. */
  keepPath(path: string, narrowed: NarrowedPath): void {
    const list = this.#paths.get(path);
    if (list === undefined) this.#paths.set(path, [narrowed]);
    else list.push(narrowed);
  }

  /** What tests left of an attribute at an offset; -1 when they say nothing. */
  narrowedPath(path: string, offset: number): number {
    const list = this.#paths.get(path);
    return list?.findLast((one) => one.offset <= offset && offset < one.end)?.value ?? NONE;
  }

  /** Whether any attribute was narrowed. */
  get hasPaths(): boolean {
    return this.#paths.size > 0;
  }

  /** Notes a parameter or variable, which no reference to a function can mean. */
  keepLocal(scope: number, name: string): void {
    const names = this.#locals.get(scope);
    if (names === undefined) this.#locals.set(scope, new Set([name]));
    else names.add(name);
  }

  /** Whether a name is a parameter or variable of a function around. */
  isLocal(x: Extraction, name: string): boolean {
    for (let scope = x.scope; scope > 0; scope = x.scopeParent(scope)) {
      if (this.#locals.get(scope)?.has(name)) return true;
    }
    return false;
  }

  /** Return type that the overload signatures of a function declare so far; -1 if none. */
  overloadedType(scope: number, name: string): number {
    return this.#overloads.get(scope)?.get(name) ?? NONE;
  }

  /** Notes the return type of the overload signatures of a function. */
  keepOverloadedType(scope: number, name: string, type: number): void {
    put(this.#overloads, scope, name, type);
  }
}

function put(
  maps: Map<number, Map<string, number>>,
  key: number,
  name: string,
  value: number,
): void {
  const map = maps.get(key);
  if (map === undefined) maps.set(key, new Map([[name, value]]));
  else map.set(name, value);
}
