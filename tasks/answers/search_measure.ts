/** At which place a search shows the definition that it is for. */
import type { McpSession } from "./mcp_session.ts";
import type { Search } from "./searches.ts";

/** What one search found. */
export interface Searched {
  readonly search: Search;
  /** Place of the definition among the results, from 1; 0 when it is not among them. */
  readonly place: number;
  readonly first: string;
}

/** Lines by which a definition may be said to start earlier or later: decorators, comments. */
const LINE_TOLERANCE = 2;

/** Runs searches; results are found in an answer by their `path:line`. */
export async function measureSearch(
  session: McpSession,
  searches: readonly Search[],
): Promise<Searched[]> {
  const searched: Searched[] = [];
  for (const search of searches) {
    const { text } = await session.call("codegraph_search", { query: search.query });
    const places = placesIn(text);
    const at = places.findIndex(({ file, line }) =>
      file === search.file && Math.abs(line - search.line) <= LINE_TOLERANCE
    );
    const first = places[0] === undefined ? "" : `${places[0].file}:${places[0].line}`;
    searched.push({ search, place: at + 1, first });
  }
  return searched;
}

/** Places in the order in which they are named first. */
function placesIn(text: string): { file: string; line: number }[] {
  const places = new Map<string, { file: string; line: number }>();
  for (const [place, file, line] of text.matchAll(/([\w./+-]+\.\w+):(\d+)/g)) {
    places.set(place, { file: file!, line: Number(line) });
  }
  return [...places.values()];
}
