import { bestDocumented } from "./best_documented.ts";
import type { Statements } from "./statements.ts";

/** Trigrams looked at for similar names. */
const RAREST = 6;

/** A name that symbols bear. */
export interface StoredName {
  readonly id: number;
  readonly text: string;
}

/** Order by how names are written. */
export function byText(a: { readonly text: string }, b: { readonly text: string }): number {
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

/** Questions about names, by how they are written. Only names that symbols bear are found by their parts. */
export class NameQueries {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Names that are equal but for upper and lower case. */
  equalTo(text: string): StoredName[] {
    return this.#statements.all(
      "SELECT id, text FROM names WHERE text = ? COLLATE NOCASE ORDER BY text",
      text,
    );
  }

  /** Names that start with a text, upper and lower case alike, the shortest first. */
  startingWith(prefix: string, limit: number): StoredName[] {
    return this.#statements.all(
      `SELECT id, text FROM names
       WHERE text >= ?1 COLLATE NOCASE AND text < ?2 COLLATE NOCASE AND searchable = 1
       ORDER BY length(text), text LIMIT ?3`,
      prefix,
      prefix + "\u{10FFFF}",
      limit,
    );
  }

  /** Names that hold each of the words; when none does, the last may be the start of one. */
  withWords(words: readonly string[], limit: number): StoredName[] {
    if (words.length === 0) return [];
    const query = words.map(quoted).join(" AND ");
    const whole = this.#matching("name_words", query, limit);
    return whole.length > 0 ? whole : this.#matching("name_words", `${query}*`, limit);
  }

  /** Names that hold a text of at least three characters somewhere. */
  containing(text: string, limit: number): StoredName[] {
    const query = trigrams(text).map(quoted).join(" AND ");
    const lower = text.toLowerCase();
    return this.#matching("name_trigrams", query, limit * 4)
      .filter((name) => name.text.toLowerCase().includes(lower))
      .slice(0, limit);
  }

  /**
   * Names that share most of a text's rarest trigrams: candidates for what was meant, of which the
   * caller takes the nearest.
   */
  similarTo(text: string, limit: number): StoredName[] {
    const shared = new Map<number, number>();
    for (const trigram of this.#rarest(trigrams(text))) {
      const holders = this.#statements.tuples<[id: number]>(
        "SELECT rowid FROM name_trigrams WHERE name_trigrams MATCH ?",
        quoted(trigram),
      );
      for (const [id] of holders) shared.set(id, (shared.get(id) ?? 0) + 1);
    }
    const least = [...shared.values()].sort((a, b) => b - a)[limit - 1] ?? 0;
    const best = [...shared].flatMap(([id, count]) => count >= least ? [id] : []);
    return this.#statements.all<StoredName>(
      "SELECT id, text FROM names WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(best),
    ).sort((a, b) => shared.get(b.id)! - shared.get(a.id)! || byText(a, b)).slice(0, limit);
  }

  /**
   * Names of nearly the same length that begin with one of the first two letters of a text, upper
   * and lower case alike: candidates for what was meant where trigrams say nothing, since a slip
   * spoils all of a short name's.
   *
   * @param slips by how much the length may differ
   */
  nearLength(text: string, slips: number, limit: number): StoredName[] {
    const letters = new Set(text.slice(0, 2).toLowerCase());
    return [...letters].flatMap((letter) =>
      this.#statements.all<StoredName>(
        `SELECT id, text FROM names
         WHERE text >= ?1 COLLATE NOCASE AND text < ?2 COLLATE NOCASE
         AND length(text) BETWEEN ?3 AND ?4 AND searchable = 1
         ORDER BY text COLLATE NOCASE, text LIMIT ?5`,
        letter,
        letter + "\u{10FFFF}",
        text.length - slips,
        text.length + slips,
        limit,
      )
    );
  }

  /** The rarest of the trigrams that occur: a slip of the hand spoils at most three of them. */
  #rarest(all: readonly string[]): string[] {
    const counted: { trigram: string; count: number }[] = [];
    for (const trigram of all) {
      const row = this.#statements.first<{ count: number }>(
        "SELECT doc AS count FROM trigram_counts WHERE term = ?",
        trigram,
      );
      if (row !== undefined) counted.push({ trigram, count: row.count });
    }
    return counted.sort((a, b) => a.count - b.count).slice(0, RAREST).map(({ trigram }) => trigram);
  }

  /** Ids of symbols whose documentation holds all of the words, the best first. */
  documented(words: readonly string[], limit: number): number[] {
    const query = words.map(quoted).join(" AND ");
    if (query === "") return [];
    return bestDocumented(this.#statements, query, limit);
  }

  #matching(table: "name_words" | "name_trigrams", query: string, limit: number): StoredName[] {
    if (query === "") return [];
    return this.#statements.all(
      `SELECT n.id, n.text FROM (
         SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ?
       ) AS m JOIN names n ON n.id = m.id ORDER BY length(n.text), n.text LIMIT ?`,
      query,
      limit,
    );
  }
}

/** The three-character pieces of a text, without repetition; none when it is shorter. */
function trigrams(text: string): string[] {
  const lower = text.toLowerCase();
  const found = new Set<string>();
  for (let at = 0; at + 3 <= lower.length; at++) found.add(lower.slice(at, at + 3));
  return [...found];
}

/** A text as one token of the search language. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
