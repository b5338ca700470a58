/** From what a header or a class body declares to what is defined for it elsewhere. */
import { Flag, Sym } from "../extract/facts.ts";
import type { Lookup } from "./lookup.ts";
import type { Project, ProjectFile } from "./project.ts";
import type { Target } from "./targets.ts";

/** Follows declarations in one project. */
export class Declarations {
  constructor(readonly project: Project, readonly lookup: Lookup) {}

  /**
   * Targets with definitions in the place of the declarations among them. A declaration beside a
   * definition adds nothing; one alone is followed, where the module system knows how.
   */
  defined(from: ProjectFile, targets: readonly Target[]): readonly Target[] {
    if (!targets.some((target) => this.#isDeclaration(target))) return targets;
    if (!targets.some((target) => this.#isFollowed(target))) return targets;
    const defined = targets.filter((target) => !this.#isDeclaration(target));
    if (defined.length > 0) return defined;
    const followed = new Map<number, Target>();
    for (const target of targets) {
      const found = this.#modulesOf(target).definitions?.(target.symbol, from.id) ?? [];
      for (const symbol of found.length > 0 ? found : [target.symbol]) {
        if (!followed.has(symbol)) followed.set(symbol, { ...target, symbol });
      }
    }
    return [...followed.values()];
  }

  #isDeclaration({ symbol }: Target): boolean {
    const file = this.project.fileOfSymbol(symbol);
    return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.declaration) !== 0;
  }

  #isFollowed(target: Target): boolean {
    return this.#modulesOf(target).definitions !== undefined;
  }

  #modulesOf({ symbol }: Target): ReturnType<Lookup["modules"]> {
    return this.lookup.modules(this.project.fileOfSymbol(symbol));
  }
}
