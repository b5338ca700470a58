/** What must hold of the facts of any file, whatever stands in it. */
import { equal, ok } from "node:assert/strict";
import {
  Binding,
  BindingKind,
  Export,
  Expr,
  type FileFacts,
  Import,
  Op,
  Ref,
  rowCount,
  Scope,
  STRIDES,
  Sym,
  type TableName,
  TABLES,
  TEXT_COLUMNS,
  TEXT_OPS,
} from "../../src/extract/facts.ts";

/** Columns that hold rows of other tables. */
const ROW_COLUMNS: readonly (readonly [TableName, number, TableName])[] = [
  ["symbols", Sym.CONTAINER, "symbols"],
  ["symbols", Sym.SCOPE, "scopes"],
  ["symbols", Sym.TYPE, "expressions"],
  ["symbols", Sym.VALUE, "expressions"],
  ["scopes", Scope.PARENT, "scopes"],
  ["scopes", Scope.SYMBOL, "symbols"],
  ["bindings", Binding.SCOPE, "scopes"],
  ["bindings", Binding.SYMBOL, "symbols"],
  ["bindings", Binding.TYPE, "expressions"],
  ["bindings", Binding.VALUE, "expressions"],
  ["references", Ref.EXPR, "expressions"],
  ["references", Ref.SYMBOL, "symbols"],
  ["references", Ref.CALL, "expressions"],
  ["imports", Import.SCOPE, "scopes"],
  ["exports", Export.EXPR, "expressions"],
  ["lists", 0, "expressions"],
];

/** Operands that hold rows, by operation. */
const OPERANDS: ReadonlyMap<number, readonly (readonly [number, TableName])[]> = new Map([
  [Op.name, [[Expr.B, "scopes"]]],
  [Op.member, [[Expr.A, "expressions"]]],
  [Op.call, [[Expr.A, "expressions"]]],
  [Op.construct, [[Expr.A, "expressions"]]],
  [Op.index, [[Expr.A, "expressions"], [Expr.B, "expressions"]]],
  [Op.await, [[Expr.A, "expressions"]]],
  [Op.element, [[Expr.A, "expressions"]]],
  [Op.pick, [[Expr.A, "expressions"]]],
  [Op.either, [[Expr.A, "expressions"], [Expr.B, "expressions"]]],
  [Op.self, [[Expr.A, "scopes"]]],
  [Op.super, [[Expr.A, "scopes"]]],
  [Op.symbol, [[Expr.A, "symbols"]]],
  [Op.object, [[Expr.A, "scopes"]]],
  [Op.apply, [[Expr.A, "expressions"]]],
  [Op.instance, [[Expr.A, "expressions"]]],
  [Op.functionType, [[Expr.C, "expressions"]]],
  [Op.typeOf, [[Expr.A, "expressions"]]],
  [Op.selfType, [[Expr.A, "scopes"]]],
  [Op.callback, [[Expr.A, "symbols"], [Expr.B, "expressions"]]],
  [Op.both, [[Expr.A, "expressions"], [Expr.B, "expressions"]]],
  [Op.lookup, [[Expr.A, "expressions"], [Expr.B, "expressions"]]],
  [Op.classOf, [[Expr.A, "expressions"]]],
]);

/** Operations with a stretch of the list table: the columns of its first row and its length. */
const LISTS: ReadonlyMap<number, readonly [number, number]> = new Map([
  [Op.call, [Expr.B, Expr.C]],
  [Op.construct, [Expr.B, Expr.C]],
  [Op.list, [Expr.B, Expr.C]],
  [Op.apply, [Expr.B, Expr.C]],
  [Op.functionType, [Expr.A, Expr.B]],
  [Op.tuple, [Expr.A, Expr.B]],
]);

