/** Measures how a language is read in a real project, lists call sites to be judged, writes the table of languages. */
import { parseArgs } from "node:util";
import { archiveSizes, updateArchiveSizes } from "./languages/archive_sizes.ts";
import { ctagsAgreement, definitionCounts } from "./languages/ctags_agreement.ts";
import { callSites } from "./languages/call_sites.ts";
import { languageTable, measuredProjects } from "./languages/language_table.ts";
import { readProject } from "./languages/read_project.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";

const USAGE = `usage: deno task languages measure LANGUAGE[,LANGUAGE…] FOLDER [--sites N]
       deno task languages sizes
       deno task languages readme

readme writes the table of languages into README.md, from the registry and what was measured.
sizes measures what each language adds to the engine archive, for that table.
measure prints of all files of those languages in a project: the share without unreadable lines, files a
second (one thread, no index written), the definitions that universal-ctags finds and we do not, and
N call sites (default 40) with what is said of them, to be judged against the source.`;

const SHOWN = 8;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    options: { sites: { type: "string", default: "40" }, help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  const [command, languages, folder] = positionals;
  if (values.help) return print(USAGE);
  if (command === "readme") {
    return writeReadmeSection("languages", languageTable(measuredProjects(), archiveSizes()));
  }
  if (command === "sizes") return await updateArchiveSizes();
  if (command !== "measure" || languages === undefined || folder === undefined) {
    printError(USAGE);
    throw new TaskFailure("say which language and which project");
  }
  await measure(languages.split(","), folder, Number(values.sites));
}

async function measure(languages: string[], folder: string, sites: number): Promise<void> {
  const read = await readProject(Deno.realPathSync(folder), new Set(languages));
  const { paths, unreadable, seconds } = read;
  const share = (part: number, whole: number): string =>
    whole === 0 ? "–" : `${(100 * part / whole).toFixed(1)} %`;
  print(
    `files: ${paths.length}, without unreadable lines: ${
      share(paths.length - unreadable.length, paths.length)
    }, ${(paths.length / seconds).toFixed(0)} files/s`,
  );
  for (const path of unreadable.slice(0, SHOWN)) print(`  unreadable lines in ${path}`);
  const counts = [...definitionCounts(read)].map(([kind, count]) => `${count} ${kind}`);
  print(`definitions: ${counts.join(", ")}`);
  const { tags, leftOut, shared, missing } = await ctagsAgreement(read);
  print(`of ${tags} of ctags: ${(shared / tags).toFixed(4)}`);
  for (const [reason, count] of leftOut) print(`  left out on purpose: ${count} ${reason}`);
  for (const [kind, lacking] of missing) {
    print(`  lacking ${lacking.length} ${kind}:`);
    for (const { path, line, name } of lacking.slice(0, SHOWN)) {
      print(`    ${path}:${line} ${name}`);
    }
  }
  for (const { path, line, column, source, said } of callSites(read, sites)) {
    print(`\n${path}:${line}:${column}\n  ${source.slice(0, 160)}`);
    for (const one of said.length > 0 ? said : ["nothing"]) print(`  → ${one}`);
  }
}

await runTask(main);
