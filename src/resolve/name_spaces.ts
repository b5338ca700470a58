/** Keeps apart the types, the functions and the values of languages in which one name may be several. */
import { Binding, BindingKind, Expr, Flag, Kind, Op, Sym } from "../extract/facts.ts";
import { isCallable, isType } from "./symbol_kinds.ts";
import type { Entity } from "./module_system.ts";
import type { Project, ProjectFile } from "./project.ts";

/** Which name space a name is looked up in. `call` counts only where `Semantics.namesApart` says so. */
export type Space = "value" | "type" | "call";

/** What an entity may be used as. */
type Use = "value" | "type" | "both";

/** Of what a name stands for, what it can mean in a name space. */
export function inSpace<E extends { readonly entity: Entity }>(
  project: Project,
  found: readonly E[],
  space: Space,
): readonly E[] {
  if (found.length === 0 || found.length === 1 && space === "type") return found;
  const wanted = space === "type" ? "type" : "value";
  const fitting = found.filter(({ entity }) => {
    const use = useOf(project, entity);
    return use === wanted || use === "both";
  });
  // A function that makes instances is a type where nothing else is.
  return fitting.length > 0 || wanted === "value" ? fitting : found;
}

function useOf(project: Project, entity: Entity): Use {
  switch (entity.tag) {
    case "symbol":
      return useOfSymbol(project, entity.symbol);
    case "binding": {
      const file = project.file(entity.file);
      switch (file.binding(entity.binding, Binding.KIND)) {
        case BindingKind.definition:
          return useOfSymbol(
            project,
            file.firstSymbol + file.binding(entity.binding, Binding.SYMBOL),
          );
        case BindingKind.import:
          return "both";
        case BindingKind.typeParameter:
          return "type";
        default:
          return "value";
      }
    }
    case "expression":
      return "value";
    default:
      return "both";
  }
}

function useOfSymbol(project: Project, symbol: number): Use {
  const file = project.fileOfSymbol(symbol);
  switch (file.symbol(symbol - file.firstSymbol, Sym.KIND)) {
    case Kind.interface:
    case Kind.type:
      return "type";
    case Kind.class:
    case Kind.enum:
    case Kind.namespace:
    case Kind.module:
      return "both";
    default:
      return "value";
  }
}

/** Whether an entity may be what a name means that is called, or that names a type. */
export function mayBe(project: Project, entity: Entity, space: "type" | "call"): boolean {
  if (entity.tag === "binding") {
    const file = project.file(entity.file);
    const kind = file.binding(entity.binding, Binding.KIND);
    if (kind === BindingKind.import) return true;
    if (kind === BindingKind.typeParameter) return space === "type";
    if (space === "call" && holdsFunction(file, entity.binding)) return true;
  }
  const kind = kindOf(project, entity);
  if (kind < 0) return entity.tag === "module" || entity.tag === "external";
  // Nothing makes an instance of a trait by calling it.
  if (isType(kind)) return space === "type" || kind !== Kind.trait;
  return space === "call"
    ? isCallable(kind) || kind === Kind.object
    : kind === Kind.namespace || kind === Kind.module || kind === Kind.object;
}

/**
 * Of what a name stands for, that which it can mean as it is used; all when none can. Where an object is
 * called, another name of a type beside it is not meant; where a type is named, an object beside it is not.
 */
export function meantAs<E extends { readonly entity: Entity }>(
  project: Project,
  found: readonly E[],
  space: Space,
): readonly E[] {
  if (found.length < 2 || space === "value") return found;
  const fitting = found.filter(({ entity }) => mayBe(project, entity, space));
  const isOther = space === "call"
    ? (kind: number): boolean => kind === Kind.type
    : (kind: number): boolean => kind === Kind.object;
  const isMeant = space === "call" ? (kind: number): boolean => kind === Kind.object : isType;
  const kinds = fitting.map(({ entity }) => kindOf(project, entity));
  const meant = kinds.some(isMeant) ? fitting.filter((_, i) => !isOther(kinds[i]!)) : fitting;
  return meant.length > 0 ? meant : found;
}

