/**
 * Bases that a type is given apart from its definition: `impl Trait for Type` in Rust, which may stand
 * in any file. Such a reference tells in its `CALL` column what type it is about.
 */
import { Ref, RefKind, Sym } from "../extract/facts.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Lookup } from "./lookup.ts";
import { EVERY_TYPE, extendedNames, type OutsideExtensions } from "./outside_extensions.ts";
import type { Project, ProjectFile } from "./project.ts";
import { type Maybe, parameterKey, parts, substitute, type Value } from "./values.ts";
import { append } from "./multimap.ts";

/** A reference by which a type gets a base. */
export interface BaseReference {
  readonly file: ProjectFile;
  /** Row of the reference table. */
  readonly row: number;
}

const NONE: readonly BaseReference[] = [];
const NO_OWNERS: readonly number[] = [];

/** The bases of the types of one project that are named apart from them. */
export class BasesApart {
  readonly #ofType = new Map<number, BaseReference[]>();

  constructor(
    readonly project: Project,
    readonly lookup: Lookup,
    readonly evaluator: Evaluator,
    readonly outside: OutsideExtensions,
  ) {}

  /** Finds them. To be called once all types can be looked up. */
  collect(): void {
    for (const file of this.project.files) {
      if (this.lookup.semantics(file).basesStandApart !== true) continue;
      for (let row = 0; row < file.count("references"); row++) {
        const owners = this.ownersOf(file, row);
        for (const owner of owners) {
          append(this.#ofType, owner, { file, row });
        }
        if (owners.length === 0) this.#extendOutside(file, row);
      }
    }
  }

  /** `impl Shout for str`, `impl<T> Shout for T`: types outside, or all, get what the trait has. */
  #extendOutside(file: ProjectFile, row: number): void {
    const subject = isAboutBase(file, row) ? file.reference(row, Ref.CALL) : -1;
    if (subject < 0) return;
    const bases = parts(this.evaluator.type(file, file.reference(row, Ref.EXPR)));
    for (const part of parts(this.evaluator.type(file, subject))) {
      const name = part.tag === "parameter" ? EVERY_TYPE : extendedNames(part)[0];
      if (name === undefined || name === EVERY_TYPE && part.tag !== "parameter") continue;
      for (const base of bases) {
        if (base.tag === "instance") this.outside.addBase(name, base.symbol);
      }
    }
  }

  /** References that give a type (a symbol, numbered through the project) a base. */
  of(type: number): readonly BaseReference[] {
    return this.#ofType.get(type) ?? NONE;
  }

  /** Types that a reference gives a base, when it tells in another place than their definition. */
  ownersOf(file: ProjectFile, row: number): readonly number[] {
    const subject = isAboutBase(file, row) ? file.reference(row, Ref.CALL) : -1;
    if (subject < 0) return NO_OWNERS;
    this.evaluator.begin();
    return parts(this.evaluator.type(file, subject)).flatMap((part) =>
      part.tag === "instance" ? [part.symbol] : []
    );
  }

  /** A base in terms of its type's own parameters, which the other place may call otherwise. */
  inTermsOf(type: number, { file, row }: BaseReference, base: Maybe): Maybe {
    const subject = parts(this.evaluator.type(file, file.reference(row, Ref.CALL)))
      .find((part) => part.tag === "instance" && part.symbol === type);
    if (subject?.tag !== "instance" || subject.args.length === 0) return base;
    const owner = this.project.fileOfSymbol(type);
    const scope = this.#scopeOf(owner, type);
    if (scope < 0) return base;
    const types = new Map<number, Maybe>();
    owner.typeParameters(scope).forEach((binding, i) => {
      const given = subject.args[i];
      if (given?.tag !== "parameter") return;
      const own: Value = { tag: "parameter", file: owner.id, binding };
      types.set(parameterKey(given.file, given.binding), own);
    });
    return types.size === 0 ? base : substitute(base, { self: undefined, types });
  }

  #scopeOf(file: ProjectFile, symbol: number): number {
    return file.symbol(symbol - file.firstSymbol, Sym.SCOPE);
  }
}

function isAboutBase(file: ProjectFile, row: number): boolean {
  const kind = file.reference(row, Ref.KIND);
  return kind === RefKind.implement || kind === RefKind.inherit;
}
