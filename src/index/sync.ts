/** Brings an index up to date: what changed is read again, what that touches is resolved again. */
import type { Extractor } from "../extract/extractor.ts";
import { FactsUnpacker } from "../extract/facts_transfer.ts";
import type { FileFacts } from "../extract/facts.ts";
import { languageOf, LANGUAGES, loadLanguages } from "../languages/registry.ts";
import type { Layout } from "../project/layout.ts";
import type { Settings } from "../project/settings.ts";
import { Edge, evidenceOf, mechanismOf, Possible, withMechanism } from "../resolve/edges.ts";
import type { FileChange } from "../resolve/influence.ts";
import { Knowledge } from "../resolve/knowledge.ts";
import type { LinkRows } from "../resolve/links.ts";
import { Project, ProjectFile } from "../resolve/project.ts";
import { exportedRows, listsOffers, offeredSymbols } from "../resolve/offered_symbols.ts";
import { type Edges, type Places, Resolver } from "../resolve/resolver.ts";
import { contentHashOfFile } from "../scan/content_hash.ts";
import { isRacy } from "../scan/racy_time.ts";
import { LanguageTable } from "../scan/detect.ts";
import { isDocument } from "../scan/load_source.ts";
import { DEFAULT_MAX_FILE_BYTES } from "../scan/read_source.ts";
import type { SkippedPath } from "../scan/skip.ts";
import { type WalkedFile, walkedFile } from "../scan/walk.ts";
import type { SkippedFile } from "../store/file_record.ts";
import type { StoredFile } from "../store/file_queries.ts";
import { CorruptIndexError, OutdatedIndexError } from "../store/errors.ts";
import { IndexUpdater } from "../store/index_updater.ts";
import { SymbolColumn } from "../store/file_record.ts";
import { askedRows } from "./asked_rows.ts";
import { isOwnIndex } from "./engine.ts";
import { FileParser, type ParserSetup } from "./file_parser.ts";
import { FormerProject } from "./former_project.ts";
import { fullIndex } from "./full_index.ts";
import { readAsBefore, type ReadFile, StoredContents } from "./former_content.ts";
import { KeptFacts } from "./kept_facts.ts";
import { neededLinkers } from "./linkers.ts";
import type { ParsedFile } from "./parse_messages.ts";
import { partKey } from "./part_key.ts";
import { ParsePool } from "./parse_pool.ts";
import { removeBuild } from "./place_index.ts";
import type { ReportProgress } from "./progress.ts";
import { scanProject } from "./scan_project.ts";
import { separators } from "./separators.ts";
import { settingsKey } from "./settings_key.ts";
import { StandingLinks } from "./standing_links.ts";
import { StoredDerived } from "./stored_derived.ts";
import { storedFacts } from "./stored_facts.ts";
import { factsRow, linkSymbolRows, symbolRows } from "./store_rows.ts";
import { ALL_PLACES, Touched } from "./touched.ts";
import { isTestPath } from "../resolve/test_path.ts";
import { takeWriteLock } from "./write_lock.ts";
import { append } from "../resolve/multimap.ts";

/** With more changed files than this, starting parse workers pays. */
const MOST_PARSED_HERE = 40;

/** What a sync needs. */
export interface SyncOptions {
  readonly layout: Layout;
  readonly settings: Settings;
  /**
   * Paths, relative to the root, of all files that changed as far as is known. If they are files of the
   * index, only these are looked at; a sync without them must follow.
   */
  readonly changed?: readonly string[];
  /** A runtime with its grammars that is kept from one sync to the next. */
  readonly extractor?: Promise<Extractor>;
  /** Facts that are kept from one sync of a project to the next. */
  readonly kept?: KeptFacts;
  readonly onProgress?: ReportProgress;
  /** Stops the work; the index from before stays as it is. */
  readonly signal?: AbortSignal;
  /** What else the index is to say of itself at the end. */
  readonly meta?: () => Readonly<Record<string, string>>;
}

/** What a sync did. */
export interface SyncSummary {
  /** Paths of the files that are new, changed or gone, each in path order. */
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Files that were parsed; others of those above have a content that they had before. */
  readonly parsed: number;
  /** Files of which only the edges were worked out again. */
  readonly resolvedAgain: number;
  /**
   * Directories that hold what may be source, ending in `/`; the root is an empty text. Undefined when
   * only some files were looked at.
   */
  readonly directories: readonly string[] | undefined;
  /** The whole index was built anew, since it was damaged or made by another version. */
  readonly rebuilt: boolean;
  readonly milliseconds: number;
  /** Where the index from before is, since it was damaged. */
  readonly setAside?: string;
}

