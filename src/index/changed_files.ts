/** What of a project's files is another than its index has it, and what that says now. */
import { FactsUnpacker } from "../extract/facts_transfer.ts";
import type { FileFacts } from "../extract/facts.ts";
import { LANGUAGES } from "../languages/registry.ts";
import { contentHashOfFile } from "../scan/content_hash.ts";
import { LanguageTable } from "../scan/detect.ts";
import { isDocument } from "../scan/load_source.ts";
import { isRacy } from "../scan/racy_time.ts";
import { DEFAULT_MAX_FILE_BYTES } from "../scan/read_source.ts";
import type { SkippedPath } from "../scan/skip.ts";
import { type WalkedFile, walkedFile } from "../scan/walk.ts";
import type { StoredFile } from "../store/file_queries.ts";
import type { SkippedFile } from "../store/file_record.ts";
import type { IndexReading } from "../store/index_reading.ts";
import { FileParser, type ParserSetup } from "./file_parser.ts";
import { readAsBefore, type ReadFile, StoredContents } from "./former_content.ts";
import type { ParsedFile } from "./parse_messages.ts";
import { ParsePool } from "./parse_pool.ts";
import { partKey } from "./part_key.ts";
import { scanProject } from "./scan_project.ts";
import { settingsKey } from "./settings_key.ts";
import type { StoredFiles } from "./stored_files.ts";
import type { SyncOptions } from "./sync_options.ts";

/** With more changed files than this, starting parse workers pays. */
const MOST_PARSED_HERE = 40;

/** What the files are held to. */
export interface KnownFiles {
  readonly stored: StoredFiles;
  readonly reading: IndexReading;
  /** What the index says of itself. */
  readonly meta: ReadonlyMap<string, string>;
  /** Number of a name. The first call comes once a file is to be parsed. */
  readonly intern: (name: string) => number;
}

/** What is looked at: all of a project if need be, or no more than what is said to have changed. */
export type Scope = "whole" | "said";

/** Files of a project that are others than the index has them. Reading them changes nothing in it. */
export class ChangedFiles {
  /** What changed or new files say, by {@link partKey}. */
  readonly read = new Map<string, ReadFile>();
  readonly readPaths = new Set<string>();
  readonly parsedPaths = new Set<string>();
  /** Files that were only written to. */
  readonly touched: { file: StoredFile; walked: WalkedFile }[] = [];
  /** Files that have a content again which they had before. */
  readonly returned: { path: string; hash: string }[] = [];
  removed: readonly StoredFile[] = [];
  skipped: SkippedFile[] = [];
  /** Undefined when only some files were looked at. */
  directories: readonly string[] | undefined;
  readonly hasSameSettings: boolean;
  readonly #options: SyncOptions;
  readonly #known: KnownFiles;
  readonly #scope: Scope;
  readonly #isRehearsal: boolean;
  #contents: StoredContents | undefined;

  /** @param isRehearsal files that are said to have changed are taken for changed, whatever they hold */
  constructor(options: SyncOptions, known: KnownFiles, scope: Scope, isRehearsal: boolean) {
    this.#scope = scope;
    this.#options = options;
    this.#known = known;
    this.#isRehearsal = isRehearsal;
    this.hasSameSettings = known.meta.get("settings") === settingsKey(options.settings);
  }

  /** Whether the index must be another. */
  get isAny(): boolean {
    return this.read.size > 0 || this.removed.length > 0;
  }

  /** Looks for them. @returns false when more must be looked at than is said to have changed */
  async find(): Promise<boolean> {
    const said = this.#said();
    if (said === undefined && this.#scope === "said") return false;
    const files = said ?? this.#walk();
    await this.#parse(this.#isRehearsal ? files : this.#candidates(files));
    this.#options.signal?.throwIfAborted();
    if (this.directories === undefined && this.skipped.length > 0) return false;
    this.removed = this.#gone(files);
    return true;
  }

  /** The files that are said to have changed, if each is one of the index; undefined otherwise. */
  #said(): readonly WalkedFile[] | undefined {
    const { changed, layout } = this.#options;
    if (changed === undefined || !this.hasSameSettings) return undefined;
    const files = changed.map((path) => {
      const stored = this.#known.stored.at(path);
      const isSource = stored.length > 0 && stored.every(({ manifest }) => !manifest);
      return isSource ? walkedFile(layout.root, path) : undefined;
    });
    return files.every((file) => file !== undefined) ? files : undefined;
  }

