/// <reference lib="deno.worker" />
/** A parse worker: reads files and turns them into facts, batch after batch. */
import { Extractor, ParseTimeoutError } from "../extract/extractor.ts";
import { FactsPacker } from "../extract/facts_transfer.ts";
import { manifestFacts } from "../extract/manifest_facts.ts";
import { languageOf, LANGUAGES } from "../languages/registry.ts";
import { LanguageTable } from "../scan/detect.ts";
import { loadSource } from "../scan/load_source.ts";
import { readSource } from "../scan/read_source.ts";
import type { SkippedPath } from "../scan/skip.ts";
import { readGrammar } from "./grammar_files.ts";
import { manifestReader } from "./manifests.ts";
import type {
  ParseBatch,
  ParsedBatch,
  ParsedFile,
  ParseRequest,
  ParseSetup,
} from "./parse_messages.ts";

/** Number that stands for "at no file". */
const AT_NO_FILE = -1;

class ParseWorker {
  readonly #extractor = Extractor.create(readGrammar);
  readonly #packer = new FactsPacker();
  #setup!: ParseSetup;
  #table!: LanguageTable;

  begin(setup: ParseSetup): void {
    this.#setup = setup;
    this.#table = new LanguageTable(LANGUAGES, setup.extensions);
  }

  async parse(batch: ParseBatch): Promise<ParsedBatch> {
    const extractor = await this.#extractor;
    const files: ParsedFile[] = [];
    const skipped: SkippedPath[] = [];
    let poisoned = false;
    for (const [index, path] of batch.paths.entries()) {
      Atomics.store(this.#setup.atFile, this.#setup.slot, batch.files[index]!);
      try {
        const result = await this.#file(extractor, path);
        if ("reason" in result) skipped.push(result);
        else files.push(result);
      } catch (error) {
        skipped.push(skippedBecause(path, error));
        poisoned ||= error instanceof WebAssembly.RuntimeError;
      }
    }
    Atomics.store(this.#setup.atFile, this.#setup.slot, AT_NO_FILE);
    return { names: this.#packer.takeFreshNames(), files, skipped, poisoned };
  }

  async #file(extractor: Extractor, path: string): Promise<ParsedFile | SkippedPath> {
    const reader = manifestReader(path);
    if (reader !== undefined) return this.#manifest(path, reader.language, reader.read);
    const { root, maxFileBytes, timeLimit } = this.#setup;
    const source = loadSource(root, path, this.#table, maxFileBytes);
    if ("reason" in source) return source;
    const { text, ...record } = source;
    if (!extractor.isPrepared(source.language)) {
      await extractor.prepare(languageOf(source.language));
    }
    const facts = extractor.extract(path, text, source.language, timeLimit);
    return { ...record, manifest: false, facts: this.#packer.pack(facts) };
  }

  #manifest(
    path: string,
    language: string,
    read: (text: string, path: string) => unknown,
  ): ParsedFile | SkippedPath {
    const source = readSource(`${this.#setup.root}/${path}`, this.#setup.maxFileBytes);
    if ("reason" in source) return { path, ...source };
    const { text, ...record } = source;
    const facts = manifestFacts(path, language, source.lineCount, read(text, path));
    const packed = this.#packer.pack(facts);
    return { ...record, path, language, generated: false, manifest: true, facts: packed };
  }
}

function skippedBecause(path: string, error: unknown): SkippedPath {
  const reason = error instanceof ParseTimeoutError ? "timeout" : "failed";
  return { path, reason, detail: error instanceof Error ? error.message : String(error) };
}

/** The buffers of a batch that move instead of being copied. */
function transferred(batch: ParsedBatch): ArrayBuffer[] {
  return batch.files.flatMap(({ facts }) => [
    facts.integers.buffer,
    facts.prose.buffer,
    facts.encoded.buffer,
  ]);
}

const worker = new ParseWorker();
// Batches may arrive while one is worked on: they are taken in turn.
let turn = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<ParseRequest>): void => {
  if ("setup" in data) {
    worker.begin(data.setup);
    return;
  }
  turn = turn.then(async () => {
    const parsed = await worker.parse(data.batch);
    self.postMessage(parsed, transferred(parsed));
  });
};
