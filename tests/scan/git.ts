import assert from "node:assert/strict";

/** Runs git without anybody's settings; what it prints. */
export function git(root: string, ...args: string[]): string {
  const env = {
    GIT_CONFIG_GLOBAL: Deno.build.os === "windows" ? "NUL" : "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const { code, stdout, stderr } = new Deno.Command("git", { args, cwd: root, env }).outputSync();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Makes a repository of what is in a directory, with one commit. */
export function commitAll(root: string): void {
  git(root, "init", "--quiet");
  git(root, "add", "--all");
  git(root, "-c", "user.email=a@b", "-c", "user.name=a", "commit", "--quiet", "-m", "first");
}

/** Whether there is a git to run. */
export const HAS_GIT = ((): boolean => {
  try {
    return new Deno.Command("git", { args: ["--version"] }).outputSync().success;
  } catch {
    return false;
  }
})();
