/** Files that come back to a content which they had before. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { syncIndex, type SyncSummary } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { index, SHOP } from "../sample_project.ts";
import { type Tree, writeTree } from "../scan/temp_tree.ts";
import { differencesToNew, settingsOf } from "./rebuilt.ts";

/** A branch: a class changed, a test gone, a document and a long documentation in other words. */
const BRANCH: Tree = {
  "shop/pricing.py": "class Discount:\n    pass\n\n\ndef pricing_for(customer):\n    pass\n",
  "report.qmd": "```{python}\ndef drawn():\n    pass\n```\n\n```{r}\nf <- function() g()\n```\n",
  "shop/long.py": `def long():\n    """${"Other words. ".repeat(60)}"""\n`,
};
const MAIN: Tree = {
  ...SHOP,
  "report.qmd": "```{python}\ndef shown():\n    pass\n```\n\n```{r}\nh <- function(a) a\n```\n",
  "shop/long.py": `def long():\n    """${"Many words. ".repeat(60)}"""\n`,
  "package.json": '{"name": "shop"}\n',
};

async function withProject(
  work: (root: string, sync: () => Promise<SyncSummary>, directory: string) => Promise<void>,
): Promise<void> {
  const directory = Deno.makeTempDirSync({ prefix: "former_" });
  try {
    const root = join(directory, "project");
    writeTree(root, MAIN);
    await index(root);
    const sync = (): Promise<SyncSummary> =>
      syncIndex({ layout: ensureLayout(root), settings: settingsOf(root) });
    await work(root, sync, directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

function switchTo(root: string, branch: Tree, gone: readonly string[] = []): void {
  writeTree(root, branch);
  for (const path of gone) Deno.removeSync(join(root, path));
}

Deno.test("switching to a branch and back parses nothing, and says the same as a new index", async () => {
  await withProject(async (root, sync, directory) => {
    const gone = ["tests/test_cart.py", "package.json"];
    switchTo(root, BRANCH, gone);
    const there = await sync();
    assert.deepEqual([there.changed.length, there.parsed], [3, 3]);
    assert.deepEqual(there.removed, ["package.json", "tests/test_cart.py"]);
    for (const branch of [MAIN, BRANCH, MAIN]) {
      switchTo(root, branch, branch === BRANCH ? gone : []);
      const { changed, added, parsed } = await sync();
      assert.deepEqual([changed.length, added.length, parsed], [3, branch === MAIN ? 2 : 0, 0]);
      assert.deepEqual(await differencesToNew(root, directory), []);
    }
  });
});

function move(root: string, from: string, to: string): void {
  Deno.mkdirSync(join(root, dirname(to)), { recursive: true });
  Deno.renameSync(join(root, from), join(root, to));
}

Deno.test("what moves to another directory is not parsed again, and says the same as a new index", async () => {
  await withProject(async (root, sync, directory) => {
    for (const name of ["pricing.py", "long.py"]) move(root, `shop/${name}`, `stock/far/${name}`);
    move(root, "report.qmd", "doc/report.qmd");
    Deno.copyFileSync(join(root, "shop/cart.py"), join(root, "stock/cart.py"));
    const { added, removed, parsed } = await sync();
    assert.deepEqual([added.length, removed.length, parsed], [4, 3, 0]);
    assert.deepEqual(await differencesToNew(root, directory), []);
  });
});

Deno.test("a file that says something else in another directory is parsed there", async () => {
  await withProject(async (root, sync, directory) => {
    switchTo(root, {
      "R/check.R": "test_sum <- function() 1\n",
      "R/plain.R": "total <- function() 1\n",
      "lib/find.m": "function find\nend\n",
    });
    await sync();
    move(root, "R/check.R", "tests/check.R");
    move(root, "R/plain.R", "tests/plain.R");
    move(root, "lib/find.m", "+finding/find.m");
    assert.equal((await sync()).parsed, 2);
    assert.deepEqual(await differencesToNew(root, directory), []);
  });
});

Deno.test("under other settings what was read before does not count", async () => {
  await withProject(async (root, sync, directory) => {
    switchTo(root, BRANCH);
    await sync();
    switchTo(root, { ...MAIN, ".biorouter/codegraph.json": '{"extensions": {".x": "r"}}' });
    assert.equal((await sync()).parsed, 3);
    assert.deepEqual(await differencesToNew(root, directory), []);
  });
});

Deno.test("of the contents of a file the last few are kept", async () => {
  await withProject(async (root, sync) => {
    const content = (number: number): Tree => ({ "a.py": `def f${number}():\n    pass\n` });
    for (let number = 0; number < 7; number++) {
      switchTo(root, content(number));
      assert.equal((await sync()).parsed, 1);
    }
    for (const [number, parsed] of [[4, 0], [5, 0], [0, 1]] as const) {
      switchTo(root, content(number));
      assert.equal((await sync()).parsed, parsed, String(number));
    }
  });
});
