import type { PossibleReference } from "../store/edge_queries.ts";
import type { AnswerContext } from "./answer_context.ts";
import type { PossibleSites } from "./call_site.ts";
import { shownLine } from "./place.ts";

const SHOWN = 3;

/** Sites that use a name, of which no more is known. */
export function possibleSitesTo(context: AnswerContext, nameId: number): PossibleSites {
  const { edges } = context.store;
  const count = edges.countPossibleTo(nameId);
  return sites(context, count, count === 0 ? [] : edges.possibleTo(nameId, SHOWN));
}

/** Sites in some symbols that use a name, of which no more is known. */
export function possibleSitesFrom(
  context: AnswerContext,
  sources: readonly number[],
): PossibleSites {
  const { edges } = context.store;
  const count = edges.countPossibleFrom(sources);
  return sites(context, count, count === 0 ? [] : edges.possibleFrom(sources, SHOWN));
}

function sites(
  { store, lines }: AnswerContext,
  count: number,
  shown: readonly PossibleReference[],
): PossibleSites {
  store.symbols.getAll(shown.map(({ source }) => source));
  return {
    count,
    sites: shown.map(({ source, name, line, column }) => {
      const file = store.symbols.get(source)?.file ?? "";
      const place = shownLine(store, file, line);
      return { file, ...place, column, text: lines.line(file, line), name };
    }),
  };
}
