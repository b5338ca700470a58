/** The pipeline of a full index: scan, parse, resolve, write, put in place. */
import { languageOf, loadLanguages } from "../languages/registry.ts";
import type { Layout } from "../project/layout.ts";
import type { Settings } from "../project/settings.ts";
import { Possible } from "../resolve/edges.ts";
import type { LinkRows } from "../resolve/links.ts";
import { Project, type ProjectFile } from "../resolve/project.ts";
import { resolveInParts } from "../resolve/resolver.ts";
import { DEFAULT_MAX_FILE_BYTES } from "../scan/read_source.ts";
import type { WalkedFile } from "../scan/walk.ts";
import type { SkippedFile } from "../store/file_record.ts";
import { isWhole, requireReplaceable } from "../store/existing_index.ts";
import { askedRows } from "./asked_rows.ts";
import { engineMeta } from "./engine.ts";
import { type IndexSink, InlineSink, ThreadSink } from "./index_sink.ts";
import { EdgeTotals, type IndexSummary, languageTotals, skipTotals } from "./index_summary.ts";
import { neededLinkers } from "./linkers.ts";
import { ParsePool } from "./parse_pool.ts";
import { buildPath, placeIndex, removeBuild } from "./place_index.ts";
import type { ReportProgress } from "./progress.ts";
import { separators } from "./separators.ts";
import { likelyLanguages, scanProject } from "./scan_project.ts";
import { settingsKey } from "./settings_key.ts";
import {
  factsRow,
  fileChunks,
  type KeptFile,
  linkSymbolRows,
  possibleRows,
  StoreNames,
} from "./store_rows.ts";
import { isTestPath } from "../resolve/test_path.ts";
import { takeWriteLock } from "./write_lock.ts";

/** Bytes of source from which on the database is written in a thread of its own. */
const THREAD_BYTES = 2 * 1024 * 1024;

/** Edges that are stored at a time, while others are found. */
const EDGES_A_PART = 20_000;

/** What a full index needs. */
export interface FullIndexOptions {
  readonly layout: Layout;
  readonly settings: Settings;
  /** Take the place of an index of a newer version, and start from nothing. */
  readonly force?: boolean;
  /** Who read the index found damage in it. */
  readonly damaged?: boolean;
  /** Workers that were started ahead. */
  readonly pool?: ParsePool;
  readonly onProgress?: ReportProgress;
  /** Stops the work; the index from before stays as it is. */
  readonly signal?: AbortSignal;
}

/**
 * Indexes a project from nothing. The new index takes the place of the old one only when it is
 * complete; whatever goes wrong before, the old one is as it was.
 *
 * @throws {IndexError} when the index cannot be replaced or written, or another process writes it
 * @throws the signal's reason, once it is aborted
 */
export async function fullIndex(options: FullIndexOptions): Promise<IndexSummary> {
  const pool = options.pool ?? new ParsePool();
  try {
    const { layout: { databasePath, lockPath }, force = false, damaged = false } = options;
    using _lock = takeWriteLock(lockPath);
    // Another process may have built a new one since the damage was found.
    const isDamaged = requireReplaceable(databasePath, force) || damaged && !isWhole(databasePath);
    removeBuild(databasePath);
    try {
      return await new FullIndex(options, pool, isDamaged).run();
    } finally {
      removeBuild(databasePath);
    }
  } finally {
    pool.close();
  }
}

class FullIndex {
  readonly #options: FullIndexOptions;
  readonly #pool: ParsePool;
  readonly #isDamaged: boolean;
  readonly #project = new Project();
  readonly #kept = new Map<ProjectFile, KeptFile>();
  readonly #paths = new Set<string>();
  /** Store ids of the names of symbols that come from bridges and frameworks. */
  readonly #linkNames = new Set<number>();
  #linkSymbols = 0;
  readonly #skipped: SkippedFile[] = [];
  readonly #started = performance.now();
  readonly #readFrom = Date.now();

