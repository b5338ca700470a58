/** The classes that a class inherits from, in resolution order. */
import { Kind, Ref, RefKind, Sym } from "../extract/facts.ts";
import type { BasesApart } from "./bases_apart.ts";
import type { Evaluator } from "./evaluator.ts";
import { linearize } from "./linearization.ts";
import type { Lookup } from "./lookup.ts";
import type { Project, ProjectFile } from "./project.ts";
import type { TypeParts } from "./type_parts.ts";
import {
  type Environment,
  instanceOf,
  type Maybe,
  parameterKey,
  parts,
  substitute,
  type Value,
} from "./values.ts";

/** An instance of a class of the project. */
export type Instance = Value & { tag: "instance" };

/** A base outside the project. */
export interface OutsideBase {
  /** Qualified name. */
  readonly name: string;
  /** Whether it is an interface or a trait, not what the class itself is derived from. */
  readonly isInterface: boolean;
}

/** The classes that a class inherits from, itself first. */
export interface Ancestry {
  /** Instances of the classes in resolution order, in terms of the first one's type parameters. */
  readonly order: readonly Instance[];
  /** Whether some base is outside the project or unknown, so that a missing member may be there. */
  readonly open: boolean;
  /** The bases outside the project, when they are the only way in which it is open. */
  readonly outside: readonly OutsideBase[];
}

const NO_BASES: readonly OutsideBase[] = [];

/** What the classes of one project inherit from. */
export class Ancestries {
  readonly #known = new Map<number, Ancestry>();
  /** Classes being worked on, with the levels of these questions. */
  readonly #computing = new Map<number, number>();
  /** Classes that led back to a question being worked on, with its level; done with until that is. */
  readonly #met = new Map<number, number>();
  /** All classes of a circle, by each whose answer is known. */
  readonly #circles = new Map<number, readonly number[]>();

  constructor(
    readonly project: Project,
    readonly lookup: Lookup,
    readonly evaluator: Evaluator,
    readonly typeParts: TypeParts,
    readonly basesApart: BasesApart,
  ) {}

  /**
   * What a class (numbered through the project) inherits from. A class that inherits from itself, by way
   * of others, has each of them once; what each of these then has is worked out by itself, so that it
   * does not matter which of them is asked about first.
   */
  of(symbol: number): Ancestry {
    const known = this.#known.get(symbol);
    if (known !== undefined && !this.#isInOpenCircle(symbol)) return known;
    const around = this.#computing.get(symbol) ?? this.#met.get(symbol);
    if (around !== undefined) {
      this.evaluator.leadBackTo(around);
      return { order: [instanceOf(symbol) as Instance], open: false, outside: NO_BASES };
    }
    const { answer, level, cut } = this.evaluator.ask((level) => {
      this.#computing.set(symbol, level);
      return this.#compute(symbol);
    });
    this.#computing.delete(symbol);
    if (cut < level) this.#met.set(symbol, cut);
    else {
      this.#known.set(symbol, answer);
      if (cut === level) this.#closeCircle(symbol, level);
    }
    if (this.#computing.size === 0) this.#met.clear();
    return answer;
  }

  /** Whether a class is in a circle with one that is being worked on, so that its answer is none there. */
  #isInOpenCircle(symbol: number): boolean {
    return this.#circles.get(symbol)?.some((other) => this.#computing.has(other)) === true;
  }

  #closeCircle(symbol: number, level: number): void {
    const inside = Array.from(this.#met).filter(([, cut]) => cut >= level).map(([met]) => met);
    for (const one of inside) this.#met.delete(one);
    this.#circles.set(symbol, [symbol, ...inside]);
  }

  #compute(symbol: number): Ancestry {
    const file = this.project.fileOfSymbol(symbol);
    const bases: Instance[] = [];
    // A function or variable may be given members in ways that no definition shows.
    let open = isLoose(file, symbol);
    let unknown = open;
    const outside = new Map<string, OutsideBase>();
    const references = this.typeParts.of(symbol).flatMap((part) => {
      const owner = this.project.fileOfSymbol(part);
      return [
        ...owner.bases(part - owner.firstSymbol).map((row) => ({ file: owner, row })),
        ...this.basesApart.of(part),
      ];
    });
    for (const reference of references) {
      const { file, row } = reference;
      const named = this.evaluator.type(file, file.reference(row, Ref.EXPR));
      const base = this.basesApart.inTermsOf(symbol, reference, named);
      const instances = parts(base).filter((part) => part.tag === "instance");
      const isEmpty = base?.tag === "external" &&
        this.lookup.semantics(file).memberlessBases?.has(base.name) === true;
      // What leads back to this very class says nothing of its bases.
      const isUnsaid = base === undefined && this.evaluator.isCutOff;
      if (instances.length === 0 && !isEmpty && !isUnsaid) {
        open = true;
        if (base?.tag === "external" || base?.tag === "builtin") {
          const name = base.tag === "external" ? base.name : base.type;
          const isInterface = file.reference(row, Ref.KIND) === RefKind.implement;
          outside.set(name, { name, isInterface });
        } else unknown = true;
      }
      bases.push(...instances);
    }
    const chains = bases.map((base) => {
      const { order, open: baseOpen, outside: baseOutside } = this.of(base.symbol);
      open ||= baseOpen;
      unknown ||= baseOpen && baseOutside.length === 0;
      for (const one of baseOutside) outside.set(one.name, one);
      const env: Environment = { self: undefined, types: typeArgumentsOf(this.project, base) };
      return order.map((ancestor, i) => i === 0 ? base : substitute(ancestor, env) as Instance);
    });
    const style = this.lookup.semantics(file).inheritance;
    const inherited = linearize(chains, bases, style);
    // Nothing is its own base.
    const others = !this.evaluator.isCutOff
      ? inherited
      : inherited.filter((one) => !this.typeParts.areOne(one.symbol, symbol));
    const order = [instanceOf(symbol) as Instance, ...others];
    return { order, open, outside: unknown ? NO_BASES : [...outside.values()] };
  }
}

/** What an instance has for the type parameters of its class, by their keys. */
export function typeArgumentsOf(project: Project, instance: Instance): Map<number, Maybe> {
  const types = new Map<number, Maybe>();
  const file = project.fileOfSymbol(instance.symbol);
  const scope = file.symbol(instance.symbol - file.firstSymbol, Sym.SCOPE);
  if (scope >= 0) {
    file.typeParameters(scope).forEach((binding, i) =>
      types.set(parameterKey(file.id, binding), instance.args[i])
    );
  }
  return types;
}

/** Whether a definition that is used as a type is a function or a variable, which has no body of members. */
export function isLoose(file: ProjectFile, symbol: number): boolean {
  const kind = file.symbol(symbol - file.firstSymbol, Sym.KIND);
  return kind === Kind.function || kind === Kind.variable || kind === Kind.constant ||
    kind === Kind.field;
}
