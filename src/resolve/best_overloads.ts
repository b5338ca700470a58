/** Of the definitions that a call may mean, those that fit what it is given best. */
import { argumentName, byArgumentNames, parameterPosition } from "./argument_names.ts";
import { Binding, Expr, Flag, Kind, Ref, Sym } from "../extract/facts.ts";
import { Certainty } from "./edges.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Lookup } from "./lookup.ts";
import type { Members } from "./members.ts";
import { MethodDispatch } from "./method_dispatch.ts";
import type { Entity } from "./module_system.ts";
import type { Project, ProjectFile } from "./project.ts";
import type { MultipleDispatch } from "./semantics.ts";
import type { Target } from "./targets.ts";
import { isTestPath } from "./test_path.ts";
import { type BuiltinValue, instanceOf, type Maybe, type Value } from "./values.ts";

/** How well an argument fits a parameter. */
const Fit = { not: 0, converted: 1, unknown: 2, related: 3, generic: 4, same: 5 } as const;

/** Built-in types that convert into each other. */
const NUMERIC: ReadonlySet<string> = new Set(
  "char short int long float double signed unsigned bool size_t".split(" "),
);

/** Chooses among the targets of calls in one project. */
export class BestOverloads {
  readonly dispatch: MethodDispatch;

  constructor(
    readonly project: Project,
    readonly lookup: Lookup,
    readonly evaluator: Evaluator,
    readonly members: Members,
  ) {
    this.dispatch = new MethodDispatch(project, evaluator, members);
  }

  /** The targets that take as many arguments and, where the language tells by types, such arguments. */
  choose(
    file: ProjectFile,
    reference: number,
    targets: readonly Target[],
    fromOutside: boolean,
  ): readonly Target[] {
    const given = file.reference(reference, Ref.ARGUMENTS);
    const { multipleDispatch } = this.lookup.semantics(file);
    if (multipleDispatch !== undefined && (fromOutside || targets.length > 1)) {
      const met = isTestPath(file.path) ? targets : this.#notOfTests(targets, fromOutside);
      return this.#dispatched(file, reference, met, multipleDispatch, fromOutside);
    }
    const { inheritsOverloads, readsMayBeCalls } = this.lookup.semantics(file);
    if (given < 0 && readsMayBeCalls === true && targets.length > 1) {
      const called = targets.filter((target) => this.#takes(target, 0, targets));
      return called.length > 0 ? called : targets;
    }
    if (given < 0 || targets.length < 2 && inheritsOverloads !== true) return targets;
    const own = targets.filter((target) => this.#takes(target, given, targets));
    const fitting = own.length === 0 && inheritsOverloads === true
      ? this.#inherited(targets, given)
      : own;
    if (fitting.length === 0) return targets;
    const call = file.reference(reference, Ref.CALL);
    if (fitting.length > 1 && this.lookup.semantics(file).typesAreNotRead === true) {
      return fitting.map((target) => ({ ...target, confidence: Certainty.heuristic }));
    }
    if (fitting.length === 1 || call < 0) return fitting;
    const named = this.#named(file, call, fitting);
    if (named.length === 1 || given === 0) return named;
    return this.lookup.semantics(file).choosesByTypes ? this.#closest(file, call, named) : named;
  }

  /** Methods that code outside of tests may run: what only tests define, only they have loaded. */
  #notOfTests(targets: readonly Target[], fromOutside: boolean): readonly Target[] {
    const others = targets.filter(({ symbol }) =>
      !isTestPath(this.project.fileOfSymbol(symbol).path)
    );
    return others.length > 0 || fromOutside ? others : targets;
  }

  #named(file: ProjectFile, call: number, targets: readonly Target[]): readonly Target[] {
    const { argumentsHaveLabels } = this.lookup.semantics(file);
    const first = file.expression(call, Expr.B);
    const names = Array.from(
      { length: Math.max(0, file.expression(call, Expr.C)) },
      (_, i) => argumentName(file, file.list(first + i)),
    );
    const symbolOf = ({ symbol }: Target): number => symbol;
    return byArgumentNames(this.project, targets, symbolOf, names, argumentsHaveLabels === true);
  }

