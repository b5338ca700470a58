/**
 * From R to C and C++: `.Call` and its kin, through the tables that register routines where there are
 * any, else by the name of the function; and functions that C++ exports to R by an attribute
 * (`[[Rcpp::export]]`, `[[cpp11::register]]`), where the code that joins them is yet to be written.
 */
import { C_LANGUAGES } from "./native_languages.ts";
import { Certainty } from "../resolve/edges.ts";
import { RefKind } from "../extract/facts.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { nearest, sharedFolders } from "../resolve/nearest.ts";

const R = ["r"];
const NATIVE = [...C_LANGUAGES, "fortran"];
const NATIVE_SET: ReadonlySet<string> = new Set(NATIVE);

/** Functions of R that call a routine. */
const KINDS: ReadonlySet<number> = new Set([RefKind.call]);
const CALLS = [".Call", ".External", ".External2", ".C", ".Fortran"];
/** Tables that give routines their names. */
const TABLES = ["R_CallMethodDef", "R_ExternalMethodDef", "R_CMethodDef", "R_FortranMethodDef"];
/** Attributes of functions that are called from R by their own names. */
const ATTRIBUTES = ["Rcpp::export", "cpp11::register"];
/** With more definitions than this a name says nothing. */
const MOST_TARGETS = 3;

/** What `NAMESPACE` says of routines. */
interface Namespace {
  readonly kind: string;
  readonly nativePrefix?: string;
  readonly natives?: Readonly<Record<string, string>>;
}

/** A package: the folder of its `DESCRIPTION`, ending in `/`, and how it names routines. */
interface RPackage {
  readonly folder: string;
  readonly prefix: string;
  readonly natives: Readonly<Record<string, string>>;
}

/** A function under a name that it was given. */
interface Offer {
  readonly file: ProjectFile;
  readonly symbols: readonly number[];
}

class RNative {
  readonly #links: Links;
  readonly #packages: readonly RPackage[];
  readonly #registered = new Map<string, Offer[]>();

  constructor(links: Links) {
    this.#links = links;
    this.#packages = packagesOf(links);
    for (const means of TABLES) {
      for (const site of links.offers(means, NATIVE)) this.#register(site);
    }
  }

  #register(site: Site): void {
    const symbols = this.#links.resolve(site).targets.map(({ symbol }) => symbol);
    if (symbols.length === 0) return;
    const name = this.#links.nameOf(site);
    const offers = this.#registered.get(name);
    if (offers === undefined) this.#registered.set(name, [{ file: site.file, symbols }]);
    else offers.push({ file: site.file, symbols });
  }

  link(): void {
    for (const means of CALLS) {
      for (const site of this.#links.foreignCalls(means, R)) this.#call(site, means);
    }
    for (const means of ATTRIBUTES) this.#attributed(means);
  }

  #call(site: Site, means: string): void {
    const own = this.#packageOf(site.file.path);
    const names = namesOf(this.#links.nameOf(site), own);
    for (const name of names) {
      const offer = this.#offerOf(name, site.file, own);
      if (offer === undefined) continue;
      const isSure = own === undefined || offer.file.path.startsWith(own.folder);
      this.#bridge(site, offer.symbols, means, isSure ? Certainty.exact : Certainty.inferred);
      return;
    }
    for (const name of names) {
      const all = this.#links.functions(name, NATIVE_SET);
      const inside = own === undefined ? [] : all.filter((symbol) => this.#isIn(symbol, own));
      const symbols = nearest(this.#links.project, site.file, inside.length > 0 ? inside : all);
      if (symbols.length > 0) return this.#bridge(site, symbols, means, Certainty.inferred);
    }
  }

  /** The nearest of what is registered under a name; that of the own package before all others. */
  #offerOf(name: string, from: ProjectFile, own: RPackage | undefined): Offer | undefined {
    const offers = this.#registered.get(name) ?? [];
    const inside = own === undefined
      ? []
      : offers.filter(({ file }) => file.path.startsWith(own.folder));
    const [first, ...others] = inside.length > 0 ? inside : offers;
    if (first === undefined) return undefined;
    return others.reduce(
      (best, offer) =>
        sharedFolders(from.path, offer.file.path) > sharedFolders(from.path, best.file.path)
          ? offer
          : best,
      first,
    );
  }

  /** Calls in R of names that it does not define, but C++ does. */
  #attributed(means: string): void {
    const exported = new Map<string, number[]>();
    for (const site of this.#links.offers(means, NATIVE)) {
      const name = this.#links.nameOf(site);
      const symbols = this.#links.resolve(site).targets.map(({ symbol }) => symbol);
      exported.set(name, [...exported.get(name) ?? [], ...symbols]);
    }
    for (const site of this.#links.referencesTo(KINDS, R, exported.keys())) {
      if (this.#links.resolve(site).targets.length > 0) continue;
      const all = exported.get(this.#links.nameOf(site))!;
      const symbols = nearest(this.#links.project, site.file, all);
      this.#bridge(site, symbols, means, Certainty.inferred);
    }
  }

  #bridge(site: Site, symbols: readonly number[], mechanism: string, confidence: number): void {
    if (symbols.length > MOST_TARGETS) return;
    const known = symbols.length > 1 ? Certainty.inferred : confidence;
    for (const symbol of symbols) {
      this.#links.bridge(site, symbol, mechanism, known, symbols.length);
    }
  }

  #isIn(symbol: number, { folder }: RPackage): boolean {
    return this.#links.project.fileOfSymbol(symbol).path.startsWith(folder);
  }

  #packageOf(path: string): RPackage | undefined {
    return this.#packages.find(({ folder }) => path.startsWith(folder));
  }
}

/** Names under which a routine may be registered or defined, the likeliest first. */
function namesOf(name: string, own: RPackage | undefined): readonly string[] {
  if (own === undefined) return [name];
  const renamed = Object.hasOwn(own.natives, name) ? own.natives[name] : undefined;
  if (renamed !== undefined) return [renamed, name];
  const { prefix } = own;
  return prefix !== "" && name.startsWith(prefix) ? [name.slice(prefix.length), name] : [name];
}

/** Packages, the innermost first. */
function packagesOf(links: Links): readonly RPackage[] {
  const namespaces = new Map<string, Namespace>();
  const folders: string[] = [];
  for (const file of links.manifestsIn(R)) {
    const manifest = file.manifest as Namespace;
    const folder = file.path.slice(0, file.path.lastIndexOf("/") + 1);
    if (manifest.kind === "description") folders.push(folder);
    else namespaces.set(folder, manifest);
  }
  return folders.sort((a, b) => b.length - a.length).map((folder) => {
    const { nativePrefix = "", natives = {} } = namespaces.get(folder) ?? {};
    return { folder, prefix: nativePrefix, natives };
  });
}

/** R to C and C++. */
export const rNative: Linker = { link: (links) => new RNative(links).link() };
