import { Ref, RefKind, Sym } from "../../src/extract/facts.ts";
import { CONFIDENCES, Edge, EdgeCode, evidenceOf, EVIDENCES } from "../../src/resolve/edges.ts";
import type { ReadProject } from "./read_project.ts";

/** A call, with what the product says of it. */
export interface CallSite {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly source: string;
  readonly name: string;
  /** `target (confidence, evidence)` for each edge; empty when nothing is said. */
  readonly said: readonly string[];
}

const CALLS: ReadonlySet<number> = new Set([RefKind.call, RefKind.construct]);
/** Of languages in which nothing is called (HCL). */
const READS: ReadonlySet<number> = new Set([RefKind.value]);
const SHOWN: ReadonlySet<number> = new Set([EdgeCode.calls, EdgeCode.references]);

/**
 * Call sites to be judged by hand, spread evenly over those whose name the project defines: of others
 * nothing inside it can be meant. Where nothing is called, what is read stands for them.
 */
export function callSites(read: ReadProject, wanted: number): CallSite[] {
  const { project } = read;
  const edges = edgesBySite(read);
  const calls = sitesOf(read, CALLS);
  const sites = calls.length > 0 ? calls : sitesOf(read, READS);
  const step = Math.max(1, sites.length / wanted);
  const chosen: CallSite[] = [];
  for (let at = step / 2; at < sites.length && chosen.length < wanted; at += step) {
    const { file: id, row } = sites[Math.floor(at)]!;
    const file = project.file(id);
    const line = file.reference(row, Ref.LINE);
    const column = file.reference(row, Ref.COLUMN);
    const text = Deno.readTextFileSync(`${read.root}/${file.path}`).split("\n")[line - 1] ?? "";
    chosen.push({
      path: file.path,
      line,
      column,
      source: text.trim(),
      name: file.text(file.reference(row, Ref.NAME)),
      said: edges.get(`${id} ${line} ${column}`) ?? [],
    });
  }
  return chosen;
}

interface Place {
  readonly file: number;
  readonly row: number;
}

function sitesOf({ project }: ReadProject, kinds: ReadonlySet<number>): Place[] {
  const sites: Place[] = [];
  for (const file of project.files) {
    for (let row = 0; row < file.count("references"); row++) {
      if (!kinds.has(file.reference(row, Ref.KIND))) continue;
      const name = file.nameIds[file.reference(row, Ref.NAME)]!;
      // Names that are read may be parts of those that are defined.
      if (kinds === READS || project.symbolsNamed(name).length > 0) {
        sites.push({ file: file.id, row });
      }
    }
  }
  return sites;
}

function edgesBySite({ project, resolution }: ReadProject): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const { edges, externals } = resolution;
  for (let at = 0; at < edges.length; at += Edge.STRIDE) {
    if (!SHOWN.has(edges[at + Edge.KIND]!)) continue;
    const key = `${edges[at + Edge.FILE]} ${edges[at + Edge.LINE]} ${edges[at + Edge.COLUMN]}`;
    const to = edges[at + Edge.TO]!;
    const target = to < 0
      ? `external ${externals[edges[at + Edge.EXTERNAL]!]}`
      : place(project, to);
    const confidence = CONFIDENCES[edges[at + Edge.CONFIDENCE]!];
    const evidence = EVIDENCES[evidenceOf(edges[at + Edge.EVIDENCE]!)];
    found.set(key, [...found.get(key) ?? [], `${target} (${confidence}, ${evidence})`]);
  }
  return found;
}

function place(project: ReadProject["project"], symbol: number): string {
  const file = project.fileOfSymbol(symbol);
  const row = symbol - file.firstSymbol;
  const names: string[] = [];
  for (let at = row; at > 0; at = file.symbol(at, Sym.CONTAINER)) names.unshift(file.nameOf(at));
  return `${names.join(".")} ${file.path}:${file.symbol(row, Sym.NAME_LINE)}`;
}
