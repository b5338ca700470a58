/** The summary of an index, for people. */
import { type IndexSummary, setAsideText } from "../index/index_summary.ts";
import { languageEntry } from "../languages/registry.ts";
import { byteText, countText, durationText, table } from "./text.ts";
import type { Terminal } from "./terminal.ts";

/** Skip reasons of which every project has many, and which nobody needs to look at. */
const UNREMARKABLE = new Set([
  "default-directory",
  "ignored",
  "excluded",
  "not-source",
  "no-code",
  "link",
]);

/** The summary, ending in a line end. */
export function summaryText(summary: IndexSummary, terminal: Terminal): string {
  const seconds = durationText(summary.milliseconds);
  const lines = [
    terminal.bold(`Indexed ${countText(summary.files, "file")} in ${seconds}`),
    "",
    ...languageLines(summary),
    "",
    `${countText(summary.symbols, "symbol")}, ${countText(summary.edges, "edge")}`,
    ...callLines(summary),
    ...skipLines(summary),
    `Index: ${summary.databasePath} (${byteText(summary.databaseSize)})`,
    ...(summary.setAside === undefined ? [] : [setAsideText(summary.setAside)]),
    "",
    `Next: codegraph search <name> --project ${summary.root}`,
  ];
  return lines.join("\n") + "\n";
}

function languageLines({ languages, manifests }: IndexSummary): string[] {
  return table([
    ...languages.map(({ language, files, lines }) => [
      languageEntry(language).name,
      countText(files, "file"),
      countText(lines, "line"),
    ]),
    ...(manifests === 0 ? [] : [["manifests", countText(manifests, "file")]]),
  ]);
}

function callLines({ calls }: IndexSummary): string[] {
  const { exact, inferred, heuristic, external, possible } = calls;
  const inside = exact + inferred + heuristic;
  const tiers = `${number(exact)} exact, ${number(inferred)} inferred, ${
    number(heuristic)
  } heuristic`;
  return [
    `Calls inside the project: ${number(inside)} (${tiers})`,
    `Calls out of it: ${number(external)}; known by name only: ${number(possible)}`,
  ];
}

function skipLines(summary: IndexSummary): string[] {
  const { partlyReadFiles } = summary;
  const leftOut = leftOutText(summary);
  const lines = leftOut === "" ? [] : [`Left out: ${leftOut}`];
  if (partlyReadFiles > 0) {
    lines.push(`With lines that could not be read: ${countText(partlyReadFiles, "file")}`);
  }
  return lines;
}

/** What was left out that might have been wanted, by reason; "" when nothing was. */
export function leftOutText({ skipped }: IndexSummary): string {
  return skipped.filter(({ reason }) => !UNREMARKABLE.has(reason))
    .map(({ reason, paths }) => `${number(paths)} ${reason}`).join(", ");
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
