/** Sharing a limited space among things of different worth and size. */

/** Something that wants space. */
export interface Claim {
  /** The space that it can use at most. */
  readonly size: number;
  /** The space with less than which it is of no use. */
  readonly least: number;
  /** What it is worth; claims come in order of worth, the greatest first. */
  readonly worth: number;
}

/**
 * How much of a space each claim gets: what comes first gets its least first, until nothing is left
 * for the next; what is left over is shared by worth.
 *
 * @param breadth share of the space that is given to least needs before any gets more
 * @returns for each claim its space; 0 for those that get none
 */
export function allot(claims: readonly Claim[], space: number, breadth: number): number[] {
  const spaces = new Array<number>(claims.length).fill(0);
  let given = 0;
  let count = 0;
  for (const { size, least } of claims) {
    const need = Math.min(size, least);
    if (given + need > space * breadth && count > 0) break;
    spaces[count++] = need;
    given += need;
  }
  share(claims.slice(0, count), spaces, space - given);
  return spaces;
}

/** Gives what is left by worth; what a claim cannot use goes to the others. */
function share(claims: readonly Claim[], spaces: number[], left: number): void {
  let open = claims.map((_, index) => index).filter((index) =>
    spaces[index]! < claims[index]!.size
  );
  while (left > 1 && open.length > 0) {
    const total = open.reduce((sum, index) => sum + claims[index]!.worth, 0);
    if (total <= 0) return;
    const round = left;
    for (const index of open) {
      const wanted = claims[index]!.size - spaces[index]!;
      const more = Math.min(wanted, round * claims[index]!.worth / total);
      spaces[index]! += more;
      left -= more;
    }
    open = open.filter((index) => spaces[index]! + 1 < claims[index]!.size);
  }
}
