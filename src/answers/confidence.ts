import { type Confidence, CONFIDENCES } from "../resolve/edges.ts";
import { record, type ValueOf, whole } from "./shape.ts";

/** Numbers of sites by how surely they are known. */
export const siteCountsShape = record({
  exact: whole("scope, import or type proves it"),
  inferred: whole("receiver type or dispatch deduced"),
  heuristic: whole("only the name matches"),
}, "sites, shown or not");
export type SiteCounts = ValueOf<typeof siteCountsShape>;

/** `12 exact, 3 heuristic`. */
export function tierText(counts: SiteCounts): string {
  return CONFIDENCES.filter((tier) => counts[tier] > 0)
    .map((tier) => `${counts[tier]} ${tier}`).join(", ");
}

/** All sites. */
export function siteCount({ exact, inferred, heuristic }: SiteCounts): number {
  return exact + inferred + heuristic;
}

/** Counts of some edges. */
export function countSites(edges: Iterable<{ readonly confidence: Confidence }>): SiteCounts {
  const counts = { exact: 0, inferred: 0, heuristic: 0 };
  for (const { confidence } of edges) counts[confidence]++;
  return counts;
}
