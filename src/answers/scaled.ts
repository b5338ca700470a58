/** What is left of a count when an answer is to be smaller: at least one. */
export function scaled(count: number, scale: number): number {
  return Math.max(1, Math.floor(count * scale));
}
