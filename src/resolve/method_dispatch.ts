/** Which methods of a function apply to the arguments of a call, by the types of all of them (Julia). */
import { Binding, Sym } from "../extract/facts.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Members } from "./members.ts";
import { lastName } from "./outside_extensions.ts";
import type { Project } from "./project.ts";
import type { MultipleDispatch } from "./semantics.ts";
import type { Target } from "./targets.ts";
import { type Maybe, parts, type Value } from "./values.ts";

/** How well an argument fits a parameter: the more particular its type, the better. */
const Fit = { not: 0, any: 1, unknown: 2, far: 3, near: 4, same: 5 } as const;
/** The argument is declared to be of a supertype, or not at all: at run time it may be of the parameter's type. */
const NARROWER = -1;

/** More steps than from any type to the top. */
const HIGHEST = 12;
/** Deeper bounds of type parameters are circles. */
const DEEPEST_BOUND = 4;

/** The type of a parameter, undefined when it has none; a type that cannot be told is undefined itself. */
type Declared = { readonly type: Maybe } | undefined;

/** Finds the methods that apply in one project. */
export class MethodDispatch {
  readonly #known = new Map<number, readonly Declared[]>();

  constructor(
    readonly project: Project,
    readonly evaluator: Evaluator,
    readonly members: Members,
  ) {}

  /**
   * Of the methods of a function, the most particular that apply, and those that may.
   *
   * @param fromOutside whether the function is one from outside, which has other methods as well: then
   * only those count that take an argument known to be of a type of the project
   */
  applicable(
    targets: readonly Target[],
    given: readonly Maybe[],
    rules: MultipleDispatch,
    fromOutside: boolean,
  ): readonly Target[] {
    const args = given.map((arg) => this.#bounded(arg));
    let fitting: Target[] = [];
    let bestScore = 0;
    const possible: Target[] = [];
    for (const target of targets) {
      const fits = this.#fits(target.symbol, args, rules);
      if (fits.includes(Fit.not)) continue;
      if (fromOutside && !args.some((arg, i) => isSelective(fits[i]!) && isOwn(arg))) continue;
      if (fits.includes(NARROWER)) {
        possible.push(target);
        continue;
      }
      const score = 1 + fits.reduce((sum: number, fit) => sum + fit, 0);
      if (score > bestScore) fitting = [];
      if (score >= bestScore) fitting.push(target);
      bestScore = Math.max(bestScore, score);
    }
    const found = [...fitting, ...possible];
    // A call that no method takes is a mistake, more likely here than there.
    return found.length > 0 || fromOutside ? found : targets;
  }

  #fits(symbol: number, args: readonly Maybe[], rules: MultipleDispatch): number[] {
    const wanted = this.#wanted(symbol);
    return args.map((arg, i) => {
      const type = wanted[i];
      if (type === undefined) return Fit.any;
      if (arg === undefined) return NARROWER;
      return best(parts(arg).map((part) => this.#fit(type.type, part, rules, 0)));
    });
  }

  /** A value of a type parameter is of what bounds that. */
  #bounded(value: Maybe): Maybe {
    let bounded = value;
    for (let i = 0; bounded?.tag === "parameter" && i < DEEPEST_BOUND; i++) {
      bounded = this.evaluator.bound(bounded);
    }
    return bounded?.tag === "parameter" ? undefined : bounded;
  }

  /** Declared types of a method's parameters. */
  #wanted(symbol: number): readonly Declared[] {
    const known = this.#known.get(symbol);
    if (known !== undefined) return known;
    const file = this.project.fileOfSymbol(symbol);
    const scope = file.symbol(symbol - file.firstSymbol, Sym.SCOPE);
    const wanted = (scope < 0 ? [] : file.parameters(scope)).map((row) => {
      const type = file.binding(row, Binding.TYPE);
      return type < 0 ? undefined : { type: this.evaluator.type(file, type) };
    });
    this.#known.set(symbol, wanted);
    return wanted;
  }

