/** An index made from that of the same code elsewhere: another work tree, a clone beside. */
import type { WalkedFile } from "../scan/walk.ts";
import { IndexError } from "../store/errors.ts";
import { copyContent } from "../store/existing_index.ts";
import { IndexStore } from "../store/index_store.ts";
import { isOwnIndex } from "./engine.ts";
import type { FullIndexOptions } from "./full_index.ts";
import type { IndexSummary } from "./index_summary.ts";
import { buildPath, placeIndex, removeBuild } from "./place_index.ts";
import { scanProject } from "./scan_project.ts";
import { seedsFor } from "./seeds.ts";
import { storedSummary } from "./stored_summary.ts";
import { syncLocked } from "./sync.ts";
import { takeWriteLock } from "./write_lock.ts";
import { pathExists } from "../project/path_exists.ts";

/** Share of a project's files that an index must have for it to be worth working the rest into. */
const LEAST_SHARED = 0.5;
/** Indexes that are looked at, the last written first. */
const MOST_LOOKED_AT = 4;

/**
 * Makes the first index of a project by bringing a copy of another one up to date: what has the same
 * content, by its hash, is not parsed again. Afterwards it says the same as one made from nothing.
 *
 * @returns undefined when the project has an index, or there is none to start from
 * @throws {IndexBusyError} when another process writes the index
 * @throws the signal's reason, once it is aborted
 */
export async function seededIndex(options: FullIndexOptions): Promise<IndexSummary | undefined> {
  const { layout: { databasePath, lockPath, root }, force = false } = options;
  if (force || pathExists(databasePath)) return undefined;
  const started = performance.now();
  const seeds = seedsFor(root);
  if (seeds.length === 0) return undefined;
  using _lock = takeWriteLock(lockPath);
  if (pathExists(databasePath)) return undefined;
  removeBuild(databasePath);
  try {
    const { files } = scanProject(root, options.settings);
    const seed = seeds.slice(0, MOST_LOOKED_AT).find((path) => isAlike(path, root, files));
    if (seed === undefined || !await grow(seed, options, started)) return undefined;
    options.signal?.throwIfAborted();
    await placeIndex(databasePath);
    return storedSummary(databasePath, root, elapsed(started));
  } catch (error) {
    // What is wrong with the disk, the index made from nothing tells.
    if (error instanceof IndexError) return undefined;
    throw error;
  } finally {
    removeBuild(databasePath);
  }
}

/** Copies an index and brings the copy up to date. @returns false when another version made it */
async function grow(seed: string, options: FullIndexOptions, started: number): Promise<boolean> {
  const { layout, onProgress } = options;
  const building = { ...layout, databasePath: buildPath(layout.databasePath) };
  onProgress?.({ phase: "scan", done: 0, total: 0 });
  await copyContent(seed, building.databasePath);
  const meta = (): Record<string, string> => ({
    build: crypto.randomUUID(),
    root: layout.root,
    milliseconds: String(elapsed(started)),
  });
  const summary = await syncLocked({ ...options, layout: building, meta }, started);
  return summary !== undefined;
}

/** Whether enough of a project's files are in an index with the same size. */
function isAlike(databasePath: string, root: string, files: readonly WalkedFile[]): boolean {
  try {
    using store = IndexStore.open(databasePath, root);
    if (!isOwnIndex(store.meta)) return false;
    const sizes = new Map<string, number>();
    for (const { path, size } of store.files.each()) sizes.set(path, size);
    const shared = files.filter(({ path, size }) => sizes.get(path) === size).length;
    return shared > files.length * LEAST_SHARED;
  } catch (error) {
    if (error instanceof IndexError) return false;
    throw error;
  }
}

function elapsed(started: number): number {
  return Math.round(performance.now() - started);
}
