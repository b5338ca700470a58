/** Collects the facts of one file, row by row. */
import {
  Binding,
  Export,
  Expr,
  type FileFacts,
  Import,
  Ref,
  Scope,
  STRIDES,
  Sym,
  type TableName,
  TABLES,
} from "./facts.ts";

/** A growing table of fixed-width integer rows. */
export class RowTable {
  #data: Int32Array;
  #length = 0;

  constructor(readonly stride: number) {
    this.#data = new Int32Array(stride * 256);
  }

  /** Rows so far. */
  get count(): number {
    return this.#length / this.stride;
  }

  /** Makes room for one row, filled with -1, and returns its number. */
  add(): number {
    if (this.#length + this.stride > this.#data.length) {
      const larger = new Int32Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    // A loop: for so few integers the call of `fill` costs more than they do.
    const data = this.#data;
    const start = this.#length;
    const end = start + this.stride;
    for (let at = start; at < end; at++) data[at] = -1;
    this.#length = end;
    return start / this.stride;
  }

  get(row: number, column: number): number {
    return this.#data[row * this.stride + column]!;
  }

  set(row: number, column: number, value: number): void {
    this.#data[row * this.stride + column] = value;
  }

  /** Forgets all rows. */
  clear(): void {
    this.#length = 0;
  }

  /** The rows as one array that shares memory with the table. */
  view(): Int32Array {
    return this.#data.subarray(0, this.#length);
  }
}

const EMPTY = -1;
/** Powers of two. */
const FEWEST_SLOTS = 1 << 10;
const MOST_KEPT_SLOTS = 1 << 14;

/** Spreads an expression's content over 32 bits. */
function mixed(op: number, a: number, b: number, c: number): number {
  const hash = Math.imul(op, 0x9e3779b1) ^ Math.imul(a, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35) ^
    Math.imul(c, 0x27d4eb2f);
  return hash ^ (hash >>> 15);
}

/**
 * The tables of one file under construction. Knows the format and nothing of any language;
 * {@link Extraction} adds the tree, scopes in force and the language's rules.
 */
export class FactsBuilder {
  readonly tables: Record<TableName, RowTable> = Object.fromEntries(
    TABLES.map((name) => [name, new RowTable(STRIDES[name])]),
  ) as Record<TableName, RowTable>;
  #strings: string[] = [];
  #stringIndex = new Map<string, number>();
  #prose: string[] = [];
  /** Rows of the expressions by their content: open addressing, always at least half empty. */
  #expressionSlots = new Int32Array(FEWEST_SLOTS).fill(EMPTY);
  #unreadable: LineRange[] = [];
  manifest: unknown = undefined;

  /** Index of a string, the same for equal strings. */
  text(value: string): number {
    let index = this.#stringIndex.get(value);
    if (index === undefined) {
      index = this.#strings.length;
      this.#strings.push(value);
      this.#stringIndex.set(value, index);
    }
    return index;
  }

  /** Keeps a signature or a documentation text. */
  prose(value: string): number {
    return this.#prose.push(value) - 1;
  }

  /** The string at an index. */
  textAt(index: number): string {
    return this.#strings[index] ?? "";
  }

  /** Adds an expression, or returns the equal one that is already there. */
  expression(op: number, a = -1, b = -1, c = -1): number {
    const table = this.tables.expressions;
    const mask = this.#expressionSlots.length - 1;
    let slot = mixed(op, a, b, c) & mask;
    for (;;) {
      const row = this.#expressionSlots[slot]!;
      if (row === EMPTY) break;
      if (
        table.get(row, Expr.A) === a && table.get(row, Expr.B) === b &&
        table.get(row, Expr.OP) === op && table.get(row, Expr.C) === c
      ) return row;
      slot = (slot + 1) & mask;
    }
    const row = table.add();
    table.set(row, Expr.OP, op);
    table.set(row, Expr.A, a);
    table.set(row, Expr.B, b);
    table.set(row, Expr.C, c);
    this.#expressionSlots[slot] = row;
    if (table.count * 2 > mask) this.#growExpressionSlots();
    return row;
  }

  #growExpressionSlots(): void {
    const table = this.tables.expressions;
    const slots = new Int32Array(this.#expressionSlots.length * 2).fill(EMPTY);
    const mask = slots.length - 1;
    for (let row = 0; row < table.count; row++) {
      const op = table.get(row, Expr.OP);
      const [a, b, c] = [table.get(row, Expr.A), table.get(row, Expr.B), table.get(row, Expr.C)];
      let slot = mixed(op, a, b, c) & mask;
      while (slots[slot] !== EMPTY) slot = (slot + 1) & mask;
      slots[slot] = row;
    }
    this.#expressionSlots = slots;
  }

  /** Stores expressions side by side; returns the first row, or -1 for an empty list. */
  list(expressions: readonly number[]): number {
    let first = -1;
    for (const expression of expressions) {
      const row = this.tables.lists.add();
      this.tables.lists.set(row, 0, expression);
      if (first < 0) first = row;
    }
    return first;
  }

  scope(kind: number, parent: number, symbol: number): number {
    const row = this.tables.scopes.add();
    this.tables.scopes.set(row, Scope.KIND, kind);
    this.tables.scopes.set(row, Scope.PARENT, parent);
    this.tables.scopes.set(row, Scope.SYMBOL, symbol);
    return row;
  }

