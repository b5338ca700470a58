/** What changed files change in the graph: worked out first, stored then. */
import { languageOf } from "../languages/registry.ts";
import type { Edges } from "../resolve/edge_rows.ts";
import type { Places } from "../resolve/places.ts";
import type { FileChange } from "../resolve/influence.ts";
import { Knowledge } from "../resolve/knowledge.ts";
import type { LinkRows } from "../resolve/links.ts";
import { exportedRows, listsOffers, offeredSymbols } from "../resolve/offered_symbols.ts";
import type { Project, ProjectFile } from "../resolve/project.ts";
import { Resolver } from "../resolve/resolver.ts";
import type { IndexReading } from "../store/index_reading.ts";
import type { IndexUpdater } from "../store/index_updater.ts";
import type { ChangedFiles } from "./changed_files.ts";
import { FormerProject } from "./former_project.ts";
import { GraphWriter } from "./graph_writer.ts";
import type { KeptFacts } from "./kept_facts.ts";
import { neededLinkers } from "./linkers.ts";
import { partKey } from "./part_key.ts";
import { separators } from "./separators.ts";
import { StandingLinks } from "./standing_links.ts";
import { StoredDerived } from "./stored_derived.ts";
import { storedFacts } from "./stored_facts.ts";
import type { StoredFiles } from "./stored_files.ts";
import { ALL_PLACES, Touched } from "./touched.ts";

/** An index, and what of its project is another. */
export interface ChangedGraph {
  readonly reading: IndexReading;
  readonly stored: StoredFiles;
  readonly kept: KeptFacts;
  /** Holds nothing yet. */
  readonly project: Project;
  readonly changed: ChangedFiles;
  readonly signal: AbortSignal | undefined;
}

/** Rows of symbols that are exported. */
interface Exported {
  /** Whether these are all files of their languages; others are as they are stored. */
  readonly isAll: boolean;
  /** By language. */
  readonly files: ReadonlyMap<string, readonly (readonly [ProjectFile, ReadonlySet<number>])[]>;
}

/** What was worked out. */
interface Outcome {
  /** Files that were read anew. */
  readonly edited: readonly ProjectFile[];
  readonly places: ReadonlyMap<ProjectFile, Places>;
  readonly edges: Edges;
  /** What bridges and frameworks add; undefined when that stands as it is. */
  readonly links: LinkRows | undefined;
  readonly standing: StandingLinks | undefined;
  readonly exported: Exported;
}

/** A change of the graph that was worked out and not stored yet. */
export class GraphChange {
  /** In how many unchanged files edges were worked out again. */
  readonly resolvedAgain: number;
  readonly #graph: ChangedGraph;
  readonly #outcome: Outcome;

  private constructor(graph: ChangedGraph, outcome: Outcome, resolvedAgain: number) {
    this.#graph = graph;
    this.#outcome = outcome;
    this.resolvedAgain = resolvedAgain;
  }

  /** Works out what follows from the changed files. Nothing is stored by that. */
  static async workOut(graph: ChangedGraph): Promise<GraphChange> {
    const { reading, stored, kept, project, signal } = graph;
    const former = new FormerProject(kept.names);
    const changes = loadProject(graph, former);
    const edited = changes.flatMap(({ after }) => after ?? []);
    project.seal();
    const knowledge = new Knowledge(project, languageOf);
    const derived = new StoredDerived(reading.derived, project, stored, changes);
    const touched = new Touched(changes, knowledge, former, (file) => derived.from(file));
    const resolver = new Resolver(knowledge);
    const places = new Map(touched.places);
    for (const file of edited) places.set(file, ALL_PLACES);
    for (const file of project.files) {
      const own = places.get(file);
      if (own === undefined) continue;
      resolver.resolveFile(file, own);
      resolver.addDerived(touched.derivedIn(file));
    }
    const standing = touched.places.size > 0
      ? undefined
      : StandingLinks.find(reading.links, project, stored, changes);
    const links = standing === undefined ? resolver.link(await neededLinkers(project)) : undefined;
    signal?.throwIfAborted();
    const exported = exportedOf(knowledge, changes, touched.keepsNames);
    const outcome = { edited, places, edges: resolver.rows.finish(), links, standing, exported };
    return new GraphChange(graph, outcome, touched.places.size);
  }

  /** Works the change into the index, which must be as it was. */
  store(updater: IndexUpdater): void {
    const { stored, kept, project, changed } = this.#graph;
    const { edited, places, edges, links, standing, exported } = this.#outcome;
    // What is stored is no longer what was read.
    kept.source = undefined;
    const storedNames = updater.reading.facts.nameCount();
    updater.addFactNames(storedNames + 1, project.names.slice(storedNames));
    updater.setMeta({ separators: separators(project) });
    standing?.takeOut(updater.edges);
    const writer = new GraphWriter(updater, stored, project, changed);
    writer.write(places, edges, links);
    standing?.putBack(updater.edges);
    for (const [language, files] of exported.files) {
      const wanted = new Map(files.map(([file, rows]) => [writer.idOf(file), rows] as const));
      if (exported.isAll) updater.exported.set(language, wanted);
      else updater.exported.add(wanted);
    }
    for (const file of edited) {
      const { parsed: { path, hash }, facts, nameIds } = changed.read.get(partKey(file))!;
      kept.keep(writer.idOf(file), { path, hash, facts: { ...facts, strings: [] }, nameIds });
    }
  }
}

/** Fills the project: changed files as they are now, the others as they are stored. */
function loadProject(
  { reading, stored, kept, project, changed: { read, removed } }: ChangedGraph,
  former: FormerProject,
): FileChange[] {
  const replaced = new Map(removed.map((file) => [file.id, partKey(file)]));
  for (const [key, { parsed }] of read) {
    const id = stored.of(parsed)?.id;
    if (id !== undefined) replaced.set(id, key);
  }
  const before = new Map<string, ProjectFile>();
  for (const [file, facts] of storedFacts(reading.facts, kept, stored)) {
    const key = replaced.get(file.id);
    if (key !== undefined) before.set(key, former.add(file.path, facts));
    else {
      former.addLater(file.path, facts);
      project.addNamed(file.path, facts.facts, facts.nameIds);
    }
  }
  const changes = Array.from(read, ([key, { parsed: { path }, facts, nameIds }]) => ({
    before: before.get(key),
    after: project.addNamed(path, facts, nameIds),
  }));
  const gone = removed.map(partKey).filter((key) => !read.has(key));
  return [...changes, ...gone.map((key) => ({ before: before.get(key), after: undefined }))];
}

/**
 * Rows of symbols that are exported, in the languages of changed files that keep lists of them.
 * @param keepsNames whether none is exported in an unchanged file that was not before
 */
function exportedOf(
  knowledge: Knowledge,
  changes: readonly FileChange[],
  keepsNames: boolean,
): Exported {
  const after = new Set(changes.flatMap(({ after }) => after ?? []));
  const changed = new Set(
    changes.flatMap(({ before, after }) => [before, after]).flatMap((file) => file?.language ?? []),
  );
  const files = knowledge.project.files.filter((file) =>
    (keepsNames ? after.has(file) : changed.has(file.language)) && listsOffers(knowledge, file)
  );
  const offered = offeredSymbols(knowledge, files);
  const rows = files.map((file) => [file, new Set(exportedRows(file, offered))] as const);
  return { isAll: !keepsNames, files: Map.groupBy(rows, ([file]) => file.language) };
}
