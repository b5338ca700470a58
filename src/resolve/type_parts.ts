/**
 * Types that are written in several places (`partial class`, reopened classes): each place is a symbol
 * of its own, and a member or base of one is a member or base of all.
 */
import { Flag, Kind, Sym } from "../extract/facts.ts";
import type { Lookup } from "./lookup.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";
import { append } from "./multimap.ts";

const FILE = 0;

/** The parts of the types of one project. */
export class TypeParts {
  /** All parts of a type, in path order, by each of them; types of one part are left out. */
  readonly #parts = new Map<number, readonly number[]>();

  constructor(project: Project, lookup: Lookup) {
    const byName = new Map<string, number[]>();
    for (const file of project.files) {
      const { typesHaveParts, family } = lookup.semantics(file);
      if (typesHaveParts === undefined) continue;
      for (let row = 1; row < file.count("symbols"); row++) {
        const isMarked = (file.symbol(row, Sym.FLAGS) & Flag.extension) !== 0;
        if (typesHaveParts === "marked" && !isMarked) continue;
        const kind = file.symbol(row, Sym.KIND);
        if (!isType(kind) && kind !== Kind.module) continue;
        const name = `${family} ${qualifiedName(file, row)}`;
        append(byName, name, file.firstSymbol + row);
      }
    }
    for (const parts of byName.values()) {
      if (parts.length > 1) { for (const part of parts) this.#parts.set(part, parts); }
    }
  }

  /** All parts of a type; nothing but itself when it has one. */
  of(type: number): readonly number[] {
    return this.#parts.get(type) ?? [type];
  }

  /** Whether two symbols are parts of one type. */
  areOne(a: number, b: number): boolean {
    return a === b || this.#parts.get(a)?.includes(b) === true;
  }
}

/** Package, containers and name of a type; types of one name with other parameters are others. */
function qualifiedName(file: ProjectFile, type: number): string {
  const names: string[] = [];
  for (let row = type; row > 0; row = file.symbol(row, Sym.CONTAINER)) {
    names.unshift(file.nameOf(row));
  }
  const qualifier = file.symbol(FILE, Sym.QUALIFIER);
  if (qualifier >= 0) names.unshift(file.text(qualifier));
  const scope = file.symbol(type, Sym.SCOPE);
  const parameters = scope < 0 ? 0 : file.typeParameters(scope).length;
  // `class A::B` is the same as a class B in A.
  return `${names.join("::")} ${parameters}`;
}
