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
import type { Expectations } from "./expectations.ts";
import type { Lookup } from "./lookup.ts";
import type { Members } from "./members.ts";
import type { Entity, Modules } from "./module_system.ts";
import { signatures, type Space } from "./name_spaces.ts";
import { type Callable, Overloads } from "./overloads.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";
import type { OutsideResult } from "./semantics.ts";
import {
  type BuiltinValue,
  type Environment,
  instanceOf,
  isTooLarge,
  type Maybe,
  parameterKey,
  parameterOf,
  parts,
  resultOf,
  substitute,
  symbolValue,
  union,
  type Value,
} from "./values.ts";

const DEEPEST = 60;
/** Work that one question may cost before it is given up. */
const MOST_STEPS = 4000;

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

/** Answers by what they are about, file and row. */
type Memos = Slot[][][];

const RUNNING: readonly Running[] = Array.from(
  { length: DEEPEST },
  (_, level) => ({ tag: "running", level }),
);

/** Built-in types that awaiting takes the argument out of. */
const AWAITABLE: ReadonlySet<string> = new Set(["Promise", "PromiseLike", "future"]);

/** Values that are called to give what is called, further than this, say nothing. */
const MOST_CALLED_BY_MEMBER = 8;

/** Iterators of iterators further than this say nothing. */
const DEEPEST_ITERATION = 4;

export class Evaluator {
  readonly #declared: Memos = [[], [], [], []];
  readonly #given: Memos = [[], [], [], []];
  /** Answers of the kind that is asked for now. */
  #memos: Memos = this.#declared;
  #level = 0;
  #calling = 0;
  #cut = Infinity;
  #steps = 0;
  /** Set right after construction: the two look each other up. */
  members!: Members;
  expectations!: Expectations;
  readonly overloads: Overloads;

  constructor(readonly project: Project, readonly lookup: Lookup) {
    this.overloads = new Overloads(project, this);
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
        return this.#called(file, this.callee(file, a, "call"), b, c);
      case Op.construct:
        return this.constructed(this.callee(file, a, "type"), file, this.argumentsOf(file, b, c));
      case Op.index:
        return this.#indexed(file, this.value(file, a), b);
      case Op.await:
        return this.#unwrapped(this.value(file, a));
      case Op.element:
        return this.element(this.value(file, a), file);
      case Op.pick:
        return this.#picked(this.value(file, a), b, file);
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
        return this.#indexed(file, this.type(file, a), b);
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
        return this.members.read(this.#typeNamed(file, a), file.text(b), file, "type");
      default:
        return this.value(file, expression);
    }
  }

  #dispatched(file: ProjectFile, argument: number, name: string): Maybe {
    const found = parts(this.value(file, argument)).map((part) =>
      part.tag === "instance" || part.tag === "self"
        ? this.members.read(part, name, file)
        : undefined
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

  #called(file: ProjectFile, callee: Maybe, first: number, count: number): Maybe {
    // What is given to something unknown or outside decides nothing.
    if (callee === undefined) return undefined;
    if (callee.tag === "external" && this.#outsideResult(file, callee) === undefined) {
      return this.#calledExternal(file, callee, []);
    }
    return this.called(file, callee, this.argumentsOf(file, first, count));
  }

  /** What calling a value gives. */
  called(file: ProjectFile, callee: Maybe, args: readonly Maybe[]): Maybe {
    if (callee === undefined) return undefined;
    switch (callee.tag) {
      case "union": {
        const chosen = this.#chosen(callee.values, args);
        const { mostMethods = Infinity } = this.lookup.semantics(file);
        if (chosen.length > mostMethods) return undefined;
        return union(chosen.map((part) => this.called(file, part, args)));
      }
      case "external":
        return this.#calledExternal(file, callee, args);
      case "function":
        return resultOf(callee);
      case "object": {
        const { callMember } = this.lookup.semantics(file);
        if (callMember === undefined) return undefined;
        return this.called(file, this.members.read(callee, callMember, file), args);
      }
      case "symbol":
        return this.#calledSymbol(callee, args, file);
      case "self":
      case "instance": {
        const owner = this.project.fileOfSymbol(callee.symbol);
        if (this.lookup.semantics(owner).callMember !== undefined) {
          return this.#calledByMember(owner, callee, args, file);
        }
        const made = this.#underlying(callee);
        return made === callee ? undefined : this.called(file, made, args);
      }
      case "super":
        return callee;
      case "builtin":
        return this.#calledByMember(file, callee, args);
      case "builtinMethod":
        return this.#calledBuiltin(callee, args, file);
      default:
        return undefined;
    }
  }

