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
   * definition of its name adds nothing; one alone is followed, where the module system knows how.
   */
  defined(from: ProjectFile, all: readonly Target[]): readonly Target[] {
    const targets = this.#built(all);
    if (!targets.some((target) => this.#isDeclaration(target))) return targets;
    if (!targets.some((target) => this.#isFollowed(target))) return targets;
    const defined = targets.filter((target) => !this.#isDeclaration(target));
    const names = new Set(defined.map((target) => this.#nameOf(target)));
    const followed = new Map(defined.map((target) => [target.symbol, target]));
    for (const target of targets) {
      if (names.has(this.#nameOf(target))) continue;
      const found = this.#modulesOf(target).definitions?.(target.symbol, from.id) ?? [];
      for (const symbol of found.length > 0 ? found : [target.symbol]) {
        if (!followed.has(symbol)) followed.set(symbol, { ...target, symbol });
      }
    }
    return [...followed.values()];
  }

  /** Without what ordinary builds leave out, where there is another definition. */
  #built(targets: readonly Target[]): readonly Target[] {
    if (targets.length < 2 || !targets.some((target) => this.#isFollowed(target))) return targets;
    const built = targets.filter((target) => !this.#hasFlag(target, Flag.optional));
    return built.length > 0 ? built : targets;
  }

  #nameOf({ symbol }: Target): number {
    const file = this.project.fileOfSymbol(symbol);
    return file.nameIds[file.symbol(symbol - file.firstSymbol, Sym.NAME)]!;
  }

  #isDeclaration(target: Target): boolean {
    return this.#hasFlag(target, Flag.declaration);
  }

  #hasFlag({ symbol }: Target, flag: number): boolean {
    const file = this.project.fileOfSymbol(symbol);
    return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & flag) !== 0;
  }

  #isFollowed(target: Target): boolean {
    return this.#modulesOf(target).definitions !== undefined;
  }

  #modulesOf({ symbol }: Target): ReturnType<Lookup["modules"]> {
    return this.lookup.modules(this.project.fileOfSymbol(symbol));
  }
}
