/** How fresh a subject keeps its index of a corpus, and what that costs. */
import { basename } from "node:path";
import { McpSession } from "../answers/mcp_session.ts";
import { type Cost, measure } from "../bench/measured_run.ts";
import { addFunction, changeHub, type EditedCorpus } from "./edits.ts";
import { cpuSeconds, processTree, watchCount } from "./processes.ts";
import type { Subject } from "./subjects.ts";

/** What one subject did on one corpus. */
export interface Freshness {
  /** Whole commands: nothing changed, a function more, a definition that many files use. */
  readonly unchanged: readonly Cost[];
  readonly oneFile: readonly Cost[];
  readonly hub: readonly Cost[];
  /** Milliseconds from an edit until an answer shows it; infinite when none does. */
  readonly visible: readonly number[];
  /** Share of one core that the server takes while nothing happens. */
  readonly idle: number;
  readonly watches: number;
}

/** Milliseconds after which an edit counts as never seen. */
const PATIENCE = 60_000;
const POLL = 5;
/** Milliseconds in which a server gets ready, and after which threads without work have ended. */
const SETTLING = 10_000;
const RESTING = 40_000;
/** Milliseconds over which idle time is measured. */
const IDLE = 30_000;

/** Measures a subject on a folder that it has not indexed yet. */
export async function measureFreshness(
  subject: Subject,
  corpus: EditedCorpus,
  folder: string,
  runs: number,
): Promise<Freshness> {
  await measure(subject.index(folder));
  const sync = async (edit: (run: number) => void): Promise<Cost[]> => {
    const costs: Cost[] = [];
    for (let run = 0; run < runs; run++) {
      edit(run);
      costs.push(await measure(subject.sync(folder)));
    }
    return costs;
  };
  const unchanged = await sync(() => {});
  const oneFile = await sync(() => addFunction(folder, corpus, freshName()));
  const hub = await sync(() => changeHub(folder, corpus));
  return { unchanged, oneFile, hub, ...await measureServer(subject, corpus, folder, runs) };
}

async function measureServer(
  subject: Subject,
  corpus: EditedCorpus,
  folder: string,
  runs: number,
): Promise<Pick<Freshness, "visible" | "idle" | "watches">> {
  await using session = await McpSession.start(subject.serve(folder));
  const visible: number[] = [];
  await session.call("codegraph_search", { query: freshName() });
  await pause(SETTLING);
  for (let run = 0; run < runs; run++) {
    const name = freshName();
    addFunction(folder, corpus, name);
    visible.push(await untilShown(session, corpus, name));
  }
  await pause(RESTING);
  const pids = session.pid === null ? [] : processTree(session.pid);
  const before = cpuSeconds(pids);
  await pause(IDLE);
  const idle = (cpuSeconds(pids) - before) * 1000 / IDLE;
  return { visible, idle, watches: watchCount(pids) };
}

/** Milliseconds until a search shows a function of the edited file. */
async function untilShown(
  session: McpSession,
  { file }: EditedCorpus,
  name: string,
): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < PATIENCE) {
    const { text } = await session.call("codegraph_search", { query: name });
    if (text.includes(basename(file))) return performance.now() - started;
    await pause(POLL);
  }
  return Infinity;
}

/** A name that no other is like, so that only the function itself is found by it. */
function freshName(): string {
  const letters = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(letters, (letter) => String.fromCharCode(97 + letter % 26)).join("");
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
