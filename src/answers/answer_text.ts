/** Pieces of answers as text. */
import type { CallSite, PossibleSites } from "./call_site.ts";
import { lineText, placeText } from "./place.ts";
import type { SymbolReference } from "./symbol_reference.ts";

/** `function url_for  src/flask/app.py:190`. */
export function symbolText(symbol: SymbolReference): string {
  if (symbol.kind === "external") return `external ${symbol.qualifiedName}`;
  const traits = symbol.traits === undefined ? "" : ` [${symbol.traits.join(" ")}]`;
  if (symbol.kind === "file") return `file ${symbol.id}${traits}`;
  return `${symbol.kind} ${symbol.qualifiedName}${traits}  ${placeOf(symbol)}`;
}

/** `12:5  return url_for(x)  (exact: import)`. */
export function siteText({ column, text, kind, confidence, ...site }: CallSite): string {
  const { evidence, mechanism, candidates } = site;
  const isPlain = kind === "calls" || evidence === "bridge" || kind === "routes";
  const use = isPlain ? "" : `${kind.replaceAll("_", " ")}, `;
  const how = mechanism === undefined ? evidence : `${evidence} by ${mechanism}`;
  const choice = candidates === undefined ? "" : `, one of ${candidates}`;
  return `${lineText(site)}:${column}  ${text}  (${use}${confidence}: ${how}${choice})`;
}

function placeOf({ file = "", cell, line = 1 }: SymbolReference): string {
  return placeText(file, cell === undefined ? { line } : { cell, line });
}

/** Lines about sites known by name only; none when there are none. */
export function possibleText({ count, sites }: PossibleSites, what: string): string[] {
  if (count === 0) return [];
  const lines = [`${count} possible ${plural(count, "call")} by name only${what}:`];
  for (const { file, column, text, ...site } of sites) {
    lines.push(`  ${placeText(file, site)}:${column}  ${text}`);
  }
  if (count > sites.length) lines.push(`  … and ${count - sites.length} more`);
  return lines;
}

/** What to say when no symbol has the name. */
export function unknownText(name: string, suggestions: readonly SymbolReference[]): string {
  const problem = `No symbol "${name}" in this project`;
  if (suggestions.length === 0) {
    return `${problem}, nor a name like it: look for words of what it does with search.`;
  }
  const nearest = suggestions.map((symbol) => `  ${symbolText(symbol)}`);
  return [`${problem}.`, "Nearest names:", ...nearest].join("\n");
}

/** What to say of symbols that are only counted. */
export function moreSymbolsText(count: number): string[] {
  if (count === 0) return [];
  return [
    `Left out: ${count} more ${plural(count, "symbol")} of that name. ` +
    "Narrow it down as Class.name, path/file:name or with the file option.",
  ];
}

/** A warning about files that changed since they were indexed. */
export function changedText(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  return [`Changed since it was indexed, lines may have moved: ${files.join(", ")}`];
}

/** `call`, `calls`. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** Indents lines by two spaces a level. */
export function indented(lines: readonly string[], level = 1): string[] {
  return lines.map((line) => line === "" ? "" : "  ".repeat(level) + line);
}
