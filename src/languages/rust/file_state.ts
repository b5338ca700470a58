/** What the rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { Scope, ScopeKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** An `impl` block. */
export interface Implementation {
  readonly node: NodeIndex;
  /** Type that it is for. */
  readonly type: NodeIndex;
  /** Path of that type, as a qualifier; "" when the type has no name. */
  readonly owner: string;
}

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** `impl` blocks by the scopes that they open. */
  readonly implementations = new Map<number, Implementation>();
  /** Node before which tokens are those of an attribute. */
  attributeEnd = NONE;
  /** Node before which all is inside an inline test module. */
  testEnd = NONE;
  /** Type parameters by name, with the scopes that bind them. */
  readonly typeParameters = new Map<string, Set<number>>();
  /** Names of the inline modules by the scope that each opens. */
  readonly inlineModules = new Map<number, string>();

  /** The `impl` block in whose scope a scope lies, not counting those around functions. */
  implementationAt(x: Extraction, from: number): Implementation | undefined {
    for (let scope = from; scope !== NONE; scope = x.scopeParent(scope)) {
      const found = this.implementations.get(scope);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** What `self` and `Self` stand for where the walk is, as a scope; -1 outside types and methods. */
  selfScope(x: Extraction): number {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (this.implementations.has(scope)) return NONE;
      const kind = x.scopeKind(scope);
      if (kind === ScopeKind.class) return scope;
      if (kind !== ScopeKind.function) continue;
      const symbol = x.facts.tables.scopes.get(scope, Scope.SYMBOL);
      if (symbol >= 0 && x.facts.tables.symbols.get(symbol, Sym.QUALIFIER) >= 0) return scope;
    }
    return NONE;
  }

  /** Path of the inline modules around a scope, outermost first. */
  inlinePath(x: Extraction, from: number): string[] {
    const path: string[] = [];
    if (this.inlineModules.size === 0) return path;
    for (let scope = from; scope !== NONE; scope = x.scopeParent(scope)) {
      const name = this.inlineModules.get(scope);
      if (name !== undefined) path.unshift(name);
    }
    return path;
  }

  /** Notes that a scope binds a type parameter. */
  addTypeParameter(name: string, scope: number): void {
    const scopes = this.typeParameters.get(name);
    if (scopes === undefined) this.typeParameters.set(name, new Set([scope]));
    else scopes.add(scope);
  }

  /** Whether a name is a type parameter where the walk is. */
  isTypeParameter(x: Extraction, name: string): boolean {
    const scopes = this.typeParameters.get(name);
    if (scopes === undefined) return false;
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      if (scopes.has(scope)) return true;
    }
    return false;
  }

  /** Forgets the file. */
  reset(): void {
    this.implementations.clear();
    this.attributeEnd = NONE;
    this.testEnd = NONE;
    this.typeParameters.clear();
    this.inlineModules.clear();
  }
}
