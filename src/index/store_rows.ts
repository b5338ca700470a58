/** A sealed project as rows for the store. */
import { Sym } from "../extract/facts.ts";
import { type EncodedTables, encodeIntegers } from "../extract/facts_codec.ts";
import { Possible } from "../resolve/edges.ts";
import type { LinkSymbol } from "../resolve/links.ts";
import type { Project, ProjectFile } from "../resolve/project.ts";
import {
  type FactsRow,
  type FileChunk,
  type FileRecord,
  type LinkSymbolRow,
  SymbolColumn,
} from "../store/file_record.ts";

/** Files in a chunk. */
const CHUNK_FILES = 256;

/** What the indexer keeps of a file beside its facts. */
export interface KeptFile {
  readonly record: FileRecord;
  /** Signatures and documentation: UTF-8, separated by NUL. */
  readonly prose: Uint8Array<ArrayBuffer>;
  readonly unreadable: Int32Array;
  /** Store id of the file. */
  readonly id: number;
}

/** Store ids of the names that the store needs, which are few of those that a project's files hold. */
export class StoreNames {
  readonly names: string[] = [];
  readonly #project: Project;
  #ids = new Int32Array(1 << 12);
  readonly #borne = new Set<number>();
  readonly #made = new Map<string, number>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** Store id of a name of the project, given now if it is new. */
  idOf(name: number): number {
    if (name >= this.#ids.length) {
      const larger = new Int32Array(Math.max(name + 1, this.#ids.length * 2));
      larger.set(this.#ids);
      this.#ids = larger;
    }
    let id = this.#ids[name]!;
    if (id === 0) {
      id = this.#ids[name] = this.names.length + 1;
      this.names.push(this.#project.name(name));
    }
    return id;
  }

  /** As {@link idOf}, of a name that a symbol bears. */
  borneId(name: number): number {
    const id = this.idOf(name);
    this.#borne.add(id);
    return id;
  }

  /** Whether a symbol of the files bears a name of the store. */
  isBorne(id: number): boolean {
    return this.#borne.has(id);
  }

  /** Store id of a name that the project's files need not hold. */
  idOfText(name: string): number {
    const known = this.#project.nameId(name);
    if (known >= 0) return this.idOf(known);
    let id = this.#made.get(name);
    if (id === undefined) this.#made.set(name, id = this.names.push(name));
    return id;
  }
}

/**
 * Symbols of bridges and frameworks as rows for the store.
 * @param fileOf store ids of a file and of its symbol
 */
export function linkSymbolRows(
  symbols: readonly LinkSymbol[],
  idOfName: (name: string) => number,
  fileOf: (file: ProjectFile) => { readonly file: number; readonly container: number },
): LinkSymbolRow[] {
  return symbols.map(({ file, name, kind, line, column, signature }) => ({
    ...fileOf(file),
    kind,
    name: idOfName(name),
    line,
    column,
    signature,
  }));
}

/** The project's files and symbols, in their order. */
export function* fileChunks(
  project: Project,
  kept: (file: ProjectFile) => KeptFile,
  names: StoreNames,
): Generator<FileChunk> {
  for (let first = 0; first < project.files.length; first += CHUNK_FILES) {
    const files = project.files.slice(first, first + CHUNK_FILES);
    const keptFiles = files.map(kept);
    yield {
      fileIds: Int32Array.from(keptFiles, ({ id }) => id),
      firstSymbol: files[0]!.firstSymbol + 1,
      files: keptFiles.map(({ record }) => record),
      symbolCounts: Int32Array.from(files, (file) => file.count("symbols")),
      symbols: symbolRows(files, names),
      prose: keptFiles.map(({ prose }) => prose),
      unreadable: keptFiles.map(({ unreadable }) => unreadable),
    };
  }
}

/** A file's facts as the store keeps them. */
export function factsRow(
  file: number,
  { outline, tables }: EncodedTables,
  nameIds: Int32Array,
  manifest: unknown,
): FactsRow {
  return {
    file,
    outline,
    tables,
    names: encodeIntegers(nameIds),
    manifest: manifest === undefined ? null : JSON.stringify(manifest),
  };
}

/** Gives the store's ids of names of the project. */
export interface NameIds {
  idOf(name: number): number;
  /** Of one that a symbol bears. */
  borneId(name: number): number;
}

/** Symbols of files as rows of {@link SymbolColumn}, numbered through the project. */
export function symbolRows(files: readonly ProjectFile[], names: NameIds): Int32Array {
  const count = files.reduce((sum, file) => sum + file.count("symbols"), 0);
  const rows = new Int32Array(count * SymbolColumn.STRIDE);
  let at = 0;
  for (const file of files) {
    const symbols = file.count("symbols");
    for (let row = 0; row < symbols; row++) {
      writeSymbol(file, row, names, rows, at);
      at += SymbolColumn.STRIDE;
    }
  }
  return rows;
}

function writeSymbol(
  file: ProjectFile,
  row: number,
  names: NameIds,
  rows: Int32Array,
  at: number,
): void {
  const qualifier = file.symbol(row, Sym.QUALIFIER);
  rows[at + SymbolColumn.KIND] = file.symbol(row, Sym.KIND);
  rows[at + SymbolColumn.NAME] = names.borneId(file.nameIds[file.symbol(row, Sym.NAME)]!);
  rows[at + SymbolColumn.CONTAINER] = containerOf(file, row);
  rows[at + SymbolColumn.START_LINE] = file.symbol(row, Sym.START_LINE);
  rows[at + SymbolColumn.END_LINE] = file.symbol(row, Sym.END_LINE);
  rows[at + SymbolColumn.NAME_LINE] = file.symbol(row, Sym.NAME_LINE);
  rows[at + SymbolColumn.NAME_COLUMN] = file.symbol(row, Sym.NAME_COLUMN);
  rows[at + SymbolColumn.FLAGS] = file.symbol(row, Sym.FLAGS);
  rows[at + SymbolColumn.QUALIFIER] = qualifier < 0 ? 0 : names.idOf(file.nameIds[qualifier]!);
  rows[at + SymbolColumn.SIGNATURE] = file.symbol(row, Sym.SIGNATURE);
  rows[at + SymbolColumn.DOC] = file.symbol(row, Sym.DOC);
}

/** What stands at the top of a file stands in the file's own symbol, its first. */
function containerOf(file: ProjectFile, row: number): number {
  if (row === 0) return 0;
  return file.firstSymbol + Math.max(file.symbol(row, Sym.CONTAINER), 0) + 1;
}

/** References known by name only, with store ids of the names. */
export function possibleRows(possible: Int32Array, names: StoreNames): Int32Array {
  const rows = Int32Array.from(possible);
  for (let at = 0; at < rows.length; at += Possible.STRIDE) {
    rows[at + Possible.NAME] = names.idOf(rows[at + Possible.NAME]!);
  }
  return rows;
}
