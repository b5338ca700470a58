import assert from "node:assert/strict";
import { join } from "node:path";
import { DirectoryWatcher } from "../../src/index/directory_watcher.ts";

/** Resolves when something happens at a path. */
class Heard {
  readonly #paths = new Set<string>();
  #wake: () => void = () => {};

  readonly listener = {
    onChange: (paths: readonly string[]): void => {
      for (const path of paths) this.#paths.add(path);
      this.#wake();
    },
    onEnd: (error: unknown): void => {
      throw error;
    },
  };

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  async of(path: string): Promise<void> {
    while (!this.#paths.has(path)) await new Promise<void>((resolve) => this.#wake = resolve);
  }
}

Deno.test("only the directories that are asked for are watched, also those that come later", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    for (const name of ["kept", "node_modules", "later"]) Deno.mkdirSync(join(root, name));
    const heard = new Heard();
    using watcher = new DirectoryWatcher(heard.listener);
    assert.equal(await watcher.set([root, join(root, "kept"), join(root, "missing")]), true);
    assert.equal(watcher.size, 2);
    assert.equal(await watcher.set([root, join(root, "kept")]), false);
    Deno.writeTextFileSync(join(root, "node_modules", "a.js"), "");
    Deno.writeTextFileSync(join(root, "kept", "a.js"), "");
    await heard.of(join(root, "kept", "a.js"));
    assert.equal(heard.has(join(root, "node_modules", "a.js")), false);
    assert.equal(await watcher.set([root, join(root, "kept"), join(root, "later")]), true);
    Deno.writeTextFileSync(join(root, "later", "b.js"), "");
    await heard.of(join(root, "later", "b.js"));
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("a directory that was removed and made again is watched again", async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync());
  try {
    const inner = join(root, "inner");
    Deno.mkdirSync(inner);
    const heard = new Heard();
    using watcher = new DirectoryWatcher(heard.listener);
    await watcher.set([root, inner]);
    Deno.removeSync(inner);
    await heard.of(inner);
    watcher.forget(inner);
    Deno.mkdirSync(inner);
    assert.equal(await watcher.set([root, inner]), true);
    Deno.writeTextFileSync(join(inner, "a.js"), "");
    await heard.of(join(inner, "a.js"));
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
