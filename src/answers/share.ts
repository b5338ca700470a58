/**
 * What the next of several groups may show of what is left: its even share, but never next to
 * nothing. What one group does not need is left to the next.
 */
export function shareOf(left: number, groups: number): number {
  return groups <= 1 ? Math.max(left, 0) : Math.max(Math.floor(left / groups), 3);
}
