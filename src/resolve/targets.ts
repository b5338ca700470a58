/** What a reference points at: definitions of the project with rule and certainty, or something outside. */
import { Binding, BindingKind, Expr, Flag, Kind, Op, Sym } from "../extract/facts.ts";
import { Certainty, EvidenceCode } from "./edges.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Lookup } from "./lookup.ts";
import type { Member, Members } from "./members.ts";
import type { Entity } from "./module_system.ts";
import { bodyOf, callables, implementations, meantAs, type Space } from "./name_spaces.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isCallable, isType } from "./symbol_kinds.ts";
import { parts, union, type Value } from "./values.ts";

/** A definition that a reference may mean. */
export interface Target {
  /** Symbol, numbered through the project. */
  readonly symbol: number;
  /** Row of `CONFIDENCES`. */
  readonly confidence: number;
  /** Row of `EVIDENCES`. */
  readonly evidence: number;
  /** It only holds what runs, which was made elsewhere. */
  readonly handsOn?: boolean;
}

/** What is known of a reference. */
export interface Resolved {
  readonly targets: readonly Target[];
  /** Qualified name of what it is outside the project; undefined when it is not known to be outside. */
  readonly external: string | undefined;
  /**
   * Whether it is surely settled, even if by nothing: then its name alone must not be matched.
   */
  readonly settled: boolean;
}

const UNKNOWN: Resolved = { targets: [], external: undefined, settled: false };
const SETTLED: Resolved = { targets: [], external: undefined, settled: true };

/** Kinds of receivers whose members are proved by the program text itself. */
const PROVED = new Set([
  EvidenceCode["self-member"],
  EvidenceCode["inherited-member"],
  EvidenceCode["super-member"],
  EvidenceCode["class-member"],
  EvidenceCode["module-member"],
]);

/** Names that are followed to what a function is given, at most. */
const MOST_NAMES = 8;

/** Finds the targets of references in one project. */
export class Targets {
  /** Exported expressions being followed. */
  readonly #followed = new Set<number>();

  constructor(
    readonly project: Project,
    readonly lookup: Lookup,
    readonly evaluator: Evaluator,
    readonly members: Members,
  ) {}

