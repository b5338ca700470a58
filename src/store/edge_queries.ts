import {
  type Confidence,
  CONFIDENCES,
  EDGE_KINDS,
  EdgeCode,
  type EdgeKind,
  type Evidence,
  evidenceOf,
  EVIDENCES,
  mechanismOf,
} from "../resolve/edges.ts";
import { inOrderOfTargets } from "./order_of_targets.ts";
import type { Statements } from "./statements.ts";

/** An edge as the index knows it. */
export interface StoredEdge {
  readonly kind: EdgeKind;
  /** Symbol in which the reference is written. Its file is the edge's. */
  readonly source: number;
  /** Symbol that is meant; negative for an external one. */
  readonly target: number;
  readonly line: number;
  readonly column: number;
  readonly confidence: Confidence;
  readonly evidence: Evidence;
  /** How it crosses from one language to another: `.Call`, `ccall`; undefined when it does not. */
  readonly mechanism: string | undefined;
  /** How many definitions the rule had to choose from. */
  readonly candidates: number;
}

/** Columns of {@link EdgeRow}. */
const EDGE_COLUMNS = "source, line, column, edges.kind, target, confidence, evidence, candidates";

/** An edge as it is stored. */
export type EdgeRow = readonly [
  source: number,
  line: number,
  column: number,
  kind: number,
  target: number,
  confidence: number,
  evidence: number,
  candidates: number,
];

/** Edges of given ends in the order of the source text, whatever the numbers of symbols are. */
const IN_ORDER = {
  source: (condition: string): string =>
    `edges ON source = j.value WHERE ${condition} ORDER BY source, line, column, kind`,
  target: (condition: string): string =>
    `edges ON target = j.value CROSS JOIN symbols s ON s.id = source CROSS JOIN files f ON f.id = s.file
     WHERE ${condition} ORDER BY f.path, f.language, s.position, line, column, edges.kind`,
};

/** References in each of some symbols, whose list is the first value, and their order and number. */
const POSSIBLE_FROM = "json_each(?1) AS j CROSS JOIN possible p ON p.source = j.value";
/** References with where they stand. */
const POSSIBLE_IN_FILES =
  "possible p JOIN symbols s ON s.id = p.source JOIN files f ON f.id = s.file";
const EACH_IN_ORDER = "ORDER BY j.key, p.line, p.column LIMIT ?2";

/** An external target is still there when what led to it went. */
const IS_USED = "EXISTS (SELECT 1 FROM edges WHERE target = externals.id)";

/** A reference of which only the name is known. */
export interface PossibleReference {
  readonly kind: EdgeKind;
  readonly source: number;
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** Questions about edges. */
export class EdgeQueries {
  readonly #statements: Statements;
  readonly #mechanisms = new Map<number, string>();
  /** Edges by what was asked for and symbol. */
  #met: Map<string, Map<number, readonly StoredEdge[]>> | undefined;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * Edges that lead to any of some symbols or externals, in the order of their sources.
   * @param least the least sure tier that counts
   */
  to(
    targets: readonly number[],
    kinds: readonly EdgeKind[],
    least: Confidence = "heuristic",
  ): StoredEdge[] {
    return this.#edges("target", targets, kinds, least);
  }

  /** Edges that leave any of some symbols, in the order of the source text, then of their targets. */
  from(
    sources: readonly number[],
    kinds: readonly EdgeKind[],
    least: Confidence = "heuristic",
  ): StoredEdge[] {
    return this.#edges("source", sources, kinds, least);
  }

  /** As {@link to}, for each of some targets its own. */
  toEach(
    targets: readonly number[],
    kinds: readonly EdgeKind[],
    least: Confidence = "heuristic",
  ): ReadonlyMap<number, readonly StoredEdge[]> {
    return this.#bySymbol("target", targets, kinds, least);
  }

  /** As {@link from}, for each of some sources its own. */
  fromEach(
    sources: readonly number[],
    kinds: readonly EdgeKind[],
    least: Confidence = "heuristic",
  ): ReadonlyMap<number, readonly StoredEdge[]> {
    return this.#bySymbol("source", sources, kinds, least);
  }

  /** How many edges lead to each of some symbols, however sure. */
  countsTo(targets: readonly number[], kinds: readonly EdgeKind[]): Map<number, number> {
    const rows = this.#statements.tuples<[target: number, count: number]>(
      `SELECT j.value, (
         SELECT count(*) FROM edges WHERE target = j.value AND kind IN (${codes(kinds)})
       ) FROM json_each(?) AS j`,
      JSON.stringify(targets),
    );
    return new Map(rows);
  }

