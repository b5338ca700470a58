/** Reads files of a project and turns them into facts. One a thread. */
import { Extractor, ParseTimeoutError } from "../extract/extractor.ts";
import { FactsPacker } from "../extract/facts_transfer.ts";
import { manifestFacts } from "../extract/manifest_facts.ts";
import { LANGUAGES, loadLanguage } from "../languages/registry.ts";
import { LanguageTable } from "../scan/detect.ts";
import { loadSource } from "../scan/load_source.ts";
import { readSource } from "../scan/read_source.ts";
import type { SkippedPath } from "../scan/skip.ts";
import { textsAsked } from "./linkers.ts";
import { readGrammar } from "./grammar_files.ts";
import { manifestLanguage, type ManifestReader, manifestReader } from "./manifests.ts";
import type { ParsedBatch, ParsedFile } from "./parse_messages.ts";
import { threadClock } from "./work_clock.ts";

/** Milliseconds of work that parsing one file may take. */
export const PARSE_LIMIT = 10_000;

/** What a project asks of the parser. */
export interface ParserSetup {
  readonly root: string;
  /** Extension to language, from the project's settings. */
  readonly extensions: ReadonlyMap<string, string>;
  readonly maxFileBytes: number;
}

/** Loads the parser's runtime. */
export function loadExtractor(): Promise<Extractor> {
  return Extractor.create(readGrammar, threadClock);
}

/** Parses files of one project. */
export class FileParser {
  readonly #extractor: Promise<Extractor>;
  readonly #packer = new FactsPacker();
  readonly #setup: ParserSetup;
  readonly #table: LanguageTable;

  constructor(setup: ParserSetup, extractor: Promise<Extractor> = loadExtractor()) {
    this.#extractor = extractor;
    this.#setup = setup;
    this.#table = new LanguageTable(LANGUAGES, setup.extensions);
  }

  /**
   * Facts of files, or why one of them has none.
   * @param onFile hears of each file before it is read, by its place in `paths`
   */
  async parse(
    paths: readonly string[],
    onFile: (index: number) => void = () => {},
  ): Promise<ParsedBatch> {
    const extractor = await this.#extractor;
    const files: ParsedFile[] = [];
    const skipped: SkippedPath[] = [];
    let poisoned = false;
    for (const [index, path] of paths.entries()) {
      onFile(index);
      try {
        const result = await this.#file(extractor, path);
        if ("reason" in result) skipped.push(result);
        else files.push(...result);
      } catch (error) {
        skipped.push(skippedBecause(path, error));
        poisoned ||= error instanceof WebAssembly.RuntimeError;
      }
    }
    return { names: this.#packer.takeFreshNames(), files, skipped, poisoned };
  }

  /** What is read of a file: one for each language that it has. */
  async #file(extractor: Extractor, path: string): Promise<readonly ParsedFile[] | SkippedPath> {
    const owner = manifestLanguage(path);
    if (owner !== undefined) return this.#manifest(path, owner, await manifestReader(path));
    const { root, maxFileBytes } = this.#setup;
    const source = loadSource(root, path, this.#table, maxFileBytes);
    if ("reason" in source) return source;
    const { parts, ...record } = source;
    const files: ParsedFile[] = [];
    for (const { language, text, lineCount } of parts) {
      if (!extractor.isPrepared(language)) {
        await extractor.prepare(await loadLanguage(language), textsAsked(language));
      }
      const extracted = extractor.extract(path, text, language, PARSE_LIMIT);
      const placed = extracted.placed === true;
      const facts = this.#packer.pack(extracted);
      files.push({ ...record, language, lineCount, manifest: false, placed, facts });
    }
    return files;
  }

  #manifest(
    path: string,
    language: string,
    read: ManifestReader,
  ): readonly ParsedFile[] | SkippedPath {
    const source = readSource(`${this.#setup.root}/${path}`, this.#setup.maxFileBytes);
    if ("reason" in source) return { path, ...source };
    const { text, ...record } = source;
    const facts = manifestFacts(path, language, source.lineCount, read(text, path));
    const packed = this.#packer.pack(facts);
    const told = { generated: false, manifest: true, placed: true };
    return [{ ...record, path, language, ...told, facts: packed }];
  }
}

function skippedBecause(path: string, error: unknown): SkippedPath {
  const reason = error instanceof ParseTimeoutError ? "timeout" : "failed";
  return { path, reason, detail: error instanceof Error ? error.message : String(error) };
}
