import { type Figures, figuresRow } from "./figures.ts";

/** Calls that are decided at run time, or go to a screen by its address, in one real project. */
export interface MeasuredDispatch extends Figures {
  /** What decides: a library, a router. */
  readonly by: string;
  /** What leads to what. */
  readonly leads: string;
}

const MEASURED = new URL("./dispatch.json", import.meta.url);

/** The figures that were measured. */
export function measuredDispatch(): readonly MeasuredDispatch[] {
  return JSON.parse(Deno.readTextFileSync(MEASURED)) as MeasuredDispatch[];
}

/** The table of calls at run time in Markdown. */
export function dispatchTable(measured: readonly MeasuredDispatch[]): string {
  const lines = [
    "| by | from → to | measured on | counted by | edges | recall | precision |",
    "|---|---|---|---|--:|--:|--:|",
  ];
  for (const one of measured) lines.push(figuresRow([one.by, one.leads], one));
  return lines.join("\n");
}
