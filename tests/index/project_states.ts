/** States that a project goes through, as files. */
import fc from "fast-check";
import { dirname, join } from "node:path";
import { fullIndex } from "../../src/index/full_index.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { logicalDump } from "./logical_dump.ts";
import { EditedProject, history } from "./random_edits.ts";
import { settingsOf } from "./rebuilt.ts";

/** Path to text of each file of a project. */
export type ProjectState = Readonly<Record<string, string>>;

/** What is no file of the project itself. */
const APART = [".git", ".codegraph", ".biorouter/codegraph"];

/** The states of a random project under random edits, each once, and what a new index of each says. */
export async function randomStates(
  seed: number,
): Promise<{ states: ProjectState[]; dumps: string[][] }> {
  const root = Deno.makeTempDirSync({ prefix: "states_" });
  try {
    const [{ start, steps }] = fc.sample(history, { seed, numRuns: 1 }) as [
      typeof history extends fc.Arbitrary<infer One> ? One : never,
    ];
    const project = new EditedProject(root, start);
    const layout = ensureLayout(root);
    const byDump = new Map<string, { state: ProjectState; dump: string[] }>();
    for (const edits of [[], ...steps]) {
      for (const edit of edits) project.apply(edit);
      removeEmptyDirectories(root);
      await fullIndex({ layout, settings: settingsOf(root), pool: new ParsePool(1) });
      const dump = logicalDump(layout.databasePath);
      byDump.set(dump.join("\n"), { state: readState(root), dump });
    }
    const found = [...byDump.values()];
    return { states: found.map(({ state }) => state), dumps: found.map(({ dump }) => dump) };
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

function readState(root: string, under = ""): Record<string, string> {
  const state: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(join(root, under))) {
    const path = under === "" ? name : `${under}/${name}`;
    if (APART.includes(path)) continue;
    if (isDirectory) Object.assign(state, readState(root, path));
    else state[path] = Deno.readTextFileSync(join(root, path));
  }
  return state;
}

/** A state is its files: rules may leave out a directory, and say so, also when it is empty. */
function removeEmptyDirectories(root: string, under = ""): void {
  for (const { name, isDirectory } of [...Deno.readDirSync(join(root, under))]) {
    const path = under === "" ? name : `${under}/${name}`;
    if (!isDirectory || APART.includes(path)) continue;
    removeEmptyDirectories(root, path);
    if ([...Deno.readDirSync(join(root, path))].length === 0) Deno.removeSync(join(root, path));
  }
}

/** Brings the files of a project into a state; those that are right are not written to. */
export function writeState(root: string, state: ProjectState): void {
  const before = readState(root);
  for (const path of Object.keys(before)) {
    if (!Object.hasOwn(state, path)) Deno.removeSync(join(root, path));
  }
  removeEmptyDirectories(root);
  for (const [path, text] of Object.entries(state)) {
    if (before[path] === text) continue;
    Deno.mkdirSync(join(root, dirname(path)), { recursive: true });
    Deno.writeTextFileSync(join(root, path), text);
  }
}
