/**
 * Compares, in one run on real source code, the full index with parsing alone, with CodeGraph 1.6.1
 * and with universal-ctags.
 */
import { parseArgs } from "node:util";
import { join } from "node:path";
import { CORPORA, type Corpus, corpusFolder } from "./bench/corpora.ts";
import { benchLanguages } from "./bench/language_bench.ts";
import { LANGUAGE_CORPORA, type LanguageCorpus } from "./bench/language_corpora.ts";
import { linkCost } from "./bench/link_cost.ts";
import { measure } from "./bench/measured_run.ts";
import { askQuestions, type QuestionResult } from "./bench/questions.ts";
import { benchTables, type CorpusResult } from "./bench/report.ts";
import { measureRounds } from "./bench/rounds.ts";
import {
  clean,
  openSubjects,
  type Subject,
  SUBJECT_NAMES,
  type SubjectName,
} from "./bench/subjects.ts";
import { cacheFolder } from "./measure/cache_folder.ts";
import { writeReadmeSection } from "./measure/readme_section.ts";
import { print, runTask, TaskFailure } from "./measure/task.ts";

const USAGE = `usage: deno task bench [options] [CORPUS…]

Measures wall time, CPU time, peak memory and database size of a full index, beside parsing alone,
CodeGraph 1.6.1 and universal-ctags, on ${CORPORA.map(({ name }) => name).join(", ")};
and how fast questions about ${
  CORPORA.filter(({ symbols }) => symbols).map(({ name }) => name).join(", ")
} are answered.

  --languages        instead, on one corpus for each language, beside CodeGraph where it reads it;
                     CORPUS is the id of a language then
  --quick            small corpora only
  --runs N           runs of each, taken in turn; the median counts (default 3)
  --subjects LIST    only these of ${SUBJECT_NAMES.join(",")}
  --corpora FOLDER   where the corpora are, or are brought to (default: in the cache folder)
  --readme           write the tables into README.md

environment: PRODUCT_COMMAND starts the product (default: this checkout), PYTHON is the Python to use.`;

interface Settings {
  readonly runs: number;
  readonly readme: boolean;
  readonly subjects: readonly SubjectName[];
  /** Instead of corpora of their own. */
  readonly languages: readonly LanguageCorpus[];
  readonly corpora: readonly Corpus[];
  readonly corporaFolder: string;
  readonly cache: string;
}

function readSettings(args: string[]): Settings | undefined {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        languages: { type: "boolean", default: false },
        quick: { type: "boolean", default: false },
        readme: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        runs: { type: "string", default: "3" },
        subjects: { type: "string", default: SUBJECT_NAMES.join(",") },
        corpora: { type: "string" },
      },
    });
  } catch (error) {
    throw usageFailure(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return undefined;
  const cache = cacheFolder("codegraph-bench");
  return {
    runs: readRuns(values.runs),
    readme: values.readme,
    subjects: values.subjects.split(",").map(readSubject),
    languages: values.languages ? chooseNamed(LANGUAGE_CORPORA, positionals) : [],
    corpora: values.languages ? [] : chooseNamed(CORPORA, positionals)
      .filter(({ quick }) => quick || !values.quick),
    corporaFolder: values.corpora ?? join(cache, "corpora"),
    cache,
  };
}

function readRuns(text: string): number {
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1) throw usageFailure(`--runs ${text} is not a number.`);
  return runs;
}

function readSubject(text: string): SubjectName {
  const found = SUBJECT_NAMES.find((name) => name === text);
  if (found === undefined) throw usageFailure(`There is no subject ${text}.`);
  return found;
}

function chooseNamed<Kind extends Corpus>(
  corpora: readonly Kind[],
  names: readonly string[],
): readonly Kind[] {
  const unknown = names.find((name) => corpora.every((corpus) => corpus.name !== name));
  if (unknown !== undefined) throw usageFailure(`There is no corpus ${unknown}.`);
  return names.length === 0 ? corpora : corpora.filter(({ name }) => names.includes(name));
}

function usageFailure(message: string): TaskFailure {
  return new TaskFailure(`${message}\n\n${USAGE}`);
}

async function benchCorpus(
  corpus: Corpus,
  subjects: readonly Subject[],
  settings: Settings,
): Promise<CorpusResult> {
  const folder = await corpusFolder(corpus, settings.corporaFolder);
  // What links cost is measured by itself, in pairs.
  const inTurn = subjects.filter(({ name }) => name !== "unlinked");
  const measured = await measureRounds(corpus.name, folder, inTurn, settings.runs);
  const overUnlinked = await linkCost(folder, subjects, corpus.quick);
  const questions = await questionsOn(corpus, folder, subjects);
  clean(folder);
  return { corpus, questions, overUnlinked, ...measured };
}

async function questionsOn(
  { symbols }: Corpus,
  folder: string,
  subjects: readonly Subject[],
): Promise<QuestionResult[]> {
  const product = subjects.find(({ name }) => name === "product");
  if (product === undefined || symbols === undefined) return [];
  clean(folder);
  await measure(product.index(folder));
  return await askQuestions(folder, symbols);
}

async function bench(settings: Settings): Promise<void> {
  Deno.mkdirSync(settings.corporaFolder, { recursive: true });
  Deno.mkdirSync(settings.cache, { recursive: true });
  const subjects = await openSubjects(settings.subjects, settings.cache);
  const results: CorpusResult[] = [];
  try {
    for (const corpus of settings.corpora) {
      results.push(await benchCorpus(corpus, subjects, settings));
    }
  } finally {
    // A failure on a later corpus does not take away what long runs have shown.
    if (results.length > 0) print(benchTables(results));
  }
  if (settings.readme) await writeReadmeSection("bench", benchTables(results));
}

if (import.meta.main) {
  await runTask(async () => {
    const settings = readSettings(Deno.args);
    if (settings === undefined) print(USAGE);
    else if (settings.languages.length > 0) await benchLanguages(settings);
    else await bench(settings);
  });
}
