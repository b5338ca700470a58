import { type LinkSymbolRow, SymbolColumn } from "./file_record.ts";
import { linkSymbolValues } from "./link_symbols.ts";
import type { NameUpdates } from "./name_updates.ts";
import { IS_LINK_SYMBOL, isLongDoc, shortenedDoc } from "./schema.ts";
import type { WriteStatements } from "./write_statements.ts";

/** All of what a symbol's documentation says. */
const DOC_OF_SYMBOL = `SELECT coalesce(long_docs.doc, symbols.doc) AS doc
  FROM symbols LEFT JOIN long_docs ON long_docs.symbol = symbols.id WHERE symbols.id = ?`;

/** Symbols of a file as they are to be stored in place of the former ones. */
export interface SymbolsUpdate {
  /** Rows as in {@link SymbolColumn}; names and qualifiers are store ids, CONTAINER is a position plus one. */
  readonly symbols: Int32Array;
  readonly prose: readonly string[];
}

/** Symbols of an index that is being changed. */
export class SymbolUpdates {
  readonly #statements: WriteStatements;
  readonly #names: NameUpdates;

  constructor(statements: WriteStatements, names: NameUpdates) {
    this.#statements = statements;
    this.#names = names;
  }

  /**
   * Gives a file's symbols the place of the former ones. Those that are still there keep their ids.
   * @param isNew whether the file is
   * @returns their ids by position
   */
  put(file: number, update: SymbolsUpdate, isNew: boolean): Int32Array {
    const kept = isNew ? new Map<string, number[]>() : this.#byKey(file);
    const ids = this.#putAll(file, update, kept);
    for (const gone of kept.values()) for (const id of gone) this.remove(id);
    return ids;
  }

  /** Removes all of a file's. */
  removeIn(file: number): void {
    const all = this.#statements.all<{ id: number }>("SELECT id FROM symbols WHERE file = ?", file);
    for (const { id } of all) this.remove(id);
  }

