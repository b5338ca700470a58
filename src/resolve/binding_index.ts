/**
 * Finds the bindings of a name in a scope. A file has thousands of them and a project millions of
 * look-ups, so this is a hash table in two flat arrays: no object or boxed number a binding.
 */
import { Binding } from "../extract/facts.ts";

/** Bindings of one file by scope and name. */
export class BindingIndex {
  readonly #bindings: Int32Array;
  readonly #nameIds: Int32Array;
  /** By hash slot: the first binding of some scope and name, plus one; 0 where there is none. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  /** By binding: the next one of the same scope and name. */
  readonly #nexts: Int32Array;

  /**
   * @param bindings the file's binding table
   * @param nameIds global name ids by local string index
   */
  constructor(bindings: Int32Array, nameIds: Int32Array) {
    this.#bindings = bindings;
    this.#nameIds = nameIds;
    const count = bindings.length / Binding.STRIDE;
    const size = 1 << (32 - Math.clz32(count * 2));
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
    this.#nexts = new Int32Array(count).fill(-1);
    for (let row = count - 1; row >= 0; row--) this.#insert(row);
  }

  /** First binding in document order, -1 if there is none. */
  first(scope: number, name: number): number {
    return this.#slots[this.#slotOf(scope, name)]! - 1;
  }

  /** Next binding of the same name in the same scope, -1 after the last. */
  next(binding: number): number {
    return this.#nexts[binding]!;
  }

  #insert(row: number): void {
    const slot = this.#slotOf(this.#scopeOf(row), this.#nameOf(row));
    this.#nexts[row] = this.#slots[slot]! - 1;
    this.#slots[slot] = row + 1;
  }

  /** Slot of a scope and name, or the free one where they would go (linear probing). */
  #slotOf(scope: number, name: number): number {
    let slot = (Math.imul(scope, 0x9e3779b1) ^ Math.imul(name, 0x85ebca6b)) >>> 7 & this.#mask;
    for (;;) {
      const row = this.#slots[slot]! - 1;
      if (row < 0 || (this.#scopeOf(row) === scope && this.#nameOf(row) === name)) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }

  #scopeOf(row: number): number {
    return this.#bindings[row * Binding.STRIDE + Binding.SCOPE]!;
  }

  #nameOf(row: number): number {
    return this.#nameIds[this.#bindings[row * Binding.STRIDE + Binding.NAME]!]!;
  }
}
