/** What an index says, without the numbers that it says it with: two equal indexes give equal lines. */
import { DatabaseSync } from "node:sqlite";

const QUERIES = [
  `SELECT json_array('file', path, language, size, hash, lines, encoding, flags, unreadable,
     cells) AS line
   FROM files`,
  `SELECT json_array('skipped', path, reason, detail) AS line FROM skipped`,
  `SELECT json_array('symbol', f.path, f.language, s.position, s.kind, n.text, c.position, s.start_line,
     s.end_line, s.name_line, s.name_column, s.flags, q.text, s.signature, s.doc) AS line
   FROM symbols s JOIN files f ON f.id = s.file JOIN names n ON n.id = s.name
   LEFT JOIN symbols c ON c.id = s.container LEFT JOIN names q ON q.id = s.qualifier`,
  `SELECT json_array('doc', f.path, f.language, s.position, d.doc) AS line
   FROM long_docs d JOIN symbols s ON s.id = d.symbol JOIN files f ON f.id = s.file`,
  `SELECT json_array('edge', f.path, f.language, s.position, e.line, e.column, e.kind, tf.path,
     tf.language, t.position, x.name, e.confidence, e.evidence & 63, m.text, e.candidates) AS line
   FROM edges e JOIN symbols s ON s.id = e.source JOIN files f ON f.id = s.file
   LEFT JOIN symbols t ON t.id = e.target LEFT JOIN files tf ON tf.id = t.file
   LEFT JOIN externals x ON x.id = e.target LEFT JOIN mechanisms m ON m.id = e.evidence >> 6`,
  `SELECT json_array('possible', f.path, f.language, s.position, p.line, p.column, p.kind, n.text) AS line
   FROM possible p JOIN symbols s ON s.id = p.source JOIN files f ON f.id = s.file
   JOIN names n ON n.id = p.name`,
  `SELECT json_array('name', text) AS line FROM names WHERE searchable = 1`,
  `SELECT json_array('searchable', value) AS line FROM meta WHERE key = 'searchableNames'`,
];

/** Lines of an index: files, symbols, edges, possible references, paths left out; sorted. */
export function logicalDump(databasePath: string): string[] {
  const database = new DatabaseSync(databasePath, { readOnly: true });
  try {
    // All of it as of one moment, whatever others write.
    database.exec("BEGIN");
    return QUERIES.flatMap((sql) =>
      (database.prepare(sql).all() as { line: string }[]).map(({ line }) => line)
    ).sort();
  } finally {
    database.close();
  }
}

/** Lines that only one of two dumps has, at most `limit` of each, marked with `-` and `+`. */
export function differences(
  expected: readonly string[],
  actual: readonly string[],
  limit = 10,
): string[] {
  const expectedSet = new Set(expected);
  const actualSet = new Set(actual);
  return [
    ...expected.filter((line) => !actualSet.has(line)).slice(0, limit).map((line) => `- ${line}`),
    ...actual.filter((line) => !expectedSet.has(line)).slice(0, limit).map((line) => `+ ${line}`),
  ];
}
