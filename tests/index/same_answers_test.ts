/** Answers of an index whose symbols and names have other numbers than a new one would give them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { syncIndex } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { index } from "../sample_project.ts";
import { type Tree, writeTree } from "../scan/temp_tree.ts";
import { differencesToNew, settingsOf } from "./rebuilt.ts";
import { differentAnswers } from "./same_answers.ts";

const FILES = ["a", "b", "c", "d", "e", "f"];

/** Files that all use one function, in the same words, some under other names than before. */
function usersOf(renamed: readonly string[]): Tree {
  return Object.fromEntries(FILES.map((file) => {
    const name = renamed.includes(file) ? `fetch_${file}` : `load_${file}`;
    const doc = renamed.includes(file) ? "Fetch the cached rows." : "Load the rows of a table.";
    return [
      `${file}.py`,
      `from hub import hub\n\n\ndef ${name}():\n    """${doc}"""\n    return hub(${name})\n`,
    ];
  }));
}

Deno.test("after edits every question is answered byte for byte as by a new index", async () => {
  const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "same_answers_" }));
  try {
    const root = join(directory, "project");
    writeTree(root, { "hub.py": "def hub(f):\n    return f\n", ...usersOf([]) });
    await index(root);
    const layout = ensureLayout(root);
    for (const renamed of [["a", "c"], ["a"], ["f"]]) {
      writeTree(root, usersOf(renamed));
      await syncIndex({ layout, settings: settingsOf(root) });
    }
    assert.deepEqual(await differencesToNew(root, directory), []);
    const fresh = join(directory, "new.db");
    assert.deepEqual(differentAnswers(root, layout.databasePath, fresh, 100), []);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});
