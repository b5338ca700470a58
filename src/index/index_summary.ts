/** What a full index found. */
import { type Confidence, CONFIDENCES, Edge, EDGE_KINDS, EdgeCode } from "../resolve/edges.ts";
import type { SkippedPath, SkipReason } from "../scan/skip.ts";
import type { FileRecord } from "../store/file_record.ts";

/** Files of one language. */
export interface LanguageTotal {
  /** Language id. */
  readonly language: string;
  readonly files: number;
  readonly lines: number;
  readonly bytes: number;
}

/** Calls between symbols of the project, by how surely they are known, and the others. */
export interface CallTotals extends Readonly<Record<Confidence, number>> {
  /** Calls of something outside the project. */
  readonly external: number;
  /** Calls of which only the name is known. */
  readonly possible: number;
}

/** The result of a full index. */
export interface IndexSummary {
  readonly root: string;
  readonly databasePath: string;
  /** Bytes. */
  readonly databaseSize: number;
  /** The most files first; manifests not counted. */
  readonly languages: readonly LanguageTotal[];
  /** A document of several languages counts once here, but above for each of them. */
  readonly files: number;
  /** Files among them that only say where modules lie. */
  readonly manifests: number;
  readonly symbols: number;
  /** All edges inside the project. */
  readonly edges: number;
  readonly edgesByKind: Readonly<Partial<Record<string, number>>>;
  readonly calls: CallTotals;
  readonly skipped: readonly { readonly reason: SkipReason; readonly paths: number }[];
  /** Files of which some lines could not be read. */
  readonly partlyReadFiles: number;
  readonly milliseconds: number;
  /** Where the index from before is, since it was damaged. */
  readonly setAside?: string;
}

/** Totals by language. */
export function languageTotals(files: Iterable<FileRecord>): LanguageTotal[] {
  const totals = new Map<string, { files: number; lines: number; bytes: number }>();
  for (const { language, lineCount, size, manifest } of files) {
    if (manifest) continue;
    const total = totals.get(language) ?? { files: 0, lines: 0, bytes: 0 };
    totals.set(language, total);
    total.files++;
    total.lines += lineCount;
    total.bytes += size;
  }
  return Array.from(totals, ([language, total]) => ({ language, ...total }))
    .sort((a, b) => b.files - a.files || (a.language < b.language ? -1 : 1));
}

/** Counts edges as they come. */
export class EdgeTotals {
  readonly #kinds = new Array<number>(EDGE_KINDS.length).fill(0);
  readonly #calls = new Array<number>(CONFIDENCES.length).fill(0);
  #edges = 0;
  #external = 0;
  #possible = 0;

  /** @param edges rows of `Edge`; @param possible references known by name only */
  add(edges: Int32Array, possible: number): void {
    this.#possible += possible;
    for (let at = 0; at < edges.length; at += Edge.STRIDE) {
      const kind = edges[at + Edge.KIND]!;
      const isCall = kind === EdgeCode.calls;
      if (edges[at + Edge.TO]! < 0) {
        if (isCall) this.#external++;
        continue;
      }
      this.#edges++;
      this.#kinds[kind]!++;
      if (isCall) this.#calls[edges[at + Edge.CONFIDENCE]!]!++;
    }
  }

  get totals(): Pick<IndexSummary, "edges" | "edgesByKind" | "calls"> {
    const [exact, inferred, heuristic] = this.#calls as [number, number, number];
    const edgesByKind = Object.fromEntries(
      EDGE_KINDS.flatMap((kind, code) =>
        this.#kinds[code]! > 0 ? [[kind, this.#kinds[code]!]] : []
      ),
    );
    const beyond = { external: this.#external, possible: this.#possible };
    return {
      edges: this.#edges,
      edgesByKind,
      calls: { exact, inferred, heuristic, ...beyond },
    };
  }
}

/** Paths left out, by reason, the most frequent first. */
export function skipTotals(skipped: readonly SkippedPath[]): IndexSummary["skipped"] {
  const totals = new Map<SkipReason, number>();
  for (const { reason } of skipped) totals.set(reason, (totals.get(reason) ?? 0) + 1);
  return Array.from(totals, ([reason, paths]) => ({ reason, paths }))
    .sort((a, b) => b.paths - a.paths || (a.reason < b.reason ? -1 : 1));
}

/** Says that an index was damaged. @param path where it is now */
export function setAsideText(path: string): string {
  return `The index from before was damaged; it is set aside as ${path}`;
}
