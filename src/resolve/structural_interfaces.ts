/**
 * Finds which types satisfy which interfaces where a language asks for no declaration of it (Go).
 *
 * Linear in the methods of the project: for an interface only the types that have its rarest method
 * are looked at, and an interface that very many types satisfy says nothing of any of them.
 */
import { Binding, Flag, Kind, Sym } from "../extract/facts.ts";
import type { Evaluator } from "./evaluator.ts";
import { isType } from "./symbol_kinds.ts";
import type { Lookup } from "./lookup.ts";
import type { Members } from "./members.ts";
import type { Project, ProjectFile } from "./project.ts";
import { type Maybe, same } from "./values.ts";
import { parentOf } from "./project_paths.ts";

/** With more types than this that have its rarest method, an interface is left alone. */
const MOST_TYPES = 200;

/** That a type satisfies an interface, and by which methods. */
export interface Satisfaction {
  /** Symbols, numbered through the project. */
  readonly type: number;
  readonly interface: number;
  /** Methods of the type (its own or promoted ones) with those of the interface they stand for. */
  readonly methods: readonly (readonly [implementing: number, declared: number])[];
}

/** Methods by (global) name. */
type MethodSet = ReadonlyMap<number, number>;

const NO_METHODS: MethodSet = new Map();

/** Looks for satisfied interfaces in one project. */
export class StructuralInterfaces {
  readonly #sets = new Map<number, MethodSet>();

  constructor(
    readonly project: Project,
    readonly lookup: Lookup,
    readonly evaluator: Evaluator,
    readonly members: Members,
  ) {}

  /** All of them, in the order of the interfaces' symbols. */
  *find(): Generator<Satisfaction> {
    const interfaces: number[] = [];
    const typesByMethod = new Map<number, number[]>();
    for (const file of this.project.files) {
      if (this.lookup.semantics(file).structuralInterfaces !== true) continue;
      for (let row = 1; row < file.count("symbols"); row++) {
        const kind = file.symbol(row, Sym.KIND);
        if (kind === Kind.interface) interfaces.push(file.firstSymbol + row);
        else if (isType(kind)) this.#addType(file.firstSymbol + row, typesByMethod);
      }
    }
    for (const symbol of interfaces) yield* this.#satisfying(symbol, typesByMethod);
  }

