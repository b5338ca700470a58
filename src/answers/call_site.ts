import { CONFIDENCES, EDGE_KINDS, EVIDENCES } from "../resolve/edges.ts";
import type { StoredEdge } from "../store/edge_queries.ts";
import type { AnswerContext } from "./answer_context.ts";
import { fewer } from "./fewer.ts";
import { cellShape, shownLine } from "./place.ts";
import { list, oneOf, optional, record, text, type ValueOf, whole } from "./shape.ts";

/** One place in the source at which a symbol is called, or otherwise used. */
export const callSiteShape = record({
  file: text("relative to the project"),
  cell: cellShape,
  line: whole("where the used name starts, from 1"),
  column: whole("from 1, in UTF-16 units"),
  text: text("the source line"),
  kind: oneOf(EDGE_KINDS, "what the site does with the symbol"),
  confidence: oneOf(CONFIDENCES, "how surely the site means the symbol"),
  evidence: oneOf(EVIDENCES, "the rule that says so"),
  mechanism: optional(text("how it crosses from one language to another, e.g. .Call")),
  candidates: optional(whole("how many definitions the rule had to choose from, when not one")),
});
export type CallSite = ValueOf<typeof callSiteShape>;

/** One place that uses a name, of which no more is known. */
export const possibleSiteShape = record({
  file: text(),
  cell: cellShape,
  line: whole(),
  column: whole(),
  text: text(),
  name: text(),
});

/** Places that use a name, of which no more is known. */
export const possibleSitesShape = record({
  count: whole(),
  sites: list(possibleSiteShape, "the first of them"),
}, "places that use the name, of which no more is known");
export type PossibleSites = ValueOf<typeof possibleSitesShape>;

/** The site of an edge that is written in a file. */
export function callSite(
  { store, lines }: AnswerContext,
  file: string,
  edge: StoredEdge,
): CallSite {
  const { line, column, kind, confidence, evidence, mechanism, candidates } = edge;
  return {
    file,
    ...shownLine(store, file, line),
    column,
    text: lines.line(file, line),
    kind,
    confidence,
    evidence,
    ...(mechanism === undefined ? {} : { mechanism }),
    ...(candidates > 1 ? { candidates } : {}),
  };
}

/** What is told beside sites is left out before these: so much less of them goes. */
const SITES_LAST = 2;

/** Fewer of the sites of something, when an answer is to be smaller. */
export function withFewerSites<
  Entry extends { readonly sites: readonly CallSite[]; readonly moreSites: number },
>(entry: Entry, scale: number): Entry {
  const sites = fewer(entry.sites, scale * SITES_LAST, 1);
  return { ...entry, sites, moreSites: entry.moreSites + entry.sites.length - sites.length };
}

/** Fewer of the sites that are shown, when an answer is to be smaller. */
export function fewerPossible({ count, sites }: PossibleSites, scale: number): PossibleSites {
  return { count, sites: fewer(sites, scale * SITES_LAST) };
}
