/** Which of several overloads a call means, by what it is given. */
import { Binding, Flag, Kind, Sym } from "../extract/facts.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Project } from "./project.ts";
import { type Maybe, parameterOf, parts, union, type Value } from "./values.ts";

/** Something that takes parameters. */
export type Callable = Value & { tag: "function" | "symbol" };

const LIST = "Array";
const PRIMITIVES: ReadonlySet<string> = new Set([
  "string",
  "number",
  "boolean",
  "bigint",
  "symbol",
  "RegExp",
  LIST,
]);

/** Chooses among overloads in one project. */
export class Overloads {
  constructor(readonly project: Project, readonly evaluator: Evaluator) {}

  /** The first overload that takes the arguments; all callables when they are no overloads of each other. */
  choose(callables: readonly Callable[], args: readonly Maybe[]): readonly Callable[] {
    if (callables.length < 2) return callables;
    const byCount = callables.filter((callable) => this.#takes(callable, args.length));
    if (!this.#areOverloads(callables)) {
      return byCount.length > 0 && this.#areMethods(callables) ? byCount : callables;
    }
    const found = byCount.find((callable) =>
      args.every((arg, i) => this.#accepts(this.parameter(callable, i), arg, 0))
    );
    return [found ?? byCount[0] ?? callables[0]!];
  }

  #areOverloads(callables: readonly Callable[]): boolean {
    const [first] = callables;
    if (first?.tag === "function") return callables.every((one) => one.tag === "function");
    return callables.every((one) => {
      if (one.tag !== "symbol" || first?.tag !== "symbol") return false;
      const file = this.project.fileOfSymbol(one.symbol);
      const row = one.symbol - file.firstSymbol;
      const isSignature = (file.symbol(row, Sym.FLAGS) & Flag.declaration) !== 0;
      const other = this.project.fileOfSymbol(first.symbol);
      return isSignature && file.nameOf(row) === other.nameOf(first.symbol - other.firstSymbol);
    });
  }

  /** Whether they are methods of one function, each with a body (Julia). */
  #areMethods(callables: readonly Callable[]): boolean {
    return callables.every((one) =>
      one.tag === "symbol" &&
      this.evaluator.lookup.semantics(this.project.fileOfSymbol(one.symbol)).multipleDispatch !==
        undefined
    );
  }

  #takes(callable: Callable, count: number): boolean {
    if (callable.tag === "function") {
      const last = callable.parameters.length - 1;
      if (!callable.isVariadic) return count <= last + 1;
      const rest = callable.parameters[last];
      // The remaining parameters may be written as a tuple, which takes so many and no more.
      return rest?.tag === "tuple" ? count === last + rest.values.length : count >= last;
    }
    const file = this.project.fileOfSymbol(callable.symbol);
    const arity = file.symbol(callable.symbol - file.firstSymbol, Sym.ARITY);
    if (arity < 0) return true;
    const most = arity & 255;
    return count >= arity >> 8 && (most === 255 || count <= most);
  }

  /** Declared type of a callable's parameter, in terms of its own type parameters. */
  parameter(callable: Callable, position: number): Maybe {
    if (callable.tag === "symbol") return this.#declared(callable.symbol, position);
    const last = callable.parameters.length - 1;
    return callable.isVariadic && position >= last
      ? restAt(parameterOf(callable, last), position - last)
      : parameterOf(callable, position);
  }

  /** Position of the last parameter that a definition has; -1 when it has none. */
  lastParameter(symbol: number): number {
    const file = this.project.fileOfSymbol(symbol);
    const scope = file.symbol(symbol - file.firstSymbol, Sym.SCOPE);
    return scope < 0 ? -1 : file.parameters(scope).length - 1;
  }

  #declared(symbol: number, position: number): Maybe {
    const file = this.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
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

  /** Whether a parameter may take an argument; what is unknown may. */
  #accepts(expected: Maybe, actual: Maybe, depth: number): boolean {
    if (expected === undefined || actual === undefined || depth > 4) return true;
    if (actual.tag === "union") {
      return actual.values.some((part) => this.#accepts(expected, part, depth));
    }
    return parts(expected).some((part) => {
      if (part.tag !== "parameter") return this.#fits(part, actual);
      const bound = this.evaluator.bound(part);
      return bound === part || this.#accepts(bound, actual, depth + 1);
    });
  }

  #fits(expected: Value, actual: Value): boolean {
    if (expected.tag === "builtin" && PRIMITIVES.has(expected.type)) {
      if (actual.tag === "tuple") return expected.type === LIST;
      return actual.tag === "builtin" ? actual.type === expected.type : isOpaque(actual);
    }
    switch (actual.tag) {
      case "builtin":
        return expected.tag !== "function" || !PRIMITIVES.has(actual.type);
      case "object":
      case "tuple":
        return expected.tag !== "function";
      case "instance":
        return expected.tag !== "function" || this.#isInterface(actual.symbol);
      default:
        return true;
    }
  }

  #isInterface(symbol: number): boolean {
    const file = this.project.fileOfSymbol(symbol);
    return file.symbol(symbol - file.firstSymbol, Sym.KIND) === Kind.interface;
  }
}

/** Whether nothing is known of a value's make. */
function isOpaque(value: Value): boolean {
  return value.tag === "external" || value.tag === "parameter" || value.tag === "builtinMethod";
}

/** One of the remaining parameters that a list or tuple type stands for. */
function restAt(type: Maybe, index: number): Maybe {
  if (type === undefined) return undefined;
  if (type.tag === "tuple") return type.values[index];
  if (type.tag === "union") return union(type.values.map((part) => restAt(part, index)));
  return type.tag === "builtin" ? type.args.at(-1) : undefined;
}
