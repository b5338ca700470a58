/** What is mounted in what: blueprints in applications, routers in routers, lists of routes in lists. */
import { UNKNOWN_TEXT } from "../extract/facts.ts";
import { joinedPath } from "./route_path.ts";

/** Where a router's routes begin. */
export interface Prefix {
  readonly path: string;
  /** Whether it leads up to an application. */
  readonly isRooted: boolean;
}

interface Mount {
  /** Key of what it is mounted in. */
  readonly parent: string;
  readonly path: string;
}

/** Mounts beyond this say no more. */
const MOST_PREFIXES = 32;
const DEEPEST = 12;

/** Mounts of one framework in a project, by keys that tell routers apart. */
export class Mounts {
  readonly #mounts = new Map<string, Mount[]>();
  readonly #roots = new Map<string, string>();

  /** Notes an application, which is mounted in nothing. */
  addRoot(key: string, path = ""): void {
    this.#roots.set(key, path);
  }

  /** Notes that something is mounted in something at a path; undefined is a path that is not known. */
  add(key: string, parent: string, path: string | undefined): void {
    const mounts = this.#mounts.get(key) ?? [];
    if (mounts.length === 0) this.#mounts.set(key, mounts);
    mounts.push({ parent, path: path ?? UNKNOWN_TEXT });
  }

  /** Whether something is an application. */
  isRoot(key: string): boolean {
    return this.#roots.has(key);
  }

  /** Whether something is an application or mounted in something. */
  isKnown(key: string): boolean {
    return this.#roots.has(key) || this.#mounts.has(key);
  }

  /** All paths at which something is reached: an application that is mounted, where it is. */
  prefixesOf(key: string, depth = 0): readonly Prefix[] {
    const mounts = depth > DEEPEST ? [] : this.#mounts.get(key) ?? [];
    if (mounts.length === 0) {
      const root = this.#roots.get(key);
      return [{ path: root ?? "", isRooted: root !== undefined }];
    }
    const all = mounts.flatMap(({ parent, path }) =>
      this.prefixesOf(parent, depth + 1).map((prefix) => ({
        path: joinedPath(prefix.path, path),
        isRooted: prefix.isRooted,
      }))
    );
    return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at)
      .slice(0, MOST_PREFIXES);
  }
}
