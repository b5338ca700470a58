import { dirname, join } from "node:path";
import {
  ensureLink,
  hasOurLink,
  LINK_NAME,
  requireOurLinkOrNothing,
} from "./compatibility_link.ts";
import { addIgnoreLine, type IgnoreFileChange, removeIgnoreLine } from "./ignore_file.ts";
import { isWriteRefused, LayoutConflictError, NoIndexDirectoryError } from "./layout_errors.ts";
import { userIndexDirectory } from "./user_cache.ts";

/** Where a project's index lies. All paths are absolute. */
export interface Layout {
  readonly root: string;
  readonly indexDirectory: string;
  readonly databasePath: string;
  readonly lockPath: string;
  /** For what may be deleted at any time: the server's log, the record of this layout. */
  readonly cacheDirectory: string;
  /** The project cannot be written to; the index is in the user's cache instead. */
  readonly readOnlyProject: boolean;
}

/** Reads an environment variable. */
export type Environment = (name: string) => string | undefined;

/** What `uninit` did, for the user to read. Paths are absolute. */
export interface LayoutRemoval {
  readonly removed: readonly string[];
  /** Left in place, since they are not ours or not known to be. */
  readonly kept: readonly string[];
}

const OWN_IGNORE_FILE = "*.db*\n*.lock\n.dirty\ncache/\n";

/**
 * What was done outside the index directory is recorded in `cache/`, one file a fact, so that
 * {@link removeLayout} can undo it and two processes that start at once do not lose each other's.
 */
const IGNORE_LINE_RECORD = "ignore_line.json";
const PARENT_RECORD = "made_parent";

/**
 * Makes the directory for the project's index, the link `.codegraph` to it and the ignore lines,
 * as far as they are missing. Doing it again changes nothing. Nothing of the user's is moved or
 * removed, and no link that a repository contains leads a later write elsewhere.
 *
 * @param root absolute path of the project
 * @throws {LayoutConflictError} when something else stands in a place that is needed
 * @throws {LinkDeniedError} when the system refuses the link
 * @throws {NoIndexDirectoryError} when the project is read-only and there is no user cache either
 */
export function ensureLayout(root: string, environment: Environment = Deno.env.get): Layout {
  const layout = projectLayout(root);
  try {
    ensureInProject(layout);
    return layout;
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
    return ensureInUserCache(root, environment, error);
  }
}

/**
 * Looks for what would stand in the way of {@link ensureLayout}, and makes nothing.
 * @throws {LayoutConflictError} when something else stands in a place that is needed
 */
export function checkLayout(root: string): void {
  const layout = projectLayout(root);
  requireFreePlace(layout);
  if (isDirectory(layout.indexDirectory)) requireNoLinksIn(layout.indexDirectory);
  requireOurLinkOrNothing(root, layout.indexDirectory);
}

/**
 * Where the project's index is, without making anything: in the project, or in the user's cache. A
 * project that could be written to once and no more may have one in each place; the later one counts.
 *
 * @returns `undefined` when there is no database in either place
 */
export function locateIndex(
  root: string,
  environment: Environment = Deno.env.get,
): Layout | undefined {
  const layout = projectLayout(root);
  const cached = cacheLayout(root, environment);
  const isInProject = isFile(layout.databasePath) && !leadsElsewhere(layout);
  if (cached === undefined || !isFile(cached.databasePath)) return isInProject ? layout : undefined;
  const isCacheLater = writtenAt(cached.databasePath) > writtenAt(layout.databasePath);
  return isInProject && !isCacheLater ? layout : cached;
}

/**
 * Undoes {@link ensureLayout}: removes the index, the link and the ignore line, and directories
 * that it made and that are empty then. Everything else stays.
 */
