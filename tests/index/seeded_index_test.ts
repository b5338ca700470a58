import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buildIndex } from "../../src/index/build_index.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { seededIndex } from "../../src/index/seeded_index.ts";
import type { IndexSummary } from "../../src/index/index_summary.ts";
import { fullIndex } from "../../src/index/full_index.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { IndexStore } from "../../src/store/index_store.ts";
import { index, SHOP } from "../sample_project.ts";
import { commitAll, git, HAS_GIT } from "../scan/git.ts";
import { writeTree } from "../scan/temp_tree.ts";
import { differencesToNew, settingsOf } from "./rebuilt.ts";

/** Runs `work` with an indexed repository and another work tree of it that has no index. */
async function withWorkTree(work: (main: string, tree: string) => Promise<void>): Promise<void> {
  const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "seeded_" }));
  try {
    const main = join(directory, "main");
    writeTree(main, { ...SHOP, ".gitignore": ".codegraph\n.biorouter\n" });
    commitAll(main);
    await index(main);
    git(main, "worktree", "add", "--quiet", "../tree", "-b", "branch");
    await work(main, join(directory, "tree"));
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

function seeded(root: string, force = false): Promise<IndexSummary | undefined> {
  return seededIndex({ layout: ensureLayout(root), settings: settingsOf(root), force });
}

/** A summary without what is particular to where and when the index was made. */
function comparable(summary: IndexSummary): Partial<IndexSummary> {
  const { root: _, databasePath: __, databaseSize: ___, milliseconds: ____, ...rest } = summary;
  return rest;
}

Deno.test({
  name: "the index of a new work tree comes from that of another, and says the same as a new one",
  ignore: !HAS_GIT,
  fn: async () => {
    await withWorkTree(async (main, tree) => {
      Deno.writeTextFileSync(join(tree, "shop", "later.py"), "from .cart import checkout\n");
      Deno.removeSync(join(tree, "tests", "test_cart.py"));
      const before = Deno.readFileSync(join(main, ".biorouter/codegraph/codegraph.db"));
      const summary = await seeded(tree);
      assert.ok(summary !== undefined, "it was not seeded");
      assert.deepEqual(Deno.readFileSync(join(main, ".biorouter/codegraph/codegraph.db")), before);
      assert.deepEqual(await differencesToNew(tree, join(tree, "..")), []);
      {
        using store = IndexStore.open(summary.databasePath, tree);
        assert.equal(store.meta.get("root"), tree);
      }
      const again = await fullIndex({ layout: ensureLayout(tree), settings: settingsOf(tree) });
      assert.deepEqual(comparable(summary), comparable(again));
    });
  },
});

Deno.test({
  name: "what has the same content is not parsed again, whatever its time",
  ignore: !HAS_GIT,
  fn: async () => {
    await withWorkTree(async (main, tree) => {
      const seed = new DatabaseSync(join(main, ".biorouter/codegraph/codegraph.db"));
      seed.exec("UPDATE symbols SET signature = 'from the seed' WHERE signature IS NOT NULL");
      seed.close();
      Deno.writeTextFileSync(join(tree, "shop", "cart.py"), "def checkout(cart):\n    pass\n");
      const { databasePath } = (await seeded(tree))!;
      using store = IndexStore.open(databasePath, tree);
      assert.equal(store.symbols.named("pricing_for", 9)[0]?.signature, "from the seed");
      assert.equal(store.symbols.named("checkout", 9)[0]?.signature, "def checkout(cart)");
    });
  },
});

Deno.test({
  name: "an index that is there, one from nothing on demand, and other code are not seeded",
  ignore: !HAS_GIT,
  fn: async () => {
    await withWorkTree(async (main, tree) => {
      assert.equal(await seeded(tree, true), undefined);
      assert.equal(await seeded(main), undefined);
      for (const path of Object.keys(SHOP)) Deno.removeSync(join(tree, path));
      writeTree(tree, { "other.py": "def other():\n    pass\n" });
      assert.equal(await seeded(tree), undefined);
      const { files } = await buildIndex({
        layout: ensureLayout(tree),
        settings: settingsOf(tree),
        pool: new ParsePool(1),
      });
      assert.equal(files, 1);
    });
  },
});

Deno.test({
  name: "a seed that is damaged or of another version is passed over",
  ignore: !HAS_GIT,
  fn: async () => {
    await withWorkTree(async (main, tree) => {
      const database = join(main, ".biorouter/codegraph/codegraph.db");
      Deno.truncateSync(database, 5000);
      assert.equal(await seeded(tree), undefined);
      Deno.writeTextFileSync(database, "no database");
      assert.equal(await seeded(tree), undefined);
      const left = [...Deno.readDirSync(join(tree, ".biorouter/codegraph"))].map(({ name }) =>
        name
      );
      assert.deepEqual(left.sort(), [".gitignore", "cache", "codegraph.lock"]);
    });
  },
});
