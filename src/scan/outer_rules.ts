/** Rules that leave out files of a project, and that stand outside of what is walked. */
import { dirname, join } from "node:path";
import { findGitRepository } from "./git_directory.ts";

/**
 * Files above a project and in its repository's own directory that say what is left out, as far as
 * there may be some: `info/exclude`, and `.gitignore` in the directories around the project.
 *
 * @param root absolute path of the project
 */
export function outerRuleFiles(root: string): string[] {
  const repository = findGitRepository(root);
  if (repository === undefined) return [];
  const files = [join(repository.commonDirectory, "info", "exclude")];
  const top = join(repository.top);
  for (let at = root; at !== top && dirname(at) !== at;) {
    at = dirname(at);
    files.push(join(at, ".gitignore"));
  }
  return files;
}
