import { printError } from "../measure/task.ts";
import { type Cost, measure } from "./measured_run.ts";
import type { LanguageSizes } from "./parse_floor_worker.ts";
import { type CorpusResult, median, type SubjectResult } from "./report.ts";
import { clean, databaseBytes, type Subject, type SubjectName } from "./subjects.ts";

/**
 * Runs the subjects on a corpus in turn, several times, so that what else the machine does meets all of
 * them alike.
 *
 * @returns the medians, and what was parsed, if that was measured
 * @throws TaskFailure when one of them fails
 */
export async function measureRounds(
  corpus: string,
  folder: string,
  subjects: readonly Subject[],
  rounds: number,
): Promise<Pick<CorpusResult, "languages" | "subjects">> {
  let languages: LanguageSizes | undefined;
  const runs = new Map<SubjectName, SubjectResult[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const subject of subjects) {
      clean(folder);
      const { stdout, ...cost } = await measure(subject.index(folder));
      if (subject.name === "floor") languages = JSON.parse(stdout) as LanguageSizes;
      runs.get(subject.name)?.push({ ...cost, databaseBytes: databaseBytes(subject, folder) });
      printError(`${corpus}, round ${round}, ${subject.name}: ${inWords(cost)}`);
    }
  }
  const medians = [...runs].map(([name, results]) => [name, medianOf(results)]);
  return { languages, subjects: Object.fromEntries(medians) };
}

function inWords({ wallSeconds, cpuSeconds, peakBytes }: Cost): string {
  const peak = (peakBytes / 1e6).toFixed(0);
  return `${wallSeconds.toFixed(2)} s, CPU ${cpuSeconds.toFixed(2)} s, peak ${peak} MB`;
}

function medianOf(results: readonly SubjectResult[]): SubjectResult {
  const sizes = results.flatMap(({ databaseBytes: bytes }) => bytes ?? []);
  return {
    wallSeconds: median(results.map((result) => result.wallSeconds)),
    cpuSeconds: median(results.map((result) => result.cpuSeconds)),
    peakBytes: median(results.map((result) => result.peakBytes)),
    databaseBytes: sizes.length === 0 ? undefined : median(sizes),
  };
}