  /** Ids of a file's own symbols by position. */
  idsIn(file: number): Int32Array {
    const rows = this.#statements.all<{ id: number }>(
      `SELECT id FROM symbols WHERE file = ? AND NOT (${IS_LINK_SYMBOL}) ORDER BY position`,
      file,
    );
    return Int32Array.from(rows, ({ id }) => id);
  }

  /** The stored symbols of a file's own by what they are, each list in document order. */
  #byKey(file: number): Map<string, number[]> {
    const rows = this.#statements.all<
      { id: number; kind: number; name: number; container: number | null }
    >(
      `SELECT id, kind, name, container FROM symbols WHERE file = ? AND NOT (${IS_LINK_SYMBOL})
       ORDER BY position`,
      file,
    );
    const byKey = new Map<string, number[]>();
    for (const { id, kind, name, container } of rows) {
      const key = symbolKey(kind, name, container ?? 0);
      const ids = byKey.get(key);
      if (ids === undefined) byKey.set(key, [id]);
      else ids.push(id);
    }
    return byKey;
  }

  /** Takes the ids that are used again out of `kept`. */
  #putAll(
    file: number,
    { symbols, prose }: SymbolsUpdate,
    kept: Map<string, number[]>,
  ): Int32Array {
    const count = symbols.length / SymbolColumn.STRIDE;
    const ids = new Int32Array(count);
    let fresh = this.#statements.nextId("symbols");
    // Positions are unique in a file: make room before they are given anew.
    this.#statements.run(
      `UPDATE symbols SET position = -1 - position WHERE file = ? AND NOT (${IS_LINK_SYMBOL})`,
      file,
    );
    for (let position = 0; position < count; position++) {
      const at = position * SymbolColumn.STRIDE;
      const container = symbols[at + SymbolColumn.CONTAINER]!;
      const containerId = container === 0 ? 0 : ids[container - 1]!;
      const kind = symbols[at + SymbolColumn.KIND]!;
      const name = symbols[at + SymbolColumn.NAME]!;
      const id = kept.get(symbolKey(kind, name, containerId))?.shift() ?? fresh++;
      ids[position] = id;
      this.#putOne(id, file, position, containerId, symbols.subarray(at), prose);
    }
    return ids;
  }

  #putOne(
    id: number,
    file: number,
    position: number,
    container: number,
    row: Int32Array,
    prose: readonly string[],
  ): void {
    const doc = prose[row[SymbolColumn.DOC]!];
    this.#putDoc(id, doc);
    this.#statements.run(
      "INSERT OR REPLACE INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      file,
      position,
      row[SymbolColumn.KIND]!,
      row[SymbolColumn.NAME]!,
      container || null,
      row[SymbolColumn.START_LINE]!,
      row[SymbolColumn.END_LINE]!,
      row[SymbolColumn.NAME_LINE]!,
      row[SymbolColumn.NAME_COLUMN]!,
      row[SymbolColumn.FLAGS]!,
      row[SymbolColumn.QUALIFIER]! || null,
      prose[row[SymbolColumn.SIGNATURE]!] || null,
      doc === undefined ? null : shortenedDoc(doc),
    );
  }

  /**
   * Makes documentation searchable in place of what was stored of a symbol, whose row is still as it
   * was. How rare words are counts what there is: so what goes is taken out word by word.
   */
  #putDoc(id: number, doc: string | undefined): void {
    const stored = this.#statements.first<{ doc: string | null }>(DOC_OF_SYMBOL, id)?.doc ??
      undefined;
    if (stored === doc) return;
    if (stored !== undefined) {
      this.#statements.run(
        "INSERT INTO docs(docs, rowid, doc) VALUES ('delete', ?, ?)",
        id,
        stored,
      );
      this.#statements.run("DELETE FROM long_docs WHERE symbol = ?", id);
    }
    if (doc === undefined) return;
    this.#statements.run("INSERT INTO docs(rowid, doc) VALUES (?, ?)", id, doc);
    if (isLongDoc(doc)) this.#statements.run("INSERT INTO long_docs VALUES (?, ?)", id, doc);
  }

  /** Removes a symbol with its edges and those that lead to it. */
  remove(id: number): void {
    const name = this.#statements.first<{ name: number }>(
      "SELECT name FROM symbols WHERE id = ?",
      id,
    )?.name;
    if (name !== undefined) this.#names.free(name);
    this.#statements.run("DELETE FROM edges WHERE source = ?", id);
    this.#statements.run("DELETE FROM edges WHERE target = ?", id);
    this.#statements.run("DELETE FROM possible WHERE source = ?", id);
    this.#putDoc(id, undefined);
    this.#statements.run("DELETE FROM symbols WHERE id = ?", id);
  }

  /**
   * Gives the symbols of bridges and frameworks the place of the former ones. Those that are still
   * there keep their ids.
   * @returns their ids, in the order given
   */
  setOfLinks(symbols: readonly LinkSymbolRow[]): readonly number[] {
    const stored = this.#statements.all<{ id: number; file: number; kind: number; name: number }>(
      `SELECT id, file, kind, name FROM symbols WHERE ${IS_LINK_SYMBOL} ORDER BY position`,
    );
    const kept = Map.groupBy(stored, ({ file, kind, name }) => symbolKey(kind, name, file));
    let fresh = this.#statements.nextId("symbols");
    const ids = symbols.map((symbol, index) => {
      const key = symbolKey(symbol.kind, symbol.name, symbol.file);
      const id = kept.get(key)?.shift()?.id ?? fresh++;
      this.#statements.run(
        "INSERT OR REPLACE INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...linkSymbolValues(id, index, symbol),
      );
      return id;
    });
    for (const gone of kept.values()) for (const { id } of gone) this.remove(id);
    return ids;
  }
}

/** What makes a symbol the same one after an edit: kind, name, and what it is written in. */
function symbolKey(kind: number, name: number, container: number): string {
  return `${kind}:${name}:${container}`;
}
