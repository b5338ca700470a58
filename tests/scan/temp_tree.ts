import { dirname, join } from "node:path";

/** What a test's directory holds: path to text, bytes, or `null` for an empty directory. */
export type Tree = Readonly<Record<string, string | Uint8Array | null>>;

/** Makes a directory with `tree` in it, runs `work` with its real path, and removes it. */
export function withTree(tree: Tree, work: (root: string) => void): void {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "tree_" }));
  try {
    writeTree(root, tree);
    work(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

/** Writes `tree` under `root`. */
export function writeTree(root: string, tree: Tree): void {
  for (const [path, content] of Object.entries(tree)) {
    const absolute = join(root, path);
    Deno.mkdirSync(content === null ? absolute : dirname(absolute), { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(absolute, content);
    else if (content !== null) Deno.writeFileSync(absolute, content);
  }
}

/** Permission bits do not bind the superuser, so tests of a refusal cannot be run as one. */
export const REFUSALS_APPLY = Deno.build.os !== "windows" && Deno.uid() !== 0;
