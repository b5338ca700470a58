import type { FileFacts } from "../extract/facts.ts";
import type { ProjectFile } from "./project.ts";

/** Files beside those of the index up to which it is not made anew. */
const MOST_BESIDE = 100;

/**
 * Which files have symbols of a name, kept from one project to the next: after an edit nearly all of
 * them hold the same facts. Files are told by their facts, so that what is no longer there is not
 * found, and files with other facts are looked at beside.
 */
export class SymbolHolders {
  readonly #slots = new Map<FileFacts, number>();
  /** By name, where the slots of its files begin. */
  #starts = new Int32Array(1);
  #holders = new Int32Array(0);

  /** Of which files of a project it knows; {@link HoldersIn.isWorn} says whether to {@link index} anew. */
  in(files: readonly ProjectFile[]): HoldersIn {
    const known: ProjectFile[] = [];
    const beside: ProjectFile[] = [];
    for (const file of files) {
      const slot = this.#slots.get(file.facts);
      if (slot === undefined) beside.push(file);
      else known[slot] = file;
    }
    return new HoldersIn(known, beside, (name) => this.#of(name));
  }

  /** Makes it anew of the files of a project. @param nameCount how many names these have */
  index(files: readonly ProjectFile[], nameCount: number): void {
    this.#slots.clear();
    const ends = new Int32Array(nameCount + 1);
    const last = new Int32Array(nameCount).fill(-1);
    for (const [slot, file] of files.entries()) {
      this.#slots.set(file.facts, slot);
      for (const name of heldNames(file, slot, last)) ends[name + 1]!++;
    }
    for (let name = 0; name < nameCount; name++) ends[name + 1]! += ends[name]!;
    this.#holders = new Int32Array(ends[nameCount]!);
    this.#starts = ends.slice();
    last.fill(-1);
    for (const [slot, file] of files.entries()) {
      for (const name of heldNames(file, slot, last)) this.#holders[ends[name]!++] = slot;
    }
  }

  #of(name: number): Int32Array {
    // A name that came later is borne by none.
    return this.#holders.subarray(this.#starts[name] ?? 0, this.#starts[name + 1] ?? 0);
  }
}

/** What {@link SymbolHolders} know of the files of one project. */
export class HoldersIn {
  /** By slot. */
  readonly #known: readonly (ProjectFile | undefined)[];
  readonly #beside: readonly ProjectFile[];
  readonly #slotsOf: (name: number) => Int32Array;

  constructor(
    known: readonly (ProjectFile | undefined)[],
    beside: readonly ProjectFile[],
    slotsOf: (name: number) => Int32Array,
  ) {
    this.#known = known;
    this.#beside = beside;
    this.#slotsOf = slotsOf;
  }

  /** Whether so many files are not known that it is better made anew. */
  get isWorn(): boolean {
    return this.#beside.length > MOST_BESIDE;
  }

  /** Files of which alone symbols may bear a name, in path order. */
  of(name: number): readonly ProjectFile[] {
    const files = [...this.#beside];
    for (const slot of this.#slotsOf(name)) {
      const file = this.#known[slot];
      if (file !== undefined) files.push(file);
    }
    return files.sort((a, b) => a.id - b.id);
  }
}

/** Names (global) of a file's symbols, each once. @param last by name, the slot of the last file that gave it */
function* heldNames(file: ProjectFile, slot: number, last: Int32Array): Generator<number> {
  const { nameIds, symbolNames } = file;
  for (let at = 1; at < symbolNames.length; at++) {
    const name = nameIds[symbolNames[at]!]!;
    if (last[name] === slot) continue;
    last[name] = slot;
    yield name;
  }
}
