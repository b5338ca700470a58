import {
  type Confidence,
  CONFIDENCES,
  EDGE_KINDS,
  EdgeCode,
  type EdgeKind,
  type Evidence,
  EVIDENCES,
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
  /** How many definitions the rule had to choose from. */
  readonly candidates: number;
}

interface EdgeRow {
  readonly source: number;
  readonly line: number;
  readonly column: number;
  readonly kind: number;
  readonly target: number;
  readonly confidence: number;
  readonly evidence: number;
  readonly candidates: number;
}

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

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Edges that lead to a symbol or an external, in the order of their sources. */
  to(target: number, kinds: readonly EdgeKind[]): StoredEdge[] {
    return this.#statements.all<EdgeRow>(
      `SELECT * FROM edges WHERE target = ? AND kind IN (${codes(kinds)})
       ORDER BY source, line, column`,
      target,
    ).map(edgeOf);
  }

  /** Edges that leave a symbol, in the order of the source. */
  from(source: number, kinds: readonly EdgeKind[]): StoredEdge[] {
    return this.#statements.all<EdgeRow>(
      `SELECT * FROM edges WHERE source = ? AND kind IN (${codes(kinds)})
       ORDER BY line, column`,
      source,
    ).map(edgeOf);
  }

  /** All edges, in the order of their sources. */
  *each(): Generator<StoredEdge> {
    for (const row of this.#statements.each<EdgeRow>("SELECT * FROM edges")) yield edgeOf(row);
  }

  /** Number of edges that lead to a symbol. */
  countTo(target: number, kinds: readonly EdgeKind[]): number {
    return this.#statements.first<{ count: number }>(
      `SELECT count(*) AS count FROM edges WHERE target = ? AND kind IN (${codes(kinds)})`,
      target,
    )!.count;
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
  possibleFrom(source: number, limit: number): PossibleReference[] {
    return this.#possible("p.source = ?", source, limit);
  }

  /** Qualified name of an external target. */
  externalName(target: number): string {
    const sql = "SELECT name FROM externals WHERE id = ?";
    return this.#statements.first<{ name: string }>(sql, target)?.name ?? "";
  }

  /** External targets of that qualified name, or whose last part it is. */
  externals(name: string, limit: number): { id: number; name: string }[] {
    return this.#statements.all(
      "SELECT id, name FROM externals WHERE name = ? LIMIT ?",
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

function edgeOf(row: EdgeRow): StoredEdge {
  return {
    ...row,
    kind: EDGE_KINDS[row.kind]!,
    confidence: CONFIDENCES[row.confidence]!,
    evidence: EVIDENCES[row.evidence]!,
  };
}