  #walk(): readonly WalkedFile[] {
    const { layout, settings } = this.#options;
    const { files, skipped, directories } = scanProject(layout.root, settings);
    this.directories = directories;
    this.skipped = [...skipped];
    return files;
  }

  /** Stored parts that are no longer there. */
  #gone(files: readonly WalkedFile[]): StoredFile[] {
    if (this.directories === undefined && this.readPaths.size === 0) return [];
    const isWhole = this.directories !== undefined;
    const walked = new Set(files.map(({ path }) => path));
    const unread = new Set(this.skipped.map(({ path }) => path));
    return this.#known.stored.all().filter((file) => {
      const isReplaced = this.readPaths.has(file.path) && !this.read.has(partKey(file));
      return isReplaced || isWhole && !walked.has(file.path) || unread.has(file.path);
    }).toArray();
  }

  /** Files to look at: new ones, and those whose size, time or language is another or not certain. */
  #candidates(files: readonly WalkedFile[]): readonly WalkedFile[] {
    const { stored, reading, meta } = this.#known;
    const table = new LanguageTable(LANGUAGES, this.#options.settings.extensions);
    const readFrom = Number(meta.get("readFrom") ?? 0);
    const known = this.hasSameSettings ? reading.skippedFiles() : new Map<string, SkippedFile>();
    return files.filter((walked) => {
      const { path, size, mtimeMs } = walked;
      const left = known.get(path);
      if (left?.size === size && left.mtimeMs === mtimeMs) {
        this.skipped.push(left);
        return false;
      }
      const [first] = stored.at(path);
      if (first === undefined || first.size !== size || first.mtimeMs !== mtimeMs) return true;
      if (isRacy(mtimeMs, readFrom)) return true;
      return !this.hasSameSettings && !first.manifest && table.detect(path) !== first.language;
    });
  }

  async #parse(candidates: readonly WalkedFile[]): Promise<void> {
    const changed = this.#isRehearsal
      ? candidates
      : candidates.filter((walked) =>
        !this.#isSameContent(walked) && !this.#isAsBefore(walked) && !this.#isMoved(walked)
      );
    if (changed.length === 0) return;
    const { layout: { root }, settings, signal } = this.#options;
    const maxFileBytes = settings.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES;
    const setup = { root, extensions: settings.extensions, maxFileBytes };
    const onFile = (parsed: ParsedFile, facts: FileFacts, nameIds: Int32Array): void => {
      this.#take({ parsed, facts, nameIds });
      this.parsedPaths.add(parsed.path);
    };
    const onSkipped = (skipped: SkippedPath): void => {
      const walked = changed.find(({ path }) => path === skipped.path);
      this.skipped.push({ ...skipped, ...sizeAndTime(walked) });
    };
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
        intern: this.#known.intern,
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
    const unpacker = new FactsUnpacker(this.#known.intern);
    unpacker.acceptNames(names);
    for (const file of files) {
      const { facts, nameIds } = unpacker.unpack(file.facts);
      onFile(file, facts, nameIds);
    }
    skipped.forEach(onSkipped);
    return true;
  }

  #take(read: ReadFile): void {
    this.read.set(partKey(read.parsed), read);
    this.readPaths.add(read.parsed.path);
  }

  /** Takes over what a file said when it had this content before, if it had. */
  #isAsBefore(walked: WalkedFile): boolean {
    if (!this.hasSameSettings) return false;
    const files = readAsBefore(this.#known.reading.former, this.#options.layout.root, walked);
    for (const file of files) {
      this.#take(file);
      this.returned.push({ path: walked.path, hash: file.parsed.hash });
    }
    return files.length > 0;
  }

  /** Takes over what a new file says when it lay elsewhere, or another like it does. */
  #isMoved(walked: WalkedFile): boolean {
    const { stored, reading } = this.#known;
    if (stored.at(walked.path).length > 0 || !this.hasSameSettings) return false;
    this.#contents ??= new StoredContents(reading.former, stored.all());
    const files = this.#contents.read(this.#options.layout.root, walked);
    for (const file of files) this.#take(file);
    return files.length > 0;
  }

  /** Whether a file was only written to, so that nothing but its time is another. */
  #isSameContent(walked: WalkedFile): boolean {
    const files = this.#known.stored.at(walked.path);
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
    if (isTouched) { for (const file of files) this.touched.push({ file, walked }); }
    return true;
  }

  /** Whether a file whose content is the same is still taken for the same language. */
  #hasSameLanguage({ path, language, manifest }: StoredFile): boolean {
    const table = new LanguageTable(LANGUAGES, this.#options.settings.extensions);
    if (manifest || table.needsContent(path)) return true;
    if (isDocument(path, table) !== undefined) return this.hasSameSettings;
    return table.detect(path) === language;
  }
}

function sizeAndTime(walked: WalkedFile | undefined): { size?: number; mtimeMs?: number } {
  return walked === undefined ? {} : { size: walked.size, mtimeMs: walked.mtimeMs };
}
