/** Where else on this machine the code of a project lies. Never runs git. */
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findGitRepository, type GitRepository } from "./git_directory.ts";
import { readSmallText } from "./read_regular_file.ts";

/** Directories beside a project that are looked at. */
const MOST_BESIDE = 200;

/**
 * Directories that stand to other work trees of a project's repository, to the clone that it was
 * made from, and to clones of the same origin beside it, as `root` stands to its own.
 *
 * @param root absolute path of the project
 * @returns absolute paths, each once; whether there is anything is for the caller to see
 */
export function rootsOfSameCode(root: string): string[] {
  const repository = findGitRepository(root);
  if (repository === undefined) return [];
  const tops = [
    ...workTrees(repository.commonDirectory),
    ...localOrigin(repository),
    ...clonesBeside(repository),
  ];
  const below = relative(repository.top, root);
  const own = realPath(root);
  const roots = tops.flatMap((top) => realPath(join(top, below)) ?? []);
  return [...new Set(roots)].filter((other) => other !== own);
}

/** The top directories of all work trees that share a repository's directory. */
function workTrees(commonDirectory: string): string[] {
  const common = resolve(commonDirectory);
  const main = basename(common) === ".git" ? [dirname(common)] : [];
  const linked = directoriesIn(join(common, "worktrees")).flatMap((directory) => {
    const dotGit = readSmallText(join(directory, "gitdir"))?.trim();
    return dotGit === undefined ? [] : [dirname(resolve(directory, dotGit))];
  });
  return [...main, ...linked];
}

/** The directory that was cloned, when that was one of this machine, and its work trees. */
function localOrigin({ top, commonDirectory }: GitRepository): string[] {
  const origin = originOf(commonDirectory);
  const path = origin === undefined ? undefined : localPath(origin);
  if (path === undefined) return [];
  const cloned = findGitRepository(resolve(top, path));
  return cloned === undefined ? [] : [cloned.top, ...workTrees(cloned.commonDirectory)];
}

function clonesBeside({ top, commonDirectory }: GitRepository): string[] {
  const origin = originOf(commonDirectory);
  return directoriesIn(dirname(top)).filter((directory) => {
    const theirs = originOf(join(directory, ".git"));
    if (theirs === undefined) return false;
    const path = localPath(theirs);
    return theirs === origin || path !== undefined && resolve(directory, path) === resolve(top);
  });
}

/** The address of the remote `origin`, as git's configuration has it. */
function originOf(gitDirectory: string): string | undefined {
  const config = readSmallText(join(gitDirectory, "config")) ?? "";
  const section = /^\[remote "origin"\]\s*\n((?:\s*[^\s[].*\n?)*)/m.exec(config)?.[1] ?? "";
  return /^\s*url\s*=\s*(.+?)\s*$/m.exec(section)?.[1];
}

function localPath(address: string): string | undefined {
  if (address.startsWith("file://")) {
    try {
      return fileURLToPath(address);
    } catch {
      return undefined;
    }
  }
  const isRemote = /^[\w.+-]+:\/\/|^[^/\\]{2,}:/.test(address);
  return isRemote ? undefined : address;
}

function directoriesIn(directory: string): string[] {
  try {
    return [...Deno.readDirSync(directory)].filter(({ isDirectory }) => isDirectory)
      .slice(0, MOST_BESIDE).map(({ name }) => join(directory, name));
  } catch {
    return [];
  }
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
