import type { StoredFile } from "./file_queries.ts";
import { STORED, STORED_COLUMNS } from "./former_queries.ts";
import type { WriteStatements } from "./write_statements.ts";

/** Contents of one path that are kept. */
const MOST_OF_A_PATH = 4;
/** Bytes that all of them may take. */
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * What files said before they changed or went, for when they come back as they were: a branch is
 * switched to and back, an edit undone. The oldest go first when there are too many.
 */
export class FormerFiles {
  readonly #statements: WriteStatements;

  constructor(statements: WriteStatements) {
    this.#statements = statements;
  }

  /** Keeps what is stored of a file, which is about to be replaced or removed. */
  keep({ id, path }: StoredFile): void {
    this.#statements.run(
      `INSERT INTO former SELECT NULL, ${STORED_COLUMNS},
         length(outline) + length(tables) + length(names) + length(texts) FROM ${STORED}`,
      id,
    );
    this.#statements.run(
      `DELETE FROM former WHERE path = ?1 AND hash NOT IN (
         SELECT hash FROM former WHERE path = ?1 GROUP BY hash ORDER BY max(id) DESC LIMIT ?2)`,
      path,
      MOST_OF_A_PATH,
    );
  }

  /** Forgets what a file said: it says it again. */
  forget(path: string, hash: string): void {
    this.#statements.run("DELETE FROM former WHERE path = ? AND hash = ?", path, hash);
  }

  /** Forgets everything: files would be read in another way now. */
  forgetAll(): void {
    this.#statements.run("DELETE FROM former");
  }

  /** Forgets the oldest of what is too much in all. */
  trim(): void {
    const sql = "SELECT sum(bytes) > ? AS isTooMuch FROM former";
    if (this.#statements.first<{ isTooMuch: number }>(sql, MOST_BYTES)?.isTooMuch !== 1) return;
    this.#statements.run(
      `DELETE FROM former WHERE id IN (SELECT id FROM (
         SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS total FROM former) WHERE total > ?)`,
      MOST_BYTES,
    );
  }
}
