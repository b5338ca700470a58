import type { Statements } from "./statements.ts";

/** Of equally good ones the first of the project count, whatever their numbers are. */
const BEST = `
  WITH found AS MATERIALIZED (SELECT rowid AS id, rank AS grade FROM docs WHERE docs MATCH ?1),
  last AS MATERIALIZED (SELECT grade FROM found ORDER BY grade LIMIT 1 OFFSET ?2 - 1)
  SELECT found.id FROM found JOIN symbols s ON s.id = found.id JOIN files f ON f.id = s.file
  WHERE found.grade <= coalesce((SELECT grade FROM last), 0)
  ORDER BY found.grade, f.path, f.language, s.position LIMIT ?2`;

/** Ids of the symbols whose documentation fits a query best, the best first. */
export function bestDocumented(statements: Statements, query: string, limit: number): number[] {
  return statements.tuples<[id: number]>(BEST, query, limit).map(([id]) => id);
}
