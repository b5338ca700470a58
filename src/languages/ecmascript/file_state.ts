/** What the rules must remember of one file beyond its facts, to stay linear in its size. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** What `this` means in a function's scope. */
export const Form = {
  /** As outside. */
  arrow: 0,
  /** The instance, or the object literal that the function is written in. */
  method: 1,
  /** The class. */
  static: 2,
  /** What the function's qualifier names, or what `new` makes of it. */
  plain: 3,
  /** Nothing that the file tells. */
  callback: 4,
} as const;

const NAMES = 2 ** 26;

/** Names by scope, object literals by name, and the forms of functions. */
export class FileState {
  /** Form of the function that opens a scope. */
  readonly forms = new Map<number, number>();
  /** By the scope of a function that an assignment makes a member: the scope of whose. */
  readonly receivers = new Map<number, number>();
  /** By the scope of a function that declares a `this` parameter: its type expression. */
  readonly declaredSelf = new Map<number, number>();
  /** Names at the top of a CommonJS module for what it exports: `const api = exports`. */
  readonly exportsNames = new Set(["exports"]);
  /** Rows of symbols by scope and name; -1 for names without one. */
  readonly #names = new Map<number, number>();
  readonly #types = new Map<number, number>();
  readonly #typed = new Set<number>();
  readonly #owners = new Map<number, number>();
  readonly #objects = new Map<number, number>();
  /** Where local variables are declared that have no symbol. */
  readonly #nodes = new Map<number, NodeIndex>();
  readonly #x: Extraction;

  constructor(x: Extraction) {
    this.#x = x;
  }

  #key(scope: number, name: string): number {
    return scope * NAMES + this.#x.facts.text(name);
  }

  /** Notes that a scope declares a name. */
  declare(scope: number, name: string, symbol: number = NONE): void {
    const key = this.#key(scope, name);
    if (symbol !== NONE || !this.#names.has(key)) this.#names.set(key, symbol);
  }

  /** Notes that a scope declares a type, whose name may be a value's too. */
  declareType(scope: number, name: string, symbol: number): void {
    this.#types.set(this.#key(scope, name), symbol);
  }

  /** Symbol of the type that a scope declares under a name; -1 if none. */
  typeNamed(scope: number, name: string): number {
    return this.#types.get(this.#key(scope, name)) ?? NONE;
  }

  /** Notes that a scope declares a variable that has no symbol yet. */
  declareLocal(scope: number, name: string, node: NodeIndex): void {
    this.declare(scope, name);
    const key = this.#key(scope, name);
    if (!this.#nodes.has(key)) this.#nodes.set(key, node);
  }

  /** Notes that a variable without a symbol is declared with a type. */
  declareTyped(scope: number, name: string): void {
    this.#typed.add(this.#key(scope, name));
  }

  /** Whether a variable without a symbol is declared with a type. */
  isTyped(scope: number, name: string): boolean {
    return this.#typed.has(this.#key(scope, name));
  }

  /** Where a variable without a symbol is declared; -1 when it is no such variable. */
  nodeOf(scope: number, name: string): NodeIndex {
    return this.#nodes.get(this.#key(scope, name)) ?? NONE;
  }

  /** Whether a scope itself declares a name. */
  declares(scope: number, name: string): boolean {
    return this.#names.has(this.#key(scope, name));
  }

  /** Symbol that a scope declares under a name; -1 if none. */
  symbolNamed(scope: number, name: string): number {
    return this.#names.get(this.#key(scope, name)) ?? NONE;
  }

  /** The nearest scope outwards that declares a name; -1 if none does. Members are no names. */
  scopeDeclaring(name: string, from: number): number {
    for (let scope = from; scope !== NONE; scope = this.#x.scopeParent(scope)) {
      const kind = this.#x.scopeKind(scope);
      if (kind === ScopeKind.class || kind === ScopeKind.object) continue;
      if (this.declares(scope, name)) return scope;
    }
    return NONE;
  }

  /** Notes the symbol that holds the object literal of a scope. */
  ownObject(object: number, symbol: number): void {
    if (symbol !== NONE) this.#owners.set(object, symbol);
  }

  /** Symbol that holds the object literal of a scope; -1 if none. */
  objectOwner(scope: number): number {
    return this.#owners.get(scope) ?? NONE;
  }

  /** Notes that a variable holds the object literal of a scope. */
  holdObject(scope: number, name: string, object: number): void {
    this.#objects.set(this.#key(scope, name), object);
  }

  /** Scope of the object literal that a name holds, as seen from a scope; -1 if none. */
  objectNamed(name: string, from: number): number {
    const scope = this.scopeDeclaring(name, from);
    return scope === NONE ? NONE : this.#objects.get(this.#key(scope, name)) ?? NONE;
  }

  /** Where `this` comes from, seen from a scope. */
  self(from: number): Self | undefined {
    for (let scope = from; scope !== NONE; scope = this.#x.scopeParent(scope)) {
      const kind = this.#x.scopeKind(scope);
      if (kind === ScopeKind.class) return { scope, isStatic: false };
      if (kind !== ScopeKind.function) continue;
      const type = this.declaredSelf.get(scope);
      if (type !== undefined) return { scope, isStatic: false, type };
      const receiver = this.receivers.get(scope);
      const form = this.forms.get(scope);
      if (form !== Form.arrow && receiver !== undefined) {
        return { scope: receiver, isStatic: false };
      }
      if (form === Form.arrow || form === undefined) continue;
      if (form === Form.callback) return undefined;
      if (form === Form.plain) return { scope, isStatic: false };
      return { scope: this.#x.scopeParent(scope), isStatic: form === Form.static };
    }
    return undefined;
  }
}

/** The scope whose instance `this` is, or the class itself. */
export interface Self {
  readonly scope: number;
  readonly isStatic: boolean;
  /** Type expression that a `this` parameter declares. */
  readonly type?: number;
}

const STATES = new WeakMap<Extraction, FileState>();

/** Starts a file. */
export function beginFile(x: Extraction): void {
  STATES.set(x, new FileState(x));
}

/** State of the file being read. */
export function fileState(x: Extraction): FileState {
  let state = STATES.get(x);
  if (state === undefined) STATES.set(x, state = new FileState(x));
  return state;
}