  /** What the member gives that runs when a value is called; one that gives such a value again ends. */
  #calledByMember(
    owner: ProjectFile,
    callee: Value,
    args: readonly Maybe[],
    from: ProjectFile = owner,
  ): Maybe {
    const { callMember } = this.lookup.semantics(owner);
    if (callMember === undefined || this.#calling >= MOST_CALLED_BY_MEMBER) return undefined;
    this.#calling++;
    const result = this.called(from, this.members.read(callee, callMember, from), args);
    this.#calling--;
    return result;
  }

  /** Of overloads, the one that a call with such arguments means. */
  #chosen(values: readonly Value[], args: readonly Maybe[]): readonly Value[] {
    return values.every((part) => part.tag === "symbol" || part.tag === "function")
      ? this.overloads.choose(values as readonly Callable[], args)
      : values;
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

  #outsideResult(
    file: ProjectFile,
    callee: Value & { tag: "external" },
  ): OutsideResult | undefined {
    const { outsideResults } = this.lookup.semantics(file);
    return outsideResults === undefined || callee.derived ||
        !Object.hasOwn(outsideResults, callee.name)
      ? undefined
      : outsideResults[callee.name];
  }

  #calledExternal(
    file: ProjectFile,
    callee: Value & { tag: "external" },
    args: readonly Maybe[],
  ): Maybe {
    const { name, derived } = callee;
    const told = this.#outsideResult(file, callee);
    if (told !== undefined) {
      const made = this.#madeOf(told, args, file);
      if (told.type === undefined) return made[0];
      return { tag: "builtin", language: file.language, type: told.type, args: made };
    }
    const { builtinTypes } = this.lookup.semantics(file);
    if (!derived && Object.hasOwn(builtinTypes, name)) {
      return { tag: "builtin", language: file.language, type: name, args: [] };
    }
    return { tag: "external", name: derived ? name : `${name}()`, derived: true };
  }

  /** What the result of a function outside is made of. */
  #madeOf({ of }: OutsideResult, args: readonly Maybe[], file: ProjectFile): readonly Maybe[] {
    const [first, second] = args;
    switch (of) {
      case "argument":
        return [first];
      case "arguments":
        return [union(args)];
      case "awaited":
        return [awaited(first)];
      case "elements":
        return [this.element(first, file)];
      case "awaitedElements":
        return [awaitedElements(first)];
      case "pairs":
        return [{ tag: "tuple", values: [undefined, this.element(first, file)] }];
      case "parts": {
        const part = this.element(first, file);
        return part?.tag === "tuple" ? part.values : [undefined, this.element(part, file)];
      }
      case "returned":
        return [
          second === undefined ? this.element(first, file) : this.called(file, second, []),
        ];
    }
  }

  #calledSymbol(
    callee: Value & { tag: "symbol" },
    args: readonly Maybe[],
    from: ProjectFile,
  ): Maybe {
    const file = this.project.fileOfSymbol(callee.symbol);
    const row = callee.symbol - file.firstSymbol;
    const kind = file.symbol(row, Sym.KIND);
    if (isType(kind)) {
      const { callsOfTypesAreCasts } = this.lookup.semantics(from);
      const isCast = callsOfTypesAreCasts === true;
      return isCast && args.length === 0 ? undefined : this.constructed(callee, from, args);
    }
    if (args.length > 0 && file.symbol(row, Sym.FLAGS) & Flag.fluent) return callee.receiver;
    const result = this.returned(callee.symbol);
    if (result === undefined) return undefined;
    return substitute(result, this.environment(callee, args));
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

  /** What `self` and the type parameters of a callable stand for when it is called so. */
  environment(
    callee: Value & { tag: "symbol" },
    args: readonly Maybe[],
    wanted?: Maybe,
  ): Environment {
    const types = new Map<number, Maybe>();
    const file = this.project.fileOfSymbol(callee.symbol);
    const row = callee.symbol - file.firstSymbol;
    const scope = file.symbol(row, Sym.SCOPE);
    this.members.bindReceiver(types, callee.receiver, callee.symbol);
    if (scope >= 0) {
      const own = file.typeParameters(scope);
      if (own.length > 0) {
        if (callee.args.length > 0) {
          own.forEach((binding, i) => types.set(parameterKey(file.id, binding), callee.args[i]));
        } else {
          this.#learn(file, row, args, types);
        }
        if (wanted !== undefined) this.unify(this.returned(callee.symbol), wanted, types);
        for (const binding of own) this.#defaultParameter(types, file, binding);
      } else if (args.length > 0 && this.lookup.semantics(file).callsTellParameters) {
        this.#learn(file, row, args, types);
      }
    }
    return { self: asInstance(callee.receiver, this.project), types };
  }

  /** Learns from the arguments of a call what the type parameters in a callable's parameters are. */
  #learn(
    file: ProjectFile,
    callable: number,
    args: readonly Maybe[],
    types: Map<number, Maybe>,
  ): void {
    const parameters = file.parameters(file.symbol(callable, Sym.SCOPE));
    const takesMore = (file.symbol(callable, Sym.ARITY) & 255) === 255;
    const named = keywords(args);
    parameters.forEach((binding, i) => {
      const type = file.binding(binding, Binding.TYPE);
      const byPosition = args[i]?.tag === "keyword" ? undefined : args[i];
      const arg = named?.get(file.text(file.binding(binding, Binding.NAME))) ?? byPosition;
      if (arg === undefined) return;
      if (type < 0) {
        types.set(parameterKey(file.id, binding), arg);
        return;
      }
      const declared = this.type(file, type);
      this.unify(declared, arg, types);
      // The rest of the arguments are the elements of the last parameter.
      if (takesMore && i === parameters.length - 1) {
        this.unify(this.#indexed(file, declared, -1), arg, types);
      }
    });
  }

  /** A type parameter that nothing decides stands for its bound or default. */
  #defaultParameter(types: Map<number, Maybe>, file: ProjectFile, binding: number): void {
    const key = parameterKey(file.id, binding);
    if (types.get(key) !== undefined) return;
    const bound = this.type(file, file.binding(binding, Binding.VALUE));
    // The bound of one may be told by another: `F: Fn(T) -> U`.
    types.set(
      key,
      bound?.tag === "function" ? substitute(bound, { self: undefined, types }) : bound,
    );
  }

  /** Learns from an argument what the type parameters in a parameter's type are. */
  unify(pattern: Maybe, actual: Maybe, types: Map<number, Maybe>): void {
    if (pattern === undefined || actual === undefined) return;
    switch (pattern.tag) {
      case "parameter": {
        const key = parameterKey(pattern.file, pattern.binding);
        if (!types.has(key)) types.set(key, actual);
        return;
      }
      case "instance":
        if (actual.tag === "instance" && pattern.args.length > 0) {
          const seen = this.members.asBase(actual, pattern.symbol);
          pattern.args.forEach((arg, i) => this.unify(arg, seen?.args[i], types));
        }
        return;
      case "builtin":
        if (actual.tag === "builtin" && actual.type === pattern.type) {
          pattern.args.forEach((arg, i) => this.unify(arg, actual.args[i], types));
        } else if (actual.tag === "tuple") {
          this.unify(pattern.args.at(-1), union(actual.values), types);
        }
        return;
      case "function":
        if (actual.tag === "symbol") {
          this.unify(resultOf(pattern), this.returned(actual.symbol), types);
          for (let i = 0; i < pattern.parameters.length; i++) {
            this.unify(parameterOf(pattern, i), this.overloads.parameter(actual, i), types);
          }
        } else if (actual.tag === "function") {
          this.unify(resultOf(pattern), resultOf(actual), types);
        }
        return;
      case "symbol":
        if (actual.tag === "symbol" && pattern.symbol === actual.symbol) return;
        return;
      case "tuple":
        if (actual.tag === "tuple") {
          pattern.values.forEach((part, i) => this.unify(part, actual.values[i], types));
        } else if (actual.tag === "builtin") {
          for (const part of pattern.values) this.unify(part, actual.args.at(-1), types);
        }
        return;
      case "union": {
        // In `T | Promise<T>` a promise says what T is; only what nothing else fits is T itself.
        const fits = pattern.values.filter((part) => isLike(part, actual));
        const rest = fits.length > 0 ? fits : pattern.values.filter((p) => p.tag === "parameter");
        for (const part of rest) this.unify(part, actual, types);
        return;
      }
      default:
        return;
    }
  }

  /** What constructing a value gives. */
  constructed(callee: Maybe, file: ProjectFile, args: readonly Maybe[]): Maybe {
    if (callee === undefined) return undefined;
    switch (callee.tag) {
      case "self":
        return callee;
      case "super":
        return { tag: "self", symbol: callee.symbol };
      case "union":
        return union(callee.values.map((part) => this.constructed(part, file, args)));
      case "symbol": {
        const owner = this.project.fileOfSymbol(callee.symbol);
        const kind = owner.symbol(callee.symbol - owner.firstSymbol, Sym.KIND);
        // The class of the instance makes another one of the same class.
        if (callee.receiver?.tag === "self" && callee.receiver.symbol === callee.symbol) {
          return callee.receiver;
        }
        if (kind === Kind.type) return this.instantiate(callee, owner);
        if (isType(kind) || kind === Kind.function) {
          return instanceOf(callee.symbol, this.#constructedArguments(callee, file, args));
        }
        return undefined;
      }
      case "external":
        return this.#calledExternal(file, callee, args);
      case "builtin":
        return callee;
      case "instance":
      case "object":
        return this.members.constructedBy(callee, file, args);
      default:
        return undefined;
    }
  }

  /** Type arguments of a new instance: those given, else what the constructor's arguments tell. */
  #constructedArguments(
    callee: Value & { tag: "symbol" },
    from: ProjectFile,
    args: readonly Maybe[],
  ): readonly Maybe[] {
    const owner = this.project.fileOfSymbol(callee.symbol);
    const scope = owner.symbol(callee.symbol - owner.firstSymbol, Sym.SCOPE);
    const parameters = scope < 0 ? [] : owner.typeParameters(scope);
    if (callee.args.length > 0 || args.length === 0 || parameters.length === 0) return callee.args;
    const types = new Map<number, Maybe>();
    for (const name of this.lookup.semantics(owner).constructors) {
      const [maker] = parts(this.members.read(instanceOf(callee.symbol), name, from));
      if (maker?.tag !== "symbol") continue;
      const file = this.project.fileOfSymbol(maker.symbol);
      this.#learn(file, maker.symbol - file.firstSymbol, args, types);
      break;
    }
    if (types.size === 0) return callee.args;
    return parameters.map((binding) => types.get(parameterKey(owner.id, binding)));
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
      this.#defaultParameter(types, file, binding);
    });
    return substitute(this.type(file, file.symbol(row, Sym.TYPE)), { self: undefined, types });
  }

  #lookedUp(file: ProjectFile, a: number, b: number): Maybe {
    const of = this.type(file, a);
    if (b < 0 || file.expression(b, Expr.OP) !== Op.literal) return undefined;
    return this.members.read(of, file.text(file.expression(b, Expr.A)), file);
  }

  #indexed(file: ProjectFile, value: Maybe, index: number): Maybe {
    if (value === undefined) return undefined;
    switch (value.tag) {
      case "tuple":
        if (index < 0) return union(value.values);
        break;
      case "builtin":
        return value.args.at(-1);
      case "self":
      case "instance": {
        const made = this.#underlying(value);
        if (made !== value) return this.#indexed(file, made, index);
        return this.#indexSignature(value, file) ?? this.#subscripted(value, file) ??
          this.#pointedTo(value, file);
      }
      case "object":
        return this.#indexSignature(value, file) ?? this.#contents(value);
      case "union":
        return union(value.values.map((part) => this.#indexed(file, part, index)));
      case "symbol":
        // A generic function or type with its type argument, unless types are never given so.
        if (this.lookup.semantics(file).separatesTypes) return undefined;
        return index < 0 ? value : { ...value, args: [this.type(file, index)] };
    }
    return this.element(value, file);
  }

  #subscripted(value: Value, file: ProjectFile): Maybe {
    const { subscriptMember } = this.lookup.semantics(file);
    return subscriptMember === undefined
      ? undefined
      : this.called(file, this.members.read(value, subscriptMember, file), []);
  }

  /** An element of what may be a pointer or an array, where these are taken for what they lead to. */
  #pointedTo(value: Value, file: ProjectFile): Maybe {
    return this.lookup.semantics(file).transparentPointers ? value : undefined;
  }

  /** What awaiting a value gives, or following a pointer. */
  #unwrapped(value: Maybe): Maybe {
    if (value?.tag === "union") return union(value.values.map((part) => this.#unwrapped(part)));
    if (value?.tag === "instance" || value?.tag === "self") return this.#followed(value) ?? value;
    if (value?.tag !== "builtin") return awaited(value);
    const { forwards, unwraps = forwards } = this.lookup.builtinType(value.language, value.type) ??
      {};
    return unwraps === undefined ? awaited(value) : value.args[unwraps];
  }

  /** What an instance leads to that can be used like a pointer. */
  #followed(value: Value & { tag: "instance" | "self" }): Maybe {
    const file = this.project.fileOfSymbol(value.symbol);
    const { pointerMember } = this.lookup.semantics(file);
    if (pointerMember === undefined) return undefined;
    const made = this.called(file, this.members.read(value, pointerMember, file), []);
    return made?.tag === "builtin" ? this.#unwrapped(made) : made;
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

  #indexSignature(value: Value, file: ProjectFile): Maybe {
    const { indexMember } = this.lookup.semantics(file);
    return indexMember === undefined ? undefined : this.members.read(value, indexMember, file);
  }

  /** What a value of a type that is defined by another is made of: the list in `type Names []string`. */
  #underlying(value: Value & { tag: "instance" | "self" }): Maybe {
    const file = this.project.fileOfSymbol(value.symbol);
    const row = value.symbol - file.firstSymbol;
    const made = file.symbol(row, Sym.VALUE);
    if (file.symbol(row, Sym.KIND) !== Kind.type || made < 0) return value;
    const args = value.tag === "instance" ? value.args : [];
    const types = new Map<number, Maybe>();
    file.typeParameters(file.symbol(row, Sym.SCOPE)).forEach((binding, i) => {
      types.set(parameterKey(file.id, binding), args[i]);
    });
    return substitute(this.value(file, made), { self: value, types });
  }

  #picked(value: Maybe, position: number, file: ProjectFile): Maybe {
    if (value === undefined) return undefined;
    if (value.tag === "tuple") return value.values[position];
    if (value.tag === "union") {
      return union(value.values.map((part) => this.#picked(part, position, file)));
    }
    if (value.tag === "builtin") {
      const fields = this.lookup.builtinType(value.language, value.type)?.fields;
      if (fields !== undefined) return value.args[position];
    }
    if (value.tag === "instance" || value.tag === "self") {
      const part = this.#subscripted(value, file);
      if (part !== undefined) return part;
    }
    return this.element(value, file);
  }

  /** A tuple as the list that it is, where the language has its members. */
  asList(value: Value & { tag: "tuple" }, file: ProjectFile): BuiltinValue | undefined {
    const { listType } = this.lookup.semantics(file);
    return listType === undefined
      ? undefined
      : { tag: "builtin", language: file.language, type: listType, args: [union(value.values)] };
  }

  /** What iterating a value gives. */
  element(value: Maybe, file: ProjectFile, depth = 0): Maybe {
    if (value === undefined || depth > DEEPEST_ITERATION) return undefined;
    switch (value.tag) {
      case "union":
        return union(value.values.map((part) => this.element(part, file, depth)));
      case "builtin": {
        const { iterates, entry } = this.lookup.builtinType(value.language, value.type) ?? {};
        if (entry !== undefined) return { ...value, type: entry };
        return iterates === undefined ? value.args.at(-1) : value.args[iterates];
      }
      case "self":
      case "instance": {
        const made = this.#underlying(value);
        return made === value
          ? this.#iterated(value, file, depth) ?? this.#pointedTo(value, file)
          : this.element(made, file, depth + 1);
      }
      case "tuple":
        return union(value.values);
      case "object":
        return this.#contents(value);
      case "external":
        return { tag: "external", name: value.name, derived: true };
      default:
        return undefined;
    }
  }

  /** What the members of an object literal hold, all together: which one is meant is not known. */
  #contents(object: Value & { tag: "object" }): Maybe {
    return union(this.members.inScope(object).map((member) => this.members.valueOf(member)));
  }

  /** What the methods that iteration calls on an instance give. */
  #iterated(value: Value, file: ProjectFile, depth: number): Maybe {
    const { iteration } = this.lookup.semantics(file);
    if (iteration === undefined) return undefined;
    const call = (name: string): Maybe =>
      this.called(file, this.members.read(value, name, file), []);
    for (const name of iteration.steps) {
      const element = call(name);
      if (element !== undefined) return element;
    }
    for (const name of iteration.iterators) {
      const element = this.element(call(name), file, depth + 1);
      if (element !== undefined) return element;
    }
    return this.#subscripted(value, file);
  }

  /** What a method of a built-in type returns. */
  #calledBuiltin(
    callee: Value & { tag: "builtinMethod" },
    args: readonly Maybe[],
    file: ProjectFile,
  ): Maybe {
    const { receiver, result } = callee;
    if (result === "same") return receiver;
    if (result === "element") return this.contentOf(receiver);
    if (result === "flattened") {
      const made = this.called(file, args[0], []);
      const isList = made?.tag === "builtin" || made?.tag === "tuple";
      const element = isList ? this.element(made, file) : made;
      return this.#refilled(receiver, element);
    }
    if (result === "entry") {
      const entry = this.lookup.builtinType(receiver.language, receiver.type)?.entry;
      return entry === undefined ? undefined : { ...receiver, type: entry };
    }
    if (result === "mapped") return this.#refilled(receiver, this.called(file, args[0], []));
    if (result === "returned") {
      return { ...receiver, args: [awaited(this.called(file, args[0], []))] };
    }
    const type = result.builtin;
    return {
      tag: "builtin",
      language: receiver.language,
      type,
      args: argumentsOf(receiver, result.of),
    };
  }

  /** What methods of a built-in type give as an element. */
  contentOf(receiver: BuiltinValue): Maybe {
    const { content } = this.lookup.builtinType(receiver.language, receiver.type) ?? {};
    return content === undefined ? receiver.args.at(-1) : receiver.args[content];
  }

  /** A value of a built-in type with another content. */
  #refilled(receiver: BuiltinValue, content: Maybe): BuiltinValue {
    const { content: position } = this.lookup.builtinType(receiver.language, receiver.type) ?? {};
    if (position === undefined) return { ...receiver, args: [content] };
    return { ...receiver, args: receiver.args.map((arg, i) => i === position ? content : arg) };
  }

  /** Values of rows of the list table. */
  listOf(
    file: ProjectFile,
    first: number,
    count: number,
    evaluate: (expression: number, index: number) => Maybe,
  ): readonly Maybe[] {
    const values: Maybe[] = [];
    for (let i = 0; i < count; i++) {
      const expression = file.list(first + i);
      values.push(expression < 0 ? undefined : evaluate(expression, i));
    }
    return values;
  }

  // ── memo ────────────────────────────────────────────────────────────────────────────────────

  /** The kept answer to a question about a row, or the answer worked out now. */
  #recall(about: number, file: ProjectFile, row: number): Maybe {
    const slots = this.#slots(about, file);
    const known = slots[row];
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
    slots[row] = RUNNING[level];
    const computed = this.#compute(about, file, row);
    const value = isTooLarge(computed) ? undefined : computed;
    this.#level = level;
    if (this.#cut >= level) {
      slots[row] = value ?? UNKNOWN;
      this.#cut = outerCut;
    } else {
      slots[row] = undefined;
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

  #slots(about: number, file: ProjectFile): Slot[] {
    return this.#memos[about]![file.id] ??= new Array(file.count(TABLE_OF[about]!));
  }
}

