/** What was counted by another means in one real project, and what the product says of it. */
export interface Figures {
  readonly project: string;
  /** How it was counted. */
  readonly counted: string;
  /** So many were counted. */
  readonly declared: number;
  /** Of these, the ones that the product has. */
  readonly found: number;
  /** The ones that the product has and the project does not. */
  readonly wrong: number;
}

/** A row of a Markdown table: what is counted, then the project, how, how many, recall and precision. */
export function figuresRow(
  counted: readonly string[],
  { project, counted: how, declared, found, wrong }: Figures,
): string {
  const cells = [
    ...counted,
    project,
    how,
    declared.toLocaleString("en"),
    (found / declared).toFixed(3),
    (found / (found + wrong)).toFixed(3),
  ];
  return `| ${cells.join(" | ")} |`;
}
