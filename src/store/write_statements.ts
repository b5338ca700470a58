import type { DatabaseSync, StatementSync } from "node:sqlite";
import { explainedAtWriting } from "./errors.ts";

type Value = number | string | Uint8Array | null;

/** Prepared statements of an index that is being changed, each prepared once. */
export class WriteStatements {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /** @throws {IndexWriteError | CorruptIndexError} as all of them, when the disk is full or refuses */
  run(sql: string, ...values: Value[]): void {
    this.#guard(() => this.#statement(sql).run(...values));
  }

  /** First row of a query. */
  first<Row>(sql: string, ...values: (number | string)[]): Row | undefined {
    return this.#guard(() => this.#statement(sql).get(...values) as Row | undefined);
  }

  /** All rows of a query. */
  all<Row>(sql: string, ...values: (number | string)[]): Row[] {
    return this.#guard(() => this.#statement(sql).all(...values) as Row[]);
  }

  /** Number that the next row of a table gets. */
  nextId(table: "files" | "symbols" | "names"): number {
    return (this.first<{ id: number | null }>(`SELECT max(id) AS id FROM ${table}`)?.id ?? 0) + 1;
  }

  /** Makes the changes last. */
  commit(): void {
    this.#guard(() => this.#database.exec("COMMIT"));
  }

  #statement(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) this.#prepared.set(sql, statement = this.#database.prepare(sql));
    return statement;
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw explainedAtWriting(error, this.#path);
    }
  }
}
