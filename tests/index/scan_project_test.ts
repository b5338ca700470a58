/** Which files of a project are read: by their names, and by the folders that they lie in. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { scanProject, watchedPaths } from "../../src/index/scan_project.ts";
import { settingsOf } from "./rebuilt.ts";

const OF_INTEREST = [
  ".github/workflows/ci.yml",
  "R/old.q",
  "_includes/nav/item.html",
  "action.yml",
  "main.py",
  "package.json",
];
const OTHERS = ["docs/old.q", "notes.yml", "page.txt"];

Deno.test("files are found by their folders where a language has those", () => {
  const root = Deno.makeTempDirSync();
  try {
    for (const path of [...OF_INTEREST, ...OTHERS]) {
      Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
      Deno.writeTextFileSync(join(root, path), "\n");
    }
    const { files } = scanProject(root, settingsOf(root));
    assert.deepEqual(files.map(({ path }) => path).sort(), [...OF_INTEREST].sort());
    const isWatched = watchedPaths(new Map());
    for (const path of OF_INTEREST) assert(isWatched(`/somewhere/${path}`), path);
    for (const path of OTHERS) assert(!isWatched(`/somewhere/${path}`), path);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
