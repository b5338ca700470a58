/** How far an index is, in words. */
import type { IndexState } from "../index/index_state.ts";
import type { Phase } from "../index/progress.ts";

/** As in the protocol's progress notification. */
export interface ProgressReport {
  readonly progress: number;
  readonly message: string;
}

const PHASE_TEXT: Readonly<Record<Phase, string>> = {
  scan: "looking for source files",
  parse: "reading source files",
  resolve: "resolving names",
  write: "writing the index",
};

type Building = Extract<IndexState, { kind: "building" }>;

/** `the index is being built: reading source files, 1,200 of 9,563 (12%), since 3 s`. */
export function buildingText({ progress, elapsedMs }: Building): string {
  const since = `since ${Math.round(elapsedMs / 1000)} s`;
  if (progress === undefined) return `another process is building the index, ${since}`;
  const { phase, done, total } = progress;
  const percent = total === 0 ? 0 : Math.floor((done / total) * 100);
  const files = total === 0
    ? ""
    : `, ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} (${percent}%)`;
  return `the index is being built: ${PHASE_TEXT[phase]}${files}, ${since}`;
}

/** The files read, from 0 to 1. */
export function progressOf({ progress }: Building): number {
  return progress === undefined || progress.total === 0 ? 0 : progress.done / progress.total;
}
