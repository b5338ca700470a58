/** Edges that follow from the project as a whole, as an index has them. */
import type { DerivedEdge } from "../resolve/derived_edges.ts";
import type { FileChange } from "../resolve/influence.ts";
import type { Project, ProjectFile } from "../resolve/project.ts";
import { structuralRows } from "../resolve/type_structure.ts";
import type { DerivedEdgeQueries } from "../store/derived_edge_queries.ts";
import { partKey } from "./part_key.ts";
import type { StoredFiles } from "./stored_files.ts";

/** Gives stored edges between types and methods in the numbers of the project as it is. */
export class StoredDerived {
  readonly #queries: DerivedEdgeQueries;
  readonly #project: Project;
  readonly #stored: StoredFiles;
  readonly #changes = new Map<string, FileChange>();
  readonly #rows = new Map<string, ReadonlyMap<number, number>>();
  #files: ReadonlyMap<string, ProjectFile> | undefined;

  constructor(
    queries: DerivedEdgeQueries,
    project: Project,
    stored: StoredFiles,
    changes: readonly FileChange[],
  ) {
    this.#queries = queries;
    this.#project = project;
    this.#stored = stored;
    for (const change of changes) {
      if (change.after !== undefined) this.#changes.set(partKey(change.after), change);
    }
  }

  /** Edges from the symbols of a file whose types and methods are those that are stored. */
  *from(file: ProjectFile): Generator<DerivedEdge> {
    const key = partKey(file);
    const stored = this.#stored.of(file);
    if (stored === undefined) return;
    this.#files ??= new Map(this.#project.files.map((one) => [partKey(one), one]));
    for (const { kind, from, to, ...target } of this.#queries.from(stored.id)) {
      const other = this.#files.get(partKey(target));
      const source = this.#rowNow(key, from);
      const row = this.#rowNow(partKey(target), to);
      if (other === undefined || source === undefined || row === undefined) continue;
      yield { kind, from: file.firstSymbol + source, to: other.firstSymbol + row };
    }
  }

  /** Where a type or method stands now that stood in some row. */
  #rowNow(key: string, row: number): number | undefined {
    const change = this.#changes.get(key);
    if (change === undefined) return row;
    let rows = this.#rows.get(key);
    if (rows === undefined) {
      const after = structuralRows(change.after!);
      rows = new Map(structuralRows(change.before!).map((was, at) => [was, after[at]!]));
      this.#rows.set(key, rows);
    }
    return rows.get(row);
  }
}