/**
 * Brings the index of a project up to date. Afterwards it says the same as a new one would.
 *
 * @throws {IndexError} when there is no index, or another process writes it
 * @throws the signal's reason, once it is aborted
 */
export async function syncIndex(options: SyncOptions): Promise<SyncSummary> {
  const started = performance.now();
  const { layout } = options;
  let damaged = false;
  try {
    using _lock = takeWriteLock(layout.lockPath);
    // Whoever began to build one is dead: the lock would be his.
    removeBuild(layout.databasePath);
    const summary = await syncLocked(options, started);
    if (summary !== undefined) return summary;
  } catch (error) {
    damaged = error instanceof CorruptIndexError;
    if (!damaged && !(error instanceof OutdatedIndexError)) throw error;
  }
  const { setAside } = await fullIndex({ ...options, damaged });
  const milliseconds = Math.round(performance.now() - started);
  const { directories } = scanProject(layout.root, options.settings);
  const none = { added: [], changed: [], removed: [], parsed: 0, resolvedAgain: 0 };
  const aside = setAside === undefined ? {} : { setAside };
  return { ...none, directories, rebuilt: true, milliseconds, ...aside };
}

/**
 * As {@link syncIndex}, for the holder of the write lock.
 *
 * @param started when the work began, as `performance.now()` tells it
 * @returns undefined, and nothing is done, when another engine made the index
 */
export async function syncLocked(
  options: SyncOptions,
  started: number,
): Promise<SyncSummary | undefined> {
  const { changed: _, ...whole } = options;
  const { layout, kept = new KeptFacts() } = options;
  for (const one of [options, whole]) {
    using updater = IndexUpdater.open(layout.databasePath, layout.root);
    if (!isOwnIndex(updater.totals.meta())) return undefined;
    try {
      const summary = await new Sync(one, updater, kept, started).run();
      if (summary !== undefined) return summary;
    } catch (error) {
      kept.forget();
      throw error;
    }
    kept.forget();
  }
  return undefined;
}

/** Numbers of the store: of a file, and of its symbols by position. */
interface StoredIds {
  readonly file: number;
  readonly symbols: Int32Array;
}

class Sync {
  readonly #options: SyncOptions;
  readonly #updater: IndexUpdater;
  readonly #started: number;
  readonly #readFrom = Date.now();
  readonly #kept: KeptFacts;
  readonly #project: Project;
  /** By {@link partKey}. */
  readonly #stored = new Map<string, StoredFile>();
  /** What is stored of each path. */
  readonly #storedAt = new Map<string, StoredFile[]>();
  /** By {@link partKey}. */
  readonly #read = new Map<string, ReadFile>();
  readonly #readPaths = new Set<string>();
  readonly #parsedPaths = new Set<string>();
  readonly #touched: { file: StoredFile; walked: WalkedFile }[] = [];
  #contents: StoredContents | undefined;
  #areNamesLoaded = false;
  #removed: StoredFile[] = [];
  #skipped: SkippedFile[] = [];
  /** Undefined as long as only some files are looked at. */
  #directories: readonly string[] | undefined;

  constructor(options: SyncOptions, updater: IndexUpdater, kept: KeptFacts, started: number) {
    this.#options = options;
    this.#updater = updater;
    kept.require(updater.totals.meta().get("build") ?? "", updater.facts.nameCount());
    this.#kept = kept;
    this.#project = new Project(kept.names);
    this.#started = started;
  }

