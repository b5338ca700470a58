import type { DatabaseSync } from "node:sqlite";
import { CorruptIndexError, explained } from "./errors.ts";
import { requireOurs } from "./existing_index.ts";
import { EdgeQueries } from "./edge_queries.ts";
import { FactQueries } from "./fact_queries.ts";
import { FileQueries } from "./file_queries.ts";
import { NameQueries } from "./name_queries.ts";
import { openIndexToRead } from "./open_to_read.ts";
import { RelevanceQueries } from "./relevance_queries.ts";
import { Statements } from "./statements.ts";
import { SymbolQueries } from "./symbol_queries.ts";
import { TotalQueries } from "./total_queries.ts";

/** Bytes of pages kept while questions come, see {@link IndexStore.rest}; SQLite's own 2 MB hold no question. */
const PAGE_CACHE = 16 * 1024 * 1024;

/** An index open for reading. */
export class IndexStore implements Disposable {
  readonly symbols: SymbolQueries;
  readonly edges: EdgeQueries;
  readonly facts: FactQueries;
  readonly files: FileQueries;
  readonly names: NameQueries;
  readonly relevance: RelevanceQueries;
  readonly totals: TotalQueries;
  readonly #database: DatabaseSync;
  #meta: ReadonlyMap<string, string> | undefined;

  private constructor(readonly path: string, database: DatabaseSync) {
    this.#database = database;
    const statements = new Statements(database, path);
    this.symbols = new SymbolQueries(statements, (language) => this.#separator(language));
    this.edges = new EdgeQueries(statements);
    this.facts = new FactQueries(statements);
    this.files = new FileQueries(statements);
    this.names = new NameQueries(statements);
    this.relevance = new RelevanceQueries(statements);
    this.totals = new TotalQueries(statements);
  }

  /**
   * Opens an index. The connection never writes, so that it leaves a newer index that takes this
   * one's place alone.
   *
   * @param root the project, for messages
   * @param once the index is needed for a moment only; see {@link openForOnce}
   * @throws {NoIndexError} when there is none
   * @throws {CorruptIndexError | IndexReadError | ForeignDatabaseError | NewerIndexError}
   * @throws {OutdatedIndexError}
   */
  static open(path: string, root: string, once = false): IndexStore {
    const database = openIndexToRead(path, root, once);
    try {
      requireOurs(database, path);
      return new IndexStore(path, database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** What the index says of itself, by key. */
  get meta(): ReadonlyMap<string, string> {
    return this.#meta ??= this.totals.meta();
  }

  /**
   * Does some reading during which the index stays as it is, whatever others write to it.
   * @throws {CorruptIndexError} when the database turns out to be damaged
   */
  snapshot<Result>(work: () => Result): Result {
    this.#exec("BEGIN");
    const forgetSymbols = this.symbols.remember();
    const forgetEdges = this.edges.remember();
    try {
      return work();
    } finally {
      forgetSymbols();
      forgetEdges();
      this.#exec("COMMIT");
    }
  }

  /**
   * Reads the whole database through.
   * @throws {CorruptIndexError} when it is damaged anywhere
   */
  check(): void {
    const problem = this.totals.firstProblem();
    if (problem !== "ok") throw new CorruptIndexError(this.path, problem);
  }

  /** Keeps pages from one question to the next, until {@link rest}. @throws {CorruptIndexError} */
  keepPages(): void {
    this.#exec(`PRAGMA cache_size = -${PAGE_CACHE / 1024}`);
  }

  /** Gives back the memory that pages read so far take. */
  rest(): void {
    this.#exec("PRAGMA shrink_memory");
  }

  #exec(sql: string): void {
    try {
      this.#database.exec(sql);
    } catch (error) {
      throw explained(error, this.path);
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #separators: Readonly<Record<string, string>> | undefined;

  #separator(language: string): string {
    this.#separators ??= JSON.parse(this.meta.get("separators") ?? "{}") as Record<string, string>;
    return this.#separators[language] ?? ".";
  }
}
