import { measure } from "./measured_run.ts";
import { clean, type Subject } from "./subjects.ts";

/** Pairs of runs of a small corpus, and of a large one, whose runs differ less. */
const PAIRS = { quick: 6, slow: 2 };

/**
 * What routes, bridges and calls decided at run time add to the work of a full index, as a ratio. That is
 * less than what two runs differ by: so they run in turn, with and without, each as often first, and those
 * count that were disturbed least, since what else a machine does only adds to the work.
 *
 * @returns undefined where one of the two is left out of the bench
 */
export async function linkCost(
  folder: string,
  subjects: readonly Subject[],
  isQuick: boolean,
): Promise<number | undefined> {
  const linked = subjects.find(({ name }) => name === "product");
  const unlinked = subjects.find(({ name }) => name === "unlinked");
  if (linked === undefined || unlinked === undefined) return undefined;
  const least = new Map([[linked, Infinity], [unlinked, Infinity]]);
  for (let round = 0; round < (isQuick ? PAIRS.quick : PAIRS.slow); round++) {
    for (const subject of round % 2 === 0 ? [linked, unlinked] : [unlinked, linked]) {
      clean(folder);
      const { cpuSeconds } = await measure(subject.index(folder));
      least.set(subject, Math.min(least.get(subject)!, cpuSeconds));
    }
  }
  return least.get(linked)! / least.get(unlinked)!;
}
