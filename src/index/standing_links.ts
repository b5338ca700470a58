/** Edges of bridges and frameworks that stay as they are stored, except for the lines that they stand in. */
import type { FileChange } from "../resolve/influence.ts";
import type { Project } from "../resolve/project.ts";
import {
  type LinePlace,
  placeKey,
  type StandingFile,
  standingLinks,
} from "../resolve/standing_links.ts";
import type { StoredFile } from "../store/file_queries.ts";
import type { IndexUpdater } from "../store/index_updater.ts";
import type { LinkEdgeRow } from "../store/link_edges.ts";
import { storedQuestions } from "./asked_rows.ts";
import { neededEntries } from "./linkers.ts";
import { partKey } from "./part_key.ts";
import { LANGUAGES } from "./touched.ts";

/** An edge, and where it stands after the edit. */
type Move = readonly [edge: LinkEdgeRow, place: LinePlace];

/** Such edges from the symbols of edited files. */
export class StandingLinks {
  readonly #updater: IndexUpdater;
  readonly #moves: readonly Move[];

  private constructor(updater: IndexUpdater, moves: readonly Move[]) {
    this.#updater = updater;
    this.#moves = moves;
  }

  /**
   * What stands after some changes, of which nothing is stored yet.
   * @param stored files as they are stored, by {@link partKey}
   * @returns undefined when that cannot be told without asking all bridges and frameworks anew
   */
  static find(
    updater: IndexUpdater,
    project: Project,
    stored: ReadonlyMap<string, StoredFile>,
    changes: readonly FileChange[],
  ): StandingLinks | undefined {
    const questions = storedQuestions(updater.asked());
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
    const moves = files?.map((file) => movesIn(updater, stored.get(partKey(file.file))!.id, file));
    return moves?.every((own) => own !== undefined)
      ? new StandingLinks(updater, moves.flat())
      : undefined;
  }

  /** Takes the edges out, before edges of the edited files are stored. */
  takeOut(): void {
    for (const [edge] of this.#moves) this.#updater.takeLink(edge);
  }

  /** Puts the edges back, after edges of the edited files are stored. */
  putBack(): void {
    for (const [edge, place] of this.#moves) this.#updater.putLink(edge, place);
  }
}

/** Where the edges of a file's symbols stand now; undefined when that is not known of one of them. */
function movesIn(
  updater: IndexUpdater,
  file: number,
  { places, uncertain }: StandingFile,
): Move[] | undefined {
  if (updater.hasLinkSymbols(file)) return undefined;
  const moves: Move[] = [];
  for (const edge of updater.linksOf(file)) {
    const isUncertain = [edge.from, edge.to].some((row) => row !== undefined && uncertain.has(row));
    if (isUncertain) return undefined;
    if (edge.from === undefined) continue;
    const place = places.get(placeKey(edge.line, edge.column));
    if (place === undefined) return undefined;
    moves.push([edge, place]);
  }
  return moves;
}