  #edges(
    end: "source" | "target",
    symbols: readonly number[],
    kinds: readonly EdgeKind[],
    least: Confidence,
  ): StoredEdge[] {
    const bySymbol = this.#bySymbol(end, symbols, kinds, least);
    const found: StoredEdge[] = [];
    for (const symbol of symbols) {
      for (const edge of bySymbol.get(symbol)!) found.push(edge);
    }
    return found;
  }

  /** The edges of each of some symbols. */
  #bySymbol(
    end: "source" | "target",
    symbols: readonly number[],
    kinds: readonly EdgeKind[],
    least: Confidence,
  ): ReadonlyMap<number, readonly StoredEdge[]> {
    const condition = `edges.kind IN (${codes(kinds)}) AND confidence <= ${
      CONFIDENCES.indexOf(least)
    }`;
    const known = this.#known(end + condition);
    const wanted = new Map<number, readonly StoredEdge[]>();
    const unknown = new Map<number, StoredEdge[]>();
    for (const symbol of symbols) {
      const edges = known.get(symbol);
      if (edges === undefined) unknown.set(symbol, []);
      wanted.set(symbol, edges ?? unknown.get(symbol)!);
    }
    if (unknown.size === 0) return wanted;
    const rows = this.#statements.tuples<EdgeRow>(
      `SELECT ${EDGE_COLUMNS} FROM json_each(?) AS j CROSS JOIN ${IN_ORDER[end](condition)}`,
      JSON.stringify([...unknown.keys()]),
    );
    const ordered = end === "source" ? inOrderOfTargets(this.#statements, rows) : rows;
    for (const row of ordered) unknown.get(row[end === "source" ? 0 : 4])!.push(this.#edgeOf(row));
    for (const [symbol, edges] of unknown) known.set(symbol, edges);
    return wanted;
  }

  /** An answer that is too long is asked for again, with the same edges. */
  #known(selection: string): Map<number, readonly StoredEdge[]> {
    const known = this.#met?.get(selection) ?? new Map<number, readonly StoredEdge[]>();
    this.#met?.set(selection, known);
    return known;
  }

  /**
   * Remembers edges once they were looked at, until the returned function is called. Only for as long
   * as the index stays as it is.
   */
  remember(): () => void {
    this.#met = new Map();
    return () => this.#met = undefined;
  }

  #edgeOf(row: EdgeRow): StoredEdge {
    const mechanism = mechanismOf(row[6]);
    return {
      kind: EDGE_KINDS[row[3]]!,
      source: row[0],
      target: row[4],
      line: row[1],
      column: row[2],
      confidence: CONFIDENCES[row[5]]!,
      evidence: EVIDENCES[evidenceOf(row[6])]!,
      mechanism: mechanism < 0 ? undefined : this.#mechanism(mechanism + 1),
      candidates: row[7],
    };
  }

  #mechanism(id: number): string {
    let text = this.#mechanisms.get(id);
    if (text === undefined) {
      const sql = "SELECT text FROM mechanisms WHERE id = ?";
      text = this.#statements.first<{ text: string }>(sql, id)?.text ?? "";
      this.#mechanisms.set(id, text);
    }
    return text;
  }

  /** References that may mean a symbol of that name. */
  possibleTo(nameId: number, limit: number): PossibleReference[] {
    const rest = "WHERE p.name = ? ORDER BY f.path, s.position, p.line, p.column LIMIT ?";
    return this.#possible(POSSIBLE_IN_FILES, rest, nameId, limit);
  }

  countPossibleTo(nameId: number): number {
    const sql = "SELECT count(*) AS count FROM possible WHERE name = ?";
    return this.#statements.first<{ count: number }>(sql, nameId)!.count;
  }

  /** References in some symbols of which only the name is known, symbol by symbol. */
  possibleFrom(sources: readonly number[], limit: number): PossibleReference[] {
    return this.#possible(POSSIBLE_FROM, EACH_IN_ORDER, JSON.stringify(sources), limit);
  }

  countPossibleFrom(sources: readonly number[]): number {
    const sql = `SELECT count(*) AS count FROM ${POSSIBLE_FROM}`;
    return this.#statements.first<{ count: number }>(sql, JSON.stringify(sources))!.count;
  }

  /** References in some symbols by one of some names, in the order of {@link possibleFrom}. */
  possibleAmong(
    sources: readonly number[],
    nameIds: readonly number[],
    limit: number,
  ): PossibleReference[] {
    const rest = `WHERE p.name IN (SELECT value FROM json_each(?3)) ${EACH_IN_ORDER}`;
    const names = JSON.stringify(nameIds);
    return this.#possible(POSSIBLE_FROM, rest, JSON.stringify(sources), limit, names);
  }

  /** Qualified name of an external target. */
  externalName(target: number): string {
    const sql = "SELECT name FROM externals WHERE id = ?";
    return this.#statements.first<{ name: string }>(sql, target)?.name ?? "";
  }

  /** External targets of that qualified name, or whose last parts it is. */
  externals(name: string, limit: number): { id: number; name: string }[] {
    const equal = this.#statements.all<{ id: number; name: string }>(
      `SELECT id, name FROM externals WHERE name = ? AND ${IS_USED}`,
      name,
    );
    if (equal.length > 0) return equal;
    return this.#statements.all(
      `SELECT id, name FROM externals
       WHERE substr(name, -?1) IN ('.' || ?2, ':' || ?2, '/' || ?2) AND ${IS_USED}
       ORDER BY length(name), name LIMIT ?3`,
      name.length + 1,
      name,
      limit,
    );
  }

  #possible(from: string, rest: string, ...values: (number | string)[]): PossibleReference[] {
    return this.#statements.tuples<
      [kind: number, source: number, name: string, line: number, column: number]
    >(
      `SELECT p.kind, p.source, n.text, p.line, p.column
       FROM ${from} JOIN names n ON n.id = p.name ${rest}`,
      ...values,
    ).map(([kind, source, name, line, column]) => ({
      kind: EDGE_KINDS[kind]!,
      source,
      name,
      line,
      column,
    }));
  }
}

function codes(kinds: readonly EdgeKind[]): string {
  return kinds.map((kind) => EdgeCode[kind]).join(",");
}
