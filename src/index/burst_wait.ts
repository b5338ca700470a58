/** How long to wait for more changes before a sync. */

/** Files up to which a burst counts as an edit by hand, or as that of one tool. */
const FEW = 2;
const SOME = 20;
/** Milliseconds to wait for more, after few files, some, or many. */
const QUIET = { few: 150, some: 400, many: 1000 } as const;
/** Milliseconds after which files that turned out to be none of the index's are looked at again. */
const FRUITLESS_QUIET = 3000;
/** Milliseconds after which a burst that does not end is looked at all the same. */
const LONGEST_BURST = 5000;

/** Changes that have not been looked at yet. */
export interface Burst {
  /** How many files changed. */
  readonly files: number;
  /** Whether all of them changed before without a change to the index. */
  readonly isFruitless: boolean;
  /** Milliseconds since the first of them. */
  readonly age: number;
}

/** Milliseconds that must pass without a further change: the more files change, the more will. */
export function burstWait({ files, isFruitless, age }: Burst): number {
  return Math.min(quietFor(files, isFruitless), Math.max(0, LONGEST_BURST - age));
}

function quietFor(files: number, isFruitless: boolean): number {
  if (files > 0 && isFruitless) return FRUITLESS_QUIET;
  if (files <= FEW) return QUIET.few;
  return files <= SOME ? QUIET.some : QUIET.many;
}
