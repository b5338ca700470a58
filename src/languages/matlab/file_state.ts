/** What the rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { type Place, placeOf } from "./place.ts";

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Where the file lies. */
  place: Place = placeOf("");
  /** The function, class or script by which others know the file. */
  main: NodeIndex = NONE;
  /** Variables that were given a function handle. */
  readonly handles = new Set<string>();
  /** Variables that may hold an object: given by a call that is not MATLAB's own, or declared. */
  readonly objects = new Set<string>();
  /** Fields of variables that were given a function handle, by scope and name: they are bound as `x.f`. */
  readonly #fieldHandles = new Set<string>();
  /** Value last bound to a variable, by scope and name. */
  readonly values = new Map<string, number>();
  /** Functions of this file that are visible in all of it. */
  readonly functions = new Set<string>();
  /** Name of the object in a method, by the method's scope. */
  readonly selves = new Map<number, string>();
  /** Names assigned or declared in a scope: calls of them are indexing. */
  readonly #variables = new Map<number, Set<string>>();

  /** Forgets the file before. */
  reset(path: string): void {
    this.place = placeOf(path);
    this.main = NONE;
    this.handles.clear();
    this.objects.clear();
    this.#fieldHandles.clear();
    this.values.clear();
    this.functions.clear();
    this.selves.clear();
    this.#variables.clear();
  }

  /** Notes a variable of a scope. */
  note(x: Extraction, node: NodeIndex, scope: number): void {
    let names = this.#variables.get(scope);
    if (names === undefined) this.#variables.set(scope, names = new Set());
    names.add(x.textOf(node));
  }

  /** Scope that holds a variable, seen from the scope in force; -1 when the name is no variable. */
  variableScope(x: Extraction, name: string): number {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (this.#variables.get(scope)?.has(name)) return scope;
    }
    return NONE;
  }

  /** Notes that a field of a variable, `x.f`, holds a handle. */
  noteFieldHandle(scope: number, name: string): void {
    this.#fieldHandles.add(`${scope} ${name}`);
  }

  /** Whether a field of a variable, `x.f`, was given a handle. */
  isFieldHandle(scope: number, name: string): boolean {
    return this.#fieldHandles.has(`${scope} ${name}`);
  }

  /** Whether a node names the object of the method around it. */
  isSelf(x: Extraction, node: NodeIndex, s: { K: { identifier: number } }): boolean {
    return node !== NONE && x.tree.kinds[node] === s.K.identifier &&
      x.textOf(node) === this.selfName(x);
  }

  /** Name of the object in the method around; "" outside of one. */
  selfName(x: Extraction): string {
    const scope = x.enclosing(ScopeKind.function);
    return scope === NONE ? "" : this.selves.get(scope) ?? "";
  }
}
