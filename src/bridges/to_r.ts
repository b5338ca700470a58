/** From Python and Julia to R: packages and functions that rpy2 and RCall call. */
import { RefKind } from "../extract/facts.ts";
import { foreignPath } from "../extract/foreign_modules.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import { nearest } from "../resolve/nearest.ts";

const R = ["r"];
const R_SET: ReadonlySet<string> = new Set(R);
const LANGUAGES = ["python", "julia"];
const KINDS: ReadonlySet<number> = new Set([RefKind.call, RefKind.value]);
/** How calls stand in texts and by name. */
const MEANS = ["rpy2", "RCall", "rcall"];
/** What R itself offers to Python. */
const INTERPRETER = /^rpy2\.robjects\.(?:r|globalenv)\.([\w.]+)$/;
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

/** What a manifest may say of a package. */
interface Description {
  readonly kind: string;
  readonly package?: string;
}

class ToR {
  readonly #links: Links;
  /** Folders of packages, ending in `/`, by name. */
  readonly #packages = new Map<string, string>();

  constructor(links: Links) {
    this.#links = links;
    for (const file of links.manifestsIn(R)) {
      const { kind, package: name } = file.manifest as Description;
      if (kind !== "description" || name === undefined) continue;
      this.#packages.set(name, file.path.slice(0, file.path.lastIndexOf("/") + 1));
    }
  }

  link(): void {
    for (const site of this.#links.naming(this.#names(), KINDS, LANGUAGES)) this.#call(site);
    for (const means of MEANS) {
      for (const site of this.#links.foreignCalls(means, LANGUAGES)) {
        this.#bridge(site, this.#named(this.#links.nameOf(site)), means, Certainty.heuristic);
      }
    }
  }

  /** Names of functions in R, and those under which Python has them: it knows no dots in names. */
  #names(): ReadonlySet<number> {
    const { project } = this.#links;
    const names = this.#links.definedNames(R);
    for (const id of [...names]) {
      const name = project.name(id);
      const translated = name.includes(".") ? project.nameId(name.replaceAll(".", "_")) : -1;
      if (translated >= 0) names.add(translated);
    }
    return names;
  }

  #call(site: Site): void {
    const { targets, external } = this.#links.resolve(site);
    if (targets.length > 0 || external === undefined) return;
    const direct = INTERPRETER.exec(external)?.[1];
    if (direct !== undefined) {
      return this.#bridge(site, this.#named(direct), "rpy2", Certainty.heuristic);
    }
    const path = foreignPath("r", external);
    const mechanism = site.file.language === "python" ? "rpy2" : "RCall";
    if (path === undefined) return;
    const [owner, name] = [path.module, ...path.members].filter((part) => part !== "");
    const folder = owner === undefined ? undefined : this.#packages.get(owner);
    if (folder === undefined || name === undefined) return;
    const inside = this.#named(name).filter((symbol) =>
      this.#links.project.fileOfSymbol(symbol).path.startsWith(folder)
    );
    this.#bridge(site, inside, mechanism, Certainty.exact);
  }

  #named(name: string): readonly number[] {
    const found = this.#links.functions(name, R_SET);
    return found.length > 0 || !name.includes("_")
      ? found
      : this.#links.functions(name.replaceAll("_", "."), R_SET);
  }

  #bridge(site: Site, all: readonly number[], mechanism: string, confidence: number): void {
    const symbols = nearest(this.#links.project, site.file, all);
    if (symbols.length > MOST_TARGETS) return;
    const known = symbols.length > 1 ? Certainty.heuristic : confidence;
    for (const symbol of symbols) {
      this.#links.bridge(site, symbol, mechanism, known, symbols.length);
    }
  }
}

/** Python and Julia to R. */
export const toR: Linker = { link: (links) => new ToR(links).link() };
