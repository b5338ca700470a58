/** Holds a synced index to a new one of the same project. */
import { join } from "node:path";
import { fullIndex } from "../../src/index/full_index.ts";
import { loadExtractor } from "../../src/index/file_parser.ts";
import { ForeseenSync, type ForesightOptions } from "../../src/index/foreseen_sync.ts";
import { KeptFacts } from "../../src/index/kept_facts.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { syncIndex } from "../../src/index/sync.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { readSettings, type Settings } from "../../src/project/settings.ts";
import { type Edit, EditedProject, type History } from "./random_edits.ts";
import { differences, logicalDump } from "./logical_dump.ts";
import { differentAnswers } from "./same_answers.ts";

const LANGUAGE_IDS = new Set(LANGUAGES.map(({ id }) => id));

/** Name of a new index's file. */
const NEW = "new.db";
/** Symbols that are asked about. */
const SUBJECTS = 5;

/** How a server's syncs go, one after the other. */
const SYNCS = ["foreseen", "whole", "foreseen", "after another process"] as const;

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
    // Some servers keep no tables: the project is too large.
    const kept = start.length % 3 === 0 ? new KeptFacts(0) : new KeptFacts();
    project.takeTouched();
    for (const [step, edits] of steps.entries()) {
      await lived(project, edits, SYNCS[(start.length + step) % SYNCS.length]!, kept);
      const found = await differencesToNew(root, directory);
      if (found.length > 0) return [`after step ${step + 1}:`, ...found];
    }
    if (steps.length === 0) return [];
    return differentAnswers(root, layout.databasePath, join(directory, NEW), SUBJECTS);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

/** Makes edits, and syncs as a server does. */
async function lived(
  project: EditedProject,
  edits: readonly Edit[],
  sync: typeof SYNCS[number],
  kept: KeptFacts,
): Promise<void> {
  const { root } = project;
  const layout = ensureLayout(root);
  const options = (): ForesightOptions => {
    const changed = [...touched];
    return { layout, settings: settingsOf(root), extractor, kept, changed };
  };
  const touched = new Set<string>();
  let foreseen: ForeseenSync | undefined;
  for (const edit of edits) {
    project.apply(edit);
    for (const path of project.takeTouched()) touched.add(path);
    // What is foreseen after the first of several edits is something else after the last.
    if (foreseen === undefined && sync !== "whole") {
      foreseen = await ForeseenSync.workOut(options());
    }
  }
  if (sync === "after another process") await syncIndex({ layout, settings: settingsOf(root) });
  const { changed, ...whole } = options();
  await syncIndex(sync === "whole" ? whole : { ...whole, changed }, foreseen);
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
