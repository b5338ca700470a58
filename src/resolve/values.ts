/**
 * Values: what resolution knows of an expression. A type is the value that its instances have, so
 * one kind of thing serves both. Values are symbolic: the instance (`self`) and type parameters
 * stand for themselves until {@link substitute} puts a receiver's in, so that what a function
 * returns is worked out once and not once a call.
 */
import type { Module, Modules } from "./module_system.ts";
import type { BuiltinResult } from "./semantics.ts";

/** What is known of an expression; `undefined` everywhere means "nothing". */
export type Value =
  /** An instance of a class, struct, interface or enum (a symbol of the project). */
  | { readonly tag: "instance"; readonly symbol: number; readonly args: readonly Maybe[] }
  /** A definition itself: a class object, a function, a namespace; `receiver` when read off one. */
  | {
    readonly tag: "symbol";
    readonly symbol: number;
    readonly receiver: Maybe;
    readonly args: readonly Maybe[];
  }
  /** The instance on which a method of the class runs. */
  | { readonly tag: "self"; readonly symbol: number }
  /** The same as its base classes see it. */
  | { readonly tag: "super"; readonly symbol: number }
  | { readonly tag: "module"; readonly module: Module; readonly modules: Modules }
  /** The members in a scope: an object literal, a type literal. */
  | {
    readonly tag: "object";
    readonly file: number;
    readonly scope: number;
    readonly env: Environment | undefined;
  }
  /** From outside the project, by qualified name; `derived` when it is something got from there, not a named thing. */
  | { readonly tag: "external"; readonly name: string; readonly derived: boolean }
  | BuiltinValue
  /** A method of a built-in type whose result is known. */
  | {
    readonly tag: "builtinMethod";
    readonly receiver: BuiltinValue;
    readonly result: BuiltinResult;
  }
  /** A type parameter: a row of the file's bindings. */
  | { readonly tag: "parameter"; readonly file: number; readonly binding: number }
  | {
    readonly tag: "function";
    readonly parameters: readonly Maybe[];
    readonly result: Maybe;
    /** Whether the last parameter is a list of the remaining ones. */
    readonly isVariadic: boolean;
    /** What is to be put into parameters and result when they are read: most signatures never are. */
    readonly env: Environment | undefined;
  }
  | { readonly tag: "tuple"; readonly values: readonly Maybe[] }
  /** An argument given by name. Stands only among the arguments of a call. */
  | { readonly tag: "keyword"; readonly name: string; readonly value: Maybe }
  | { readonly tag: "union"; readonly values: readonly Value[] };

/** A value of a type that the language has built in. */
export interface BuiltinValue {
  readonly tag: "builtin";
  readonly language: string;
  readonly type: string;
  readonly args: readonly Maybe[];
}

export type Maybe = Value | undefined;

/** What `self` and type parameters stand for. */
export interface Environment {
  readonly self: Maybe;
  /** By {@link parameterKey}. */
  readonly types: ReadonlyMap<number, Maybe>;
}

const BINDINGS = 2 ** 24;
const NO_VALUES: readonly Maybe[] = [];
const MOST_IN_UNION = 6;
const MOST_OVERLOADS = 64;
/** A function that wraps what it itself returns makes values of any size; nobody asks that deep. */
const MOST_PARTS = 1000;

/** Key of a type parameter in an {@link Environment}. */
export function parameterKey(file: number, binding: number): number {
  return file * BINDINGS + binding;
}

/** The type parameter of a {@link parameterKey}. */
export function parameterOfKey(key: number): { file: number; binding: number } {
  return { file: Math.floor(key / BINDINGS), binding: key % BINDINGS };
}

/** An instance of a class without type arguments. */
export function instanceOf(symbol: number, args: readonly Maybe[] = NO_VALUES): Value {
  return { tag: "instance", symbol, args };
}

/** A definition itself. */
export function symbolValue(
  symbol: number,
  receiver?: Maybe,
  args: readonly Maybe[] = NO_VALUES,
): Value {
  return { tag: "symbol", symbol, receiver, args };
}

/** One value or the other; what is unknown says nothing. */
export function union(values: readonly Maybe[]): Maybe {
  const flat: Value[] = [];
  for (const value of values) {
    if (value === undefined) continue;
    for (const part of value.tag === "union" ? value.values : [value]) {
      // Functions are overloads, of which a call chooses one, or entries of a table.
      const isFunction = part.tag === "function" || part.tag === "symbol";
      const most = isFunction ? MOST_OVERLOADS : MOST_IN_UNION;
      if (flat.length < most && !flat.some((known) => same(known, part))) flat.push(part);
    }
  }
  // A copy has no more room than it needs: many are kept.
  return flat.length < 2 ? flat[0] : { tag: "union", values: flat.slice() };
}

/** The parts of a union; the value alone otherwise. */
export function parts(value: Maybe): readonly Value[] {
  return value === undefined ? [] : value.tag === "union" ? value.values : [value];
}

