import { dirname, join } from "node:path";
import { type Invocation, productCommand } from "../measure/command.ts";
import { namesIn, remove } from "../measure/files.ts";
import { installPeer } from "../measure/peer.ts";
import { TaskFailure } from "../measure/task.ts";

/** Where the product's index of a project is, relative to it. */
export const INDEX_DATABASE = ".biorouter/codegraph/codegraph.db";

/** What is being compared, in the order in which each round runs them. */
export const SUBJECT_NAMES = ["product", "unlinked", "floor", "peer", "ctags"] as const;

/** One of {@link SUBJECT_NAMES}. */
export type SubjectName = typeof SUBJECT_NAMES[number];

/** One program that reads a whole corpus. */
export interface Subject {
  readonly name: SubjectName;
  readonly index: (folder: string) => Invocation;
  /** Where the index is, relative to the corpus; the subjects without a database have none. */
  readonly database?: string;
}

/** The subjects of those names; installs the peer into the cache when it is not there yet. */
export async function openSubjects(
  names: readonly SubjectName[],
  cache: string,
): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const name of SUBJECT_NAMES) {
    if (names.includes(name)) subjects.push(await OPENERS[name](cache));
  }
  return subjects;
}

const OPENERS: Readonly<Record<SubjectName, (cache: string) => Subject | Promise<Subject>>> = {
  product: () => product("product", {}),
  unlinked: () => product("unlinked", { CODEGRAPH_NO_LINKS: "1" }),
  floor: () => {
    const entry = decodeURIComponent(new URL("parse_floor.ts", import.meta.url).pathname);
    const index = (folder: string): Invocation => ({
      command: Deno.execPath(),
      args: ["run", "-A", entry, folder],
    });
    return { name: "floor", index };
  },
  peer: async (cache) => {
    const { command, env } = await installPeer(cache);
    const index = (folder: string): Invocation => ({
      command,
      args: ["init", "--yes", folder],
      env,
    });
    return { name: "peer", index, database: ".codegraph" };
  },
  ctags: async (cache) => {
    await requireUniversalCtags();
    const tags = join(cache, "tags");
    const index = (folder: string): Invocation => ({
      command: "ctags",
      args: ["-R", "-f", tags, folder],
    });
    return { name: "ctags", index };
  },
};

/** The product, with some variables in its environment. */
function product(name: SubjectName, env: Readonly<Record<string, string>>): Subject {
  const [command = "", ...args] = productCommand();
  const index = (folder: string): Invocation => ({
    command,
    args: [...args, "index", "--force", folder],
    env,
  });
  return { name, index, database: dirname(INDEX_DATABASE) };
}

/** @throws TaskFailure when `ctags` is missing or another program of that name */
async function requireUniversalCtags(): Promise<void> {
  const remedy = "Install universal-ctags, or leave it out: --subjects product,floor,peer";
  let version: string;
  try {
    const { stdout } = await new Deno.Command("ctags", { args: ["--version"] }).output();
    version = new TextDecoder().decode(stdout);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new TaskFailure(`ctags is not installed. ${remedy}`);
  }
  if (!version.startsWith("Universal Ctags")) {
    throw new TaskFailure(`The installed ctags is not Universal Ctags. ${remedy}`);
  }
}

/** Removes what the subjects leave in a corpus, so that each starts from nothing. */
export function clean(folder: string): void {
  for (const left of [".codegraph", ".biorouter"]) remove(join(folder, left));
}

/** The size of the database files that a subject left in a corpus, in bytes. */
export function databaseBytes(subject: Subject, folder: string): number | undefined {
  if (subject.database === undefined) return undefined;
  const place = join(folder, subject.database);
  return namesIn(place)
    .filter((name) => /\.db(-wal|-shm)?$/.test(name))
    .reduce((total, name) => total + Deno.statSync(join(place, name)).size, 0);
}
