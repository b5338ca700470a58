/** What the rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Types that extensions extend, by the scopes of the extensions. */
  readonly extended = new Map<number, NodeIndex>();

  /** Prefixes under which the libraries are imported that every file has: `dart:core` as `core`. */
  readonly corePrefixes = new Set<string>();

  /** The innermost type or extension in which a scope lies: what `this` is of. */
  around(x: Extraction): { scope: number; extended: NodeIndex } {
    const scope = x.enclosing(ScopeKind.class);
    return { scope, extended: this.extended.get(scope) ?? NONE };
  }

  /** Forgets the file. */
  reset(): void {
    this.extended.clear();
    this.corePrefixes.clear();
  }
}
