/** Tries an engine archive on the machine that it is for: the real executable, as its users run it. */
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { unzipSync } from "fflate";
import type { Finding } from "../src/doctor/finding.ts";
import { VERSION } from "../src/version.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";
import { runTool } from "./grammars/run_tool.ts";
import { archiveName, executableName, hostPlatform } from "./release/platforms.ts";
import { baseUrlOf, type ReleaseManifest } from "./release/release_manifest.ts";
import { DIST } from "./release/repository.ts";
import { Sandbox, Session } from "./smoke/extension.ts";
import { PATHS, writeProject } from "./smoke/many_languages.ts";
import { ReleaseServer } from "./smoke/release_server.ts";

const USAGE = `deno task smoke   try the engine archive for this machine, and the extension with it

  --dist DIR  where the archive and release-manifest.json are
`;

const OPTIONS = {
  dist: { type: "string", default: DIST },
  help: { type: "boolean", short: "h" },
} as const;

/** Milliseconds until a change to a file must be in the answers. */
const WATCH_PATIENCE = 60_000;
const LOOK_AGAIN = 500;

async function main(): Promise<void> {
  const { values } = parseArgs({ args: Deno.args, options: OPTIONS });
  if (values.help) return print(USAGE);
  const platform = hostPlatform();
  if (platform === undefined) throw new TaskFailure(`there is no engine for ${Deno.build.target}`);
  await using sandbox = new Sandbox();
  await writeProject(sandbox.project);
  const archive = join(values.dist, archiveName(platform));
  const home = join(sandbox.root, "engine");
  await Deno.mkdir(home);
  await unpack(archive, home);
  const engine = join(home, "bin", executableName(platform));
  const faults = [
    ...await step("version", () => saysItsVersion(engine, home)),
    ...await step("index", () => indexes(engine, sandbox.project)),
    ...await step("link", () => linksTheIndex(sandbox.project)),
    ...await step("doctor", () => isInOrder(engine, sandbox.project)),
    ...await step("query", () => answersQueries(engine, sandbox.project)),
    ...await step("serve and watch", () => servesAndWatches(engine, sandbox)),
    ...await step("extension", () => startsAsExtension(archive, values.dist, sandbox)),
  ];
  if (faults.length > 0) throw new TaskFailure(`${faults.length} of the steps failed`);
  print(`${archive} works on ${Deno.build.target}`);
}

async function unpack(archive: string, directory: string): Promise<void> {
  if (archive.endsWith(".tar.gz")) {
    await runTool("tar", ["-xzf", archive, "-C", directory]);
    return;
  }
  for (const [path, bytes] of Object.entries(unzipSync(await Deno.readFile(archive)))) {
    await Deno.mkdir(dirname(join(directory, path)), { recursive: true });
    await Deno.writeFile(join(directory, path), bytes);
  }
}

async function step(name: string, work: () => Promise<void> | void): Promise<string[]> {
  try {
    await work();
    print(`ok ${name}`);
    return [];
  } catch (error) {
    printError(`FAILED ${name}: ${error instanceof Error ? error.stack : error}`);
    return [name];
  }
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

async function saysItsVersion(engine: string, home: string): Promise<void> {
  const said = (await runTool(engine, ["--version"])).trim();
  const recorded = (await Deno.readTextFile(join(home, "VERSION"))).trim();
  expect(said === VERSION && recorded === VERSION, `it says ${said}, VERSION says ${recorded}`);
  expect((await Deno.readTextFile(join(home, "THIRD_PARTY_NOTICES"))).length > 1000, "no notices");
}

async function indexes(engine: string, project: string): Promise<void> {
  await runTool(engine, ["index", project]);
  expect((await Deno.stat(join(project, ".biorouter/codegraph/codegraph.db"))).isFile, "no index");
}

/** A symbolic link, or on Windows a junction. */
async function linksTheIndex(project: string): Promise<void> {
  const link = join(project, ".codegraph");
  expect((await Deno.lstat(link)).isSymlink, `${link} is no link`);
  const [led, own] = [await Deno.realPath(link), join(project, ".biorouter", "codegraph")];
  expect(led === await Deno.realPath(own), `it leads to ${led}`);
}

/** Its grammars are whole, the index is, and the system tells of changes. */
async function isInOrder(engine: string, project: string): Promise<void> {
  const found = JSON.parse(await runTool(engine, ["doctor", "--json", project]));
  const findings: readonly Finding[] = Object.values<Finding[]>(found).flat();
  const odd = findings.filter(({ state }) => state !== "ok");
  expect(odd.length === 0, `it finds ${JSON.stringify(odd)}`);
  expect(findings.some(({ about }) => about === "watching"), "it does not look at watching");
  expect((await runTool(engine, ["languages"])).includes("python"), "no list of languages");
}

async function answersQueries(engine: string, project: string): Promise<void> {
  const answer = await runTool(engine, ["callers", "callee", "--json", "--project", project]);
  expectPaths(answer);
}

function expectPaths(answer: string): void {
  const missing = PATHS.filter((path) => !answer.includes(path));
  expect(missing.length === 0, `nothing of ${missing}`);
}

async function servesAndWatches(engine: string, { project, root }: Sandbox): Promise<void> {
  const environment = { BIOROUTER_WORKING_DIR: project, HOME: root, USERPROFILE: root };
  await using session = await Session.start([engine, "serve", "--mcp"], environment);
  expect((await session.tools()).includes("codegraph_callers"), "codegraph_callers is not listed");
  expectPaths(await ask(session, "codegraph_callers", { symbol: "callee" }));
  await Deno.writeTextFile(join(project, "late.py"), "def came_late():\n    return 1\n");
  const until = performance.now() + WATCH_PATIENCE;
  while (!(await ask(session, "codegraph_search", { query: "came_late" })).includes("late.py")) {
    expect(performance.now() < until, "a new file is not seen");
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
}

async function ask(
  session: Session,
  name: string,
  given: Record<string, unknown>,
): Promise<string> {
  const { structuredContent } = await session.client.callTool({ name, arguments: given });
  return JSON.stringify(structuredContent);
}

/** The release is served from here; everything else is as at its users'. */
async function startsAsExtension(archive: string, dist: string, sandbox: Sandbox): Promise<void> {
  await using server = new ReleaseServer();
  const text = await Deno.readTextFile(join(dist, "release-manifest.json"));
  const manifest: ReleaseManifest = JSON.parse(text);
  const base = baseUrlOf(server.base, manifest.engine_version);
  const path = new URL(base).pathname + archiveName(hostPlatform()!);
  server.publish(path, await Deno.readFile(archive));
  await sandbox.installExtension(JSON.stringify({ ...manifest, base_url: base }));
  await using session = await sandbox.start();
  expectPaths(await ask(session, "codegraph_callers", { symbol: "callee" }));
}

await runTask(main);
