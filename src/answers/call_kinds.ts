import type { EdgeKind } from "../resolve/edges.ts";

/** Edges by which a symbol is called, now or later. */
export const CALL_KINDS: readonly EdgeKind[] = [
  "calls",
  "decorates",
  "references",
  "routes",
  "bridges",
];
