/** Work that a sync would begin with, done while one waits for the end of a burst of changes. */
import type { Extractor } from "../extract/extractor.ts";
import type { Layout } from "../project/layout.ts";
import type { Settings } from "../project/settings.ts";
import { DEFAULT_MAX_FILE_BYTES } from "../scan/read_source.ts";
import type { StoredFile } from "../store/file_queries.ts";
import { IndexStore } from "../store/index_store.ts";
import { isOwnIndex } from "./engine.ts";
import { FileParser } from "./file_parser.ts";
import type { KeptFacts } from "./kept_facts.ts";
import { partKey } from "./part_key.ts";
import { storedFacts } from "./stored_facts.ts";

/**
 * Reads the facts of an index, to be kept for the sync that comes.
 * @throws {IndexError} when there is no index, or it cannot be read
 */
export function keepStoredFacts({ databasePath, root }: Layout, kept: KeptFacts): void {
  using store = IndexStore.open(databasePath, root, true);
  store.snapshot(() => {
    const { meta, facts, files } = store;
    if (!isOwnIndex(meta)) return;
    kept.require(meta.get("build") ?? "", facts.nameCount());
    kept.names.append(facts.names(kept.names.count));
    const stored = new Map<string, StoredFile>();
    for (const file of files.each()) stored.set(partKey(file), file);
    // Whatever is asked for is kept.
    for (const _ of storedFacts(facts, kept, stored));
  });
}

/** Reads a file as a sync would, so that the grammar of its language is there. */
export async function prepareParser(
  { root }: Layout,
  { extensions, maxFileBytes = DEFAULT_MAX_FILE_BYTES }: Settings,
  extractor: Promise<Extractor>,
  path: string,
): Promise<void> {
  await new FileParser({ root, extensions, maxFileBytes }, extractor).parse([path]);
}
