/**
 * Replays the history of a repository: after each commit the index is synced, and compared with a
 * new one. The two must say the same, and now and then answer the same, byte for byte.
 *
 * usage: deno task replay REPOSITORY [--commits N] [--every N]
 */
import { parseArgs } from "node:util";
import { join } from "node:path";
import { loadExtractor } from "../src/index/file_parser.ts";
import { fullIndex } from "../src/index/full_index.ts";
import { syncIndex } from "../src/index/sync.ts";
import { LANGUAGES } from "../src/languages/registry.ts";
import { ensureLayout } from "../src/project/layout.ts";
import { readSettings } from "../src/project/settings.ts";
import { differences, logicalDump } from "../tests/index/logical_dump.ts";
import { differentAnswers } from "../tests/index/same_answers.ts";

/** Commits after which answers are compared, too, and the symbols that they are about. */
const ANSWERS_EVERY = 10;
const SUBJECTS = 20;

async function git(directory: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("git", {
    args: ["-C", directory, ...args],
  }).output();
  const decoder = new TextDecoder();
  if (code !== 0) throw new Error(`git ${args.join(" ")}: ${decoder.decode(stderr)}`);
  return decoder.decode(stdout).trim();
}

/** Commits to replay, the oldest first. */
async function commitsOf(repository: string, count: number, every: number): Promise<string[]> {
  const list = await git(
    repository,
    "rev-list",
    "--first-parent",
    `--max-count=${count * every}`,
    "HEAD",
  );
  return list.split("\n").filter((_, index) => index % every === 0).reverse();
}

async function replay(repository: string, count: number, every: number): Promise<number> {
  const directory = await Deno.makeTempDir({ prefix: "codegraph-replay-" });
  const extractor = loadExtractor();
  try {
    const root = join(directory, "checkout");
    await git(directory, "clone", "--quiet", "--shared", repository, root);
    const commits = await commitsOf(root, count, every);
    let failures = 0;
    let syncing = 0;
    for (const [index, commit] of commits.entries()) {
      await git(root, "checkout", "--quiet", "--force", commit);
      const settings = readSettings(root, new Set(LANGUAGES.map(({ id }) => id)));
      const layout = ensureLayout(root);
      if (index === 0) await fullIndex({ layout, settings });
      const summary = await syncIndex({ layout, settings, extractor });
      syncing += summary.milliseconds;
      const databasePath = join(directory, "fresh.db");
      await fullIndex({
        layout: { ...layout, databasePath, lockPath: join(directory, "lock") },
        settings,
      });
      const different = differences(logicalDump(databasePath), logicalDump(layout.databasePath));
      if (index % ANSWERS_EVERY === 0) {
        different.push(...differentAnswers(root, layout.databasePath, databasePath, SUBJECTS));
      }
      const { added, changed, removed, resolvedAgain } = summary;
      const did =
        `+${added.length} ~${changed.length} -${removed.length}, ${resolvedAgain} resolved again`;
      if (different.length > 0) {
        failures++;
        write(`${commit.slice(0, 10)} differs (${did})\n${different.join("\n")}\n`);
      } else if (index % 10 === 0) write(`${commit.slice(0, 10)} equal (${did})\n`);
    }
    const mean = Math.round(syncing / Math.max(1, commits.length));
    write(`${commits.length} commits, ${failures} differences, ${mean} ms a sync\n`);
    return failures;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

function write(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(text));
}

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: { commits: { type: "string", default: "100" }, every: { type: "string", default: "1" } },
});
const [repository] = positionals;
if (repository === undefined) {
  write("usage: deno task replay REPOSITORY [--commits N] [--every N]\n");
  Deno.exit(2);
}
Deno.exit(await replay(repository, Number(values.commits), Number(values.every)) === 0 ? 0 : 1);
