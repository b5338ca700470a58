import type { Corpus } from "./corpora.ts";
import type { Cost } from "./measured_run.ts";
import type { LanguageSizes } from "./parse_floor_worker.ts";
import type { QuestionResult } from "./questions.ts";
import type { SubjectName } from "./subjects.ts";

/** The medians of one subject on one corpus. */
export interface SubjectResult extends Cost {
  readonly databaseBytes: number | undefined;
}

/** All that was measured on one corpus. */
export interface CorpusResult {
  readonly corpus: Corpus;
  /** What our own scan keeps of it; unknown when the floor was left out. */
  readonly languages: LanguageSizes | undefined;
  /** None on the corpora that name no symbols. */
  readonly questions: readonly QuestionResult[];
  /** Work with routes, bridges and calls decided at run time, over that without; unknown when not measured. */
  readonly overUnlinked: number | undefined;
  /** Without the subjects that were left out of the run. */
  readonly subjects: Readonly<Partial<Record<SubjectName, SubjectResult>>>;
}

type Column = readonly [title: string, cell: (result: CorpusResult) => string];

const SPEED_COLUMNS: readonly Column[] = [
  ["language", ({ corpus }) => corpus.language],
  ["files", (result) => filesOf(result)?.toLocaleString("en-US") ?? "–"],
  ["MB", (result) => megabytes(bytesOf(result))],
  ["full index: s (CPU s)", ({ subjects }) => times(subjects.product)],
  ["files/s", (result) => fixed(per(filesOf(result), result.subjects.product?.wallSeconds), 0)],
  ["MB/s", (result) => megabytes(per(bytesOf(result), result.subjects.product?.wallSeconds))],
  ["parse only: s (CPU s)", ({ subjects }) => times(subjects.floor)],
  ["÷ parse only", ({ subjects }) => multiple(overFloor(subjects), 2)],
  ["routes, bridges: CPU", ({ overUnlinked }) => share(overUnlinked)],
  ["CodeGraph 1.6.1: s (CPU s)", ({ subjects }) => times(subjects.peer)],
  ["**faster**", ({ subjects }) => `**${multiple(faster(subjects), 1)}**`],
  ["ctags: s (CPU s)", ({ subjects }) => times(subjects.ctags)],
  ["÷ ctags", ({ subjects }) => multiple(overCtags(subjects), 1)],
];

const SIZE_COLUMNS: readonly Column[] = [
  ["peak memory, MB", ({ subjects }) => megabytes(subjects.product?.peakBytes, 0)],
  ["CodeGraph 1.6.1", ({ subjects }) => megabytes(subjects.peer?.peakBytes, 0)],
  ["database, MB", ({ subjects }) => megabytes(subjects.product?.databaseBytes)],
  ["CodeGraph 1.6.1", ({ subjects }) => megabytes(subjects.peer?.databaseBytes)],
  ["share", ({ subjects }) => {
    return fixed(per(subjects.product?.databaseBytes, subjects.peer?.databaseBytes), 2);
  }],
];

/** A bench run in Markdown: tables of speed and size, the means of ratios, and how fast answers are. */
export function benchTables(results: readonly CorpusResult[]): string {
  const tables = [table(SPEED_COLUMNS, results), table(SIZE_COLUMNS, results)];
  const means = [
    meanSentence(geometricMean(results, faster), "as fast as CodeGraph 1.6.1"),
    meanSentence(geometricMean(results, overFloor), "the time of parsing alone"),
  ].filter((sentence) => sentence !== "");
  return [...tables, ...means, ...results.flatMap(questionTable)].join("\n\n");
}

/** How long answers take on one corpus. */
function questionTable({ corpus, questions }: CorpusResult): string[] {
  if (questions.length === 0) return [];
  const rows = questions.map(({ question, commands, answers }) =>
    line([
      `\`${question}\``,
      milliseconds(median(answers)),
      milliseconds(percentile(answers, 0.95)),
      fixed(median(commands), 2),
      fixed(Math.max(...commands), 2),
    ])
  );
  const head = line([
    `on ${corpus.name}`,
    "inside a process: median, ms",
    "95th percentile, ms",
    "whole command: median, s",
    "slowest, s",
  ]);
  return [[head, "| --- | --: | --: | --: | --: |", ...rows].join("\n")];
}

function meanSentence(mean: number | undefined, meaning: string): string {
  return mean === undefined ? "" : `Geometric mean: ${multiple(mean, 2)} ${meaning}.`;
}

function table(columns: readonly Column[], results: readonly CorpusResult[]): string {
  const head = line(["corpus", ...columns.map(([title]) => title)]);
  const rule = line(["---", ...columns.map(([title]) => title === "language" ? "---" : "--:")]);
  const rows = results.map((result) =>
    line([result.corpus.name, ...columns.map(([, cell]) => cell(result))])
  );
  return [head, rule, ...rows].join("\n");
}

function filesOf({ languages }: CorpusResult): number | undefined {
  return languages && Object.values(languages).reduce((total, { files }) => total + files, 0);
}

function bytesOf({ languages }: CorpusResult): number | undefined {
  return languages && Object.values(languages).reduce((total, { bytes }) => total + bytes, 0);
}

function faster({ peer, product }: CorpusResult["subjects"]): number | undefined {
  return per(peer?.wallSeconds, product?.wallSeconds);
}

function overFloor({ floor, product }: CorpusResult["subjects"]): number | undefined {
  return per(product?.wallSeconds, floor?.wallSeconds);
}

function overCtags({ ctags, product }: CorpusResult["subjects"]): number | undefined {
  return per(product?.wallSeconds, ctags?.wallSeconds);
}

function geometricMean(
  results: readonly CorpusResult[],
  ratio: (subjects: CorpusResult["subjects"]) => number | undefined,
): number | undefined {
  const logarithms = results.map(({ subjects }) => Math.log(ratio(subjects) ?? NaN));
  const sum = logarithms.reduce((total, value) => total + value, 0);
  return Number.isNaN(sum) ? undefined : Math.exp(sum / logarithms.length);
}

/** A quotient, where both are known. */
export function per(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || whole === undefined ? undefined : part / whole;
}

/** `1.50 (2.8)`: seconds of wall time and of CPU time. */
export function times(cost: Cost | undefined): string {
  return cost === undefined ? "–" : `${fixed(cost.wallSeconds, 2)} (${fixed(cost.cpuSeconds, 1)})`;
}

function milliseconds(seconds: number): string {
  return (seconds * 1000).toFixed(1);
}

/** Bytes, or bytes a second, as megabytes. */
export function megabytes(bytes: number | undefined, digits = 1): string {
  return fixed(per(bytes, 1e6), digits);
}

/** `+2 %` for a ratio of 1.02. */
function share(ratio: number | undefined): string {
  if (ratio === undefined) return "–";
  const percent = Math.round((ratio - 1) * 100);
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)} %`;
}

/** `4.0×`. */
export function multiple(value: number | undefined, digits: number): string {
  return value === undefined ? "–" : `${value.toFixed(digits)}×`;
}

/** A number, or a dash where it is not known. */
export function fixed(value: number | undefined, digits: number): string {
  return value === undefined ? "–" : value.toFixed(digits);
}

/** A line of a table in Markdown. */
export function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The middle value; of an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? NaN) + upper) / 2 : upper;
}

/** The value below which a share of the values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
