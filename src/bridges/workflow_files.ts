/**
 * From a rule that needs a file to the rule that makes it: the names of files are patterns, whose
 * wildcards stand for any text. What is needed by one pattern is made by the rule whose pattern says
 * most of it.
 */
import { Ref } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import { nearest } from "../resolve/nearest.ts";

const HOSTS: readonly string[] = ["snakemake"];
const NEEDS = "snakemake input";
const MAKES = "snakemake output";
const MECHANISM = "file";
/** With more makers than this nothing is said. */
const MOST_MAKERS = 3;
/** A pattern with less text than this says little. */
const LEAST_TEXT = 5;
/** What a wildcard of something needed is, so that only a wildcard matches it. */
const WILDCARD = "{}";

/** What a rule makes. */
interface Made {
  readonly symbols: readonly number[];
  readonly pattern: string;
  readonly matches: RegExp;
  /** Characters that are no wildcard. */
  readonly text: number;
}

class WorkflowFiles {
  readonly #links: Links;
  /** By what the pattern ends with. */
  readonly #made = new Map<string, Made[]>();

  constructor(links: Links) {
    this.#links = links;
    for (const site of links.offers(MAKES, HOSTS)) {
      const pattern = links.nameOf(site);
      const symbols = links.resolve(site).targets.map(({ symbol }) => symbol);
      const text = pattern.replaceAll(WILDCARD, "").length;
      append(this.#made, endOf(pattern), { symbols, pattern, matches: matcher(pattern), text });
    }
  }

  link(): void {
    for (const site of this.#links.foreignCalls(NEEDS, HOSTS)) this.#need(site);
  }

  /** What may have an ending: what has it, and what has a wildcard there. */
  #candidates(end: string): readonly Made[] {
    return end === ""
      ? Array.from(this.#made.values()).flat()
      : [...this.#made.get(end) ?? [], ...this.#made.get("") ?? []];
  }

  /** Where a wildcard of what is needed may stand for text of what is made: all of these may be meant. */
  #possible(pattern: string, candidates: readonly Made[]): Made[] {
    const text = pattern.replaceAll(WILDCARD, "").length;
    if (text < LEAST_TEXT && endOf(pattern) === "") return [];
    const matches = matcher(pattern);
    return candidates
      .filter((made) => matches.test(made.pattern.replaceAll(WILDCARD, "x")))
      .map((made) => ({ ...made, text }));
  }

  #need(site: Site): void {
    const pattern = this.#links.nameOf(site);
    const candidates = this.#candidates(endOf(pattern));
    const equal = candidates.filter((made) => made.pattern === pattern);
    let fitting = equal.length > 0
      ? equal
      : candidates.filter((made) => made.matches.test(pattern));
    if (fitting.length === 0) fitting = this.#possible(pattern, candidates);
    const most = Math.max(...fitting.map(({ text }) => text));
    const best = [
      ...new Set(
        fitting.filter(({ text }) => text === most)
          .flatMap(({ symbols }) => symbols),
      ),
    ];
    // What a rule makes of a file of that name is another file.
    const own = site.file.firstSymbol + Math.max(0, site.file.reference(site.row, Ref.SYMBOL));
    const others = best.filter((symbol) => symbol !== own);
    const makers = nearest(this.#links.project, site.file, others);
    if (makers.length === 0 || makers.length > MOST_MAKERS) return;
    const isSure = makers.length === 1 && (equal.length > 0 || most >= LEAST_TEXT);
    const confidence = isSure ? Certainty.inferred : Certainty.heuristic;
    for (const maker of makers) {
      this.#links.bridge(site, maker, MECHANISM, confidence, makers.length);
    }
  }
}

/** The ending behind the last wildcard, in which files that are one are alike; "" when there is none. */
function endOf(pattern: string): string {
  const rest = pattern.slice(pattern.lastIndexOf(WILDCARD) + 1);
  return /\.\w+$/.exec(rest)?.[0] ?? "";
}

/** What matches a name that the pattern makes. */
function matcher(pattern: string): RegExp {
  const parts = pattern.split(WILDCARD).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".+")}$`);
}

/** Rules to the rules that make what they need. */
export const workflowFiles: Linker = { link: (links) => new WorkflowFiles(links).link() };