/** Whether two values are surely the same. */
export function same(a: Maybe, b: Maybe): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.tag !== b.tag) return false;
  switch (a.tag) {
    case "instance":
    case "symbol": {
      const other = b as typeof a;
      return a.symbol === other.symbol && sameAll(a.args, other.args) &&
        (a.tag === "instance" || same(a.receiver, (other as typeof a).receiver));
    }
    case "self":
    case "super":
      return a.symbol === (b as typeof a).symbol;
    case "module":
      return a.module.key === (b as typeof a).module.key;
    case "object":
      return a.file === (b as typeof a).file && a.scope === (b as typeof a).scope;
    case "external":
      return a.name === (b as typeof a).name && a.derived === (b as typeof a).derived;
    case "function":
      return a.parameters === (b as typeof a).parameters && a.result === (b as typeof a).result;
    case "builtin":
      return a.type === (b as typeof a).type && sameAll(a.args, (b as typeof a).args);
    case "parameter":
      return a.file === (b as typeof a).file && a.binding === (b as typeof a).binding;
    case "tuple":
      return sameAll(a.values, (b as typeof a).values);
    default:
      return false;
  }
}

function sameAll(a: readonly Maybe[], b: readonly Maybe[]): boolean {
  return a.length === b.length && a.every((value, index) => same(value, b[index]));
}

/** Whether a value has more parts than anything that is asked for. */
export function isTooLarge(value: Maybe): boolean {
  return partsLeft(value, MOST_PARTS) < 0;
}

/** What is left of a number of parts once those of a value are taken off; negative when too few. */
function partsLeft(value: Maybe, most: number): number {
  if (value === undefined || most < 0) return most;
  const left = most - 1;
  switch (value.tag) {
    case "instance":
      return allPartsLeft(value.args, left);
    case "symbol":
      return partsLeft(value.receiver, allPartsLeft(value.args, left));
    case "builtin":
      return allPartsLeft(value.args, left);
    case "builtinMethod":
      return partsLeft(value.receiver, left);
    case "object":
      return environmentPartsLeft(value.env, left);
    case "function": {
      const after = allPartsLeft(value.parameters, partsLeft(value.result, left));
      return environmentPartsLeft(value.env, after);
    }
    case "tuple":
    case "union":
      return allPartsLeft(value.values, left);
    case "keyword":
      return partsLeft(value.value, left);
    default:
      return left;
  }
}

function allPartsLeft(values: Iterable<Maybe>, most: number): number {
  let left = most;
  for (const value of values) left = partsLeft(value, left);
  return left;
}

function environmentPartsLeft(env: Environment | undefined, most: number): number {
  return env === undefined ? most : allPartsLeft(env.types.values(), partsLeft(env.self, most));
}

/** Puts a receiver and type arguments in the place of `self` and type parameters. */
export function substitute(value: Maybe, env: Environment): Maybe {
  if (value === undefined) return undefined;
  switch (value.tag) {
    case "self":
      return env.self ?? value;
    case "parameter": {
      const key = parameterKey(value.file, value.binding);
      return env.types.has(key) ? env.types.get(key) : value;
    }
    case "instance": {
      const args = substituteAll(value.args, env);
      return args === value.args ? value : { ...value, args };
    }
    case "builtin": {
      const args = substituteAll(value.args, env);
      return args === value.args ? value : { ...value, args };
    }
    case "symbol": {
      const args = substituteAll(value.args, env);
      const receiver = substitute(value.receiver, env);
      // The class of `self` is the class of what stands for it.
      if (value.receiver?.tag === "self" && value.receiver.symbol === value.symbol) {
        return receiver?.tag === "instance"
          ? { ...value, symbol: receiver.symbol, args: receiver.args, receiver }
          : value;
      }
      return args === value.args && receiver === value.receiver
        ? value
        : { ...value, args, receiver };
    }
    case "object":
      return { ...value, env: value.env === undefined ? env : composed(value.env, env) };
    case "function":
      return { ...value, env: value.env === undefined ? env : composed(value.env, env) };
    case "tuple": {
      const values = substituteAll(value.values, env);
      return values === value.values ? value : { tag: "tuple", values };
    }
    case "union":
      return union(value.values.map((part) => substitute(part, env)));
    default:
      return value;
  }
}

/** What a function gives. */
export function resultOf(callable: Value & { tag: "function" }): Maybe {
  const { env, result } = callable;
  return env === undefined ? result : substitute(result, env);
}

/** What a function takes at a position of its parameter list. */
export function parameterOf(callable: Value & { tag: "function" }, position: number): Maybe {
  const { env, parameters } = callable;
  return env === undefined ? parameters[position] : substitute(parameters[position], env);
}

/** What an environment stands for once its own values are substituted. */
function composed(inner: Environment, outer: Environment): Environment {
  const types = new Map<number, Maybe>();
  for (const [key, value] of inner.types) types.set(key, substitute(value, outer));
  return { self: inner.self ?? outer.self, types };
}

function substituteAll(values: readonly Maybe[], env: Environment): readonly Maybe[] {
  let changed: Maybe[] | undefined;
  for (let i = 0; i < values.length; i++) {
    const after = substitute(values[i], env);
    if (after !== values[i]) (changed ??= [...values])[i] = after;
  }
  return changed ?? values;
}
