/** Of the definitions that a reference may mean, those that fit what is done with it. */
import { Flag, Kind, Ref, RefKind, Sym } from "../extract/facts.ts";
import { BestOverloads } from "./best_overloads.ts";
import type { Knowledge } from "./knowledge.ts";
import { CONSTRUCT_MEMBER } from "./members.ts";
import type { ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";
import type { Resolved, Target } from "./targets.ts";
import { symbolValue } from "./values.ts";

/** Whether a kind of reference calls what it names. */
export function calls(kind: number): boolean {
  return kind === RefKind.call || kind === RefKind.construct;
}

/** Whether a kind of reference names a type. */
function namesType(kind: number): boolean {
  return kind === RefKind.type || kind === RefKind.implement || kind === RefKind.inherit;
}

/** Chooses among definitions by the kind of a reference. */
export class FittingTargets {
  readonly #knowledge: Knowledge;
  readonly #overloads: BestOverloads;

  constructor(knowledge: Knowledge) {
    const { project, lookup, evaluator, members } = knowledge;
    this.#knowledge = knowledge;
    this.#overloads = new BestOverloads(project, lookup, evaluator, members);
  }

  /** Of the definitions that a reference may mean, those that fit what is done with it. */
  of(file: ProjectFile, row: number, resolved: Resolved): readonly Target[] {
    if (resolved.targets.length === 0) return resolved.targets;
    const kind = file.reference(row, Ref.KIND);
    const ordinary = this.#ordinary(resolved.targets);
    // A function from outside to which the project adds methods.
    const isExtended = resolved.external !== undefined &&
      this.#knowledge.lookup.semantics(file).multipleDispatch !== undefined;
    if (calls(kind)) {
      const called = this.#callable(file, row, this.#withConstructors(ordinary));
      return this.#overloads.choose(file, row, called, isExtended);
    }
    if (isExtended) return [];
    return namesType(kind) ? this.#typesAmong(ordinary) : ordinary;
  }

  /** Where a type is meant, a function of its name beside it is not. */
  #typesAmong(targets: readonly Target[]): readonly Target[] {
    const types = targets.filter(({ symbol }) => {
      const owner = this.#knowledge.project.fileOfSymbol(symbol);
      return isType(owner.symbol(symbol - owner.firstSymbol, Sym.KIND));
    });
    return types.length > 0 ? types : targets;
  }

  /** To call a type is to call its constructors, if it has any of its own. */
  #withConstructors(targets: readonly Target[]): readonly Target[] {
    return targets.flatMap((target) => {
      const file = this.#knowledge.project.fileOfSymbol(target.symbol);
      const kind = file.symbol(target.symbol - file.firstSymbol, Sym.KIND);
      if (kind === Kind.module) return this.#makersOf(file, target);
      if (!isType(kind)) return [target];
      const constructors = this.#knowledge.members.constructorsOf(target.symbol);
      return constructors.length === 0
        ? [target]
        : constructors.map((symbol) => ({ ...target, symbol }));
    });
  }

  /**
   * Where a function is called by reading it, what a name alone calls: no type, nor what its object runs
   * when that is called. A type that says nothing of its arguments is not made by its name, if something
   * else has it.
   */
  #callable(file: ProjectFile, row: number, targets: readonly Target[]): readonly Target[] {
    const { readsMayBeCalls, callMember } = this.#knowledge.lookup.semantics(file);
    if (readsMayBeCalls !== true || file.reference(row, Ref.KIND) !== RefKind.call) return targets;
    const isRead = file.reference(row, Ref.ARGUMENTS) < 0;
    const isNamed = file.text(file.reference(row, Ref.NAME)) === callMember;
    // Beside `apply(items: Item*)` an object makes an instance of what holds the items by other means.
    const takesAny = targets.some(({ symbol }) => {
      const owner = this.#knowledge.project.fileOfSymbol(symbol);
      const target = symbol - owner.firstSymbol;
      return owner.nameOf(target) === callMember && (owner.symbol(target, Sym.ARITY) & 255) === 255;
    });
    return targets.filter(({ symbol }) => {
      const owner = this.#knowledge.project.fileOfSymbol(symbol);
      const target = symbol - owner.firstSymbol;
      if (!isType(owner.symbol(target, Sym.KIND))) {
        return !isRead || isNamed || owner.nameOf(target) !== callMember;
      }
      return !isRead && !takesAny &&
        (targets.length < 2 || owner.symbol(target, Sym.ARITY) >= 0);
    });
  }

  /** To construct a module is to call what it defines for that, `def self.new`, if anything. */
  #makersOf(file: ProjectFile, target: Target): readonly Target[] {
    if (this.#knowledge.lookup.semantics(file).classMembersApart !== true) return [target];
    const makers = this.#knowledge.members.find(symbolValue(target.symbol), CONSTRUCT_MEMBER)
      .flatMap(({ entity }) => this.#knowledge.symbolsOf(file, entity));
    return makers.length === 0 ? [target] : makers.map((symbol) => ({ ...target, symbol }));
  }

  /** Without definitions in files that ordinary builds leave out, where others have the name too. */
  #ordinary(targets: readonly Target[]): readonly Target[] {
    if (targets.length < 2) return targets;
    const ordinary = targets.filter(({ symbol }) =>
      (this.#knowledge.project.fileOfSymbol(symbol).symbol(0, Sym.FLAGS) & Flag.optional) === 0
    );
    return ordinary.length > 0 ? ordinary : targets;
  }
}
