import type { Extractor } from "../extract/extractor.ts";
import type { Layout } from "../project/layout.ts";
import type { Settings } from "../project/settings.ts";
import type { KeptFacts } from "./kept_facts.ts";
import type { ReportProgress } from "./progress.ts";

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
  /** What is kept of the index from one sync of a project to the next. */
  readonly kept?: KeptFacts;
  readonly onProgress?: ReportProgress;
  /** Stops the work; the index from before stays as it is. */
  readonly signal?: AbortSignal;
  /** What else the index is to say of itself at the end. */
  readonly meta?: () => Readonly<Record<string, string>>;
}