/** Arguments given by name; undefined when there are none. */
function keywords(args: readonly Maybe[]): Map<string, Maybe> | undefined {
  let named: Map<string, Maybe> | undefined;
  for (const arg of args) {
    if (arg?.tag === "keyword") (named ??= new Map()).set(arg.name, arg.value);
  }
  return named;
}

/** A list or tuple of promises as what they give. */
function awaitedElements(value: Maybe): Maybe {
  if (value?.tag === "tuple") return { tag: "tuple", values: value.values.map(awaited) };
  return value?.tag === "builtin" ? { ...value, args: value.args.map(awaited) } : undefined;
}

/** Whether two values are of one make, whatever their type arguments. */
function isLike(pattern: Value, actual: Value): boolean {
  if (pattern.tag === "builtin") {
    return actual.tag === "builtin" && pattern.type === actual.type || actual.tag === "tuple";
  }
  if (pattern.tag === "instance") {
    return actual.tag === "instance" && pattern.symbol === actual.symbol;
  }
  return pattern.tag === "function" && (actual.tag === "function" || actual.tag === "symbol");
}

/** Type arguments that a result of a built-in type's method has from its receiver. */
function argumentsOf(
  receiver: Value & { tag: "builtin" },
  of: "key" | "value" | "pair" | "self" | undefined,
): readonly Maybe[] {
  const { args } = receiver;
  switch (of) {
    case "key":
      return args.slice(0, 1);
    case "value":
      return args.slice(-1);
    case "pair":
      return [{ tag: "tuple", values: [args[0], args.at(-1)] }];
    case "self":
      return [receiver];
    default:
      return [];
  }
}

/** What `self` is in a method that is called on a receiver: on a class, an instance of it. */
function asInstance(receiver: Maybe, project: Project): Maybe {
  if (receiver?.tag !== "symbol") return receiver;
  const file = project.fileOfSymbol(receiver.symbol);
  const kind = file.symbol(receiver.symbol - file.firstSymbol, Sym.KIND);
  return isType(kind) ? instanceOf(receiver.symbol, receiver.args) : receiver;
}

function awaited(value: Maybe): Maybe {
  if (value === undefined) return undefined;
  if (value.tag === "union") return union(value.values.map(awaited));
  const isPromise = value.tag === "builtin" && AWAITABLE.has(value.type);
  return isPromise ? awaited(value.args[0]) : value;
}
