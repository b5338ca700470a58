/** What Elixir's rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { Clauses } from "../clause_family/clauses.ts";

/** Attributes that say something of the next function. */
export interface Pending {
  doc: string;
  isDeprecated: boolean;
  /** Node of what `@impl` is given; -1 when it was not written. */
  impl: NodeIndex;
}

/** State of the file in hand; one object serves file after file. */
export class FileState {
  readonly clauses = new Clauses();
  /** Full names of the modules of the file, by symbol. */
  readonly modules = new Map<number, string>();
  /** What `@impl` of a function is given, by symbol. */
  readonly impls = new Map<number, NodeIndex>();
  /** Behaviours of modules, as expressions, by the module's symbol. */
  readonly behaviours = new Map<number, number[]>();
  /** Symbols of modules that are routers of Phoenix. */
  readonly routers = new Set<number>();
  /** Names of functions without parameters. */
  readonly nullary = new Set<string>();
  /** Names of types of the file, with their arity. */
  readonly types = new Set<string>();
  /** Heads of definitions: calls that call nothing. */
  readonly heads = new Set<NodeIndex>();
  pending: Pending = nothingPending();
  /** Node after the type specification in hand. */
  specEnd = 0;
  /** Short names of modules, by the scope in which they hold. */
  readonly #aliases = new Map<number, Map<string, string>>();

  /** Forgets the file before. */
  reset(): void {
    this.clauses.reset();
    this.modules.clear();
    this.impls.clear();
    this.behaviours.clear();
    this.routers.clear();
    this.nullary.clear();
    this.types.clear();
    this.heads.clear();
    this.pending = nothingPending();
    this.specEnd = 0;
    this.#aliases.clear();
  }

  /** What the attributes before a function said; the next one starts anew. */
  takePending(): Pending {
    const { pending } = this;
    this.pending = nothingPending();
    return pending;
  }

  /** Lets a short name stand for a module in a scope. */
  addAlias(scope: number, name: string, module: string): void {
    let names = this.#aliases.get(scope);
    if (names === undefined) this.#aliases.set(scope, names = new Map());
    names.set(name, module);
  }

  /** Full name of a module as it is written in the scope in force. */
  fullName(x: Extraction, written: string): string {
    const dot = written.indexOf(".");
    const first = dot < 0 ? written : written.slice(0, dot);
    const rest = dot < 0 ? "" : written.slice(dot);
    if (first === "__MODULE__") return this.moduleAround(x) + rest;
    if (first === "Elixir") return rest.slice(1);
    for (let scope = x.scope; scope >= 0; scope = x.scopeParent(scope)) {
      const module = this.#aliases.get(scope)?.get(first);
      if (module !== undefined) return module + rest;
    }
    return written;
  }

  /** Full name of the module in whose definition the walk stands; "" outside. */
  moduleAround(x: Extraction): string {
    return this.modules.get(this.moduleSymbol(x)) ?? "";
  }

  /** Symbol of the module in whose definition the walk stands; -1 outside. */
  moduleSymbol(x: Extraction): number {
    for (let scope = x.scope; scope > 0; scope = x.scopeParent(scope)) {
      const symbol = x.symbolOfScope(scope);
      if (this.modules.has(symbol)) return symbol;
    }
    return NONE;
  }
}

function nothingPending(): Pending {
  return { doc: "", isDeprecated: false, impl: NONE };
}
