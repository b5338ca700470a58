/** How fresh a subject keeps its index of a corpus, and what that costs. */
import { McpSession } from "../answers/mcp_session.ts";
import { type Cost, measure } from "../bench/measured_run.ts";
import {
  addFunction,
  changeHub,
  type EditedCorpus,
  freshName,
  laterEdits,
  type Sign,
} from "./edits.ts";
import { cpuSeconds, processTree, watchCount } from "./processes.ts";
import type { Subject } from "./subjects.ts";

/** What one subject did on one corpus while something happened. */
export interface Work {
  /** Whole commands: nothing changed, a function more, a definition that many files use. */
  readonly unchanged: readonly Cost[];
  readonly oneFile: readonly Cost[];
  readonly hub: readonly Cost[];
  /** Milliseconds from the first edit after a server's start until an answer shows it; infinite when none does. */
  readonly first: number;
  /** The same of edits that follow: new functions, other bodies, other signatures. */
  readonly later: readonly number[];
}

/** What a server takes when nothing happens. */
export interface Rest {
  /** Share of one core that the server takes while nothing happens. */
  readonly idle: number;
  readonly watches: number;
}

/** What one subject did on one corpus. */
export type Freshness = Work & Rest;

/** Milliseconds after which an edit counts as never seen. */
const PATIENCE = 40_000;
const POLL = 5;
/** Milliseconds after which a measure is not taken again: what takes so long is told by one. */
const ENOUGH = 20_000;
/** The same for edits that follow one another: each is of another sort. */
const ENOUGH_EDITS = 60_000;
/** Milliseconds in which a server gets ready, and after which threads without work have ended. */
const SETTLING = 10_000;
const RESTING = 30_000;
/** Milliseconds between two edits. */
const BETWEEN_EDITS = 3000;
/** Milliseconds over which idle time is measured. */
const IDLE = 30_000;

/** Work that was measured, and the server that did it, which goes on. */
export interface MeasuredWork {
  readonly work: Work;
  readonly session: McpSession;
}

/**
 * Measures a subject at work on a folder that it has not indexed yet.
 * @param runs how often at most each measure is taken
 */
export async function measureWork(
  subject: Subject,
  corpus: EditedCorpus,
  folder: string,
  runs: number,
): Promise<MeasuredWork> {
  await measure(subject.index(folder));
  const sync = (edit: () => void): Promise<Cost[]> =>
    repeated(runs, () => {
      edit();
      return measure(subject.sync(folder));
    });
  const unchanged = await sync(() => {});
  const oneFile = await sync(() => addFunction(folder, corpus));
  const hub = await sync(() => changeHub(folder, corpus));
  const session = await McpSession.start(subject.serve(folder));
  try {
    await session.call("codegraph_search", { query: freshName() });
    await pause(SETTLING);
    const first = await untilShown(session, addFunction(folder, corpus));
    const later: number[] = [];
    const started = performance.now();
    for (const edit of laterEdits(folder, corpus)) {
      if (performance.now() - started > ENOUGH_EDITS) break;
      await pause(BETWEEN_EDITS);
      later.push(await untilShown(session, edit()));
    }
    return { work: { unchanged, oneFile, hub, first, later }, session };
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error;
  }
}

/** Takes a measure as often as is asked for, or as there is time. */
async function repeated<Measure>(
  runs: number,
  take: () => Promise<Measure>,
): Promise<Measure[]> {
  const measures: Measure[] = [];
  const started = performance.now();
  do measures.push(await take()); while (
    measures.length < runs && performance.now() - started < ENOUGH
  );
  return measures;
}

/** Measures servers that have nothing to do, all at once: none of them is in another's way. */
export async function measureRest(sessions: readonly McpSession[]): Promise<Rest[]> {
  await pause(RESTING);
  const servers = sessions.map(({ pid }) => pid === null ? [] : processTree(pid));
  const before = servers.map(cpuSeconds);
  await pause(IDLE);
  return servers.map((pids, at) => ({
    idle: (cpuSeconds(pids) - before[at]!) * 1000 / IDLE,
    watches: watchCount(pids),
  }));
}

/** Milliseconds until an answer has the sign of an edit. */
async function untilShown(session: McpSession, { tool, given, text }: Sign): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < PATIENCE) {
    const answer = await session.call(tool, given);
    if (text.test(answer.text)) return performance.now() - started;
    await pause(POLL);
  }
  return Infinity;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
