/** What does the index hold, and how fresh is it? */
import { dirname, join } from "node:path";
import { EDGE_KINDS } from "../resolve/edges.ts";
import { SYMBOL_KINDS } from "../extract/facts.ts";
import { currentWatcher } from "../index/watch_lock.ts";
import { VERSION } from "../version.ts";
import type { AnswerContext } from "./answer_context.ts";
import { siteCountsShape } from "./confidence.ts";
import { pendingFiles } from "./pending_files.ts";
import { question, type Telling } from "./question.ts";
import { list, oneOf, record, text, type ValueOf, whole } from "./shape.ts";
import { statusText } from "./status_text.ts";

const skippedShape = record({ path: text(), reason: text(), detail: text() });

const shape = record({
  root: text(),
  database: text("path of the index"),
  databaseSize: whole("bytes"),
  indexedAt: text("ISO 8601"),
  indexMilliseconds: whole("how long the index took"),
  engineVersion: text("version that made the index"),
  version: text("version that answers"),
  languages: list(
    record({ language: text(), files: whole(), lines: whole() }),
    "the most files first",
  ),
  symbols: list(record({ kind: oneOf(SYMBOL_KINDS), count: whole() })),
  edges: list(record({ kind: oneOf(EDGE_KINDS), count: whole() }), "inside the project"),
  calls: siteCountsShape,
  externalCalls: whole("calls of something outside the project"),
  possibleCalls: whole("calls of which only the name is known"),
  skipped: list(record({ reason: text(), count: whole() }), "paths left out, by reason"),
  unread: list(skippedShape, "source that could not be indexed, the first of it"),
  partlyRead: list(
    record({ path: text(), lines: text("3-5,9") }),
    "files of which some lines could not be read, the first of them",
  ),
  partlyReadCount: whole(),
  changedFiles: list(text(), "changed or gone since they were indexed, the first of them"),
  changedFileCount: whole(),
  watch: record({
    state: oneOf(["watching", "polling", "catching-up", "none"]),
    process: text("who does it; empty when nobody does"),
    reason: text("why it is polled, else empty"),
  }, "how changes become known"),
});
export type StatusAnswer = ValueOf<typeof shape>;

const MOST_LISTED = 10;
/** Reasons that say that source is missing from the index, not that a path is none. */
const UNREAD_REASONS = ["timeout", "failed", "unreadable", "too-large", "binary", "minified"];

/** State of the index. */
export const status = question({
  name: "status",
  title: "Status",
  description:
    "State of the index: what it holds by language and kind, how fresh it is, what could not be read.\n" +
    "Ask it when an answer looks incomplete.",
  parameters: {},
  shape,
  ask,
  toText: statusText,
});

function ask({ store, root }: AnswerContext): Telling<StatusAnswer> {
  const { totals, files, meta } = store;
  const calls = { exact: 0, inferred: 0, heuristic: 0 };
  for (const { of, count } of totals.calls()) calls[of] = count;
  const pending = pendingFiles(root, files.each());
  return () => ({
    root,
    database: store.path,
    databaseSize: Deno.statSync(store.path).size,
    indexedAt: meta.get("indexedAt") ?? "",
    indexMilliseconds: Number(meta.get("milliseconds") ?? 0),
    engineVersion: meta.get("engineVersion") ?? "",
    version: VERSION,
    languages: totals.languages()
      .map(({ language, files, lines }) => ({ language, files, lines })),
    symbols: totals.symbols().map(({ of, count }) => ({ kind: of, count })),
    edges: totals.edges().map(({ of, count }) => ({ kind: of, count })),
    calls,
    externalCalls: totals.externalCalls(),
    possibleCalls: totals.possible(),
    skipped: totals.skipped().map(({ of, count }) => ({ reason: of, count })),
    unread: totals.skippedPaths(UNREAD_REASONS, MOST_LISTED),
    partlyRead: files.partlyRead(MOST_LISTED)
      .map(({ path, unreadable }) => ({ path, lines: unreadable })),
    partlyReadCount: totals.partlyReadFiles(),
    changedFiles: pending.slice(0, MOST_LISTED),
    changedFileCount: pending.length,
    watch: watchOf(store.path),
  });
}

function watchOf(databasePath: string): StatusAnswer["watch"] {
  const watcher = currentWatcher(join(dirname(databasePath), "cache"));
  if (watcher === undefined) return { state: "none", process: "", reason: "" };
  const { pid, host, since, state, reason = "" } = watcher;
  return { state, process: `process ${pid} on ${host} since ${since}`, reason };
}
