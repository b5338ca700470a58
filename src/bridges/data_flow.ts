/**
 * From a process to those that give what it takes, as workflows say it: channels of Nextflow, calls' inputs
 * of WDL. The edge stands where the process declares its input, and says which workflow joins the two.
 */
import { Kind, Ref, RefKind, Sym } from "../extract/facts.ts";
import { Certainty, EdgeCode, EvidenceCode } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { LinkPlace, Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";

/** Marks what a process takes. */
const INPUT = "flow input";
/** By what data flows, and in which languages. */
const MEANS: readonly (readonly [means: string, language: string])[] = [
  ["channel", "nextflow"],
  ["call input", "wdl"],
];

class DataFlow {
  readonly #links: Links;
  /** Where processes declare what they take, by symbol and name. */
  readonly #inputs = new Map<string, LinkPlace>();
  /** What each file calls, by the names written. */
  readonly #called = new Map<ProjectFile, ReadonlyMap<string, readonly number[]>>();
  /** Edges that are there: several workflows may join the same two. */
  readonly #made = new Set<string>();

  constructor(links: Links) {
    this.#links = links;
  }

  link(): void {
    for (const [, language] of MEANS) this.#noteInputs(language);
    for (const [means, language] of MEANS) {
      for (const site of this.#links.offers(means, [language])) this.#flow(site, means);
    }
  }

  #noteInputs(language: string): void {
    for (const site of this.#links.foreignCalls(INPUT, [language])) {
      const owner = site.file.firstSymbol + site.file.reference(site.row, Ref.SYMBOL);
      this.#inputs.set(`${owner} ${this.#links.nameOf(site)}`, this.#links.placeOf(site));
    }
  }

  #flow(site: Site, means: string): void {
    const [path = "", input = ""] = this.#links.ownerOf(site).split(" ");
    const called = this.#called.get(site.file) ?? this.#callsOf(site.file);
    const workflow = site.file.nameOf(Math.max(0, site.file.reference(site.row, Ref.SYMBOL)));
    for (const from of this.#rules(site)) {
      for (const to of called.get(path) ?? []) {
        if (to !== from) this.#join(from, to, input, `${means} in ${workflow}`);
      }
    }
  }

  /** What a file calls, by the names written. */
  #callsOf(file: ProjectFile): ReadonlyMap<string, readonly number[]> {
    const calls = new Map<string, readonly number[]>();
    for (let row = 0; row < file.count("references"); row++) {
      if (file.reference(row, Ref.KIND) !== RefKind.call) continue;
      const path = this.#links.writtenPath({ file, row });
      if (!calls.has(path)) calls.set(path, this.#rules({ file, row }));
    }
    this.#called.set(file, calls);
    return calls;
  }

  /** Processes and workflows that a reference means. */
  #rules(site: Site): readonly number[] {
    return this.#links.resolve(site).targets.map(({ symbol }) => symbol).filter((symbol) => {
      const file = this.#links.project.fileOfSymbol(symbol);
      return file.symbol(symbol - file.firstSymbol, Sym.KIND) === Kind.rule;
    });
  }

  #join(from: number, to: number, input: string, mechanism: string): void {
    const place = this.#inputs.get(`${to} ${input}`) ?? this.#definitionOf(to);
    const key = `${from} ${to} ${place.line} ${place.column}`;
    if (this.#made.has(key)) return;
    this.#made.add(key);
    this.#links.addEdge(place, to, from, {
      kind: EdgeCode.bridges,
      evidence: EvidenceCode.bridge,
      mechanism,
      confidence: Certainty.inferred,
    });
  }

  #definitionOf(symbol: number): LinkPlace {
    const file = this.#links.project.fileOfSymbol(symbol);
    const row = symbol - file.firstSymbol;
    return {
      file,
      line: file.symbol(row, Sym.START_LINE),
      column: file.symbol(row, Sym.NAME_COLUMN),
    };
  }
}

/** Processes to those that give what they take. */
export const dataFlow: Linker = { link: (links) => new DataFlow(links).link() };