/** @throws {AssertionError} when a row points nowhere, or a range leaves the file. */
export function assertSound(facts: FileFacts, text: string): void {
  for (const table of TABLES) equal(facts.tables[table].length % STRIDES[table], 0);
  for (const [table, column, into] of ROW_COLUMNS) {
    for (const value of columnOf(facts, table, column)) isRow(facts, into, value, table);
  }
  for (const table of TABLES) {
    for (const column of TEXT_COLUMNS[table]) {
      for (const value of columnOf(facts, table, column)) {
        ok(value >= -1 && value < facts.strings.length, `string of ${table}`);
      }
    }
  }
  assertExpressions(facts);
  assertContainment(facts);
  assertRanges(facts, text);
  for (let row = 0; row < rowCount(facts, "bindings"); row++) {
    if (cell(facts, "bindings", row, Binding.KIND) !== BindingKind.import) continue;
    isRow(facts, "imports", cell(facts, "bindings", row, Binding.INDEX), "import binding");
  }
}

function assertExpressions(facts: FileFacts): void {
  for (let row = 0; row < rowCount(facts, "expressions"); row++) {
    const op = cell(facts, "expressions", row, Expr.OP);
    for (const [column, into] of OPERANDS.get(op) ?? []) {
      isRow(facts, into, cell(facts, "expressions", row, column), `operation ${op}`);
    }
    const textColumn = TEXT_OPS.get(op);
    if (textColumn !== undefined) {
      const string = cell(facts, "expressions", row, textColumn);
      ok(string >= 0 && string < facts.strings.length, `string of operation ${op}`);
    }
    const list = LISTS.get(op);
    if (list === undefined) continue;
    const first = cell(facts, "expressions", row, list[0]);
    const count = cell(facts, "expressions", row, list[1]);
    if (count > 0) ok(first >= 0 && first + count <= rowCount(facts, "lists"), `list of ${op}`);
  }
}

/** Containers and scopes form trees: following them always ends. */
function assertContainment(facts: FileFacts): void {
  for (const [table, column] of [["symbols", Sym.CONTAINER], ["scopes", Scope.PARENT]] as const) {
    for (let row = 0; row < rowCount(facts, table); row++) {
      let steps = 0;
      for (let at = row; at >= 0; at = cell(facts, table, at, column)) {
        ok(++steps <= rowCount(facts, table), `${table} ${row} contains itself`);
      }
    }
  }
}

function assertRanges(facts: FileFacts, text: string): void {
  const lines = text.split("\n");
  const isPlace = (line: number, column: number, what: string): void => {
    ok(line >= 1 && line <= lines.length, `line ${line} of ${what}`);
    ok(column >= 1 && column <= lines[line - 1]!.length + 1, `column ${column} of ${what}`);
  };
  for (let row = 0; row < rowCount(facts, "symbols"); row++) {
    const at = (column: number): number => cell(facts, "symbols", row, column);
    ok(0 <= at(Sym.START) && at(Sym.START) <= at(Sym.END) && at(Sym.END) <= text.length);
    ok(1 <= at(Sym.START_LINE) && at(Sym.START_LINE) <= at(Sym.END_LINE));
    ok(at(Sym.END_LINE) <= lines.length);
    isPlace(at(Sym.NAME_LINE), at(Sym.NAME_COLUMN), "symbol");
  }
  for (let row = 0; row < rowCount(facts, "references"); row++) {
    isPlace(
      cell(facts, "references", row, Ref.LINE),
      cell(facts, "references", row, Ref.COLUMN),
      "reference",
    );
  }
  for (let row = 0; row < rowCount(facts, "imports"); row++) {
    isPlace(
      cell(facts, "imports", row, Import.LINE),
      cell(facts, "imports", row, Import.COLUMN),
      "import",
    );
  }
  for (const line of facts.unreadable) ok(line >= 1 && line <= lines.length);
}

function isRow(facts: FileFacts, table: TableName, row: number, what: string): void {
  ok(row >= -1 && row < rowCount(facts, table), `${what} points to row ${row} of ${table}`);
}

function cell(facts: FileFacts, table: TableName, row: number, column: number): number {
  return facts.tables[table][row * STRIDES[table] + column]!;
}

function* columnOf(facts: FileFacts, table: TableName, column: number): Iterable<number> {
  for (let row = 0; row < rowCount(facts, table); row++) yield cell(facts, table, row, column);
}
