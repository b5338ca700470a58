/** Servers that watch a project: what the system tells them, what it does not, and who of several does it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { currentWatcher } from "../../src/index/watch_lock.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { RawServer, textOf } from "./raw_server.ts";
import { seen, write } from "./seen.ts";

const IS_LINUX = Deno.build.os === "linux";

/** Numbers of the files that a process watches. */
function watchedBy(pid: number): Set<number> {
  const watched = new Set<number>();
  for (const { name } of Deno.readDirSync(`/proc/${pid}/fdinfo`)) {
    let text = "";
    try {
      text = Deno.readTextFileSync(`/proc/${pid}/fdinfo/${name}`);
    } catch {
      // It was closed meanwhile.
    }
    for (const [, number] of text.matchAll(/^inotify wd:\S+ ino:(\S+)/gm)) {
      watched.add(parseInt(number!, 16));
    }
  }
  return watched;
}

function numberOf(...path: string[]): number {
  return Deno.statSync(join(...path)).ino!;
}

function cacheOf(root: string): string {
  return join(root, ".biorouter/codegraph/cache");
}

function logOf(root: string): string {
  return Deno.readTextFileSync(join(cacheOf(root), "server.log"));
}

Deno.test({
  name: "one watch for each directory that is kept, none for one that is left out",
  ignore: !IS_LINUX,
  fn: async () => {
    using project = await indexedProject({
      ...SHOP,
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/info/exclude": "",
      ".git/objects/ab/cd": "",
      ".gitignore": "out/\n",
      "out/deep/a.py": "",
      "node_modules/a/b.js": "",
    });
    const { root } = project;
    await using server = await RawServer.opened({ project: root });
    write(root, "shop/first.py", "def written_first():\n    pass\n");
    await seen(server, "written_first");
    const kept = ["", "shop", "tests", ".biorouter", ".git/info"];
    assert.deepEqual(watchedBy(server.pid), new Set(kept.map((path) => numberOf(root, path))));
    write(root, "new/er/second.py", "def in_new_directory():\n    pass\n");
    write(root, "out/new/third.py", "def left_out():\n    pass\n");
    await seen(server, "in_new_directory");
    const now = [...kept, "new", "new/er"];
    assert.deepEqual(watchedBy(server.pid), new Set(now.map((path) => numberOf(root, path))));
  },
});

Deno.test("a branch with a thousand other files is switched to and back", async () => {
  using project = await indexedProject(SHOP);
  const { root } = project;
  await using server = await RawServer.opened({ project: root });
  await seen(server, "pricing_for");
  const files = async (): Promise<unknown> => {
    const { structuredContent } = await server.call("codegraph_status");
    return (structuredContent?.["languages"] as { files: number }[])[0]?.files;
  };
  const before = await files();
  for (let file = 0; file < 1000; file++) {
    write(root, `pkg${file % 40}/m${file}.py`, `def of_branch_${file}():\n    pass\n`);
  }
  Deno.writeTextFileSync(join(root, "shop/cart.py"), "def of_branch():\n    pass\n");
  await seen(server, "of_branch");
  await seen(server, "of_branch_999");
  await seen(server, "half_price", false);
  assert.equal(await files(), Number(before) + 1000);
  for (let number = 0; number < 40; number++) {
    Deno.removeSync(join(root, `pkg${number}`), { recursive: true });
  }
  write(root, "shop/cart.py", SHOP["shop/cart.py"] as string);
  await seen(server, "half_price");
  await seen(server, "of_branch_999", false);
  assert.equal(await files(), before);
});

/** More events than the system keeps for one that does not take them. */
function eventsThatOverflow(): number {
  if (!IS_LINUX) return Infinity;
  return Number(Deno.readTextFileSync("/proc/sys/fs/inotify/max_queued_events"));
}

Deno.test({
  name: "when the system lost some of what happened, all is looked at",
  ignore: eventsThatOverflow() > 50_000,
  fn: async () => {
    using project = await indexedProject(SHOP);
    const { root } = project;
    await using server = await RawServer.opened({ project: root });
    write(root, "shop/first.py", "def written_first():\n    pass\n");
    await seen(server, "written_first");
    server.signal("SIGSTOP");
    // None of them is of interest.
    for (let file = 0; file < eventsThatOverflow(); file++) {
      Deno.writeTextFileSync(join(root, `shop/${file}.tmp`), "");
    }
    write(root, "shop/second.py", "def written_unnoticed():\n    pass\n");
    server.signal("SIGCONT");
    await seen(server, "written_unnoticed");
  },
});

/** Starts a program in surroundings in which the system allows few watches. */
const FEW_WATCHES = [
  "unshare",
  "--user",
  "--map-root-user",
  "sh",
  "-c",
  'echo 2 > /proc/sys/user/max_inotify_watches && exec "$@"',
  "sh",
] as const;

function canLimitWatches(): boolean {
  if (!IS_LINUX) return false;
  try {
    const [program, ...args] = FEW_WATCHES;
    return new Deno.Command(program, { args: [...args, "true"], stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

Deno.test({
  name: "where the system allows no more watches, it is said so, and the project is polled",
  ignore: !canLimitWatches(),
  fn: async () => {
    using project = await indexedProject(SHOP);
    const { root } = project;
    await using server = await RawServer.opened({ project: root, starter: FEW_WATCHES });
    await seen(server, "pricing_for");
    write(root, "shop/first.py", "def written_first():\n    pass\n");
    await seen(server, "written_first");
    assert.match(logOf(root), /polling: the system allows no more watches .*max_user_watches/);
    const status = textOf(await server.call("codegraph_status"));
    assert.match(
      status,
      /Not watched but polled by process \d+ on .*: the system allows no more watches/,
    );
  },
});

Deno.test("of eight servers one watches, all see the change, and one takes over from the dead", async () => {
  using project = await indexedProject(SHOP);
  const { root } = project;
  const opened = Array.from({ length: 8 }, () => RawServer.opened({ project: root }));
  const servers = await Promise.all(opened);
  const watcher = (): RawServer =>
    servers.find(({ pid }) => pid === currentWatcher(cacheOf(root))?.pid)!;
  const all = async (symbol: string): Promise<void> => {
    await Promise.all(servers.map((server) => seen(server, symbol)));
  };
  await all("pricing_for");
  write(root, "shop/first.py", "def written_first():\n    pass\n");
  await all("written_first");
  if (IS_LINUX) {
    const watching = servers.filter(({ pid }) => watchedBy(pid).size > 0);
    assert.deepEqual(watching, [watcher()]);
  }
  const [dead] = servers.splice(servers.indexOf(watcher()), 1);
  dead!.signal("SIGKILL");
  await dead!.status;
  write(root, "shop/first.py", "def written_after_the_death():\n    pass\n");
  await all("written_after_the_death");
  await Promise.all([dead!, ...servers].map((server) => server[Symbol.asyncDispose]()));
  const left = [...Deno.readDirSync(join(root, ".biorouter/codegraph"))].map(({ name }) => name);
  const usual = [".gitignore", "cache", "codegraph.db", "codegraph.lock"];
  assert.deepEqual(left.filter((name) => !/\.db-(?:wal|shm)$/.test(name)).sort(), usual);
  const cached = [...Deno.readDirSync(cacheOf(root))].map(({ name }) => name);
  assert.deepEqual(cached.sort(), ["made_parent", "server.log", "watch.lock"]);
});
