/** The graph as exports show it, whole or in part. */
import { type Confidence, EDGE_KINDS, type EdgeKind, type Evidence } from "../../resolve/edges.ts";
import type { SymbolKind } from "../../extract/facts.ts";
import type { StoredEdge } from "../../store/edge_queries.ts";
import type { IndexStore } from "../../store/index_store.ts";
import { isAnonymous } from "../../store/symbol_queries.ts";
import type { StoredSymbol } from "../../store/symbol_row.ts";
import { type ShownLine, shownLine } from "../place.ts";

/** A symbol. Lines count from 1; in notebooks they are those of a cell, which is given, too. */
export interface ExportedSymbol {
  readonly id: number;
  readonly kind: SymbolKind;
  readonly name: string;
  readonly qualifiedName: string;
  readonly file: string;
  readonly cell?: number;
  readonly startLine: number;
  readonly endLine: number;
}

/** An edge, with its place as symbols have it; columns count UTF-16 units from 1. */
export interface ExportedEdge {
  readonly kind: EdgeKind;
  readonly from: number;
  readonly to: number;
  readonly file: string;
  readonly cell?: number;
  readonly line: number;
  readonly column: number;
  readonly confidence: Confidence;
  readonly evidence: Evidence;
  readonly mechanism?: string;
}

/** Symbols whose edges are asked for together. */
const SOURCES_AT_ONCE = 500;

/** A graph that may be too large to be held: symbols first, by path and place, then edges. */
export class ExportedGraph {
  readonly #store: IndexStore;
  readonly #part: readonly StoredSymbol[] | undefined;
  readonly #fileOf = new Map<number, string>();
  /** What each nameless symbol stands in. */
  readonly #around = new Map<number, number>();

  /** @param part only these symbols and the edges between them */
  constructor(store: IndexStore, part?: Iterable<number>) {
    this.#store = store;
    this.#part = part && store.symbols.getAll(part).sort(byPlace);
  }

  /** All symbols, by path and place. */
  *symbols(): Generator<ExportedSymbol> {
    const qualifiedName = this.#store.symbols.qualifiedNames();
    for (const symbol of this.#stored()) {
      const { id, kind, name, file, startLine, endLine } = symbol;
      const { line, ...cell } = shownLine(this.#store, file, startLine);
      yield {
        id,
        kind,
        name,
        qualifiedName: qualifiedName(symbol),
        file,
        ...cell,
        startLine: line,
        endLine: endLine + line - startLine,
      };
    }
  }

  /** Edges between them, in the order of their sources, then of the text and of their targets. */
  *edges(): Generator<ExportedEdge> {
    if (this.#fileOf.size === 0) { for (const _ of this.#stored()); }
    for (const edge of this.#storedEdges()) {
      const { kind, source, target, line, column, confidence, evidence, mechanism } = edge;
      const file = this.#fileOf.get(source)!;
      const place: ShownLine = shownLine(this.#store, file, line);
      yield {
        kind,
        from: source,
        to: target,
        file,
        ...place,
        column,
        confidence,
        evidence,
        ...(mechanism === undefined ? {} : { mechanism }),
      };
    }
  }

  /** The named symbol that a symbol is, or is a nameless part of. Known once the edges are. */
  named(id: number): number {
    let named = id;
    for (let next: number | undefined = id; next !== undefined; next = this.#around.get(next)) {
      named = next;
    }
    return named;
  }

  /** Whether this is what surrounds some symbols, and not all there is. */
  get isPart(): boolean {
    return this.#part !== undefined;
  }

  /** Notes, of each symbol that passes, what its edges need. */
  *#stored(): Generator<StoredSymbol> {
    for (const symbol of this.#part ?? this.#store.symbols.each()) {
      this.#fileOf.set(symbol.id, symbol.file);
      if (isAnonymous(symbol)) this.#around.set(symbol.id, symbol.container);
      yield symbol;
    }
  }

  *#storedEdges(): Generator<StoredEdge> {
    const sources = [...this.#fileOf.keys()];
    for (let first = 0; first < sources.length; first += SOURCES_AT_ONCE) {
      const some = sources.slice(first, first + SOURCES_AT_ONCE);
      for (const edge of this.#store.edges.from(some, EDGE_KINDS)) {
        if (this.#fileOf.has(edge.target)) yield edge;
      }
    }
  }
}

/** A file comes before what stands in it, and that before what stands in that. */
function byPlace(a: StoredSymbol, b: StoredSymbol): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  if (a.language !== b.language) return a.language < b.language ? -1 : 1;
  const isFile = Number(b.kind === "file") - Number(a.kind === "file");
  return isFile || a.startLine - b.startLine || b.endLine - a.endLine || a.line - b.line ||
    a.column - b.column ||
    // What one call makes stands in one place: numbers come in another order after a sync.
    (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id);
}
