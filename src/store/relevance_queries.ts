import { Flag, Kind, type SymbolKind } from "../extract/facts.ts";
import { bestDocumented } from "./best_documented.ts";
import type { StoredName } from "./name_queries.ts";
import type { Statements } from "./statements.ts";

/** Names, or symbols, of which a word says something. */
export interface Found<Item> {
  readonly items: readonly Item[];
  /** There are more than were asked for. */
  readonly isCut: boolean;
}

/** Symbols that stand for nothing by themselves. */
const PASSED_OVER: readonly SymbolKind[] = ["parameter"];

/** A file by its number. */
export interface StoredPath {
  readonly id: number;
  readonly path: string;
}

/** In the order in which files of equal rank are given. */
const ALL_PATHS = "SELECT id, path FROM files ORDER BY path, language";

/** Questions by which what matters to a question in words is found. */
export class RelevanceQueries {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * Names that hold one of some words, or a word that begins with one of some stems; of too many the
   * shortest, since their numbers say nothing.
   *
   * @param words lower case
   */
  namesWith(
    words: readonly string[],
    stems: readonly string[],
    limit: number,
  ): Found<StoredName> {
    const query = [...words.map(quoted), ...stems.map((stem) => `${quoted(stem)}*`)].join(" OR ");
    if (query === "") return { items: [], isCut: false };
    const items = this.#statements.tuples<[id: number, text: string]>(
      `SELECT n.id, n.text FROM name_words m JOIN names n ON n.id = m.rowid
       WHERE name_words MATCH ? ORDER BY length(n.text), n.text LIMIT ?`,
      query,
      limit + 1,
    ).map(([id, text]) => ({ id, text }));
    return { items: items.slice(0, limit), isCut: items.length > limit };
  }

  /** Number of names that symbols bear. */
  nameCount(): number {
    const sql = "SELECT value FROM meta WHERE key = 'searchableNames'";
    return Number(this.#statements.first<{ value: string }>(sql)?.value ?? 0);
  }

  /** Ids of symbols that bear one of some names and have one in the source, in the order of the names, then in path order. */
  bearing(nameIds: readonly number[], limit: number): number[] {
    return this.#statements.tuples<[id: number]>(
      `SELECT s.id FROM json_each(?) AS j JOIN symbols s ON s.name = j.value
       JOIN files f ON f.id = s.file WHERE s.flags & ${Flag.anonymous} = 0
       AND s.kind NOT IN (${PASSED_OVER.map((kind) => Kind[kind]).join(",")})
       ORDER BY j.key, f.path, s.position LIMIT ?`,
      JSON.stringify(nameIds),
      limit,
    ).map(([id]) => id);
  }

  /** Symbols whose documentation holds any of some words, the best first. */
  documentedWith(words: readonly string[], limit: number): number[] {
    if (words.length === 0) return [];
    return bestDocumented(this.#statements, words.map(quoted).join(" OR "), limit);
  }

  /** Number of symbols whose documentation holds a word, counted up to a limit. */
  documentedCount(word: string, limit: number): number {
    return this.#statements.first<{ count: number }>(
      "SELECT count(*) AS count FROM (SELECT 1 FROM docs WHERE docs MATCH ? LIMIT ?)",
      quoted(word),
      limit,
    )!.count;
  }

  /**
   * For each of some texts, files whose path holds it, upper and lower case alike; the shortest
   * paths first. All paths are read once: to have each text looked for takes six times as long.
   *
   * @param texts lower case
   */
  filesNamed(texts: readonly string[], limit: number): readonly StoredPath[][] {
    const found: StoredPath[][] = texts.map(() => []);
    if (texts.length === 0) return found;
    for (const [id, path] of this.#statements.tuples<[number, string]>(ALL_PATHS)) {
      const lower = path.toLowerCase();
      for (const [index, text] of texts.entries()) {
        if (lower.includes(text)) found[index]!.push({ id, path });
      }
    }
    return found.map((files) =>
      files.sort((a, b) => a.path.length - b.path.length).slice(0, limit)
    );
  }

  /** Number of edges that lead to each of some symbols; those without any are missing. */
  edgeCountsTo(ids: readonly number[]): Map<number, number> {
    const rows = this.#statements.tuples<[id: number, count: number]>(
      `SELECT j.value, (SELECT count(*) FROM (
         SELECT 1 FROM edges WHERE target = j.value LIMIT 500
       )) FROM json_each(?) AS j`,
      JSON.stringify(ids),
    );
    return new Map(rows);
  }
}

/** A text as one token of the search language. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
