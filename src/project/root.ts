import { dirname, isAbsolute, join, posix, resolve, win32 } from "node:path";
import { pathExists } from "./path_exists.ts";

/** Why a directory cannot be the project. */
export type ProjectRootProblem =
  | "missing"
  | "not-a-directory"
  | "unreadable"
  | "filesystem-root"
  | "home-directory"
  | "install-directory";

/** A directory that cannot be the project: which, why, and what to do instead. */
export class ProjectRootError extends Error {
  override readonly name = "ProjectRootError";

  constructor(
    readonly code: ProjectRootProblem,
    /** Absolute path. */
    readonly directory: string,
    message: string,
    /** What to do, one sentence. */
    readonly remedy: string,
  ) {
    super(message);
  }
}

/** How a project root was found. */
export type ProjectRootOrigin = "argument" | "environment" | "marker" | "current-directory";

/** The project's directory. */
export interface ProjectRoot {
  /** Absolute path, as it was named: links in it are kept. */
  readonly path: string;
  readonly origin: ProjectRootOrigin;
}

/** What there is to find the project by. */
export interface ProjectRootSearch {
  /** The path that the user or the agent gave; an empty one counts as none. */
  readonly explicit?: string | undefined;
  /** Reads an environment variable. */
  readonly environment: (name: string) => string | undefined;
  readonly currentDirectory: string;
  /** Where the extension itself is installed, when it runs as one. */
  readonly installDirectory?: string | undefined;
}

const ENVIRONMENT_VARIABLE = "BIOROUTER_WORKING_DIR";
const MARKERS = [".biorouter", ".git", "pyproject.toml"];

/**
 * Finds the project: the explicit path; else `BIOROUTER_WORKING_DIR`; else the nearest directory at
 * or above the current one that holds `.biorouter`, `.git` or `pyproject.toml`; else the current
 * directory. The file system's root and the home directory are passed over on the way up.
 *
 * @throws {ProjectRootError} when that directory cannot be a project
 */
export function resolveProjectRoot(search: ProjectRootSearch): ProjectRoot {
  const found = findRoot(search);
  refuseUnusable(found, search);
  return found;
}

function findRoot(search: ProjectRootSearch): ProjectRoot {
  const { explicit, environment, currentDirectory } = search;
  if (explicit !== undefined && explicit !== "") {
    return { path: absolute(explicit, search), origin: "argument" };
  }
  const named = environment(ENVIRONMENT_VARIABLE);
  if (named !== undefined && named !== "") {
    return { path: absolute(named, search), origin: "environment" };
  }
  const marked = nearestMarked(resolve(currentDirectory), homeDirectory(search));
  if (marked !== undefined) return { path: marked, origin: "marker" };
  return { path: resolve(currentDirectory), origin: "current-directory" };
}

function absolute(path: string, search: ProjectRootSearch): string {
  return resolve(search.currentDirectory, expandHome(path, search.environment));
}

/** A path in which `~` at the start stands for the user's home, if it is known. */
export function expandHome(path: string, environment: ProjectRootSearch["environment"]): string {
  const home = environment("HOME") ?? environment("USERPROFILE");
  if (home === undefined || !/^~(?:[\\/]|$)/.test(path)) return path;
  return join(home, path.slice(1));
}

function nearestMarked(start: string, home: string | undefined): string | undefined {
  for (let directory = start; !isFilesystemRoot(directory); directory = dirname(directory)) {
    if (home !== undefined && realPath(directory) === home) return undefined;
    if (MARKERS.some((marker) => pathExists(join(directory, marker)))) return directory;
  }
  return undefined;
}

function refuseUnusable(root: ProjectRoot, search: ProjectRootSearch): void {
  const { path } = root;
  const real = realDirectory(root);
  if (isFilesystemRoot(real)) {
    throw refusal(root, "filesystem-root", `${path} is a whole file system, not a project`);
  }
  if (real === homeDirectory(search)) {
    throw refusal(root, "home-directory", `${path} is your home directory, not a project`);
  }
  const install = search.installDirectory === undefined
    ? undefined
    : realPath(search.installDirectory);
  if (install !== undefined && isAtOrUnder(real, install)) {
    throw refusal(root, "install-directory", `${path} is where the extension is installed`);
  }
}

/** The real path of a directory that exists and can be listed. */
function realDirectory(root: ProjectRoot): string {
  const { path } = root;
  try {
    const real = Deno.realPathSync(path);
    if (!Deno.statSync(real).isDirectory) {
      throw refusal(root, "not-a-directory", `${path} is a file, not a directory`);
    }
    for (const _ of Deno.readDirSync(real)) break;
    return real;
  } catch (error) {
    if (error instanceof ProjectRootError) throw error;
    if (error instanceof Deno.errors.NotFound) {
      throw refusal(root, "missing", `${path} does not exist`);
    }
    const cause = error instanceof Error ? error.message : String(error);
    throw refusal(root, "unreadable", `${path} cannot be read: ${cause}`);
  }
}

function refusal(
  { path, origin }: ProjectRoot,
  code: ProjectRootProblem,
  message: string,
): ProjectRootError {
  return new ProjectRootError(code, path, message, remedyFor(code, origin, path));
}

function remedyFor(code: ProjectRootProblem, origin: ProjectRootOrigin, path: string): string {
  if (code === "not-a-directory") return `Give its directory, ${dirname(path)}.`;
  if (code === "unreadable") {
    return "Give yourself the right to read it, or name another directory.";
  }
  if (origin === "argument") return "Name the directory of one project.";
  if (origin === "environment") {
    return `${ENVIRONMENT_VARIABLE} names it: open the project's directory in the host, or name it with --project or projectPath.`;
  }
  return "Start in the project's directory, or name it with --project or projectPath.";
}

function homeDirectory(search: ProjectRootSearch): string | undefined {
  const home = search.environment("HOME") ?? search.environment("USERPROFILE");
  return home === undefined || !isAbsolute(home) ? undefined : realPath(home);
}

/**
 * Whether an absolute path is that of a whole file system: `/`, a drive, a share.
 * @param system as `Deno.build.os` names it
 */
export function isFilesystemRoot(path: string, system = Deno.build.os): boolean {
  const { parse, resolve } = system === "windows" ? win32 : posix;
  return parse(resolve(path)).root === resolve(path);
}

function isAtOrUnder(path: string, directory: string): boolean {
  return path === directory || path.startsWith(join(directory, "/"));
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
