import assert from "node:assert/strict";
import { join } from "node:path";
import { ExportedGraph } from "../../src/answers/export/exported_graph.ts";
import { jsonLines } from "../../src/answers/export/json_lines.ts";
import { fullIndex } from "../../src/index/full_index.ts";
import { PHASES, type Progress } from "../../src/index/progress.ts";
import { takeWriteLock } from "../../src/index/write_lock.ts";
import { ensureLayout } from "../../src/project/layout.ts";
import { readSettings } from "../../src/project/settings.ts";
import { ForeignDatabaseError } from "../../src/store/errors.ts";
import { IndexStore } from "../../src/store/index_store.ts";
import { index, indexedProject, SHOP } from "../sample_project.ts";
import { writeTree } from "../scan/temp_tree.ts";

const NO_SETTINGS = readSettings("/nowhere", new Set());

/** Enough of a project that its index takes a while, and is written by a thread of its own. */
function largeTree(): Record<string, string> {
  const tree: Record<string, string> = {};
  for (let file = 0; file < 40; file++) {
    let text = file === 0 ? "" : `from pkg.m${file - 1} import f0 as before_first\n`;
    for (let f = 0; f < 60; f++) {
      const comment = `    # ${"long ".repeat(200)}\n`;
      text +=
        `def f${f}(a, b):\n    """Adds ${f}."""\n${comment}    return f${f}(a, b) + ${f}\n\n\n`;
    }
    tree[`pkg/m${file}.py`] = text;
  }
  return tree;
}

/** The files of an index directory that are not there for good. */
function leftOvers(databasePath: string): string[] {
  const names = Array.from(Deno.readDirSync(join(databasePath, "..")), ({ name }) => name);
  return names.filter((name) => /building|journal/.test(name));
}

Deno.test("an index holds the files, symbols and edges of the project", async () => {
  using project = await indexedProject(SHOP);
  const { summary, store } = project;
  assert.deepEqual(summary.languages.map(({ language, files }) => [language, files]), [[
    "python",
    4,
  ]]);
  assert.deepEqual(Array.from(store.files.each(), ({ path }) => path), [
    "shop/__init__.py",
    "shop/cart.py",
    "shop/pricing.py",
    "tests/test_cart.py",
  ]);
  const lines = [...jsonLines(new ExportedGraph(store))].map((line) => JSON.parse(line));
  assert.equal(lines.filter(({ type }) => type === "symbol").length, summary.symbols);
  assert.equal(lines.filter(({ type }) => type === "edge").length, summary.edges);
  assert.equal(store.files.at("tests/test_cart.py")!.test, true);
  assert.equal(store.files.at("shop/cart.py")!.test, false);
});

Deno.test("two indexes of the same project hold the same", async () => {
  using first = await indexedProject(SHOP);
  using second = await indexedProject(SHOP);
  assert.deepEqual([...jsonLines(new ExportedGraph(first.store))], [
    ...jsonLines(new ExportedGraph(second.store)),
  ]);
});

Deno.test("a large project is written by a thread of its own, and holds the same each time", async () => {
  const tree = largeTree();
  using project = await indexedProject(tree);
  const { summary, store } = project;
  assert.deepEqual([summary.files, summary.symbols], [40, 40 * 61]);
  assert.equal(summary.calls.exact, 40 * 60);
  const lines = [...jsonLines(new ExportedGraph(store))];
  await index(project.root);
  using again = IndexStore.open(summary.databasePath, project.root);
  assert.deepEqual([...jsonLines(new ExportedGraph(again))], lines);
});

Deno.test("every path that is left out has its reason", async () => {
  using project = await indexedProject({
    "app.py": "x = 1\n",
    "data.py": new Uint8Array([0, 1, 2, 0, 255]),
    "min.js": `${"function f(a){return g(a);}".repeat(200)}`,
    "node_modules/m/index.js": "x();\n",
    "ignored.py": "x = 1\n",
    ".gitignore": "ignored.py\n",
    ".git/HEAD": "ref: refs/heads/main\n",
    "LICENSE": "text\n",
  });
  const reasons = new Map(project.summary.skipped.map(({ reason, paths }) => [reason, paths]));
  assert.equal(reasons.get("binary"), 1);
  assert.equal(reasons.get("minified"), 1);
  assert.equal(reasons.get("ignored"), 1);
  assert.equal(reasons.get("not-source"), 1);
  const told = project.store.totals.skippedPaths(["binary", "ignored"], 9);
  assert.deepEqual(told.map(({ path, reason }) => [path, reason]), [["data.py", "binary"], [
    "ignored.py",
    "ignored",
  ]]);
});

