/** What the indexer and its parse workers say to each other. */
import type { PackedFacts, PackedNames } from "../extract/facts_transfer.ts";
import type { SkippedPath } from "../scan/skip.ts";
import type { ParserSetup } from "./file_parser.ts";
import type { FileRecord } from "../store/file_record.ts";

/** Said once to each worker, before any batch. */
export interface ParseSetup extends ParserSetup {
  /** Shared: in `slot`, the worker writes the number of the file it is at. */
  readonly atFile: Int32Array<SharedArrayBuffer>;
  readonly slot: number;
}

/** Files for a worker. */
export interface ParseBatch {
  /** Numbers of the files in the indexer's list. */
  readonly files: readonly number[];
  /** Their paths, relative to the root. */
  readonly paths: readonly string[];
}

/** What the indexer says. */
export type ParseRequest =
  | { readonly setup: ParseSetup }
  | { readonly batch: ParseBatch };

/** A file with its facts. */
export interface ParsedFile extends Omit<FileRecord, "test"> {
  readonly facts: PackedFacts;
}

/** A worker's answer to a batch. */
export interface ParsedBatch {
  readonly names: PackedNames;
  readonly files: readonly ParsedFile[];
  readonly skipped: readonly SkippedPath[];
  /** The parser's memory can no longer be trusted: the worker must be replaced. */
  readonly poisoned: boolean;
}
