import { changedText, indented, plural, siteText, symbolText, unknownText } from "./answer_text.ts";
import { placeText } from "./place.ts";
import type { TraceAnswer, TraceEnd, TracePath } from "./trace.ts";
import type { TraceGap } from "./trace_gap.ts";

/** The answer for people. */
export function traceText(answer: TraceAnswer): string {
  const { from, to, paths, morePaths } = answer;
  const unknown = [from, to].filter(({ symbols }) => symbols.length === 0);
  if (unknown.length > 0) {
    return unknown.map(({ asked, suggestions }) => unknownText(asked, suggestions)).join("\n");
  }
  if (paths.length === 0) return noPathText(answer);
  const lines = paths.flatMap((path) => [...pathLines(path), ""]);
  if (morePaths > 0) {
    const noun = plural(morePaths, "path");
    lines.push(`Left out: ${morePaths} more ${noun} of that length (raise the limit to see them)`);
  }
  lines.push(...ambiguityLines([from, to]), ...changedText(answer.changedFiles));
  return lines.join("\n").trimEnd();
}

/** Says of each end that it is more than one symbol. */
function ambiguityLines(ends: readonly TraceEnd[]): string[] {
  return ends.filter((end) => symbolCount(end) > 1).map((end) =>
    `${end.asked} names ${symbolCount(end)} symbols, of which any counts. ` +
    "Narrow it down as Class.name or path/file:name."
  );
}

function symbolCount({ symbols, moreSymbols }: TraceEnd): number {
  return symbols.length + moreSymbols;
}

function noPathText({ from, to, searched, isComplete, gap }: TraceAnswer): string {
  const certainty = isComplete
    ? "No known call leads there."
    : "None was found within the depth; a larger maxDepth looks further.";
  return [
    `No path from ${endText(from)} to ${endText(to)}: ${certainty}`,
    `Looked at ${searched} symbols. Calls known by name only are not followed.`,
    ...(gap === undefined ? [] : gapLines(gap, endText(from), endText(to))),
  ].join("\n");
}

function gapLines({ reached, leading, joins }: TraceGap, from: string, to: string): string[] {
  return [
    ...sideLines(`${from} reaches`, reached),
    ...sideLines(`What leads to ${to}:`, leading),
    ...(joins.length === 0 ? [] : ["By name only, these may join them:"]),
    ...joins.map(({ from, site, to }) =>
      `  ${from} at ${placeText(site.file, site)}:${site.column}  ${site.text}  (perhaps ${to})`
    ),
  ];
}

function sideLines(what: string, { count, nearest }: TraceGap["reached"]): string[] {
  if (count === 0) return [`${what} nothing.`];
  const lines = [`${what} ${count} ${plural(count, "symbol")}, the nearest:`];
  return [...lines, ...indented(nearest.map(symbolText))];
}

function endText(end: TraceEnd): string {
  const count = symbolCount(end);
  return count === 1 ? end.symbols[0]!.qualifiedName : `${end.asked} (${count} symbols)`;
}

function pathLines({ steps, confidence }: TracePath): string[] {
  const hops = steps.length - 1;
  const lines = [`${hops} ${plural(hops, "hop")}, ${confidence}`];
  for (const { symbol, site, dispatch } of steps) {
    if (site !== undefined) lines.push(...indented([`${site.file}:${siteText(site)}`], 2));
    else if (dispatch === true) lines.push("    (overrides it: may run in its stead)");
    lines.push(`  ${symbolText(symbol)}`);
  }
  return lines;
}
