import type { WalkedFile } from "../scan/walk.ts";
import type { ParseBatch } from "./parse_messages.ts";

/** Bytes of source in a batch: messages cost nothing beside it, and workers end together. */
const BATCH_BYTES = 192 * 1024;
const MOST_FILES = 64;

/**
 * Deals files out in batches, the largest files first, so that no worker is left alone with a
 * large one at the end. A small project is cut finer, so that every worker has its share.
 */
export function batchesOf(files: readonly WalkedFile[], workers: number): ParseBatch[] {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const batchBytes = Math.min(BATCH_BYTES, bytes / (workers * 8));
  const order = Array.from(files.keys()).sort((a, b) => files[b]!.size - files[a]!.size);
  const batches: ParseBatch[] = [];
  let numbers: number[] = [];
  let size = 0;
  const close = (): void => {
    if (numbers.length === 0) return;
    batches.push({ files: numbers, paths: numbers.map((number) => files[number]!.path) });
    numbers = [];
    size = 0;
  };
  for (const number of order) {
    numbers.push(number);
    size += files[number]!.size;
    if (size >= batchBytes || numbers.length === MOST_FILES) close();
  }
  close();
  return batches;
}
