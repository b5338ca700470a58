/** What the rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { ScopeKind } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Types that functions and properties extend, by their nodes. */
  readonly receivers = new Map<NodeIndex, NodeIndex>();
  /** The same by the scopes that these open, once the second pass has met them. */
  readonly receiverOfScope = new Map<number, NodeIndex>();
  /** Scopes of interfaces. */
  readonly interfaces = new Set<number>();

  /** The innermost type or extension in which a scope lies: what `this` is of. */
  around(x: Extraction): { scope: number; receiver: NodeIndex } {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      const receiver = this.receiverOfScope.get(scope);
      if (receiver !== undefined) return { scope, receiver };
      if (x.scopeKind(scope) === ScopeKind.class) return { scope, receiver: NONE };
    }
    return { scope: NONE, receiver: NONE };
  }

  /** Forgets the file. */
  reset(): void {
    this.receivers.clear();
    this.receiverOfScope.clear();
    this.interfaces.clear();
  }
}
