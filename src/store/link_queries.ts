/** What bridges and frameworks added to an index, and what they asked for that. */
import type { AskedRow } from "./file_record.ts";
import { IS_LINK, IS_LINK_SYMBOL } from "./schema.ts";
import type { Statements } from "./statements.ts";

/** An edge of theirs that leads from or to symbols of one file, as it is stored. */
export interface LinkEdgeRow {
  /** The row of the table of edges. */
  readonly row: readonly number[];
  readonly line: number;
  readonly column: number;
  /** Positions of its ends among the file's symbols; undefined for an end in another file. */
  readonly from: number | undefined;
  readonly to: number | undefined;
}

type Row = [...row: number[], source: number, from: number, target: number | null, to: number];

/** Columns of the table of edges that say where an edge stands. */
const LINE = 1;
const COLUMN = 2;

const WITH_ENDS = `SELECT edges.*, s.file, s.position, t.file, t.position FROM edges
  JOIN symbols s ON s.id = edges.source LEFT JOIN symbols t ON t.id = edges.target
  WHERE ${IS_LINK} AND`;

/** Questions about what bridges and frameworks added. */
export class LinkQueries {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Edges that touch symbols of a file. */
  of(file: number): readonly LinkEdgeRow[] {
    const own = "(SELECT id FROM symbols WHERE file = ?1)";
    const rows = [
      ...this.#statements.tuples<Row>(`${WITH_ENDS} edges.source IN ${own}`, file),
      ...this.#statements.tuples<Row>(
        `${WITH_ENDS} edges.target IN ${own} AND s.file <> ?1`,
        file,
      ),
    ];
    return rows.map((values) => edgeOf(values, file));
  }

  /** Whether they define symbols in a file. */
  hasSymbols(file: number): boolean {
    const sql = `SELECT 1 FROM symbols WHERE file = ? AND ${IS_LINK_SYMBOL} LIMIT 1`;
    return this.#statements.firstTuple(sql, file) !== undefined;
  }

  /** What they asked when they last ran. */
  asked(): readonly AskedRow[] {
    return this.#statements.all<AskedRow>("SELECT * FROM asked");
  }
}

function edgeOf(values: Row, file: number): LinkEdgeRow {
  const row = values.slice(0, -4) as number[];
  const [source, from, target, to] = values.slice(-4) as [number, number, number | null, number];
  return {
    row,
    line: row[LINE]!,
    column: row[COLUMN]!,
    from: source === file ? from : undefined,
    to: target === file ? to : undefined,
  };
}

/** The row of an edge as it is when it stands in another place. */
export function movedRow(
  { row }: LinkEdgeRow,
  { line, column }: { readonly line: number; readonly column: number },
): readonly number[] {
  return row.with(LINE, line).with(COLUMN, column);
}
