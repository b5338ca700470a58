import { DatabaseSync } from "node:sqlite";
import { cellsText } from "../scan/documents/cells.ts";
import { EdgeUpdates } from "./edge_updates.ts";
import { explainedAtOpening, explainedAtWriting, NoIndexError } from "./errors.ts";
import { requireOurs } from "./existing_index.ts";
import { ExportedMarks } from "./exported_marks.ts";
import {
  type AskedRow,
  type FactsRow,
  fileFlags,
  type FileRecord,
  lineRanges,
  type SkippedFile,
} from "./file_record.ts";
import type { StoredFile } from "./file_queries.ts";
import { FormerFiles } from "./former_files.ts";
import { IndexReading } from "./index_reading.ts";
import { NameUpdates } from "./name_updates.ts";
import { Statements } from "./statements.ts";
import { type SymbolsUpdate, SymbolUpdates } from "./symbol_updates.ts";
import { WriteStatements } from "./write_statements.ts";

/** A file as it is to be stored in place of its former self. */
export interface FileUpdate extends SymbolsUpdate {
  readonly record: FileRecord;
  /** Lines that could not be read, as pairs of first and last. */
  readonly unreadable: Int32Array;
  readonly facts: Omit<FactsRow, "file">;
}

/**
 * Works changes into an index, all of them or none: what was done is undone unless {@link commit}
 * is called. Readers see the index from before until then.
 *
 * @throws {IndexWriteError} from every method, when the disk is full or refuses
 */
export class IndexUpdater implements Disposable {
  /** The index with what was changed so far. */
  readonly reading: IndexReading;
  readonly names: NameUpdates;
  readonly symbols: SymbolUpdates;
  readonly edges: EdgeUpdates;
  readonly former: FormerFiles;
  readonly exported: ExportedMarks;
  readonly #database: DatabaseSync;
  readonly #statements: WriteStatements;
  readonly #externals = new Map<string, number>();
  #isOpen = true;

  private constructor(path: string, database: DatabaseSync) {
    this.#database = database;
    const reading = new Statements(database, path);
    this.#statements = new WriteStatements(database, path);
    this.reading = new IndexReading(reading);
    this.names = new NameUpdates(this.#statements);
    this.symbols = new SymbolUpdates(this.#statements, this.names);
    this.edges = new EdgeUpdates(reading, this.#statements);
    this.former = new FormerFiles(this.#statements);
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
    this.names.forgetFreed();
    this.#statements.commit();
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

  /** Adds names of facts after those that are there. */
  addFactNames(first: number, names: readonly string[]): void {
    for (const [index, name] of names.entries()) {
      this.#statements.run("INSERT INTO fact_names VALUES (?, ?)", first + index, name);
    }
  }

  /** Notes that a file was written to without being changed. */
  touchFile(id: number, size: number, mtimeMs: number): void {
    this.#statements.run("UPDATE files SET size = ?, mtime = ? WHERE id = ?", size, mtimeMs, id);
  }

  /** Removes a file with its symbols, their edges, and the edges that lead to them. */
  removeFile(id: number): void {
    this.edges.removeIn(id);
    this.symbols.removeIn(id);
    this.#statements.run("DELETE FROM facts WHERE file = ?", id);
    this.#statements.run("DELETE FROM fact_tables WHERE file = ?", id);
    this.#statements.run("DELETE FROM files WHERE id = ?", id);
  }

  /**
   * Stores a file, new or in place of its former self. Symbols that are still there keep their ids,
   * and their edges until others are set.
   * @param former the file as it is stored; undefined for a new one
   * @returns ids of the file's symbols by position
   */
  putFile(
    former: StoredFile | undefined,
    update: FileUpdate,
  ): { file: number; symbols: Int32Array } {
    const file = former?.id ?? this.#statements.nextId("files");
    this.#putRecord(file, update);
    return { file, symbols: this.symbols.put(file, update, former === undefined) };
  }

  #putRecord(id: number, { record, unreadable, facts }: FileUpdate): void {
    this.#statements.run(
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
    this.#statements.run(
      "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)",
      id,
      facts.outline,
      facts.names,
      facts.manifest,
    );
    this.#statements.run("INSERT OR REPLACE INTO fact_tables VALUES (?, ?)", id, facts.tables);
  }

  /** Stored number of an external target, which is added when it is not there. */
  externalId(name: string): number {
    let id = this.#externals.get(name);
    if (id === undefined) {
      id = this.#statements.first<{ id: number }>("SELECT id FROM externals WHERE name = ?", name)
        ?.id;
      if (id === undefined) {
        id = (this.#statements.first<{ id: number | null }>("SELECT min(id) AS id FROM externals")
          ?.id ?? 0) -
          1;
        this.#statements.run("INSERT INTO externals VALUES (?, ?)", id, name);
      }
      this.#externals.set(name, id);
    }
    return id;
  }

  /** Stored number of a way to cross between languages, which is added when it is not there. */
  mechanismId(text: string): number {
    const known = this.#statements.first<{ id: number }>(
      "SELECT id FROM mechanisms WHERE text = ?",
      text,
    );
    if (known !== undefined) return known.id;
    const last = this.#statements.first<{ id: number | null }>(
      "SELECT max(id) AS id FROM mechanisms",
    )?.id;
    this.#statements.run("INSERT INTO mechanisms VALUES (?, ?)", (last ?? 0) + 1, text);
    return (last ?? 0) + 1;
  }

  /** Gives what bridges and frameworks asked the place of what they asked before. */
  setAsked(rows: readonly AskedRow[]): void {
    this.#statements.run("DELETE FROM asked");
    for (const { topic, names, texts } of rows) {
      this.#statements.run("INSERT INTO asked VALUES (?, ?, ?)", topic, names, texts);
    }
  }

  /** Gives the paths that are left out the place of the former ones. */
  setSkipped(skipped: readonly SkippedFile[]): void {
    this.#statements.run("DELETE FROM skipped");
    for (const { path, reason, detail, size, mtimeMs } of skipped) {
      this.#statements.run(
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
      this.#statements.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value);
    }
  }
}
