/// <reference lib="deno.worker" />
/** A parse worker: reads files and turns them into facts, batch after batch. */
import { FileParser, loadExtractor } from "./file_parser.ts";
import type { ParseBatch, ParsedBatch, ParseRequest, ParseSetup } from "./parse_messages.ts";

/** Number that stands for "at no file". */
const AT_NO_FILE = -1;

// The runtime loads while the indexer still looks for files.
const extractor = loadExtractor();
let parser: FileParser;
let setup: ParseSetup;
// Batches may arrive while one is worked on: they are taken in turn.
let turn = Promise.resolve();

async function parse({ files, paths }: ParseBatch): Promise<void> {
  const { atFile, slot } = setup;
  const parsed = await parser.parse(paths, (index) => {
    Atomics.store(atFile, slot, files[index]!);
  });
  Atomics.store(atFile, slot, AT_NO_FILE);
  self.postMessage(parsed, transferred(parsed));
}

/** The buffers of a batch that move instead of being copied. */
function transferred(batch: ParsedBatch): ArrayBuffer[] {
  return batch.files.flatMap(({ facts }) => [
    facts.integers.buffer,
    facts.prose.buffer,
    facts.encoded.outline.buffer,
    facts.encoded.tables.buffer,
  ]);
}

self.onmessage = ({ data }: MessageEvent<ParseRequest>): void => {
  if ("setup" in data) {
    setup = data.setup;
    parser = new FileParser(setup, extractor);
  } else turn = turn.then(() => parse(data.batch));
};
