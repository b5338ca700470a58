/**
 * The floor under a full index: the same scan, the same files and as many workers, but each file is
 * only read, decoded, parsed and its tree dropped.
 *
 * usage: parse_floor.ts FOLDER; prints the files and bytes of each language as JSON
 */
import { resolve } from "node:path";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { LanguageTable } from "../../src/scan/detect.ts";
import { walk, type WalkedFile } from "../../src/scan/walk.ts";
import type { FloorTask, LanguageSizes } from "./parse_floor_worker.ts";
import { print } from "../measure/task.ts";

/** Enough work in one message that messages cost nothing beside it. */
const BATCH_BYTES = 256 * 1024;

function sourceFiles(root: string): WalkedFile[] {
  const table = new LanguageTable(LANGUAGES);
  return walk(root, { accept: (name) => table.couldBeSource(name) }).files;
}

function batchesOf(files: readonly WalkedFile[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const file of files) {
    batch.push(file.path);
    bytes += file.size;
    if (bytes < BATCH_BYTES) continue;
    batches.push(batch);
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Parses batches, each worker taking the next one when it is done, until none is left. */
async function parseAll(root: string, batches: string[][]): Promise<LanguageSizes> {
  const sizes: LanguageSizes = {};
  const queue = batches.values();
  const workers = Array.from({ length: navigator.hardwareConcurrency }, () => drain(root, queue));
  for (const part of await Promise.all(workers)) {
    for (const [language, { files, bytes }] of Object.entries(part)) {
      const size = sizes[language] ??= { files: 0, bytes: 0 };
      size.files += files;
      size.bytes += bytes;
    }
  }
  return sizes;
}

async function drain(root: string, queue: Iterator<string[]>): Promise<LanguageSizes> {
  const worker = new Worker(new URL("parse_floor_worker.ts", import.meta.url), { type: "module" });
  try {
    let sizes: LanguageSizes = {};
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      sizes = await answer(worker, { root, paths: next.value });
    }
    return sizes;
  } finally {
    worker.terminate();
  }
}

function answer(worker: Worker, task: FloorTask): Promise<LanguageSizes> {
  return new Promise((resolveAnswer, reject) => {
    worker.onmessage = ({ data }: MessageEvent<LanguageSizes>) => resolveAnswer(data);
    worker.onerror = reject;
    worker.postMessage(task);
  });
}

if (import.meta.main) {
  const root = Deno.realPathSync(resolve(Deno.args[0] ?? "."));
  print(JSON.stringify(await parseAll(root, batchesOf(sourceFiles(root)))));
}