  /**
   * What an expression that is called, inherited from, or mentioned points at.
   * @param space where types and values have name spaces of their own: which one is meant
   */
  of(file: ProjectFile, expression: number, space: Space = "value"): Resolved {
    if (expression < 0) return UNKNOWN;
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    switch (file.expression(expression, Expr.OP)) {
      case Op.name:
        return this.#name(file, a, b, file.expression(expression, Expr.C), space);
      case Op.member:
        return this.#member(file, a, b, space);
      case Op.apply:
      case Op.await:
      case Op.instance:
        return this.of(file, a, space);
      case Op.index:
        return this.#indexed(file, a, expression);
      case Op.call:
        return this.#unnamed(() =>
          union(
            parts(this.evaluator.value(file, expression)).filter(({ tag }) => tag === "symbol"),
          )
        );
      case Op.either:
        return this.#merge([this.of(file, a, space), this.of(file, b, space)]);
      case Op.symbol:
        return a < 0 ? UNKNOWN : this.#exact(file.firstSymbol + a, EvidenceCode.scope);
      case Op.super:
        return this.#bases(file, expression);
      case Op.dispatch:
        return this.#dispatched(file, a, b) ??
          this.of(file, file.expression(expression, Expr.C), space);
      default:
        return this.#held(this.evaluator.value(file, expression), EvidenceCode["assigned-value"]);
    }
  }

  /** An entry of a table, which has no name of its own; or a generic function with its type argument. */
  #indexed(file: ProjectFile, indexed: number, expression: number): Resolved {
    const { tag } = this.evaluator.value(file, indexed) ?? {};
    const isNamed = tag === "symbol" || tag === "external";
    if (isNamed && !this.lookup.semantics(file).separatesTypes) return this.of(file, indexed);
    return this.#unnamed(() => this.evaluator.value(file, expression));
  }

  /** Functions and classes that a value is which has no name of its own. */
  #unnamed(ask: () => Value | undefined): Resolved {
    const { targets } = this.#heldOrGiven(ask);
    return { targets, external: undefined, settled: true };
  }

  /** Targets that a value is, or, when it is declared to be any function, those that it was given. */
  #heldOrGiven(ask: () => Value | undefined): Resolved {
    const held = this.#held(ask(), EvidenceCode["assigned-value"]);
    if (held.targets.length > 0 || held.external !== undefined) return held;
    const given = this.#held(this.evaluator.asGiven(ask), EvidenceCode["assigned-value"]);
    return given.targets.length > 0 ? { ...given, external: undefined } : held;
  }

  /** Methods of that name of the classes that an argument may be of; undefined when there are none. */
  #dispatched(file: ProjectFile, argument: number, name: number): Resolved | undefined {
    const text = file.text(name);
    const members = parts(this.evaluator.value(file, argument)).flatMap((part) =>
      this.lookup.dispatchesOn(part, file) ? this.members.find(part, text) : []
    );
    if (members.length === 0) return undefined;
    const found = this.#memberTargets(file, members);
    // What a block runs on is known by following its method.
    return this.lookup.semantics(file).classMembersApart === true
      ? { ...found, targets: found.targets.map(asInferred) }
      : found;
  }

  #exact(symbol: number, evidence: number): Resolved {
    return {
      targets: [{ symbol, confidence: Certainty.exact, evidence }],
      external: undefined,
      settled: true,
    };
  }

  #name(
    file: ProjectFile,
    name: number,
    scope: number,
    offset: number,
    space: Space,
  ): Resolved {
    const bound = this.lookup.find(file, scope, name, offset, space);
    const found = this.#run(file, this.lookup.inNameSpace(file, bound, space));
    if (found.length === 0 && bound.length > 0) return SETTLED;
    if (found.length === 0) {
      const text = file.text(name);
      const builtin = this.lookup.semantics(file).builtinNames.has(text);
      return builtin ? { targets: [], external: text, settled: true } : UNKNOWN;
    }
    const use = this.#use(file, space);
    const merged = this.#merge(
      found.map(({ entity, evidence }) => this.#entity(file, entity, evidence, use)),
    );
    const { variablesAreCallable, separatesTypes } = this.lookup.semantics(file);
    return variablesAreCallable && !separatesTypes ? this.#definitions(merged) : merged;
  }

  /** Functions that a name is given hide the variable that held their place. */
  #definitions(resolved: Resolved): Resolved {
    if (resolved.targets.length < 2) return resolved;
    const defined = resolved.targets.filter(({ symbol }) => {
      const file = this.project.fileOfSymbol(symbol);
      const kind = file.symbol(symbol - file.firstSymbol, Sym.KIND);
      return isCallable(kind) || isType(kind);
    });
    return defined.length > 0 ? { ...resolved, targets: defined } : resolved;
  }

  #entity(
    file: ProjectFile,
    entity: Entity,
    evidence: number,
    space: Space = "value",
  ): Resolved {
    switch (entity.tag) {
      case "symbol":
        return lowered(this.#symbol(entity.symbol, evidence), entity.confidence);
      case "method": {
        const confidence = Certainty.inferred;
        const target = { symbol: entity.symbol, confidence, evidence: EvidenceCode.dispatch };
        return { targets: [target], external: undefined, settled: true };
      }
      case "external":
        return { targets: [], external: entity.name, settled: true };
      case "module":
        return this.#held(
          this.evaluator.entity(entity, this.lookup.modules(file)),
          EvidenceCode.import,
        );
      case "expression":
        return this.#expressionOf(this.project.file(entity.file), entity.expression, evidence);
      case "binding":
        return this.#binding(this.project.file(entity.file), entity.binding, evidence, space);
    }
  }

  /** An exported expression that merely names a definition is as good as the definition. */
  #expressionOf(file: ProjectFile, expression: number, evidence: number): Resolved {
    const op = file.expression(expression, Expr.OP);
    if (op !== Op.name && op !== Op.symbol && op !== Op.member && op !== Op.either) {
      return this.#held(this.evaluator.value(file, expression), EvidenceCode["assigned-value"]);
    }
    // Scripts that share one global scope may name each other in a circle.
    const key = file.id * 2 ** 26 + expression;
    if (this.#followed.has(key)) return UNKNOWN;
    this.#followed.add(key);
    const resolved = this.of(file, expression);
    this.#followed.delete(key);
    return { ...resolved, targets: resolved.targets.map((target) => ({ ...target, evidence })) };
  }

  /**
   * What a value names, if it is no more than a name: a function that a decorator wraps is meant by
   * another name of it as it is by its own.
   */
  #named(file: ProjectFile, value: number): Resolved | undefined {
    // Members that are taken out of an object are no other names of theirs.
    if (value < 0 || this.lookup.semantics(file).separatesTypes) return undefined;
    const op = file.expression(value, Expr.OP);
    if (op !== Op.name && op !== Op.member && op !== Op.either) return undefined;
    const named = this.#expressionOf(file, value, EvidenceCode["assigned-value"]);
    return named.targets.length === 0
      ? undefined
      : { ...named, targets: named.targets.map(asInferred) };
  }

  #binding(file: ProjectFile, row: number, evidence: number, space: Space): Resolved {
    const kind = file.binding(row, Binding.KIND);
    const symbol = file.binding(row, Binding.SYMBOL);
    if (kind === BindingKind.import) {
      const imported = this.lookup.imported(file, file.binding(row, Binding.INDEX));
      if (imported.length === 0) return SETTLED;
      const meant = meantAs(this.project, imported.map((entity) => ({ entity })), space);
      return this.#merge(
        meant.map(({ entity }) => this.#entity(file, entity, EvidenceCode.import, space)),
      );
    }
    if (kind === BindingKind.definition) return this.#symbol(file.firstSymbol + symbol, evidence);
    if (kind === BindingKind.parameter && this.lookup.semantics(file).parametersAreOpaque) {
      return SETTLED;
    }
    // A parameter or a variable: what it holds is what is meant, if that is known.
    const named = file.binding(row, Binding.TYPE) < 0 && kind === BindingKind.variable
      ? this.#named(file, file.binding(row, Binding.VALUE))
      : undefined;
    if (named !== undefined) return named;
    const held = kind === BindingKind.parameter
      ? this.#held(this.evaluator.binding(file, row), EvidenceCode["assigned-value"])
      : this.#heldOrGiven(() => this.evaluator.binding(file, row));
    if (held.targets.length > 0 || held.external !== undefined) return held;
    return kind === BindingKind.parameter
      ? SETTLED
      : this.#holderOf(file, file.binding(row, Binding.VALUE));
  }

  #symbol(symbol: number, evidence: number): Resolved {
    const file = this.project.fileOfSymbol(symbol);
    const kind = file.symbol(symbol - file.firstSymbol, Sym.KIND);
    const { variablesAreCallable, separatesTypes, valuesAreUsed } = this.lookup.semantics(file);
    const isUsed = isCallable(kind) || isType(kind) || kind === Kind.table ||
      kind === Kind.module || valuesAreUsed === true;
    if (isUsed || this.#isMaker(file, symbol)) {
      return this.#exact(symbol, evidence);
    }
    if (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.accessor) {
      // What runs is made by a library from this declaration.
      const target = { symbol, confidence: Certainty.inferred, evidence };
      return { targets: [target], external: undefined, settled: true };
    }
    if (this.#isGetter(file, symbol)) return this.#exact(symbol, evidence);
    const isVariable = kind === Kind.variable || kind === Kind.constant;
    const isField = kind === Kind.field || kind === Kind.property;
    if (isField && this.lookup.semantics(file).readsMayBeCalls === true) return SETTLED;
    if (variablesAreCallable && (isVariable || isField && separatesTypes)) {
      const itself = this.#exact(symbol, evidence);
      if (!separatesTypes) return itself;
      const alias = this.#alias(file, symbol);
      // `const { merge } = utils` is no more than a shorter way to write `utils.merge`.
      return alias.targets.length > 0 && this.#repeatsName(file, symbol)
        ? alias
        : this.#merge([itself, alias]);
    }
    const row = symbol - file.firstSymbol;
    const named = isVariable && file.symbol(row, Sym.TYPE) < 0
      ? this.#named(file, file.symbol(row, Sym.VALUE))
      : undefined;
    const held = named ?? this.#heldOrGiven(() => this.evaluator.symbol(symbol));
    if (kind === Kind.constant && this.lookup.semantics(file).constantsAreCallable) {
      return this.#merge([this.#exact(symbol, evidence), held]);
    }
    return held.targets.length > 0 || held.external !== undefined ? held : SETTLED;
  }

  /** Whether a symbol is a case of an enum that is called to make a value of it. */
  #isMaker(file: ProjectFile, symbol: number): boolean {
    const row = symbol - file.firstSymbol;
    if (file.symbol(row, Sym.KIND) !== Kind.enumMember) return false;
    const type = file.symbol(row, Sym.TYPE);
    return type >= 0 && file.expression(type, Expr.OP) === Op.functionType;
  }

  /** Whether a variable holds the member that has its name. */
  #repeatsName(file: ProjectFile, symbol: number): boolean {
    const row = symbol - file.firstSymbol;
    const value = file.symbol(row, Sym.VALUE);
    return file.expression(value, Expr.OP) === Op.member &&
      file.expression(value, Expr.B) === file.symbol(row, Sym.NAME);
  }

  /** The one function that a variable is merely another name of. */
  #alias(file: ProjectFile, symbol: number): Resolved {
    const row = symbol - file.firstSymbol;
    const value = file.symbol(row, Sym.VALUE);
    if (file.symbol(row, Sym.TYPE) >= 0 || value < 0) return SETTLED;
    const op = file.expression(value, Expr.OP);
    if (op !== Op.name && op !== Op.member && op !== Op.symbol) return SETTLED;
    const held = this.#held(this.evaluator.value(file, value), EvidenceCode["assigned-value"]);
    const meant = held.targets.length === 0 ? this.#holderOf(file, value) : held;
    return meant.targets.length === 1 ? meant : SETTLED;
  }

  /**
   * What holds a function that has no name of its own, where a value is another name of that. One
   * that another function made is not what runs, but it is what is asked for.
   */
  #holderOf(file: ProjectFile, value: number): Resolved {
    if (value < 0) return SETTLED;
    const op = file.expression(value, Expr.OP);
    if (op !== Op.name && op !== Op.member) return SETTLED;
    const nameless = parts(this.evaluator.value(file, value)).flatMap((part) =>
      part.tag === "symbol" && this.#isNameless(part.symbol) ? [part.symbol] : []
    );
    if (nameless.length === 0) return SETTLED;
    const holder = this.#expressionOf(file, value, EvidenceCode["assigned-value"]);
    const targets = holder.targets.map((target) => {
      const isMadeThere = nameless.some((symbol) => this.#isWithin(symbol, target.symbol));
      return { ...asInferred(target), handsOn: !isMadeThere };
    });
    return { ...holder, targets };
  }

  /** Whether a symbol is written in another, as its text goes. */
  #isWithin(inner: number, outer: number): boolean {
    const file = this.project.fileOfSymbol(outer);
    if (this.project.fileOfSymbol(inner) !== file) return false;
    const start = file.symbol(inner - file.firstSymbol, Sym.START);
    const row = outer - file.firstSymbol;
    return file.symbol(row, Sym.START) <= start && start < file.symbol(row, Sym.END);
  }

  /** A getter runs where it is read, so also where what it gives is called. */
  #isGetter(file: ProjectFile, symbol: number): boolean {
    return this.lookup.semantics(file).gettersAreCalled === true &&
      (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.getter) !== 0;
  }

  /** Targets that a value is, when it is a definition or can be called. */
  #held(value: Value | undefined, evidence: number): Resolved {
    const targets: Target[] = [];
    let external: string | undefined;
    for (const part of parts(value)) {
      if (part.tag === "symbol") {
        if (this.#isNameless(part.symbol)) continue;
        const symbol = this.#body(part.symbol);
        if (targets.some((target) => target.symbol === symbol)) continue;
        targets.push({ symbol, confidence: Certainty.inferred, evidence });
      } else if (part.tag === "external") external = part.name;
      else if (part.tag === "instance" || part.tag === "self") {
        targets.push(...this.#calledInstance(part));
      }
    }
    return { targets, external, settled: value !== undefined };
  }

  /** Of overloads, what runs, when a value is one of their signatures. */
  #body(symbol: number): number {
    const file = this.project.fileOfSymbol(symbol);
    return this.lookup.semantics(file).separatesTypes ? bodyOf(this.project, symbol) : symbol;
  }

  /** A function without a name of its own is called by the name that holds it, if by any. */
  #isNameless(symbol: number): boolean {
    const file = this.project.fileOfSymbol(symbol);
    return this.lookup.semantics(file).separatesTypes === true &&
      (file.symbol(symbol - file.firstSymbol, Sym.FLAGS) & Flag.anonymous) !== 0;
  }

  #calledInstance(value: Value & { tag: "instance" | "self" }): readonly Target[] {
    const file = this.project.fileOfSymbol(value.symbol);
    const name = this.lookup.semantics(file).callMember;
    if (name === undefined) return [];
    return this.#memberTargets(file, this.members.find(value, name)).targets;
  }

  /** Of overloads, what runs. */
  #run<E extends { readonly entity: Entity }>(
    file: ProjectFile,
    found: readonly E[],
  ): readonly E[] {
    return this.lookup.semantics(file).separatesTypes
      ? callables(this.project, implementations(this.project, found))
      : found;
  }

  #member(file: ProjectFile, receiver: number, name: number, space: Space): Resolved {
    if (receiver < 0) return UNKNOWN;
    const found = this.#memberByName(file, receiver, name, space);
    return found.targets.length > 0 && this.#isGiven(file, receiver, MOST_NAMES)
      ? { ...found, targets: found.targets.map(asInferred) }
      : found;
  }

  /** Whether a value is, or is of, what a function is given by its name alone. */
  #isGiven(file: ProjectFile, expression: number, steps: number): boolean {
    const prefix = this.lookup.semantics(file).givenPrefix;
    if (prefix === undefined || steps === 0 || expression < 0) return false;
    const a = file.expression(expression, Expr.A);
    switch (file.expression(expression, Expr.OP)) {
      case Op.member:
      case Op.call:
        return this.#isGiven(file, a, steps - 1);
      case Op.either:
        return this.#isGiven(file, a, steps - 1) ||
          this.#isGiven(file, file.expression(expression, Expr.B), steps - 1);
      case Op.name: {
        if (file.text(a).startsWith(prefix)) return true;
        const scope = file.expression(expression, Expr.B);
        const offset = file.expression(expression, Expr.C);
        return this.lookup.find(file, scope, a, offset, "value").some(({ entity }) => {
          if (entity.tag !== "binding" || entity.file !== file.id) return false;
          const symbol = file.binding(entity.binding, Binding.SYMBOL);
          const value = symbol < 0
            ? file.binding(entity.binding, Binding.VALUE)
            : file.symbol(symbol, Sym.VALUE);
          return value !== expression && this.#isGiven(file, value, steps - 1);
        });
      }
      default:
        return false;
    }
  }

  #memberByName(file: ProjectFile, receiver: number, name: number, space: Space): Resolved {
    const value = this.evaluator.value(file, receiver);
    if (value === undefined) return UNKNOWN;
    const text = file.text(name);
    const declared = this.#membersOf(file, value, text, space);
    if (declared.targets.length > 0 || declared.external !== undefined) return declared;
    const held = this.evaluator.asGiven(() => {
      const given = this.evaluator.value(file, receiver);
      return given === value ? declared : this.#membersOf(file, given, text, space);
    });
    return held.targets.length > 0 ? { ...held, targets: held.targets.map(asInferred) } : declared;
  }

  #membersOf(file: ProjectFile, value: Value | undefined, name: string, space: Space): Resolved {
    return this.#merge(parts(value).map((part) => this.#memberOf(file, part, name, space)));
  }

  #memberOf(file: ProjectFile, receiver: Value, name: string, space: Space): Resolved {
    const isOutside = receiver.tag === "external" || receiver.tag === "builtin";
    if (isOutside && !this.members.outside.isEmpty && !this.#isKnown(receiver, name)) {
      const added = this.members.extensions(receiver, name);
      if (added.length > 0) return this.#memberTargets(file, added);
    }
    if (receiver.tag === "external") {
      const guessed = receiver.derived ? this.members.guessedExtensions(name) : [];
      if (guessed.length > 0) {
        const isCommon = this.lookup.semantics(file).commonMembers.has(name);
        return isCommon ? SETTLED : { ...SETTLED, targets: guessed.map(asGuess) };
      }
      const external = this.lookup.outside(file, receiver.name, name, receiver.derived);
      const itself: Resolved = { targets: [], external, settled: true };
      const added = receiver.derived ? [] : this.lookup.modules(file).additions?.(external) ?? [];
      return added.length === 0 ? itself : this.#merge([
        itself,
        ...added.map((entity) => this.#entity(file, entity, EvidenceCode["module-member"])),
      ]);
    }
    if (receiver.tag === "builtin") {
      if (this.#isForwarding(receiver, name)) {
        const forwards = this.lookup.builtinType(receiver.language, receiver.type)!.forwards!;
        const forwarded = receiver.args[forwards];
        if (forwarded === undefined) return UNKNOWN;
        return this.#merge(parts(forwarded).map((p) => this.#memberOf(file, p, name, space)));
      }
      if (this.lookup.builtinType(receiver.language, receiver.type)?.anyField !== undefined) {
        const held = this.members.read(receiver, name, file);
        return held === undefined ? UNKNOWN : this.#held(held, EvidenceCode["assigned-value"]);
      }
      return { targets: [], external: `${receiver.type}.${name}`, settled: true };
    }
    const list = receiver.tag === "tuple"
      ? this.evaluator.elements.asList(receiver, file)
      : undefined;
    if (list !== undefined) return this.#memberOf(file, list, name, space);
    const named = this.members.find(receiver, name, this.#use(file, space));
    const members = this.#run(file, this.lookup.inNameSpace(file, named, space));
    if (members.length > 0) return this.#memberTargets(file, members);
    const outside = this.members.outsideOf(receiver, name);
    if (outside !== undefined) {
      return {
        targets: [],
        external: this.lookup.outside(file, outside, name, true),
        settled: true,
      };
    }
    return this.#missing(file, receiver, name) ??
      (this.members.isClosed(receiver) ? SETTLED : UNKNOWN);
  }

  /** What an instance runs for a member that it lacks, where its class says; undefined where not. */
  #missing(file: ProjectFile, receiver: Value, name: string): Resolved | undefined {
    const { missingMember } = this.lookup.semantics(file);
    if (missingMember === undefined || missingMember.not.has(name)) return undefined;
    const stand = this.members.find(receiver, missingMember.name);
    if (stand.length === 0) return undefined;
    const { targets } = this.#memberTargets(file, stand);
    const how = { confidence: Certainty.inferred, evidence: EvidenceCode.dispatch };
    return {
      targets: targets.map((target) => ({ ...target, ...how })),
      external: undefined,
      settled: true,
    };
  }

  /** The name space that counts in a file's language. */
  #use(file: ProjectFile, space: Space): Space {
    return this.lookup.semantics(file).namesApart === true ? space : "value";
  }

  /** Whether a built-in type is known to have a member of its own. */
  #isKnown(receiver: Value, name: string): boolean {
    if (receiver.tag !== "builtin") return false;
    const type = this.lookup.builtinType(receiver.language, receiver.type);
    return type !== undefined && Object.hasOwn(type.members, name);
  }

  /** Whether a member is one of what a pointer leads to, since the pointer itself has none such. */
  #isForwarding(receiver: Value & { tag: "builtin" }, name: string): boolean {
    const type = this.lookup.builtinType(receiver.language, receiver.type);
    return type?.forwards !== undefined && !Object.hasOwn(type.members, name);
  }

  #memberTargets(file: ProjectFile, members: readonly Member[]): Resolved {
    return this.#merge(members.map((member) => this.#memberTarget(file, member)));
  }

  #memberTarget(file: ProjectFile, member: Member): Resolved {
    const modulesFile = member.receiver.tag === "module"
      ? this.project.file(member.receiver.module.files[0] ?? file.id)
      : file;
    const resolved = this.#entity(modulesFile, member.entity, member.evidence);
    const proved = PROVED.has(member.evidence);
    return {
      ...resolved,
      targets: resolved.targets.map((target) => ({
        ...target,
        confidence: proved ? target.confidence : Math.max(target.confidence, Certainty.inferred),
      })),
    };
  }

  /** `super(…)`: the base classes. */
  #bases(file: ProjectFile, expression: number): Resolved {
    const value = this.evaluator.value(file, expression);
    if (value?.tag !== "super") return UNKNOWN;
    const base = this.members.ancestry(value.symbol).order[1];
    return base === undefined ? SETTLED : this.#exact(base.symbol, EvidenceCode["super-member"]);
  }

  #merge(found: readonly Resolved[]): Resolved {
    if (found.length === 1) return found[0]!;
    const targets: Target[] = [];
    let external: string | undefined;
    let settled = false;
    for (const one of found) {
      for (const target of one.targets) {
        if (!targets.some((known) => known.symbol === target.symbol)) targets.push(target);
      }
      external ??= one.external;
      settled ||= one.settled;
    }
    // What may as well be something outside is not certain.
    const isUncertain = external !== undefined && targets.length > 0;
    return { targets: isUncertain ? targets.map(asInferred) : targets, external, settled };
  }
}

function asGuess(symbol: number): Target {
  return { symbol, confidence: Certainty.heuristic, evidence: EvidenceCode["name-match"] };
}

/** The same, known no more surely than a confidence says. */
function lowered(resolved: Resolved, confidence: number = Certainty.exact): Resolved {
  if (confidence === Certainty.exact) return resolved;
  const targets = resolved.targets.map((target) => ({
    ...target,
    confidence: Math.max(target.confidence, confidence),
  }));
  return { ...resolved, targets };
}

function asInferred(target: Target): Target {
  return { ...target, confidence: Math.max(target.confidence, Certainty.inferred) };
}
