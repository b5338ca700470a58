import { Flag, Kind, TYPES_WITH_MEMBERS } from "../extract/facts.ts";
import { EdgeCode } from "../resolve/edges.ts";
import { FileFlag, IS_LINK_SYMBOL } from "./schema.ts";
import type { StoredName } from "./name_queries.ts";
import type { Statements } from "./statements.ts";
import {
  type StoredSymbol,
  SYMBOL_COLUMNS,
  SYMBOL_JOINS,
  symbolOf,
  type SymbolRow,
} from "./symbol_row.ts";

/** All symbols in path order, which the planner does not find by itself. */
const SELECT_ALL = `SELECT ${SYMBOL_COLUMNS} FROM files f CROSS JOIN symbols s ON s.file = f.id
  JOIN names n ON n.id = s.name LEFT JOIN names q ON q.id = s.qualifier
  ORDER BY f.path, f.language, s.position`;

const SELECT = `SELECT ${SYMBOL_COLUMNS} FROM symbols s ${SYMBOL_JOINS}`;

/** Which symbols of a name are wanted. */
export interface NameFilter {
  /** Only those in files at or under a path, which may start at any directory. */
  readonly file?: string | undefined;
  /**
   * Only those that may lie in something whose name ends so, as far as a container can tell: names
   * can hold separators (`Shop::Cart` in Perl).
   */
  readonly around?: string | undefined;
}

