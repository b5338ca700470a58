/**
 * Facts: what one file says by itself, before any name is looked up elsewhere.
 *
 * A file's facts are a handful of tables of 32-bit integers plus one list of strings. They are
 * made in parse workers, cross the thread boundary as one transferred buffer, and are read in
 * place by the resolver: no object is ever made for a row. Columns that hold text hold an index
 * into `strings` (names, which the resolver interns) or `prose` (signatures and documentation,
 * which only the store reads); columns that hold a row of another table hold its row number; `-1`
 * is "none". Row 0 of the symbols is the file itself.
 *
 * Lines and columns count from 1, columns in UTF-16 units; offsets count UTF-16 units from 0.
 */

/** What kind of thing a symbol is. The order is part of the stored format: append only. */
export const SYMBOL_KINDS = [
  "file",
  "module",
  "namespace",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "type",
  "function",
  "method",
  "constructor",
  "property",
  "field",
  "variable",
  "constant",
  "enumMember",
  "macro",
  "parameter",
  "object",
  "route",
  "rule",
  "table",
  "test",
] as const;
export type SymbolKind = typeof SYMBOL_KINDS[number];

/** Kinds of types that have members. */
export const TYPES_WITH_MEMBERS: readonly SymbolKind[] = [
  "class",
  "struct",
  "interface",
  "trait",
  "object",
  "enum",
];

/** Row numbers of {@link SYMBOL_KINDS}. */
export const Kind = Object.fromEntries(SYMBOL_KINDS.map((name, index) => [name, index])) as Record<
  SymbolKind,
  number
>;

/** Bits of {@link Sym}'s `FLAGS`. */
export const Flag = {
  async: 1 << 0,
  static: 1 << 1,
  abstract: 1 << 2,
  /** A test, a test case class, or inside a test suite. */
  test: 1 << 3,
  /** Visible to other files or packages by the language's own rule. */
  exported: 1 << 4,
  private: 1 << 5,
  protected: 1 << 6,
  /** Read like a field, runs like a function: `@property`, `get x()`. */
  getter: 1 << 7,
  setter: 1 << 8,
  generator: 1 << 9,
  /** Declared without a body: prototype, interface member, overload signature, stub. */
  declaration: 1 << 10,
  /** First parameter is the class: Python's `@classmethod`. */
  classMethod: 1 << 11,
  /** Has no name in the source; the name shown is made from where it stands. */
  anonymous: 1 << 12,
  /** Not visible outside its file although at top level: C's `static`. */
  fileLocal: 1 << 13,
  /** Defined inside a function, so not reachable by name from outside. */
  local: 1 << 14,
  /** Adds to a definition elsewhere (Go method, Swift extension, reopened class). */
  extension: 1 << 15,
  /** May be replaced at run time, so that what is called is not certain. */
  dynamic: 1 << 16,
  optional: 1 << 17,
  virtual: 1 << 18,
  variadic: 1 << 19,
  deprecated: 1 << 20,
  /** The definition a module exports as its default or whole value. */
  defaultExport: 1 << 21,
  /** A property that is read and set by calling it: `$obj->name`, `$obj->name($value)`. */
  accessor: 1 << 22,
  /** Called with arguments, it gives its receiver back: setters that can be chained. */
  fluent: 1 << 23,
  /** A constructor that is called on its type with parameters: Julia's `T{X}(…)`. */
  applied: 1 << 24,
} as const;

/** Columns of the symbol table. */
export const Sym = {
  KIND: 0,
  NAME: 1,
  /** Symbol that this one is written in; -1 at the top of a file. */
  CONTAINER: 2,
  /** Scope that the symbol opens; -1 if none. */
  SCOPE: 3,
  /** Range of the whole definition, decorators and attached documentation excluded. */
  START_LINE: 4,
  END_LINE: 5,
  NAME_LINE: 6,
  NAME_COLUMN: 7,
  START: 8,
  END: 9,
  /** Index into `prose`: one line of source, everything before the body. */
  SIGNATURE: 10,
  /** Index into `prose`: what the documentation says first. */
  DOC: 11,
  FLAGS: 12,
  /** Expression: the declared type of a value, the declared return type of a callable. */
  TYPE: 13,
  /** Expression: the value of a variable; what a callable returns, as far as its body says. */
  VALUE: 14,
  /** Number of parameters that must be given, and of those that may: `least << 8 | most`, 255 = no limit; -1 unknown. */
  ARITY: 15,
  /** Name by which the module system or the user qualifies it beyond its containers (Go's receiver, C++'s `A::b`); -1 if none. */
  QUALIFIER: 16,
  STRIDE: 17,
} as const;

