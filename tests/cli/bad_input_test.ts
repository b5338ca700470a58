/** What cannot be indexed, read or written: told with what to do, and nothing is lost. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { takeWriteLock } from "../../src/index/write_lock.ts";
import { index, SHOP } from "../sample_project.ts";
import { REFUSALS_APPLY } from "../scan/temp_tree.ts";
import { type CommandOptions, type CommandResult, run, runInShell } from "./command.ts";
import { NO_DISKS, SmallDisk } from "./small_disk.ts";
import { databaseOf, leftOvers, withProject } from "./with_project.ts";

function assertRefused(result: CommandResult, message: RegExp, note?: string): void {
  const { code, stdout, stderr } = result;
  assert.deepEqual([code, stdout], [1, ""], note);
  assert.match(stderr, message);
  assert.match(stderr, /^codegraph: .*\n {2}\S.*\n$/m, "no remedy");
  assert.doesNotMatch(stderr, /should not happen| at \w+ .*:\d+/);
}

async function assertRefusedToRun(
  args: readonly string[],
  message: RegExp,
  options?: CommandOptions,
): Promise<void> {
  assertRefused(await run(args, options), message, args.join(" "));
}

/** The index answers as it did. */
async function assertAnswers(root: string, options?: CommandOptions): Promise<void> {
  const { code, stdout } = await run(["callers", "pricing_for", "--project", root], options);
  assert.equal(code, 0);
  assert.match(stdout, /pricing = pricing_for\(customer\)/);
}

/** What stands instead of a skipped test's reason. */
function unless(reason: string | undefined): string {
  return reason === undefined ? "" : ` (${reason})`;
}

Deno.test("paths that are no project are refused with what to do", async () => {
  await withProject({ "file.py": "x = 1\n", "home/a.py": "x = 1\n" }, async (root) => {
    const home = join(root, "home");
    const env = { HOME: home, USERPROFILE: home, DENO_DIR: await denoDirectory() };
    const cases: [path: string, message: RegExp][] = [
      [join(root, "nowhere"), /does not exist/],
      [join(root, "file.py"), /is a file/],
      ["/", /whole file system/],
      [home, /home directory/],
    ];
    for (const [path, message] of cases) {
      for (const args of [["index", path], ["callers", "x", "--project", path]]) {
        await assertRefusedToRun(args, message, { env });
      }
    }
    assert.deepEqual([...Deno.readDirSync(home)].map(({ name }) => name), ["a.py"]);
  });
});

Deno.test({
  name: `a project that cannot be read is refused${REFUSALS_APPLY ? "" : " (not as superuser)"}`,
  ignore: !REFUSALS_APPLY,
  fn: async () => {
    await withProject(SHOP, async (root) => {
      Deno.chmodSync(root, 0o000);
      try {
        await assertRefusedToRun(["index", root], /cannot be read/);
      } finally {
        Deno.chmodSync(root, 0o755);
      }
    });
  },
});

Deno.test("a project without source is told to be so", async () => {
  for (const tree of [{}, { "notes.txt": "nothing\n" }, { "package.json": "{}\n" }]) {
    await withProject(tree, async (root) => {
      await assertRefusedToRun(["index", root], /no source files of a known language in/);
    });
  }
});

Deno.test("a project all of whose source was left out is told why", async () => {
  await withProject({ "main.py": "def run():\n    pass\n\0\0\0" }, async (root) => {
    await assertRefusedToRun(["index", root], /that could be read; left out: 1 binary/);
  });
});

