import {
  changedText,
  indented,
  moreSymbolsText,
  plural,
  possibleText,
  siteText,
  symbolText,
  unknownText,
} from "./answer_text.ts";
import type { Callee, CalleeGroup, CalleesAnswer } from "./callees.ts";
import { siteCount, tierText } from "./confidence.ts";

/** The answer for people. */
export function calleesText(answer: CalleesAnswer): string {
  if (answer.groups.length === 0) return unknownText(answer.symbol, answer.suggestions);
  const lines = answer.groups.flatMap((group) => [...groupLines(group), ""]);
  lines.push(...moreSymbolsText(answer.moreSymbols), ...changedText(answer.changedFiles));
  return lines.join("\n").trimEnd();
}

function groupLines(group: CalleeGroup): string[] {
  const lines = [symbolText(group.symbol), ...indented([headline(group)])];
  for (const callee of group.callees) lines.push(...indented(calleeLines(callee)));
  const { moreCallees } = group;
  if (moreCallees > 0) lines.push(`  Left out: ${moreCallees} more (raise the limit to see them)`);
  lines.push(...indented(possibleText(group.possible, " from here")));
  return lines;
}

function headline({ sites, externalSites }: CalleeGroup): string {
  const count = siteCount(sites);
  if (count + externalSites === 0) return "It calls nothing that is known.";
  const inside = count === 0
    ? "no site calls into the project"
    : `${count} ${plural(count, "site")} inside the project: ${tierText(sites)}`;
  return externalSites === 0 ? inside : `${inside}; ${externalSites} out of it`;
}

function calleeLines({ symbol, depth, calledBy, sites, moreSites }: Callee): string[] {
  const further = calledBy === undefined ? "" : `  (depth ${depth}, called by ${calledBy})`;
  const lines = [symbolText(symbol) + further, ...indented(sites.map(siteText))];
  if (moreSites > 0) lines.push(`  … and ${moreSites} more ${plural(moreSites, "site")}`);
  return lines;
}
