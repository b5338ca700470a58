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
const EDGE_COLUMNS = "source, line, column, kind, target, confidence, evidence, candidates";

type EdgeRow = readonly [
  source: number,
  line: number,
  column: number,
  kind: number,
  target: number,
  confidence: number,
  evidence: number,
  candidates: number,
];

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
  /** Edges by query and symbol. */
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

  /** Edges that leave any of some symbols, in the order of the source text. */
  from(
    sources: readonly number[],
    kinds: readonly EdgeKind[],
    least: Confidence = "heuristic",
  ): StoredEdge[] {
    return this.#edges("source", sources, kinds, least);
  }

  /** How many edges lead to any of some symbols, by how sure they are. */
  countTo(targets: readonly number[], kinds: readonly EdgeKind[]): Record<Confidence, number> {
    const counts = { exact: 0, inferred: 0, heuristic: 0 };
    for (const target of targets) {
      const rows = this.#statements.all<{ confidence: number; count: number }>(
        `SELECT confidence, count(*) AS count FROM edges
         WHERE target = ? AND kind IN (${codes(kinds)}) GROUP BY confidence`,
        target,
      );
      for (const { confidence, count } of rows) counts[CONFIDENCES[confidence]!] += count;
    }
    return counts;
  }

  /** How many edges lead to any of some symbols, however sure. */
  countAllTo(targets: readonly number[], kinds: readonly EdgeKind[]): number {
    let count = 0;
    for (const target of targets) {
      count += this.#statements.first<{ count: number }>(
        `SELECT count(*) AS count FROM edges WHERE target = ? AND kind IN (${codes(kinds)})`,
        target,
      )!.count;
    }
    return count;
  }

  #edges(
    end: "source" | "target",
    symbols: readonly number[],
    kinds: readonly EdgeKind[],
    least: Confidence,
  ): StoredEdge[] {
    const tier = CONFIDENCES.indexOf(least);
    const sql = `SELECT ${EDGE_COLUMNS} FROM edges
      WHERE ${end} = ? AND kind IN (${codes(kinds)}) AND confidence <= ${tier}
      ORDER BY source, line, column`;
    const found: StoredEdge[] = [];
    for (const symbol of symbols) {
      for (const edge of this.#edgesOf(sql, symbol)) found.push(edge);
    }
    return found;
  }

  /** An answer that is too long is asked for again, with the same edges. */
  #edgesOf(sql: string, symbol: number): readonly StoredEdge[] {
    let bySymbol = this.#met?.get(sql);
    if (bySymbol === undefined) this.#met?.set(sql, bySymbol = new Map());
    const known = bySymbol?.get(symbol);
    if (known !== undefined) return known;
    const edges = this.#statements.tuples<EdgeRow>(sql, symbol).map((row) => this.#edgeOf(row));
    bySymbol?.set(symbol, edges);
    return edges;
  }

  /**
   * Remembers edges once they were looked at, until the returned function is called. Only for as long
   * as the index stays as it is.
   */
  remember(): () => void {
    this.#met = new Map();
    return () => this.#met = undefined;
  }

  /** All edges, in the order of their sources. */
  *each(): Generator<StoredEdge> {
    const sql = `SELECT ${EDGE_COLUMNS} FROM edges`;
    for (const row of this.#statements.eachTuple<EdgeRow>(sql)) yield this.#edgeOf(row);
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
    return this.#possible("p.name = ?", nameId, limit);
  }

  countPossibleTo(nameId: number): number {
    const sql = "SELECT count(*) AS count FROM possible WHERE name = ?";
    return this.#statements.first<{ count: number }>(sql, nameId)!.count;
  }

  /** References in a symbol of which only the name is known. */
  possibleFrom(source: number): PossibleReference[] {
    return this.#possible("p.source = ?", source, -1);
  }

  /** Qualified name of an external target. */
  externalName(target: number): string {
    const sql = "SELECT name FROM externals WHERE id = ?";
    return this.#statements.first<{ name: string }>(sql, target)?.name ?? "";
  }

  /** External targets of that qualified name, or whose last parts it is. */
  externals(name: string, limit: number): { id: number; name: string }[] {
    const equal = this.#statements.all<{ id: number; name: string }>(
      "SELECT id, name FROM externals WHERE name = ?",
      name,
    );
    if (equal.length > 0) return equal;
    return this.#statements.all(
      `SELECT id, name FROM externals
       WHERE substr(name, -?1) IN ('.' || ?2, ':' || ?2, '/' || ?2) ORDER BY id DESC LIMIT ?3`,
      name.length + 1,
      name,
      limit,
    );
  }

  #possible(where: string, id: number, limit: number): PossibleReference[] {
    return this.#statements.all<{
      kind: number;
      source: number;
      name: string;
      line: number;
      column: number;
    }>(
      `SELECT p.kind, p.source, n.text AS name, p.line, p.column
       FROM possible p JOIN names n ON n.id = p.name WHERE ${where}
       ORDER BY p.source, p.line, p.column LIMIT ?`,
      id,
      limit,
    ).map((row) => ({ ...row, kind: EDGE_KINDS[row.kind]! }));
  }
}

function codes(kinds: readonly EdgeKind[]): string {
  return kinds.map((kind) => EdgeCode[kind]).join(",");
}
