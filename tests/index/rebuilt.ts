/** Holds a synced index to a new one of the same project. */
import { join } from "node:path";
import { fullIndex } from "../../src/index/full_index.ts";
import { loadExtractor } from "../../src/index/file_parser.ts";
import { KeptFacts } from "../../src/index/kept_facts.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { syncIndex } from "../../src/index/sync.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { readSettings, type Settings } from "../../src/project/settings.ts";
import { EditedProject, type History } from "./random_edits.ts";
import { differences, logicalDump } from "./logical_dump.ts";
import { differentAnswers } from "./same_answers.ts";

const LANGUAGE_IDS = new Set(LANGUAGES.map(({ id }) => id));

/** Name of a new index's file. */
const NEW = "new.db";
/** Symbols that are asked about. */
const SUBJECTS = 5;

/** One runtime for all syncs, as in a server. */
const extractor = loadExtractor();

/** The settings of a project as the product reads them. */
export function settingsOf(root: string): Settings {
  return readSettings(root, LANGUAGE_IDS);
}

/**
 * Lives through a history, syncing after each step.
 *
 * @returns where the synced index and a new one of the same files differ; nothing if they do not
 */
export async function differencesAlong({ start, steps }: History): Promise<string[]> {
  const directory = Deno.makeTempDirSync({ prefix: "codegraph-history-" });
  try {
    const root = join(directory, "project");
    const project = new EditedProject(root, start);
    const layout = ensureLayout(root);
    await fullIndex({ layout, settings: settingsOf(root), pool: new ParsePool(1) });
    const kept = new KeptFacts();
    for (const [step, edits] of steps.entries()) {
      for (const edit of edits) project.apply(edit);
      await syncIndex({ layout, settings: settingsOf(root), extractor, kept });
      const found = await differencesToNew(root, directory);
      if (found.length > 0) return [`after step ${step + 1}:`, ...found];
    }
    if (steps.length === 0) return [];
    return differentAnswers(root, layout.databasePath, join(directory, NEW), SUBJECTS);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

/** Where the index of a project and a new one differ, which is written into `directory`. */
export async function differencesToNew(root: string, directory: string): Promise<string[]> {
  const layout = ensureLayout(root);
  const databasePath = join(directory, NEW);
  await fullIndex({
    layout: { ...layout, databasePath, lockPath: join(directory, "new.lock") },
    settings: settingsOf(root),
    pool: new ParsePool(1),
  });
  return differences(logicalDump(databasePath), logicalDump(layout.databasePath));
}
