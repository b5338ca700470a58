/** End to end on projects that other people wrote, as the package registries have them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import type { CallersAnswer } from "../../src/answers/callers.ts";
import type { SearchAnswer } from "../../src/answers/search.ts";
import type { StatusAnswer } from "../../src/answers/status.ts";
import type { TraceAnswer } from "../../src/answers/trace.ts";
import type { IndexSummary } from "../../src/index/index_summary.ts";
import { run } from "./command.ts";
import { openProject, type RealProject, whyNotHere } from "./real_project.ts";

const PROJECTS: readonly RealProject[] = [
  {
    what: "TypeScript from npm",
    source: {
      registry: "npm",
      package: "immer",
      version: "10.1.1",
      parts: ["package/src", "package/package.json"],
    },
    language: "typescript",
    extension: ".ts",
    callee: "processResult",
    caller: "Immer.produce",
    origin: "Immer.produce",
  },
  {
    what: "Python from Debian",
    source: { registry: "debian", package: "jinja2" },
    language: "python",
    extension: ".py",
    callee: "Environment._generate",
    caller: "Environment.compile",
    origin: "Environment.from_string",
  },
  {
    what: "C from Debian",
    source: { registry: "debian", package: "bzip2" },
    language: "c",
    extension: ".c",
    callee: "BZ2_blockSort",
    caller: "BZ2_compressBlock",
    origin: "handle_compress",
  },
  {
    what: "R from Debian",
    source: { registry: "debian", package: "r-cran-glue" },
    language: "r",
    extension: ".R",
    callee: "glue_data",
    caller: "glue",
    origin: "glue_col",
  },
];

/** The answer to a question as JSON; the exit code must be 0, and nothing said beside it. */
async function asked<Answer>(root: string, ...question: string[]): Promise<Answer> {
  const { code, stdout, stderr } = await run([...question, "--project", root, "--json"]);
  assert.deepEqual([code, stderr], [0, ""], question.join(" "));
  return JSON.parse(stdout) as Answer;
}

/** All paths under a folder, relative to it. */
function* pathsIn(root: string, folder = ""): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(join(root, folder))) {
    const path = folder + name;
    yield path;
    if (isDirectory) yield* pathsIn(root, `${path}/`);
  }
}

function lineOf(root: string, path: string, line: number): string {
  return Deno.readTextFileSync(join(root, path)).split("\n")[line - 1] ?? "";
}

function bareName(symbol: string): string {
  return symbol.slice(symbol.lastIndexOf(".") + 1);
}

async function checkIndex(root: string, { language, extension }: RealProject): Promise<void> {
  const sources = [...pathsIn(root)].filter((path) => path.endsWith(extension)).length;
  const { code, stdout } = await run(["index", "--force", "--json", root]);
  assert.equal(code, 0);
  const summary = JSON.parse(stdout) as IndexSummary;
  const read = summary.languages.find((total) => total.language === language)!;
  assert.ok(read.files >= 0.95 * sources, `${read.files} of ${sources} files`);
  const failures = summary.skipped.filter(({ reason }) =>
    reason === "failed" || reason === "timeout" || reason === "unreadable"
  );
  assert.deepEqual(failures, []);
  const { exact, inferred, heuristic } = summary.calls;
  assert.ok(exact > 0 && exact + inferred > 9 * heuristic, JSON.stringify(summary.calls));
  const status = await asked<StatusAnswer>(root, "status");
  assert.equal(status.changedFileCount, 0);
  assert.match((await run(["sync", root])).stdout, /^Nothing changed; the index is up to date/);
}

async function checkAnswers(root: string, project: RealProject): Promise<void> {
  const { callee, caller, origin } = project;
  const { results } = await asked<SearchAnswer>(root, "search", callee);
  assert.equal(results[0]?.symbol.qualifiedName, callee);
  const { groups } = await asked<CallersAnswer>(root, "callers", callee, "--limit", "1000");
  const found = groups.flatMap(({ callers }) => callers);
  const calling = found.find(({ symbol }) => symbol.qualifiedName === caller);
  assert.ok(calling !== undefined && calling.sites.length > 0, `${caller} calls ${callee}`);
  for (const { file, line, column } of calling.sites) {
    const text = lineOf(root, file, line).slice(column - 1);
    assert.match(text, new RegExp(`^(?:(?:self|this)\\.)?${bareName(callee)} ?\\(`));
  }
  const { file, line } = calling.sites[0]!;
  const shown = await run(["callers", callee, "--project", root]);
  // A long line is shown by its beginning.
  assert.ok(shown.stdout.includes(lineOf(root, file, line).trim().slice(0, 60)), shown.stdout);
  const { paths } = await asked<TraceAnswer>(root, "trace", origin, callee);
  assert.ok(paths.length > 0, `${origin} leads to ${callee}`);
  const callees = await run(["callees", caller, "--project", root]);
  assert.match(callees.stdout, new RegExp(`\\b${bareName(callee)}\\b`));
  assert.equal((await run(["callers", "no_such_name_anywhere", "--project", root])).code, 1);
}

interface Exported {
  readonly type: "symbol" | "edge";
  readonly id?: number;
  readonly kind: string;
  readonly name?: string;
  readonly to?: number;
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly confidence?: string;
}

/** Calls that are said to be certain must bear, where they are said to be, their target's name. */
async function checkGraph(root: string): Promise<void> {
  const { code, stdout } = await run(["export", root]);
  assert.equal(code, 0);
  const graph = stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as Exported);
  // A class is called by its own name, and what runs is its constructor.
  const symbols = graph.filter(({ type, kind }) => type === "symbol" && kind !== "constructor");
  const names = new Map(symbols.map(({ id, name }) => [id!, name!]));
  const misses: string[] = [];
  let calls = 0;
  for (const { type, kind, to, file, line, column, confidence } of graph) {
    const name = names.get(to!);
    if (type !== "edge" || kind !== "calls" || confidence !== "exact" || !name) continue;
    calls++;
    const text = lineOf(root, file, line!).slice(column! - 1);
    if (!text.startsWith(name)) misses.push(`${file}:${line}:${column}: no ${name} in ${text}`);
  }
  assert.ok(misses.length < 0.05 * calls, misses.join("\n"));
}

for (const project of PROJECTS) {
  const reason = whyNotHere(project);
  const { what, source } = project;
  Deno.test({
    name: `${source.package}, ${what}: indexed, asked and left as it was${
      reason === undefined ? "" : ` (${reason})`
    }`,
    ignore: reason !== undefined,
    fn: async () => {
      using opened = await openProject(project);
      const { root } = opened;
      await run(["uninit", root]);
      const before = [...pathsIn(root)].sort();
      await checkIndex(root, project);
      await checkAnswers(root, project);
      await checkGraph(root);
      assert.equal((await run(["uninit", root])).code, 0);
      assert.deepEqual([...pathsIn(root)].sort(), before);
    },
  });
}