/** Kind of the symbol that something is; -1 for what is none. */
function kindOf(project: Project, entity: Entity): number {
  const symbol = symbolOf(project, entity);
  if (symbol < 0) return -1;
  const file = project.fileOfSymbol(symbol);
  return file.symbol(symbol - file.firstSymbol, Sym.KIND);
}

/** Whether a variable or parameter is declared to hold a function, or is given one. */
function holdsFunction(file: ProjectFile, binding: number): boolean {
  const type = file.binding(binding, Binding.TYPE);
  if (type >= 0) return file.expression(type, Expr.OP) === Op.functionType;
  const value = file.binding(binding, Binding.VALUE);
  if (value < 0 || file.expression(value, Expr.OP) !== Op.instance) return false;
  return file.expression(file.expression(value, Expr.A), Expr.OP) === Op.functionType;
}

/** Whether an entity is a signature without a body. */
function isSignature(project: Project, entity: Entity): boolean {
  const symbol = symbolOf(project, entity);
  if (symbol < 0) return false;
  const file = project.fileOfSymbol(symbol);
  const row = symbol - file.firstSymbol;
  const kind = file.symbol(row, Sym.KIND);
  const isCallable = kind === Kind.function || kind === Kind.method || kind === Kind.constructor;
  return isCallable && (file.symbol(row, Sym.FLAGS) & Flag.declaration) !== 0;
}

/** Of overloads, the implementation, which is what runs; all of them when none has a body. */
export function implementations<E extends { readonly entity: Entity }>(
  project: Project,
  found: readonly E[],
): readonly E[] {
  if (found.length < 2) return found;
  const bodies = found.filter(({ entity }) => !isSignature(project, entity));
  return bodies.length > 0 ? bodies : found;
}

/** Of overloads, the signatures, which is what callers see; all of them when there is none. */
export function signatures<E extends { readonly entity: Entity }>(
  project: Project,
  found: readonly E[],
): readonly E[] {
  if (found.length < 2) return found;
  const declared = found.filter(({ entity }) => isSignature(project, entity));
  return declared.length > 0 ? declared : found;
}

/** Of what a call may mean, all but name spaces that merely share a name. */
export function callables<E extends { readonly entity: Entity }>(
  project: Project,
  found: readonly E[],
): readonly E[] {
  if (found.length < 2) return found;
  const callable = found.filter(({ entity }) => {
    const symbol = symbolOf(project, entity);
    if (symbol < 0) return true;
    const file = project.fileOfSymbol(symbol);
    return file.symbol(symbol - file.firstSymbol, Sym.KIND) !== Kind.namespace;
  });
  return callable.length > 0 ? callable : found;
}

/** The function with a body among the overloads that a signature is one of; else the signature. */
export function bodyOf(project: Project, symbol: number): number {
  const file = project.fileOfSymbol(symbol);
  const row = symbol - file.firstSymbol;
  if (!isSignature(project, { tag: "symbol", symbol })) return symbol;
  const container = file.symbol(row, Sym.CONTAINER);
  const scope = container < 0 ? 0 : file.symbol(container, Sym.SCOPE);
  const name = file.nameIds[file.symbol(row, Sym.NAME)]!;
  for (let b = file.firstBinding(scope, name); b >= 0; b = file.nextBinding(b)) {
    const other = file.binding(b, Binding.SYMBOL);
    if (other < 0) continue;
    if (!isSignature(project, { tag: "symbol", symbol: file.firstSymbol + other })) {
      const kind = file.symbol(other, Sym.KIND);
      if (kind === file.symbol(row, Sym.KIND)) return file.firstSymbol + other;
    }
  }
  return symbol;
}

/** Symbol that an entity is, numbered through the project; -1 when it is none. */
function symbolOf(project: Project, entity: Entity): number {
  if (entity.tag === "symbol") return entity.symbol;
  if (entity.tag !== "binding") return -1;
  const file = project.file(entity.file);
  const row = file.binding(entity.binding, Binding.SYMBOL);
  return row < 0 ? -1 : file.firstSymbol + row;
}
