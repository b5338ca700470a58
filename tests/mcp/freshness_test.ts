/** The server's answers follow the project. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { indexedProject, SHOP } from "../sample_project.ts";
import { run } from "../cli/command.ts";
import { NO_DISKS, SmallDisk } from "../cli/small_disk.ts";
import { type Tree, writeTree } from "../scan/temp_tree.ts";
import { RawServer, textOf } from "./raw_server.ts";
import { seen, write } from "./seen.ts";

Deno.test("what changed while no server ran is known at the first answer", async () => {
  using project = await indexedProject(SHOP);
  write(project.root, "shop/late.py", "def arrived_late():\n    pass\n");
  await using server = await RawServer.opened({ project: project.root });
  const result = await server.call("codegraph_node", { symbol: "arrived_late" });
  assert.match(textOf(result), /def arrived_late/);
});

Deno.test("edits, atomic saves, new nested directories, moves and removals are seen", async () => {
  using project = await indexedProject(SHOP);
  const { root } = project;
  await using server = await RawServer.opened({ project: root });
  await seen(server, "pricing_for");
  write(root, "shop/first.py", "def written_first():\n    pass\n");
  await seen(server, "written_first");
  write(root, "shop/first.py.tmp~", "def saved_atomically():\n    pass\n");
  Deno.renameSync(join(root, "shop/first.py.tmp~"), join(root, "shop/first.py"));
  await seen(server, "saved_atomically");
  await seen(server, "written_first", false);
  write(root, "new/deep/er/second.py", "def in_new_directory():\n    pass\n");
  await seen(server, "in_new_directory");
  write(root, "new/deep/er/third.py", "def beside_it():\n    pass\n");
  await seen(server, "beside_it");
  Deno.renameSync(join(root, "new"), join(root, "moved"));
  write(root, "moved/deep/er/third.py", "def after_the_move():\n    pass\n");
  await seen(server, "after_the_move");
  Deno.removeSync(join(root, "moved"), { recursive: true });
  await seen(server, "in_new_directory", false);
  write(root, "moved/again.py", "def back_again():\n    pass\n");
  await seen(server, "back_again");
  write(root, "moved/again.py", "def in_the_directory_made_again():\n    pass\n");
  await seen(server, "in_the_directory_made_again");
});

Deno.test("ignore rules and settings that change at run time are followed", async () => {
  using repository = await indexedProject({
    ...withPrefix("part/", SHOP),
    ".git/HEAD": "ref: refs/heads/main\n",
    ".git/info/exclude": "",
  });
  const root = join(repository.root, "part");
  await using server = await RawServer.opened({ project: root });
  write(root, "extra/one.py", "def one_extra():\n    pass\n");
  await seen(server, "one_extra");
  write(root, ".gitignore", "extra/\n.codegraph\n");
  await seen(server, "one_extra", false);
  write(root, ".gitignore", ".codegraph\n");
  await seen(server, "one_extra");
  write(root, ".biorouter/codegraph.json", '{"exclude": ["extra/"]}');
  await seen(server, "one_extra", false);
  Deno.removeSync(join(root, ".biorouter/codegraph.json"));
  await seen(server, "one_extra");
  write(repository.root, ".git/info/exclude", "extra/\n");
  await seen(server, "one_extra", false);
  write(repository.root, ".git/info/exclude", "");
  await seen(server, "one_extra");
  write(repository.root, ".gitignore", "/part/extra/\n");
  await seen(server, "one_extra", false);
});

Deno.test("files of an extension that the settings give to a language are followed", async () => {
  using project = await indexedProject({
    ...SHOP,
    ".biorouter/codegraph.json": '{"extensions": {".own": "python"}}',
  });
  await using server = await RawServer.opened({ project: project.root });
  await seen(server, "pricing_for");
  write(project.root, "shop/first.own", "def written_first():\n    pass\n");
  await seen(server, "written_first");
  write(project.root, "shop/first.own", "def written_second():\n    pass\n");
  await seen(server, "written_second");
});

function withPrefix(prefix: string, tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).map(([path, text]) => [prefix + path, text]));
}

Deno.test("without watching a server catches up once, and no more", async () => {
  using project = await indexedProject(SHOP);
  write(project.root, "shop/late.py", "def arrived_late():\n    pass\n");
  await using server = await RawServer.opened({
    project: project.root,
    env: { CODEGRAPH_NO_WATCH: "1" },
  });
  await seen(server, "arrived_late");
  assert.throws(() => Deno.statSync(join(project.root, ".biorouter/codegraph/cache/watch.json")));
});

Deno.test("an index that is removed under a server is built again", async () => {
  using project = await indexedProject(SHOP);
  const { root } = project;
  await using server = await RawServer.opened({ project: root });
  await seen(server, "pricing_for");
  Deno.removeSync(join(root, ".biorouter/codegraph/codegraph.db"));
  write(root, "shop/first.py", "def written_first():\n    pass\n");
  await seen(server, "written_first");
});

Deno.test("a project that is removed under a server is told, and served again when it is back", async () => {
  const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "removed_" }));
  const root = join(directory, "project");
  try {
    writeTree(root, SHOP);
    await using server = await RawServer.opened({ project: root });
    await seen(server, "pricing_for");
    Deno.removeSync(root, { recursive: true });
    const gone = await server.call("codegraph_node", { symbol: "pricing_for" });
    assert.equal(gone.isError, true);
    assert.ok(textOf(gone).startsWith(`${root} does not exist\n`), textOf(gone));
    writeTree(root, SHOP);
    write(root, "shop/first.py", "def written_first():\n    pass\n");
    await seen(server, "written_first");
    assert.equal((await run(["uninit", root])).code, 0);
    assert.deepEqual([...Deno.readDirSync(root)].map(({ name }) => name).sort(), [
      "README",
      "shop",
      "tests",
    ]);
    write(root, "shop/first.py", "def written_second():\n    pass\n");
    await seen(server, "written_second");
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
});

Deno.test({
  name: "while the disk is full the index from before answers, and it is synced afterwards",
  ignore: NO_DISKS !== undefined,
  fn: async () => {
    using disk = new SmallDisk(2 << 20);
    const { root } = disk;
    await disk.index();
    await using server = await RawServer.opened({ project: root });
    await seen(server, "pricing_for");
    disk.fill(8192);
    write(root, "shop/first.py", "def written_first():\n    pass\n");
    await logged(root, /cannot sync, and tries again: .*disk is full/);
    await seen(server, "pricing_for");
    const status = textOf(await server.call("codegraph_status"));
    assert.match(status, /^Project: /);
    disk.clear();
    await seen(server, "written_first");
  },
});

async function logged(root: string, text: RegExp): Promise<void> {
  const path = join(root, ".biorouter/codegraph/cache/server.log");
  for (let tries = 0; !text.test(Deno.readTextFileSync(path)); tries++) {
    assert.ok(tries < 400, Deno.readTextFileSync(path));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

Deno.test("an index that turns out to be damaged is set aside and built again", async () => {
  using project = await indexedProject(SHOP);
  const { root } = project;
  const database = join(root, ".biorouter/codegraph/codegraph.db");
  {
    // The first pages are whole: the damage shows when an answer is looked for.
    using file = Deno.openSync(database, { write: true });
    file.seekSync(8192, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array(file.statSync().size - 8192).fill(0xa5));
  }
  await using server = await RawServer.opened({ project: root });
  await seen(server, "pricing_for");
  assert.ok(Deno.statSync(`${database}-damaged`).isFile);
  const log = Deno.readTextFileSync(join(root, ".biorouter/codegraph/cache/server.log"));
  assert.match(log, /was damaged; it is set aside as .*codegraph\.db-damaged/);
});
