/**
 * From where a program goes to a screen to the component that is shown there: `navigate("/users/1")`,
 * `<Link to="/about">`, `router.push({ name: "login" })`. Of paths that are put together, what is put in
 * stands for a parameter.
 */
import { Ref, UNKNOWN_TEXT } from "../extract/facts.ts";
import { Certainty, EdgeCode, EvidenceCode } from "../resolve/edges.ts";
import type { Links, Site } from "../resolve/links.ts";
import { append } from "../resolve/multimap.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { rootedPath, sharedForm } from "./route_path.ts";

/** A screen of a program. */
interface Screen {
  readonly segments: readonly string[];
  readonly components: readonly number[];
}

/** A screen that has a name. */
interface NamedScreen {
  readonly file: ProjectFile;
  readonly components: readonly number[];
}

/** With more components than this a path says nothing. */
const MOST_COMPONENTS = 3;
const PARAMETER = /^\{.*\}$/;

/** The screens of one router. */
export class Screens {
  readonly #links: Links;
  readonly #mechanism: string;
  readonly #screens: Screen[] = [];
  /** By name, where each is named. */
  readonly #named = new Map<string, NamedScreen[]>();

  /** @param framework its name, for people */
  constructor(links: Links, framework: string) {
    this.#links = links;
    this.#mechanism = `${framework} navigation`;
  }

  get isEmpty(): boolean {
    return this.#screens.length === 0 && this.#named.size === 0;
  }

  /** Notes what is shown at a path, in the framework's own form. */
  add(path: string, components: readonly number[]): void {
    if (components.length === 0) return;
    this.#screens.push({ segments: segmentsOf(sharedForm(path)), components });
  }

  /** Notes what is shown under a name that is given in a file. */
  addNamed(name: string, file: ProjectFile, components: readonly number[]): void {
    if (components.length > 0) append(this.#named, name, { file, components });
  }

  /** Adds edges from where a path is gone to. */
  goTo(site: Site, path: string): void {
    const [plain = ""] = path.split(/[?#]/);
    this.#lead(site, this.#shownAt(segmentsOf(plain)));
  }

  /** Adds edges from where a screen is gone to by its name: one that the same file names, if it does. */
  goToNamed(site: Site, name: string): void {
    const screens = this.#named.get(name) ?? [];
    const own = screens.filter(({ file }) => file === site.file);
    const meant = own.length > 0 ? own : screens;
    this.#lead(site, new Set(meant.flatMap(({ components }) => components)));
  }

  #lead(site: Site, components: ReadonlySet<number>): void {
    if (components.size > MOST_COMPONENTS) return;
    const from = site.file.firstSymbol + Math.max(0, site.file.reference(site.row, Ref.SYMBOL));
    for (const to of components) {
      this.#links.addEdge(this.#links.placeOf(site), from, to, {
        kind: EdgeCode.calls,
        evidence: EvidenceCode.framework,
        mechanism: this.#mechanism,
        confidence: Certainty.inferred,
        candidates: components.size,
      });
    }
  }

  /** Of the screens whose path fits, those that leave the least open. */
  #shownAt(segments: readonly string[]): ReadonlySet<number> {
    const fitting = this.#screens.filter((screen) => fits(screen.segments, segments));
    const openness = ({ segments: own }: Screen): number =>
      own.filter((segment) => PARAMETER.test(segment)).length;
    const least = Math.min(...fitting.map(openness));
    return new Set(
      fitting.filter((screen) => openness(screen) === least).flatMap(({ components }) =>
        components
      ),
    );
  }
}

function segmentsOf(path: string): readonly string[] {
  return rootedPath(path).split("/").filter((segment) => segment !== "");
}

function fits(screen: readonly string[], given: readonly string[]): boolean {
  return screen.length === given.length &&
    screen.every((segment, at) =>
      PARAMETER.test(segment) ? !segment.endsWith("*}") : segment === given[at] &&
        !given[at].includes(UNKNOWN_TEXT)
    );
}
