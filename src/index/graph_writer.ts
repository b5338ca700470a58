/** Writes what was worked out of changed files in place of what an index has of them. */
import { Edge, evidenceOf, mechanismOf, Possible, withMechanism } from "../resolve/edges.ts";
import type { LinkRows } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import type { Project, ProjectFile } from "../resolve/project.ts";
import type { Edges } from "../resolve/edge_rows.ts";
import type { Places } from "../resolve/places.ts";
import { isTestPath } from "../resolve/test_path.ts";
import { SymbolColumn } from "../store/file_record.ts";
import type { IndexUpdater } from "../store/index_updater.ts";
import { askedRows } from "./asked_rows.ts";
import type { ChangedFiles } from "./changed_files.ts";
import type { ReadFile } from "./former_content.ts";
import { partKey } from "./part_key.ts";
import { factsRow, linkSymbolRows, symbolRows } from "./store_rows.ts";
import type { StoredFiles } from "./stored_files.ts";

/** Numbers of the store: of a file, and of its symbols by position. */
interface StoredIds {
  readonly file: number;
  readonly symbols: Int32Array;
}

/** Writes one change of a graph. */
export class GraphWriter {
  readonly #updater: IndexUpdater;
  readonly #stored: StoredFiles;
  readonly #project: Project;
  readonly #changed: ChangedFiles;
  readonly #ids = new Map<ProjectFile, StoredIds>();

  /** @param project as it is now */
  constructor(
    updater: IndexUpdater,
    stored: StoredFiles,
    project: Project,
    changed: ChangedFiles,
  ) {
    this.#updater = updater;
    this.#stored = stored;
    this.#project = project;
    this.#changed = changed;
  }

  /**
   * Writes files, and edges at some places.
   * @param links what bridges and frameworks add; undefined when that stands as it is
   */
  write(
    places: ReadonlyMap<ProjectFile, Places>,
    edges: Edges,
    links: LinkRows | undefined,
  ): void {
    const updater = this.#updater;
    for (const file of this.#changed.removed) {
      updater.former.keep(file);
      updater.removeFile(file.id);
    }
    for (const file of places.keys()) {
      const read = this.#changed.read.get(partKey(file));
      if (read !== undefined) this.#ids.set(file, this.#putFile(file, read));
    }
    const edgesOf = this.#edgesByFile(places, edges);
    const possibleOf = this.#possibleByFile(edges);
    for (const [file, own] of places) {
      const stored = this.#stored.of(file);
      updater.edges.set(stored?.id, own, edgesOf.get(file) ?? [], possibleOf.get(file) ?? []);
    }
    if (links !== undefined) this.#putLinks(links);
  }

  /** Stored number of a file. */
  idOf(file: ProjectFile): number {
    return this.#stored.of(file)?.id ?? this.#idsOf(file).file;
  }

  #idsOf(file: ProjectFile): StoredIds {
    let ids = this.#ids.get(file);
    if (ids === undefined) {
      const { id } = this.#stored.of(file)!;
      this.#ids.set(file, ids = { file: id, symbols: this.#updater.symbols.idsIn(id) });
    }
    return ids;
  }

  /** Stored number of a (global) symbol. */
  #symbolId(symbol: number): number {
    const file = this.#project.fileOfSymbol(symbol);
    return this.#idsOf(file).symbols[symbol - file.firstSymbol]!;
  }

  #putFile(file: ProjectFile, { parsed, facts }: ReadFile): StoredIds {
    const updater = this.#updater;
    const { facts: { prose, encoded }, ...read } = parsed;
    const names = {
      idOf: (name: number): number => updater.names.idOf(this.#project.name(name), false),
      borneId: (name: number): number => updater.names.idOf(this.#project.name(name), true),
    };
    const symbols = symbolRows([file], names);
    for (let at = 0; at < symbols.length; at += SymbolColumn.STRIDE) {
      const container = symbols[at + SymbolColumn.CONTAINER]!;
      if (container > 0) symbols[at + SymbolColumn.CONTAINER] = container - file.firstSymbol;
    }
    const stored = this.#stored.of(file);
    if (stored !== undefined) updater.former.keep(stored);
    return updater.putFile(stored, {
      record: { ...read, test: isTestPath(file.path) },
      unreadable: facts.unreadable,
      symbols,
      prose: new TextDecoder().decode(prose).split("\0"),
      facts: factsRow(0, encoded, file.nameIds, facts.manifest),
    });
  }

  /** Rows of edges with stored numbers, of those that stand at the places. */
  #edgesByFile(
    places: ReadonlyMap<ProjectFile, Places>,
    { edges, externals }: Edges,
  ): Map<ProjectFile, Int32Array[]> {
    const edgesOf = new Map<ProjectFile, Int32Array[]>();
    for (let at = 0; at < edges.length; at += Edge.STRIDE) {
      const row = edges.slice(at, at + Edge.STRIDE);
      const file = this.#project.fileOfSymbol(row[Edge.FROM]!);
      if (places.get(file)?.has(row[Edge.LINE]!, row[Edge.COLUMN]!) !== true) continue;
      const target = row[Edge.TO]!;
      row[Edge.FROM] = this.#symbolId(row[Edge.FROM]!);
      row[Edge.TO] = target >= 0
        ? this.#symbolId(target)
        : this.#updater.externalId(externals[row[Edge.EXTERNAL]!]!);
      append(edgesOf, file, row);
    }
    return edgesOf;
  }

  #possibleByFile({ possible }: Edges): Map<ProjectFile, Int32Array[]> {
    const possibleOf = new Map<ProjectFile, Int32Array[]>();
    for (let at = 0; at < possible.length; at += Possible.STRIDE) {
      const row = possible.slice(at, at + Possible.STRIDE);
      const file = this.#project.fileOfSymbol(row[Possible.FROM]!);
      row[Possible.FROM] = this.#symbolId(row[Possible.FROM]!);
      row[Possible.NAME] = this.#updater.names.idOf(this.#project.name(row[Possible.NAME]!), false);
      append(possibleOf, file, row);
    }
    return possibleOf;
  }

  #putLinks({ symbols, edges, mechanisms, asked }: LinkRows): void {
    const { symbolCount } = this.#project;
    const made = this.#updater.symbols.setOfLinks(linkSymbolRows(
      symbols,
      (name) => this.#updater.names.idOf(name, true),
      (file) => ({ file: this.#idsOf(file).file, container: this.#idsOf(file).symbols[0]! }),
    ));
    const idOf = (symbol: number): number =>
      symbol >= symbolCount ? made[symbol - symbolCount]! : this.#symbolId(symbol);
    const rows: Int32Array[] = [];
    for (let at = 0; at < edges.length; at += Edge.STRIDE) {
      const row = edges.slice(at, at + Edge.STRIDE);
      const evidence = row[Edge.EVIDENCE]!;
      const mechanism = mechanisms[mechanismOf(evidence)];
      row[Edge.FROM] = idOf(row[Edge.FROM]!);
      row[Edge.TO] = idOf(row[Edge.TO]!);
      if (mechanism !== undefined) {
        const stored = this.#updater.mechanismId(mechanism);
        row[Edge.EVIDENCE] = withMechanism(evidenceOf(evidence), stored - 1);
      }
      rows.push(row);
    }
    this.#updater.edges.setLinks(rows);
    this.#updater.setAsked(askedRows(asked));
  }
}
