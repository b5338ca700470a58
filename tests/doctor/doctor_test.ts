import assert from "node:assert/strict";
import { join } from "node:path";
import type { Finding } from "../../src/doctor/finding.ts";
import { checkInstallation } from "../../src/doctor/installation.ts";
import { checkProject } from "../../src/doctor/project.ts";
import { checkWatching } from "../../src/doctor/watching.ts";
import { takeWriteLock } from "../../src/index/write_lock.ts";
import { WatchLock } from "../../src/index/watch_lock.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { indexedProject, SHOP } from "../sample_project.ts";

/** What is not in order, as `state about`. */
function notInOrder(findings: readonly Finding[]): string[] {
  return findings.filter(({ state }) => state !== "ok")
    .map(({ state, about, remedy }) => {
      assert.ok(remedy !== undefined && remedy !== "", about);
      return `${state} ${about}`;
    });
}

function environment(
  values: Readonly<Record<string, string>>,
): (name: string) => string | undefined {
  return (name) => values[name];
}

Deno.test("an installation is whole, and variables that nothing understands are told", async () => {
  assert.deepEqual(notInOrder(await checkInstallation(environment({}))), []);
  const odd = environment({
    CODEGRAPH_LOG: "loud",
    CODEGRAPH_MCP_TOOLS: "callers, codegraph_node, nodes",
    CODEGRAPH_NO_WATCH: "1",
  });
  const findings = await checkInstallation(odd);
  assert.deepEqual(notInOrder(findings), [
    "note CODEGRAPH_LOG",
    "problem CODEGRAPH_MCP_TOOLS",
    "note CODEGRAPH_NO_WATCH",
  ]);
  assert.ok(findings.some(({ detail }) => detail === "there is no tool nodes"));
});

Deno.test("an indexed project is in order, and watching is tried", async () => {
  using project = await indexedProject(SHOP);
  assert.deepEqual(notInOrder(checkProject(project.root)), []);
  const watching = await checkWatching(project.root);
  assert.deepEqual(notInOrder(watching), []);
  assert.match(watching.at(-1)!.detail, /^works, for 3 directories$/);
});

Deno.test("changed files, and processes that write or watch, are told", async () => {
  using project = await indexedProject(SHOP);
  const { root } = project;
  const { lockPath, cacheDirectory } = ensureLayout(root);
  Deno.writeTextFileSync(join(root, "shop", "cart.py"), "x = 1\n");
  using _writing = takeWriteLock(lockPath);
  using watching = WatchLock.tryTake(cacheDirectory)!;
  watching.record("polling", "no more watches");
  assert.deepEqual(notInOrder(checkProject(root)), ["note freshness", "note lock"]);
  const [holder] = await checkWatching(root);
  assert.match(
    holder!.detail,
    new RegExp(`^process ${Deno.pid} on .*\\(polling\\): no more watches`),
  );
});

Deno.test("what stands in the way is told, and nothing is made", async () => {
  const root = Deno.makeTempDirSync();
  try {
    assert.deepEqual(notInOrder(checkProject(root)), ["note index"]);
    assert.deepEqual(await checkWatching(root), []);
    assert.deepEqual([...Deno.readDirSync(root)], []);
    Deno.mkdirSync(join(root, ".codegraph"));
    Deno.mkdirSync(join(root, ".biorouter"));
    Deno.writeTextFileSync(join(root, ".biorouter", "codegraph.json"), '{ "exclude": 3 }');
    assert.deepEqual(notInOrder(checkProject(root)), [
      "problem settings",
      "problem link",
      "note index",
    ]);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("damage anywhere in the index is told", async () => {
  using project = await indexedProject(SHOP);
  const { databasePath } = project.summary;
  const bytes = Deno.readFileSync(databasePath);
  // Not in the pages that are read first.
  bytes.fill(0xa5, bytes.length - 8192, bytes.length - 4096);
  Deno.writeFileSync(databasePath, bytes);
  assert.deepEqual(notInOrder(checkProject(project.root)), ["problem index"]);
});