  /** @param isDamaged the index from before is damaged */
  constructor(options: FullIndexOptions, pool: ParsePool, isDamaged: boolean) {
    this.#options = options;
    this.#pool = pool;
    this.#isDamaged = isDamaged;
  }

  async run(): Promise<IndexSummary> {
    const { settings } = this.#options;
    const files = this.#scan();
    const sink = this.#openSink(files);
    try {
      // The languages load while the workers parse.
      await Promise.all([
        this.#parse(files, sink),
        loadLanguages(likelyLanguages(files, settings)),
      ]);
      await loadLanguages(this.#project.files.map(({ language }) => language));
      this.#project.seal();
      const totals = await this.#write(sink);
      this.#options.signal?.throwIfAborted();
      const aside = await placeIndex(this.#options.layout.databasePath, this.#isDamaged);
      return { ...this.#summary(totals), ...(aside === undefined ? {} : { setAside: aside }) };
    } catch (error) {
      sink.abandon();
      throw error;
    }
  }

  #scan(): readonly WalkedFile[] {
    this.#options.onProgress?.({ phase: "scan", done: 0, total: 0 });
    const { layout, settings } = this.#options;
    const { files, skipped } = scanProject(layout.root, settings);
    this.#skipped.push(...skipped);
    return files;
  }

  /** Reads all files. Their facts go to the store at once: kept here, they would double the memory. */
  async #parse(files: readonly WalkedFile[], sink: IndexSink): Promise<void> {
    const { layout, settings, onProgress, signal } = this.#options;
    const report = (): void => {
      const done = this.#paths.size + leftOut;
      onProgress?.({ phase: "parse", done, total: files.length });
    };
    const walked = new Map(files.map(({ path, size, mtimeMs }) => [path, { size, mtimeMs }]));
    let leftOut = 0;
    report();
    await this.#pool.run({
      root: layout.root,
      files,
      extensions: settings.extensions,
      maxFileBytes: settings.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
      intern: (name) => this.#project.intern(name),
      onFile: ({ facts: { prose, encoded }, ...read }, facts, nameIds) => {
        const { path } = read;
        const file = this.#project.addNamed(path, facts, nameIds);
        this.#paths.add(path);
        const record = { ...read, test: isTestPath(path) };
        const id = this.#kept.size + 1;
        this.#kept.set(file, { id, record, prose, unreadable: facts.unreadable });
        const row = factsRow(id, encoded, nameIds, facts.manifest);
        sink.send({ step: "facts", row }, [
          row.outline.buffer,
          row.tables.buffer,
          row.names.buffer,
        ]);
      },
      onSkipped: (skipped) => {
        leftOut++;
        this.#skipped.push({ ...skipped, ...walked.get(skipped.path) });
      },
      onProgress: report,
      signal,
    });
  }

  #openSink(files: readonly WalkedFile[]): IndexSink {
    const path = buildPath(this.#options.layout.databasePath);
    const bytes = files.reduce((sum, file) => sum + file.size, 0);
    return bytes < THREAD_BYTES ? new InlineSink(path) : new ThreadSink(path);
  }

  /** Stores files, symbols and edges; if the sink has a thread, while names are resolved. */
  async #write(sink: IndexSink): Promise<EdgeTotals> {
    const names = new StoreNames(this.#project);
    for (const chunk of fileChunks(this.#project, (file) => this.#kept.get(file)!, names)) {
      sink.send({ step: "files", chunk }, chunk.prose.map((prose) => prose.buffer as ArrayBuffer));
    }
    sink.send({ step: "factNames", names: this.#project.names });
    sendNames(sink, names.names, true, (id) => names.isBorne(id));
    sink.send({ step: "skipped", skipped: this.#skipped });
    const totals = await this.#resolve(sink, names);
    this.#options.onProgress?.({ phase: "write", done: 0, total: 0 });
    // Of the others, those of links alone are borne by any.
    const isOther = (id: number): boolean => !names.isBorne(id);
    sendNames(sink, names.names, true, (id) => isOther(id) && this.#linkNames.has(id));
    sendNames(sink, names.names, false, (id) => isOther(id) && !this.#linkNames.has(id));
    sink.send({ step: "meta", entries: this.#meta() });
    await sink.finish();
    return totals;
  }

  async #resolve(sink: IndexSink, names: StoreNames): Promise<EdgeTotals> {
    const { onProgress, signal } = this.#options;
    const total = this.#project.files.length;
    const totals = new EdgeTotals();
    onProgress?.({ phase: "resolve", done: 0, total });
    const linkers = await neededLinkers(this.#project);
    for (const part of resolveInParts(this.#project, languageOf, linkers, EDGES_A_PART)) {
      const { edges, possible, externals, files, links, offered } = part;
      totals.add(edges, possible.length / Possible.STRIDE);
      sink.send({ step: "possible", rows: possibleRows(possible, names) });
      sink.send({ step: "edges", edges, externals }, [edges.buffer as ArrayBuffer]);
      if (links.edges.length + links.symbols.length > 0) {
        this.#sendLinks(sink, links, names, totals);
      }
      if (offered.size > 0) {
        sink.send({ step: "exported", symbols: Int32Array.from(offered) });
      }
      if (links.asked.length > 0) {
        sink.send({ step: "asked", rows: askedRows(links.asked) });
      }
      onProgress?.({ phase: "resolve", done: files, total });
      // Lets a signal come through.
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
    }
    return totals;
  }

  #sendLinks(
    sink: IndexSink,
    { symbols, edges, mechanisms }: LinkRows,
    names: StoreNames,
    totals: EdgeTotals,
  ): void {
    totals.add(edges, 0);
    const rows = linkSymbolRows(
      symbols,
      (name) => names.idOfText(name),
      (file) => ({ file: this.#kept.get(file)!.id, container: file.firstSymbol + 1 }),
    );
    for (const { name } of rows) this.#linkNames.add(name);
    this.#linkSymbols = rows.length;
    sink.send({ step: "linkSymbols", first: this.#project.symbolCount + 1, symbols: rows });
    sink.send({ step: "mechanisms", texts: mechanisms });
    sink.send({ step: "edges", edges, externals: [] });
  }

  #meta(): Record<string, string> {
    const { layout, settings } = this.#options;
    return {
      ...engineMeta(),
      build: crypto.randomUUID(),
      root: layout.root,
      settings: settingsKey(settings),
      separators: separators(this.#project),
      readFrom: String(this.#readFrom),
      indexedAt: new Date().toISOString(),
      milliseconds: String(Math.round(performance.now() - this.#started)),
    };
  }

  #summary({ totals }: EdgeTotals): IndexSummary {
    const { root, databasePath } = this.#options.layout;
    const kept = [...this.#kept.values()];
    const partlyRead = new Set(
      kept.filter(({ unreadable }) => unreadable.length > 0).map(({ record }) => record.path),
    );
    return {
      root,
      databasePath,
      databaseSize: Deno.statSync(databasePath).size,
      languages: languageTotals(kept.map(({ record }) => record)),
      files: this.#paths.size,
      manifests: kept.filter(({ record }) => record.manifest).length,
      symbols: this.#project.symbolCount + this.#linkSymbols,
      ...totals,
      skipped: skipTotals(this.#skipped),
      partlyReadFiles: partlyRead.size,
      milliseconds: Math.round(performance.now() - this.#started),
    };
  }
}

/** Sends those of the names whose ids, from 1, are wanted. */
function sendNames(
  sink: IndexSink,
  names: readonly string[],
  searchable: boolean,
  isWanted: (id: number) => boolean,
): void {
  const ids = Int32Array.from(names.keys(), (at) => at + 1).filter(isWanted);
  const wanted = Array.from(ids, (id) => names[id - 1]!);
  sink.send({ step: "names", ids, names: wanted, searchable });
}
