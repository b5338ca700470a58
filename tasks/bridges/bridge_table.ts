/** A bridge in one real project: what was counted by another means, and what the product says. */
export interface MeasuredBridge {
  /** From which language to which. */
  readonly from: string;
  readonly to: string;
  /** How it crosses. */
  readonly means: string;
  readonly project: string;
  /** How the sites were counted. */
  readonly counted: string;
  /** Places that cross, so counted. */
  readonly sites: number;
  /** Of these, the ones with an edge to the right target. */
  readonly found: number;
  /** `exact` and `inferred` edges of this bridge that were judged. */
  readonly edges: number;
  /** Of these, the right ones. */
  readonly right: number;
}

const MEASURED = new URL("./measured.json", import.meta.url);

/** The figures that were measured. */
export function measuredBridges(): readonly MeasuredBridge[] {
  return JSON.parse(Deno.readTextFileSync(MEASURED)) as MeasuredBridge[];
}

/** The table of bridges in Markdown. */
export function bridgeTable(measured: readonly MeasuredBridge[]): string {
  const lines = [
    "| from → to | by | measured on | counted by | sites | recall | precision |",
    "|---|---|---|---|--:|--:|--:|",
  ];
  for (const one of measured) {
    const cells = [
      `${one.from} → ${one.to}`,
      one.means,
      one.project,
      one.counted,
      one.sites.toLocaleString("en"),
      (one.found / one.sites).toFixed(3),
      (one.right / one.edges).toFixed(3),
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return lines.join("\n");
}
