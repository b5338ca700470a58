/** What the program expects of a value where it stands: of an argument, of a callback's parameter. */
import { Binding, Expr, Flag, Op, Sym } from "../extract/facts.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Lookup } from "./lookup.ts";
import { CONSTRUCT_MEMBER, type Members } from "./members.ts";
import type { Project, ProjectFile } from "./project.ts";
import { type Maybe, parts, substitute, union, type Value } from "./values.ts";

/** Works out expectations in one project. */
export class Expectations {
  constructor(
    readonly project: Project,
    readonly lookup: Lookup,
    readonly evaluator: Evaluator,
    readonly members: Members,
  ) {}

  /**
   * What the callee of a call expects of an argument.
   * @param call row of an `Op.call` or `Op.construct`
   */
  ofArgument(file: ProjectFile, call: number, position: number): Maybe {
    if (call < 0) return undefined;
    const callee = this.evaluator.value(file, file.expression(call, Expr.A));
    const first = file.expression(call, Expr.B);
    const count = file.expression(call, Expr.C);
    const constructs = file.expression(call, Expr.OP) === Op.construct;
    const callables = parts(callee).flatMap((part) => this.#callables(part, constructs, file));
    const results: Maybe[] = [];
    for (const callable of fitting(this.project, callables, count)) {
      if (callable.tag === "function") {
        results.push(parameterAt(callable, position));
        continue;
      }
      const expected = this.parameterType(callable, position);
      if (expected === undefined) continue;
      // The other arguments say what the type parameters are; this one asks.
      const args = this.evaluator.listOf(
        file,
        first,
        count,
        (row, i) => i === position ? undefined : this.evaluator.value(file, row),
      );
      results.push(substitute(expected, this.evaluator.environment(callable, args)));
    }
    return union(results);
  }

  /** What a callback takes at a position, as the call that it is an argument of tells. */
  ofCallback(file: ProjectFile, expression: number, index: number): Maybe {
    const call = file.expression(expression, Expr.B);
    const position = file.expression(expression, Expr.C);
    const expected = this.ofArgument(file, call, position);
    return this.ofParameter(expected, index, file) ?? this.#ofBuiltinCallback(file, call, index);
  }

  /** What a function takes at a position. */
  ofParameter(callable: Maybe, index: number, file: ProjectFile): Maybe {
    const found: Maybe[] = [];
    for (const part of parts(callable)) {
      for (const one of this.#callables(part, false, file)) {
        if (one.tag === "function") found.push(parameterAt(one, index));
        else {
          const type = this.parameterType(one, index);
          found.push(type && substitute(type, this.evaluator.environment(one, [])));
        }
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
        const { callMember } = this.lookup.semantics(file);
        const name = constructs ? CONSTRUCT_MEMBER : callMember;
        if (name === undefined) return [];
        return parts(this.members.read(value, name, file)).filter((part) => isCallable(part));
      }
      default:
        return [];
    }
  }

  #constructors(value: Value & { tag: "symbol" }, file: ProjectFile): readonly Callable[] {
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
    for (const part of parts(receiver)) {
      if (part.tag !== "builtin") continue;
      const given = this.lookup.builtinType(part.language, part.type)?.callbacks?.[name] ??
        ["element"];
      if (given[index] === "element") return part.args.at(-1);
    }
    return undefined;
  }

  /** Declared type of a callable's parameter, in terms of its own type parameters. */
  parameterType(callee: Value & { tag: "symbol" }, position: number): Maybe {
    const file = this.project.fileOfSymbol(callee.symbol);
    const row = callee.symbol - file.firstSymbol;
    const scope = file.symbol(row, Sym.SCOPE);
    if (scope < 0) return undefined;
    const rows = file.parameters(scope);
    const last = rows.length - 1;
    const isRest = position >= last && (file.symbol(row, Sym.FLAGS) & Flag.variadic) !== 0;
    const binding = rows[isRest ? last : position];
    if (binding === undefined) return undefined;
    const type = file.binding(binding, Binding.TYPE);
    if (type < 0) return undefined;
    const declared = this.evaluator.type(file, type);
    return isRest ? restAt(declared, position - last) : declared;
  }
}

/** Something that takes parameters. */
export type Callable = Value & { tag: "function" | "symbol" };

function isCallable(value: Value): value is Callable {
  return value.tag === "function" || value.tag === "symbol";
}

/**
 * Of overloads, the first that takes as many arguments; all callables when they are no overloads of
 * each other.
 */
export function fitting(
  project: Project,
  callables: readonly Callable[],
  count: number,
): readonly Callable[] {
  if (callables.length < 2 || count < 0 || !areOverloads(project, callables)) return callables;
  const found = callables.find((callable) => takes(project, callable, count));
  return found === undefined ? callables.slice(0, 1) : [found];
}

function areOverloads(project: Project, callables: readonly Callable[]): boolean {
  const [first] = callables;
  if (first?.tag === "function") return callables.every((one) => one.tag === "function");
  return callables.every((one) => {
    if (one.tag !== "symbol" || first?.tag !== "symbol") return false;
    const file = project.fileOfSymbol(one.symbol);
    const row = one.symbol - file.firstSymbol;
    const isSignature = (file.symbol(row, Sym.FLAGS) & Flag.declaration) !== 0;
    const other = project.fileOfSymbol(first.symbol);
    return isSignature && file.nameOf(row) === other.nameOf(first.symbol - other.firstSymbol);
  });
}

function takes(project: Project, callable: Callable, count: number): boolean {
  if (callable.tag === "function") {
    return callable.isVariadic || count <= callable.parameters.length;
  }
  const file = project.fileOfSymbol(callable.symbol);
  const arity = file.symbol(callable.symbol - file.firstSymbol, Sym.ARITY);
  if (arity < 0) return true;
  const most = arity & 255;
  return count >= arity >> 8 && (most === 255 || count <= most);
}

/** Type of a function type's parameter. */
function parameterAt(callable: Value & { tag: "function" }, position: number): Maybe {
  const last = callable.parameters.length - 1;
  if (callable.isVariadic && position >= last) {
    return restAt(callable.parameters[last], position - last);
  }
  return callable.parameters[position];
}

/** One of the remaining parameters that a list or tuple type stands for. */
function restAt(type: Maybe, index: number): Maybe {
  if (type === undefined) return undefined;
  if (type.tag === "tuple") return type.values[index];
  if (type.tag === "union") return union(type.values.map((part) => restAt(part, index)));
  return type.tag === "builtin" ? type.args.at(-1) : undefined;
}
