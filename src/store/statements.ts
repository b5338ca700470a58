import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { explained } from "./errors.ts";

/** What the types of `node:sqlite` do not know yet. */
interface TupleStatement extends StatementSync {
  setReturnArrays(enabled: boolean): void;
}

/** Values of a row in the order of its columns. */
export type Tuple = readonly SQLOutputValue[];

/** Prepared statements of one open index, each prepared once. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #prepared = new Map<string, StatementSync>();
  readonly #ofTuples = new Map<string, StatementSync>();

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
    yield* this.#iterated<Row>(() => this.#prepare(sql), values);
  }

  /**
   * All rows of a query as tuples: in a third of the time that {@link all} takes, which makes each
   * row a dictionary. @throws as {@link all}
   */
  tuples<Row extends Tuple>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#guard(() => this.#statementOfTuples(sql).all(...values) as unknown[] as Row[]);
  }

  /** First row of a query as a tuple. @throws as {@link all} */
  firstTuple<Row extends Tuple>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#guard(() => this.#statementOfTuples(sql).get(...values) as unknown as Row);
  }

  /** Rows of a query as tuples, one by one. @throws as {@link all} */
  *eachTuple<Row extends Tuple>(sql: string, ...values: SQLInputValue[]): Generator<Row> {
    yield* this.#iterated<Row>(() => this.#prepareForTuples(sql), values);
  }

  *#iterated<Row>(prepare: () => StatementSync, values: SQLInputValue[]): Generator<Row> {
    const rows = this.#guard(() => prepare().iterate(...values));
    for (;;) {
      const next = this.#guard(() => rows.next());
      if (next.done === true) return;
      yield next.value as Row;
    }
  }

  #prepare(sql: string): StatementSync {
    return this.#database.prepare(sql);
  }

  #prepareForTuples(sql: string): StatementSync {
    const statement = this.#prepare(sql) as TupleStatement;
    statement.setReturnArrays(true);
    return statement;
  }

  #statement(sql: string): StatementSync {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }

  #statementOfTuples(sql: string): StatementSync {
    let statement = this.#ofTuples.get(sql);
    if (statement === undefined) {
      statement = this.#prepareForTuples(sql);
      this.#ofTuples.set(sql, statement);
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