export function removeLayout(root: string, environment: Environment = Deno.env.get): LayoutRemoval {
  const removal = { removed: [] as string[], kept: [] as string[] };
  const layout = projectLayout(root);
  if (isDirectory(layout.indexDirectory) && !leadsElsewhere(layout)) {
    removeFromProject(layout, removal);
  }
  const cached = cacheLayout(root, environment);
  if (cached !== undefined && isDirectory(cached.indexDirectory)) {
    removeIndexFiles(cached, removal);
    if (removeIfEmpty(cached.indexDirectory)) removal.removed.push(cached.indexDirectory);
  }
  return removal;
}

function projectLayout(root: string): Layout {
  return layoutAt(root, join(root, ".biorouter", "codegraph"), false);
}

function cacheLayout(root: string, environment: Environment): Layout | undefined {
  const directory = userIndexDirectory(root, environment);
  return directory === undefined ? undefined : layoutAt(root, directory, true);
}

function layoutAt(root: string, indexDirectory: string, readOnlyProject: boolean): Layout {
  return {
    root,
    indexDirectory,
    databasePath: join(indexDirectory, "codegraph.db"),
    lockPath: join(indexDirectory, "codegraph.lock"),
    cacheDirectory: join(indexDirectory, "cache"),
    readOnlyProject,
  };
}

function ensureInProject(layout: Layout): void {
  const { root, indexDirectory } = layout;
  const parent = dirname(indexDirectory);
  requireFreePlace(layout);
  const hadParent = isDirectory(parent);
  const hadDirectory = isDirectory(indexDirectory);
  Deno.mkdirSync(indexDirectory, { recursive: true });
  try {
    requireWritable(indexDirectory);
    requireNoLinksIn(indexDirectory);
    ensureLink(root, indexDirectory);
  } catch (error) {
    if (!hadDirectory) removeIfEmpty(indexDirectory);
    if (!hadParent) removeIfEmpty(parent);
    throw error;
  }
  ensureOwnFiles(layout);
  if (!hadParent) Deno.writeTextFileSync(join(layout.cacheDirectory, PARENT_RECORD), "");
  recordIgnoreLine(layout, addRootIgnoreLine(root));
}

function ensureInUserCache(root: string, environment: Environment, cause: unknown): Layout {
  const layout = cacheLayout(root, environment);
  if (layout === undefined) throw new NoIndexDirectoryError(root, cause);
  try {
    Deno.mkdirSync(layout.indexDirectory, { recursive: true, mode: 0o700 });
    requireWritable(layout.indexDirectory);
    ensureOwnFiles(layout);
  } catch (error) {
    if (isWriteRefused(error)) throw new NoIndexDirectoryError(root, error);
    throw error;
  }
  return layout;
}

/** @throws {Error} the system's refusal */
function requireWritable(directory: string): void {
  Deno.removeSync(Deno.makeTempFileSync({ dir: directory, suffix: ".lock" }));
}

function requireFreePlace({ indexDirectory }: Layout): void {
  requireDirectoryOrNothing(dirname(indexDirectory));
  requireDirectoryOrNothing(indexDirectory);
}

function requireDirectoryOrNothing(path: string): void {
  const info = lstat(path);
  if (info === undefined || info.isDirectory) return;
  const what = info.isSymlink
    ? "is a link, and the index must not be written through it"
    : "is a file where the index directory has to be";
  throw new LayoutConflictError(path, what);
}

/** A repository may contain a link under one of our files' names, an archive even a pipe. */
function requireNoLinksIn(directory: string): void {
  for (const entry of Deno.readDirSync(directory)) {
    const path = join(directory, entry.name);
    if (entry.isSymlink) {
      throw new LayoutConflictError(
        path,
        "is a link, and the index must not be written through it",
      );
    }
    if (entry.isDirectory && isNameOfFile(entry.name)) {
      throw new LayoutConflictError(path, "is a directory where a file of the index has to be");
    } else if (entry.isDirectory) requireNoLinksIn(path);
    else if (!entry.isFile) throw new LayoutConflictError(path, "is a pipe, socket or device");
  }
}

/** As the index directory's own ignore file names them. */
function isNameOfFile(name: string): boolean {
  return /\.db|\.lock$|^\.gitignore$/.test(name);
}