/** What kind of region a scope is. */
export const ScopeKind = {
  file: 0,
  function: 1,
  class: 2,
  block: 3,
  namespace: 4,
  /** Members of an object literal or of a type literal. */
  object: 5,
} as const;

/** Columns of the scope table. Row 0 is the file. */
export const Scope = {
  KIND: 0,
  PARENT: 1,
  /** Symbol that opens the scope; -1 for blocks and for the file. */
  SYMBOL: 2,
  STRIDE: 3,
} as const;

/** How a name comes to stand in a scope. */
export const BindingKind = {
  /** A symbol of this file. */
  definition: 0,
  parameter: 1,
  variable: 2,
  import: 3,
  /** Attribute of an instance (`self.x = …`), member of an object. */
  field: 4,
  typeParameter: 5,
} as const;

/** Columns of the binding table. */
export const Binding = {
  SCOPE: 0,
  NAME: 1,
  KIND: 2,
  /** Symbol bound; -1 for parameters, local variables and imports. */
  SYMBOL: 3,
  /** Expression: declared type. */
  TYPE: 4,
  /** Expression: the value given, the default of a parameter, the bound of a type parameter. */
  VALUE: 5,
  /** Offset from which the binding holds. */
  OFFSET: 6,
  /**
   * Import row of an import; position of a parameter or type parameter; {@link DEFINITE} of a definition
   * that replaces those of its name before it, where the language asks for that.
   */
  INDEX: 7,
  STRIDE: 8,
} as const;

/** What {@link Binding}'s `INDEX` says of a definition that runs whenever the code around it does. */
export const DEFINITE = 1;

/** What a reference does with what it names. The order is part of the stored format: append only. */
export const REFERENCE_KINDS = [
  "call",
  "construct",
  "inherit",
  "implement",
  "decorate",
  "read",
  "write",
  "type",
  "import",
  /** A function or class mentioned as a value: passed, stored, returned. */
  "value",
  /**
   * A call, by name, of what is written in another language: EXPR says by what means (`Op.external`),
   * CALL the library as far as it is named (`Op.module`).
   */
  "foreign",
  /**
   * A function is given a name for another language: NAME is that name, EXPR the function, CALL says
   * by what means (`Op.external`), within `Op.keyword` with the name of the table or class that owns it.
   */
  "offer",
] as const;
export type ReferenceKind = typeof REFERENCE_KINDS[number];

/** Row numbers of {@link REFERENCE_KINDS}. */
export const RefKind = Object.fromEntries(
  REFERENCE_KINDS.map((name, index) => [name, index]),
) as Record<ReferenceKind, number>;

/** Columns of the reference table. */
export const Ref = {
  KIND: 0,
  /** Last name written: the `g` of `x.f().g()`. */
  NAME: 1,
  /** Expression that must be looked up: the callee (not the call), the base class, the decorator. */
  EXPR: 2,
  /** Symbol in which the reference is written, or, for inherit, implement and decorate, the one it is about; -1 at the top of a file. */
  SYMBOL: 3,
  /** Where the last name starts. */
  LINE: 4,
  COLUMN: 5,
  /** Arguments given; -1 where that has no meaning, -2 where a spread hides it. */
  ARGUMENTS: 6,
  /**
   * Expression of the whole call (`Op.call` or `Op.construct`), also of a decorator that is one. For
   * inherit and implement written apart from the type's definition: that type. -1 for all else.
   */
  CALL: 7,
  STRIDE: 8,
} as const;

/** How an import is written. */
export const ImportKind = {
  /** The module itself: `import a.b as c`, `import * as ns`, `library(x)`, `import "fmt"`. */
  module: 0,
  /** One name of it. */
  name: 1,
  /** Everything it exports, into the scope: `from a import *`, `using A`, `library(x)`. */
  all: 2,
  /** Its text: `#include`, `source("f.R")`, `include("f.jl")`. */
  include: 3,
  /** Run for its effects only. */
  effect: 4,
} as const;