/** Where Deno keeps what it compiled, for a command whose home is another. */
async function denoDirectory(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"] }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}

/** Surroundings in which the user's cache is in a directory of the test. */
async function withCacheIn(directory: string): Promise<CommandOptions> {
  const places = { HOME: directory, XDG_CACHE_HOME: directory, LOCALAPPDATA: directory };
  return { env: { ...places, DENO_DIR: await denoDirectory() } };
}

Deno.test({
  name: `the index of a project that can only be read is in the user's cache${unless(NO_DISKS)}`,
  ignore: NO_DISKS !== undefined,
  fn: async () => {
    using disk = new SmallDisk(1 << 20, { ...SHOP, "home": null });
    const { root } = disk;
    await disk.index();
    Deno.writeTextFileSync(join(root, "later.py"), "def later():\n    pass\n");
    disk.protect();
    // The one from before can be read where it is.
    await assertAnswers(root);
    const nowhere = await withCacheIn(join(root, "home"));
    await assertRefusedToRun(["index", root], /not writable/, nowhere);
    await withProject({}, async (cache) => {
      const options = await withCacheIn(cache);
      const { code, stdout } = await run(["index", root], options);
      assert.equal(code, 0);
      assert.ok(stdout.includes(`Index: ${cache}`));
      assert.equal((await run(["node", "later", "--project", root], options)).code, 0);
      assert.match((await run(["sync", root], options)).stdout, /Nothing changed/);
      const status = await run(["status", "--project", root], options);
      assert.match(status.stdout, /cannot be written to, so its index is in your cache/);
    });
  },
});

Deno.test({
  name: `without rights to write the index is in the user's cache${
    REFUSALS_APPLY ? "" : " (not as superuser)"
  }`,
  ignore: !REFUSALS_APPLY,
  fn: async () => {
    await withProject({ ...SHOP, "cache": null, "home": null }, async (root) => {
      const options = await withCacheIn(join(root, "cache"));
      const nowhere = await withCacheIn(join(root, "home"));
      for (const path of [root, join(root, "home")]) Deno.chmodSync(path, 0o555);
      try {
        assert.equal((await run(["index", root], options)).code, 0);
        await assertAnswers(root, options);
        assert.equal((await run(["uninit", root], options)).code, 0);
        await assertRefusedToRun(["index", root], /not writable/, nowhere);
      } finally {
        Deno.chmodSync(root, 0o755);
      }
    });
  },
});

Deno.test({
  name: `a full disk is told, and the index from before answers${unless(NO_DISKS)}`,
  ignore: NO_DISKS !== undefined,
  fn: async () => {
    using disk = new SmallDisk(1 << 20);
    const { root } = disk;
    disk.fill();
    await assertRefusedToRun(["index", root], /No space left on device/);
    disk.clear();
    await disk.index();
    const before = Deno.readFileSync(databaseOf(root));
    Deno.writeTextFileSync(join(root, "later.py"), "def later():\n    pass\n");
    disk.fill();
    await assertRefusedToRun(
      ["index", root],
      /could not be written to .*: database or disk is full/,
    );
    await assertRefusedToRun(["index", "--force", root], /database or disk is full/);
    await assertRefusedToRun(["sync", root], /could not be (read|written)/);
    assert.deepEqual(Deno.readFileSync(databaseOf(root)), before);
    assert.deepEqual(leftOvers(root), []);
    await assertAnswers(root);
    disk.clear();
    assert.match((await run(["sync", root])).stdout, /Added:\n {2}later\.py/);
  },
});

/** More source than one thread reads and writes, most of it one text. */
function largeTree(): Record<string, string> {
  const functions = Array.from({ length: 200 }, (_, f) => `def f${f}(a):\n    return f${f}(a)\n`);
  const text = `TEXT = """${"long line\n".repeat(40_000)}"""\n\n\n${functions.join("\n\n")}`;
  return Object.fromEntries(Array.from({ length: 8 }, (_, file) => [`m${file}.py`, text]));
}

Deno.test({
  name: `a disk that gets full while the index is written is told${unless(NO_DISKS)}`,
  ignore: NO_DISKS !== undefined,
  fn: async () => {
    using disk = new SmallDisk(8 << 20, { ...SHOP, ...largeTree() });
    disk.fill(200_000);
    await assertRefusedToRun(["index", disk.root], /could not be written to .*: database or disk/);
    assert.deepEqual(leftOvers(disk.root), []);
    disk.clear();
    await disk.index();
    await assertAnswers(disk.root);
  },
});

Deno.test({
  name: "a limit to the size of files is told, and the index from before answers",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withProject(SHOP, async (root) => {
      await index(root);
      const before = Deno.readFileSync(databaseOf(root));
      const limited = `trap "" XFSZ; ulimit -f 64; exec "$@"`;
      const refused = await runInShell(limited, ["index", "--quiet", root]);
      assertRefused(refused, /could not be written to .*: disk I\/O error/);
      assert.deepEqual(Deno.readFileSync(databaseOf(root)), before);
      assert.deepEqual(leftOvers(root), []);
      await assertAnswers(root);
    });
  },
});

