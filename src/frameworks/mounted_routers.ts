/** The routers of a framework in a project, told apart by where they are made, and where they are mounted. */
import { callAt, type GivenCall } from "../resolve/given.ts";
import type { Links } from "../resolve/links.ts";
import { type Origin, originKey } from "../resolve/origins.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { Mounts, type Prefix } from "./mounts.ts";
import { joinedPath } from "./route_path.ts";

/** What a framework says of its routers. */
export interface RouterKind {
  /** Whether a class, by its qualified names, is mounted in nothing. */
  readonly isApplication: (names: readonly string[]) => boolean;
  /** Path that a router has by itself: `Blueprint(url_prefix="/items")`; undefined for none. */
  readonly ownPath: (call: GivenCall, links: Links) => string | undefined;
}

/** Finds out where routers begin. */
export class MountedRouters {
  readonly #links: Links;
  readonly #kind: RouterKind;
  readonly #mounts = new Mounts();
  readonly #met = new Set<string>();
  readonly #ownPaths = new Map<string, string>();

  constructor(links: Links, kind: RouterKind) {
    this.#links = links;
    this.#kind = kind;
  }

  /** Keys of the routers that an expression may be. */
  keysOf(file: ProjectFile, expression: number): readonly string[] {
    return this.#links.origins.of(file, expression).map((origin) => this.keyOf(origin));
  }

  /** Key of a router by where it comes from. */
  keyOf(origin: Origin): string {
    const key = originKey(origin);
    if (this.#met.has(key) || origin.tag !== "expression") return key;
    this.#met.add(key);
    const call = callAt(origin.file, origin.expression);
    const own = call === undefined ? undefined : this.#kind.ownPath(call, this.#links);
    if (own !== undefined) this.#ownPaths.set(key, own);
    if (this.#kind.isApplication(this.#links.typeNamesFrom(origin))) {
      this.#mounts.addRoot(key, own);
    }
    return key;
  }

  /**
   * Notes that a router is mounted in another.
   * @param path undefined for one that is not known
   * @param replacesOwn whether the path takes the place of the router's own instead of going before it
   */
  mount(child: string, parent: string, path: string | undefined, replacesOwn = false): void {
    const own = replacesOwn ? "" : this.#ownPaths.get(child) ?? "";
    this.#mounts.add(child, parent, path === undefined ? undefined : joinedPath(path, own));
  }

  /** All paths at which a router is reached; asked when all mounts are known. */
  prefixesOf(key: string): readonly Prefix[] {
    return this.#mounts.isKnown(key)
      ? this.#mounts.prefixesOf(key)
      : [{ path: this.#ownPaths.get(key) ?? "", isRooted: false }];
  }
}
