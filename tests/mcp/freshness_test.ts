/** The server's answers follow the project. */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { indexedProject, SHOP } from "../sample_project.ts";
import { RawServer, textOf } from "./raw_server.ts";

/** Asks until a symbol is found, or is no longer found. */
async function seen(server: RawServer, symbol: string, isThere = true): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const result = await server.call("codegraph_node", { symbol });
    const isFound = result.isError !== true && textOf(result).includes(`def ${symbol}`);
    if (isFound === isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`${symbol} ${isThere ? "is not found" : "is still found"}`);
}

function write(root: string, path: string, text: string): void {
  Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
  Deno.writeTextFileSync(join(root, path), text);
}

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
  using project = await indexedProject({ ...SHOP, ".git/info/exclude": "" });
  const { root } = project;
  await using server = await RawServer.opened({ project: root });
  write(root, "extra/one.py", "def one_extra():\n    pass\n");
  await seen(server, "one_extra");
  write(root, ".gitignore", "extra/\n.codegraph\n");
  await seen(server, "one_extra", false);
  write(root, ".gitignore", ".codegraph\n");
  await seen(server, "one_extra");
  write(root, ".biorouter/codegraph.json", '{"exclude": ["extra/"]}');
  await seen(server, "one_extra", false);
});

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

Deno.test("of several servers one watches, all see the change, and one takes over from the dead", async () => {
  using project = await indexedProject(SHOP);
  const { root } = project;
  const first = await RawServer.opened({ project: root });
  await seen(first, "pricing_for");
  await using second = await RawServer.opened({ project: root });
  await seen(second, "pricing_for");
  write(root, "shop/first.py", "def written_first():\n    pass\n");
  await seen(first, "written_first");
  await seen(second, "written_first");
  first.signal("SIGKILL");
  await first.status;
  write(root, "shop/first.py", "def written_after_the_death():\n    pass\n");
  await seen(second, "written_after_the_death");
  await first[Symbol.asyncDispose]();
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
