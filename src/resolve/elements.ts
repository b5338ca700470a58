/** What is in a value: what an index, an iteration, an unpacking or an `await` takes out of it. */
import { Kind, Sym } from "../extract/facts.ts";
import type { Evaluator } from "./evaluator.ts";
import type { ProjectFile } from "./project.ts";
import {
  type BuiltinValue,
  type Maybe,
  parameterKey,
  substitute,
  union,
  type Value,
} from "./values.ts";

/** Built-in types that awaiting takes the argument out of. */
const AWAITABLE: ReadonlySet<string> = new Set(["Promise", "PromiseLike", "future"]);

/** Iterators of iterators further than this say nothing. */
const DEEPEST_ITERATION = 4;

/** Takes values apart, of one evaluator. */
export class Elements {
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  indexed(file: ProjectFile, value: Maybe, index: number): Maybe {
    if (value === undefined) return undefined;
    switch (value.tag) {
      case "tuple":
        if (index < 0) return union(value.values);
        break;
      case "builtin":
        return value.args.at(-1);
      case "self":
      case "instance": {
        const made = this.underlying(value);
        if (made !== value) return this.indexed(file, made, index);
        return this.#indexSignature(value, file) ?? this.#subscripted(value, file) ??
          this.#pointedTo(value, file) ??
          (this.#evaluator.lookup.semantics(file).objectsAreArrays === true ? value : undefined);
      }
      case "object":
        return this.#indexSignature(value, file) ?? this.#contents(value);
      case "union":
        return union(value.values.map((part) => this.indexed(file, part, index)));
      case "symbol":
        if (this.#evaluator.lookup.semantics(file).classMembersApart === true) {
          return this.#subscripted(value, file) ??
            this.#evaluator.calls.constructed(value, file, []);
        }
        // A generic function or type with its type argument, unless types are never given so.
        if (this.#evaluator.lookup.semantics(file).separatesTypes) return undefined;
        return index < 0 ? value : { ...value, args: [this.#evaluator.type(file, index)] };
    }
    return this.element(value, file);
  }

  #subscripted(value: Value, file: ProjectFile): Maybe {
    const { subscriptMember } = this.#evaluator.lookup.semantics(file);
    return subscriptMember === undefined ? undefined : this.#evaluator.calls.called(
      file,
      this.#evaluator.members.read(value, subscriptMember, file),
      [],
    );
  }

  /** An element of what may be a pointer or an array, where these are taken for what they lead to. */
  #pointedTo(value: Value, file: ProjectFile): Maybe {
    return this.#evaluator.lookup.semantics(file).transparentPointers ? value : undefined;
  }

  /** What awaiting a value gives, or following a pointer. */
  unwrapped(value: Maybe): Maybe {
    if (value?.tag === "union") return union(value.values.map((part) => this.unwrapped(part)));
    if (value?.tag === "instance" || value?.tag === "self") return this.#followed(value) ?? value;
    if (value?.tag !== "builtin") return awaited(value);
    const { forwards, unwraps = forwards } =
      this.#evaluator.lookup.builtinType(value.language, value.type) ??
        {};
    return unwraps === undefined ? awaited(value) : value.args[unwraps];
  }

  /** What an instance leads to that can be used like a pointer. */
  #followed(value: Value & { tag: "instance" | "self" }): Maybe {
    const file = this.#evaluator.project.fileOfSymbol(value.symbol);
    const { pointerMember } = this.#evaluator.lookup.semantics(file);
    if (pointerMember === undefined) return undefined;
    const made = this.#evaluator.calls.called(
      file,
      this.#evaluator.members.read(value, pointerMember, file),
      [],
    );
    return made?.tag === "builtin" ? this.unwrapped(made) : made;
  }

  #indexSignature(value: Value, file: ProjectFile): Maybe {
    const { indexMember } = this.#evaluator.lookup.semantics(file);
    return indexMember === undefined
      ? undefined
      : this.#evaluator.members.read(value, indexMember, file);
  }

  /** What a value of a type that is defined by another is made of: the list in `type Names []string`. */
  underlying(value: Value & { tag: "instance" | "self" }): Maybe {
    const file = this.#evaluator.project.fileOfSymbol(value.symbol);
    const row = value.symbol - file.firstSymbol;
    const made = file.symbol(row, Sym.VALUE);
    if (file.symbol(row, Sym.KIND) !== Kind.type || made < 0) return value;
    const args = value.tag === "instance" ? value.args : [];
    const types = new Map<number, Maybe>();
    file.typeParameters(file.symbol(row, Sym.SCOPE)).forEach((binding, i) => {
      types.set(parameterKey(file.id, binding), args[i]);
    });
    return substitute(this.#evaluator.value(file, made), { self: value, types });
  }

  picked(value: Maybe, position: number, file: ProjectFile): Maybe {
    if (value === undefined) return undefined;
    if (value.tag === "tuple") return value.values[position];
    if (value.tag === "union") {
      return union(value.values.map((part) => this.picked(part, position, file)));
    }
    if (value.tag === "builtin") {
      const fields = this.#evaluator.lookup.builtinType(value.language, value.type)?.fields;
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
    const { listType } = this.#evaluator.lookup.semantics(file);
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
        const { iterates, entry } =
          this.#evaluator.lookup.builtinType(value.language, value.type) ?? {};
        if (entry !== undefined) return { ...value, type: entry };
        return iterates === undefined ? value.args.at(-1) : value.args[iterates];
      }
      case "self":
      case "instance": {
        const made = this.underlying(value);
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
    return union(
      this.#evaluator.members.inScope(object).map((member) =>
        this.#evaluator.members.valueOf(member)
      ),
    );
  }

  /** What the methods that iteration calls on an instance give. */
  #iterated(value: Value, file: ProjectFile, depth: number): Maybe {
    const { iteration } = this.#evaluator.lookup.semantics(file);
    if (iteration === undefined) return undefined;
    const call = (name: string): Maybe =>
      this.#evaluator.calls.called(file, this.#evaluator.members.read(value, name, file), []);
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
}

/** What a promise gives; anything else as it is. */
export function awaited(value: Maybe): Maybe {
  if (value === undefined) return undefined;
  if (value.tag === "union") return union(value.values.map(awaited));
  const isPromise = value.tag === "builtin" && AWAITABLE.has(value.type);
  return isPromise ? awaited(value.args[0]) : value;
}
