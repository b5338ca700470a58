/** What the rules must remember of one file beyond its facts. */
import type { Extraction } from "../../extract/extraction.ts";
import { NONE } from "../../extract/syntax_tree.ts";

/** A method that is being read. */
export interface MethodAround {
  readonly scope: number;
  /** Whether it is the class's own: `+ (void)make`. */
  readonly isOfClass: boolean;
  /** Class that a category adds to; "" of a class's own methods. */
  readonly category: string;
}

/** State of the file in hand; one object serves file after file. */
export class FileState {
  /** Methods with bodies, by their scopes. */
  readonly methods = new Map<number, MethodAround>();
  /** Names of classes of tests. */
  readonly suites = new Set<string>();

  /** The method in which the walk stands; undefined in functions and outside. */
  around(x: Extraction): MethodAround | undefined {
    for (let scope = x.scope; scope !== NONE; scope = x.scopeParent(scope)) {
      const method = this.methods.get(scope);
      if (method !== undefined) return method;
    }
    return undefined;
  }

  /** Forgets the file. */
  reset(): void {
    this.methods.clear();
    this.suites.clear();
  }
}
