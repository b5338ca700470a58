import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Edge, Possible } from "../resolve/edges.ts";
import { cellsText } from "../scan/documents/cells.ts";
import { DerivedEdgeQueries } from "./derived_edge_queries.ts";
import { explainedAtOpening, explainedAtWriting, NoIndexError } from "./errors.ts";
import { requireOurs } from "./existing_index.ts";
import {
  type AskedRow,
  type FactsRow,
  fileFlags,
  type FileRecord,
  lineRanges,
  type LinkSymbolRow,
  type SkippedFile,
  SymbolColumn,
} from "./file_record.ts";
import { ExportedMarks } from "./exported_marks.ts";
import { FactQueries } from "./fact_queries.ts";
import { FileQueries, type StoredFile } from "./file_queries.ts";
import { type LinkEdgeRow, linkEdgesOf, movedRow } from "./link_edges.ts";
import { linkSymbolValues } from "./link_symbols.ts";
import {
  COUNT_SEARCHABLE_NAMES,
  IS_LINK,
  IS_LINK_SYMBOL,
  isLongDoc,
  shortenedDoc,
} from "./schema.ts";
import { FormerFiles } from "./former_files.ts";
import { Statements } from "./statements.ts";
import { searchableWords } from "./sub_words.ts";
import { TotalQueries } from "./total_queries.ts";

/** A file as it is to be stored in place of its former self. */
export interface FileUpdate {
  readonly record: FileRecord;
  /** Lines that could not be read, as pairs of first and last. */
  readonly unreadable: Int32Array;
  /** Rows as in {@link SymbolColumn}; names and qualifiers are store ids, CONTAINER is a position plus one. */
  readonly symbols: Int32Array;
  readonly prose: readonly string[];
  readonly facts: Omit<FactsRow, "file">;
}

/** A row as it is stored; the first five columns are its key. */
type StoredRow = readonly number[];
const KEY_COLUMNS = 5;

const EDGE_COLUMNS = [
  Edge.FROM,
  Edge.LINE,
  Edge.COLUMN,
  Edge.KIND,
  Edge.TO,
  Edge.CONFIDENCE,
  Edge.EVIDENCE,
  Edge.CANDIDATES,
];
const POSSIBLE_COLUMNS = [
  Possible.FROM,
  Possible.LINE,
  Possible.COLUMN,
  Possible.KIND,
  Possible.NAME,
];
const IN_FILE = "source IN (SELECT id FROM symbols WHERE file = ?)";
const EDGES_IN_FILE = `SELECT * FROM edges WHERE ${IN_FILE} AND NOT (${IS_LINK})`;
const POSSIBLE_IN_FILE = `SELECT * FROM possible WHERE ${IN_FILE}`;
const DELETE_EDGE =
  "DELETE FROM edges WHERE source = ? AND line = ? AND column = ? AND kind = ? AND target = ?";
/** All of what a symbol's documentation says. */
const DOC_OF_SYMBOL = `SELECT coalesce(long_docs.doc, symbols.doc) AS doc
  FROM symbols LEFT JOIN long_docs ON long_docs.symbol = symbols.id WHERE symbols.id = ?`;
const INSERT_EDGE = "INSERT OR REPLACE INTO edges VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
/** What the program's own text says counts for more than what a link says of the same place. */
const INSERT_LINK = "INSERT OR IGNORE INTO edges VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

function keyOf(row: StoredRow): string {
  return `${row[0]},${row[1]},${row[2]},${row[3]},${row[4]}`;
}

/**
 * Works changes into an index, all of them or none: what was done is undone unless {@link commit}
 * is called. Readers see the index from before until then.
 *
 * @throws {IndexWriteError} from every method, when the disk is full or refuses
 */
