/** What calling and constructing values gives. */
import { Flag, Kind, Sym } from "../extract/facts.ts";
import type { Evaluator } from "./evaluator.ts";
import { awaited } from "./elements.ts";
import type { Callable } from "./overloads.ts";
import type { ProjectFile } from "./project.ts";
import type { OutsideResult } from "./semantics.ts";
import { isType } from "./symbol_kinds.ts";
import {
  type BuiltinValue,
  instanceOf,
  type Maybe,
  parameterKey,
  parts,
  resultOf,
  substitute,
  union,
  type Value,
} from "./values.ts";

/** Values that are called to give what is called, further than this, say nothing. */
const MOST_CALLED_BY_MEMBER = 8;

/** Answers what calls give, of one evaluator. */
export class Calls {
  readonly #evaluator: Evaluator;
  #calling = 0;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  /** What a call gives, by its callee and the rows of its arguments. */
  ofCall(file: ProjectFile, callee: Maybe, first: number, count: number): Maybe {
    // What is given to something unknown or outside decides nothing.
    if (callee === undefined) return undefined;
    if (callee.tag === "external" && this.#outsideResult(file, callee) === undefined) {
      return this.#calledExternal(file, callee, []);
    }
    return this.called(file, callee, this.#evaluator.argumentsOf(file, first, count));
  }

  /** What calling a value gives. */
  called(file: ProjectFile, callee: Maybe, args: readonly Maybe[]): Maybe {
    if (callee === undefined) return undefined;
    switch (callee.tag) {
      case "union": {
        const chosen = this.#chosen(callee.values, args);
        const { mostMethods = Infinity } = this.#evaluator.lookup.semantics(file);
        if (chosen.length > mostMethods) return undefined;
        return union(chosen.map((part) => this.called(file, part, args)));
      }
      case "external":
        return this.#calledExternal(file, callee, args);
      case "function":
        return resultOf(callee);
      case "object": {
        const { callMember } = this.#evaluator.lookup.semantics(file);
        if (callMember === undefined) return undefined;
        return this.called(file, this.#evaluator.members.read(callee, callMember, file), args);
      }
      case "symbol":
        return this.#calledSymbol(callee, args, file);
      case "self":
      case "instance": {
        const owner = this.#evaluator.project.fileOfSymbol(callee.symbol);
        const { callMember, objectsAreArrays } = this.#evaluator.lookup.semantics(owner);
        if (callMember !== undefined) return this.#calledByMember(owner, callee, args, file);
        if (objectsAreArrays === true) return callee;
        const made = this.#evaluator.elements.underlying(callee);
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
    const { callMember } = this.#evaluator.lookup.semantics(owner);
    if (callMember === undefined || this.#calling >= MOST_CALLED_BY_MEMBER) return undefined;
    this.#calling++;
    const result = this.called(from, this.#evaluator.members.read(callee, callMember, from), args);
    this.#calling--;
    return result;
  }

  /** Of overloads, the one that a call with such arguments means. */
  #chosen(values: readonly Value[], args: readonly Maybe[]): readonly Value[] {
    return values.every((part) => part.tag === "symbol" || part.tag === "function")
      ? this.#evaluator.overloads.choose(values as readonly Callable[], args)
      : values;
  }

  #outsideResult(
    file: ProjectFile,
    callee: Value & { tag: "external" },
  ): OutsideResult | undefined {
    const { outsideResults } = this.#evaluator.lookup.semantics(file);
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
    const { builtinTypes } = this.#evaluator.lookup.semantics(file);
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
        return [this.#evaluator.elements.element(first, file)];
      case "awaitedElements":
        return [awaitedElements(first)];
      case "pairs":
        return [{
          tag: "tuple",
          values: [undefined, this.#evaluator.elements.element(first, file)],
        }];
      case "parts": {
        const part = this.#evaluator.elements.element(first, file);
        return part?.tag === "tuple"
          ? part.values
          : [undefined, this.#evaluator.elements.element(part, file)];
      }
      case "returned":
        return [
          second === undefined
            ? this.#evaluator.elements.element(first, file)
            : this.called(file, second, []),
        ];
    }
  }

  #calledSymbol(
    callee: Value & { tag: "symbol" },
    args: readonly Maybe[],
    from: ProjectFile,
  ): Maybe {
    const file = this.#evaluator.project.fileOfSymbol(callee.symbol);
    const row = callee.symbol - file.firstSymbol;
    const kind = file.symbol(row, Sym.KIND);
    if (isType(kind)) {
      const { callsOfTypesAreCasts } = this.#evaluator.lookup.semantics(from);
      const isCast = callsOfTypesAreCasts === true;
      return isCast && args.length === 0 ? undefined : this.constructed(callee, from, args);
    }
    if (args.length > 0 && file.symbol(row, Sym.FLAGS) & Flag.fluent) return callee.receiver;
    const result = this.#evaluator.returned(callee.symbol);
    if (result === undefined) return undefined;
    return substitute(result, this.#evaluator.typeArguments.environment(callee, args));
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
        const owner = this.#evaluator.project.fileOfSymbol(callee.symbol);
        const kind = owner.symbol(callee.symbol - owner.firstSymbol, Sym.KIND);
        // The class of the instance makes another one of the same class.
        if (callee.receiver?.tag === "self" && callee.receiver.symbol === callee.symbol) {
          return callee.receiver;
        }
        if (kind === Kind.type) return this.#evaluator.instantiate(callee, owner);
        if (isType(kind) || kind === Kind.function) {
          return instanceOf(callee.symbol, this.#constructedArguments(callee, file, args));
        }
        return kind === Kind.module
          ? this.#evaluator.members.constructedBy(callee, file, args)
          : undefined;
      }
      case "external":
        return this.#calledExternal(file, callee, args);
      case "builtin":
        return callee;
      case "instance":
      case "object":
        return this.#evaluator.members.constructedBy(callee, file, args);
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
    const owner = this.#evaluator.project.fileOfSymbol(callee.symbol);
    const scope = owner.symbol(callee.symbol - owner.firstSymbol, Sym.SCOPE);
    const parameters = scope < 0 ? [] : owner.typeParameters(scope);
    if (callee.args.length > 0 || args.length === 0 || parameters.length === 0) return callee.args;
    const types = new Map<number, Maybe>();
    for (const name of this.#evaluator.lookup.semantics(owner).constructors) {
      const [maker] = parts(this.#evaluator.members.read(instanceOf(callee.symbol), name, from));
      if (maker?.tag !== "symbol") continue;
      const file = this.#evaluator.project.fileOfSymbol(maker.symbol);
      this.#evaluator.typeArguments.learn(file, maker.symbol - file.firstSymbol, args, types);
      break;
    }
    if (types.size === 0) return callee.args;
    return parameters.map((binding) => types.get(parameterKey(owner.id, binding)));
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
      const element = isList ? this.#evaluator.elements.element(made, file) : made;
      return this.#refilled(receiver, element);
    }
    if (result === "entry") {
      const entry = this.#evaluator.lookup.builtinType(receiver.language, receiver.type)?.entry;
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
    const { content } = this.#evaluator.lookup.builtinType(receiver.language, receiver.type) ?? {};
    return content === undefined ? receiver.args.at(-1) : receiver.args[content];
  }

  /** A value of a built-in type with another content. */
  #refilled(receiver: BuiltinValue, content: Maybe): BuiltinValue {
    const { content: position } =
      this.#evaluator.lookup.builtinType(receiver.language, receiver.type) ?? {};
    if (position === undefined) return { ...receiver, args: [content] };
    return { ...receiver, args: receiver.args.map((arg, i) => i === position ? content : arg) };
  }
}

/** A list or tuple of promises as what they give. */
function awaitedElements(value: Maybe): Maybe {
  if (value?.tag === "tuple") return { tag: "tuple", values: value.values.map(awaited) };
  return value?.tag === "builtin" ? { ...value, args: value.args.map(awaited) } : undefined;
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
