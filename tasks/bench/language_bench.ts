import { join } from "node:path";
import { writeReadmeSection } from "../measure/readme_section.ts";
import { print } from "../measure/task.ts";
import { corpusFolder } from "./corpora.ts";
import {
  LANGUAGE_CORPORA,
  type LanguageCorpus,
  languagesWithoutCorpus,
} from "./language_corpora.ts";
import { keepResult, languageBenchTable, type LanguageResult } from "./language_report.ts";
import { measureRounds } from "./rounds.ts";
import { clean, openSubjects, type Subject } from "./subjects.ts";

/** What to measure, and where things are kept. */
export interface LanguageBenchSettings {
  readonly languages: readonly LanguageCorpus[];
  readonly runs: number;
  readonly corporaFolder: string;
  readonly cache: string;
  /** Keeps the results and writes the table into the README, with those kept before. */
  readonly readme: boolean;
}

/**
 * Measures the full index of one corpus for each language, beside CodeGraph 1.6.1 where it reads the
 * language.
 *
 * @throws TaskFailure when a corpus cannot be brought or a program fails
 */
export async function benchLanguages(settings: LanguageBenchSettings): Promise<void> {
  const folder = join(settings.corporaFolder, "languages");
  Deno.mkdirSync(folder, { recursive: true });
  const subjects = await openSubjects(["product", "peer"], settings.cache);
  const results: LanguageResult[] = [];
  for (const corpus of settings.languages) {
    const place = await corpusFolder(corpus, folder);
    const result = await benchLanguage(corpus, place, subjects, settings.runs);
    results.push(result);
    // At once: what a long run has shown is not lost with its end.
    if (settings.readme) await writeTable(keepResult(result, LANGUAGE_CORPORA));
  }
  print(languageBenchTable(results, []));
}

async function benchLanguage(
  corpus: LanguageCorpus,
  folder: string,
  subjects: readonly Subject[],
  runs: number,
): Promise<LanguageResult> {
  const asked = corpus.isPeers ? subjects : subjects.filter(({ name }) => name !== "peer");
  const { subjects: { product, peer } } = await measureRounds(corpus.name, folder, asked, runs);
  clean(folder);
  return {
    language: corpus.language,
    corpus: corpus.source.package,
    ...sizeOf(folder),
    product: product!,
    ...(peer === undefined ? {} : { peer }),
  };
}

function sizeOf(folder: string): { readonly files: number; readonly bytes: number } {
  const parts = Array.from(Deno.readDirSync(folder), ({ name, isDirectory, isFile }) => {
    const path = join(folder, name);
    if (isDirectory) return sizeOf(path);
    return isFile ? { files: 1, bytes: Deno.statSync(path).size } : { files: 0, bytes: 0 };
  });
  return {
    files: parts.reduce((total, { files }) => total + files, 0),
    bytes: parts.reduce((total, { bytes }) => total + bytes, 0),
  };
}

async function writeTable(results: readonly LanguageResult[]): Promise<void> {
  await writeReadmeSection(
    "bench-languages",
    languageBenchTable(results, languagesWithoutCorpus()),
  );
}
