import type { EdgeRow } from "./edge_queries.ts";
import type { Statements } from "./statements.ts";

/** Symbols by where they stand, then what is outside the project by name. */
const TARGETS = `
  SELECT s.id FROM json_each(?1) AS j JOIN symbols s ON s.id = j.value JOIN files f ON f.id = s.file
  ORDER BY f.path, f.language, s.position`;
const OUTSIDE = `
  SELECT x.id FROM json_each(?1) AS j JOIN externals x ON x.id = j.value ORDER BY x.name`;

/**
 * Brings edges of one kind that leave the same place into the order of what they lead to.
 * @param rows in the order of their sources, lines, columns and kinds
 */
export function inOrderOfTargets(statements: Statements, rows: EdgeRow[]): EdgeRow[] {
  const apart = rows.filter((row, at) =>
    isSamePlace(row, rows[at - 1]) || isSamePlace(row, rows[at + 1])
  );
  if (apart.length === 0) return rows;
  const targets = JSON.stringify([...new Set(apart.map((row) => row[4]))]);
  const order = new Map<number, number>();
  for (const sql of [TARGETS, OUTSIDE]) {
    for (const [id] of statements.tuples<[id: number]>(sql, targets)) order.set(id, order.size);
  }
  const orderOf = (row: EdgeRow): number => order.get(row[4]) ?? 0;
  for (let first = 0, end = 1; first < rows.length; first = end++) {
    while (isSamePlace(rows[first]!, rows[end])) end++;
    const run = rows.slice(first, end).sort((a, b) => orderOf(a) - orderOf(b));
    for (const [at, row] of run.entries()) rows[first + at] = row;
  }
  return rows;
}

function isSamePlace(row: EdgeRow, other: EdgeRow | undefined): boolean {
  return other !== undefined && [0, 1, 2, 3].every((column) => row[column] === other[column]);
}