  #fit(wanted: Maybe, given: Value, rules: MultipleDispatch, depth: number): number {
    switch (wanted?.tag) {
      case "union":
        return best(wanted.values.map((one) => this.#fit(one, given, rules, depth)));
      case "parameter": {
        const bound = depth < DEEPEST_BOUND ? this.evaluator.bound(wanted) : undefined;
        return bound === undefined ? Fit.any : this.#fit(bound, given, rules, depth + 1);
      }
      case "symbol":
        return given.tag !== "symbol"
          ? Fit.not
          : given.symbol === wanted.symbol
          ? Fit.same
          : Fit.not;
      case "instance":
        return this.#fitInstance(wanted.symbol, given, rules);
      case "builtin":
        return this.#fitNamed(wanted.type, given, rules);
      case "external":
        return isOfOthers(wanted.name) && given.tag === "builtin"
          ? Fit.not
          : this.#fitNamed(lastName(wanted.name), given, rules);
      default:
        return Fit.unknown;
    }
  }

  /** An argument for a parameter whose type the project defines. */
  #fitInstance(symbol: number, given: Value, { supertypes }: MultipleDispatch): number {
    if (given.tag !== "instance" && given.tag !== "self") {
      const name = nameOf(given);
      if (name === undefined) return given.tag === "external" ? Fit.unknown : Fit.not;
      const outside = this.members.ancestry(symbol).outside.map((base) => lastName(base.name));
      return distanceTo(name, outside, supertypes) < 0 ? Fit.not : NARROWER;
    }
    if (given.symbol === symbol) return Fit.same;
    const distance = this.#distance(given.symbol, symbol);
    if (distance > 0) return distance === 1 ? Fit.near : Fit.far;
    return this.#distance(symbol, given.symbol) > 0 ? NARROWER : Fit.not;
  }

  /** Steps from a type of the project up to another; -1 when it is no supertype. */
  #distance(from: number, to: number): number {
    return this.members.ancestry(from).order.findIndex((base) => base.symbol === to);
  }

  /** An argument for a parameter whose type lies outside. */
  #fitNamed(wanted: string, given: Value, { top, supertypes }: MultipleDispatch): number {
    if (wanted === top) return Fit.any;
    const names = this.#outsideNames(given);
    if (names === undefined || names.includes(top)) return Fit.unknown;
    const distance = distanceTo(wanted, names, supertypes);
    if (distance >= 0) return distance === 0 ? Fit.same : distance === 1 ? Fit.near : Fit.far;
    if (names.some((name) => distanceTo(name, [wanted], supertypes) > 0)) return NARROWER;
    const isKnown = Object.hasOwn(supertypes, wanted);
    // A type that is not known may be another name of one that is.
    return isKnown && (names.length === 0 || names.some((name) => Object.hasOwn(supertypes, name)))
      ? Fit.not
      : Fit.unknown;
  }

  /** Names of the types outside that a value is of; undefined when that is not known. */
  #outsideNames(given: Value): readonly string[] | undefined {
    if (given.tag === "instance" || given.tag === "self") {
      return this.members.ancestry(given.symbol).outside.map(({ name }) => lastName(name));
    }
    const name = nameOf(given);
    return name === undefined ? undefined : [name];
  }
}

/** `Plots.Plot`: a type that another package names, of which no value of the language's own types is. */
function isOfOthers(name: string): boolean {
  return name.includes(".") && !/^(?:Base|Core)\b/.test(name);
}

/** Whether a parameter takes some arguments and not others, and may take this one. */
function isSelective(fit: number): boolean {
  return fit > Fit.unknown || fit === NARROWER;
}

/** Whether a value is a type of the project, or of one. */
function isOwn(value: Maybe): boolean {
  return parts(value).some(({ tag }) => tag === "instance" || tag === "self" || tag === "symbol");
}

/** The best of several fits. */
function best(fits: readonly number[]): number {
  const certain = Math.max(...fits);
  return certain > Fit.not || !fits.includes(NARROWER) ? certain : NARROWER;
}

/** Name of the type outside the project that a value is of; undefined when that is not known. */
function nameOf(given: Value): string | undefined {
  if (given.tag === "builtin") return given.type;
  const isInstance = given.tag === "external" && given.derived && !given.name.includes("(");
  return isInstance ? lastName(given.name) : undefined;
}

/** Steps from the nearest of some types up to another; -1 when it is no supertype of them. */
function distanceTo(
  wanted: string,
  names: readonly string[],
  supertypes: MultipleDispatch["supertypes"],
): number {
  let level = names;
  for (let distance = 0; level.length > 0 && distance < HIGHEST; distance++) {
    if (level.includes(wanted)) return distance;
    level = level.flatMap((name) => Object.hasOwn(supertypes, name) ? supertypes[name]! : []);
  }
  return -1;
}
