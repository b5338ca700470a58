/** Finds the parts of nodes that a table names. */
import type { Extraction } from "../../extract/extraction.ts";
import type { Grammar } from "../../extract/grammar.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import type { Slot } from "./syntax_table.ts";

/** A slot, looked up in a grammar. */
interface Step {
  readonly field: number;
  readonly kind: number;
}

/** Slots of one grammar; those that it has not are never found. */
export class Slots {
  readonly #steps = new Map<string, readonly Step[] | undefined>();

  constructor(readonly g: Grammar) {}

  #stepsOf(path: string): readonly Step[] | undefined {
    if (!this.#steps.has(path)) {
      const steps = path.split("/").map((part) => {
        const isField = part.startsWith(".");
        const name = isField ? part.slice(1) : part;
        if (isField) return { field: this.g.hasField(name) ? this.g.field(name) : -1, kind: -1 };
        return { field: -1, kind: this.g.has(name) ? this.g.kind(name) : -1 };
      });
      this.#steps.set(
        path,
        steps.some(({ field, kind }) => field < 0 && kind < 0) ? undefined : steps,
      );
    }
    return this.#steps.get(path);
  }

  /** The node in a slot; -1 if there is none. */
  find(x: Extraction, node: NodeIndex, slot: Slot | undefined): NodeIndex {
    if (slot === undefined || node === NONE) return NONE;
    for (const path of typeof slot === "string" ? [slot] : slot) {
      let at = node;
      for (const { field, kind } of this.#stepsOf(path) ?? []) {
        at = field >= 0 ? x.tree.child(at, field) : x.tree.childOfKind(at, kind);
        if (at === NONE) break;
      }
      if (at !== NONE && at !== node) return at;
    }
    return NONE;
  }

  /** All nodes in the last step of a slot. */
  all(x: Extraction, node: NodeIndex, slot: Slot): NodeIndex[] {
    const first = this.find(x, node, slot);
    const found: NodeIndex[] = [];
    if (first === NONE) return found;
    const { tree } = x;
    const field = tree.fields[first]!;
    for (let at = first; at !== NONE; at = tree.nextSibling(at)) {
      const fits = field > 0 ? tree.fields[at] === field : tree.kinds[at] === tree.kinds[first];
      if (fits && tree.isNamed(at)) found.push(at);
    }
    return found.length > 0 ? found : [first];
  }
}
