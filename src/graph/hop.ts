/** One step from a node to another. */
export interface Hop<Label> {
  readonly to: number;
  /** Among paths of equal length, the one with the least total is the best. */
  readonly cost: number;
  /** What the caller wants to know of the step later. */
  readonly label: Label;
}

/** The steps that leave a node. */
export type Neighbours<Label> = (node: number) => readonly Hop<Label>[];
