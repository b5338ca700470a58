/** Edges: what resolution says of the references. */

/** Kinds of edge. The order is part of the stored format: append only. */
export const EDGE_KINDS = [
  "calls",
  "imports",
  "inherits",
  "implements",
  "decorates",
  /** A function or class is mentioned as a value. */
  "references",
  "uses_type",
  /** A method stands in for one of a base class or interface. */
  "overrides",
  "routes",
  "bridges",
  /** A definition written outside the type that it belongs to (`func (t T) f()`, `A::f`, `impl T`). */
  "member_of",
] as const;
export type EdgeKind = typeof EDGE_KINDS[number];

/** Row numbers of {@link EDGE_KINDS}. */
export const EdgeCode = Object.fromEntries(
  EDGE_KINDS.map((name, index) => [name, index]),
) as Record<
  EdgeKind,
  number
>;

/** How surely an edge is known, the surest first. The order is part of the stored format. */
export const CONFIDENCES = ["exact", "inferred", "heuristic"] as const;
export type Confidence = typeof CONFIDENCES[number];

/** Row numbers of {@link CONFIDENCES}. */
export const Certainty = { exact: 0, inferred: 1, heuristic: 2 } as const;

/** The rule that made an edge. The order is part of the stored format: append only. */
export const EVIDENCES = [
  /** A scope around the reference binds the name. */
  "scope",
  /** An import of the file names it. */
  "import",
  /** A member of a module that the file imports. */
  "module-member",
  /** The package, namespace or directory shares its names. */
  "package-scope",
  /** A wildcard import or an include brings it in. */
  "wildcard-import",
  /** A member of the class around, through `self` or `this`. */
  "self-member",
  /** As `self-member`, found in a base class. */
  "inherited-member",
  /** Through `super`. */
  "super-member",
  /** A member of a class that is named. */
  "class-member",
  /** A member of the type that the receiver is declared to have. */
  "declared-type",
  /** A member of the type that the receiver was found to have. */
  "receiver-type",
  /** The value that a variable holds. */
  "assigned-value",
  /** A parameter's type as the called function declares it. */
  "callback-parameter",
  /** One of the methods that a generic function dispatches to. */
  "dispatch",
  /** The only definition of that name in the project. */
  "unique-name",
  /** One of few definitions of that name. */
  "name-match",
  /** A rule of a framework. */
  "framework",
  /** A rule of a bridge between languages. */
  "bridge",
] as const;
export type Evidence = typeof EVIDENCES[number];

/** Row numbers of {@link EVIDENCES}. */
export const EvidenceCode = Object.fromEntries(
  EVIDENCES.map((name, index) => [name, index]),
) as Record<Evidence, number>;

/** Bits of an edge's evidence that hold the row of {@link EVIDENCES}; the others say by what mechanism. */
const EVIDENCE_BITS = 6;

/** The least code with a mechanism. */
export const FIRST_MECHANISM = 1 << EVIDENCE_BITS;

/** A rule with the mechanism by which an edge crosses, numbered from 0 among the mechanisms. */
export function withMechanism(evidence: number, mechanism: number): number {
  return evidence | (mechanism + 1) << EVIDENCE_BITS;
}

/** Row of {@link EVIDENCES}. */
export function evidenceOf(code: number): number {
  return code & ((1 << EVIDENCE_BITS) - 1);
}

/** Number of the mechanism by which an edge crosses; -1 for most, which cross nothing. */
export function mechanismOf(code: number): number {
  return (code >> EVIDENCE_BITS) - 1;
}

/** Columns of the edge table. Symbols are numbered through the project. */
export const Edge = {
  KIND: 0,
  FROM: 1,
  /** Target symbol; -1 for an external one, then EXTERNAL names it. */
  TO: 2,
  FILE: 3,
  LINE: 4,
  COLUMN: 5,
  CONFIDENCE: 6,
  /** Row of `EVIDENCES`, and perhaps a mechanism: see {@link withMechanism}. */
  EVIDENCE: 7,
  /** Index into the externals' names; -1 for a symbol of the project. */
  EXTERNAL: 8,
  /** How many definitions the rule had to choose from. */
  CANDIDATES: 9,
  STRIDE: 10,
} as const;

/** Columns of the table of references that stay possible: known by name only. */
export const Possible = {
  KIND: 0,
  FROM: 1,
  /** Global name id. */
  NAME: 2,
  FILE: 3,
  LINE: 4,
  COLUMN: 5,
  STRIDE: 6,
} as const;
