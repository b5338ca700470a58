/**
 * Edits between two texts: insertions, deletions, substitutions, and transpositions of neighbours
 * (optimal string alignment). Upper and lower case count as equal. Gives up beyond `limit`.
 *
 * @returns the number of edits, or `limit + 1` when there are more
 */
export function nameDistance(first: string, second: string, limit: number): number {
  const a = first.toLowerCase();
  const b = second.toLowerCase();
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast = new Int32Array(b.length + 1);
  let last = Int32Array.from({ length: b.length + 1 }, (_, index) => index);
  let current = new Int32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, current[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, beforeLast[j - 2]! + 1);
      }
      current[j] = edits;
      least = Math.min(least, edits);
    }
    if (least > limit) return limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[b.length]!, limit + 1);
}