function ensureOwnFiles({ indexDirectory, cacheDirectory }: Layout): void {
  Deno.mkdirSync(cacheDirectory, { recursive: true });
  const ignoreFile = join(indexDirectory, ".gitignore");
  if (!isFile(ignoreFile)) Deno.writeTextFileSync(ignoreFile, OWN_IGNORE_FILE);
}

function addRootIgnoreLine(root: string): IgnoreFileChange {
  const isRepository = lstat(join(root, ".git")) !== undefined;
  return addIgnoreLine(join(root, ".gitignore"), LINK_NAME, isRepository);
}

function recordIgnoreLine({ cacheDirectory }: Layout, change: IgnoreFileChange): void {
  // A later run finds the line there and must not forget who wrote it.
  if (change.kind === "none") return;
  const path = join(cacheDirectory, IGNORE_LINE_RECORD);
  Deno.writeTextFileSync(path, JSON.stringify(change) + "\n");
}

function recordedIgnoreLine({ cacheDirectory }: Layout): IgnoreFileChange {
  try {
    const text = Deno.readTextFileSync(join(cacheDirectory, IGNORE_LINE_RECORD));
    const read: unknown = JSON.parse(text);
    return isIgnoreFileChange(read) ? read : { kind: "none" };
  } catch {
    return { kind: "none" };
  }
}

function isIgnoreFileChange(value: unknown): value is IgnoreFileChange {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  return value.kind === "created" || (value.kind === "appended" && "endedLastLine" in value);
}

function removeFromProject(layout: Layout, removal: Removal): void {
  const { root, indexDirectory } = layout;
  const ignoreLine = recordedIgnoreLine(layout);
  const madeParent = isFile(join(layout.cacheDirectory, PARENT_RECORD));
  const link = join(root, LINK_NAME);
  const isOurs = hasOurLink(root, indexDirectory);
  if (isOurs === true) removeLink(link, removal);
  else if (isOurs === false) removal.kept.push(link);
  removeIgnoreLine(join(root, ".gitignore"), LINK_NAME, ignoreLine);
  removeIndexFiles(layout, removal);
  if (removeIfEmpty(indexDirectory)) removal.removed.push(indexDirectory);
  const parent = dirname(indexDirectory);
  if (madeParent && removeIfEmpty(parent)) removal.removed.push(parent);
}

interface Removal {
  readonly removed: string[];
  readonly kept: string[];
}

/** The files that the index directory's own ignore file names, and that file itself. */
function removeIndexFiles({ indexDirectory }: Layout, removal: Removal): void {
  for (const { name } of [...Deno.readDirSync(indexDirectory)]) {
    const isOurs = /\.db|\.lock$|^\.dirty$|^cache$|^\.gitignore$/.test(name);
    const path = join(indexDirectory, name);
    if (isOurs) remove(path, removal);
    else removal.kept.push(path);
  }
}

/** Never what it leads to. */
function removeLink(path: string, removal: Removal): void {
  Deno.removeSync(path);
  removal.removed.push(path);
}

function remove(path: string, removal: Removal): void {
  Deno.removeSync(path, { recursive: true });
  removal.removed.push(path);
}

/** Whether the directory was there, empty, and could be removed. */
function removeIfEmpty(path: string): boolean {
  try {
    Deno.removeSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether the index directory is reached through a link that the project contains. */
function leadsElsewhere({ indexDirectory }: Layout): boolean {
  return lstat(dirname(indexDirectory))?.isDirectory !== true ||
    lstat(indexDirectory)?.isDirectory !== true;
}

function isFile(path: string): boolean {
  return lstat(path)?.isFile === true;
}

/** Milliseconds since 1970. */
function writtenAt(path: string): number {
  return lstat(path)?.mtime?.getTime() ?? 0;
}

function isDirectory(path: string): boolean {
  return lstat(path)?.isDirectory === true;
}

function lstat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}