/** Symbols of some names as a part of a query, with what is looked at for a filter only where there is one. */
function bearing(
  nameIds: readonly number[],
  { file = "", around = "" }: NameFilter,
): { readonly from: string; readonly values: readonly string[] } {
  const values = [JSON.stringify(nameIds)];
  let joins = "";
  let conditions = "s.name IN (SELECT value FROM json_each(?))";
  if (file !== "") {
    conditions += " AND instr('/' || f.path || '/', '/' || ? || '/') > 0";
    values.push(file.replace(/^\.\//, "").replace(/\/$/, ""));
  }
  if (around !== "") {
    joins = "LEFT JOIN symbols c ON c.id = s.container LEFT JOIN names cn ON cn.id = c.name";
    conditions += ` AND (s.qualifier IS NOT NULL OR c.kind = ${Kind.file}
      OR substr(cn.text, -length(?)) = ?)`;
    values.push(around, around);
  }
  return { from: `symbols s JOIN files f ON f.id = s.file ${joins} WHERE ${conditions}`, values };
}

/** What is next around a symbol \`s\`: the route that it serves, if it has no name of its own. */
const AROUND = `CASE WHEN s.flags & ${Flag.anonymous} = 0 THEN s.container ELSE coalesce(
  (SELECT min(source) FROM edges WHERE target = s.id AND kind = ${EdgeCode.routes}),
  s.container) END`;

/**
 * The product before tests, what others can see before what is local, definitions before declarations,
 * types before the constructors, methods and fields that are called like them.
 */
const UNLIKELINESS = `(f.flags & ${FileFlag.test} <> 0 OR s.flags & ${Flag.test} <> 0) * 32
  + (f.flags & ${FileFlag.generated} <> 0) * 16 + (s.flags & ${Flag.local} <> 0) * 8
  + (s.flags & ${Flag.declaration} <> 0) * 4
  + (s.kind IN (${[Kind.variable, Kind.field, Kind.property, Kind.constant, Kind.enumMember]})) * 2
  + (s.kind NOT IN (${TYPES_WITH_MEMBERS.map((kind) => Kind[kind])}))`;

/** Questions about symbols. */
export class SymbolQueries {
  readonly #statements: Statements;
  readonly #separator: (language: string) => string;
  #met: Map<number, StoredSymbol> | undefined;
  // An answer that is too long asks again.
  /** Symbols of a name by what was asked. */
  #named: Map<string, readonly StoredSymbol[]> | undefined;
  /** By id, the {@link namedAround}. */
  #around: Map<number, number> | undefined;
  /** By id, whether it is a test. */
  #tests: Map<number, boolean> | undefined;

  /** @param separator what joins the parts of a qualified name in a language */
  constructor(statements: Statements, separator: (language: string) => string) {
    this.#statements = statements;
    this.#separator = separator;
  }

  /** The symbol of an id. */
  get(id: number): StoredSymbol | undefined {
    const met = this.#met?.get(id);
    if (met !== undefined) return met;
    const row = this.#statements.firstTuple<SymbolRow>(`${SELECT} WHERE s.id = ?`, id);
    return row === undefined ? undefined : this.#symbolOf(row);
  }

  /**
   * Symbols of some ids, each once, in no order; in a third of the time of as many single looks.
   * Whoever needs them one by one later finds them remembered, see {@link SymbolQueries.remember}.
   */
  getAll(ids: Iterable<number>): StoredSymbol[] {
    const found: StoredSymbol[] = [];
    const missing: number[] = [];
    for (const id of new Set(ids)) {
      const met = this.#met?.get(id);
      if (met === undefined) missing.push(id);
      else found.push(met);
    }
    if (missing.length === 0) return found;
    const more = this.#symbols(
      `SELECT ${SYMBOL_COLUMNS} FROM json_each(?) AS j
       JOIN symbols s ON s.id = j.value ${SYMBOL_JOINS}`,
      JSON.stringify(missing),
    );
    return [...found, ...more];
  }

  /**
   * Looks up all that contains some symbols, a few queries for all of them: whoever asks for it one by
   * one later finds it remembered.
   */
  lookAround(symbols: Iterable<StoredSymbol>): void {
    let next: Iterable<StoredSymbol> = symbols;
    for (;;) {
      const containers = new Set<number>();
      for (const { container } of next) {
        if (container > 0 && this.#met?.has(container) === false) containers.add(container);
      }
      if (containers.size === 0) return;
      next = this.getAll(containers);
    }
  }

  /** The symbols of a query of {@link SYMBOL_COLUMNS}. */
  #symbols(sql: string, ...values: (string | number)[]): StoredSymbol[] {
    return this.#statements.tuples<SymbolRow>(sql, ...values).map((row) => this.#symbolOf(row));
  }

  #symbolOf(row: SymbolRow): StoredSymbol {
    let symbol = this.#met?.get(row[0]);
    if (symbol === undefined) {
      symbol = symbolOf(row);
      this.#met?.set(symbol.id, symbol);
    }
    return symbol;
  }

  /**
   * Remembers symbols once they were looked at, until the returned function is called. Only for as
   * long as the index stays as it is.
   */
  remember(): () => void {
    this.#met = new Map();
    this.#named = new Map();
    this.#around = new Map();
    this.#tests = new Map();
    return () =>
      this.#met =
        this.#named =
        this.#around =
        this.#tests =
          undefined;
  }

  /** Symbols of a name, upper and lower case alike, in path order. */
  named(name: string, limit: number): StoredSymbol[] {
    return this.#symbols(
      `${SELECT} WHERE s.name IN (SELECT id FROM names WHERE text = ? COLLATE NOCASE)
       ORDER BY f.path, s.position LIMIT ?`,
      name,
      limit,
    );
  }

  /** Symbols that bear one of some names, the likeliest to be meant first. */
  bearing(
    nameIds: readonly number[],
    filter: NameFilter,
    limit: number,
  ): readonly StoredSymbol[] {
    // Sorting numbers before anything else is fetched: some names have thousands of symbols.
    const { from, values } = bearing(nameIds, filter);
    const sql = `SELECT ${SYMBOL_COLUMNS} FROM (
         SELECT s.id AS found, ${UNLIKELINESS} AS unlikely, f.path AS place, s.position AS spot
         FROM ${from} ORDER BY unlikely, place, spot LIMIT ?
       ) AS r JOIN symbols s ON s.id = r.found ${SYMBOL_JOINS}
       ORDER BY r.unlikely, r.place, r.spot`;
    return this.#remembered(
      JSON.stringify([nameIds, filter, limit]),
      () => this.#symbols(sql, ...values, limit),
    );
  }

  /** How many symbols bear one of some names. */
  countBearing(nameIds: readonly number[], filter: NameFilter): number {
    const { from, values } = bearing(nameIds, filter);
    const sql = `SELECT count(*) AS count FROM ${from}`;
    return this.#statements.first<{ count: number }>(sql, ...values)!.count;
  }

  /** For each of some names, in that order, the first symbols that bear it, in path order. */
  ofNames(nameIds: readonly number[], limit: number): Map<number, StoredSymbol[]> {
    const found = new Map<number, StoredSymbol[]>(nameIds.map((id) => [id, []]));
    const rows = this.#statements.tuples<SymbolRow>(
      `SELECT ${SYMBOL_COLUMNS} FROM (
         SELECT s.id AS found, row_number() OVER (
           PARTITION BY s.name ORDER BY f.path, s.position
         ) AS place FROM json_each(?) AS j CROSS JOIN symbols s ON s.name = j.value
         JOIN files f ON f.id = s.file
       ) AS r JOIN symbols s ON s.id = r.found ${SYMBOL_JOINS}
       WHERE r.place <= ? ORDER BY r.place`,
      JSON.stringify([...found.keys()]),
      limit,
    );
    for (const row of rows) found.get(row[3])!.push(this.#symbolOf(row));
    return found;
  }

  /** Symbols of some names that stand directly in symbols of some other names. */
  ofNamesIn(nameIds: readonly number[], around: readonly number[], limit: number): StoredSymbol[] {
    return this.#symbols(
      `SELECT ${SYMBOL_COLUMNS} FROM symbols c CROSS JOIN symbols s ON s.container = c.id
       ${SYMBOL_JOINS}
       WHERE c.name IN (SELECT value FROM json_each(?)) AND c.kind <> ${Kind.file}
         AND s.name IN (SELECT value FROM json_each(?)) ORDER BY f.path, s.position LIMIT ?`,
      JSON.stringify(around),
      JSON.stringify(nameIds),
      limit,
    );
  }

  /** Symbols written directly in a symbol, in document order. */
  writtenIn({ id }: StoredSymbol): StoredSymbol[] {
    return this.#symbols(`${SELECT} WHERE s.container = ? ORDER BY s.position`, id);
  }

  /** What is {@link writtenIn} a symbol; then what belongs to it and is written outside it, by file. */
  membersOf(symbol: StoredSymbol): StoredSymbol[] {
    const outside = this.#symbols(
      `${SELECT} WHERE s.id IN (
         SELECT source FROM edges WHERE target = ? AND kind = ${EdgeCode.member_of}
       ) ORDER BY f.path, s.position`,
      symbol.id,
    );
    return [...this.writtenIn(symbol), ...outside];
  }

  /** For those of some classes that have constructors, their ids, in document order. */
  constructorsIn(ids: readonly number[]): Map<number, number[]> {
    const constructors = new Map<number, number[]>();
    const rows = this.#statements.tuples<[around: number, id: number]>(
      `SELECT j.value, s.id FROM json_each(?) AS j CROSS JOIN symbols s ON s.container = j.value
       WHERE s.kind = ${Kind.constructor} ORDER BY s.position`,
      JSON.stringify(ids),
    );
    for (const [around, id] of rows) {
      const known = constructors.get(around);
      if (known === undefined) constructors.set(around, [id]);
      else known.push(id);
    }
    return constructors;
  }

  /** Those of some symbols that are tests, or in a file of tests. */
  testsAmong(ids: readonly number[]): Set<number> {
    const known = this.#tests ?? new Map<number, boolean>();
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      const rows = this.#statements.tuples<[id: number, isTest: number]>(
        `SELECT s.id, f.flags & ? <> 0 OR s.flags & ? <> 0 FROM json_each(?) AS j
         JOIN symbols s ON s.id = j.value JOIN files f ON f.id = s.file`,
        FileFlag.test,
        Flag.test,
        JSON.stringify(unknown),
      );
      for (const [id, isTest] of rows) known.set(id, isTest === 1);
    }
    return new Set(ids.filter((id) => known.get(id) === true));
  }

  /**
   * Nearest symbol around a symbol, or itself, that has a name; at last the file. A nameless function
   * that serves a route is part of the route.
   */
  namedAround(symbol: StoredSymbol): StoredSymbol {
    let named = symbol;
    while (isAnonymous(named) && named.container > 0) {
      const served = this.#statements.firstTuple<[route: number | null]>(
        `SELECT min(source) FROM edges WHERE target = ? AND kind = ${EdgeCode.routes}`,
        named.id,
      );
      const container = this.get(served?.[0] ?? named.container);
      if (container === undefined) break;
      named = container;
    }
    return named;
  }

  /** For each of some ids, that of the {@link namedAround}; for traversals, which need no more. */
  namedIdsAround(ids: readonly number[]): [id: number, named: number][] {
    const known = this.#around ?? new Map<number, number>();
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      for (const [id, named] of this.#findNamedAround(unknown)) known.set(id, named);
    }
    return ids.flatMap((id) => {
      const named = known.get(id);
      return named === undefined ? [] : [[id, named]];
    });
  }

  #findNamedAround(ids: readonly number[]): [id: number, named: number][] {
    return this.#statements.tuples<[id: number, named: number]>(
      `WITH RECURSIVE around(start, id, flags, container) AS (
         SELECT s.id, s.id, s.flags, ${AROUND} FROM json_each(?1) AS j
           JOIN symbols s ON s.id = j.value
         UNION ALL
         SELECT a.start, s.id, s.flags, ${AROUND} FROM around a
           JOIN symbols s ON s.id = a.container WHERE a.flags & ?2 <> 0
       ) SELECT start, id FROM around WHERE flags & ?2 = 0`,
      JSON.stringify(ids),
      Flag.anonymous,
    );
  }

  /** Names of all routes. */
  routeNames(): StoredName[] {
    return this.#statements.all(
      `SELECT DISTINCT n.id, n.text FROM symbols s JOIN names n ON n.id = s.name
       WHERE s.kind = ${Kind.route} AND ${IS_LINK_SYMBOL} ORDER BY n.text`,
    );
  }

  /** Ids of a symbol and of the nameless functions in it, which run as a part of it. */
  withNameless({ id }: StoredSymbol): readonly number[] {
    return this.eachWithNameless([id]).get(id)!;
  }

  /** As {@link withNameless}, for each of some ids its own. */
  eachWithNameless(ids: readonly number[]): ReadonlyMap<number, readonly number[]> {
    const parts = new Map<number, number[]>();
    if (ids.length === 0) return parts;
    const rows = this.#statements.tuples<[start: number, id: number]>(
      `WITH RECURSIVE inside(start, id) AS (
         SELECT value, value FROM json_each(?1)
         UNION ALL
         SELECT inside.start, s.id FROM inside JOIN symbols s ON s.container = inside.id
         WHERE s.flags & ?2 <> 0
         UNION ALL
         SELECT inside.start, s.id FROM inside
           JOIN symbols r ON r.id = inside.id AND r.kind = ${Kind.route}
           JOIN edges e ON e.source = r.id AND e.kind = ${EdgeCode.routes}
           JOIN symbols s ON s.id = e.target
         WHERE s.flags & ?2 <> 0
       ) SELECT start, id FROM inside`,
      JSON.stringify(ids),
      Flag.anonymous,
    );
    for (const [start, id] of rows) {
      const known = parts.get(start);
      if (known === undefined) parts.set(start, [id]);
      else known.push(id);
    }
    return parts;
  }

  /** Symbols of a file, the file first, in document order. */
  inFile(fileId: number): StoredSymbol[] {
    return this.#symbols(
      `${SELECT} WHERE s.file = ? ORDER BY s.position`,
      fileId,
    );
  }

  /**
   * Symbols of the same name in the same file, in things of the same name, itself included, in
   * document order: those whose qualified names may be equal.
   */
  namesakes(symbol: StoredSymbol): readonly StoredSymbol[] {
    const { fileId, nameId, container } = symbol;
    return this.#remembered(`${fileId} ${nameId} ${container}`, () =>
      this.#symbols(
        `${SELECT} LEFT JOIN symbols c ON c.id = s.container
         WHERE s.file = ?1 AND +s.name = ?2 AND
           (s.container = ?3 OR c.name = (SELECT name FROM symbols WHERE id = ?3))
         ORDER BY s.position`,
        fileId,
        nameId,
        container,
      ));
  }

  #remembered(key: string, find: () => readonly StoredSymbol[]): readonly StoredSymbol[] {
    let symbols = this.#named?.get(key);
    if (symbols === undefined) {
      symbols = find();
      this.#named?.set(key, symbols);
    }
    return symbols;
  }

  /** Symbols of some names in a file, in document order. */
  bearingInFile(nameIds: readonly number[], fileId: number): StoredSymbol[] {
    return this.#symbols(
      `${SELECT} WHERE s.file = ? AND +s.name IN (SELECT value FROM json_each(?))
       ORDER BY s.position`,
      fileId,
      JSON.stringify(nameIds),
    );
  }

  /** Symbols of a file on one of whose lines a line is, in document order. */
  aroundLine(fileId: number, line: number): StoredSymbol[] {
    return this.#symbols(
      `${SELECT} WHERE s.file = ?1 AND s.start_line <= ?2 AND s.end_line >= ?2
       ORDER BY s.position`,
      fileId,
      line,
    );
  }

  /** How many symbols each file holds, itself not counted, by the file's id. */
  countsByFile(): Map<number, number> {
    const rows = this.#statements.tuples<[file: number, count: number]>(
      "SELECT file, count(*) - 1 FROM symbols GROUP BY file",
    );
    return new Map(rows);
  }

  /** All symbols, in path order. */
  *each(): Generator<StoredSymbol> {
    for (const row of this.#statements.eachTuple<SymbolRow>(SELECT_ALL)) yield symbolOf(row);
  }

  /** Symbols around a symbol, the innermost first, without its file. */
  containers(symbol: StoredSymbol): StoredSymbol[] {
    const containers: StoredSymbol[] = [];
    let next = symbol.container;
    while (next > 0) {
      const container = this.get(next);
      if (container === undefined || container.kind === "file") break;
      containers.push(container);
      next = container.container;
    }
    return containers;
  }

  /** Name of a symbol with those of what contains it; a file's is its path. */
  qualifiedName(symbol: StoredSymbol): string {
    return joinedName(symbol, this.containers(symbol), this.#separator(symbol.language));
  }

  /** Qualified names of very many symbols that come in path order. */
  qualifiedNames(): (symbol: StoredSymbol) => string {
    const known = new Map<number, string>();
    let file = 0;
    return (symbol) => {
      if (symbol.fileId !== file) known.clear();
      file = symbol.fileId;
      const around = known.get(symbol.container);
      const name = around !== undefined && symbol.qualifier === undefined
        ? around + this.#separator(symbol.language) + symbol.name
        : this.qualifiedName(symbol);
      if (symbol.kind !== "file") known.set(symbol.id, name);
      return name;
    };
  }
}

/** Whether a symbol has no name in the source. */
export function isAnonymous(symbol: StoredSymbol): boolean {
  return (symbol.flags & Flag.anonymous) !== 0;
}

function joinedName(
  symbol: StoredSymbol,
  containers: readonly StoredSymbol[],
  separator: string,
): string {
  if (symbol.kind === "file") return symbol.file;
  const parts: string[] = [];
  for (const { name, qualifier } of [symbol, ...containers]) {
    parts.unshift(name);
    if (qualifier !== undefined) parts.unshift(qualifier);
  }
  return parts.join(separator);
}