  symbol(kind: number, name: string, container: number): number {
    const table = this.tables.symbols;
    const row = table.add();
    table.set(row, Sym.KIND, kind);
    table.set(row, Sym.NAME, this.text(name));
    table.set(row, Sym.CONTAINER, container);
    table.set(row, Sym.FLAGS, 0);
    return row;
  }

  /** Adds bits to a symbol's flags. */
  flag(symbol: number, flags: number): void {
    const table = this.tables.symbols;
    table.set(symbol, Sym.FLAGS, table.get(symbol, Sym.FLAGS) | flags);
  }

  binding(scope: number, name: string, kind: number, row: BindingDetails): number {
    const table = this.tables.bindings;
    const binding = table.add();
    table.set(binding, Binding.SCOPE, scope);
    table.set(binding, Binding.NAME, this.text(name));
    table.set(binding, Binding.KIND, kind);
    table.set(binding, Binding.SYMBOL, row.symbol ?? -1);
    table.set(binding, Binding.TYPE, row.type ?? -1);
    table.set(binding, Binding.VALUE, row.value ?? -1);
    table.set(binding, Binding.OFFSET, row.offset ?? 0);
    table.set(binding, Binding.INDEX, row.index ?? -1);
    return binding;
  }

  reference(kind: number, name: string, details: ReferenceDetails): number {
    const table = this.tables.references;
    const row = table.add();
    table.set(row, Ref.KIND, kind);
    table.set(row, Ref.NAME, this.text(name));
    table.set(row, Ref.EXPR, details.expression);
    table.set(row, Ref.SYMBOL, details.symbol);
    table.set(row, Ref.LINE, details.line);
    table.set(row, Ref.COLUMN, details.column);
    table.set(row, Ref.ARGUMENTS, details.argumentCount ?? -1);
    table.set(row, Ref.CALL, details.call ?? -1);
    return row;
  }

  import(specifier: string, kind: number, details: ImportDetails): number {
    const table = this.tables.imports;
    const row = table.add();
    table.set(row, Import.SPECIFIER, this.text(specifier));
    table.set(row, Import.KIND, kind);
    table.set(row, Import.NAME, details.name === undefined ? -1 : this.text(details.name));
    table.set(row, Import.SCOPE, details.scope);
    table.set(row, Import.LINE, details.line);
    table.set(row, Import.COLUMN, details.column);
    table.set(row, Import.FORM, details.form ?? 0);
    return row;
  }

  export(name: string, details: ExportDetails): number {
    const table = this.tables.exports;
    const row = table.add();
    table.set(row, Export.NAME, this.text(name));
    table.set(row, Export.EXPR, details.expression ?? -1);
    const { specifier, imported } = details;
    table.set(row, Export.SPECIFIER, specifier === undefined ? -1 : this.text(specifier));
    table.set(row, Export.IMPORTED, imported === undefined ? -1 : this.text(imported));
    table.set(row, Export.LINE, details.line);
    return row;
  }

  /** Notes lines that the grammar could not read, in any order. */
  unreadable(firstLine: number, lastLine: number): void {
    this.#unreadable.push([firstLine, lastLine]);
  }

  /** The facts so far, copied out; the builder can be cleared and used again. */
  finish(language: string): FileFacts {
    let size = 0;
    for (const name of TABLES) size += this.tables[name].view().length;
    const buffer = new Int32Array(size);
    let offset = 0;
    const tables = {} as Record<TableName, Int32Array>;
    for (const name of TABLES) {
      const rows = this.tables[name].view();
      buffer.set(rows, offset);
      tables[name] = buffer.subarray(offset, offset + rows.length);
      offset += rows.length;
    }
    return {
      language,
      strings: this.#strings,
      prose: this.#prose,
      tables,
      unreadable: joined(this.#unreadable),
      ...(this.manifest === undefined ? {} : { manifest: this.manifest }),
    };
  }

  /** After a large file the slots are given back: to empty them for every small one would cost. */
  #clearExpressionSlots(): void {
    if (this.#expressionSlots.length > MOST_KEPT_SLOTS) {
      this.#expressionSlots = new Int32Array(FEWEST_SLOTS);
    }
    this.#expressionSlots.fill(EMPTY);
  }

  /** Forgets everything, keeping the allocated memory. */
  clear(): void {
    for (const name of TABLES) this.tables[name].clear();
    this.#strings = [];
    this.#prose = [];
    this.#stringIndex = new Map();
    this.#clearExpressionSlots();
    this.#unreadable = [];
    this.manifest = undefined;
  }
}

/** First and last line. */
type LineRange = readonly [first: number, last: number];

/** Ranges in order, as pairs in one array; those that touch made one. */
function joined(ranges: readonly LineRange[]): Int32Array {
  const pairs: number[] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => a - b)) {
    const end = pairs.length - 1;
    if (end > 0 && first <= pairs[end]! + 1) pairs[end] = Math.max(pairs[end]!, last);
    else pairs.push(first, last);
  }
  return Int32Array.from(pairs);
}

/** Optional columns of a binding. */
export interface BindingDetails {
  symbol?: number;
  type?: number;
  value?: number;
  offset?: number;
  index?: number;
}

/** Columns of a reference. */
export interface ReferenceDetails {
  expression: number;
  symbol: number;
  line: number;
  column: number;
  argumentCount?: number;
  call?: number;
}

/** Columns of an import. */
export interface ImportDetails {
  name?: string;
  scope: number;
  line: number;
  column: number;
  form?: number;
}

/** Columns of an export. */
export interface ExportDetails {
  expression?: number;
  specifier?: string;
  imported?: string;
  line: number;
}