Deno.test("no content upsets the index", async () => {
  const random = new Uint8Array(30_000);
  for (let at = 0; at < random.length; at++) {
    random[at] = 32 + ((at * 7919 + (at >> 3) * 104729) % 90);
  }
  using project = await indexedProject({
    "empty.py": "",
    "only_spaces.py": "   \n\n\t\n",
    "random.py": random,
    "nested.py": `x = ${"(".repeat(5000)}1${")".repeat(5000)}\n`,
    "nested.js": `x = ${"[".repeat(20_000)}`,
    "chain.py": `x = a${".b()".repeat(5000)}\n`,
    "long.py": `x = "${"y".repeat(300_000)}"\n`,
    "latin.py": new Uint8Array([35, 32, 0xe4, 10, 120, 61, 49, 10]),
    "nul.py": `${"x = 1\n".repeat(2000)}def f\0g(): pass\n`,
    "crlf.py": "def f():\r\n    return g()\r\n\r\ndef g():\r\n    pass\r\n",
  });
  const { summary } = project;
  const unread = summary.skipped.reduce((sum, { paths }) => sum + paths, 0);
  assert.ok(summary.files + unread >= 10);
  const crlf = [...jsonLines(new ExportedGraph(project.store))].filter((line) =>
    line.includes("crlf.py") && line.includes("calls")
  );
  assert.deepEqual(crlf.map((line) => JSON.parse(line)).map(({ line, column }) => [line, column]), [
    [2, 12],
  ]);
});

Deno.test("phases are told in order", async () => {
  using project = await indexedProject(SHOP);
  const told: Progress[] = [];
  const layout = ensureLayout(project.root);
  await fullIndex({ layout, settings: NO_SETTINGS, onProgress: (progress) => told.push(progress) });
  const phases = told.map(({ phase }) => phase).filter((phase, at, all) => phase !== all[at - 1]);
  assert.deepEqual(phases, [...PHASES]);
  const last = told.findLast(({ phase }) => phase === "parse")!;
  assert.equal(last.done, last.total);
});

Deno.test("an index that is stopped leaves the one from before whole", async () => {
  using project = await indexedProject(SHOP);
  const { root, summary } = project;
  const before = Deno.readFileSync(summary.databasePath);
  writeTree(root, largeTree());
  for (const stopAt of PHASES) {
    const controller = new AbortController();
    const reason = new Error(`stopped in ${stopAt}`);
    const indexing = fullIndex({
      layout: ensureLayout(root),
      settings: NO_SETTINGS,
      signal: controller.signal,
      onProgress: ({ phase, done }) => {
        if (phase === stopAt && (phase !== "parse" || done > 0)) controller.abort(reason);
      },
    });
    await assert.rejects(indexing, reason);
    assert.deepEqual(Deno.readFileSync(summary.databasePath), before);
    assert.deepEqual(leftOvers(summary.databasePath), []);
  }
});

Deno.test("what a broken-off index left does not disturb the next", async () => {
  using project = await indexedProject(SHOP);
  const { databasePath } = project.summary;
  Deno.writeTextFileSync(databasePath + "-building", "half an index");
  await index(project.root);
  assert.deepEqual(leftOvers(databasePath), []);
});

Deno.test("a reader keeps the index that it opened while a new one takes its place", async () => {
  using project = await indexedProject(SHOP);
  Deno.writeTextFileSync(`${project.root}/more.py`, "def more():\n    pass\n");
  const { databasePath } = await index(project.root);
  if (Deno.build.os !== "windows") assert.deepEqual(project.store.symbols.named("more", 9), []);
  using fresh = IndexStore.open(databasePath, project.root);
  assert.equal(fresh.symbols.named("more", 9).length, 1);
});

Deno.test("only one process writes an index", async () => {
  using project = await indexedProject(SHOP);
  const { lockPath } = ensureLayout(project.root);
  using _lock = takeWriteLock(lockPath);
  await assert.rejects(index(project.root), /another process is writing this index/);
});

Deno.test("a database of somebody else in the index's place is left alone", async () => {
  using project = await indexedProject(SHOP);
  const { databasePath } = project.summary;
  const { DatabaseSync } = await import("node:sqlite");
  Deno.removeSync(databasePath);
  const database = new DatabaseSync(databasePath);
  database.exec("CREATE TABLE notes(text)");
  database.close();
  const before = Deno.readFileSync(databasePath);
  await assert.rejects(index(project.root), ForeignDatabaseError);
  assert.deepEqual(Deno.readFileSync(databasePath), before);
});
