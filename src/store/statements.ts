import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { explained } from "./errors.ts";

/** Prepared statements of one open index, each prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /**
   * All rows of a query. `Row` says what its columns are.
   * @throws {CorruptIndexError} when the database turns out to be damaged
   */
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#guard(() => this.#statement(sql).all(...values) as Row[]);
  }

  /** First row of a query. @throws as {@link all} */
  first<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#guard(() => this.#statement(sql).get(...values) as Row | undefined);
  }

  /** Rows of a query one by one, for queries with very many. @throws as {@link all} */
  *each<Row>(sql: string, ...values: SQLInputValue[]): Generator<Row> {
    const rows = this.#guard(() => this.#database.prepare(sql).iterate(...values));
    for (;;) {
      const next = this.#guard(() => rows.next());
      if (next.done === true) return;
      yield next.value as Row;
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw explained(error, this.#path);
    }
  }
}
