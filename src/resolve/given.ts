/** What calls are given, as far as it is written where they stand or in constants. */
import { Binding, Expr, Op, Sym, UNKNOWN_TEXT } from "../extract/facts.ts";
import type { Origin, Origins } from "./origins.ts";
import type { ProjectFile } from "./project.ts";
import { isCallable } from "./symbol_kinds.ts";

/** A call with what it is given: rows of its file's expressions. */
export interface GivenCall {
  readonly file: ProjectFile;
  /** The call itself. */
  readonly expression: number;
  readonly callee: number;
  /** On what a method is called; -1 when it is called on nothing. */
  readonly receiver: number;
  readonly positional: readonly number[];
  readonly named: ReadonlyMap<string, number>;
  /** The call in whose arguments or block it is written, where its language tells; -1 elsewhere. */
  readonly around: number;
}

/** Members by which texts are put together. */
const JOINS: ReadonlySet<string> = new Set(["__add__", "+"]);
const DEEPEST = 8;

/** The call that an expression is; undefined when it is none. */
export function callAt(file: ProjectFile, expression: number): GivenCall | undefined {
  if (expression < 0) return undefined;
  const op = file.expression(expression, Expr.OP);
  if (op === Op.await) return callAt(file, file.expression(expression, Expr.A));
  if (op === Op.both) {
    const call = callAt(file, file.expression(expression, Expr.A));
    return call === undefined
      ? undefined
      : { ...call, around: file.expression(expression, Expr.B) };
  }
  if (op !== Op.call && op !== Op.construct) return undefined;
  const callee = file.expression(expression, Expr.A);
  const positional: number[] = [];
  const named = new Map<string, number>();
  for (const argument of listAt(file, expression, Expr.B)) {
    if (argument >= 0 && file.expression(argument, Expr.OP) === Op.keyword) {
      named.set(
        file.text(file.expression(argument, Expr.A)),
        file.expression(argument, Expr.B),
      );
    } else positional.push(argument);
  }
  const receiver = receiverOf(file, callee);
  return { file, expression, callee, receiver, positional, named, around: -1 };
}

/** On what a member is looked up; -1 when an expression is no member. */
export function receiverOf(file: ProjectFile, expression: number): number {
  let at = expression;
  while (at >= 0 && file.expression(at, Expr.OP) === Op.apply) at = file.expression(at, Expr.A);
  return at >= 0 && file.expression(at, Expr.OP) === Op.member ? file.expression(at, Expr.A) : -1;
}

/** Name of the member that an expression is, or the name that it looks up; "" for others. */
export function lastNameAt(file: ProjectFile, expression: number): string {
  if (expression < 0) return "";
  switch (file.expression(expression, Expr.OP)) {
    case Op.name:
      return file.text(file.expression(expression, Expr.A));
    case Op.member:
      return file.text(file.expression(expression, Expr.B));
    case Op.apply:
      return lastNameAt(file, file.expression(expression, Expr.A));
    default:
      return "";
  }
}

/** Rows of a list of which an expression gives first row and length, from a column on. */
function listAt(file: ProjectFile, expression: number, column: number): number[] {
  const first = file.expression(expression, column);
  const count = Math.max(0, file.expression(expression, column + 1));
  return Array.from({ length: count }, (_, at) => file.list(first + at));
}

/** Elements that are written in a list or a tuple, as far as they are known. */
export function elementsAt(file: ProjectFile, expression: number): readonly number[] {
  if (expression < 0) return [];
  switch (file.expression(expression, Expr.OP)) {
    case Op.list:
      return listAt(file, expression, Expr.B);
    case Op.tuple:
      return listAt(file, expression, Expr.A);
    case Op.apply:
      return listAt(file, expression, Expr.B);
    default:
      return [];
  }
}

/** What an object literal holds under a name; -1 when an expression is none, or has no such value. */
export function propertyAt(file: ProjectFile, expression: number, name: string): number {
  const row = memberAt(file, expression, name);
  if (row < 0) return -1;
  const symbol = file.binding(row, Binding.SYMBOL);
  const value = file.binding(row, Binding.VALUE);
  if (value >= 0 || symbol < 0) return value;
  return isCallable(file.symbol(symbol, Sym.KIND)) ? -1 : file.symbol(symbol, Sym.VALUE);
}

/** The function that an object literal has as a method of a name: `{ run() {} }`; -1 when it has none. */
export function methodAt(file: ProjectFile, expression: number, name: string): number {
  const row = memberAt(file, expression, name);
  const symbol = row < 0 ? -1 : file.binding(row, Binding.SYMBOL);
  return symbol >= 0 && isCallable(file.symbol(symbol, Sym.KIND)) ? symbol : -1;
}

/** Binding of a member of an object literal; -1 when an expression is none, or has no such member. */
function memberAt(file: ProjectFile, expression: number, name: string): number {
  if (expression < 0 || file.expression(expression, Expr.OP) !== Op.object) return -1;
  const scope = file.expression(expression, Expr.A);
  const count = file.count("bindings");
  for (let row = 0; row < count; row++) {
    if (file.binding(row, Binding.SCOPE) !== scope) continue;
    if (file.text(file.binding(row, Binding.NAME)) === name) return row;
  }
  return -1;
}

/** Reads texts that are given. */
export class GivenTexts {
  readonly #origins: Origins;

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  /** The one text that an expression has, with `…` for what is not known of it; undefined if nothing is. */
  text(file: ProjectFile, expression: number, depth = 0): string | undefined {
    if (expression < 0 || depth > DEEPEST) return undefined;
    const own = this.#textAt(file, expression, depth);
    if (own !== undefined) return own;
    const call = callAt(file, expression);
    if (call !== undefined && JOINS.has(lastNameAt(file, call.callee))) {
      const left = this.text(file, call.receiver, depth + 1);
      const right = this.text(file, call.positional[0] ?? -1, depth + 1);
      if (left === undefined && right === undefined) return undefined;
      return (left ?? UNKNOWN_TEXT) + (right ?? UNKNOWN_TEXT);
    }
    for (const origin of this.#origins.of(file, expression)) {
      const isOther = origin.tag === "expression" &&
        (origin.file !== file || origin.expression !== expression);
      const text = isOther ? this.text(origin.file, origin.expression, depth + 1) : undefined;
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** The texts of a list, or the one text that an expression has. */
  texts(file: ProjectFile, expression: number): readonly string[] {
    const texts = this.elements(file, expression).flatMap(([owner, element]) =>
      this.text(owner, element) ?? []
    );
    if (texts.length > 0) return texts;
    const text = this.text(file, expression);
    return text === undefined ? [] : [text];
  }

  /** Elements of the lists that an expression may be, wherever they are written. */
  elements(
    file: ProjectFile,
    expression: number,
  ): readonly (readonly [file: ProjectFile, expression: number])[] {
    const lists: readonly Origin[] = this.#origins.of(file, expression);
    return lists.flatMap((origin) =>
      origin.tag === "expression"
        ? elementsAt(origin.file, origin.expression).map((row) => [origin.file, row] as const)
        : []
    );
  }

  /** The text of a literal, with what is put into it as far as that is known. */
  #textAt(file: ProjectFile, expression: number, depth: number): string | undefined {
    if (file.expression(expression, Expr.OP) !== Op.text) return undefined;
    const text = file.text(file.expression(expression, Expr.A));
    let row = file.expression(expression, Expr.C);
    if (row < 0) return text;
    return text.replaceAll(UNKNOWN_TEXT, () => {
      return this.text(file, file.list(row++), depth + 1) ?? UNKNOWN_TEXT;
    });
  }
}
