/**
 * Evaluates expressions to values: what a name holds, what a member is, what a call returns. One
 * evaluator serves one project. Results are kept per expression; a result that was cut short by a
 * cycle is kept only for the head of that cycle, so that it does not depend on where the question
 * came from.
 */
import {
  Binding,
  BindingKind,
  Expr,
  Flag,
  Kind,
  Op,
  Scope,
  Sym,
  type TableName,
} from "../extract/facts.ts";
import { Calls } from "./calls.ts";
import { Elements } from "./elements.ts";
import type { Expectations } from "./expectations.ts";
import type { Lookup } from "./lookup.ts";
import type { Members } from "./members.ts";
import type { Entity, Modules } from "./module_system.ts";
import { signatures, type Space } from "./name_spaces.ts";
import { Overloads } from "./overloads.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";
import { RowMemo } from "./row_memo.ts";
import { TypeArguments } from "./type_arguments.ts";
import {
  instanceOf,
  isTooLarge,
  type Maybe,
  parameterKey,
  parts,
  substitute,
  symbolValue,
  union,
  type Value,
} from "./values.ts";

/** Questions that may stand in each other. What is cut off here is there when a part was asked before: so it must be rare. */
const DEEPEST = 120;
/** Work that one question may cost before it is given up. */
const MOST_STEPS = 20_000;

/** What a memo entry is about. */
const About = { value: 0, type: 1, binding: 2, returns: 3 } as const;

/** Tables whose rows the memo entries are about, in the order of {@link About}. */
const TABLE_OF: readonly TableName[] = ["expressions", "expressions", "bindings", "symbols"];

/** The answer is that nothing is known. */
const UNKNOWN = { tag: "unknown" } as const;

/** The question is being worked on, so many levels down. */
interface Running {
  readonly tag: "running";
  readonly level: number;
}

type Slot = Value | typeof UNKNOWN | Running | undefined;

/** Answers by what they are about. */
type Memos = readonly RowMemo<Exclude<Slot, undefined>>[];

const RUNNING: readonly Running[] = Array.from(
  { length: DEEPEST },
  (_, level) => ({ tag: "running", level }),
);

export class Evaluator {
  readonly #declared: Memos = TABLE_OF.map(() => new RowMemo());
  readonly #given: Memos = TABLE_OF.map(() => new RowMemo());
  /** Answers of the kind that is asked for now. */
  #memos: Memos = this.#declared;
  #level = 0;
  #cut = Infinity;
  #steps = 0;
  /** Set right after construction: the two look each other up. */
  members!: Members;
  expectations!: Expectations;
  readonly overloads: Overloads;
  readonly calls: Calls;
  readonly typeArguments: TypeArguments;
  readonly elements: Elements;

  constructor(readonly project: Project, readonly lookup: Lookup) {
    this.overloads = new Overloads(project, this);
    this.calls = new Calls(this);
    this.typeArguments = new TypeArguments(this);
    this.elements = new Elements(this);
  }

  /** Starts a new question: the work limit counts from here. */
  begin(): void {
    this.#steps = 0;
  }

  /**
   * Asks what variables were given at their definition rather than what they are declared to hold: a
   * table that is declared to hold functions does not say which.
   */
  asGiven<Answer>(ask: () => Answer): Answer {
    const before = this.#memos;
    this.#memos = this.#given;
    try {
      return ask();
    } finally {
      this.#memos = before;
    }
  }

  // ── questions that stand in each other ──────────────────────────────────────────────────────

  /**
   * Works out what is kept elsewhere and may lead back to itself by way of values.
   * @param work is told its level, for {@link leadBackTo}
   * @returns the answer, its level, and that of the outermost question it led back to: of one further
   * out, what was found depends on where the circle was entered, and is not to be kept
   */
  ask<Answer>(
    work: (level: number) => Answer,
  ): { readonly answer: Answer; readonly level: number; readonly cut: number } {
    const level = this.#level++;
    const outerCut = this.#cut;
    this.#cut = Infinity;
    const answer = work(level);
    const cut = this.#cut;
    this.#level = level;
    this.#cut = cut >= level ? outerCut : Math.min(cut, outerCut);
    return { answer, level, cut };
  }

  /** Notes that the question at hand has no answer inside one that is being worked on. */
  leadBackTo(level: number): void {
    this.#cut = Math.min(this.#cut, level);
  }

