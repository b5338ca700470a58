/** How far an index is. */

/** The phases of a full index, in order. */
export const PHASES = ["scan", "parse", "resolve", "write"] as const;
export type Phase = typeof PHASES[number];

/** One report. */
export interface Progress {
  readonly phase: Phase;
  /** Files done and to be done, in the phases that go file by file; else 0. */
  readonly done: number;
  readonly total: number;
}

export type ReportProgress = (progress: Progress) => void;
