/// <reference lib="deno.worker" />
/** The indexer's thread: builds and syncs one index, so that whoever serves meanwhile stays free. */
import { LANGUAGES } from "../languages/registry.ts";
import type { Layout } from "../project/layout.ts";
import { readSettings, type Settings } from "../project/settings.ts";
import type { Extractor } from "../extract/extractor.ts";
import {
  IndexReadError,
  IndexWriteError,
  NoIndexError,
  OutdatedIndexError,
} from "../store/errors.ts";
import { buildIndex } from "./build_index.ts";
import { ForeseenSync, type ForesightOptions, rehearseSync } from "./foreseen_sync.ts";
import { loadExtractor } from "./file_parser.ts";
import { KeptFacts } from "./kept_facts.ts";
import type { Progress } from "./progress.ts";
import { syncIndex } from "./sync.ts";
import { IndexBusyError } from "./write_lock.ts";

/** What the indexer is told. */
export type IndexRequest =
  | { readonly build: Layout; readonly damaged: boolean }
  | { readonly sync: Layout; readonly changed?: readonly string[] }
  /** A sync of these files will come. Nothing is answered. */
  | { readonly foresee: Layout; readonly changed: readonly string[] }
  /** A sync may come. Nothing is answered. */
  | { readonly rehearse: Layout }
  | { readonly stop: true };

/**
 * What a failure means for the index from before: it is missing or of another format, so that a new
 * one may be built; it is as it was, and only cannot be changed now; or nothing is known.
 */
export type FailureKind = "lost" | "unwritable" | "other";

/** What it says, the last one at its end. */
export type IndexReport =
  | { readonly progress: Progress }
  | {
    readonly built: {
      readonly files: number;
      readonly milliseconds: number;
      /** Where the index from before is, since it was damaged. */
      readonly setAside?: string;
    };
  }
  | {
    readonly synced: {
      /** How many files were added, changed or removed. */
      readonly changed: number;
      /** Undefined when only some files were looked at. */
      readonly directories: readonly string[] | undefined;
      /** Extension to language, from the project's settings. */
      readonly extensions: ReadonlyMap<string, string>;
      readonly milliseconds: number;
      /** The whole index was built anew. */
      readonly rebuilt: boolean;
      /** Where the index from before is, since it was damaged. */
      readonly setAside?: string;
    };
  }
  | { readonly busy: string }
  | {
    readonly failed: {
      readonly message: string;
      readonly remedy: string;
      readonly kind: FailureKind;
    };
  };

const stopped = new AbortController();

/** Kept ready while edits come. */
let extractor: Promise<Extractor> | undefined;
const kept = new KeptFacts();
let foreseen: ForeseenSync | undefined;

function settingsOf({ root }: Layout): Settings {
  return readSettings(root, new Set(LANGUAGES.map(({ id }) => id)));
}

async function build(layout: Layout, damaged: boolean): Promise<IndexReport> {
  const { files, milliseconds, setAside } = await buildIndex({
    layout,
    settings: settingsOf(layout),
    damaged,
    signal: stopped.signal,
    onProgress: (progress) => report({ progress }),
  });
  return { built: { files, milliseconds, ...asideOf(setAside) } };
}

function optionsOf(layout: Layout): Omit<ForesightOptions, "changed"> {
  extractor ??= loadExtractor();
  return { layout, settings: settingsOf(layout), extractor, kept, signal: stopped.signal };
}

async function sync(layout: Layout, paths?: readonly string[]): Promise<IndexReport> {
  const options = optionsOf(layout);
  const said = paths === undefined ? {} : { changed: paths };
  const summary = await syncIndex({ ...options, ...said }, foreseen);
  foreseen = undefined;
  const { added, changed, removed, directories, milliseconds, rebuilt, setAside } = summary;
  const count = added.length + changed.length + removed.length;
  const synced = {
    changed: count,
    directories,
    extensions: options.settings.extensions,
    milliseconds,
    rebuilt,
    ...asideOf(setAside),
  };
  return { synced };
}

async function foresee(layout: Layout, changed: readonly string[]): Promise<void> {
  foreseen = undefined;
  foreseen = await ForeseenSync.workOut({ ...optionsOf(layout), changed });
}

function asideOf(setAside: string | undefined): { setAside?: string } {
  return setAside === undefined ? {} : { setAside };
}

async function done(work: Promise<IndexReport>): Promise<IndexReport> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof IndexBusyError) return { busy: error.holder };
    return {
      failed: { message: messageOf(error), remedy: remedyOf(error), kind: kindOf(error) },
    };
  }
}

function kindOf(error: unknown): FailureKind {
  if (error instanceof NoIndexError || error instanceof OutdatedIndexError) return "lost";
  const isRefused = error instanceof IndexWriteError || error instanceof IndexReadError;
  return isRefused || isDiskError(error) ? "unwritable" : "other";
}

function isDiskError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && ["ENOSPC", "EDQUOT", "EROFS", "EIO"].includes(code);
}

function report(message: IndexReport): void {
  self.postMessage(message);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function remedyOf(error: unknown): string {
  const known = error instanceof Error && "remedy" in error ? error.remedy : undefined;
  return typeof known === "string" ? known : "Run codegraph index in a terminal to see more.";
}

async function handle(request: Exclude<IndexRequest, { stop: true }>): Promise<void> {
  if ("sync" in request) return report(await done(sync(request.sync, request.changed)));
  if ("build" in request) return report(await done(build(request.build, request.damaged)));
  try {
    if ("foresee" in request) await foresee(request.foresee, request.changed);
    else await rehearseSync(optionsOf(request.rehearse));
  } catch {
    // Whatever is wrong, the sync itself says.
  }
}

/** One thing after the other: all of them change what is kept. */
let last: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<IndexRequest>): void => {
  if ("stop" in data) stopped.abort(new Error("stopped"));
  else last = last.then(() => handle(data));
};
