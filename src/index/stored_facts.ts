/** Facts of the files of an index as they are stored. */
import { decodeIntegers, StoredTables } from "../extract/facts_codec.ts";
import type { StoredFile } from "../store/file_queries.ts";
import type { FactQueries, OutlinedFacts } from "../store/fact_queries.ts";
import type { KeptFacts, KeptFile } from "./kept_facts.ts";
import type { StoredFiles } from "./stored_files.ts";

/** Files whose facts are asked for one by one; those of more are read in one go. */
const MOST_ONE_BY_ONE = 50;

/**
 * Facts of all files of an index; those that are not kept are read, and kept from then on. Of most
 * files that are the outlines alone: tables are read as they are asked for, out of `stored`.
 */
export function* storedFacts(
  stored: FactQueries,
  kept: KeptFacts,
  files: StoredFiles,
): Generator<[StoredFile, KeptFile]> {
  kept.source = stored;
  const missing = new Map<number, StoredFile>();
  for (const file of files.all()) {
    const known = kept.file(file);
    if (known === undefined) missing.set(file.id, file);
    else yield [file, known];
  }
  const rows = missing.size > MOST_ONE_BY_ONE
    ? stored.all()
    : missing.keys().map((id) => stored.of(id));
  for (const row of rows) {
    const file = missing.get(row.file);
    if (file === undefined) continue;
    const read = keptFile(file, row, () => kept.tables(file.path, file.language));
    kept.keep(file.id, read);
    yield [file, read];
  }
}

function keptFile(
  { path, hash, language }: StoredFile,
  { outline, names, manifest }: OutlinedFacts,
  read: () => Uint8Array,
): KeptFile {
  const tables = new StoredTables(outline, read);
  return {
    path,
    hash,
    facts: {
      language,
      strings: [],
      prose: [],
      tables,
      outline: tables,
      unreadable: new Int32Array(0),
      ...(manifest === null ? {} : { manifest: JSON.parse(manifest) as unknown }),
    },
    nameIds: decodeIntegers(names),
  };
}
