/** What is known of the file at work: bodies of declared routines, local names, units. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { namedChildren } from "../class_family/calls.ts";
import { headName, inField, nameText, type Syntax } from "./syntax.ts";

/** State of one file. */
export class FileState {
  /** Bodies in the file that no declaration took yet, by qualified name. */
  readonly #bodies = new Map<string, NodeIndex[]>();
  /** Declarations by their bodies. */
  readonly #declarations = new Map<NodeIndex, NodeIndex>();
  /** Names of parameters and local variables by scope. */
  readonly #locals = new Map<number, Set<string>>();
  /** Units that are used by names with dots. */
  readonly dottedUnits = new Set<string>();
  hasWith = false;
  /** Names that the file defines, of routines and of all else. */
  readonly #routines = new Set<string>();
  readonly #values = new Set<string>();

  constructor(readonly s: Syntax) {}

  /** Looks over the tree before anything is defined. */
  begin(x: Extraction): void {
    this.#bodies.clear();
    this.#declarations.clear();
    this.#locals.clear();
    this.dottedUnits.clear();
    this.#routines.clear();
    this.#values.clear();
    const { tree } = x;
    const { F, K } = this.s;
    this.hasWith = false;
    for (let node = 0; node < tree.count; node++) {
      if (tree.kinds[node] === K.with) this.hasWith = true;
      if (tree.kinds[node] !== K.defProc) continue;
      const around = tree.parents[node]!;
      if (around !== NONE && tree.kinds[around] === K.defProc) continue;
      const header = tree.child(node, F.header);
      const nameNode = header === NONE ? NONE : tree.child(header, F.name);
      if (nameNode === NONE) continue;
      const name = headName(x, nameNode);
      this.#bodies.set(name, [...this.#bodies.get(name) ?? [], node]);
    }
  }

  /**
   * The body of a declared routine, which no other declaration has then; -1 when the file has none.
   * Of overloads it is the one with the same parameters, and one that repeats none fits as well.
   */
  takeBody(x: Extraction, name: string, declaration: NodeIndex): NodeIndex {
    const { F } = this.s;
    const bodies = this.#bodies.get(name);
    if (bodies === undefined || bodies.length === 0) return NONE;
    const wanted = this.#parameters(x, declaration);
    const count = this.#count(x, declaration);
    const heads = bodies.map((body) => x.tree.child(body, F.header));
    let at = heads.findIndex((head) => this.#parameters(x, head) === wanted);
    if (at < 0) at = heads.findIndex((head) => this.#count(x, head) === count);
    if (at < 0) at = heads.findIndex((head) => x.tree.child(head, F.args) === NONE);
    if (at < 0) return NONE;
    const [body] = bodies.splice(at, 1);
    this.#declarations.set(body!, declaration);
    return body!;
  }

  /** The declaration of a body; -1 when it has none. */
  declarationOf(body: NodeIndex): NodeIndex {
    return this.#declarations.get(body) ?? NONE;
  }

  /** Types of the parameters in a head, which tell overloads apart. */
  #parameters(x: Extraction, head: NodeIndex): string {
    const { F } = this.s;
    const list = x.tree.child(head, F.args);
    const types = namedChildren(x, list).filter((arg) => x.tree.kinds[arg] === this.s.K.arg)
      .flatMap((arg) => inField(x, arg, F.name).map(() => nameText(x, x.tree.child(arg, F.type))));
    return types.join(";");
  }

  #count(x: Extraction, head: NodeIndex): number {
    return this.#parameters(x, head).split(";").length;
  }

  /** Notes a name that the file defines. */
  addDefined(name: string, isRoutine: boolean): void {
    (isRoutine ? this.#routines : this.#values).add(name);
  }

  /** Whether all that the file defines under a name are variables, properties and the like. */
  isValue(name: string): boolean {
    return this.#values.has(name) && !this.#routines.has(name);
  }

  /** Notes a local name of a scope. */
  addLocal(scope: number, name: string): void {
    let names = this.#locals.get(scope);
    if (names === undefined) this.#locals.set(scope, names = new Set());
    names.add(name);
  }

  /** Whether a name is that of a parameter or variable of the functions around. */
  isLocal(x: Extraction, name: string): boolean {
    for (let scope = x.scope; scope >= 0; scope = x.scopeParent(scope)) {
      const kind = x.scopeKind(scope);
      if (kind !== ScopeKind.function && kind !== ScopeKind.block) return false;
      if (this.#locals.get(scope)?.has(name) === true) return true;
    }
    return false;
  }
}
