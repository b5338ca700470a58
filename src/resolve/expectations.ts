/** What the program expects of a value where it stands: of an argument, of a callback's parameter. */
import { argumentName, byArgumentNames, parameterPosition } from "./argument_names.ts";
import { Expr, Op } from "../extract/facts.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Lookup } from "./lookup.ts";
import { CONSTRUCT_MEMBER, type Members } from "./members.ts";
import type { Callable } from "./overloads.ts";
import type { ProjectFile } from "./project.ts";
import { type Maybe, parts, substitute, symbolValue, union, type Value } from "./values.ts";

/** Works out expectations in one project. */
export class Expectations {
  constructor(
    readonly lookup: Lookup,
    readonly evaluator: Evaluator,
    readonly members: Members,
  ) {}

  /**
   * What the callee of a call expects of an argument.
   * @param given row of an `Op.call` or `Op.construct`, or of `Op.both` that and what is expected of it
   */
  ofArgument(file: ProjectFile, given: number, position: number): Maybe {
    const call = callOf(file, given);
    if (call < 0) return undefined;
    const wanted = call === given
      ? undefined
      : this.evaluator.value(file, file.expression(given, Expr.B));
    const constructs = file.expression(call, Expr.OP) === Op.construct;
    const space = constructs ? "type" : "call";
    const callee = this.evaluator.callee(file, file.expression(call, Expr.A), space);
    const first = file.expression(call, Expr.B);
    const count = file.expression(call, Expr.C);
    const callables = parts(callee).flatMap((part) => this.#callables(part, constructs, file));
    const results: Maybe[] = [];
    // The other arguments say which overload is meant and what its type parameters are.
    const args = this.evaluator.listOf(
      file,
      first,
      count,
      (row, i) =>
        i === position && !isFunction(file, row) ? undefined : this.evaluator.value(file, row),
    );
    const { overloads, project } = this.evaluator;
    const names = args.map((_, i) => argumentName(file, file.list(first + i)));
    const { blocksAreLast } = this.lookup.semantics(file);
    const symbolOf = (one: Callable): number => one.tag === "symbol" ? one.symbol : -1;
    const named = callables.every((one) => one.tag === "symbol")
      ? byArgumentNames(
        project,
        callables,
        symbolOf,
        names,
        this.lookup.semantics(file).argumentsHaveLabels === true,
      )
      : callables;
    for (const callable of overloads.choose(named, args)) {
      const expected = overloads.parameter(
        callable,
        callable.tag === "symbol"
          ? blocksAreLast === true
            ? overloads.lastParameter(callable.symbol)
            : parameterPosition(project, callable.symbol, names[position] ?? "", position)
          : position,
      );
      if (expected === undefined || callable.tag === "function") results.push(expected);
      else {
        const others = args.map((arg, i) => i === position ? undefined : arg);
        results.push(
          substitute(expected, this.evaluator.typeArguments.environment(callable, others, wanted)),
        );
      }
    }
    return union(results);
  }

  /** What a callback takes at a position, as the call that it is an argument of tells. */
  ofCallback(file: ProjectFile, expression: number, index: number): Maybe {
    const call = file.expression(expression, Expr.B);
    const position = file.expression(expression, Expr.C);
    const expected = this.ofArgument(file, call, position);
    return this.ofParameter(expected, index, file) ??
      this.#ofBuiltinCallback(file, callOf(file, call), index);
  }

  /** What a function takes at a position. */
  ofParameter(callable: Maybe, index: number, file: ProjectFile): Maybe {
    const found: Maybe[] = [];
    for (const part of parts(callable)) {
      for (const one of this.#callables(part, false, file)) {
        const type = this.evaluator.overloads.parameter(one, index);
        found.push(
          one.tag === "function"
            ? type
            : substitute(type, this.evaluator.typeArguments.environment(one, [])),
        );
      }
    }
    return union(found);
  }

  /** The functions that calling (or constructing) a value may run. */
  #callables(value: Value, constructs: boolean, file: ProjectFile): readonly Callable[] {
    switch (value.tag) {
      case "function":
        return [value];
      case "symbol": {
        const makers = constructs ? this.#constructors(value, file) : [];
        return makers.length > 0 ? makers : [value];
      }
      case "object":
      case "instance":
      case "self": {
        const { callMember, functionalInterfaces } = this.lookup.semantics(file);
        if (functionalInterfaces === true && value.tag === "instance") {
          const method = this.members.soleMethod(value.symbol);
          if (method >= 0) return [symbolValue(method, value) as Callable];
        }
        const name = constructs ? CONSTRUCT_MEMBER : callMember;
        if (name === undefined) return [];
        return parts(this.members.read(value, name, file)).filter((part) => isCallable(part));
      }
      case "parameter": {
        const bound = this.evaluator.bound(value);
        return parts(bound).flatMap((part) =>
          part.tag === "parameter" ? [] : this.#callables(part, constructs, file)
        );
      }
      default:
        return [];
    }
  }

  #constructors(value: Value & { tag: "symbol" }, file: ProjectFile): readonly Callable[] {
    if (this.lookup.semantics(file).classMembersApart === true) {
      const own = parts(this.members.read(value, CONSTRUCT_MEMBER, file)).filter(isCallable);
      if (own.length > 0) return own;
    }
    for (const name of this.lookup.semantics(file).constructors) {
      const instance: Value = { tag: "instance", symbol: value.symbol, args: value.args };
      const found = parts(this.members.read(instance, name, file)).filter((p) => isCallable(p));
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Callbacks of built-in containers get an element first: `xs.map((x) => …)`. */
  #ofBuiltinCallback(file: ProjectFile, call: number, index: number): Maybe {
    const callee = call < 0 ? -1 : file.expression(call, Expr.A);
    if (callee < 0 || file.expression(callee, Expr.OP) !== Op.member) return undefined;
    const receiver = this.evaluator.value(file, file.expression(callee, Expr.A));
    const name = file.text(file.expression(callee, Expr.B));
    for (const one of parts(receiver)) {
      const part = one.tag === "tuple" ? this.evaluator.elements.asList(one, file) : one;
      if (part?.tag !== "builtin") continue;
      const given = this.lookup.builtinType(part.language, part.type)?.callbacks?.[name] ??
        ["element"];
      if (given[index] === "element") return this.evaluator.calls.contentOf(part);
    }
    return undefined;
  }
}

function isCallable(value: Value): value is Callable {
  return value.tag === "function" || value.tag === "symbol";
}

/** The call in `both` a call and what is expected of it. */
function callOf(file: ProjectFile, expression: number): number {
  return expression >= 0 && file.expression(expression, Expr.OP) === Op.both
    ? file.expression(expression, Expr.A)
    : expression;
}

/** Whether an argument is a function written there. */
function isFunction(file: ProjectFile, expression: number): boolean {
  return file.expression(expression, Expr.OP) === Op.symbol;
}
