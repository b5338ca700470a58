/**
 * Measures what the tools answer, on real projects and beside CodeGraph 1.6.1: how much of what a
 * question needs is shown, at which place a search finds what it is for, and how fast.
 */
import { parseArgs } from "node:util";
import { join } from "node:path";
import { measureExplore } from "./answers/explore_measure.ts";
import { McpSession } from "./answers/mcp_session.ts";
import { PROJECTS } from "./answers/projects.ts";
import { ASKED } from "./answers/questions.ts";
import { type AnswersResult, answersTables, type Measured, misses } from "./answers/report.ts";
import { measureSearch } from "./answers/search_measure.ts";
import { type Search, searches } from "./answers/searches.ts";
import { measureSpeed, ShippedServer, type Speed } from "./answers/speed.ts";
import { SPEED_QUESTIONS } from "./answers/speed_questions.ts";
import { type Corpus, corpusFolder } from "./bench/corpora.ts";
import { clean } from "./bench/subjects.ts";
import { cacheFolder } from "./measure/cache_folder.ts";
import { productCommand, run } from "./measure/command.ts";
import { installPeer, type Peer } from "./measure/peer.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";

const USAGE = `usage: deno task answers [options] [PROJECT…]

Asks ${ASKED.length} questions about ${PROJECTS.map(({ name }) => name).join(", ")},
and looks for the definitions that a right answer shows; runs searches for such definitions; measures
how fast the server starts and answers on django.

  --peer             measure CodeGraph 1.6.1 as well
  --misses           also tell what was not shown and not found first
  --no-speed         leave out how fast
  --corpora FOLDER   where the projects are, or are brought to (default: in the cache folder)
  --readme           write the tables into README.md (implies --peer)

environment: PRODUCT_COMMAND starts the product (default: this checkout), PYTHON is the Python to use.`;

/** The project on which speed is measured. */
const SPEED_PROJECT = "django";

interface Settings {
  readonly peer: boolean;
  readonly readme: boolean;
  readonly misses: boolean;
  readonly speed: boolean;
  readonly projects: readonly Corpus[];
  readonly corpora: string;
  readonly cache: string;
}

function readSettings(args: string[]): Settings | undefined {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      allowNegative: true,
      options: {
        peer: { type: "boolean", default: false },
        readme: { type: "boolean", default: false },
        misses: { type: "boolean", default: false },
        speed: { type: "boolean", default: true },
        help: { type: "boolean", default: false },
        corpora: { type: "string" },
      },
    });
  } catch (error) {
    throw new TaskFailure(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  const unknown = positionals.find((name) => PROJECTS.every((project) => project.name !== name));
  if (unknown !== undefined) throw new TaskFailure(`There is no project ${unknown}.\n\n${USAGE}`);
  const cache = cacheFolder("codegraph-bench");
  return {
    peer: values.peer || values.readme,
    readme: values.readme,
    misses: values.misses,
    speed: values.speed,
    projects: PROJECTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    corpora: values.corpora ?? join(cache, "corpora"),
    cache,
  };
}

/** The product on a project, indexed anew. */
async function openProduct(folder: string): Promise<McpSession> {
  clean(folder);
  const [command = "", ...args] = productCommand();
  await run({ command, args: [...args, "index", "--force", "--quiet", folder] }, "nothing");
  return await McpSession.start({
    command,
    args: [...args, "serve", "--mcp"],
    env: { BIOROUTER_WORKING_DIR: folder },
  });
}

/** CodeGraph on a project, indexed anew, with all its tools. */
async function openPeer({ command, env }: Peer, folder: string): Promise<McpSession> {
  clean(folder);
  await run({ command, args: ["init", "--yes", folder], env }, "nothing");
  return await McpSession.start({
    command,
    args: ["serve", "--mcp", "--path", folder],
    cwd: folder,
    env: { ...env, CODEGRAPH_MCP_TOOLS: "explore,search" },
  });
}

async function measureProject(
  session: McpSession,
  folder: string,
  project: string,
  all: readonly Search[],
): Promise<Measured> {
  const questions = ASKED.filter((asked) => asked.project === project);
  return {
    explored: await measureExplore(session, folder, questions),
    searched: await measureSearch(session, all.filter((search) => search.project === project)),
  };
}

async function measureProduct(
  settings: Settings,
  folders: ReadonlyMap<string, string>,
  all: readonly Search[],
): Promise<Measured> {
  const parts: Measured[] = [];
  for (const [project, folder] of folders) {
    printError(`${project}: product`);
    await using session = await openProduct(folder);
    parts.push(await measureProject(session, folder, project, all));
  }
  const measured = together(parts);
  if (settings.misses) misses(measured).forEach(print);
  return measured;
}

async function measurePeer(
  settings: Settings,
  folders: ReadonlyMap<string, string>,
  all: readonly Search[],
): Promise<Measured> {
  const peer = await installPeer(settings.cache);
  const parts: Measured[] = [];
  for (const [project, folder] of folders) {
    printError(`${project}: CodeGraph`);
    await using session = await openPeer(peer, folder);
    parts.push(await measureProject(session, folder, project, all));
    clean(folder);
  }
  return together(parts);
}

function together(parts: readonly Measured[]): Measured {
  return {
    explored: parts.flatMap(({ explored }) => explored),
    searched: parts.flatMap(({ searched }) => searched),
  };
}

async function measureSpeeds(folders: ReadonlyMap<string, string>): Promise<Record<string, Speed>> {
  const folder = folders.get(SPEED_PROJECT);
  if (folder === undefined) return {};
  printError(`${SPEED_PROJECT}: speed`);
  await using server = await ShippedServer.build();
  clean(folder);
  await server.index(folder);
  return { [SPEED_PROJECT]: await measureSpeed(server.invocation(folder), SPEED_QUESTIONS) };
}

async function answers(settings: Settings): Promise<void> {
  Deno.mkdirSync(settings.corpora, { recursive: true });
  const folders = new Map<string, string>();
  for (const project of settings.projects) {
    folders.set(project.name, await corpusFolder(project, settings.corpora));
  }
  const all = searches((project) => folders.get(project));
  const result: AnswersResult = {
    projects: settings.projects,
    product: await measureProduct(settings, folders, all),
    speed: settings.speed ? await measureSpeeds(folders) : {},
    peer: settings.peer ? await measurePeer(settings, folders, all) : undefined,
  };
  const tables = answersTables(result);
  print(tables);
  if (settings.readme) await writeReadmeSection("answers", tables);
}

if (import.meta.main) {
  await runTask(async () => {
    const settings = readSettings(Deno.args);
    if (settings === undefined) print(USAGE);
    else await answers(settings);
  });
}
