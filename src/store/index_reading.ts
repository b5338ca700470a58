import { DerivedEdgeQueries } from "./derived_edge_queries.ts";
import { FactQueries } from "./fact_queries.ts";
import type { SkippedFile } from "./file_record.ts";
import { FileQueries } from "./file_queries.ts";
import { FormerQueries } from "./former_queries.ts";
import { LinkQueries } from "./link_queries.ts";
import type { Statements } from "./statements.ts";
import { TotalQueries } from "./total_queries.ts";

/** What one asks of an index to work changes into it. */
export class IndexReading {
  readonly files: FileQueries;
  readonly derived: DerivedEdgeQueries;
  readonly facts: FactQueries;
  readonly former: FormerQueries;
  readonly links: LinkQueries;
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
    this.files = new FileQueries(statements);
    this.derived = new DerivedEdgeQueries(statements);
    this.facts = new FactQueries(statements);
    this.former = new FormerQueries(statements);
    this.links = new LinkQueries(statements);
  }

  /** What the index says of itself. */
  meta(): ReadonlyMap<string, string> {
    return new TotalQueries(this.#statements).meta();
  }

  /** Files that were read and left out, by path. */
  skippedFiles(): Map<string, SkippedFile> {
    const rows = this.#statements.all<Required<SkippedFile>>(
      `SELECT path, reason, detail, size, mtime AS mtimeMs FROM skipped WHERE size IS NOT NULL`,
    );
    return new Map(rows.map((row) => [row.path, row]));
  }
}
