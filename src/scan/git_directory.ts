import { readSmallText } from "./read_regular_file.ts";

/** The git repository that a project belongs to. */
export interface GitRepository {
  /** Absolute path of the work tree's top directory. */
  readonly top: string;
  /** Directory of this work tree's own state (`index`). */
  readonly gitDirectory: string;
  /** Directory shared by all work trees (`info/exclude`, `config`). */
  readonly commonDirectory: string;
}

/**
 * Finds the repository of `directory` by looking for `.git` in it and above, as git does. Follows
 * a `.git` file (a linked work tree, a submodule) to the real directory. Never runs git.
 */
export function findGitRepository(directory: string): GitRepository | undefined {
  for (let top = slashed(directory);; top = top.slice(0, top.lastIndexOf("/"))) {
    const found = repositoryAt(top);
    if (found !== undefined) return found;
    if (!top.includes("/")) return undefined;
  }
}

function slashed(path: string): string {
  const forward = Deno.build.os === "windows" ? path.replaceAll("\\", "/") : path;
  return forward.endsWith("/") ? forward.slice(0, -1) : forward;
}

function repositoryAt(top: string): GitRepository | undefined {
  const dotGit = top + "/.git";
  const linked = readSmallText(dotGit);
  if (linked === undefined) {
    if (readSmallText(dotGit + "/HEAD") === undefined) return undefined;
    return { top, gitDirectory: dotGit, commonDirectory: dotGit };
  }
  const target = /^gitdir: (.+?)\r?\n?$/.exec(linked)?.[1];
  if (target === undefined) return undefined;
  const gitDirectory = against(top, target);
  const common = readSmallText(gitDirectory + "/commondir")?.trim();
  return {
    top,
    gitDirectory,
    commonDirectory: common === undefined ? gitDirectory : against(gitDirectory, common),
  };
}

function against(base: string, path: string): string {
  const absolute = path.startsWith("/") || /^[A-Za-z]:[\\/]/.test(path);
  return absolute ? path : base + "/" + path;
}
