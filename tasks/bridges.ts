/** Lists where a real project crosses from one language to another, and writes the table of bridges. */
import { neededLinkers } from "../src/index/linkers.ts";
import { languageOf, LANGUAGES } from "../src/languages/registry.ts";
import { CONFIDENCES, Edge, EdgeCode, mechanismOf } from "../src/resolve/edges.ts";
import { resolveProject } from "../src/resolve/resolver.ts";
import { bridgeTable, measuredBridges } from "./bridges/bridge_table.ts";
import { type ReadProject, readProject } from "./languages/read_project.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";

const USAGE = `usage: deno task bridges list FOLDER
       deno task bridges readme

list prints each place of a project that crosses between languages: path:line:column, confidence, mechanism,
target. To be compared with what is counted by another means: the tables of routines, a compiler's list of
symbols, the calls that a parser of the language finds.
readme writes the table of bridges into README.md, from tasks/bridges/measured.json.`;

async function main(): Promise<void> {
  const [command, folder] = Deno.args;
  if (command === "readme") return writeReadmeSection("bridges", bridgeTable(measuredBridges()));
  if (command !== "list" || folder === undefined) {
    printError(USAGE);
    throw new TaskFailure("say what to do, and in which project");
  }
  const languages = new Set(LANGUAGES.map(({ id }) => id));
  for (const line of await crossings(await readProject(Deno.realPathSync(folder), languages))) {
    print(line);
  }
}

/** Edges of bridges, in the order of their places. */
async function crossings({ project }: ReadProject): Promise<string[]> {
  const { links } = resolveProject(project, languageOf, await neededLinkers(project));
  const lines: string[] = [];
  for (let at = 0; at < links.edges.length; at += Edge.STRIDE) {
    const edge = (column: number): number => links.edges[at + column]!;
    const target = edge(Edge.TO);
    if (edge(Edge.KIND) !== EdgeCode.bridges || target >= project.symbolCount) continue;
    const owner = project.fileOfSymbol(target);
    const place = `${project.file(edge(Edge.FILE)).path}:${edge(Edge.LINE)}:${edge(Edge.COLUMN)}`;
    const mechanism = links.mechanisms[mechanismOf(edge(Edge.EVIDENCE))] ?? "";
    const named = `${owner.path}:${owner.nameOf(target - owner.firstSymbol)}`;
    lines.push(`${place}\t${CONFIDENCES[edge(Edge.CONFIDENCE)]}\t${mechanism}\t${named}`);
  }
  return lines.sort();
}

await runTask(main);
