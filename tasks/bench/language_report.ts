import type { Cost } from "./measured_run.ts";
import type { LanguageCorpus } from "./language_corpora.ts";
import { fixed, line, megabytes, multiple, per, times } from "./report.ts";

/** A full index of one language's corpus, medians of several runs. */
export interface LanguageResult {
  readonly language: string;
  /** The package that the source code comes from. */
  readonly corpus: string;
  readonly files: number;
  readonly bytes: number;
  readonly product: Cost;
  /** Absent where CodeGraph 1.6.1 does not read the language. */
  readonly peer?: Cost;
}

const KEPT = new URL("./measured_languages.json", import.meta.url);

/** The results that were kept. */
export function keptResults(): readonly LanguageResult[] {
  return JSON.parse(Deno.readTextFileSync(KEPT)) as LanguageResult[];
}

/** Keeps a result in the place of the last one of its language; all of them, in the corpora's order. */
export function keepResult(
  result: LanguageResult,
  corpora: readonly LanguageCorpus[],
): readonly LanguageResult[] {
  const all = [result, ...keptResults()];
  const kept = corpora.flatMap(({ language }) =>
    all.find((one) => one.language === language) ?? []
  );
  Deno.writeTextFileSync(KEPT, `${JSON.stringify(kept, null, 2)}\n`);
  return kept;
}

type Column = readonly [title: string, cell: (result: LanguageResult) => string];

const COLUMNS: readonly Column[] = [
  ["language", ({ language }) => language],
  ["corpus", ({ corpus }) => corpus],
  ["files", ({ files }) => files.toLocaleString("en-US")],
  ["MB", ({ bytes }) => megabytes(bytes)],
  ["full index: s (CPU s)", ({ product }) => times(product)],
  ["files/s", ({ files, product }) => fixed(per(files, product.wallSeconds), 0)],
  ["MB/s", ({ bytes, product }) => megabytes(per(bytes, product.wallSeconds))],
  ["CodeGraph 1.6.1: s (CPU s)", ({ peer }) => times(peer)],
  ["**faster**", (result) => result.peer ? `**${multiple(faster(result), 1)}**` : "–"],
  ["CPU", ({ product, peer }) => multiple(per(peer?.cpuSeconds, product.cpuSeconds), 1)],
];
const LEFT = 2;

/**
 * Speed by language in Markdown.
 *
 * @param without names of languages that no corpus is there for
 */
export function languageBenchTable(
  results: readonly LanguageResult[],
  without: readonly string[],
): string {
  const head = line(COLUMNS.map(([title]) => title));
  const rule = line(COLUMNS.map((_, at) => at < LEFT ? "---" : "--:"));
  const rows = results.map((result) => line(COLUMNS.map(([, cell]) => cell(result))));
  const compared = results.flatMap((result) => faster(result) ?? []);
  const sentences = [
    meanOf(compared),
    without.length === 0
      ? ""
      : `Without a corpus of a megabyte in a package registry: ${without.join(", ")}.`,
  ];
  return [[head, rule, ...rows].join("\n"), ...sentences.filter((text) => text !== "")]
    .join("\n\n");
}

function faster({ product, peer }: LanguageResult): number | undefined {
  return per(peer?.wallSeconds, product.wallSeconds);
}

function meanOf(ratios: readonly number[]): string {
  if (ratios.length === 0) return "";
  const sum = ratios.reduce((total, ratio) => total + Math.log(ratio), 0);
  const mean = multiple(Math.exp(sum / ratios.length), 2);
  return `Geometric mean over ${ratios.length} languages: ${mean} as fast as CodeGraph 1.6.1.`;
}
