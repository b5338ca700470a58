import { type Figures, figuresRow } from "./figures.ts";

/** Routes of a framework in one real project: what was counted by another means, and what the product says. */
export interface MeasuredRoutes extends Figures {
  readonly framework: string;
}

const MEASURED = new URL("./measured.json", import.meta.url);

/** The figures that were measured. */
export function measuredRoutes(): readonly MeasuredRoutes[] {
  return JSON.parse(Deno.readTextFileSync(MEASURED)) as MeasuredRoutes[];
}

/** The table of frameworks in Markdown. */
export function routeTable(measured: readonly MeasuredRoutes[]): string {
  const lines = [
    "| framework | measured on | counted by | routes | recall | precision |",
    "|---|---|---|--:|--:|--:|",
  ];
  for (const one of measured) lines.push(figuresRow([one.framework], one));
  return lines.join("\n");
}
