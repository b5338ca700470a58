import { DatabaseSync } from "node:sqlite";
import { Flag } from "../extract/facts.ts";
import { Edge, Possible } from "../resolve/edges.ts";
import { cellsText } from "../scan/documents/cells.ts";
import { BulkInsert } from "./bulk_insert.ts";
import { IndexWriteError, isSqliteError } from "./errors.ts";
import {
  type AskedRow,
  type FactsRow,
  type FileChunk,
  fileFlags,
  type FileRecord,
  lineRanges,
  type LinkSymbolRow,
  type SkippedFile,
  SymbolColumn,
} from "./file_record.ts";
import {
  APPLICATION_ID,
  COUNT_SEARCHABLE_NAMES,
  CREATE_INDEXES,
  CREATE_TABLES,
  externalTarget,
  isLongDoc,
  SCHEMA_VERSION,
  shortenedDoc,
} from "./schema.ts";
import { linkSymbolValues } from "./link_symbols.ts";
import { searchableWords } from "./sub_words.ts";

/**
 * Builds the database of a full index in a file of its own. Nobody else sees the file before it is
 * finished, so it is written without a journal; whoever stops half-way throws the file away.
 *
 * @throws {IndexWriteError} from every method, when the disk is full or refuses
 */
export class IndexWriter {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #files: BulkInsert;
  readonly #symbols: BulkInsert;
  readonly #docs: BulkInsert;
  readonly #longDocs: BulkInsert;
  readonly #facts: BulkInsert;
  readonly #factTables: BulkInsert;
  readonly #externals: BulkInsert;
  readonly #edges: BulkInsert;
  readonly #possible: BulkInsert;
  #externalCount = 0;
  readonly #decoder = new TextDecoder();
  #isOpen = true;

