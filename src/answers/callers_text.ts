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
import type { Mentions } from "./mentions.ts";
import { placeText } from "./place.ts";

/** The answer for people. */
export function callersText(answer: CallersAnswer): string {
  if (answer.groups.length === 0) return unknownText(answer.symbol, answer.suggestions);
  const lines = answer.groups.flatMap((group) => [...groupLines(group), ""]);
  lines.push(...moreSymbolsText(answer.moreSymbols), ...changedText(answer.changedFiles));
  return lines.join("\n").trimEnd();
}

function groupLines(group: CallerGroup): string[] {
  const { symbol, callers, moreCallers, sites, possible, mentions, overrides } = group;
  const lines = [symbolText(symbol), ...indented([headline(group)])];
  for (const caller of callers) lines.push(...indented(callerLines(caller)));
  if (moreCallers > 0) lines.push(`  Left out: ${moreCallers} more (raise the limit to see them)`);
  for (const { symbol, sites } of overrides) {
    const where = symbolText(symbol);
    lines.push(`  ${sites} ${plural(sites, "site")} of what it overrides may land here: ${where}`);
  }
  if (mentions !== undefined) lines.push(...indented(mentionsText(mentions)));
  const beside = siteCount(sites) === 0 ? "" : ", beside these";
  lines.push(...indented(possibleText(possible, beside)));
  return lines;
}

function headline(
  { callers, moreCallers, sites, sharedSites, mentions }: CallerGroup,
): string {
  const direct = callers.filter(({ depth }) => depth === 1).length + moreCallers;
  const count = siteCount(sites);
  if (count === 0) return mentions === undefined ? "No caller is known." : "Nothing calls it.";
  const siteCounts = `${count} ${plural(count, "site")}: ${tierText(sites)}`;
  if (sharedSites === 0) return `${direct} ${plural(direct, "caller")}, ${siteCounts}`;
  const others = direct === 0 ? "" : `, and ${direct} other ${plural(direct, "caller")}`;
  return `${siteCounts}; ${sharedSites} of them as above (dispatch decides which one runs)${others}`;
}

/** Where a value is used, by name; of a long list, how to see more. */
function mentionsText({ count, files, sites, unread }: Mentions): string[] {
  if (count === 0) return ["Its name stands nowhere else in the files that can see it."];
  const where = `${count} ${plural(count, "use")} in ${files} ${plural(files, "file")}`;
  const lines = [`${where} that can see it, by name (as a search of the text finds them):`];
  for (const { file, column, text, access, ...site } of sites) {
    lines.push(`  ${access.padEnd(5)} ${placeText(file, site)}:${column}  ${text}`);
  }
  const left = count - sites.length;
  if (left > 0) lines.push(`  Left out: ${left} more (raise the limit to see them)`);
  if (unread > 0) lines.push(`  ${unread} more files can see it and were not looked at`);
  return lines;
}

function callerLines({ symbol, depth, calls, sites, moreSites }: Caller): string[] {
  const further = calls === undefined ? "" : `  (depth ${depth}, calls ${calls})`;
  const lines = [symbolText(symbol) + further, ...indented(sites.map(siteText))];
  if (moreSites > 0) lines.push(`  … and ${moreSites} more ${plural(moreSites, "site")}`);
  return lines;
}
