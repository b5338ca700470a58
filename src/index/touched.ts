/** Where edges must be worked out again after a change, and which follow from the project as a whole. */
import { languageOf } from "../languages/registry.ts";
import { type DerivedEdge, derivedEdges } from "../resolve/derived_edges.ts";
import { type FileChange, type Languages, type Reach, reachOf } from "../resolve/influence.ts";
import { Knowledge } from "../resolve/knowledge.ts";
import { Mentions } from "../resolve/mentions.ts";
import type { Project, ProjectFile } from "../resolve/project.ts";
import type { Places } from "../resolve/places.ts";
import { TouchedPlaces } from "../resolve/touched_places.ts";
import { keepsStructure } from "../resolve/type_structure.ts";
import type { FormerProject } from "./former_project.ts";
import { partKey } from "./part_key.ts";

/** What influence of one file on others depends on, by language. */
export const LANGUAGES: Languages = {
  familyOf: (file) => languageOf(file.language).semantics.family,
  structureOf: (file) => languageOf(file.language).modules.structure?.(file) ?? "",
  standingOf: (file) => languageOf(file.language).modules.standing?.(file) ?? "",
  namesMethods: (file) => languageOf(file.language).modules.namesMethods === true,
  namesReachMembers: (file) => languageOf(file.language).semantics.classScopeIsLexical === true,
};

const NO_EDGES: ReadonlyMap<number, readonly DerivedEdge[]> = new Map();

/** All places of a file. */
export const ALL_PLACES: Places = { has: () => true };

/** What a change touches. */
export class Touched {
  /** Places of unchanged files. */
  readonly places: ReadonlyMap<ProjectFile, Places>;
  /** Whether each name of the project means what it meant before. */
  readonly keepsNames: boolean;
  readonly #derived: ReadonlyMap<number, readonly DerivedEdge[]>;
  /** Gives such edges of a file as they are stored, where they are as they were. */
  readonly #storedDerived: ((file: ProjectFile) => Iterable<DerivedEdge>) | undefined;

  /**
   * @param knowledge of the project as it is
   * @param former the project as it was
   * @param storedDerived gives edges of the project as a whole from a file's symbols, as they were
   */
  constructor(
    changes: readonly FileChange[],
    knowledge: Knowledge,
    former: FormerProject,
    storedDerived: (file: ProjectFile) => Iterable<DerivedEdge>,
  ) {
    const { project } = knowledge;
    const edited = new Set(changes.flatMap(({ after }) => after ?? []));
    const unchanged = project.files.filter((file) => !edited.has(file));
    let known: Knowledge | undefined;
    const before = (): Knowledge => known ??= new Knowledge(former.project, languageOf);
    const reaches = reachOf(changes, unchanged, knowledge, before, partKey, LANGUAGES);
    this.keepsNames = reaches.every(({ marked }) => marked?.size === 0);
    const touched = reaches.flatMap((reach) => reach.touched);
    const places = new Map<ProjectFile, Places>();
    for (const { file, mentions } of touched) {
      const own = new TouchedPlaces();
      if (mentions !== undefined) own.addTouched(file, mentions);
      places.set(file, mentions === undefined ? ALL_PLACES : own);
    }
    const deriving = reaches.filter(({ family }) => hasDerived(knowledge, family));
    const isAsBefore = deriving.length > 0 &&
      deriving.every((reach) => isDerivedKept(knowledge, reach));
    this.#storedDerived = isAsBefore ? storedDerived : undefined;
    const isDerived = deriving.length > 0 && !isAsBefore;
    this.#derived = isDerived ? derivedEdges(knowledge) : NO_EDGES;
    if (isDerived && touched.length > 0) {
      for (const { family } of deriving) hasDerived(before(), family); // Opens the module systems.
      const formerly = derivedEdges(before());
      for (
        const [file, row] of changedSources(
          project,
          this.#derived,
          former.project,
          formerly,
          edited,
        )
      ) {
        const own = places.get(file) ?? new TouchedPlaces();
        places.set(file, own);
        if (own instanceof TouchedPlaces) own.addName(file, row);
      }
    }
    for (const [file, own] of places) {
      if (own instanceof TouchedPlaces && own.isEmpty) places.delete(file);
    }
    this.places = places;
  }

  /** Edges of the project as a whole from some of a file's symbols. */
  *derivedIn(file: ProjectFile): Generator<DerivedEdge> {
    if (this.#storedDerived !== undefined) yield* this.#storedDerived(file);
    for (let row = 0; row < file.count("symbols"); row++) {
      yield* this.#derived.get(file.firstSymbol + row) ?? [];
    }
  }
}

/** Whether languages of a family have edges that follow from the project as a whole. */
function hasDerived({ project, lookup }: Knowledge, family: string): boolean {
  const languages = new Map(project.files.map((file) => [file.language, file]));
  const own = [...languages.values()].filter((file) => LANGUAGES.familyOf(file) === family);
  return own.map((file) =>
    lookup.semantics(file).structuralInterfaces === true ||
    lookup.modules(file).overrides !== undefined
  ).includes(true);
}

/** Whether such edges surely are as they were: they follow from types alone, and no type is another. */
function isDerivedKept({ lookup }: Knowledge, { changes, touched, marked }: Reach): boolean {
  if (marked === undefined) return false;
  const files = changes.flatMap(({ before, after }) => after ?? before ?? []);
  const isOfTypes = files.every((file) => lookup.semantics(file).structuralInterfaces === true);
  return isOfTypes &&
    keepsStructure(
      changes,
      touched,
      marked,
      (file) => new Mentions(file, marked, LANGUAGES.namesReachMembers(file)),
    );
}

/** Symbols of unchanged files from which other such edges lead than before. */
function* changedSources(
  project: Project,
  edges: ReadonlyMap<number, readonly DerivedEdge[]>,
  former: Project,
  formerEdges: ReadonlyMap<number, readonly DerivedEdge[]>,
  edited: ReadonlySet<ProjectFile>,
): Generator<[ProjectFile, number]> {
  const was = described(former, formerEdges);
  const is = described(project, edges);
  const changed = new Set(edited.values().map(partKey));
  for (const file of project.files) {
    const key = partKey(file);
    if (edited.has(file)) continue;
    for (let row = 0; row < file.count("symbols"); row++) {
      const source = `${key}\0${row}`;
      const now = is.get(source);
      const leadsToChanged = now !== undefined &&
        edges.get(file.firstSymbol + row)!.some(({ to }) =>
          typeof to === "number" && changed.has(partKey(project.fileOfSymbol(to)))
        );
      if (leadsToChanged || now !== was.get(source)) yield [file, row];
    }
  }
}

/** What leads from where, in words that do not depend on how a project numbers its symbols. */
function described(
  project: Project,
  edges: ReadonlyMap<number, readonly DerivedEdge[]>,
): Map<string, string> {
  const place = (symbol: number): string => {
    const file = project.fileOfSymbol(symbol);
    return `${partKey(file)}\0${symbol - file.firstSymbol}`;
  };
  return new Map(Array.from(edges, ([from, all]) => [
    place(from),
    all.map(({ kind, to }) => `${kind} ${typeof to === "number" ? place(to) : to}`).join("\n"),
  ]));
}
