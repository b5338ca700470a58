import { Certainty, EdgeCode, EvidenceCode } from "../resolve/edges.ts";
import type { Statements } from "./statements.ts";

/** An edge between two symbols of the project that no reference makes, by the positions in their files. */
export interface StoredDerivedEdge {
  readonly kind: number;
  readonly from: number;
  readonly path: string;
  readonly language: string;
  readonly to: number;
}

const FROM_FILE = `
  SELECT e.kind, s.position AS "from", f.path, f.language, t.position AS "to"
  FROM symbols s JOIN edges e ON e.source = s.id AND e.line = s.name_line AND e.column = s.name_column
  JOIN symbols t ON t.id = e.target JOIN files f ON f.id = t.file
  WHERE s.file = ? AND e.kind IN (${EdgeCode.implements}, ${EdgeCode.overrides})
  AND e.confidence = ${Certainty.inferred} AND e.evidence = ${EvidenceCode.dispatch}`;

/** Questions about edges that follow from the project as a whole. */
export class DerivedEdgeQueries {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Those that lead from symbols of a file. */
  from(file: number): StoredDerivedEdge[] {
    return this.#statements.all(FROM_FILE, file);
  }
}
