/** Routes of a framework in one real project: what was counted by another means, and what the product says. */
export interface MeasuredRoutes {
  readonly framework: string;
  readonly project: string;
  /** How the routes were counted. */
  readonly counted: string;
  /** Routes, by method and path, so counted. */
  readonly declared: number;
  /** Of these, the ones that the product has. */
  readonly found: number;
  /** Routes that the product has and the project does not. */
  readonly wrong: number;
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
  for (const { framework, project, counted, declared, found, wrong } of measured) {
    const cells = [
      framework,
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