/** Columns of the import table. */
export const Import = {
  /** The module, as written. */
  SPECIFIER: 0,
  KIND: 1,
  /** Name imported, for `ImportKind.name`; `default` for a default import. */
  NAME: 2,
  /** Scope into which it imports. */
  SCOPE: 3,
  LINE: 4,
  COLUMN: 5,
  /** 1 when only types are imported, 2 for the `<…>` form of include. */
  FORM: 6,
  STRIDE: 7,
} as const;

/** Columns of the export table: what a module offers, where that is not simply its top-level names. */
export const Export = {
  /** Name offered; `default`; `=` for the whole value (`module.exports = …`); `*` for everything of SPECIFIER. */
  NAME: 0,
  /** Expression offered; -1 when it is re-exported from SPECIFIER. */
  EXPR: 1,
  /** Module re-exported from; -1 when local. */
  SPECIFIER: 2,
  /** Its name there; -1 for the whole module as a namespace. */
  IMPORTED: 3,
  LINE: 4,
  STRIDE: 5,
} as const;

/**
 * Operations of the expression table. Expressions are the little of a program that is needed to
 * know what a name or a receiver is; whatever cannot say is left out (-1).
 */
export const Op = {
  /** `A` string, `B` scope: a name looked up from a scope. `C` its offset. */
  name: 0,
  /** `A` expression, `B` string: a member by name. */
  member: 1,
  /** `A` callee, `B` first row of its arguments in the list table, `C` how many (-1: not recorded). */
  call: 2,
  /** As `call`, for `new A(…)`. */
  construct: 3,
  /** `A` expression, `B` expression or -1: `A[B]`. */
  index: 4,
  /** `A` expression: what awaiting it gives. */
  await: 5,
  /** `A` expression: what iterating it gives. */
  element: 6,
  /** `A` expression, `B` position: one of several values (tuple, multiple returns). */
  pick: 7,
  /** `A` expression, `B` expression: one or the other. */
  either: 8,
  /** `A` string: a value of a built-in type of the language (`string`, `list`, `int`). */
  literal: 9,
  /** `A` scope: the instance (`this`, `self`) as seen from there. */
  self: 10,
  /** `A` scope: the parent class's view of the instance. */
  super: 11,
  /** `A` symbol: that very definition (a lambda, an inner class). */
  symbol: 12,
  /** `A` scope: an object or type literal with these members. */
  object: 13,
  /** `A` string: the module of that specifier (`pkg::`, `require("x")`, `import("x")`). */
  module: 14,
  /** `A` element expression (or -1): a list literal. `B` first list row, `C` how many. */
  list: 15,
  /** Type expressions. `A` type, `B` first list row of the arguments, `C` how many: `A<B, …>`. */
  apply: 16,
  /** `A` type: the value of such a type (an annotation used where a value is asked). */
  instance: 17,
  /** `A` first list row of parameter types, `B` how many, `C` return type: a function type. */
  functionType: 18,
  /** `A` expression: `typeof a`, `type[A]`: the thing itself, not an instance of it. */
  typeOf: 19,
  /** `A` scope: the type of the instance on which a member is looked up (`this` as a type, `Self`). */
  selfType: 20,
  /** `A` lambda symbol, `B` call expression, `C` argument position: the parameter types that a call gives to a callback. */
  callback: 21,
  /** `A` type, `B` type: both at once (`A & B`). */
  both: 22,
  /** `A` type, `B` type: `A[B]`, `keyof` and other lookups in types. */
  lookup: 23,
  /** `A` list row, `B` how many: a tuple. */
  tuple: 24,
  /** `A` expression: the class of a value (`type(x)`, `x.__class__`, `x.constructor`). */
  classOf: 25,
  /** `A` string: a type or value known to come from outside, by qualified name. */
  external: 26,
  /**
   * `A` call expression, `B` position: what the callee expects of its argument there. Here and in
   * `callback` the call may be `both` the call and, as a value, what is expected of it in turn.
   */
  expected: 27,
  /** `A` expression of a function, `B` position: what the function takes there. */
  parameterOf: 28,
  /** `A` list type: in a function type, the remaining parameters. */
  rest: 29,
  /** `A` string, `B` expression: an argument given by name; it follows those given by position. */
  keyword: 30,
  /** `A` expression, `B` type: the value, known to be of no such type. */
  without: 31,
  /**
   * `A` expression of an argument, `B` string, `C` expression: the method of that name that the
   * argument's class has; what `C` says when the argument is no instance of a class that has one.
   */
  dispatch: 32,
  /**
   * `A` string, `B` expression of its type: a literal whose text a linker may ask for. `C` first list
   * row of what is put in where the text has a `…`, if it has any.
   */
  text: 33,
} as const;

