import { COUNT_SEARCHABLE_NAMES } from "./schema.ts";
import { searchableWords } from "./sub_words.ts";
import type { WriteStatements } from "./write_statements.ts";

/** Names of an index that is being changed. */
export class NameUpdates {
  readonly #statements: WriteStatements;
  readonly #ids = new Map<string, number>();
  /** Names of symbols that were removed. */
  readonly #freed = new Set<number>();
  /** Whether other names than before are searchable. */
  #hasOtherNames = false;

  constructor(statements: WriteStatements) {
    this.#statements = statements;
  }

  /** A symbol that bore a name is gone. */
  free(name: number): void {
    this.#freed.add(name);
  }

  /** Id of a name, which is added when it is not there. @param isSearchable whether a symbol bears it */
  idOf(text: string, isSearchable: boolean): number {
    let id = this.#ids.get(text);
    if (id === undefined) {
      const row = this.#statements.first<{ id: number }>(
        "SELECT id FROM names WHERE text = ?1 COLLATE NOCASE AND text = ?1",
        text,
      );
      id = row?.id ?? this.#statements.nextId("names");
      if (row === undefined) this.#statements.run("INSERT INTO names VALUES (?, ?, 0)", id, text);
      this.#ids.set(text, id);
    }
    if (isSearchable) this.#makeSearchable(id, text);
    return id;
  }

  /** Takes the names that no symbol bears any more out of those that are found by their parts. */
  forgetFreed(): void {
    for (const id of this.#freed) {
      if (this.#statements.first("SELECT 1 AS one FROM symbols WHERE name = ? LIMIT 1", id)) {
        continue;
      }
      const row = this.#statements.first<{ text: string; searchable: number }>(
        "SELECT text, searchable FROM names WHERE id = ?",
        id,
      );
      if (row?.searchable !== 1) continue;
      const { text } = row;
      this.#statements.run("UPDATE names SET searchable = 0 WHERE id = ?", id);
      const words = "INSERT INTO name_words(name_words, rowid, words) VALUES ('delete', ?, ?)";
      this.#statements.run(words, id, searchableWords(text));
      const trigrams =
        "INSERT INTO name_trigrams(name_trigrams, rowid, text) VALUES ('delete', ?, ?)";
      this.#statements.run(trigrams, id, text);
      this.#hasOtherNames = true;
    }
    this.#freed.clear();
    if (this.#hasOtherNames) this.#statements.run(COUNT_SEARCHABLE_NAMES);
    this.#hasOtherNames = false;
  }

  #makeSearchable(id: number, text: string): void {
    const row = this.#statements.first<{ searchable: number }>(
      "SELECT searchable FROM names WHERE id = ?",
      id,
    );
    if (row?.searchable === 1) return;
    this.#hasOtherNames = true;
    this.#statements.run("UPDATE names SET searchable = 1 WHERE id = ?", id);
    this.#statements.run(
      "INSERT INTO name_words(rowid, words) VALUES (?, ?)",
      id,
      searchableWords(text),
    );
    this.#statements.run("INSERT INTO name_trigrams(rowid, text) VALUES (?, ?)", id, text);
  }
}
