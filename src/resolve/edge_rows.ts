/** The rows of edges, as resolution adds them. */
import { Ref, Sym } from "../extract/facts.ts";
import { RowTable } from "../extract/facts_builder.ts";
import { Certainty, Edge, EvidenceCode, Possible } from "./edges.ts";
import type { Project, ProjectFile } from "./project.ts";

/** What references make. */
export interface Edges {
  /** Rows of `Edge`. */
  readonly edges: Int32Array;
  /** Rows of `Possible`: calls of which only the name is known, where the project defines such a name. */
  readonly possible: Int32Array;
  /** Qualified names of what lies outside, indexed by `Edge.EXTERNAL`. */
  readonly externals: readonly string[];
}

/** Where an edge stands. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Edges and possible references, with the names of what lies outside. */
export class EdgeRows {
  readonly #edges = new RowTable(Edge.STRIDE);
  readonly #possible = new RowTable(Possible.STRIDE);
  readonly #externals: string[] = [];
  #takenExternals = 0;
  readonly #externalIndex = new Map<string, number>();
  readonly #project: Project;

  constructor(project: Project) {
    this.#project = project;
  }

  /** How many edges there are that were not taken. */
  get count(): number {
    return this.#edges.count;
  }

  /** Number of a name outside the project, for `Edge.EXTERNAL`. */
  external(name: string): number {
    let index = this.#externalIndex.get(name);
    if (index === undefined) {
      index = this.#externals.push(name) - 1;
      this.#externalIndex.set(name, index);
    }
    return index;
  }

  /** Adds an edge. @param external number of what it leads to outside; -1 where it leads to a symbol */
  add(
    file: ProjectFile,
    kind: number,
    from: number,
    to: number,
    place: LineAndColumn,
    confidence: number,
    evidence: number,
    external: number,
    candidates: number,
  ): void {
    const edges = this.#edges;
    const row = edges.add();
    edges.set(row, Edge.KIND, kind);
    edges.set(row, Edge.FROM, from);
    edges.set(row, Edge.TO, to);
    edges.set(row, Edge.FILE, file.id);
    edges.set(row, Edge.LINE, place.line);
    edges.set(row, Edge.COLUMN, place.column);
    edges.set(row, Edge.CONFIDENCE, confidence);
    edges.set(row, Edge.EVIDENCE, evidence);
    edges.set(row, Edge.EXTERNAL, external);
    edges.set(row, Edge.CANDIDATES, candidates);
  }

  /** Adds an edge that no reference makes, at the name of the symbol that it is from. */
  addAtName(
    kind: number,
    from: number,
    to: number,
    confidence: number = Certainty.inferred,
    evidence: number = EvidenceCode.dispatch,
    external = -1,
  ): void {
    const file = this.#project.fileOfSymbol(from);
    this.add(file, kind, from, to, this.placeOfName(from), confidence, evidence, external, 1);
  }

  /** Adds a reference of which only the name is known. */
  addPossible(file: ProjectFile, row: number, name: number): void {
    const possible = this.#possible;
    const at = possible.add();
    possible.set(at, Possible.KIND, file.reference(row, Ref.KIND));
    possible.set(
      at,
      Possible.FROM,
      file.firstSymbol + Math.max(0, file.reference(row, Ref.SYMBOL)),
    );
    possible.set(at, Possible.NAME, name);
    possible.set(at, Possible.FILE, file.id);
    possible.set(at, Possible.LINE, file.reference(row, Ref.LINE));
    possible.set(at, Possible.COLUMN, file.reference(row, Ref.COLUMN));
  }

  /** Where the name of a symbol stands. */
  placeOfName(symbol: number): LineAndColumn {
    const file = this.#project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    return {
      line: file.symbol(row, Sym.NAME_LINE),
      column: file.symbol(row, Sym.NAME_COLUMN),
    };
  }

  /** What came to be since it was last taken. */
  take(): Edges {
    const taken = {
      edges: this.#edges.view().slice(),
      possible: this.#possible.view().slice(),
      externals: this.#externals.slice(this.#takenExternals),
    };
    this.#edges.clear();
    this.#possible.clear();
    this.#takenExternals = this.#externals.length;
    return taken;
  }

  /** All edges so far, if none were taken. */
  finish(): Edges {
    return {
      edges: this.#edges.view(),
      possible: this.#possible.view(),
      externals: this.#externals,
    };
  }
}
