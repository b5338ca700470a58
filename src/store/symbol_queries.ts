import { Flag } from "../extract/facts.ts";
import { FileFlag } from "./schema.ts";
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
  ORDER BY f.path, s.position`;

const SELECT = `SELECT ${SYMBOL_COLUMNS} FROM symbols s ${SYMBOL_JOINS}`;

/** Questions about symbols. */
export class SymbolQueries {
  readonly #statements: Statements;
  readonly #separator: (language: string) => string;

  /** @param separator what joins the parts of a qualified name in a language */
  constructor(statements: Statements, separator: (language: string) => string) {
    this.#statements = statements;
    this.#separator = separator;
  }

  /** The symbol of an id. */
  get(id: number): StoredSymbol | undefined {
    const row = this.#statements.first<SymbolRow>(`${SELECT} WHERE s.id = ?`, id);
    return row === undefined ? undefined : symbolOf(row);
  }

  /** Symbols of a name, upper and lower case alike, in path order. */
  named(name: string, limit: number): StoredSymbol[] {
    return this.#statements.all<SymbolRow>(
      `${SELECT} WHERE s.name IN (SELECT id FROM names WHERE text = ? COLLATE NOCASE)
       ORDER BY f.path, s.position LIMIT ?`,
      name,
      limit,
    ).map(symbolOf);
  }

  /** Symbols that bear a name of an id, in path order. */
  ofName(nameId: number, limit: number): StoredSymbol[] {
    return this.#statements.all<SymbolRow>(
      `${SELECT} WHERE s.name = ? ORDER BY f.path, s.position LIMIT ?`,
      nameId,
      limit,
    ).map(symbolOf);
  }

  /** Symbols written directly in a symbol, in document order. */
  membersOf(symbol: StoredSymbol): StoredSymbol[] {
    return this.#statements.all<SymbolRow>(
      `${SELECT} WHERE s.file = ? AND s.container = ? ORDER BY s.position`,
      symbol.fileId,
      symbol.id,
    ).map(symbolOf);
  }

  /** Those of some symbols that are tests, or in a file of tests. */
  testsAmong(ids: readonly number[]): Set<number> {
    const rows = this.#statements.all<{ id: number }>(
      `SELECT s.id FROM json_each(?) AS j JOIN symbols s ON s.id = j.value
       JOIN files f ON f.id = s.file WHERE f.flags & ? <> 0 OR s.flags & ? <> 0`,
      JSON.stringify(ids),
      FileFlag.test,
      Flag.test,
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Nearest symbol around a symbol, or itself, that has a name; at last the file. */
  namedAround(symbol: StoredSymbol): StoredSymbol {
    let named = symbol;
    while (isAnonymous(named) && named.container > 0) {
      const container = this.get(named.container);
      if (container === undefined) break;
      named = container;
    }
    return named;
  }

  /** Ids of a symbol and of the nameless functions in it, which run as a part of it. */
  withNameless(symbol: StoredSymbol): number[] {
    const ids = [symbol.id];
    if (symbol.endLine === symbol.startLine && symbol.kind !== "file") return ids;
    const nameless = this.#statements.all<{ id: number; container: number }>(
      "SELECT id, container FROM symbols WHERE file = ? AND flags & ? <> 0 AND id <> ? ORDER BY position",
      symbol.fileId,
      Flag.anonymous,
      symbol.id,
    );
    for (const { id, container } of nameless) if (ids.includes(container)) ids.push(id);
    return ids;
  }

  /** Symbols of a file, the file first, in document order. */
  inFile(fileId: number): StoredSymbol[] {
    return this.#statements.all<SymbolRow>(`${SELECT} WHERE s.file = ? ORDER BY s.position`, fileId)
      .map(symbolOf);
  }

  /** Symbols of the same name in the same file, itself included, in document order. */
  namesakes(symbol: StoredSymbol): StoredSymbol[] {
    return this.#statements.all<SymbolRow>(
      `${SELECT} WHERE s.file = ? AND +s.name = ? ORDER BY s.position`,
      symbol.fileId,
      symbol.nameId,
    ).map(symbolOf);
  }

  /** All symbols, in path order. */
  *each(): Generator<StoredSymbol> {
    for (const row of this.#statements.each<SymbolRow>(SELECT_ALL)) yield symbolOf(row);
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