  /** @returns undefined, and nothing is stored, when more must be looked at than is said to have changed */
  async run(): Promise<SyncSummary | undefined> {
    this.#loadStored();
    const files = this.#said() ?? this.#walk();
    const candidates = this.#candidates(files);
    await this.#parse(candidates);
    this.#options.signal?.throwIfAborted();
    if (this.#directories === undefined && this.#skipped.length > 0) return undefined;
    this.#removed = this.#gone(files);
    if (this.#isChanged()) await loadLanguages(this.#languages());
    const resolvedAgain = this.#isChanged() ? await this.#update() : 0;
    this.#finish();
    return this.#summary(resolvedAgain);
  }

  /** The files that are said to have changed, if each is one of the index; undefined otherwise. */
  #said(): readonly WalkedFile[] | undefined {
    const { changed, layout } = this.#options;
    if (changed === undefined || !this.#hasSameSettings()) return undefined;
    const files = changed.map((path) => {
      const stored = this.#storedAt.get(path);
      const isSource = stored?.every(({ manifest }) => !manifest) === true;
      return isSource ? walkedFile(layout.root, path) : undefined;
    });
    return files.every((file) => file !== undefined) ? files : undefined;
  }

  #walk(): readonly WalkedFile[] {
    const { layout, settings } = this.#options;
    const { files, skipped, directories } = scanProject(layout.root, settings);
    this.#directories = directories;
    this.#skipped = [...skipped];
    return files;
  }

  /** Stored parts that are no longer there. */
  #gone(files: readonly WalkedFile[]): StoredFile[] {
    const isWhole = this.#directories !== undefined;
    const walked = new Set(files.map(({ path }) => path));
    const unread = new Set(this.#skipped.map(({ path }) => path));
    return [...this.#stored.values()].filter((file) => {
      const isReplaced = this.#readPaths.has(file.path) && !this.#read.has(partKey(file));
      return isReplaced || isWhole && !walked.has(file.path) || unread.has(file.path);
    });
  }

  #loadStored(): void {
    for (const file of this.#updater.files.each()) {
      this.#stored.set(partKey(file), file);
      append(this.#storedAt, file.path, file);
    }
  }

  #languages(): string[] {
    const read = Array.from(this.#read.values(), ({ parsed }) => parsed.language);
    return [...read, ...Array.from(this.#stored.values(), ({ language }) => language)];
  }

  #isChanged(): boolean {
    return this.#read.size > 0 || this.#removed.length > 0;
  }

  #hasSameSettings(): boolean {
    return this.#updater.totals.meta().get("settings") === settingsKey(this.#options.settings);
  }

  /** Files to look at: new ones, and those whose size, time or language is another or not certain. */
  #candidates(files: readonly WalkedFile[]): WalkedFile[] {
    const { settings } = this.#options;
    const sameSettings = this.#hasSameSettings();
    const table = new LanguageTable(LANGUAGES, settings.extensions);
    const readFrom = Number(this.#updater.totals.meta().get("readFrom") ?? 0);
    const known = sameSettings ? this.#updater.skippedFiles() : new Map<string, SkippedFile>();
    return files.filter((walked) => {
      const { path, size, mtimeMs } = walked;
      const left = known.get(path);
      if (left?.size === size && left.mtimeMs === mtimeMs) {
        this.#skipped.push(left);
        return false;
      }
      const stored = this.#storedAt.get(path)?.[0];
      if (stored === undefined || stored.size !== size || stored.mtimeMs !== mtimeMs) return true;
      if (isRacy(mtimeMs, readFrom)) return true;
      return !sameSettings && !stored.manifest && table.detect(path) !== stored.language;
    });
  }

  /** Numbers the names as the stored facts do. */
  #loadNames(): void {
    const { names } = this.#kept;
    names.append(this.#updater.facts.names(names.count));
    this.#areNamesLoaded = true;
  }

  async #parse(candidates: readonly WalkedFile[]): Promise<void> {
    if (!this.#hasSameSettings()) this.#updater.former.forgetAll();
    const changed = candidates.filter((walked) =>
      !this.#isSameContent(walked) && !this.#isAsBefore(walked) && !this.#isMoved(walked)
    );
    if (changed.length === 0) return;
    this.#loadNames();
    const { layout: { root }, settings, signal } = this.#options;
    const maxFileBytes = settings.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES;
    const setup = { root, extensions: settings.extensions, maxFileBytes };
    const onFile = (parsed: ParsedFile, facts: FileFacts, nameIds: Int32Array): void => {
      this.#take({ parsed, facts, nameIds });
      this.#parsedPaths.add(parsed.path);
    };
    const onSkipped = (skipped: SkippedPath): void => {
      const walked = changed.find(({ path }) => path === skipped.path);
      this.#skipped.push({ ...skipped, ...sizeAndTime(walked) });
    };
    const intern = (name: string): number => this.#project.intern(name);
    if (
      changed.length <= MOST_PARSED_HERE && await this.#parseHere(setup, changed, onFile, onSkipped)
    ) {
      return;
    }
    const pool = new ParsePool();
    try {
      await pool.run({
        ...setup,
        files: changed,
        intern,
        onFile,
        onSkipped,
        onProgress: () => {},
        signal,
      });
    } finally {
      pool.close();
    }
  }

