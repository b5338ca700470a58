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
import type { Caller, CallerGroup, CallersAnswer } from "./callers.ts";
import { siteCount, tierText } from "./confidence.ts";

/** The answer for people. */
export function callersText(answer: CallersAnswer): string {
  if (answer.groups.length === 0) return unknownText(answer.symbol, answer.suggestions);
  const lines = answer.groups.flatMap((group) => [...groupLines(group), ""]);
  lines.push(...moreSymbolsText(answer.moreSymbols), ...changedText(answer.changedFiles));
  return lines.join("\n").trimEnd();
}

function groupLines(group: CallerGroup): string[] {
  const { symbol, callers, moreCallers, sites, possible, overrides } = group;
  const lines = [symbolText(symbol), ...indented([headline(group)])];
  for (const caller of callers) lines.push(...indented(callerLines(caller)));
  if (moreCallers > 0) lines.push(`  Left out: ${moreCallers} more (raise the limit to see them)`);
  for (const { symbol, sites } of overrides) {
    const where = symbolText(symbol);
    lines.push(`  ${sites} ${plural(sites, "site")} of what it overrides may land here: ${where}`);
  }
  const beside = siteCount(sites) === 0 ? "" : ", beside these";
  lines.push(...indented(possibleText(possible, beside)));
  return lines;
}

function headline({ callers, moreCallers, sites, sharedSites }: CallerGroup): string {
  const direct = callers.filter(({ depth }) => depth === 1).length + moreCallers;
  const count = siteCount(sites);
  if (count === 0) return "No caller is known.";
  const siteCounts = `${count} ${plural(count, "site")}: ${tierText(sites)}`;
  if (sharedSites === 0) return `${direct} ${plural(direct, "caller")}, ${siteCounts}`;
  const others = direct === 0 ? "" : `, and ${direct} other ${plural(direct, "caller")}`;
  return `${siteCounts}; ${sharedSites} of them as above (dispatch decides which one runs)${others}`;
}

function callerLines({ symbol, depth, calls, sites, moreSites }: Caller): string[] {
  const further = calls === undefined ? "" : `  (depth ${depth}, calls ${calls})`;
  const lines = [symbolText(symbol) + further, ...indented(sites.map(siteText))];
  if (moreSites > 0) lines.push(`  … and ${moreSites} more ${plural(moreSites, "site")}`);
  return lines;
}
