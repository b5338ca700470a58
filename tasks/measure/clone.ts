import { type Invocation, run } from "./command.ts";

/**
 * Brings one revision of a public repository, without its history, into a folder that is made.
 *
 * @throws TaskFailure when git is missing or fails
 */
export async function cloneAt(folder: string, url: string, revision: string): Promise<void> {
  Deno.mkdirSync(folder, { recursive: true });
  await run(git(folder, "init", "--quiet"));
  await run(git(folder, "fetch", "--quiet", "--depth", "1", url, revision));
  await run(git(folder, "checkout", "--quiet", "FETCH_HEAD"));
}

function git(folder: string, ...args: string[]): Invocation {
  return { command: "git", args, cwd: folder };
}
