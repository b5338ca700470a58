import {
  type Confidence,
  CONFIDENCES,
  EDGE_KINDS,
  EdgeCode,
  type EdgeKind,
} from "../resolve/edges.ts";
import { SYMBOL_KINDS, type SymbolKind } from "../extract/facts.ts";
import { FileFlag } from "./schema.ts";
import type { Statements } from "./statements.ts";

/** A count of something. */
export interface Total<Of> {
  readonly of: Of;
  readonly count: number;
}

/** Counts over the whole index. */
export class TotalQueries {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  meta(): ReadonlyMap<string, string> {
    const rows = this.#statements.all<{ key: string; value: string }>("SELECT * FROM meta");
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  /** Source files, their lines and bytes by language, the most files first. */
  languages(): { language: string; files: number; lines: number; bytes: number }[] {
    return this.#statements.all<{ language: string; files: number; lines: number; bytes: number }>(
      `SELECT language, count(*) AS files, sum(lines) AS lines, sum(size) AS bytes FROM files
       WHERE flags & ? = 0 GROUP BY language ORDER BY files DESC, language`,
      FileFlag.manifest,
    ).map((row) => ({ ...row }));
  }

  /** All files, a document of several languages once; how many of them are manifests. */
  files(): { files: number; manifests: number } {
    return this.#statements.first<{ files: number; manifests: number }>(
      `SELECT count(DISTINCT path) AS files, count(*) FILTER (WHERE flags & ?) AS manifests
       FROM files`,
      FileFlag.manifest,
    )!;
  }

  symbols(): Total<SymbolKind>[] {
    return this.#counts("SELECT kind AS of, count(*) AS count FROM symbols GROUP BY kind")
      .map(({ of, count }) => ({ of: SYMBOL_KINDS[of]!, count }));
  }

  /** Edges between symbols of the project. */
  edges(): Total<EdgeKind>[] {
    return this.#counts(
      "SELECT kind AS of, count(*) AS count FROM edges WHERE target > 0 GROUP BY kind",
    ).map(({ of, count }) => ({ of: EDGE_KINDS[of]!, count }));
  }

  /** Calls between symbols of the project. */
  calls(): Total<Confidence>[] {
    return this.#counts(
      `SELECT confidence AS of, count(*) AS count FROM edges
       WHERE target > 0 AND kind = ${EdgeCode.calls} GROUP BY confidence`,
    ).map(({ of, count }) => ({ of: CONFIDENCES[of]!, count }));
  }

  /** Calls of something outside the project. */
  externalCalls(): number {
    const sql = `SELECT count(*) AS count FROM edges WHERE target < 0 AND kind = ${EdgeCode.calls}`;
    return this.#statements.first<{ count: number }>(sql)!.count;
  }

  /** References of which only the name is known. */
  possible(): number {
    return this.#statements.first<{ count: number }>("SELECT count(*) AS count FROM possible")!
      .count;
  }

  /** Paths left out, by reason, the most frequent first. */
  skipped(): Total<string>[] {
    return this.#statements.all(
      "SELECT reason AS of, count(*) AS count FROM skipped GROUP BY reason ORDER BY count DESC, of",
    );
  }

  /** Paths left out for one of the reasons. */
  skippedPaths(
    reasons: readonly string[],
    limit: number,
  ): { path: string; reason: string; detail: string }[] {
    return this.#statements.all(
      `SELECT path, reason, detail FROM skipped
       WHERE reason IN (SELECT value FROM json_each(?)) ORDER BY path LIMIT ?`,
      JSON.stringify(reasons),
      limit,
    );
  }

  partlyReadFiles(): number {
    const sql = "SELECT count(DISTINCT path) AS count FROM files WHERE unreadable IS NOT NULL";
    return this.#statements.first<{ count: number }>(sql)!.count;
  }

  /** The first thing that is wrong with the database as SQLite sees it; "ok" when nothing is. */
  firstProblem(): string {
    const row = this.#statements.first<{ quick_check: string }>("PRAGMA quick_check(1)");
    return row?.quick_check ?? "ok";
  }

  #counts(sql: string): Total<number>[] {
    return this.#statements.all<Total<number>>(sql).sort((a, b) => b.count - a.count);
  }
}
