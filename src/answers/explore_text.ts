import { changedText, plural } from "./answer_text.ts";
import type { ExploreAnswer, ExploredCall, Radius } from "./explore.ts";
import { lineText } from "./place.ts";
import type { SourceFile } from "./source_view.ts";

/** The answer for people. */
export function exploreText(answer: ExploreAnswer): string {
  if (answer.files.length === 0) {
    return `Nothing in this project matches "${answer.query}". Try names or other words, or search.`;
  }
  const lines = answer.files.flatMap(sourceFileLines);
  if (answer.calls.length > 0) lines.push("Calls between these:", ...answer.calls.map(callLine));
  lines.push(...answer.affected.map(radiusLine));
  lines.push(...leftOutLines(answer), ...changedText(answer.changedFiles));
  return lines.join("\n").trimEnd();
}

/** A file's source, under its path. */
export function sourceFileLines({ file, definitions, code }: SourceFile): string[] {
  return [`## ${file}`, definitions.join(", "), code, ""];
}

function callLine({ from, to, kind, confidence, ...site }: ExploredCall): string {
  const use = kind === undefined ? "" : `${kind.replaceAll("_", " ")}, `;
  return `  ${from} → ${to}  line ${lineText(site)} (${use}${confidence})`;
}

function radiusLine({ symbol, users, files, tests, overrides }: Radius): string {
  const also = overrides === undefined ? "" : `; it may run where ${overrides} is called`;
  if (users === 0) return `No use of ${symbol} by name is known${also}`;
  const places = `${users} ${plural(users, "symbol")} in ${files} ${plural(files, "file")}`;
  return `${symbol} is used by ${places}, ${tests} ${plural(tests, "test")}${also}`;
}

function leftOutLines({ leftOut: { symbols, next } }: ExploreAnswer): string[] {
  if (symbols === 0) return [];
  return [
    `Left out: ${symbols} less relevant ${plural(symbols, "symbol")} (${next.join(", ")}${
      symbols > next.length ? ", …" : ""
    }). Ask node for one with includeCode, or raise maxChars.`,
  ];
}
