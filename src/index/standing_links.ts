/** Edges of bridges and frameworks that stay as they are stored, except for the lines that they stand in. */
import type { FileChange } from "../resolve/influence.ts";
import type { Project } from "../resolve/project.ts";
import {
  type LinePlace,
  placeKey,
  type StandingFile,
  standingLinks,
} from "../resolve/standing_links.ts";
import type { EdgeUpdates } from "../store/edge_updates.ts";
import type { LinkEdgeRow, LinkQueries } from "../store/link_queries.ts";
import { storedQuestions } from "./asked_rows.ts";
import { neededEntries } from "./linkers.ts";
import type { StoredFiles } from "./stored_files.ts";
import { LANGUAGES } from "./touched.ts";

/** An edge, and where it stands after the edit. */
type Move = readonly [edge: LinkEdgeRow, place: LinePlace];

/** Such edges from the symbols of edited files. */
export class StandingLinks {
  readonly #moves: readonly Move[];

  private constructor(moves: readonly Move[]) {
    this.#moves = moves;
  }

  /**
   * What stands after some changes, of which nothing is stored yet.
   * @returns undefined when that cannot be told without asking all bridges and frameworks anew
   */
  static find(
    links: LinkQueries,
    project: Project,
    stored: StoredFiles,
    changes: readonly FileChange[],
  ): StandingLinks | undefined {
    const questions = storedQuestions(links.asked());
    if (questions === undefined) return undefined;
    const edited = new Set(changes.flatMap(({ after }) => after ?? []));
    const files = standingLinks({
      changes,
      unchanged: project.files.filter((file) => !edited.has(file)),
      project,
      languages: LANGUAGES,
      questions,
      linkers: neededEntries(project),
    });
    const moves = files?.map((file) => movesIn(links, stored.of(file.file)!.id, file));
    return moves?.every((own) => own !== undefined) ? new StandingLinks(moves.flat()) : undefined;
  }

  /** Takes the edges out, before edges of the edited files are stored. */
  takeOut(edges: EdgeUpdates): void {
    for (const [edge] of this.#moves) edges.takeLink(edge);
  }

  /** Puts the edges back, after edges of the edited files are stored. */
  putBack(edges: EdgeUpdates): void {
    for (const [edge, place] of this.#moves) edges.putLink(edge, place);
  }
}

/** Where the edges of a file's symbols stand now; undefined when that is not known of one of them. */
function movesIn(
  links: LinkQueries,
  file: number,
  { places, uncertain }: StandingFile,
): Move[] | undefined {
  if (links.hasSymbols(file)) return undefined;
  const moves: Move[] = [];
  for (const edge of links.of(file)) {
    const isUncertain = [edge.from, edge.to].some((row) => row !== undefined && uncertain.has(row));
    if (isUncertain) return undefined;
    if (edge.from === undefined) continue;
    const place = places.get(placeKey(edge.line, edge.column));
    if (place === undefined) return undefined;
    moves.push([edge, place]);
  }
  return moves;
}
