/** The link `.codegraph` in a project, which leads to its index. */
import { dirname, join, posix, win32 } from "node:path";
import { LayoutConflictError, LinkDeniedError } from "./layout_errors.ts";

/** Name of the link. */
export const LINK_NAME = ".codegraph";

/** A system, as `Deno.build.os` names it. */
export type System = typeof Deno.build.os;

/** What a link is made of. */
export interface LinkPlan {
  readonly target: string;
  readonly type?: "junction";
}

/**
 * How the link is made: relative, so that a project can be moved; on Windows as a junction, which
 * needs no particular right but an absolute target.
 */
export function linkPlan(indexDirectory: string, system: System): LinkPlan {
  return system === "windows"
    ? { target: indexDirectory, type: "junction" }
    : { target: ".biorouter/codegraph" };
}

/**
 * Whether a link leads to the index directory by what is written in it. Windows gives the target of
 * a junction in the form of its kernel, and takes no account of case.
 */
export function isTarget(
  target: string,
  linkDirectory: string,
  indexDirectory: string,
  system: System,
): boolean {
  if (system !== "windows") return posix.resolve(linkDirectory, target) === indexDirectory;
  const plain = target.replace(/^\\(?:\\\?|\?\?)\\/, "");
  const normal = (path: string): string => win32.resolve(linkDirectory, path).toLowerCase();
  return normal(plain) === normal(indexDirectory);
}

/** Makes the link, where it is not there. @throws {LayoutConflictError | LinkDeniedError} */
export function ensureLink(root: string, indexDirectory: string): void {
  requireOurLinkOrNothing(root, indexDirectory);
  const link = join(root, LINK_NAME);
  if (lstat(link) === undefined) makeLink(link, indexDirectory);
}

/** @throws {LayoutConflictError} when something else bears the link's name */
export function requireOurLinkOrNothing(root: string, indexDirectory: string): void {
  const link = join(root, LINK_NAME);
  const info = lstat(link);
  if (info === undefined) return;
  if (!info.isSymlink) {
    const what = `is a ${info.isDirectory ? "directory" : "file"}, not ours`;
    throw new LayoutConflictError(link, what);
  }
  if (!leadsTo(link, indexDirectory)) {
    throw new LayoutConflictError(link, "is a link to another place");
  }
}

/** Whether the project has our link: `undefined` when nothing is there. */
export function hasOurLink(root: string, indexDirectory: string): boolean | undefined {
  const link = join(root, LINK_NAME);
  const info = lstat(link);
  return info === undefined ? undefined : info.isSymlink && leadsTo(link, indexDirectory);
}

function makeLink(link: string, indexDirectory: string): void {
  const { os } = Deno.build;
  const { target, type } = linkPlan(indexDirectory, os);
  try {
    if (type === undefined) Deno.symlinkSync(target, link);
    else Deno.symlinkSync(target, link, { type });
  } catch (error) {
    // Another process was quicker.
    if (error instanceof Deno.errors.AlreadyExists && leadsTo(link, indexDirectory)) return;
    // Nothing can be made in the project, be it a link or not.
    if (!(error instanceof Error) || os !== "windows" && isReadOnly(error)) throw error;
    throw new LinkDeniedError(link, error, os);
  }
}

function isReadOnly(error: Error): boolean {
  return "code" in error && (error.code === "EACCES" || error.code === "EROFS");
}

function leadsTo(link: string, indexDirectory: string): boolean {
  try {
    const target = Deno.readLinkSync(link);
    if (isTarget(target, dirname(link), indexDirectory, Deno.build.os)) return true;
    return Deno.realPathSync(link) === Deno.realPathSync(indexDirectory);
  } catch {
    return false;
  }
}

function lstat(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}
