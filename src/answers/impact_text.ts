import {
  changedText,
  indented,
  moreSymbolsText,
  plural,
  symbolText,
  unknownText,
} from "./answer_text.ts";
import { lineText } from "./place.ts";
import type { ImpactAnswer, ImpactGroup } from "./impact.ts";
import type { Mentions } from "./mentions.ts";
import type { Affected, ImpactLevel } from "./impact_search.ts";

/** The answer for people. */
export function impactText(answer: ImpactAnswer): string {
  const { symbol, groups, moreSymbols, suggestions, changedFiles } = answer;
  if (groups.length === 0) return unknownText(symbol, suggestions);
  const lines = groups.flatMap((group) => [...groupLines(group), ""]);
  return [...lines, ...moreSymbolsText(moreSymbols), ...changedText(changedFiles)].join("\n")
    .trimEnd();
}

function groupLines(group: ImpactGroup): string[] {
  const { symbol, levels, total, files, tests, moreTests, mentions, isComplete } = group;
  const uses = mentions === undefined ? [] : [usesText(mentions)];
  if (total === 0) {
    const said = uses.length === 0 ? ["Nothing is known to depend on it."] : uses;
    return [symbolText(symbol), ...indented(said)];
  }
  const atLeast = isComplete ? "" : "at least ";
  const lines = [
    symbolText(symbol),
    `  ${atLeast}${total} affected ${plural(total, "symbol")} in ${files} ${plural(files, "file")}`,
    ...indented([...uses, ...levels.flatMap(levelText)]),
  ];
  const testCount = tests.length + moreTests;
  if (testCount > 0) {
    const names = tests.map(({ qualifiedName, file }) => `${qualifiedName} (${file})`);
    const more = moreTests > 0 ? ` and ${moreTests} more` : "";
    lines.push(`  ${testCount} ${plural(testCount, "test")}: ${names.join(", ")}${more}`);
  }
  return lines;
}

function usesText({ count, files }: Mentions): string {
  const where = `${count} ${plural(count, "use")} by name in ${files} ${plural(files, "file")}`;
  return count === 0 ? where : `${where}: ask for its callers to see them`;
}

/** A line for the distance and one for each symbol. */
export function levelText({ distance, count, affected }: ImpactLevel): string[] {
  const more = count - affected.length;
  return [
    `distance ${distance}: ${count}`,
    ...affected.map((one) => `  ${affectedText(one, distance)}`),
    ...(more > 0 ? [`  Left out: ${more} more (raise the limit to see them)`] : []),
  ];
}

function affectedText(
  { symbol, reason, through, confidence, mechanism, ...site }: Affected,
  distance: number,
): string {
  const line = `line ${lineText(site)}`;
  const where = distance === 1 ? line : `${line}, through ${through}`;
  const how = reason.replaceAll("_", " ") + (mechanism === undefined ? "" : ` by ${mechanism}`);
  return `${symbolText(symbol)}  (${how}, ${confidence}, ${where})`;
}
