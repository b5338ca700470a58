/** What was measured, as Markdown. */
import type { Corpus } from "../bench/corpora.ts";
import { median, percentile } from "../bench/report.ts";
import type { Explored } from "./explore_measure.ts";
import { QUERY_KINDS } from "./searches.ts";
import type { Searched } from "./search_measure.ts";
import type { Speed } from "./speed.ts";

/** What one server gave on all projects. */
export interface Measured {
  readonly explored: readonly Explored[];
  readonly searched: readonly Searched[];
}

/** All that was measured. */
export interface AnswersResult {
  readonly projects: readonly Corpus[];
  readonly product: Measured;
  readonly peer: Measured | undefined;
  /** By project. */
  readonly speed: Readonly<Record<string, Speed>>;
}

const PEER_NAME = "CodeGraph 1.6.1";

/** Tables of what is shown, what is found, and how fast. */
export function answersTables(result: AnswersResult): string {
  return [exploreTable(result), searchTable(result), ...speedTables(result)].join("\n\n");
}

/** Sentences about each need that was not shown and each search that did not come first. */
export function misses({ explored, searched }: Measured): string[] {
  return [
    ...explored.flatMap(({ project, question, missing }) =>
      missing.map((need) => `${project}: "${question}" does not show ${need}`)
    ),
    ...searched.filter(({ place }) => place !== 1).map(({ search, place, first }) =>
      `${search.project}: "${search.query}" (${search.kind}) has ${search.name} at place ${
        place === 0 ? "none" : place
      }, first ${first}`
    ),
  ];
}

function exploreTable({ projects, product, peer }: AnswersResult): string {
  const rows = projects.map(({ name, language }) => {
    const ours = product.explored.filter(({ project }) => project === name);
    const theirs = peer?.explored.filter(({ project }) => project === name);
    return [name, language, ...exploreCells(ours, theirs)];
  });
  rows.push(["**all**", "", ...exploreCells(product.explored, peer?.explored)]);
  const head = [
    "project",
    "language",
    "questions",
    "needed",
    "shown",
    "characters",
    `${PEER_NAME}: shown`,
    "characters",
  ];
  return table(head, rows, 2);
}

function exploreCells(
  ours: readonly Explored[],
  theirs: readonly Explored[] | undefined,
): string[] {
  return [
    String(ours.length),
    String(sum(ours.map(({ needed }) => needed))),
    shareShown(ours),
    meanChars(ours),
    theirs === undefined ? "–" : shareShown(theirs),
    theirs === undefined ? "–" : meanChars(theirs),
  ];
}

function shareShown(explored: readonly Explored[]): string {
  const needed = sum(explored.map((one) => one.needed));
  const missing = sum(explored.map((one) => one.missing.length));
  return share(needed - missing, needed);
}

function meanChars(explored: readonly Explored[]): string {
  const total = sum(explored.map(({ chars }) => chars));
  return explored.length === 0 ? "–" : Math.round(total / explored.length).toLocaleString("en-US");
}

function searchTable({ product, peer }: AnswersResult): string {
  const rows = [...QUERY_KINDS, undefined].map((kind) => {
    const of = ({ search }: Searched): boolean => kind === undefined || search.kind === kind;
    const ours = product.searched.filter(of);
    const theirs = peer?.searched.filter(of);
    return [
      kind ?? "**all**",
      String(ours.length),
      shareWithin(ours, 1),
      shareWithin(ours, 5),
      theirs === undefined ? "–" : shareWithin(theirs, 1),
      theirs === undefined ? "–" : shareWithin(theirs, 5),
    ];
  });
  const head = ["search by", "queries", "first", "in five", `${PEER_NAME}: first`, "in five"];
  return table(head, rows);
}

function shareWithin(searched: readonly Searched[], places: number): string {
  const hits = searched.filter(({ place }) => place >= 1 && place <= places).length;
  return share(hits, searched.length);
}

function speedTables({ speed }: AnswersResult): string[] {
  return Object.entries(speed).map(([project, { starts, answers, restingBytes }]) => {
    const rows = Object.entries(answers).map(([tool, times]) => [
      `\`${tool}\``,
      milliseconds(median(times)),
      milliseconds(percentile(times, 0.95)),
    ]);
    const start = `${milliseconds(median(starts))} ms from start to list, at most ${
      milliseconds(Math.max(...starts))
    } ms`;
    const memory = `${(restingBytes / 1e6).toFixed(0)} MB at rest`;
    return `On ${project}: ${start}; ${memory}.\n\n${
      table(["tool", "median, ms", "95th percentile, ms"], rows)
    }`;
  });
}

function milliseconds(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : (part / whole).toFixed(3);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** @param words columns that hold words; those after them hold numbers */
function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  words = 1,
): string {
  const rule = head.map((_, column) => column < words ? "---" : "--:");
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
