/** Calls that are decided at run time, or go to a screen by its address, in one real project. */
export interface MeasuredDispatch {
  /** What decides: a library, a router. */
  readonly by: string;
  /** What leads to what. */
  readonly leads: string;
  readonly project: string;
  /** How they were counted. */
  readonly counted: string;
  /** Pairs of a place and what it leads to, so counted. */
  readonly declared: number;
  /** Of these, the ones that have an edge. */
  readonly found: number;
  /** Edges that lead to what it does not. */
  readonly wrong: number;
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
  for (const { by, leads, project, counted, declared, found, wrong } of measured) {
    const cells = [
      by,
      leads,
      project,
      counted,
      declared.toLocaleString("en"),
      (found / declared).toFixed(3),
      (found / (found + wrong)).toFixed(3),
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return lines.join("\n");
}
