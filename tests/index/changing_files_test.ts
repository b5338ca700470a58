/** A project whose files change while it is indexed. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fullIndex } from "../../src/index/full_index.ts";
import type { Phase } from "../../src/index/progress.ts";
import { syncIndex } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { contentHash } from "../../src/scan/content_hash.ts";
import { IndexStore } from "../../src/store/index_store.ts";
import { SHOP } from "../sample_project.ts";
import { writeTree } from "../scan/temp_tree.ts";
import { differencesToNew, settingsOf } from "./rebuilt.ts";

/** Runs `work` with a project that was changed at the beginning of a phase of its index. */
async function withChangeAt(
  phase: Phase,
  change: (root: string) => void,
  work: (root: string, store: IndexStore) => Promise<void>,
): Promise<void> {
  const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "changing_" }));
  try {
    const root = join(directory, "project");
    writeTree(root, SHOP);
    let isChanged = false;
    const { databasePath } = await fullIndex({
      layout: ensureLayout(root),
      settings: settingsOf(root),
      onProgress: (progress) => {
        if (progress.phase !== phase || isChanged) return;
        isChanged = true;
        change(root);
      },
    });
    {
      using store = IndexStore.open(databasePath, root);
      await work(root, store);
    }
    await syncIndex({ layout: ensureLayout(root), settings: settingsOf(root) });
    assert.deepEqual(await differencesToNew(root, directory), []);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

function changeShop(root: string): void {
  Deno.removeSync(join(root, "tests", "test_cart.py"));
  Deno.writeTextFileSync(join(root, "shop", "cart.py"), "def checkout(cart):\n    return cart\n");
  Deno.writeTextFileSync(join(root, "shop", "later.py"), "from .cart import checkout\n");
}

Deno.test("what changes before it is read is read as it is, and what is gone has its reason", async () => {
  await withChangeAt("parse", changeShop, (root, store) => {
    const cart = store.files.at("shop/cart.py")!;
    assert.equal(cart.hash, contentHash(Deno.readFileSync(join(root, "shop", "cart.py"))));
    assert.equal(store.symbols.named("checkout", 9).length, 1);
    assert.deepEqual(store.symbols.named("half_price", 9), []);
    assert.equal(store.files.at("tests/test_cart.py"), undefined);
    const [gone] = store.totals.skippedPaths(["unreadable"], 9);
    assert.equal(gone?.path, "tests/test_cart.py");
    return Promise.resolve();
  });
});

Deno.test("what changes without its size and time telling is found when the clock was set back", async () => {
  const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "changing_" }));
  try {
    const root = join(directory, "project");
    writeTree(root, SHOP);
    const path = join(root, "shop", "late.py");
    const inAnHour = new Date(Date.now() + 3_600_000);
    const write = (name: string): void => {
      Deno.writeTextFileSync(path, `def ${name}():\n    pass\n`);
      Deno.utimeSync(path, inAnHour, inAnHour);
    };
    write("one");
    const layout = ensureLayout(root);
    const settings = settingsOf(root);
    await fullIndex({ layout, settings });
    write("two");
    assert.deepEqual((await syncIndex({ layout, settings })).changed, ["shop/late.py"]);
    write("six");
    assert.deepEqual((await syncIndex({ layout, settings })).changed, ["shop/late.py"]);
    assert.deepEqual((await syncIndex({ layout, settings })).changed, []);
    assert.deepEqual(await differencesToNew(root, directory), []);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});

Deno.test("what changes after it was read is found by the next sync", async () => {
  await withChangeAt("resolve", changeShop, async (root, store) => {
    assert.equal(store.symbols.named("half_price", 9).length, 1);
    const synced = await syncIndex({ layout: ensureLayout(root), settings: settingsOf(root) });
    assert.deepEqual(synced.added, ["shop/later.py"]);
    assert.deepEqual(synced.changed, ["shop/cart.py"]);
    assert.deepEqual(synced.removed, ["tests/test_cart.py"]);
  });
});
