/**
 * Modules that programs in other languages make for Python, what they offer under which names, and the
 * references in Python that mean it: those whose import leads to a module of that name.
 */
import { RefKind } from "../extract/facts.ts";
import { Certainty } from "../resolve/edges.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { sharedFolders } from "../resolve/nearest.ts";
import { outsidePath } from "./python_paths.ts";

const PYTHON = ["python"];
const KINDS: ReadonlySet<number> = new Set([
  RefKind.call,
  RefKind.construct,
  RefKind.value,
  RefKind.decorate,
  RefKind.inherit,
]);
/** More overloads than this are a way to give one name to all. */
const MOST_TARGETS = 8;
/** A module whose name the build gives. */
const BY_BUILD = /^[A-Z][A-Z0-9_]+$/;

/** Something that Python can name. */
export interface Offer {
  readonly name: string;
  /** Class that it is a member of; "" for what a module has itself. */
  readonly owner: string;
  readonly file: ProjectFile;
  readonly symbols: readonly number[];
  /** How it is given its name, for people. */
  readonly means: string;
}

interface Extension {
  readonly name: string;
  readonly file: ProjectFile;
}

/** What a path may mean. */
interface Meant {
  readonly offers: readonly Offer[];
  readonly confidence: number;
}

/** All such modules of a project. */
export class PythonExtensions {
  readonly #links: Links;
  readonly #modules: Extension[] = [];
  readonly #offers = new Map<string, Offer[]>();
  readonly #modulesOf = new Map<ProjectFile, readonly Extension[]>();

  constructor(links: Links) {
    this.#links = links;
  }

  /** Notes a module, by the last part of its name. */
  module(name: string, file: ProjectFile): void {
    const isKnown = this.#modules.some((known) => known.name === name && known.file === file);
    if (!isKnown) this.#modules.push({ name, file });
  }

  /** Notes what a module or a class has. */
  offer(offer: Offer): void {
    if (offer.symbols.length > 0) append(this.#offers, offer.name, offer);
  }

  /** Adds the edges of all references in Python that mean what was noted. */
  link(): void {
    const names = new Set<number>();
    for (const name of this.#offers.keys()) {
      const id = this.#links.project.nameId(name);
      if (id >= 0) names.add(id);
    }
    for (const site of this.#links.naming(names, KINDS, PYTHON)) this.#bridge(site);
  }

  #bridge(site: Site): void {
    const outside = outsidePath(this.#links, site);
    // A variable of the same name that holds what the function gave.
    if (outside.endsWith("()")) return;
    const path = outside.split(".").map((part) => part.replace("()", ""));
    const name = path.at(-1)!;
    const meant = this.#meant(path, this.#offers.get(name) ?? [], site.file);
    if (meant === undefined) return;
    const means = new Map(
      meant.offers.flatMap((offer) => offer.symbols.map((symbol) => [symbol, offer.means])),
    );
    if (means.size > MOST_TARGETS) return;
    const confidence = means.size > 1
      ? Math.max(meant.confidence, Certainty.inferred)
      : meant.confidence;
    for (const [symbol, mechanism] of means) {
      this.#links.bridge(site, symbol, mechanism, confidence, means.size);
    }
  }

  #meant(path: readonly string[], offers: readonly Offer[], from: ProjectFile): Meant | undefined {
    for (let at = path.length - 2; at >= 0; at--) {
      const named = this.#modules.filter(({ name }) => name === path[at]);
      const inside = nearestOf(offers.filter((offer) => this.#isOf(offer, named)), from);
      const meant = member(inside, path.slice(at + 1, -1));
      if (meant === undefined) continue;
      const isOwn = meant.offers.every(({ file }) => named.some((module) => module.file === file));
      return isOwn
        ? meant
        : { ...meant, confidence: Math.max(meant.confidence, Certainty.inferred) };
    }
    return this.#meantByBuild(path, offers, from);
  }

  /** What may be of a module whose name the build gives: a guess. */
  #meantByBuild(
    path: readonly string[],
    offers: readonly Offer[],
    from: ProjectFile,
  ): Meant | undefined {
    if (path.length < 2) return undefined;
    const nameless = this.#modules.filter(({ name }) => BY_BUILD.test(name));
    if (nameless.length === 0) return undefined;
    const inside = nearestOf(offers.filter((offer) => this.#isOf(offer, nameless)), from);
    const meant = member(inside, path.length > 2 ? path.slice(2, -1) : []);
    return meant === undefined ? undefined : { ...meant, confidence: Certainty.heuristic };
  }

  #isOf({ file }: Offer, modules: readonly Extension[]): boolean {
    const own = this.#modulesNear(file);
    return modules.some((module) => own.includes(module));
  }

  /** Modules that a file has part in: those that it makes itself, else those that lie nearest. */
  #modulesNear(file: ProjectFile): readonly Extension[] {
    let near = this.#modulesOf.get(file);
    if (near !== undefined) return near;
    near = this.#modules.filter((module) => module.file === file);
    if (near.length === 0) near = nearestOf(this.#modules, file);
    this.#modulesOf.set(file, near);
    return near;
  }
}

function nearestOf<Item extends { readonly file: ProjectFile }>(
  items: readonly Item[],
  from: ProjectFile,
): readonly Item[] {
  if (items.length < 2) return items;
  const shared = items.map(({ file }) => sharedFolders(file.path, from.path));
  const most = Math.max(...shared);
  return items.filter((_, i) => shared[i] === most);
}

/** Of what a module offers under one name, what is meant behind some names: classes, modules in it. */
function member(offers: readonly Offer[], between: readonly string[]): Meant | undefined {
  const own = offers.filter(({ owner }) => owner === "");
  if (between.length === 0) return some(own, Certainty.exact);
  const ofClass = offers.filter(({ owner }) => between.includes(owner));
  if (ofClass.length > 0) return some(ofClass, Certainty.exact);
  // What a function of the module gives, or a class that inherits, has it from the one that is there.
  const members = offers.filter(({ owner }) => owner !== "");
  if (members.length === 0) return some(own, Certainty.inferred);
  const isOne = members.every(({ owner }) => owner === members[0]!.owner);
  return isOne ? some(members, Certainty.inferred) : undefined;
}

function some(offers: readonly Offer[], confidence: number): Meant | undefined {
  return offers.length === 0 ? undefined : { offers, confidence };
}
