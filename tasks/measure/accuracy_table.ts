import { join } from "node:path";

/** What the table needs of a report that the accuracy measure wrote. */
export interface AccuracyReport {
  readonly repo: string;
  readonly language: string;
  readonly internal: number;
  readonly precision: number;
  readonly recall: number;
  readonly byConfidence: Readonly<
    Record<string, { readonly edges: number; readonly precision: number }>
  >;
}

/** One row: a repository in one language, ours beside the peer's. */
export interface AccuracyRow {
  readonly product: AccuracyReport;
  readonly peer: AccuracyReport | undefined;
}

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  python: "Python",
  typescript: "TypeScript/JavaScript",
  perl: "Perl",
  r: "R",
  julia: "Julia",
  matlab: "MATLAB",
};

/** The reports of one repository in the work folder, one row for each language measured. */
export function readRows(work: string, name: string): AccuracyRow[] {
  return Object.keys(LANGUAGE_NAMES).flatMap((language) => {
    const product = readReport(join(work, name, `product.${language}.report.json`));
    const peer = readReport(join(work, name, `peer.${language}.report.json`));
    return product === undefined ? [] : [{ product, peer }];
  });
}

function readReport(path: string): AccuracyReport | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(path)) as AccuracyReport;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** The table in Markdown: a line for each row, then the means of each language. */
export function accuracyTable(rows: readonly AccuracyRow[]): string {
  const head = [
    "| repository | language | calls | precision | recall | precision of `exact` | CodeGraph 1.6.1: precision | recall |",
    "|---|---|--:|--:|--:|--:|--:|--:|",
  ];
  return [...head, ...rows.map(rowLine), ...meanLines(rows)].join("\n");
}

function rowLine({ product, peer }: AccuracyRow): string {
  return line([
    product.repo,
    LANGUAGE_NAMES[product.language] ?? product.language,
    product.internal.toLocaleString("en-US"),
    share(product.precision),
    share(product.recall),
    share(product.byConfidence["exact"]?.precision),
    share(peer?.precision),
    share(peer?.recall),
  ]);
}

function meanLines(rows: readonly AccuracyRow[]): string[] {
  const languages = Object.keys(LANGUAGE_NAMES);
  return languages.flatMap((language) => {
    const group = rows.filter((row) => row.product.language === language);
    if (group.length === 0) return [];
    return [line([
      "**mean**",
      LANGUAGE_NAMES[language] ?? language,
      sum(group.map((row) => row.product.internal)).toLocaleString("en-US"),
      share(mean(group.map((row) => row.product.precision))),
      share(mean(group.map((row) => row.product.recall))),
      share(exactPrecision(group)),
      share(mean(group.map((row) => row.peer?.precision))),
      share(mean(group.map((row) => row.peer?.recall))),
    ])];
  });
}

/** The share of right edges among all `exact` edges of several rows. */
function exactPrecision(rows: readonly AccuracyRow[]): number | undefined {
  const tiers = rows.flatMap((row) => row.product.byConfidence["exact"] ?? []);
  const edges = sum(tiers.map((tier) => tier.edges));
  return edges === 0 ? undefined : sum(tiers.map((tier) => tier.edges * tier.precision)) / edges;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function share(value: number | undefined): string {
  return value === undefined ? "–" : value.toFixed(3);
}

function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? sum(known) / known.length : undefined;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
