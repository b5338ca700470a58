/** Which project a call is about, and its index. */
import { fileURLToPath } from "node:url";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { FreshIndex } from "../index/fresh_index.ts";
import { ensureLayout, locateIndex } from "../project/layout.ts";
import {
  expandHome,
  type ProjectRoot,
  ProjectRootError,
  resolveProjectRoot,
} from "../project/root.ts";
import type { ServerLog } from "./server_log.ts";

/** A project that cannot be served: why, and what to do. */
export class ProjectError extends Error {
  override name = "ProjectError";

  constructor(message: string, readonly remedy: string) {
    super(message);
  }
}

/** What there is to find the current project by. */
export interface ProjectSearch {
  readonly explicit: string | undefined;
  readonly environment: (name: string) => string | undefined;
  readonly currentDirectory: string;
  /** Where the extension is installed, when the server is one: never a project. */
  readonly installDirectory?: string | undefined;
}

/** Marks of a directory that is a project. */
const MARKERS = [".biorouter/codegraph", ".git", "pyproject.toml"];

/** The projects that this server is asked about. */
export class Projects {
  readonly #search: ProjectSearch;
  readonly #log: ServerLog;
  readonly #onChange: () => void;
  readonly #open = new Map<string, FreshIndex>();
  #clientRoots: readonly string[] = [];
  /** Where the current project was found: looked for again only when it is not there any more. */
  #currentPath: string | undefined;

  /** @param onChange hears whenever an index was built or has caught up */
  constructor(search: ProjectSearch, log: ServerLog, onChange: () => void) {
    this.#search = search;
    this.#log = log;
    this.#onChange = onChange;
  }

  /** Whether the client may be asked where the project is: nobody has said it yet. */
  get isUnsaid(): boolean {
    const { explicit, environment } = this.#search;
    return !explicit && !environment("BIOROUTER_WORKING_DIR");
  }

  /** Takes the directories that the client works in, as `file:` addresses. */
  setClientRoots(addresses: readonly string[]): void {
    this.#clientRoots = addresses.flatMap((address) => pathOf(address) ?? []);
    this.#currentPath = undefined;
  }

  /** The current project. @throws {ProjectError} */
  current(): FreshIndex {
    const known = this.#known(this.#currentPath);
    if (known !== undefined) return known;
    this.#currentPath = explained(() => this.#currentRoot().path);
    return this.#opened(this.#currentPath);
  }

  /** The project at or around a path, which may be relative to the current one. @throws {ProjectError} */
  at(path: string): FreshIndex {
    const directory = this.#directoryOf(path);
    const around = nearest(directory, (candidate) => locateIndex(candidate) !== undefined) ??
      nearest(directory, isMarked);
    if (around === undefined) {
      throw new ProjectError(
        `${directory} is not in a project: neither it nor a directory above it has an index, ${
          MARKERS.slice(1).join(" or ")
        }`,
        `Leave projectPath out to ask about the current project, or run: codegraph index ${directory}`,
      );
    }
    return this.#opened(explained(() => this.#resolved(around).path));
  }

  /** Stops whatever is going on. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((index) => index.close()));
  }

  #currentRoot(): ProjectRoot {
    if (this.isUnsaid) {
      for (const root of this.#clientRoots) {
        try {
          return this.#resolved(root);
        } catch (error) {
          if (!(error instanceof ProjectRootError)) throw error;
          this.#log.warn(error.message);
        }
      }
    }
    return this.#resolved(this.#search.explicit);
  }

  #resolved(explicit: string | undefined): ProjectRoot {
    return resolveProjectRoot({ ...this.#search, explicit });
  }

  #directoryOf(path: string): string {
    const named = path.startsWith("file:") ? pathOf(path) ?? path : path;
    const base = isAbsolute(named) || named.startsWith("~") ? "" : this.#basePath();
    const full = explained(() => resolve(base, expandHome(named, this.#search.environment)));
    const info = statOf(full);
    if (info === undefined) {
      throw new ProjectError(
        `${full} does not exist`,
        "Leave projectPath out to ask about the current project, or name an existing directory.",
      );
    }
    return info.isDirectory ? full : dirname(full);
  }

  /** What relative paths start from: the current project, where there is one. */
  #basePath(): string {
    try {
      return this.#currentRoot().path;
    } catch {
      return this.#search.currentDirectory;
    }
  }

  /** The open index of a project, as long as both are there. */
  #known(root: string | undefined): FreshIndex | undefined {
    const index = root === undefined ? undefined : this.#open.get(root);
    if (index === undefined) return undefined;
    const { layout } = index;
    return isDirectory(layout.root) && isDirectory(layout.cacheDirectory) ? index : undefined;
  }

  #opened(root: string): FreshIndex {
    const known = this.#known(root);
    if (known !== undefined) return known;
    // The project was removed under the server, and is back; or its index was.
    this.#open.get(root)?.close();
    const layout = explained(() => ensureLayout(root, this.#search.environment));
    const isUnwatched = /^(?:1|true|yes)$/i.test(
      this.#search.environment("CODEGRAPH_NO_WATCH") ?? "",
    );
    const index = new FreshIndex(layout, (event) => this.#log.info(event), {
      isUnwatched,
      onChange: this.#onChange,
    });
    this.#open.set(root, index);
    return index;
  }
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

function nearest(start: string, fits: (directory: string) => boolean): string | undefined {
  for (let directory = start;; directory = dirname(directory)) {
    if (fits(directory)) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

function isMarked(directory: string): boolean {
  return MARKERS.some((marker) => statOf(join(directory, marker)) !== undefined);
}

function isDirectory(path: string): boolean {
  return statOf(path)?.isDirectory === true;
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined;
  }
}

/** Turns the errors of root and layout, which say what to do, into one kind. */
function explained<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && "remedy" in error && typeof error.remedy === "string") {
      throw new ProjectError(error.message, error.remedy);
    }
    throw error;
  }
}