Deno.test("a damaged index is told, set aside, and built anew", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    const database = databaseOf(root);
    const whole = Deno.readFileSync(database);
    const holed = whole.slice().fill(0xa5, 8192);
    const cases: [damaged: Uint8Array<ArrayBuffer>, command: string][] = [
      [new TextEncoder().encode("damaged"), "index"],
      [whole.slice(0, 20_000), "sync"],
      [holed, "sync"],
    ];
    for (const [damaged, command] of cases) {
      Deno.writeFileSync(database, damaged);
      const question = ["search", "pricing", "--project", root];
      await assertRefusedToRun(question, /is damaged\n {2}Build it anew: codegraph index\./);
      assert.deepEqual(Deno.readFileSync(database), damaged);
      const { code, stdout } = await run([command, root]);
      assert.equal(code, 0);
      assert.ok(stdout.includes(`was damaged; it is set aside as ${database}-damaged\n`), stdout);
      assert.deepEqual(Deno.readFileSync(`${database}-damaged`), damaged);
    }
    await assertAnswers(root);
    assert.match((await run(["sync", root])).stdout, /^Nothing changed/);
  });
});

Deno.test("an index of a newer version and a foreign database are told and kept", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    const cases: [change: string, message: RegExp][] = [
      ["PRAGMA user_version = 999", /has format 999[\s\S]*Update codegraph/],
      ["PRAGMA application_id = 7", /a database of another program[\s\S]*Move it out of the way/],
    ];
    for (const [change, message] of cases) {
      const database = new DatabaseSync(databaseOf(root));
      database.exec(change);
      database.close();
      const before = Deno.readFileSync(databaseOf(root));
      for (const args of [["callers", "x", "--project", root], ["index", root], ["sync", root]]) {
        await assertRefusedToRun(args, message);
      }
      assert.deepEqual(Deno.readFileSync(databaseOf(root)), before);
    }
    // Force is for what is ours.
    await assertRefusedToRun(["index", "--force", root], /a database of another program/);
  });
});

Deno.test("what stands in the place of the index is told and kept", async () => {
  const cases: [path: string, content: string | null, message: RegExp][] = [
    [".biorouter", "a file\n", /is a file where the index directory has to be/],
    [".biorouter/codegraph/codegraph.db", null, /is a directory where a file of the index/],
    [".biorouter/codegraph/codegraph.lock", null, /is a directory where a file of the index/],
    [".codegraph", "a file\n", /is a file, not ours/],
  ];
  for (const [path, content, message] of cases) {
    await withProject({ ...SHOP, [path]: content }, async (root) => {
      await assertRefusedToRun(["index", root], message);
      const info = Deno.lstatSync(join(root, path));
      assert.equal(info.isDirectory, content === null);
      if (content !== null) assert.equal(Deno.readTextFileSync(join(root, path)), content);
    });
  }
});

Deno.test("while another process writes the index, it is said which, and questions go on", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    using _lock = takeWriteLock(join(root, ".biorouter", "codegraph", "codegraph.lock"));
    // Windows lets nobody read a locked file.
    const holder = Deno.build.os === "windows" ? "" : `process ${Deno.pid} on `;
    for (const args of [["index", root], ["sync", root], ["unlock", root], ["uninit", root]]) {
      await assertRefusedToRun(args, new RegExp(`another process is writing this.*\\(${holder}`));
    }
    await assertAnswers(root);
  });
});

Deno.test("wrong settings are told with their line, and the index from before stays", async () => {
  const cases: [settings: string, message: RegExp][] = [
    ['{\n  "exclude": "tests/"\n}\n', /codegraph\.json:2: "exclude" is not a list\n {2}Write it/],
    ['{\n  "exclude": [\n', /codegraph\.json:3: the text ends too early\n {2}Write it as valid/],
    ['{ "excluded": [] }', /codegraph\.json:1: unknown setting "excluded"\n {2}Known are ext/],
    ['{ "extensions": { ".x": "klingon" } }', /unknown language "klingon"\n {2}Known are .*perl/],
  ];
  await withProject(SHOP, async (root) => {
    await index(root);
    const before = Deno.readFileSync(databaseOf(root));
    for (const [settings, message] of cases) {
      Deno.writeTextFileSync(join(root, ".biorouter", "codegraph.json"), settings);
      for (const args of [["index", root], ["sync", root]]) await assertRefusedToRun(args, message);
    }
    assert.deepEqual(Deno.readFileSync(databaseOf(root)), before);
    await assertAnswers(root);
  });
});
