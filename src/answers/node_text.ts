import {
  changedText,
  indented,
  moreSymbolsText,
  plural,
  symbolText,
  unknownText,
} from "./answer_text.ts";
import { siteCount, tierText } from "./confidence.ts";
import { lineText, placeText } from "./place.ts";
import type { NodeAnswer, NodeGroup, Related } from "./node.ts";

/** The answer for people. */
export function nodeText(answer: NodeAnswer): string {
  if (answer.groups.length === 0) return unknownText(answer.symbol, answer.suggestions);
  const lines = answer.groups.flatMap((group) => [...groupLines(group), ""]);
  lines.push(...moreSymbolsText(answer.moreSymbols), ...changedText(answer.changedFiles));
  return lines.join("\n").trimEnd();
}

function groupLines(group: NodeGroup): string[] {
  const { symbol, doc, container, unreadable } = group;
  const lines: string[] = [];
  if (symbol.signature !== undefined) lines.push(symbol.signature);
  if (doc !== undefined) lines.push(...doc.trimEnd().split("\n"));
  if (container !== undefined && container.kind !== "file") {
    lines.push(`in ${symbolText(container)}`);
  }
  if (group.exported) lines.push("exported");
  if (unreadable !== undefined) lines.push(`lines that could not be read: ${unreadable}`);
  lines.push(...relationLines(group), ...memberLines(group), ...codeLines(group));
  return [symbolText(symbol), ...indented(lines)];
}

function relationLines(group: NodeGroup): string[] {
  const sites = siteCount(group.callerSites);
  const called = sites === 0
    ? "called by"
    : `called by (${sites} ${plural(sites, "site")}: ${tierText(group.callerSites)})`;
  return [
    ...relatedLines("based on", group.bases),
    ...relatedLines("base of", group.derived),
    ...relatedLines("overrides", group.overrides),
    ...relatedLines("overridden by", group.overriddenBy),
    ...relatedLines(called, group.callers),
    ...relatedLines("calls", group.callees),
  ];
}

function relatedLines(what: string, { symbols, more }: Related): string[] {
  if (symbols.length === 0) return [];
  const lines = [`${what}:`, ...indented(symbols.map(symbolText))];
  if (more > 0) lines.push(`  … and ${more} more`);
  return lines;
}

function memberLines({ members, moreMembers }: NodeGroup): string[] {
  if (members.length === 0) return [];
  const lines = ["contains:"];
  for (const { symbol, depth } of members) {
    const text = symbol.signature ?? symbol.name;
    const shown = text.startsWith(`${symbol.kind} `) ? text : `${symbol.kind} ${text}`;
    const place = symbol.file === undefined ? lineText(symbol) : placeText(symbol.file, symbol);
    lines.push(...indented([`${place}: ${shown}`], depth + 1));
  }
  if (moreMembers > 0) lines.push(`  … and ${moreMembers} more`);
  return lines;
}

function codeLines({ code, moreLines }: NodeGroup): string[] {
  if (code === undefined) return [];
  const lines = ["source:", ...code.split(/\r?\n/)];
  if (moreLines !== undefined) lines.push(`… and ${moreLines} more lines`);
  return lines;
}