  /** @param path of a file that does not exist yet */
  constructor(path: string) {
    this.path = path;
    this.#database = this.#guard(() => {
      const database = new DatabaseSync(path, { timeout: 5000 });
      database.exec(`
        PRAGMA page_size = 4096;
        PRAGMA journal_mode = OFF;
        PRAGMA synchronous = OFF;
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA temp_store = MEMORY;
        PRAGMA cache_size = -16384;
        PRAGMA application_id = ${APPLICATION_ID};
        PRAGMA user_version = ${SCHEMA_VERSION};
        ${CREATE_TABLES}
        BEGIN;
      `);
      return database;
    });
    this.#files = new BulkInsert(this.#database, "files", 11);
    this.#symbols = new BulkInsert(this.#database, "symbols", 14);
    this.#facts = new BulkInsert(this.#database, "facts", 4);
    this.#factTables = new BulkInsert(this.#database, "fact_tables", 2);
    this.#docs = new BulkInsert(this.#database, "docs(rowid, doc)", 2);
    this.#longDocs = new BulkInsert(this.#database, "long_docs", 2);
    this.#externals = new BulkInsert(this.#database, "externals", 2);
    this.#edges = new BulkInsert(this.#database, "edges", 8);
    this.#possible = new BulkInsert(this.#database, "possible", 5);
  }

  /** Adds facts about the index itself. */
  addMeta(entries: Readonly<Record<string, string>>): void {
    this.#guard(() => {
      const insert = this.#database.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)");
      for (const [key, value] of Object.entries(entries)) insert.run(key, value);
    });
  }

  /** Adds what bridges and frameworks asked. */
  addAsked(rows: readonly AskedRow[]): void {
    this.#guard(() => {
      const insert = this.#database.prepare("INSERT INTO asked VALUES (?, ?, ?)");
      for (const { topic, names, texts } of rows) insert.run(topic, names, texts);
    });
  }

  /** Adds paths that are left out, with the reason of each. */
  addSkipped(skipped: readonly SkippedFile[]): void {
    this.#guard(() => {
      const insert = new BulkInsert(this.#database, "skipped", 5);
      for (const { path, reason, detail, size, mtimeMs } of skipped) {
        insert.add(path);
        insert.add(reason);
        insert.add(detail);
        insert.add(size ?? null);
        insert.add(mtimeMs ?? null);
      }
      insert.flush();
    });
  }

  /**
   * Adds names.
   * @param ids those of the names, in their order
   * @param searchable whether symbols bear them, so that they are found by their parts
   */
  addNames(ids: Int32Array, names: readonly string[], searchable: boolean): void {
    this.#guard(() => {
      const insert = new BulkInsert(this.#database, "names", 3);
      const words = new BulkInsert(this.#database, "name_words(rowid, words)", 2);
      const trigrams = new BulkInsert(this.#database, "name_trigrams(rowid, text)", 2);
      for (const [index, name] of names.entries()) {
        insert.add(ids[index]!);
        insert.add(name);
        insert.add(searchable ? 1 : 0);
        if (!searchable) continue;
        words.add(ids[index]!);
        words.add(searchableWords(name));
        trigrams.add(ids[index]!);
        trigrams.add(name);
      }
      insert.flush();
      words.flush();
      trigrams.flush();
    });
  }

  /** Adds files and their symbols. */
  addFiles(chunk: FileChunk): void {
    this.#guard(() => {
      let symbol = 0;
      for (const [index, file] of chunk.files.entries()) {
        const id = chunk.fileIds[index]!;
        this.#addFile(id, file, chunk.unreadable[index]!);
        const prose = this.#decoder.decode(chunk.prose[index]).split("\0");
        const end = symbol + chunk.symbolCounts[index]!;
        for (let position = 0; symbol < end; symbol++, position++) {
          this.#addSymbol(chunk, symbol, id, position, prose);
        }
      }
    });
  }

  #addFile(id: number, file: FileRecord, unreadable: Int32Array): void {
    const insert = this.#files;
    insert.add(id);
    insert.add(file.path);
    insert.add(file.language);
    insert.add(file.size);
    insert.add(file.mtimeMs);
    insert.add(file.hash);
    insert.add(file.lineCount);
    insert.add(file.encoding);
    insert.add(fileFlags(file));
    insert.add(unreadable.length === 0 ? null : lineRanges(unreadable));
    insert.add(file.cells === undefined ? null : cellsText(file.cells));
  }

  /** Adds the facts of a file. */
  addFacts({ file, outline, tables, names, manifest }: FactsRow): void {
    this.#guard(() => {
      const insert = this.#facts;
      insert.add(file);
      insert.add(outline);
      insert.add(names);
      insert.add(manifest);
      this.#factTables.add(file);
      this.#factTables.add(tables);
    });
  }

  /** Adds the names of the facts, numbered from 1 in this order. */
  addFactNames(names: readonly string[]): void {
    this.#guard(() => {
      const insert = new BulkInsert(this.#database, "fact_names", 2);
      for (const [index, name] of names.entries()) {
        insert.add(index + 1);
        insert.add(name);
      }
      insert.flush();
    });
  }

  #addSymbol(
    chunk: FileChunk,
    index: number,
    file: number,
    position: number,
    prose: readonly string[],
  ): void {
    const at = index * SymbolColumn.STRIDE;
    const { symbols } = chunk;
    const id = chunk.firstSymbol + index;
    const doc = prose[symbols[at + SymbolColumn.DOC]!];
    const insert = this.#symbols;
    insert.add(id);
    insert.add(file);
    insert.add(position);
    insert.add(symbols[at + SymbolColumn.KIND]!);
    insert.add(symbols[at + SymbolColumn.NAME]!);
    insert.add(symbols[at + SymbolColumn.CONTAINER]! || null);
    insert.add(symbols[at + SymbolColumn.START_LINE]!);
    insert.add(symbols[at + SymbolColumn.END_LINE]!);
    insert.add(symbols[at + SymbolColumn.NAME_LINE]!);
    insert.add(symbols[at + SymbolColumn.NAME_COLUMN]!);
    insert.add(symbols[at + SymbolColumn.FLAGS]!);
    insert.add(symbols[at + SymbolColumn.QUALIFIER]! || null);
    insert.add(prose[symbols[at + SymbolColumn.SIGNATURE]!] || null);
    insert.add(doc === undefined ? null : shortenedDoc(doc));
    if (doc === undefined) return;
    this.#docs.add(id);
    this.#docs.add(doc);
    if (!isLongDoc(doc)) return;
    this.#longDocs.add(id);
    this.#longDocs.add(doc);
  }

  /**
   * Adds symbols of bridges and frameworks, after all files.
   * @param first store id of the first; the others follow
   */
  addLinkSymbols(first: number, symbols: readonly LinkSymbolRow[]): void {
    this.#guard(() => {
      for (const [index, symbol] of symbols.entries()) {
        const insert = this.#symbols;
        for (const value of linkSymbolValues(first + index, index, symbol)) insert.add(value);
      }
    });
  }

  /**
   * Adds edges and names of external targets; may be called again and again.
   * @param edges rows as in {@link Edge}, symbols numbered from 0 in the order in which they were added
   */
  addEdges(edges: Int32Array, externals: readonly string[]): void {
    this.#guard(() => {
      for (const name of externals) {
        this.#externals.add(externalTarget(this.#externalCount++));
        this.#externals.add(name);
      }
      const insert = this.#edges;
      for (let at = 0; at < edges.length; at += Edge.STRIDE) {
        const target = edges[at + Edge.TO]!;
        insert.add(edges[at + Edge.FROM]! + 1);
        insert.add(edges[at + Edge.LINE]!);
        insert.add(edges[at + Edge.COLUMN]!);
        insert.add(edges[at + Edge.KIND]!);
        insert.add(target >= 0 ? target + 1 : externalTarget(edges[at + Edge.EXTERNAL]!));
        insert.add(edges[at + Edge.CONFIDENCE]!);
        insert.add(edges[at + Edge.EVIDENCE]!);
        insert.add(edges[at + Edge.CANDIDATES]!);
      }
    });
  }

  /** Adds the ways in which edges cross, numbered as in their evidence. */
  addMechanisms(texts: readonly string[]): void {
    this.#guard(() => {
      const insert = new BulkInsert(this.#database, "mechanisms", 2);
      for (const [index, text] of texts.entries()) {
        insert.add(index + 1);
        insert.add(text);
      }
      insert.flush();
    });
  }

  /**
   * Adds references that are known by name only.
   * @param rows as in {@link Possible}, but with store ids of names
   */
  addPossible(rows: Int32Array): void {
    this.#guard(() => {
      const insert = this.#possible;
      for (let at = 0; at < rows.length; at += Possible.STRIDE) {
        insert.add(rows[at + Possible.FROM]! + 1);
        insert.add(rows[at + Possible.LINE]!);
        insert.add(rows[at + Possible.COLUMN]!);
        insert.add(rows[at + Possible.KIND]!);
        insert.add(rows[at + Possible.NAME]!);
      }
    });
  }

  /**
   * Marks symbols as exported, after all symbols.
   * @param symbols numbered from 0 in the order in which they were added
   */
  markExported(symbols: Int32Array): void {
    this.#guard(() => {
      this.#symbols.flush();
      const mark = this.#database.prepare("UPDATE symbols SET flags = flags | ? WHERE id = ?");
      for (const symbol of symbols) mark.run(Flag.exported, symbol + 1);
    });
  }

  /** Makes the indexes and closes the database, which is then complete. */
  finish(): void {
    this.#guard(() => {
      this.#files.flush();
      this.#symbols.flush();
      this.#docs.flush();
      this.#longDocs.flush();
      this.#facts.flush();
      this.#factTables.flush();
      this.#externals.flush();
      this.#edges.flush();
      this.#possible.flush();
      this.#database.exec(`
        ${COUNT_SEARCHABLE_NAMES};
        ${CREATE_INDEXES}
        COMMIT;
        PRAGMA locking_mode = NORMAL;
        PRAGMA journal_mode = WAL;
      `);
      this.#database.close();
      this.#isOpen = false;
    });
  }

  /** Closes the database as it is. Unless finished, the file is then good for nothing. */
  abandon(): void {
    if (this.#isOpen) this.#database.close();
    this.#isOpen = false;
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw isSqliteError(error) ? new IndexWriteError(this.path, error) : error;
    }
  }
}
