import { Edge, Possible } from "../resolve/edges.ts";
import { type LinkEdgeRow, movedRow } from "./link_queries.ts";
import { IS_LINK } from "./schema.ts";
import type { Statements } from "./statements.ts";
import type { WriteStatements } from "./write_statements.ts";

/** A row as it is stored; the first five columns are its key. */
type StoredRow = readonly number[];
const KEY_COLUMNS = 5;

const EDGE_COLUMNS = [
  Edge.FROM,
  Edge.LINE,
  Edge.COLUMN,
  Edge.KIND,
  Edge.TO,
  Edge.CONFIDENCE,
  Edge.EVIDENCE,
  Edge.CANDIDATES,
];
const POSSIBLE_COLUMNS = [
  Possible.FROM,
  Possible.LINE,
  Possible.COLUMN,
  Possible.KIND,
  Possible.NAME,
];
const IN_FILE = "source IN (SELECT id FROM symbols WHERE file = ?)";
const EDGES_IN_FILE = `SELECT * FROM edges WHERE ${IN_FILE} AND NOT (${IS_LINK})`;
const POSSIBLE_IN_FILE = `SELECT * FROM possible WHERE ${IN_FILE}`;
const DELETE_EDGE =
  "DELETE FROM edges WHERE source = ? AND line = ? AND column = ? AND kind = ? AND target = ?";
const INSERT_EDGE = "INSERT OR REPLACE INTO edges VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
/** What the program's own text says counts for more than what a link says of the same place. */
const INSERT_LINK = "INSERT OR IGNORE INTO edges VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

function keyOf(row: StoredRow): string {
  return `${row[0]},${row[1]},${row[2]},${row[3]},${row[4]}`;
}

/** Edges and references known by name, of an index that is being changed. */
export class EdgeUpdates {
  readonly #reading: Statements;
  readonly #statements: WriteStatements;

  constructor(reading: Statements, statements: WriteStatements) {
    this.#reading = reading;
    this.#statements = statements;
  }

  /** Removes those from symbols of a file. */
  removeIn(file: number): void {
    this.#statements.run(`DELETE FROM edges WHERE ${IN_FILE}`, file);
    this.#statements.run(`DELETE FROM possible WHERE ${IN_FILE}`, file);
  }

  /**
   * Gives edges and references known by name the place of those that stand at some places of a file,
   * links apart. Only what differs is written.
   * @param file undefined for a new one
   * @param edges rows as in {@link Edge}, but source and target are stored numbers; of several with
   * one key the first counts
   * @param possible rows as in {@link Possible}, but source and name are stored numbers
   */
  set(
    file: number | undefined,
    places: { has(line: number, column: number): boolean },
    edges: readonly Int32Array[],
    possible: readonly Int32Array[],
  ): void {
    const at = (row: StoredRow): boolean => places.has(row[1]!, row[2]!);
    const storedEdges = file === undefined
      ? []
      : this.#reading.tuples<StoredRow>(EDGES_IN_FILE, file).filter(at);
    const storedPossible = file === undefined
      ? []
      : this.#reading.tuples<StoredRow>(POSSIBLE_IN_FILE, file).filter(at);
    this.#replace(
      storedEdges,
      edges.map((row) => EDGE_COLUMNS.map((column) => row[column]!)),
      DELETE_EDGE,
      INSERT_EDGE,
    );
    this.#replace(
      storedPossible,
      possible.map((row) => POSSIBLE_COLUMNS.map((column) => row[column]!)),
      "DELETE FROM possible WHERE source = ? AND line = ? AND column = ? AND kind = ? AND name = ?",
      "INSERT INTO possible VALUES (?, ?, ?, ?, ?)",
    );
  }

  /** Deletes stored rows that are not wanted and adds wanted ones that are not stored; the first five columns are the key. */
  #replace(
    stored: readonly StoredRow[],
    wanted: readonly StoredRow[],
    deletion: string,
    insertion: string,
  ): void {
    const missing = new Map<string, StoredRow>();
    for (const row of wanted) {
      const key = keyOf(row);
      if (!missing.has(key)) missing.set(key, row);
    }
    for (const row of stored) {
      const key = keyOf(row);
      const found = missing.get(key);
      if (found?.every((value, column) => value === row[column])) missing.delete(key);
      else this.#statements.run(deletion, ...row.slice(0, KEY_COLUMNS));
    }
    for (const row of missing.values()) this.#statements.run(insertion, ...row);
  }

  /**
   * Gives the edges of bridges and frameworks the place of the former ones.
   * @param rows as the edges of {@link set}
   */
  setLinks(rows: readonly Int32Array[]): void {
    this.#replace(
      this.#reading.tuples<StoredRow>(`SELECT * FROM edges WHERE ${IS_LINK}`),
      rows.map((row) => EDGE_COLUMNS.map((column) => row[column]!)),
      DELETE_EDGE,
      INSERT_LINK,
    );
  }

  /** Takes an edge of a link out, to be put back where it then stands. */
  takeLink({ row }: LinkEdgeRow): void {
    this.#statements.run(DELETE_EDGE, ...row.slice(0, KEY_COLUMNS));
  }

  /** Puts an edge of a link back that was taken out, in its place of now. */
  putLink(edge: LinkEdgeRow, place: { readonly line: number; readonly column: number }): void {
    this.#statements.run(INSERT_LINK, ...movedRow(edge, place));
  }
}
