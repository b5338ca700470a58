/**
 * Measures what is lost when real code is read: files with syntax errors, and definitions that
 * another parser finds and the product does not.
 */
import { parseArgs } from "node:util";
import { join, resolve } from "node:path";
import { cacheFolder } from "./measure/cache_folder.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, printError, runTask, TaskFailure } from "./measure/task.ts";
import { bringCorpus } from "./parse_loss/corpus.ts";
import { type Loss, measureLoss } from "./parse_loss/loss.ts";
import { lossTable, mergedTable } from "./parse_loss/loss_table.ts";
import type { Subject } from "./parse_loss/subject.ts";
import { SUBJECTS } from "./parse_loss/subjects.ts";

const IDS = SUBJECTS.map(({ language }) => language);

const USAGE = `usage: deno task parse-loss [options] [LANGUAGE…]

Reads real code of ${IDS.join(", ")} from Debian's source packages and from public
repositories, and compares the definitions found with those that another parser finds.

  --lost             list the definitions that were not found
  --folder FOLDER    measure the code in FOLDER instead (one LANGUAGE)
  --corpora FOLDER   where the packages are, or are brought to (default: in the cache folder)
  --readme           write the table into README.md; lines of languages not measured stay

environment: PERL5LIB says where Perl finds modules that the packages need.`;

interface Settings {
  readonly lost: boolean;
  readonly readme: boolean;
  readonly folder: string | undefined;
  readonly corpora: string;
  readonly subjects: readonly Subject[];
}

function readSettings(args: string[]): Settings | undefined {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        lost: { type: "boolean", default: false },
        readme: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        folder: { type: "string" },
        corpora: { type: "string" },
      },
    });
  } catch (error) {
    throw usageFailure(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  const unknown = positionals.find((id) => !IDS.includes(id));
  if (unknown !== undefined) throw usageFailure(`${unknown} is not measured.`);
  if (values.folder !== undefined && positionals.length !== 1) {
    throw usageFailure("--folder needs one language.");
  }
  return {
    lost: values.lost,
    readme: values.readme,
    folder: values.folder,
    corpora: resolve(values.corpora ?? join(cacheFolder("codegraph-parse-loss"), "corpora")),
    subjects: SUBJECTS.filter(({ language }) =>
      positionals.length === 0 || positionals.includes(language)
    ),
  };
}

function usageFailure(message: string): TaskFailure {
  return new TaskFailure(`${message}\n\n${USAGE}`);
}

async function measure(settings: Settings): Promise<void> {
  const losses: Loss[] = [];
  for (const subject of settings.subjects) {
    const corpus = settings.folder ?? await bringCorpus(subject, settings.corpora);
    const loss = await measureLoss(subject, corpus);
    printError(`${loss.language}: ${loss.lost.length} of ${loss.definitions} definitions lost`);
    if (settings.lost) { for (const definition of loss.lost) print(definition); }
    losses.push(loss);
  }
  const table = lossTable(losses);
  print(`\n${table}`);
  if (!settings.readme) return;
  await writeReadmeSection("parse-loss", (before) => mergedTable(before, table));
}

if (import.meta.main) {
  await runTask(async () => {
    const settings = readSettings(Deno.args);
    if (settings === undefined) print(USAGE);
    else await measure(settings);
  });
}