  #addType(symbol: number, typesByMethod: Map<number, number[]>): void {
    for (const name of this.#methodsOf(symbol).keys()) {
      const types = typesByMethod.get(name);
      if (types === undefined) typesByMethod.set(name, [symbol]);
      else if (types.length <= MOST_TYPES) types.push(symbol);
    }
  }

  *#satisfying(
    symbol: number,
    typesByMethod: ReadonlyMap<number, readonly number[]>,
  ): Generator<Satisfaction> {
    const declared = this.#methodsOf(symbol);
    let rarest: readonly number[] | undefined;
    for (const name of declared.keys()) {
      const types = typesByMethod.get(name);
      if (types === undefined) return;
      if (rarest === undefined || types.length < rarest.length) rarest = types;
    }
    if (rarest === undefined || rarest.length > MOST_TYPES) return;
    for (const type of rarest) {
      const methods = this.#matched(type, declared);
      if (methods !== undefined) yield { type, interface: symbol, methods };
    }
  }

  /** Pairs of methods when a type has all that are declared. */
  #matched(type: number, declared: MethodSet): [number, number][] | undefined {
    const own = this.#methodsOf(type);
    if (own.size < declared.size) return undefined;
    const pairs: [number, number][] = [];
    for (const [name, wanted] of declared) {
      const method = own.get(name);
      if (method === undefined || !this.#canStandFor(method, wanted)) return undefined;
      // An interface that is embedded in a struct promotes its own declarations.
      if (method !== wanted) pairs.push([method, wanted]);
    }
    return pairs;
  }

  /** Methods of a type, with those that it inherits; nearer ones hide farther ones. */
  #methodsOf(symbol: number): MethodSet {
    const known = this.#sets.get(symbol);
    if (known !== undefined) return known;
    const methods = new Map<number, number>();
    this.evaluator.begin();
    for (const { symbol: owner } of this.members.ancestry(symbol).order) {
      for (const method of this.#ownMethods(owner)) {
        const file = this.project.fileOfSymbol(method);
        const name = file.nameIds[file.symbol(method - file.firstSymbol, Sym.NAME)]!;
        if (!methods.has(name)) methods.set(name, method);
      }
    }
    const set = methods.size === 0 ? NO_METHODS : methods;
    this.#sets.set(symbol, set);
    return set;
  }

  #ownMethods(owner: number): readonly number[] {
    const file = this.project.fileOfSymbol(owner);
    const row = owner - file.firstSymbol;
    if (file.symbol(row, Sym.KIND) !== Kind.interface) return this.members.extensionsOf(owner);
    const declared: number[] = [];
    const last = file.symbol(row, Sym.END);
    // What stands in an interface follows it in the table.
    for (let next = row + 1; next < file.count("symbols"); next++) {
      if (file.symbol(next, Sym.START) >= last) break;
      if (file.symbol(next, Sym.CONTAINER) !== row) continue;
      if (file.symbol(next, Sym.KIND) === Kind.method) declared.push(file.firstSymbol + next);
    }
    return declared;
  }

  /** Whether a method has the signature that is declared, as far as both are known. */
  #canStandFor(method: number, declared: number): boolean {
    const file = this.project.fileOfSymbol(method);
    const other = this.project.fileOfSymbol(declared);
    const row = method - file.firstSymbol;
    const otherRow = declared - other.firstSymbol;
    const exported = (file.symbol(row, Sym.FLAGS) & Flag.exported) !== 0;
    if (!exported && parentOf(file.path) !== parentOf(other.path)) return false;
    if (file.symbol(row, Sym.ARITY) !== other.symbol(otherRow, Sym.ARITY)) return false;
    this.evaluator.begin();
    if (!agree(this.evaluator.returned(method), this.evaluator.returned(declared))) return false;
    return this.#parametersAgree(file, row, other, otherRow);
  }

  #parametersAgree(file: ProjectFile, row: number, other: ProjectFile, otherRow: number): boolean {
    const scope = file.symbol(row, Sym.SCOPE);
    const otherScope = other.symbol(otherRow, Sym.SCOPE);
    if (scope < 0 || otherScope < 0) return true;
    const parameters = file.parameters(scope);
    const others = other.parameters(otherScope);
    for (let i = 0; i < others.length; i++) {
      const a = parameters[i];
      const b = others[i];
      if (a === undefined || b === undefined) continue;
      const type = this.evaluator.type(file, file.binding(a, Binding.TYPE));
      if (!agree(type, this.evaluator.type(other, other.binding(b, Binding.TYPE)))) return false;
    }
    return true;
  }
}

/** Whether two types may be one; what is unknown agrees with all. */
function agree(a: Maybe, b: Maybe): boolean {
  if (a === undefined || b === undefined) return true;
  if (a.tag === "tuple" && b.tag === "tuple") {
    return a.values.length === b.values.length &&
      a.values.every((value, i) => agree(value, b.values[i]));
  }
  const comparable = isNamed(a) && isNamed(b);
  if (!comparable) return true;
  if (a.tag === "instance" && b.tag === "instance") return a.symbol === b.symbol;
  if (a.tag === "builtin" && b.tag === "builtin") {
    return a.type === b.type && a.args.every((value, i) => agree(value, b.args[i]));
  }
  return a.tag === b.tag && same(a, b);
}

function isNamed(value: Maybe): boolean {
  return value?.tag === "instance" || value?.tag === "builtin" || value?.tag === "external";
}
