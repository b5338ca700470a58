/** What type parameters stand for in a call: learnt from what is given, and from what is wanted. */
import { Binding, Sym } from "../extract/facts.ts";
import type { Evaluator } from "./evaluator.ts";
import type { Project, ProjectFile } from "./project.ts";
import { isType } from "./symbol_kinds.ts";
import {
  type Environment,
  instanceOf,
  type Maybe,
  parameterKey,
  parameterOf,
  resultOf,
  substitute,
  union,
  type Value,
} from "./values.ts";

/** Works out type arguments, of one evaluator. */
export class TypeArguments {
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** What `self` and the type parameters of a callable stand for when it is called so. */
  environment(
    callee: Value & { tag: "symbol" },
    args: readonly Maybe[],
    wanted?: Maybe,
  ): Environment {
    const types = new Map<number, Maybe>();
    const file = this.#evaluator.project.fileOfSymbol(callee.symbol);
    const row = callee.symbol - file.firstSymbol;
    const scope = file.symbol(row, Sym.SCOPE);
    this.#evaluator.members.bindReceiver(types, callee.receiver, callee.symbol);
    if (scope >= 0) {
      const own = file.typeParameters(scope);
      if (own.length > 0) {
        if (callee.args.length > 0) {
          own.forEach((binding, i) => types.set(parameterKey(file.id, binding), callee.args[i]));
        } else {
          this.learn(file, row, args, types);
        }
        if (wanted !== undefined) {
          this.unify(this.#evaluator.returned(callee.symbol), wanted, types);
        }
        own.forEach((binding) => this.setDefault(types, file, binding));
      } else if (args.length > 0 && this.#evaluator.lookup.semantics(file).callsTellParameters) {
        this.learn(file, row, args, types);
      }
    }
    return { self: asInstance(callee.receiver, this.#evaluator.project), types };
  }

  /** Learns from the arguments of a call what the type parameters in a callable's parameters are. */
  learn(
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
      const declared = this.#evaluator.type(file, type);
      this.unify(declared, arg, types);
      // The rest of the arguments are the elements of the last parameter.
      if (takesMore && i === parameters.length - 1) {
        this.unify(this.#evaluator.elements.indexed(file, declared, -1), arg, types);
      }
    });
  }

  /** A type parameter that nothing decides stands for its bound or default. */
  setDefault(types: Map<number, Maybe>, file: ProjectFile, binding: number): void {
    const key = parameterKey(file.id, binding);
    if (types.get(key) !== undefined) return;
    const bound = this.#evaluator.type(file, file.binding(binding, Binding.VALUE));
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
          const seen = this.#evaluator.members.asBase(actual, pattern.symbol);
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
          this.unify(resultOf(pattern), this.#evaluator.returned(actual.symbol), types);
          for (let i = 0; i < pattern.parameters.length; i++) {
            this.unify(
              parameterOf(pattern, i),
              this.#evaluator.overloads.parameter(actual, i),
              types,
            );
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
}

/** Arguments given by name; undefined when there are none. */
function keywords(args: readonly Maybe[]): Map<string, Maybe> | undefined {
  let named: Map<string, Maybe> | undefined;
  for (const arg of args) {
    if (arg?.tag === "keyword") (named ??= new Map()).set(arg.name, arg.value);
  }
  return named;
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

/** What `self` is in a method that is called on a receiver: on a class, an instance of it. */
function asInstance(receiver: Maybe, project: Project): Maybe {
  if (receiver?.tag !== "symbol") return receiver;
  const file = project.fileOfSymbol(receiver.symbol);
  const kind = file.symbol(receiver.symbol - file.firstSymbol, Sym.KIND);
  return isType(kind) ? instanceOf(receiver.symbol, receiver.args) : receiver;
}