  /** Overloads of bases that take so many arguments, where those of the class itself do not. */
  #inherited(targets: readonly Target[], given: number): readonly Target[] {
    const [first] = targets;
    if (first === undefined) return targets;
    const file = this.project.fileOfSymbol(first.symbol);
    const row = first.symbol - file.firstSymbol;
    const owner = file.symbol(row, Sym.CONTAINER);
    if (file.symbol(row, Sym.KIND) !== Kind.method || owner < 0) return targets;
    const { order } = this.members.ancestry(file.firstSymbol + owner);
    for (const { symbol } of order.slice(1)) {
      const members = this.members.find(instanceOf(symbol), file.nameOf(row), "call");
      const found = members.flatMap(({ entity }) => this.#symbolOf(entity))
        .map((symbol) => ({ ...first, symbol }))
        .filter((target) => this.#takes(target, given, []));
      if (found.length > 0) return found;
    }
    return targets;
  }

  #symbolOf(entity: Entity): number[] {
    if (entity.tag === "symbol") return [entity.symbol];
    if (entity.tag !== "binding") return [];
    const file = this.project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    return symbol < 0 ? [] : [file.firstSymbol + symbol];
  }

  #dispatched(
    file: ProjectFile,
    reference: number,
    targets: readonly Target[],
    rules: MultipleDispatch,
    fromOutside: boolean,
  ): readonly Target[] {
    const given = file.reference(reference, Ref.ARGUMENTS);
    const call = file.reference(reference, Ref.CALL);
    const alike = this.#calledAlike(file, reference, call, targets, rules);
    const fitting = given < 0 ? alike : alike.filter((one) => this.#takes(one, given, alike));
    const args = call < 0 ? [] : this.#arguments(file, call);
    if (!fromOutside && (fitting.length < 2 || args.every((arg) => arg === undefined))) {
      return fitting.length > 0 ? fitting : alike;
    }
    return this.dispatch.applicable(fitting, args, rules, fromOutside);
  }

  /** `T{X}(…)` calls constructors that are written so, `T(…)` the others. */
  #calledAlike(
    file: ProjectFile,
    reference: number,
    call: number,
    targets: readonly Target[],
    rules: MultipleDispatch,
  ): readonly Target[] {
    const name = file.text(file.reference(reference, Ref.NAME));
    const first = call < 0 ? 0 : file.expression(call, Expr.B);
    const count = call < 0 ? 0 : file.expression(call, Expr.C);
    let isApplied = false;
    for (let i = 0; i < count && !isApplied; i++) {
      isApplied = argumentName(file, file.list(first + i)) === rules.applied;
    }
    const alike = targets.filter(({ symbol }) => {
      const owner = this.project.fileOfSymbol(symbol);
      const row = symbol - owner.firstSymbol;
      const isOther = owner.symbol(row, Sym.KIND) === Kind.constructor &&
        owner.nameOf(row) === name &&
        isApplied !== ((owner.symbol(row, Sym.FLAGS) & Flag.applied) !== 0);
      return !isOther;
    });
    return alike.length > 0 ? alike : targets;
  }

  #arguments(file: ProjectFile, call: number): readonly Maybe[] {
    const first = file.expression(call, Expr.B);
    const count = file.expression(call, Expr.C);
    const args: Maybe[] = [];
    for (let i = 0; i < count; i++) args.push(this.evaluator.value(file, file.list(first + i)));
    return args;
  }

  #arity({ symbol }: Target): number {
    const file = this.project.fileOfSymbol(symbol);
    return file.symbol(symbol - file.firstSymbol, Sym.ARITY);
  }

  #isDeclaration({ symbol }: Target): boolean {
    const file = this.project.fileOfSymbol(symbol);
    return (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.declaration) !== 0;
  }

  #takes(target: Target, given: number, all: readonly Target[]): boolean {
    const arity = this.#arity(target);
    if (arity < 0) return true;
    const most = arity & 255;
    if (most !== 255 && given > most) return false;
    if (given >= arity >> 8) return true;
    // What may be left out is said where a function is declared, not where it is defined.
    return !this.#isDeclaration(target) && all.some((other) => {
      const declared = this.#arity(other);
      return this.#isDeclaration(other) && (declared & 255) === most && given >= declared >> 8;
    });
  }

  /** The targets whose parameters agree most with the arguments of a call. */
  #closest(file: ProjectFile, call: number, targets: readonly Target[]): readonly Target[] {
    const args = this.#arguments(file, call);
    if (args.every((arg) => arg === undefined)) return targets;
    let best: Target[] = [];
    let bestScore = -1;
    for (const target of targets) {
      const score = this.#score(target.symbol, args);
      if (score > bestScore) best = [];
      if (score >= bestScore) best.push(target);
      bestScore = Math.max(bestScore, score);
    }
    // One that takes any number of arguments is meant where no other fits as well.
    const fixed = best.filter((target) => (this.#arity(target) & 255) !== 255);
    return fixed.length > 0 ? fixed : best;
  }

  #score(symbol: number, args: readonly Maybe[]): number {
    const file = this.project.fileOfSymbol(symbol);
    const scope = file.symbol(symbol - file.firstSymbol, Sym.SCOPE);
    if (scope < 0) return args.length * Fit.unknown;
    const parameters = file.parameters(scope);
    let score = 0;
    for (const [i, arg] of args.entries()) {
      const name = arg?.tag === "keyword" ? arg.name : "";
      const row = parameters[parameterPosition(this.project, symbol, name, i)];
      const type = row === undefined ? -1 : file.binding(row, Binding.TYPE);
      const given = arg?.tag === "keyword" ? arg.value : arg;
      score += this.#fit(type < 0 ? undefined : this.evaluator.type(file, type), given);
    }
    return score;
  }

  #fit(expected: Maybe, actual: Maybe): number {
    const wanted = this.#pointedTo(expected);
    const given = this.#pointedTo(actual);
    if (wanted === undefined || given === undefined) return Fit.unknown;
    if (wanted.tag === "parameter") return Fit.generic;
    if (wanted.tag === "instance") return this.#fitInstance(wanted.symbol, given);
    if (wanted.tag === "builtin") return this.#fitBuiltin(wanted, given);
    if (wanted.tag === "external") {
      return given.tag === "external"
        ? wanted.name === given.name ? Fit.same : Fit.unknown
        : Fit.converted;
    }
    return Fit.unknown;
  }

  #fitInstance(symbol: number, given: Value): number {
    if (given.tag !== "instance" && given.tag !== "self") {
      return given.tag === "builtin" ? Fit.converted : Fit.unknown;
    }
    if (given.symbol === symbol) return Fit.same;
    const { order } = this.members.ancestry(given.symbol);
    return order.some((base) => base.symbol === symbol) ? Fit.related : Fit.not;
  }

  /** An array of something fits as well as its elements do. */
  #fitBuiltin(wanted: BuiltinValue, given: Value): number {
    const fit = fitBuiltin(wanted.type, given);
    if (fit !== Fit.same || given.tag !== "builtin") return fit;
    let worst: number = Fit.same;
    for (const [i, arg] of wanted.args.entries()) {
      const held = given.args[i];
      if (arg === undefined || held === undefined) continue;
      const isOther = arg.tag !== held.tag && arg.tag !== "parameter";
      worst = Math.min(worst, isOther ? Fit.converted : this.#fit(arg, held));
    }
    return worst;
  }

  /** What a pointer leads to; any other value itself. */
  #pointedTo(value: Maybe): Maybe {
    if (value?.tag !== "builtin") return value;
    const { forwards, unwraps = forwards } = this.lookup.builtinType(value.language, value.type) ??
      {};
    return unwraps === undefined ? value : this.#pointedTo(value.args[unwraps]);
  }
}

function fitBuiltin(type: string, given: Value): number {
  if (given.tag === "instance" || given.tag === "self") return Fit.not;
  if (given.tag !== "builtin") return Fit.unknown;
  if (given.type === type) return Fit.same;
  return NUMERIC.has(type) && NUMERIC.has(given.type) && type !== "char" && given.type !== "char"
    ? Fit.related
    : Fit.not;
}
