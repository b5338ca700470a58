/** Syncs that are worked out before they are asked for. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { loadExtractor } from "../../src/index/file_parser.ts";
import { ForeseenSync, rehearseSync } from "../../src/index/foreseen_sync.ts";
import { fullIndex } from "../../src/index/full_index.ts";
import { KeptFacts } from "../../src/index/kept_facts.ts";
import { ParsePool } from "../../src/index/parse_pool.ts";
import { syncIndex, type SyncSummary } from "../../src/index/sync.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { logicalDump } from "./logical_dump.ts";
import { differencesToNew, settingsOf } from "./rebuilt.ts";

const extractor = loadExtractor();

/** A small project, and what a server keeps of it. */
class Served implements Disposable {
  readonly directory = Deno.makeTempDirSync({ prefix: "codegraph-foreseen-" });
  readonly root = join(this.directory, "project");
  readonly kept = new KeptFacts();

  static async make(): Promise<Served> {
    const made = new Served();
    Deno.mkdirSync(join(made.root, ".git"), { recursive: true });
    made.write("a.py", "def one(): pass\n");
    made.write("b.py", "from a import one\ndef two(): one()\n");
    const settings = settingsOf(made.root);
    await fullIndex({ layout: ensureLayout(made.root), settings, pool: new ParsePool(1) });
    return made;
  }

  write(path: string, text: string): void {
    Deno.writeTextFileSync(join(this.root, path), text);
  }

  get dump(): unknown {
    return logicalDump(ensureLayout(this.root).databasePath);
  }

  foresee(...changed: readonly string[]): Promise<ForeseenSync | undefined> {
    return ForeseenSync.workOut({ ...this.#options, changed });
  }

  sync(changed: readonly string[], foreseen?: ForeseenSync): Promise<SyncSummary> {
    return syncIndex({ ...this.#options, changed }, foreseen);
  }

  /** Stores a sync if it is still of use. */
  store(changed: readonly string[], foreseen: ForeseenSync): SyncSummary | undefined {
    return foreseen.store({ ...this.#options, changed }, performance.now());
  }

  /** As another process does. */
  syncElsewhere(): Promise<SyncSummary> {
    const { layout, settings } = this.#options;
    return syncIndex({ layout, settings });
  }

  rehearse(): Promise<void> {
    return rehearseSync(this.#options);
  }

  get #options(): Parameters<typeof rehearseSync>[0] {
    const layout = ensureLayout(this.root);
    return { layout, settings: settingsOf(this.root), extractor, kept: this.kept };
  }

  async assertSame(): Promise<void> {
    assert.deepEqual(await differencesToNew(this.root, this.directory), []);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.directory, { recursive: true });
  }
}

Deno.test("foresight changes nothing until the sync comes, which stores it", async () => {
  using project = await Served.make();
  const before = project.dump;
  project.write("a.py", "def one(): pass\ndef more(): one()\n");
  const foreseen = await project.foresee("a.py");
  assert.deepEqual(project.dump, before);
  assert.deepEqual(project.store(["a.py"], foreseen!)?.changed, ["a.py"]);
  await project.assertSame();
});

Deno.test("what was foreseen is of no use when the file, the index or the question is another", async () => {
  for (
    const spoil of [
      (project: Served): void => project.write("a.py", "def one(): pass\ndef last(): one()\n"),
      (project: Served): Promise<unknown> => project.syncElsewhere(),
      (project: Served): Promise<unknown> => project.rehearse(),
      (project: Served): Promise<unknown> => project.foresee("b.py"),
      async (project: Served): Promise<void> => {
        project.write("b.py", "def two(): pass\n");
        await project.sync(["b.py"]);
      },
    ]
  ) {
    using project = await Served.make();
    project.write("a.py", "def one(): pass\ndef more(): one()\n");
    const foreseen = await project.foresee("a.py");
    await spoil(project);
    assert.equal(project.store(["a.py"], foreseen!), undefined);
    await project.sync(["a.py"], foreseen);
    await project.assertSame();
  }
});

Deno.test("nothing is foreseen of files that are as they were, new, gone or no source", async () => {
  using project = await Served.make();
  project.write("a.py", "def one(): pass\n");
  project.write("c.py", "def three(): pass\n");
  for (const path of ["a.py", "c.py", "gone.py", ".gitignore"]) {
    assert.equal(await project.foresee(path), undefined);
  }
});

Deno.test("a rehearsal leaves an index as it is, and what follows right", async () => {
  using project = await Served.make();
  const before = project.dump;
  await project.rehearse();
  assert.deepEqual(project.dump, before);
  project.write("b.py", "from a import one\ndef two(): one(); one()\n");
  await project.sync(["b.py"]);
  await project.rehearse();
  project.write("a.py", "def one(): pass\ndef another(): one()\n");
  await project.sync(["a.py"]);
  await project.assertSame();
});
