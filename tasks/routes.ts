/** Lists the routes of a real project, and writes the table of frameworks. */
import { Kind } from "../src/extract/facts.ts";
import { neededLinkers } from "../src/index/linkers.ts";
import { languageOf, LANGUAGES } from "../src/languages/registry.ts";
import { CONFIDENCES, Edge, EdgeCode, mechanismOf } from "../src/resolve/edges.ts";
import type { LinkRows } from "../src/resolve/links.ts";
import { resolveProject } from "../src/resolve/resolver.ts";
import { type ReadProject, readProject } from "./languages/read_project.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";
import { measuredRoutes, routeTable } from "./routes/route_table.ts";

const USAGE = `usage: deno task routes list FOLDER
       deno task routes readme

list prints each route of a project: method and path, place, framework, and what serves it. To be compared with
what is counted by another means: the running framework's own list, or the declarations that a search finds.
readme writes the table of frameworks into README.md, from tasks/routes/measured.json.`;

async function main(): Promise<void> {
  const [command, folder] = Deno.args;
  if (command === "readme") return writeReadmeSection("routes", routeTable(measuredRoutes()));
  if (command !== "list" || folder === undefined) {
    printError(USAGE);
    throw new TaskFailure("say what to do, and in which project");
  }
  const languages = new Set(LANGUAGES.map(({ id }) => id));
  for (const line of await routesOf(await readProject(Deno.realPathSync(folder), languages))) {
    print(line);
  }
}

/** A line for each route, in the order of their paths. */
async function routesOf({ project }: ReadProject): Promise<string[]> {
  const { links } = resolveProject(project, languageOf, await neededLinkers(project));
  const served = handlersOf(project, links);
  return links.symbols.flatMap(({ kind, name, signature, file, line, column }, at) =>
    kind === Kind.route
      ? [[name, `${file.path}:${line}:${column}`, signature, ...served.get(at) ?? []].join("\t")]
      : []
  ).sort();
}

/** What serves each route, and how surely, by its number among the symbols of links. */
function handlersOf(
  project: ReadProject["project"],
  links: LinkRows,
): ReadonlyMap<number, readonly string[]> {
  const served = new Map<number, string[]>();
  for (let at = 0; at < links.edges.length; at += Edge.STRIDE) {
    const edge = (column: number): number => links.edges[at + column]!;
    if (edge(Edge.KIND) !== EdgeCode.routes) continue;
    const route = edge(Edge.FROM) - project.symbolCount;
    const owner = project.fileOfSymbol(edge(Edge.TO));
    const named = `${owner.path}:${owner.nameOf(edge(Edge.TO) - owner.firstSymbol)}`;
    const mechanism = links.mechanisms[mechanismOf(edge(Edge.EVIDENCE))] ?? "";
    const handlers = served.get(route) ?? [];
    if (handlers.length === 0) served.set(route, handlers);
    handlers.push(`${named} (${CONFIDENCES[edge(Edge.CONFIDENCE)]}, ${mechanism})`);
  }
  return served;
}

await runTask(main);