/** What stands, in the text of a literal, for a part that is put in when the program runs. */
export const UNKNOWN_TEXT = "…";

/** Columns of the expression table. */
export const Expr = { OP: 0, A: 1, B: 2, C: 3, STRIDE: 4 } as const;

/** Names of the tables in the order in which they stand in a buffer. */
export const TABLES = [
  "symbols",
  "scopes",
  "bindings",
  "references",
  "imports",
  "exports",
  "expressions",
  "lists",
] as const;
export type TableName = typeof TABLES[number];

/** Integers a row, by table. */
export const STRIDES: Record<TableName, number> = {
  symbols: Sym.STRIDE,
  scopes: Scope.STRIDE,
  bindings: Binding.STRIDE,
  references: Ref.STRIDE,
  imports: Import.STRIDE,
  exports: Export.STRIDE,
  expressions: Expr.STRIDE,
  lists: 1,
};

/** Columns that hold strings, by table. (Expressions are told by their operation: {@link TEXT_OPS}.) */
export const TEXT_COLUMNS: Record<TableName, readonly number[]> = {
  symbols: [Sym.NAME, Sym.QUALIFIER],
  scopes: [],
  bindings: [Binding.NAME],
  references: [Ref.NAME],
  imports: [Import.SPECIFIER, Import.NAME],
  exports: [Export.NAME, Export.SPECIFIER, Export.IMPORTED],
  expressions: [],
  lists: [],
};

/** For each operation with a string, the column that holds it. */
export const TEXT_OPS: ReadonlyMap<number, number> = new Map([
  [Op.name, Expr.A],
  [Op.member, Expr.B],
  [Op.literal, Expr.A],
  [Op.module, Expr.A],
  [Op.external, Expr.A],
  [Op.keyword, Expr.A],
  [Op.dispatch, Expr.B],
  [Op.text, Expr.A],
]);

/** What is known of a file's tables without reading them. */
export interface FactsOutline {
  /** Rows of a table. */
  count(name: TableName): number;
  /** Whether any symbol is qualified by what it belongs to. */
  readonly hasQualifiers: boolean;
  /** Names of all symbols, as the column of their table. */
  readonly symbolNames: Int32Array;
  /** Bytes of the tables that were read so far. */
  readonly readBytes: number;
  /** Lets go of them; they are read again when they are asked for. */
  letGo(): void;
}

/** The facts of one file. */
export interface FileFacts {
  /** Language id. */
  readonly language: string;
  /** Names: everything that can be looked up. */
  readonly strings: readonly string[];
  /** Signatures and documentation. */
  readonly prose: readonly string[];
  readonly tables: Readonly<Record<TableName, Int32Array>>;
  /** Of facts that were read already and whose tables are not. */
  readonly outline?: FactsOutline;
  /** Lines that the grammar could not read, as pairs of first and last line. */
  readonly unreadable: Int32Array;
  /** What a manifest (package.json, go.mod, NAMESPACE …) says, for its language's module system. */
  readonly manifest?: unknown;
  /** They may be others where the file lies in another directory. */
  readonly placed?: true;
}

/** Number of rows in a table. */
export function rowCount(facts: FileFacts, table: TableName): number {
  return facts.tables[table].length / STRIDES[table];
}

/** The column of names of a table of symbols. */
export function namesOf(symbols: Int32Array): Int32Array {
  const names = new Int32Array(symbols.length / Sym.STRIDE);
  for (let row = 0, at = Sym.NAME; row < names.length; row++, at += Sym.STRIDE) {
    names[row] = symbols[at]!;
  }
  return names;
}
