/**
 * The first of a list when an answer is to be smaller.
 *
 * @param scale from 1 down to 0: what share of the list
 * @param least how many are kept all the same
 */
export function fewer<Item>(
  all: readonly Item[],
  scale: number,
  least = 0,
): readonly Item[] {
  return scale >= 1 ? all : all.slice(0, Math.max(least, Math.floor(all.length * scale)));
}
