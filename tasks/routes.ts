/** Lists the routes of a real project, or its calls at run time, and writes the tables of both. */
import { Kind, Sym } from "../src/extract/facts.ts";
import { neededLinkers } from "../src/index/linkers.ts";
import { languageOf, LANGUAGES } from "../src/languages/registry.ts";
import { CONFIDENCES, Edge, EdgeCode, mechanismOf } from "../src/resolve/edges.ts";
import type { LinkRows } from "../src/resolve/links.ts";
import { resolveProject } from "../src/resolve/resolver.ts";
import type { Project } from "../src/resolve/project.ts";
import { readProject } from "./languages/read_project.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";
import { dispatchTable, measuredDispatch } from "./routes/dispatch_table.ts";
import { measuredRoutes, routeTable } from "./routes/route_table.ts";

const USAGE = `usage: deno task routes list FOLDER
       deno task routes calls FOLDER
       deno task routes readme

list prints each route of a project: method and path, place, framework, and what serves it. calls prints what is
decided at run time and where a program goes to a screen: by what, from, place, to. To be compared with what is
counted by another means: the running framework's own list, or the declarations that a search finds.
readme writes both tables into README.md, from measured.json and dispatch.json in tasks/routes.`;

async function main(): Promise<void> {
  const [command, folder] = Deno.args;
  if (command === "readme") {
    await writeReadmeSection("routes", routeTable(measuredRoutes()));
    return writeReadmeSection("dispatch", dispatchTable(measuredDispatch()));
  }
  const listed = LISTS[command ?? ""];
  if (listed === undefined || folder === undefined) {
    printError(USAGE);
    throw new TaskFailure("say what to do, and in which project");
  }
  const languages = new Set(LANGUAGES.map(({ id }) => id));
  const { project } = await readProject(Deno.realPathSync(folder), languages);
  const { links } = resolveProject(project, languageOf, await neededLinkers(project));
  for (const line of listed(project, links)) print(line);
}

type Listing = (project: Project, links: LinkRows) => readonly string[];

const LISTS: Readonly<Record<string, Listing>> = { list: routesOf, calls: callsOf };

/** A line for each route, in the order of their paths. */
function routesOf(project: Project, links: LinkRows): readonly string[] {
  const served = handlersOf(project, links);
  return links.symbols.flatMap(({ kind, name, signature, file, line, column }, at) =>
    kind === Kind.route
      ? [[name, `${file.path}:${line}:${column}`, signature, ...served.get(at) ?? []].join("\t")]
      : []
  ).sort();
}

/** What serves each route, and how surely, by its number among the symbols of links. */
function handlersOf(
  project: Project,
  links: LinkRows,
): ReadonlyMap<number, readonly string[]> {
  const served = new Map<number, string[]>();
  for (let at = 0; at < links.edges.length; at += Edge.STRIDE) {
    const edge = (column: number): number => links.edges[at + column]!;
    if (edge(Edge.KIND) !== EdgeCode.routes) continue;
    const route = edge(Edge.FROM) - project.symbolCount;
    const named = nameOf(project, edge(Edge.TO));
    const mechanism = links.mechanisms[mechanismOf(edge(Edge.EVIDENCE))] ?? "";
    const handlers = served.get(route) ?? [];
    if (handlers.length === 0) served.set(route, handlers);
    handlers.push(`${named} (${CONFIDENCES[edge(Edge.CONFIDENCE)]}, ${mechanism})`);
  }
  return served;
}

/** A line for each call that frameworks and libraries decide, in the order of their places. */
function callsOf(project: Project, { edges, mechanisms }: LinkRows): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < edges.length; at += Edge.STRIDE) {
    const edge = (column: number): number => edges[at + column]!;
    if (edge(Edge.KIND) !== EdgeCode.calls) continue;
    const file = project.file(edge(Edge.FILE));
    lines.push([
      mechanisms[mechanismOf(edge(Edge.EVIDENCE))],
      nameOf(project, edge(Edge.FROM)),
      `${file.path}:${edge(Edge.LINE)}:${edge(Edge.COLUMN)}`,
      nameOf(project, edge(Edge.TO)),
      `one of ${edge(Edge.CANDIDATES)}`,
    ].join("\t"));
  }
  return lines.sort();
}

/** File, name and line of a symbol. */
function nameOf(project: Project, symbol: number): string {
  const owner = project.fileOfSymbol(symbol);
  const row = symbol - owner.firstSymbol;
  return row === 0
    ? owner.path
    : `${owner.path}:${owner.nameOf(row)}:${owner.symbol(row, Sym.NAME_LINE)}`;
}

await runTask(main);
