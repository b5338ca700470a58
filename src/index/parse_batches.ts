import { basename, extname } from "node:path";
import type { WalkedFile } from "../scan/walk.ts";
import type { ParseBatch } from "./parse_messages.ts";

/** Bytes of source in a batch: messages cost nothing beside it, and workers end together. */
const BATCH_BYTES = 192 * 1024;
const MOST_FILES = 64;

/**
 * Deals files out in batches, the largest files first, so that no worker is left alone with a large
 * one at the end. A small project is cut finer, so that every worker has its share.
 *
 * Of a kind of which a large project has no more than a batch, one worker reads all, and that before
 * anything else: only that one compiles the grammar, which may take sixty megabytes for a script of
 * ten lines, and while nothing else needs the memory.
 */
export function batchesOf(files: readonly WalkedFile[], workers: number): ParseBatch[] {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const batchBytes = Math.min(BATCH_BYTES, bytes / (workers * 8));
  const order = Array.from(files.keys()).sort((a, b) => files[b]!.size - files[a]!.size);
  const rare = batchBytes < BATCH_BYTES ? [] : rareKinds(order, files);
  const atFirst = new Set(rare.flat());
  const groups = [...rare, order.filter((number) => !atFirst.has(number))];
  return groups.flatMap((group) => cut(group, files, batchBytes));
}

/** Files by kind, of those kinds that are no more than a batch. */
function rareKinds(order: readonly number[], files: readonly WalkedFile[]): number[][] {
  const kinds = Map.groupBy(order, (number) => kindOf(files[number]!.path));
  return [...kinds.values()].filter((numbers) =>
    numbers.reduce((sum, number) => sum + files[number]!.size, 0) <= BATCH_BYTES
  );
}

/** What tells of which language a file is, as far as its name does. */
function kindOf(path: string): string {
  return extname(path) || basename(path);
}

function cut(
  group: readonly number[],
  files: readonly WalkedFile[],
  batchBytes: number,
): ParseBatch[] {
  const batches: ParseBatch[] = [];
  let numbers: number[] = [];
  let size = 0;
  const close = (): void => {
    if (numbers.length === 0) return;
    batches.push({ files: numbers, paths: numbers.map((number) => files[number]!.path) });
    numbers = [];
    size = 0;
  };
  for (const number of group) {
    numbers.push(number);
    size += files[number]!.size;
    if (size >= batchBytes || numbers.length === MOST_FILES) close();
  }
  close();
  return batches;
}