  /** Whether something that the question at hand led to had no answer for now. */
  get isCutOff(): boolean {
    return this.#cut !== Infinity;
  }

  // ── expressions ─────────────────────────────────────────────────────────────────────────────

  /** What an expression in value position is. */
  value(file: ProjectFile, expression: number): Maybe {
    if (expression < 0) return undefined;
    return this.#recall(About.value, file, expression);
  }

  /** What an instance of the type that an expression in type position names is. */
  type(file: ProjectFile, expression: number): Maybe {
    if (expression < 0) return undefined;
    return this.#recall(About.type, file, expression);
  }

  /** What a binding holds. */
  binding(file: ProjectFile, binding: number): Maybe {
    return this.#recall(About.binding, file, binding);
  }

  /** What an entity is. */
  entity(entity: Entity, modules: Modules): Maybe {
    switch (entity.tag) {
      case "binding":
        return this.binding(this.project.file(entity.file), entity.binding);
      case "symbol":
      case "method":
        return this.symbol(entity.symbol);
      case "expression":
        return this.value(this.project.file(entity.file), entity.expression);
      case "module":
        return { tag: "module", module: entity.module, modules };
      case "external":
        return { tag: "external", name: entity.name, derived: false };
    }
  }

  #value(file: ProjectFile, expression: number): Maybe {
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    const c = file.expression(expression, Expr.C);
    switch (file.expression(expression, Expr.OP)) {
      case Op.name:
        return this.#name(file, a, b, c, "value");
      case Op.member:
        return this.members.read(this.value(file, a), file.text(b), file);
      case Op.call:
        return this.calls.ofCall(file, this.callee(file, a, "call"), b, c);
      case Op.construct:
        return this.calls.constructed(
          this.callee(file, a, "type"),
          file,
          this.argumentsOf(file, b, c),
        );
      case Op.index:
        return this.elements.indexed(file, this.value(file, a), b);
      case Op.await:
        return this.elements.unwrapped(this.value(file, a));
      case Op.element:
        return this.elements.element(this.value(file, a), file);
      case Op.pick:
        return this.elements.picked(this.value(file, a), b, file);
      case Op.either:
        return union([this.value(file, a), this.value(file, b)]);
      case Op.literal:
        return { tag: "builtin", language: file.language, type: file.text(a), args: [] };
      case Op.text:
        return this.value(file, b);
      case Op.self:
      case Op.selfType:
        return this.#instanceAround(file, a, "self");
      case Op.super:
        return this.#instanceAround(file, a, "super");
      case Op.symbol:
        return a < 0 ? undefined : symbolValue(file.firstSymbol + a);
      case Op.object:
        return { tag: "object", file: file.id, scope: a, env: undefined };
      case Op.module:
        return this.#module(file, file.text(a));
      case Op.list:
        return {
          tag: "builtin",
          language: file.language,
          type: "list",
          args: [this.value(file, a)],
        };
      case Op.tuple:
        return { tag: "tuple", values: this.listOf(file, a, b, (row) => this.value(file, row)) };
      case Op.apply:
        return this.#applied(file, this.value(file, a), b, c);
      case Op.instance:
        return this.type(file, a);
      case Op.typeOf:
        return this.classOf(this.type(file, a));
      case Op.classOf:
        return this.classOf(this.value(file, a));
      case Op.external:
        return { tag: "external", name: file.text(a), derived: true };
      case Op.callback:
        return this.expectations.ofCallback(file, expression, 0);
      case Op.keyword:
        return { tag: "keyword", name: file.text(a), value: this.value(file, b) };
      case Op.dispatch:
        return this.#dispatched(file, a, file.text(b)) ?? this.value(file, c);
      case Op.without:
        return this.#without(this.value(file, a), this.type(file, b));
      case Op.expected:
        return this.expectations.ofArgument(file, a, b);
      case Op.parameterOf:
        return this.expectations.ofParameter(this.value(file, a), b, file);
      default:
        return undefined;
    }
  }

  #type(file: ProjectFile, expression: number): Maybe {
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    const c = file.expression(expression, Expr.C);
    switch (file.expression(expression, Expr.OP)) {
      case Op.either:
      case Op.both:
        return union([this.type(file, a), this.type(file, b)]);
      case Op.apply:
        return this.#appliedType(file, a, b, c);
      case Op.functionType:
        return {
          tag: "function",
          parameters: this.listOf(file, a, b, (row) => this.type(file, row)),
          result: this.type(file, c),
          isVariadic: b > 0 && this.#isRest(file, file.list(a + b - 1)),
          env: undefined,
        };
      case Op.typeOf:
        return this.value(file, a) ?? this.classOf(this.type(file, a));
      case Op.list:
        return {
          tag: "builtin",
          language: file.language,
          type: "list",
          args: [this.type(file, a)],
        };
      case Op.tuple:
        return { tag: "tuple", values: this.listOf(file, a, b, (row) => this.type(file, row)) };
      case Op.index:
        return this.elements.indexed(file, this.type(file, a), b);
      case Op.lookup:
        return this.#lookedUp(file, a, b);
      case Op.instance:
      case Op.rest:
        return this.type(file, a);
      default:
        return this.instantiate(this.#typeNamed(file, expression), file);
    }
  }

  #isRest(file: ProjectFile, expression: number): boolean {
    return expression >= 0 && file.expression(expression, Expr.OP) === Op.rest;
  }

  /** What a type expression names, before an instance is made of it. */
  #typeNamed(file: ProjectFile, expression: number): Maybe {
    if (expression < 0) return undefined;
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    switch (file.expression(expression, Expr.OP)) {
      case Op.name:
        return this.#name(file, a, b, file.expression(expression, Expr.C), "type");
      case Op.member:
        return this.members.read(this.#ownerNamed(file, a), file.text(b), file, "type");
      default:
        return this.value(file, expression);
    }
  }

  /** What a type is named as a member of. */
  #ownerNamed(file: ProjectFile, expression: number): Maybe {
    return this.lookup.semantics(file).typesAreInValues === true
      ? this.value(file, expression)
      : this.#typeNamed(file, expression);
  }

  #dispatched(file: ProjectFile, argument: number, name: string): Maybe {
    const found = parts(this.value(file, argument)).map((part) =>
      this.lookup.dispatchesOn(part, file) ? this.members.read(part, name, file) : undefined
    );
    return union(found);
  }

  // ── names and bindings ──────────────────────────────────────────────────────────────────────

  #name(file: ProjectFile, name: number, scope: number, offset: number, space: Space): Maybe {
    const found = this.lookup.findIn(file, scope, name, offset, space);
    if (found.length === 0) return this.#unboundName(file, file.text(name));
    const modules = this.lookup.modules(file);
    const seen = this.lookup.semantics(file).separatesTypes
      ? signatures(this.project, found)
      : found;
    return union(
      seen.map((one) =>
        one.receiver === undefined
          ? this.entity(one.entity, modules)
          : this.members.valueOf({ ...one, receiver: one.receiver, modules: undefined })
      ),
    );
  }

  /** A name that nothing in the project binds: a built-in of the language, or unknown. */
  #unboundName(file: ProjectFile, name: string): Maybe {
    const semantics = this.lookup.semantics(file);
    if (Object.hasOwn(semantics.builtinTypes, name) || semantics.builtinNames.has(name)) {
      return { tag: "external", name, derived: false };
    }
    return undefined;
  }

  #binding(file: ProjectFile, row: number): Maybe {
    const type = file.binding(row, Binding.TYPE);
    const value = file.binding(row, Binding.VALUE);
    const symbol = file.binding(row, Binding.SYMBOL);
    switch (file.binding(row, Binding.KIND)) {
      case BindingKind.import: {
        const modules = this.lookup.modules(file);
        const entities = this.lookup.imported(file, file.binding(row, Binding.INDEX));
        return union(entities.map((entity) => this.entity(entity, modules)));
      }
      case BindingKind.typeParameter:
        return { tag: "parameter", file: file.id, binding: row };
      case BindingKind.definition:
        return this.#redefined(file, value, file.firstSymbol + symbol) ??
          this.symbol(file.firstSymbol + symbol);
      case BindingKind.parameter:
        if (type >= 0) return this.type(file, type);
        if (value >= 0 && file.expression(value, Expr.OP) === Op.callback) {
          return this.expectations.ofCallback(file, value, file.binding(row, Binding.INDEX));
        }
        if (value >= 0) return this.value(file, value);
        return this.#inheritedParameter(file, row) ?? this.#openParameter(file, row);
      default:
        return this.#held(file, type, value);
    }
  }

  /** What a variable holds that has a declared type, a value, or both. */
  #held(file: ProjectFile, type: number, value: number): Maybe {
    if (type < 0) return this.value(file, value);
    const given = this.#memos === this.#given ? this.value(file, value) : undefined;
    return given ?? this.type(file, type);
  }

  /** What calls give to a parameter is put in its place where its function is called. */
  #openParameter(file: ProjectFile, row: number): Maybe {
    return this.lookup.semantics(file).callsTellParameters
      ? { tag: "parameter", file: file.id, binding: row }
      : undefined;
  }

  /** A parameter without a type has that of the method which its own overrides. */
  #inheritedParameter(file: ProjectFile, row: number): Maybe {
    const method = file.scope(file.binding(row, Binding.SCOPE), Scope.SYMBOL);
    if (method < 0) return undefined;
    const kind = file.symbol(method, Sym.KIND);
    if (kind !== Kind.method && kind !== Kind.constructor) return undefined;
    const owner = file.symbol(method, Sym.CONTAINER);
    if (owner < 0 || file.bases(owner).length === 0) return undefined;
    const base: Value = { tag: "super", symbol: file.firstSymbol + owner };
    const overridden = this.members.read(base, file.nameOf(method), file);
    const [first] = parts(overridden);
    if (first?.tag !== "symbol") return undefined;
    return this.overloads.parameter(first, file.binding(row, Binding.INDEX));
  }

  /** What decorators made of a definition, where that is known. */
  #redefined(file: ProjectFile, value: number, symbol: number): Maybe {
    const made = this.value(file, value);
    // What a decorator from outside returns can be called as the definition can.
    return made?.tag === "external" ? union([this.symbol(symbol), made]) : made;
  }

  /** What a symbol is when its name is read. */
  symbol(symbol: number): Maybe {
    const file = this.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    switch (file.symbol(row, Sym.KIND)) {
      case Kind.variable:
      case Kind.constant:
      case Kind.field:
      case Kind.object:
      case Kind.parameter:
      case Kind.enumMember: {
        const type = file.symbol(row, Sym.TYPE);
        const value = file.symbol(row, Sym.VALUE);
        const held = this.#held(file, type, value) ?? this.value(file, value);
        // Members that are given to a variable belong to it, whatever it holds.
        return this.members.isExtended(symbol) ? union([instanceOf(symbol), held]) : held;
      }
      case Kind.property:
        if (file.symbol(row, Sym.FLAGS) & Flag.accessor) return symbolValue(symbol);
        return this.returned(symbol);
      case Kind.method:
        if (file.symbol(row, Sym.FLAGS) & Flag.getter) return this.returned(symbol);
        return symbolValue(symbol);
      default:
        return symbolValue(symbol);
    }
  }

  #instanceAround(file: ProjectFile, scope: number, tag: "self" | "super"): Maybe {
    if (scope < 0) return undefined;
    const symbol = file.scope(scope, Scope.SYMBOL);
    // A function that is written outside its type runs on an instance of that type.
    const owner = symbol < 0 ? -1 : this.members.extendedBy(file.firstSymbol + symbol);
    if (owner >= 0) return { tag, symbol: owner };
    if (
      symbol >= 0 && file.symbol(symbol, Sym.QUALIFIER) >= 0 &&
      !isType(file.symbol(symbol, Sym.KIND))
    ) {
      return undefined;
    }
    if (symbol < 0) {
      return tag === "self" ? { tag: "object", file: file.id, scope, env: undefined } : undefined;
    }
    return { tag, symbol: file.firstSymbol + symbol };
  }

  #module(file: ProjectFile, specifier: string): Maybe {
    const modules = this.lookup.modules(file);
    const located = modules.locate(file.id, specifier, 0);
    if (located === undefined) return undefined;
    if ("external" in located) return { tag: "external", name: located.external, derived: false };
    return { tag: "module", module: located.module, modules };
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────

  /** What an expression is that is called, or that names the type which is constructed. */
  callee(file: ProjectFile, expression: number, space: "call" | "type"): Maybe {
    if (expression < 0) return undefined;
    if (this.lookup.semantics(file).namesApart !== true) return this.value(file, expression);
    const a = file.expression(expression, Expr.A);
    const b = file.expression(expression, Expr.B);
    switch (file.expression(expression, Expr.OP)) {
      case Op.name:
        return this.#name(file, a, b, file.expression(expression, Expr.C), space);
      case Op.member:
        return this.members.read(this.value(file, a), file.text(b), file, space);
      default:
        return this.value(file, expression);
    }
  }

  /** Argument expressions of a call. */
  argumentsOf(file: ProjectFile, first: number, count: number): readonly Maybe[] {
    return this.listOf(file, first, count, (row) => this.value(file, row));
  }

  /** What a type parameter is at least: its bound, or else its default. */
  bound(parameter: Value & { tag: "parameter" }): Maybe {
    const file = this.project.file(parameter.file);
    const declared = file.binding(parameter.binding, Binding.TYPE);
    return this.type(
      file,
      declared >= 0 ? declared : file.binding(parameter.binding, Binding.VALUE),
    );
  }

  /** What a callable returns, in terms of `self` and its type parameters. */
  returned(symbol: number): Maybe {
    const file = this.project.fileOfSymbol(symbol);
    return this.#recall(About.returns, file, symbol - file.firstSymbol);
  }

  #returned(file: ProjectFile, row: number): Maybe {
    const type = file.symbol(row, Sym.TYPE);
    return type >= 0 ? this.type(file, type) : this.value(file, file.symbol(row, Sym.VALUE));
  }

  // ── types ───────────────────────────────────────────────────────────────────────────────────

  /** Of what one name stands for, the types where there are any: a function beside one constructs it. */
  #typesAmong(values: readonly Value[]): readonly Value[] {
    const types = values.filter((value) => {
      if (value.tag !== "symbol") return value.tag !== "builtinMethod";
      const file = this.project.fileOfSymbol(value.symbol);
      return isType(file.symbol(value.symbol - file.firstSymbol, Sym.KIND));
    });
    return types.length > 0 ? types : values;
  }

  /** From the thing that a type expression names to an instance of it. */
  instantiate(value: Maybe, from: ProjectFile): Maybe {
    if (value === undefined) return undefined;
    switch (value.tag) {
      case "union":
        return union(this.#typesAmong(value.values).map((part) => this.instantiate(part, from)));
      case "symbol": {
        const file = this.project.fileOfSymbol(value.symbol);
        const row = value.symbol - file.firstSymbol;
        if (file.symbol(row, Sym.KIND) === Kind.type) {
          const type = file.symbol(row, Sym.TYPE);
          if (type >= 0) {
            return this.#appliedAlias(value.symbol, value.args) ?? this.type(file, type);
          }
        }
        return isType(file.symbol(row, Sym.KIND)) ? instanceOf(value.symbol, value.args) : value;
      }
      case "external": {
        const { builtinTypes } = this.lookup.semantics(from);
        if (!value.derived && Object.hasOwn(builtinTypes, value.name)) {
          return { tag: "builtin", language: from.language, type: value.name, args: [] };
        }
        return { tag: "external", name: value.name, derived: true };
      }
      default:
        return value;
    }
  }

  /** From an instance to its class. */
  classOf(value: Maybe): Maybe {
    if (value === undefined) return undefined;
    switch (value.tag) {
      case "union":
        return union(value.values.map((part) => this.classOf(part)));
      case "instance":
        return symbolValue(value.symbol, undefined, value.args);
      case "self":
        return symbolValue(value.symbol, value);
      case "super": {
        const base = this.members.ancestry(value.symbol).order[1];
        return base === undefined ? undefined : symbolValue(base.symbol, undefined, base.args);
      }
      default:
        return undefined;
    }
  }

  #applied(file: ProjectFile, base: Maybe, first: number, count: number): Maybe {
    if (base === undefined) return undefined;
    if (base.tag === "builtin" && base.args.length === 0) {
      return { ...base, args: this.listOf(file, first, count, (row) => this.value(file, row)) };
    }
    const args = (): readonly Maybe[] =>
      this.listOf(file, first, count, (row) => this.type(file, row));
    if (base.tag === "symbol") return { ...base, args: args() };
    const { builtinTypes } = this.lookup.semantics(file);
    return base.tag === "external" && !base.derived && Object.hasOwn(builtinTypes, base.name)
      ? { tag: "builtin", language: file.language, type: base.name, args: args() }
      : base;
  }

  #appliedType(file: ProjectFile, expression: number, first: number, count: number): Maybe {
    const args = this.listOf(file, first, count, (row) => this.type(file, row));
    const named = this.#typeNamed(file, expression);
    if (named?.tag === "symbol") {
      const alias = this.#appliedAlias(named.symbol, args);
      if (alias !== undefined) return alias;
    }
    const base = this.instantiate(named, file);
    return base?.tag === "instance" || base?.tag === "builtin" ? { ...base, args } : base;
  }

  /** A type alias with parameters (`type Handler<E> = (c: Context<E>) => …`) applied to arguments. */
  #appliedAlias(symbol: number, args: readonly Maybe[]): Maybe {
    const file = this.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    const scope = file.symbol(row, Sym.SCOPE);
    if (file.symbol(row, Sym.KIND) !== Kind.type || scope < 0) return undefined;
    const types = new Map<number, Maybe>();
    file.typeParameters(scope).forEach((binding, i) => {
      types.set(parameterKey(file.id, binding), args[i]);
      this.typeArguments.setDefault(types, file, binding);
    });
    return substitute(this.type(file, file.symbol(row, Sym.TYPE)), { self: undefined, types });
  }

  #lookedUp(file: ProjectFile, a: number, b: number): Maybe {
    const of = this.type(file, a);
    if (b < 0 || file.expression(b, Expr.OP) !== Op.literal) return undefined;
    return this.members.read(of, file.text(file.expression(b, Expr.A)), file);
  }

  /** What is left of a value that is known to be of none of some types. */
  #without(value: Maybe, types: Maybe): Maybe {
    return union(
      parts(value).filter((part) => !parts(types).some((type) => this.#isOf(part, type))),
    );
  }

  #isOf(value: Value, type: Value): boolean {
    switch (value.tag) {
      case "instance":
        return type.tag === "instance" &&
          this.members.ancestry(value.symbol).order.some(({ symbol }) => symbol === type.symbol);
      case "builtin":
        return type.tag === "builtin" && type.type === value.type;
      case "external":
        return type.tag === "external" && type.name === value.name;
      default:
        return false;
    }
  }

  /** Values of rows of the list table. */
  listOf(
    file: ProjectFile,
    first: number,
    count: number,
    evaluate: (expression: number, index: number) => Maybe,
  ): readonly Maybe[] {
    // Many are kept: an array that grows has room for sixteen more than it holds.
    const values = new Array<Maybe>(Math.max(0, count));
    for (let i = 0; i < count; i++) {
      const expression = file.list(first + i);
      values[i] = expression < 0 ? undefined : evaluate(expression, i);
    }
    return values;
  }

  // ── memo ────────────────────────────────────────────────────────────────────────────────────

  /** The kept answer to a question about a row, or the answer worked out now. */
  #recall(about: number, file: ProjectFile, row: number): Maybe {
    const memo = this.#memos[about]!;
    const place = memo.place(file.id, row, file.count(TABLE_OF[about]!));
    const known = memo.get(place);
    if (known !== undefined) {
      if (known.tag === "unknown") return undefined;
      if (known.tag !== "running") return known;
      this.#cut = Math.min(this.#cut, known.level);
      return undefined;
    }
    if (this.#level >= DEEPEST || ++this.#steps > MOST_STEPS) {
      this.#cut = -1;
      return undefined;
    }
    const level = this.#level++;
    const outerCut = this.#cut;
    this.#cut = Infinity;
    memo.set(place, RUNNING[level]);
    const computed = this.#compute(about, file, row);
    const value = isTooLarge(computed) ? undefined : computed;
    this.#level = level;
    if (this.#cut >= level) {
      memo.set(place, value ?? UNKNOWN);
      this.#cut = outerCut;
    } else {
      memo.set(place, undefined);
      this.#cut = Math.min(this.#cut, outerCut);
    }
    return value;
  }

  #compute(about: number, file: ProjectFile, row: number): Maybe {
    switch (about) {
      case About.value:
        return this.#value(file, row);
      case About.type:
        return this.#type(file, row);
      case About.binding:
        return this.#binding(file, row);
      default:
        return this.#returned(file, row);
    }
  }
}
