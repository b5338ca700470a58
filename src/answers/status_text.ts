import { plural } from "./answer_text.ts";
import { tierText } from "./confidence.ts";
import type { StatusAnswer } from "./status.ts";

/** The answer for people. */
export function statusText(answer: StatusAnswer): string {
  const { languages, symbols, edges, calls, externalCalls, possibleCalls } = answer;
  return [
    `Project: ${answer.root}`,
    `Index: ${answer.database} (${(answer.databaseSize / 1e6).toFixed(1)} MB)`,
    ...place(answer),
    `Built: ${answer.indexedAt} in ${answer.indexMilliseconds} ms by version ${answer.engineVersion}`,
    ...freshness(answer),
    watching(answer),
    "",
    "Files:",
    ...languages.map(({ language, files, lines }) =>
      `  ${language}: ${files} ${plural(files, "file")}, ${lines} lines`
    ),
    `Symbols: ${countList(symbols)}`,
    `Edges: ${countList(edges)}`,
    `Calls: ${
      tierText(calls) || "none"
    }; ${externalCalls} out of the project; ${possibleCalls} known by name only`,
    ...unread(answer),
  ].join("\n");
}

function place({ root, database }: StatusAnswer): string[] {
  const isInProject = database.startsWith(root);
  return isInProject ? [] : ["The project cannot be written to, so its index is in your cache."];
}

function freshness({ changedFiles, changedFileCount }: StatusAnswer): string[] {
  if (changedFileCount === 0) return ["Fresh: no indexed file has changed since."];
  const more = changedFileCount > changedFiles.length ? " …" : "";
  const files = changedFiles.join(", ") + more;
  return [`Changed since: ${changedFileCount} ${plural(changedFileCount, "file")}: ${files}`];
}

function watching({ watch: { state, process, reason } }: StatusAnswer): string {
  if (state === "none") {
    return "Not watched now: changes are found when a server starts, or by sync.";
  }
  const how = {
    watching: "Watched",
    polling: "Not watched but polled",
    "catching-up": "Caught up",
  };
  return `${how[state]} by ${process}${reason === "" ? "" : `: ${reason}`}`;
}

function countList(counts: readonly { readonly kind: string; readonly count: number }[]): string {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return `${total} (${counts.map(({ kind, count }) => `${kind} ${count}`).join(", ")})`;
}

function unread({ skipped, unread, partlyRead, partlyReadCount }: StatusAnswer): string[] {
  const lines: string[] = [];
  if (skipped.length > 0) {
    lines.push(`Left out: ${skipped.map(({ reason, count }) => `${reason} ${count}`).join(", ")}`);
  }
  for (const { path, reason, detail } of unread) lines.push(`  ${path}: ${reason}, ${detail}`);
  if (partlyReadCount > 0) {
    lines.push(`With lines that could not be read: ${partlyReadCount} files`);
    for (const { path, lines: ranges } of partlyRead) lines.push(`  ${path}: ${ranges}`);
  }
  return lines;
}
