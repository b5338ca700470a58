import { changedText, indented, plural, symbolText } from "./answer_text.ts";
import type { SearchAnswer } from "./search.ts";

/** The answer for people. */
export function searchText(answer: SearchAnswer): string {
  const { results, moreResults, changedFiles } = answer;
  if (results.length === 0) return nothingText(answer);
  const lines = results.flatMap(({ symbol, match, doc, callSites }) => {
    const use = callSites === 0 ? "" : `  (${callSites} ${plural(callSites, "call site")})`;
    const how = match === "name" ? "" : `  [${match}]`;
    return [symbolText(symbol) + use + how, ...indented(doc === undefined ? [] : [doc])];
  });
  if (moreResults > 0) {
    lines.push(`Left out: ${moreResults} more (raise the limit, or narrow with kind or path)`);
  }
  return [...lines, ...changedText(changedFiles)].join("\n");
}

function nothingText({ query, outside, suggestions }: SearchAnswer): string {
  const narrowed = outside === 0 ? "" : " that kind, language and path let through";
  const others = outside === 0 ? "Nearest names:" : `${outside} without these:`;
  const lines = suggestions.length === 0 ? [] : [others, ...indented(suggestions.map(symbolText))];
  return [`Nothing found for "${query}"${narrowed}.`, ...lines].join("\n");
}
