/** What the rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Types that extensions extend, by the scopes of the extensions. */
  readonly extended = new Map<number, NodeIndex>();
  /** Declared results of functions, by their scopes. */
  readonly results = new Map<number, number>();
  /** Scopes of protocols. */
  readonly protocols = new Set<number>();
  /** Scopes of classes of tests. */
  readonly suites = new Set<number>();

  /** The innermost type or extension around: what `self` is of, and the member of it. */
  around(x: Extraction): { scope: number; extended: NodeIndex; member: number } {
    let member = NONE;
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      const extended = this.extended.get(scope);
      if (extended !== undefined) return { scope, extended, member };
      if (x.scopeKind(scope) === ScopeKind.class) return { scope, extended: NONE, member };
      if (x.scopeKind(scope) === ScopeKind.function) member = scope;
    }
    return { scope: NONE, extended: NONE, member };
  }

  /** Forgets the file. */
  reset(): void {
    this.extended.clear();
    this.results.clear();
    this.protocols.clear();
    this.suites.clear();
  }
}
