/** Measures, in one run, how fresh the product and CodeGraph 1.6.1 keep their indexes. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CORPORA, corpusFolder } from "./bench/corpora.ts";
import { EDITED_CORPORA, type EditedCorpus } from "./freshness/edits.ts";
import { type Freshness, measureFreshness } from "./freshness/measures.ts";
import { type CorpusFreshness, freshnessTable } from "./freshness/report.ts";
import { type Subject, subjects } from "./freshness/subjects.ts";
import { cacheFolder } from "./measure/cache_folder.ts";
import { run } from "./measure/command.ts";
import { installPeer } from "./measure/peer.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";

const USAGE = `usage: deno task freshness [options] [CORPUS…]

Measures a sync of nothing, of one file and of a file that everything uses, the time from an edit to
an answer that shows it, and what a server takes at rest, beside CodeGraph 1.6.1, on copies of
${EDITED_CORPORA.map(({ name }) => name).join(", ")}. Idle time and watches are read from /proc.

  --runs N           of each; the median counts (default 5)
  --corpora FOLDER   where the corpora are, or are brought to (default: in the cache folder)
  --readme           write the table into README.md

environment: PRODUCT_COMMAND starts the product (default: this checkout).`;

interface Settings {
  readonly runs: number;
  readonly readme: boolean;
  readonly corpora: readonly EditedCorpus[];
  readonly corporaFolder: string;
  readonly cache: string;
}

function readSettings(args: string[]): Settings | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      readme: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      runs: { type: "string", default: "5" },
      corpora: { type: "string" },
    },
  });
  if (values.help) return undefined;
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) {
    throw new TaskFailure(`--runs ${values.runs}\n\n${USAGE}`);
  }
  const cache = cacheFolder("codegraph-bench");
  return {
    runs,
    readme: values.readme,
    corpora: positionals.length === 0 ? EDITED_CORPORA : positionals.map(corpusNamed),
    corporaFolder: values.corpora ?? join(cache, "corpora"),
    cache,
  };
}

function corpusNamed(name: string): EditedCorpus {
  const found = EDITED_CORPORA.find((corpus) => corpus.name === name);
  if (found === undefined) throw new TaskFailure(`There is no corpus ${name}.\n\n${USAGE}`);
  return found;
}

async function measured(
  subject: Subject,
  corpus: EditedCorpus,
  { runs, corporaFolder }: Settings,
): Promise<Freshness> {
  printError(`${corpus.name}: ${subject.name}`);
  const source = CORPORA.find(({ name }) => name === corpus.name)!;
  const folder = await corpusFolder(source, corporaFolder);
  const directory = Deno.makeTempDirSync({ prefix: "codegraph-freshness-" });
  try {
    const copy = join(directory, corpus.name);
    await run({ command: "cp", args: ["-a", folder, copy] });
    return await measureFreshness(subject, corpus, copy, runs);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

async function freshness(settings: Settings): Promise<void> {
  Deno.mkdirSync(settings.corporaFolder, { recursive: true });
  const [product, peer] = subjects(await installPeer(settings.cache));
  const results: CorpusFreshness[] = [];
  for (const corpus of settings.corpora) {
    results.push({
      corpus: corpus.name,
      product: await measured(product!, corpus, settings),
      peer: await measured(peer!, corpus, settings),
    });
  }
  const table = freshnessTable(results);
  print(table);
  if (settings.readme) await writeReadmeSection("freshness", table);
}

if (import.meta.main) {
  await runTask(async () => {
    const settings = readSettings(Deno.args);
    if (settings === undefined) print(USAGE);
    else await freshness(settings);
  });
}