export class IndexUpdater implements Disposable {
  readonly files: FileQueries;
  readonly totals: TotalQueries;
  readonly derived: DerivedEdgeQueries;
  readonly facts: FactQueries;
  readonly former: FormerFiles;
  readonly exported: ExportedMarks;
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #prepared = new Map<string, StatementSync>();
  readonly #names = new Map<string, number>();
  readonly #externals = new Map<string, number>();
  /** Names of symbols that were removed. */
  readonly #freed = new Set<number>();
  /** Whether other names than before are searchable. */
  #hasOtherNames = false;
  #isOpen = true;

  private constructor(path: string, database: DatabaseSync) {
    this.#path = path;
    this.#database = database;
    const statements = new Statements(database, path);
    this.#statements = statements;
    this.files = new FileQueries(statements);
    this.totals = new TotalQueries(statements);
    this.derived = new DerivedEdgeQueries(statements);
    this.facts = new FactQueries(statements);
    this.former = new FormerFiles(database, path);
    this.exported = new ExportedMarks(database, path);
  }

  /**
   * Opens an index for changes. Only for the holder of the write lock.
   * @throws {NoIndexError} when there is none
   * @throws {CorruptIndexError | IndexReadError | ForeignDatabaseError | NewerIndexError}
   * @throws {OutdatedIndexError}
   */
  static open(path: string, root: string): IndexUpdater {
    let database: DatabaseSync;
    try {
      if (!Deno.statSync(path).isFile) throw new NoIndexError(root);
      database = new DatabaseSync(path, { timeout: 5000 });
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) throw new NoIndexError(root);
      throw explainedAtOpening(error, path);
    }
    try {
      requireOurs(database, path);
      database.exec("PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; BEGIN IMMEDIATE");
      return new IndexUpdater(path, database);
    } catch (error) {
      database.close();
      throw explainedAtWriting(error, path);
    }
  }

  /** Makes the changes last. */
  commit(): void {
    this.#forgetFreedNames();
    this.#guard(() => this.#database.exec("COMMIT"));
    this.#close();
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // SQLite has undone the changes already, as it does when the disk is full.
    }
    this.#close();
  }

  #close(): void {
    this.#isOpen = false;
    this.#database.close();
  }

  // ── facts ───────────────────────────────────────────────────────────────────────────────────

  /** Adds names of facts after those that are there. */
  addFactNames(first: number, names: readonly string[]): void {
    for (const [index, name] of names.entries()) {
      this.#run("INSERT INTO fact_names VALUES (?, ?)", first + index, name);
    }
  }

  // ── files ───────────────────────────────────────────────────────────────────────────────────

  /** Notes that a file was written to without being changed. */
  touchFile(id: number, size: number, mtimeMs: number): void {
    this.#run("UPDATE files SET size = ?, mtime = ? WHERE id = ?", size, mtimeMs, id);
  }

  /** Removes a file with its symbols, their edges, and the edges that lead to them. */
  removeFile(id: number): void {
    this.#removeEdgesIn(id);
    const all = this.#all<{ id: number }>("SELECT id FROM symbols WHERE file = ?", id);
    for (const symbol of all) this.#removeSymbol(symbol.id);
    this.#run("DELETE FROM facts WHERE file = ?", id);
    this.#run("DELETE FROM fact_tables WHERE file = ?", id);
    this.#run("DELETE FROM files WHERE id = ?", id);
  }

  /**
   * Stores a file, new or in place of its former self. Symbols that are still there keep their ids,
   * and their edges until {@link setEdges}.
   * @param former the file as it is stored; undefined for a new one
   * @returns ids of the file's symbols by position
   */
  putFile(
    former: StoredFile | undefined,
    update: FileUpdate,
  ): { file: number; symbols: Int32Array } {
    const file = former?.id ?? this.#nextId("files");
    this.#putRecord(file, update);
    const kept = former === undefined ? new Map<string, number[]>() : this.#symbolsByKey(file);
    const symbols = this.#putSymbols(file, update, kept);
    for (const ids of kept.values()) for (const id of ids) this.#removeSymbol(id);
    return { file, symbols };
  }

  #putRecord(id: number, { record, unreadable, facts }: FileUpdate): void {
    this.#run(
      "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      record.path,
      record.language,
      record.size,
      record.mtimeMs,
      record.hash,
      record.lineCount,
      record.encoding,
      fileFlags(record),
      unreadable.length === 0 ? null : lineRanges(unreadable),
      record.cells === undefined ? null : cellsText(record.cells),
    );
    this.#run(
      "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)",
      id,
      facts.outline,
      facts.names,
      facts.manifest,
    );
    this.#run("INSERT OR REPLACE INTO fact_tables VALUES (?, ?)", id, facts.tables);
  }

  /** Ids of a file's own symbols by position. */
  symbolIds(file: number): Int32Array {
    const rows = this.#all<{ id: number }>(
      `SELECT id FROM symbols WHERE file = ? AND NOT (${IS_LINK_SYMBOL}) ORDER BY position`,
      file,
    );
    return Int32Array.from(rows, ({ id }) => id);
  }

  /** The stored symbols of a file's own by what they are, each list in document order. */
  #symbolsByKey(file: number): Map<string, number[]> {
    const rows = this.#all<{ id: number; kind: number; name: number; container: number | null }>(
      `SELECT id, kind, name, container FROM symbols WHERE file = ? AND NOT (${IS_LINK_SYMBOL})
       ORDER BY position`,
      file,
    );
    const byKey = new Map<string, number[]>();
    for (const { id, kind, name, container } of rows) {
      const key = symbolKey(kind, name, container ?? 0);
      const ids = byKey.get(key);
      if (ids === undefined) byKey.set(key, [id]);
      else ids.push(id);
    }
    return byKey;
  }

  /** Takes the ids that are used again out of `kept`. */
  #putSymbols(file: number, update: FileUpdate, kept: Map<string, number[]>): Int32Array {
    const { symbols, prose } = update;
    const count = symbols.length / SymbolColumn.STRIDE;
    const ids = new Int32Array(count);
    let fresh = this.#nextId("symbols");
    // Positions are unique in a file: make room before they are given anew.
    this.#run(
      `UPDATE symbols SET position = -1 - position WHERE file = ? AND NOT (${IS_LINK_SYMBOL})`,
      file,
    );
    for (let position = 0; position < count; position++) {
      const at = position * SymbolColumn.STRIDE;
      const container = symbols[at + SymbolColumn.CONTAINER]!;
      const containerId = container === 0 ? 0 : ids[container - 1]!;
      const kind = symbols[at + SymbolColumn.KIND]!;
      const name = symbols[at + SymbolColumn.NAME]!;
      const id = kept.get(symbolKey(kind, name, containerId))?.shift() ?? fresh++;
      ids[position] = id;
      this.#putSymbol(id, file, position, containerId, symbols.subarray(at), prose);
    }
    return ids;
  }

  #putSymbol(
    id: number,
    file: number,
    position: number,
    container: number,
    row: Int32Array,
    prose: readonly string[],
  ): void {
    const doc = prose[row[SymbolColumn.DOC]!];
    this.#putDoc(id, doc);
    this.#run(
      "INSERT OR REPLACE INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      file,
      position,
      row[SymbolColumn.KIND]!,
      row[SymbolColumn.NAME]!,
      container || null,
      row[SymbolColumn.START_LINE]!,
      row[SymbolColumn.END_LINE]!,
      row[SymbolColumn.NAME_LINE]!,
      row[SymbolColumn.NAME_COLUMN]!,
      row[SymbolColumn.FLAGS]!,
      row[SymbolColumn.QUALIFIER]! || null,
      prose[row[SymbolColumn.SIGNATURE]!] || null,
      doc === undefined ? null : shortenedDoc(doc),
    );
  }

  /**
   * Makes documentation searchable in place of what was stored of a symbol, whose row is still as it
   * was. How rare words are counts what there is: so what goes is taken out word by word.
   */
  #putDoc(id: number, doc: string | undefined): void {
    const stored = this.#first<{ doc: string | null }>(DOC_OF_SYMBOL, id)?.doc ?? undefined;
    if (stored === doc) return;
    if (stored !== undefined) {
      this.#run("INSERT INTO docs(docs, rowid, doc) VALUES ('delete', ?, ?)", id, stored);
      this.#run("DELETE FROM long_docs WHERE symbol = ?", id);
    }
    if (doc === undefined) return;
    this.#run("INSERT INTO docs(rowid, doc) VALUES (?, ?)", id, doc);
    if (isLongDoc(doc)) this.#run("INSERT INTO long_docs VALUES (?, ?)", id, doc);
  }

  #removeSymbol(id: number): void {
    const name = this.#first<{ name: number }>("SELECT name FROM symbols WHERE id = ?", id)?.name;
    if (name !== undefined) this.#freed.add(name);
    this.#run("DELETE FROM edges WHERE source = ?", id);
    this.#run("DELETE FROM edges WHERE target = ?", id);
    this.#run("DELETE FROM possible WHERE source = ?", id);
    this.#putDoc(id, undefined);
    this.#run("DELETE FROM symbols WHERE id = ?", id);
  }

  // ── names, edges and the rest ───────────────────────────────────────────────────────────────

  /** Id of a name, which is added when it is not there. @param isSearchable whether a symbol bears it */
  nameId(text: string, isSearchable: boolean): number {
    let id = this.#names.get(text);
    if (id === undefined) {
      const row = this.#first<{ id: number }>(
        "SELECT id FROM names WHERE text = ?1 COLLATE NOCASE AND text = ?1",
        text,
      );
      id = row?.id ?? this.#nextId("names");
      if (row === undefined) this.#run("INSERT INTO names VALUES (?, ?, 0)", id, text);
      this.#names.set(text, id);
    }
    if (isSearchable) this.#makeSearchable(id, text);
    return id;
  }

  /** Takes the names that no symbol bears any more out of those that are found by their parts. */
  #forgetFreedNames(): void {
    for (const id of this.#freed) {
      if (this.#first("SELECT 1 AS one FROM symbols WHERE name = ? LIMIT 1", id)) continue;
      const row = this.#first<{ text: string; searchable: number }>(
        "SELECT text, searchable FROM names WHERE id = ?",
        id,
      );
      if (row?.searchable !== 1) continue;
      const { text } = row;
      this.#run("UPDATE names SET searchable = 0 WHERE id = ?", id);
      const words = "INSERT INTO name_words(name_words, rowid, words) VALUES ('delete', ?, ?)";
      this.#run(words, id, searchableWords(text));
      const trigrams =
        "INSERT INTO name_trigrams(name_trigrams, rowid, text) VALUES ('delete', ?, ?)";
      this.#run(trigrams, id, text);
      this.#hasOtherNames = true;
    }
    this.#freed.clear();
    if (this.#hasOtherNames) this.#run(COUNT_SEARCHABLE_NAMES);
    this.#hasOtherNames = false;
  }

  #makeSearchable(id: number, text: string): void {
    const row = this.#first<{ searchable: number }>(
      "SELECT searchable FROM names WHERE id = ?",
      id,
    );
    if (row?.searchable === 1) return;
    this.#hasOtherNames = true;
    this.#run("UPDATE names SET searchable = 1 WHERE id = ?", id);
    this.#run("INSERT INTO name_words(rowid, words) VALUES (?, ?)", id, searchableWords(text));
    this.#run("INSERT INTO name_trigrams(rowid, text) VALUES (?, ?)", id, text);
  }

  /** Stored number of an external target, which is added when it is not there. */
  externalId(name: string): number {
    let id = this.#externals.get(name);
    if (id === undefined) {
      id = this.#first<{ id: number }>("SELECT id FROM externals WHERE name = ?", name)?.id;
      if (id === undefined) {
        id = (this.#first<{ id: number | null }>("SELECT min(id) AS id FROM externals")?.id ?? 0) -
          1;
        this.#run("INSERT INTO externals VALUES (?, ?)", id, name);
      }
      this.#externals.set(name, id);
    }
    return id;
  }

  #removeEdgesIn(file: number): void {
    this.#run(`DELETE FROM edges WHERE ${IN_FILE}`, file);
    this.#run(`DELETE FROM possible WHERE ${IN_FILE}`, file);
  }

  /**
   * Gives edges and references known by name the place of those that stand at some places of a file,
   * links apart. Only what differs is written.
   * @param file undefined for a new one
   * @param edges rows as in {@link Edge}, but source and target are stored numbers; of several with
   * one key the first counts
   * @param possible rows as in {@link Possible}, but source and name are stored numbers
   */
  setEdges(
    file: number | undefined,
    places: { has(line: number, column: number): boolean },
    edges: readonly Int32Array[],
    possible: readonly Int32Array[],
  ): void {
    const at = (row: StoredRow): boolean => places.has(row[1]!, row[2]!);
    const storedEdges = file === undefined
      ? []
      : this.#statements.tuples<StoredRow>(EDGES_IN_FILE, file).filter(at);
    const storedPossible = file === undefined
      ? []
      : this.#statements.tuples<StoredRow>(POSSIBLE_IN_FILE, file).filter(at);
    this.#replace(
      storedEdges,
      edges.map((row) => EDGE_COLUMNS.map((column) => row[column]!)),
      DELETE_EDGE,
      INSERT_EDGE,
    );
    this.#replace(
      storedPossible,
      possible.map((row) => POSSIBLE_COLUMNS.map((column) => row[column]!)),
      "DELETE FROM possible WHERE source = ? AND line = ? AND column = ? AND kind = ? AND name = ?",
      "INSERT INTO possible VALUES (?, ?, ?, ?, ?)",
    );
  }

  /** Deletes stored rows that are not wanted and adds wanted ones that are not stored; the first five columns are the key. */
  #replace(
    stored: readonly StoredRow[],
    wanted: readonly StoredRow[],
    deletion: string,
    insertion: string,
  ): void {
    const missing = new Map<string, StoredRow>();
    for (const row of wanted) {
      const key = keyOf(row);
      if (!missing.has(key)) missing.set(key, row);
    }
    for (const row of stored) {
      const key = keyOf(row);
      const found = missing.get(key);
      if (found?.every((value, column) => value === row[column])) missing.delete(key);
      else this.#run(deletion, ...row.slice(0, KEY_COLUMNS));
    }
    for (const row of missing.values()) this.#run(insertion, ...row);
  }

  /** Stored number of a way to cross between languages, which is added when it is not there. */
  mechanismId(text: string): number {
    const known = this.#first<{ id: number }>("SELECT id FROM mechanisms WHERE text = ?", text);
    if (known !== undefined) return known.id;
    const last = this.#first<{ id: number | null }>("SELECT max(id) AS id FROM mechanisms")?.id;
    this.#run("INSERT INTO mechanisms VALUES (?, ?)", (last ?? 0) + 1, text);
    return (last ?? 0) + 1;
  }

  /**
   * Gives the symbols of bridges and frameworks the place of the former ones. Those that are still
   * there keep their ids.
   * @returns their ids, in the order given
   */
  setLinkSymbols(symbols: readonly LinkSymbolRow[]): readonly number[] {
    const stored = this.#all<{ id: number; file: number; kind: number; name: number }>(
      `SELECT id, file, kind, name FROM symbols WHERE ${IS_LINK_SYMBOL} ORDER BY position`,
    );
    const kept = Map.groupBy(stored, ({ file, kind, name }) => symbolKey(kind, name, file));
    let fresh = this.#nextId("symbols");
    const ids = symbols.map((symbol, index) => {
      const key = symbolKey(symbol.kind, symbol.name, symbol.file);
      const id = kept.get(key)?.shift()?.id ?? fresh++;
      this.#run(
        "INSERT OR REPLACE INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...linkSymbolValues(id, index, symbol),
      );
      return id;
    });
    for (const gone of kept.values()) for (const { id } of gone) this.#removeSymbol(id);
    return ids;
  }

  /**
   * Gives the edges of bridges and frameworks the place of the former ones.
   * @param rows as the edges of {@link setEdges}
   */
  setLinks(rows: readonly Int32Array[]): void {
    this.#replace(
      this.#statements.tuples<StoredRow>(`SELECT * FROM edges WHERE ${IS_LINK}`),
      rows.map((row) => EDGE_COLUMNS.map((column) => row[column]!)),
      DELETE_EDGE,
      INSERT_LINK,
    );
  }

  /** Edges of bridges and frameworks that touch symbols of a file. */
  linksOf(file: number): readonly LinkEdgeRow[] {
    return linkEdgesOf(this.#statements, file);
  }

  /** Whether bridges or frameworks define symbols in a file. */
  hasLinkSymbols(file: number): boolean {
    const sql = `SELECT 1 FROM symbols WHERE file = ? AND ${IS_LINK_SYMBOL} LIMIT 1`;
    return this.#first(sql, file) !== undefined;
  }

  /** Takes an edge of a link out, to be put back where it then stands. */
  takeLink({ row }: LinkEdgeRow): void {
    this.#run(DELETE_EDGE, ...row.slice(0, KEY_COLUMNS));
  }

  /** Puts an edge of a link back that was taken out, in its place of now. */
  putLink(edge: LinkEdgeRow, place: { readonly line: number; readonly column: number }): void {
    this.#run(INSERT_LINK, ...movedRow(edge, place));
  }

  /** What bridges and frameworks asked when they last ran. */
  asked(): readonly AskedRow[] {
    return this.#all<AskedRow>("SELECT * FROM asked");
  }

  /** Gives what bridges and frameworks asked the place of what they asked before. */
  setAsked(rows: readonly AskedRow[]): void {
    this.#run("DELETE FROM asked");
    for (const { topic, names, texts } of rows) {
      this.#run("INSERT INTO asked VALUES (?, ?, ?)", topic, names, texts);
    }
  }

  /** Files that were read and left out, by path. */
  skippedFiles(): Map<string, SkippedFile> {
    const rows = this.#all<Required<SkippedFile>>(
      `SELECT path, reason, detail, size, mtime AS mtimeMs FROM skipped WHERE size IS NOT NULL`,
    );
    return new Map(rows.map((row) => [row.path, row]));
  }

  /** Gives the paths that are left out the place of the former ones. */
  setSkipped(skipped: readonly SkippedFile[]): void {
    this.#run("DELETE FROM skipped");
    for (const { path, reason, detail, size, mtimeMs } of skipped) {
      this.#run(
        "INSERT OR IGNORE INTO skipped VALUES (?, ?, ?, ?, ?)",
        path,
        reason,
        detail,
        size ?? null,
        mtimeMs ?? null,
      );
    }
  }

  /** Adds or changes facts about the index itself. */
  setMeta(entries: Readonly<Record<string, string>>): void {
    for (const [key, value] of Object.entries(entries)) {
      this.#run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value);
    }
  }

  #nextId(table: "files" | "symbols" | "names"): number {
    return (this.#first<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`)?.id ?? 0) + 1;
  }

  #statement(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) this.#prepared.set(sql, statement = this.#database.prepare(sql));
    return statement;
  }

  #run(sql: string, ...values: (number | string | Uint8Array | null)[]): void {
    this.#guard(() => this.#statement(sql).run(...values));
  }

  #first<Row>(sql: string, ...values: (number | string)[]): Row | undefined {
    return this.#guard(() => this.#statement(sql).get(...values) as Row | undefined);
  }

  #all<Row>(sql: string, ...values: (number | string)[]): Row[] {
    return this.#guard(() => this.#statement(sql).all(...values) as Row[]);
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw explainedAtWriting(error, this.#path);
    }
  }
}

/** What makes a symbol the same one after an edit: kind, name, and what it is written in. */
function symbolKey(kind: number, name: number, container: number): string {
  return `${kind}:${name}:${container}`;
}