  /** Parses in this thread. @returns false when a file broke the parser: nothing is taken over then */
  async #parseHere(
    setup: ParserSetup,
    changed: readonly WalkedFile[],
    onFile: (parsed: ParsedFile, facts: FileFacts, nameIds: Int32Array) => void,
    onSkipped: (skipped: SkippedPath) => void,
  ): Promise<boolean> {
    const parser = new FileParser(setup, this.#options.extractor);
    const { names, files, skipped, poisoned } = await parser.parse(changed.map(({ path }) => path));
    if (poisoned) return false;
    const unpacker = new FactsUnpacker((name) => this.#project.intern(name));
    unpacker.acceptNames(names);
    for (const file of files) {
      const { facts, nameIds } = unpacker.unpack(file.facts);
      onFile(file, facts, nameIds);
    }
    skipped.forEach(onSkipped);
    return true;
  }

  #take(read: ReadFile): void {
    this.#read.set(partKey(read.parsed), read);
    this.#readPaths.add(read.parsed.path);
  }

  /** Takes over what a file said when it had this content before, if it had. */
  #isAsBefore(walked: WalkedFile): boolean {
    const { former } = this.#updater;
    const files = readAsBefore(former, this.#options.layout.root, walked);
    for (const file of files) {
      this.#take(file);
      former.forget(walked.path, file.parsed.hash);
    }
    return files.length > 0;
  }

  /** Takes over what a new file says when it lay elsewhere, or another like it does. */
  #isMoved(walked: WalkedFile): boolean {
    if (this.#storedAt.has(walked.path) || !this.#hasSameSettings()) return false;
    this.#contents ??= new StoredContents(this.#updater.former, this.#stored.values());
    const files = this.#contents.read(this.#options.layout.root, walked);
    for (const file of files) this.#take(file);
    return files.length > 0;
  }

  /** Whether a file was only written to, so that nothing but its time is another. */
  #isSameContent(walked: WalkedFile): boolean {
    const files = this.#storedAt.get(walked.path) ?? [];
    const [first] = files;
    if (first === undefined || first.size !== walked.size) return false;
    try {
      const hash = contentHashOfFile(`${this.#options.layout.root}/${walked.path}`);
      if (hash !== first.hash) return false;
    } catch {
      return false; // Reading it again says why.
    }
    if (!this.#hasSameLanguage(first)) return false;
    const isTouched = first.mtimeMs !== walked.mtimeMs;
    if (isTouched) { for (const file of files) this.#touched.push({ file, walked }); }
    return true;
  }

  /** Whether a file whose content is the same is still taken for the same language. */
  #hasSameLanguage({ path, language, manifest }: StoredFile): boolean {
    const table = new LanguageTable(LANGUAGES, this.#options.settings.extensions);
    if (manifest || table.needsContent(path)) return true;
    if (isDocument(path, table) !== undefined) return this.#hasSameSettings();
    return table.detect(path) === language;
  }

  /** Works the changes into the index. @returns in how many unchanged files edges were worked out again */
  async #update(): Promise<number> {
    if (!this.#areNamesLoaded) this.#loadNames();
    const loadedNames = this.#updater.facts.nameCount();
    const former = new FormerProject(this.#kept.names);
    const changes = this.#loadProject(former);
    const project = this.#project;
    project.seal();
    const knowledge = new Knowledge(project, languageOf);
    const derived = new StoredDerived(this.#updater.derived, project, this.#stored, changes);
    const touched = new Touched(changes, knowledge, former, (file) => derived.from(file));
    const resolver = new Resolver(knowledge);
    const places = new Map(touched.places);
    for (const file of project.files) {
      if (this.#read.has(partKey(file))) places.set(file, ALL_PLACES);
    }
    for (const file of project.files) {
      const own = places.get(file);
      if (own === undefined) continue;
      resolver.resolveFile(file, own);
      resolver.addDerived(touched.derivedIn(file));
    }
    const standing = touched.places.size > 0
      ? undefined
      : StandingLinks.find(this.#updater, project, this.#stored, changes);
    const links = standing === undefined ? resolver.link(await neededLinkers(project)) : undefined;
    this.#options.signal?.throwIfAborted();
    this.#updater.addFactNames(loadedNames + 1, project.names.slice(loadedNames));
    this.#updater.setMeta({ separators: separators(project) });
    const exported = this.#exportedRows(knowledge, changes);
    standing?.takeOut();
    const idsOf = this.#store(places, resolver.finish(), links);
    standing?.putBack();
    const idOf = (file: ProjectFile): number =>
      this.#stored.get(partKey(file))?.id ?? idsOf(file).file;
    for (const [language, files] of exported) {
      const wanted = files.map(([file, rows]) => [idOf(file), rows] as const);
      this.#updater.exported.set(language, new Map(wanted));
    }
    return touched.places.size;
  }

  /** Fills the project: changed files as they are now, the others as they are stored. */
  #loadProject(former: FormerProject): FileChange[] {
    const gone = new Set(this.#removed.map(partKey));
    const before = new Map<string, ProjectFile>();
    for (const [file, facts] of storedFacts(this.#updater.facts, this.#kept, this.#stored)) {
      const key = partKey(file);
      if (this.#read.has(key) || gone.has(key)) before.set(key, former.add(file.path, facts));
      else {
        former.addLater(file.path, facts);
        this.#project.addNamed(file.path, facts.facts, facts.nameIds);
      }
    }
    for (const { parsed: { path, hash }, facts, nameIds } of this.#read.values()) {
      this.#project.addNamed(path, facts, nameIds);
      this.#kept.keep(path, { hash, facts: { ...facts, strings: [] }, nameIds });
    }
    const after = new Map(this.#project.files.map((file) => [partKey(file), file]));
    return [...new Set([...this.#read.keys(), ...gone])]
      .map((key) => ({
        before: before.get(key),
        after: gone.has(key) ? undefined : after.get(key),
      }));
  }

  #store(
    places: ReadonlyMap<ProjectFile, Places>,
    { edges, possible, externals }: Edges,
    links: LinkRows | undefined,
  ): (file: ProjectFile) => StoredIds {
    const updater = this.#updater;
    // What is stored is no longer what was read.
    this.#kept.source = undefined;
    for (const file of this.#removed) {
      updater.former.keep(file);
      updater.removeFile(file.id);
    }
    const storedFiles = new Map<ProjectFile, StoredIds>();
    for (const file of places.keys()) {
      const read = this.#read.get(partKey(file));
      if (read !== undefined) storedFiles.set(file, this.#putFile(file, read));
    }
    const idsOf = (file: ProjectFile): StoredIds => {
      let ids = storedFiles.get(file);
      if (ids === undefined) {
        const { id } = this.#stored.get(partKey(file))!;
        storedFiles.set(file, ids = { file: id, symbols: updater.symbolIds(id) });
      }
      return ids;
    };
    const storedId = (symbol: number): number => {
      const file = this.#project.fileOfSymbol(symbol);
      return idsOf(file).symbols[symbol - file.firstSymbol]!;
    };
    const edgesOf = new Map<ProjectFile, Int32Array[]>();
    for (let at = 0; at < edges.length; at += Edge.STRIDE) {
      const row = edges.slice(at, at + Edge.STRIDE);
      const file = this.#project.fileOfSymbol(row[Edge.FROM]!);
      if (places.get(file)?.has(row[Edge.LINE]!, row[Edge.COLUMN]!) !== true) continue;
      const target = row[Edge.TO]!;
      row[Edge.FROM] = storedId(row[Edge.FROM]!);
      row[Edge.TO] = target >= 0
        ? storedId(target)
        : updater.externalId(externals[row[Edge.EXTERNAL]!]!);
      append(edgesOf, file, row);
    }
    const possibleOf = new Map<ProjectFile, Int32Array[]>();
    for (let at = 0; at < possible.length; at += Possible.STRIDE) {
      const row = possible.slice(at, at + Possible.STRIDE);
      const file = this.#project.fileOfSymbol(row[Possible.FROM]!);
      row[Possible.FROM] = storedId(row[Possible.FROM]!);
      row[Possible.NAME] = updater.nameId(this.#project.name(row[Possible.NAME]!), false);
      append(possibleOf, file, row);
    }
    for (const [file, own] of places) {
      const stored = this.#stored.get(partKey(file));
      updater.setEdges(stored?.id, own, edgesOf.get(file) ?? [], possibleOf.get(file) ?? []);
    }
    if (links !== undefined) this.#storeLinks(links, idsOf);
    return idsOf;
  }

  /** Rows of symbols that are exported, in the languages of changed files that keep lists of them. */
  #exportedRows(
    knowledge: Knowledge,
    changes: readonly FileChange[],
  ): ReadonlyMap<string, [ProjectFile, ReadonlySet<number>][]> {
    const changed = new Set(
      changes.flatMap(({ before, after }) => [before, after])
        .flatMap((file) => file?.language ?? []),
    );
    const files = this.#project.files.filter((file) =>
      changed.has(file.language) && listsOffers(knowledge, file)
    );
    const offered = offeredSymbols(knowledge, files);
    const rows = files.map((file): [ProjectFile, ReadonlySet<number>] => [
      file,
      new Set(exportedRows(file, offered)),
    ]);
    return Map.groupBy(rows, ([file]) => file.language);
  }

  #storeLinks(
    { symbols, edges, mechanisms, asked }: LinkRows,
    idsOf: (file: ProjectFile) => StoredIds,
  ): void {
    const { symbolCount } = this.#project;
    const made = this.#updater.setLinkSymbols(linkSymbolRows(
      symbols,
      (name) => this.#updater.nameId(name, true),
      (file) => ({ file: idsOf(file).file, container: idsOf(file).symbols[0]! }),
    ));
    const idOf = (symbol: number): number => {
      if (symbol >= symbolCount) return made[symbol - symbolCount]!;
      const file = this.#project.fileOfSymbol(symbol);
      return idsOf(file).symbols[symbol - file.firstSymbol]!;
    };
    const rows: Int32Array[] = [];
    for (let at = 0; at < edges.length; at += Edge.STRIDE) {
      const row = edges.slice(at, at + Edge.STRIDE);
      const evidence = row[Edge.EVIDENCE]!;
      const mechanism = mechanisms[mechanismOf(evidence)];
      row[Edge.FROM] = idOf(row[Edge.FROM]!);
      row[Edge.TO] = idOf(row[Edge.TO]!);
      if (mechanism !== undefined) {
        const stored = this.#updater.mechanismId(mechanism);
        row[Edge.EVIDENCE] = withMechanism(evidenceOf(evidence), stored - 1);
      }
      rows.push(row);
    }
    this.#updater.setLinks(rows);
    this.#updater.setAsked(askedRows(asked));
  }

  #putFile(file: ProjectFile, { parsed, facts }: ReadFile): StoredIds {
    const updater = this.#updater;
    const { facts: { prose, encoded }, ...read } = parsed;
    const names = {
      idOf: (name: number): number => updater.nameId(this.#project.name(name), false),
      borneId: (name: number): number => updater.nameId(this.#project.name(name), true),
    };
    const symbols = symbolRows([file], names);
    for (let at = 0; at < symbols.length; at += SymbolColumn.STRIDE) {
      const container = symbols[at + SymbolColumn.CONTAINER]!;
      if (container > 0) symbols[at + SymbolColumn.CONTAINER] = container - file.firstSymbol;
    }
    const stored = this.#stored.get(partKey(file));
    if (stored !== undefined) updater.former.keep(stored);
    return updater.putFile(stored, {
      record: { ...read, test: isTestPath(file.path) },
      unreadable: facts.unreadable,
      symbols,
      prose: new TextDecoder().decode(prose).split("\0"),
      facts: factsRow(0, encoded, file.nameIds, facts.manifest),
    });
  }

  #finish(): void {
    const updater = this.#updater;
    for (const { file, walked } of this.#touched) {
      updater.touchFile(file.id, walked.size, walked.mtimeMs);
    }
    if (this.#directories !== undefined) {
      updater.setSkipped(this.#skipped);
      // Until all is looked at again, what may have changed since then is not certain.
      updater.setMeta({ readFrom: String(this.#readFrom) });
    }
    if (this.#isChanged()) updater.former.trim();
    // Names of files that were then left out have numbers that others may give to other names.
    if (this.#kept.names.count !== updater.facts.nameCount()) this.#kept.forget();
    updater.setMeta({
      settings: settingsKey(this.#options.settings),
      indexedAt: new Date().toISOString(),
      ...this.#options.meta?.(),
    });
    updater.commit();
  }

  #summary(resolvedAgain: number): SyncSummary {
    const paths = [...this.#readPaths].sort();
    const removed = new Set(this.#removed.map(({ path }) => path));
    return {
      added: paths.filter((path) => !this.#storedAt.has(path)),
      changed: paths.filter((path) => this.#storedAt.has(path)),
      removed: [...removed].filter((path) => !this.#readPaths.has(path)),
      parsed: this.#parsedPaths.size,
      resolvedAgain,
      directories: this.#directories,
      rebuilt: false,
      milliseconds: Math.round(performance.now() - this.#started),
    };
  }
}

function sizeAndTime(walked: WalkedFile | undefined): { size?: number; mtimeMs?: number } {
  return walked === undefined ? {} : { size: walked.size, mtimeMs: walked.mtimeMs };
}
