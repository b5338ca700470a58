/** What languages with classes and declared types bind alike: parameters, type parameters, locals, imports. */
import type { Extraction } from "../../extract/extraction.ts";
import { BindingKind, Flag, ImportKind, Sym } from "../../extract/facts.ts";
import { type NodeIndex, NONE } from "../../extract/syntax_tree.ts";
import { outside } from "./calls.ts";

/** Under this name a class's scope binds its constructors: no member can have it. */
export const CONSTRUCTOR = "<init>";

/** Row of the file itself. */
const FILE = 0;

/** A parameter as it is declared. Expressions are -1 when not said. */
export interface DeclaredParameter {
  readonly nameNode: NodeIndex;
  readonly type: number;
  /** What it holds where no type says: a default, or what a callback is given. */
  readonly value?: number;
  readonly isOptional?: boolean;
  readonly isVariadic?: boolean;
  /** Name by which callers give it, where that is not its own; no name inside can be written so. */
  readonly label?: string;
}

/** Binds parameters in the scope in force and says how many arguments their function takes. */
export function bindParameters(
  x: Extraction,
  symbol: number,
  parameters: readonly DeclaredParameter[],
): void {
  let least = 0;
  let most = parameters.length;
  for (const [index, one] of parameters.entries()) {
    if (one.isVariadic === true) {
      most = 255;
      if (symbol !== NONE) x.facts.flag(symbol, Flag.variadic);
    } else if (one.isOptional !== true) least++;
    if (one.nameNode === NONE) continue;
    const offset = x.tree.starts[one.nameNode]!;
    x.bind(x.scope, one.label ?? x.textOf(one.nameNode), BindingKind.parameter, {
      type: one.type,
      value: one.value ?? -1,
      index,
      offset,
    });
    if (one.label !== undefined) bindLocal(x, one.nameNode, one.type, one.value ?? -1, offset);
  }
  if (symbol !== NONE) x.setArity(symbol, least, most);
}

/** Binds a type parameter in the scope in force, all of it: a type before its name may use it. */
export function bindTypeParameter(
  x: Extraction,
  nameNode: NodeIndex,
  bound: number,
  index: number,
): void {
  if (nameNode === NONE) return;
  x.bind(x.scope, x.textOf(nameNode), BindingKind.typeParameter, {
    value: bound,
    index,
    offset: 0,
  });
}

/** Binds a local variable, from an offset on. */
export function bindLocal(
  x: Extraction,
  nameNode: NodeIndex,
  type: number,
  value: number,
  offset: number,
): void {
  if (nameNode === NONE) return;
  x.bind(x.scope, x.textOf(nameNode), BindingKind.variable, { type, value, offset });
}

/** An import of a qualified name. */
export interface QualifiedImport {
  /** Node at which it stands. */
  readonly node: NodeIndex;
  /** What the name is in: a package, or a type. */
  readonly from: string;
  /** The name; "" for everything in `from`. */
  readonly name: string;
  /** Name by which the file knows it; the name itself when not said. */
  readonly alias?: string;
  readonly form?: number;
}

/** Records an import of a name, or of all that a package or type offers, into the scope in force. */
export function importQualified(x: Extraction, given: QualifiedImport): void {
  const { node, from, name, alias = name, form = 0 } = given;
  const offset = x.tree.starts[node]!;
  const line = x.lineAt(offset);
  const at = { scope: x.scope, line, column: x.columnAt(offset, line), form };
  if (name === "") {
    x.facts.import(from, ImportKind.all, at);
    return;
  }
  const index = x.facts.import(from, ImportKind.name, { ...at, name });
  x.bind(x.scope, alias, BindingKind.import, { index, offset });
}

/** Says to which package the file belongs. */
export function declarePackage(x: Extraction, name: string): void {
  x.facts.tables.symbols.set(FILE, Sym.QUALIFIER, x.facts.text(name));
}

/** A branch that does nothing but leave. */
const LEAVES = /^(?:\{\s*)?(?:return|throw|continue|break)\b/;

/**
 * After `if (x is not T) return`, `x` is a `T`.
 *
 * @param subject the name that is tested, in the scope in force
 * @param branch what the `if` does; {@link NONE} if nothing
 */
export function bindUnlessLeft(
  x: Extraction,
  subject: NodeIndex,
  type: number,
  holder: NodeIndex,
  branch: NodeIndex,
): void {
  if (branch === NONE || !LEAVES.test(x.textOf(branch))) return;
  outside(x, () => bindLocal(x, subject, type, -1, x.tree.ends[holder]!));
}
