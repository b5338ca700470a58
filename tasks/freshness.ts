/** Measures, in one run, how fresh the product and CodeGraph 1.6.1 keep their indexes. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CORPORA, corpusFolder } from "./bench/corpora.ts";
import { EDITED_CORPORA, type EditedCorpus } from "./freshness/edits.ts";
import {
  type Freshness,
  type MeasuredWork,
  measureRest,
  measureWork,
} from "./freshness/measures.ts";
import { freshnessTable } from "./freshness/report.ts";
import { type Subject, subjects } from "./freshness/subjects.ts";
import { cacheFolder } from "./measure/cache_folder.ts";
import { run } from "./measure/command.ts";
import { remove } from "./measure/files.ts";
import { installPeer } from "./measure/peer.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";

const USAGE = `usage: deno task freshness [options] [CORPUS…]

Measures a sync of nothing, of one file and of a file that everything uses, the time from the
first edit after a server's start and from later ones to an answer that shows it, and what a server
takes at rest, beside CodeGraph 1.6.1, on copies of
${EDITED_CORPORA.map(({ name }) => name).join(", ")}. Idle time and watches are read from /proc.

  --runs N           of each at most, fewer of what takes long; the median counts (default 5)
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

/** A corpus that a subject worked on. */
interface Measured extends MeasuredWork {
  readonly corpus: string;
  readonly subject: Subject["name"];
}

async function measured(
  subject: Subject,
  corpus: EditedCorpus,
  { runs, corporaFolder }: Settings,
  cleanup: AsyncDisposableStack,
): Promise<Measured> {
  const source = CORPORA.find(({ name }) => name === corpus.name)!;
  const folder = await corpusFolder(source, corporaFolder);
  const directory = Deno.makeTempDirSync({ prefix: "codegraph-freshness-" });
  cleanup.defer(() => Deno.removeSync(directory, { recursive: true }));
  const copy = join(directory, corpus.name);
  await run({ command: "cp", args: ["-a", folder, copy] });
  // What another run left there is no project's, and the peer would follow the link.
  for (const name of [".codegraph", ".biorouter"]) remove(join(copy, name));
  const started = performance.now();
  const { work, session } = await measureWork(subject, corpus, copy, runs);
  cleanup.use(session);
  const seconds = Math.round((performance.now() - started) / 1000);
  printError(`${corpus.name}: ${subject.name} measured in ${seconds} s`);
  return { corpus: corpus.name, subject: subject.name, work, session };
}

async function freshness(settings: Settings): Promise<void> {
  Deno.mkdirSync(settings.corporaFolder, { recursive: true });
  const peer = await installPeer(settings.cache);
  await using cleanup = new AsyncDisposableStack();
  const all: Measured[] = [];
  for (const corpus of settings.corpora) {
    for (const subject of subjects(peer)) {
      all.push(await measured(subject, corpus, settings, cleanup));
    }
  }
  const rests = await measureRest(all.map(({ session }) => session));
  const resultOf = (corpus: string, subject: Subject["name"]): Freshness => {
    const at = all.findIndex((one) => one.corpus === corpus && one.subject === subject);
    return { ...all[at]!.work, ...rests[at]! };
  };
  const table = freshnessTable(settings.corpora.map(({ name }) => ({
    corpus: name,
    product: resultOf(name, "product"),
    peer: resultOf(name, "peer"),
  })));
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
