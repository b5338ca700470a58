/**
 * The facts of a whole project, indexed for look-up: names interned, scopes searchable, symbols
 * numbered through. Built by the indexer as files arrive; read by everything under `resolve/`.
 */
import {
  Binding,
  BindingKind,
  Expr,
  type FileFacts,
  namesOf,
  Ref,
  RefKind,
  Scope,
  STRIDES,
  Sym,
  type TableName,
} from "../extract/facts.ts";
import { BindingIndex } from "./binding_index.ts";
import { NameTable } from "./name_table.ts";
import { append } from "./multimap.ts";
import type { HoldersIn, SymbolHolders } from "./symbol_holders.ts";

/** One file of the project; of a document that embeds several languages, what is of one of them. */
export class ProjectFile {
  /** Global name ids by local string index. */
  readonly nameIds: Int32Array;
  /** Number of the file's first symbol among all symbols of the project. */
  firstSymbol = 0;
  readonly facts: FileFacts;
  // Read millions of times: one step away instead of three. Stored facts are decoded as they are asked for.
  #symbols: Int32Array | undefined;
  #bindingRows: Int32Array | undefined;
  #scopes: Int32Array | undefined;
  #expressions: Int32Array | undefined;
  #references: Int32Array | undefined;
  readonly #names: readonly string[];
  #bindingIndex: BindingIndex | undefined;
  #bases: Map<number, number[]> | undefined;
  #parameters: Map<number, number[]> | undefined;
  #typeParameters: Map<number, number[]> | undefined;

  constructor(
    readonly id: number,
    readonly path: string,
    facts: FileFacts,
    nameIds: Int32Array,
    names: readonly string[],
  ) {
    this.facts = facts;
    this.nameIds = nameIds;
    this.#names = names;
  }

  get language(): string {
    return this.facts.language;
  }

  get manifest(): unknown {
    return this.facts.manifest;
  }

  /** A table of the file's facts. */
  table(name: TableName): Int32Array {
    return this.facts.tables[name];
  }

  /** Rows of a table. */
  count(name: TableName): number {
    const { outline, tables } = this.facts;
    return outline === undefined ? tables[name].length / STRIDES[name] : outline.count(name);
  }

  /** Whether any of the file's symbols may be qualified by what it belongs to. */
  get hasQualifiers(): boolean {
    return this.facts.outline?.hasQualifiers !== false;
  }

  /** Names (local) of the file's symbols, in their order. */
  get symbolNames(): Int32Array {
    return this.facts.outline?.symbolNames ?? namesOf(this.facts.tables.symbols);
  }

