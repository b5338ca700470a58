/** Syncs that are told which files changed. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fullIndex } from "../../src/index/full_index.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { syncIndex, type SyncSummary } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { differencesToNew, settingsOf } from "./rebuilt.ts";

/** Milliseconds by which the time of a file is later than when it is written. */
const CLOCK_AHEAD = 1500;

/** A project of three files, and a sync of it that is told what changed. */
class Changed implements Disposable {
  readonly directory = Deno.makeTempDirSync({ prefix: "codegraph-some-" });
  readonly root = join(this.directory, "project");

  static async make(): Promise<Changed> {
    const made = new Changed();
    Deno.mkdirSync(join(made.root, ".git"), { recursive: true });
    made.write("a.py", "def one(): pass\n");
    made.write("b.py", "from a import one\ndef two(): one()\n");
    made.write("c.py", "def three(): pass\n");
    const settings = settingsOf(made.root);
    await fullIndex({ layout: ensureLayout(made.root), settings, pool: new ParsePool(1) });
    return made;
  }

  write(path: string, text: string | Uint8Array): void {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    Deno.writeFileSync(join(this.root, path), bytes);
  }

  sync(changed?: readonly string[]): Promise<SyncSummary> {
    return syncIndex({
      layout: ensureLayout(this.root),
      settings: settingsOf(this.root),
      ...(changed === undefined ? {} : { changed }),
    });
  }

  differences(): Promise<string[]> {
    return differencesToNew(this.root, this.directory);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.directory, { recursive: true });
  }
}

Deno.test("a sync looks at the files alone that are said to have changed, the next one at all", async () => {
  using project = await Changed.make();
  project.write("a.py", "def one(): pass\ndef more(): one()\n");
  project.write("c.py", "def three(): pass\ndef four(): three()\n");
  const some = await project.sync(["a.py"]);
  assert.deepEqual([some.changed, some.directories], [["a.py"], undefined]);
  const rest = await project.sync();
  assert.deepEqual([rest.changed, rest.directories], [["c.py"], [""]]);
  assert.deepEqual(await project.differences(), []);
});

Deno.test("what is said to have changed and is no file of the index makes a sync look at all", async () => {
  for (const path of ["d.py", "gone.py", ".gitignore"]) {
    using project = await Changed.make();
    if (path !== "gone.py") project.write(path, path === "d.py" ? "def four(): pass\n" : "c.py\n");
    project.write("c.py", "def three(): pass\ndef four(): three()\n");
    const { directories } = await project.sync([path]);
    assert.deepEqual(directories, [""]);
    assert.deepEqual(await project.differences(), []);
  }
});

Deno.test("a file that went, or can no longer be read as source, makes a sync look at all", async () => {
  for (
    const spoil of [
      (project: Changed): void => Deno.removeSync(join(project.root, "a.py")),
      (project: Changed): void => project.write("a.py", new Uint8Array([0, 1, 2, 0, 0])),
    ]
  ) {
    using project = await Changed.make();
    spoil(project);
    project.write("c.py", "def three(): pass\ndef four(): three()\n");
    const { directories } = await project.sync(["a.py"]);
    assert.deepEqual(directories, [""]);
    assert.deepEqual(await project.differences(), []);
  }
});

Deno.test("what may have changed since all was looked at is still not certain after a look at another file", async () => {
  using project = await Changed.make();
  const path = join(project.root, "c.py");
  const time = new Date(Date.now() + CLOCK_AHEAD);
  project.write("c.py", "def three(): pass\n");
  Deno.utimeSync(path, time, time);
  await project.sync();
  project.write("a.py", "def one(): pass\ndef more(): one()\n");
  await new Promise((resolve) => setTimeout(resolve, CLOCK_AHEAD));
  await project.sync(["a.py"]);
  project.write("c.py", "def third(): pass\n");
  Deno.utimeSync(path, time, time);
  await project.sync();
  assert.deepEqual(await project.differences(), []);
});
