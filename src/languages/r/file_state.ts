/** What the rules must remember of one R file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** What a function binds a name to. A name may be bound in several ways at once. */
export const Bound = {
  function: 1,
  /** A parameter, which may be a function. */
  parameter: 2,
  /** A variable that may hold a function. */
  callable: 4,
  /** A variable that holds data. A call of its name looks for a function further out. */
  data: 8,
} as const;

/** A name that an assignment gives to the call on its other side. */
export interface AssignedName {
  /** Node of the assignment. */
  readonly node: NodeIndex;
  readonly name: string;
  readonly nameNode: NodeIndex;
  /** Scope in which the name stands. */
  readonly scope: number;
}

/** A function that is to become a symbol when the walk reaches it. */
export interface NamedFunction {
  /** Node that shows the definition to the reader: assignment, argument or call. */
  readonly node: NodeIndex;
  readonly kind: number;
  readonly name: string;
  readonly nameNode: NodeIndex;
  readonly flags?: number;
  /** Scope in which the name stands. */
  readonly bindIn: number | "nowhere";
  readonly container?: number;
  readonly qualifier?: string;
  /** Generic function whose table of methods it enters. */
  readonly generic?: string;
  /** Class of its first parameter, by name. */
  readonly receiverClass?: string;
}

/** How a class is written. */
export type ClassSystem = "S4" | "RC" | "R6" | "S7" | "ggproto";

/** A class of the file. */
export interface RClass {
  readonly system: ClassSystem;
  readonly symbol: number;
  /** Variable of the file that makes its instances and has another name; -1 if none. */
  readonly generator: number;
  readonly scope: number;
  /** Names of its members, so far. */
  readonly members: Set<string>;
  /** Whether it may have members that it inherits. */
  readonly inherits: boolean;
}

const NAMES = 2 ** 26;

/** State of one file. */
export class FileState {
  /** Functions by the node of their literal. */
  readonly named = new Map<NodeIndex, NamedFunction[]>();
  /** Calls whose value an assignment names. */
  readonly assigned = new Map<NodeIndex, AssignedName>();
  /** Symbols of functions by the node of their literal. */
  readonly functions = new Map<NodeIndex, number>();
  /** Class names of first parameters by the node of a function's literal. */
  readonly receivers = new Map<NodeIndex, string>();
  /** Classes by the node of the call that makes them. */
  readonly classes = new Map<NodeIndex, RClass>();
  readonly classOfScope = new Map<number, RClass>();
  /** Classes by what they are assigned to, or by their title. */
  readonly classesByName = new Map<string, RClass>();
  /** Names of the classes that methods written apart belong to, by the methods' scopes. */
  readonly apart = new Map<number, string>();
  /** Scopes of lists with functions by the node of the call that makes them. */
  readonly lists = new Map<NodeIndex, number>();
  /** Symbols of the file's own variables by name. */
  readonly variables = new Map<string, number>();
  /** Names that calls define, as they are written among the arguments. */
  readonly titles = new Set<NodeIndex>();
  readonly #bound = new Map<number, number>();
  readonly #objects = new Map<number, number>();
  readonly #x: Extraction;

  constructor(x: Extraction) {
    this.#x = x;
  }

  #key(scope: number, name: string): number {
    return scope * NAMES + this.#x.facts.text(name);
  }

  /** Notes how a function's scope binds a name. */
  note(scope: number, name: string, how: number): void {
    const key = this.#key(scope, name);
    this.#bound.set(key, (this.#bound.get(key) ?? 0) | how);
  }

  /** How a scope binds a name: bits of {@link Bound}. */
  boundAs(scope: number, name: string): number {
    return this.#bound.get(this.#key(scope, name)) ?? 0;
  }

  /** Innermost function scope that binds a name; the file's when none does. */
  scopeOf(name: string, from: number): number {
    return this.#outwards(name, from, ~0);
  }

  /**
   * As {@link scopeOf}, for a name that is called: R then passes over everything that is no
   * function.
   */
  scopeOfCalled(name: string, from: number): number {
    return this.#outwards(name, from, ~Bound.data);
  }

  #outwards(name: string, from: number, ways: number): number {
    const text = this.#x.facts.text(name);
    let scope = from;
    while (scope > 0 && ((this.#bound.get(scope * NAMES + text) ?? 0) & ways) === 0) {
      scope = this.#x.scopeParent(scope);
    }
    return Math.max(0, scope);
  }

  /** Scope in which an assignment leaves its name. */
  targetScope(name: string, isOuter: boolean): number {
    const own = this.ownScope();
    return isOuter && own > 0 ? this.scopeOf(name, this.#x.scopeParent(own)) : own;
  }

  /** Scope of the function around, or of the file: what `<-` assigns in. */
  ownScope(): number {
    let scope = this.#x.scope;
    while (scope > 0 && this.#x.scopeKind(scope) !== ScopeKind.function) {
      scope = this.#x.scopeParent(scope);
    }
    return scope;
  }

  /** Lets a function literal become a symbol when the walk reaches it. */
  willDefine(literal: NodeIndex, named: NamedFunction): void {
    const before = this.named.get(literal);
    if (before === undefined) this.named.set(literal, [named]);
    else before.push(named);
  }

  /** Scope of the members that a variable of a scope was given one by one; -1 if none. */
  objectOf(scope: number, name: string): number {
    return this.#objects.get(this.#key(scope, name)) ?? NONE;
  }

  /** As {@link objectOf}; makes the scope when there is none yet. */
  openObject(scope: number, name: string): number {
    let object = this.objectOf(scope, name);
    if (object === NONE) {
      const symbol = scope === 0 ? this.variables.get(name) ?? NONE : NONE;
      object = this.#x.facts.scope(ScopeKind.object, scope, symbol);
      this.#objects.set(this.#key(scope, name), object);
    }
    return object;
  }

  /** The class in whose text, or in a method of which, the walk stands. */
  classAround(): RClass | undefined {
    if (this.classOfScope.size === 0) return undefined;
    for (let scope = this.#x.scope; scope > 0; scope = this.#x.scopeParent(scope)) {
      const own = this.classOfScope.get(scope) ??
        this.classesByName.get(this.apart.get(scope) ?? "");
      if (own !== undefined) return own;
    }
    return undefined;
  }

  /** Name of the class that a method around the walk is written apart from. */
  classApart(): string | undefined {
    if (this.apart.size === 0) return undefined;
    for (let scope = this.#x.scope; scope > 0; scope = this.#x.scopeParent(scope)) {
      const name = this.apart.get(scope);
      if (name !== undefined) return name;
    }
    return undefined;
  }
}

const STATES = new WeakMap<Extraction, FileState>();

/** State of the file being read. */
export function fileState(x: Extraction): FileState {
  let state = STATES.get(x);
  if (state === undefined) STATES.set(x, state = new FileState(x));
  return state;
}

/** Forgets the last file. */
export function forgetFile(x: Extraction): void {
  STATES.delete(x);
}