  symbol(row: number, column: number): number {
    return (this.#symbols ??= this.facts.tables.symbols)[row * Sym.STRIDE + column]!;
  }

  binding(row: number, column: number): number {
    return (this.#bindingRows ??= this.facts.tables.bindings)[row * Binding.STRIDE + column]!;
  }

  scope(row: number, column: number): number {
    return (this.#scopes ??= this.facts.tables.scopes)[row * Scope.STRIDE + column]!;
  }

  expression(row: number, column: number): number {
    return (this.#expressions ??= this.facts.tables.expressions)[row * Expr.STRIDE + column]!;
  }

  reference(row: number, column: number): number {
    return (this.#references ??= this.facts.tables.references)[row * Ref.STRIDE + column]!;
  }

  list(row: number): number {
    return this.facts.tables.lists[row]!;
  }

  /** String of a local index. */
  text(index: number): string {
    return this.#names[this.nameIds[index]!] ?? "";
  }

  /** Name of a symbol. */
  nameOf(symbol: number): string {
    return this.text(this.symbol(symbol, Sym.NAME));
  }

  /** First binding of a (global) name in a scope, -1 if none; continue with {@link nextBinding}. */
  firstBinding(scope: number, name: number): number {
    return this.#bindings.first(scope, name);
  }

  /** Next binding of the same name in the same scope, in document order; -1 after the last. */
  nextBinding(binding: number): number {
    return this.#bindings.next(binding);
  }

  /** References by which a symbol names its bases, in order. */
  bases(symbol: number): readonly number[] {
    return (this.#bases ?? this.#indexBases()).get(symbol) ?? NO_ROWS;
  }

  /** Parameters bound in a scope, by position. */
  parameters(scope: number): readonly number[] {
    return (this.#parameters ??= this.#indexRows(BindingKind.parameter)).get(scope) ?? NO_ROWS;
  }

  /** Type parameters bound in a scope, by position. */
  typeParameters(scope: number): readonly number[] {
    return (this.#typeParameters ??= this.#indexRows(BindingKind.typeParameter)).get(scope) ??
      NO_ROWS;
  }

  #indexRows(kind: number): Map<number, number[]> {
    const byScope = new Map<number, number[]>();
    const count = this.count("bindings");
    for (let row = 0; row < count; row++) {
      if (this.binding(row, Binding.KIND) !== kind) continue;
      const scope = this.binding(row, Binding.SCOPE);
      const rows = byScope.get(scope) ?? [];
      if (rows.length === 0) byScope.set(scope, rows);
      rows[Math.max(0, this.binding(row, Binding.INDEX))] = row;
    }
    return byScope;
  }

  get #bindings(): BindingIndex {
    return this.#bindingIndex ??= new BindingIndex(this.facts.tables.bindings, this.nameIds);
  }

  #indexBases(): Map<number, number[]> {
    const bases = new Map<number, number[]>();
    const count = this.count("references");
    for (let row = 0; row < count; row++) {
      const kind = this.reference(row, Ref.KIND);
      if (kind !== RefKind.inherit && kind !== RefKind.implement) continue;
      const symbol = this.reference(row, Ref.SYMBOL);
      append(bases, symbol, row);
    }
    this.#bases = bases;
    return bases;
  }
}

const NO_ROWS: readonly number[] = [];

/** All files, with names interned and symbols numbered in path order once {@link seal}ed. */
export class Project {
  readonly files: ProjectFile[] = [];
  readonly #byPath = new Map<string, number>();
  readonly #nameTable: NameTable;
  #fileOfSymbol = new Int32Array(0);
  #symbolsByName: SymbolsByName | undefined;
  readonly #holders: SymbolHolders | undefined;
  #holdersHere: HoldersIn | undefined;
  /** By global id of a name, 1 where a file holds it. */
  #held: Uint8Array | undefined;
  #searches = 0;
  /** Symbols of the files that were searched because they hold a name. */
  #searched = 0;
  #onAsked: ((name: string, id: number) => void) | undefined;
  symbolCount = 0;

  /**
   * @param names names that have numbers already
   * @param holders what is kept from a project that was mostly the same, by the same names
   */
  constructor(names: NameTable = new NameTable(), holders?: SymbolHolders) {
    this.#nameTable = names;
    this.#holders = holders;
  }

  /** Adds a file. The order of adding does not matter: {@link seal} sorts by path. */
  add(path: string, facts: FileFacts): void {
    const nameIds = new Int32Array(facts.strings.length);
    for (let i = 0; i < nameIds.length; i++) nameIds[i] = this.intern(facts.strings[i]!);
    this.addNamed(path, { ...facts, strings: [] }, nameIds);
  }

  /** As {@link add}, for facts whose strings are {@link intern}ed already. They need not have them. */
  addNamed(path: string, facts: FileFacts, nameIds: Int32Array): ProjectFile {
    const file = new ProjectFile(this.files.length, path, facts, nameIds, this.names);
    this.files.push(file);
    return file;
  }

  /** Sorts files by path and language, numbers files and symbols. Must be called before any look-up. */
  seal(): void {
    this.files.sort((a, b) => compared(a.path, b.path) || compared(a.language, b.language));
    let count = 0;
    for (const [id, file] of this.files.entries()) {
      (file as { id: number }).id = id;
      file.firstSymbol = count;
      if (!this.#byPath.has(file.path)) this.#byPath.set(file.path, id);
      count += file.count("symbols");
    }
    this.symbolCount = count;
    this.#fileOfSymbol = new Int32Array(count);
    for (const file of this.files) {
      const end = file.firstSymbol + file.count("symbols");
      this.#fileOfSymbol.fill(file.id, file.firstSymbol, end);
    }
  }

  /** Global id of a name, given now if it is new. */
  intern(name: string): number {
    return this.#nameTable.intern(name);
  }

  /** Global id of a name; -1 when no file holds it, or ever held it. */
  nameId(name: string): number {
    const id = this.#nameTable.idOf(name);
    this.#onAsked?.(name, id);
    return id;
  }

  /** Whether a file of the sealed project holds a name: one that is gone may still have a number. */
  holds(name: string): boolean {
    const id = this.nameId(name);
    return id >= 0 && (this.#held ??= heldNames(this.files, this.names.length))[id] === 1;
  }

  /** Whoever may know already what a name means, without looking it up, says that it was asked for. */
  noteAsked(name: string): void {
    this.#onAsked?.(name, this.#nameTable.idOf(name));
  }

  /** Does some work. @param onAsked hears of each name that is asked for by its text meanwhile */
  noting(onAsked: (name: string, id: number) => void, work: () => void): void {
    this.#onAsked = onAsked;
    try {
      work();
    } finally {
      this.#onAsked = undefined;
    }
  }

  /** All names, by global id. */
  get names(): readonly string[] {
    return this.#nameTable.names;
  }

  /** Name of a global id. */
  name(id: number): string {
    return this.#nameTable.names[id]!;
  }

  /** Id of the file at a path, -1 if there is none. Of a document of several languages, of the first. */
  fileAt(path: string): number {
    return this.#byPath.get(path) ?? -1;
  }

  file(id: number): ProjectFile {
    return this.files[id]!;
  }

  /** File that holds a (global) symbol. */
  fileOfSymbol(symbol: number): ProjectFile {
    return this.files[this.#fileOfSymbol[symbol]!]!;
  }

  /** Symbols of a (global) name, in path order, without the files themselves. */
  symbolsNamed(name: number): readonly number[] {
    const holders = this.#symbolsByName === undefined ? this.#holdersOf(name) : undefined;
    if (holders !== undefined) return holders.flatMap((file) => symbolsOfName(file, name));
    this.#symbolsByName ??= new SymbolsByName(this.files, this.names.length);
    return this.#symbolsByName.of(name);
  }

  /** Files among which symbols of a name are to be searched; undefined when that takes too long. */
  #holdersOf(name: number): readonly ProjectFile[] | undefined {
    if (this.#holders === undefined) {
      return this.#searches++ < FEW_SEARCHES ? this.files : undefined;
    }
    this.#holdersHere ??= this.#holders.in(this.files);
    if (this.#holdersHere.isWorn) {
      if (this.#searches++ < FEW_SEARCHES) return this.files;
      this.#holders.index(this.files, this.names.length);
      this.#holdersHere = this.#holders.in(this.files);
    }
    // To index all symbols takes as long as to look at each once.
    if (this.#searched > this.symbolCount) return undefined;
    const holders = this.#holdersHere.of(name);
    for (const file of holders) this.#searched += file.count("symbols");
    return holders;
  }
}

function heldNames(files: readonly ProjectFile[], nameCount: number): Uint8Array {
  const held = new Uint8Array(nameCount);
  for (const { nameIds } of files) for (let i = 0; i < nameIds.length; i++) held[nameIds[i]!] = 1;
  return held;
}

/** Names up to which all files are searched for symbols: to index all of them takes longer. */
const FEW_SEARCHES = 16;

function symbolsOfName(file: ProjectFile, name: number): readonly number[] {
  const local = file.nameIds.indexOf(name);
  if (local < 0) return NO_ROWS;
  const names = file.symbolNames;
  const rows: number[] = [];
  for (let row = names.indexOf(local, 1); row > 0; row = names.indexOf(local, row + 1)) {
    rows.push(file.firstSymbol + row);
  }
  return rows;
}

/** Symbols in the order of their names: two columns, since of a large project there are very many. */
class SymbolsByName {
  /** By name, where its symbols begin. */
  readonly #starts: Int32Array;
  readonly #symbols: Int32Array;

  constructor(files: readonly ProjectFile[], nameCount: number) {
    const ends = new Int32Array(nameCount + 1);
    for (const file of files) {
      for (const name of symbolNames(file)) ends[name + 1]!++;
    }
    for (let name = 0; name < nameCount; name++) ends[name + 1]! += ends[name]!;
    this.#symbols = new Int32Array(ends[nameCount]!);
    this.#starts = ends.slice();
    for (const file of files) {
      let symbol = file.firstSymbol;
      for (const name of symbolNames(file)) this.#symbols[ends[name]!++] = ++symbol;
    }
  }

  /** Those of one name, in path order. */
  of(name: number): readonly number[] {
    const start = this.#starts[name];
    const end = this.#starts[name + 1];
    // A name that came later is borne by none.
    if (start === undefined || end === undefined || start === end) return NO_ROWS;
    return Array.from(this.#symbols.subarray(start, end));
  }
}

/** Names (global) of a file's symbols but its own, in their order. */
function symbolNames(file: ProjectFile): Int32Array {
  const { nameIds } = file;
  return file.symbolNames.subarray(1).map((name) => nameIds[name]!);
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
