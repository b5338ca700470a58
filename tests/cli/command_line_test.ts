import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { VERSION } from "../../src/version.ts";
import { index, SHOP } from "../sample_project.ts";
import { REFUSALS_APPLY, type Tree, writeTree } from "../scan/temp_tree.ts";
import { command, run } from "./command.ts";

/** Runs `work` with the path of a project on disk. */
async function withProject(tree: Tree, work: (root: string) => Promise<void>): Promise<void> {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "cli_" }));
  try {
    writeTree(root, tree);
    await work(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

const databaseOf = (root: string): string => join(root, ".biorouter", "codegraph", "codegraph.db");

Deno.test("index sums up what it found and says what to do next", async () => {
  await withProject(SHOP, async (root) => {
    const { code, stdout, stderr } = await run(["index", root]);
    assert.equal(code, 0);
    assert.match(stdout, /^Indexed 4 files in /);
    assert.match(stdout, /Python +4 files +61 lines/);
    assert.match(stdout, /22 symbols, 21 edges/);
    assert.match(stdout, /Calls inside the project: 14 \(8 exact, 5 inferred, 1 heuristic\)/);
    assert.match(stdout, /Next: codegraph search <name> --project /);
    assert.match(stderr, /Reading source files: 0 of/);
    assert.ok(!stdout.includes("\x1b") && !stderr.includes("\x1b"));
  });
});

Deno.test("index is silent on request, and tells its summary as JSON", async () => {
  await withProject(SHOP, async (root) => {
    assert.deepEqual(await run(["index", root, "--quiet"]), { code: 0, stdout: "", stderr: "" });
    const { stdout } = await run(["index", "--json", "--quiet", "--project", root]);
    assert.equal(JSON.parse(stdout).files, 4);
  });
});

Deno.test("questions find the project from within it, print text or JSON", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    const inside = { cwd: join(root, "shop") };
    const text = await run(["callers", "pricing_for"], inside);
    assert.equal(text.code, 0);
    assert.match(text.stdout, /12:19 {2}pricing = pricing_for\(customer\) {2}\(exact: import\)/);
    const json = await run(["callers", "pricing_for", "--json"], inside);
    assert.equal(JSON.parse(json.stdout).groups[0].callers[0].sites[0].line, 12);
    const limited = await run(["callees", "Cart.total", "--limit=1", "--project", root]);
    assert.match(limited.stdout, /Left out: 5 more/);
  });
});

Deno.test("every question has its command", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    const commands = [
      ["search", "pricing", "--kind", "function"],
      ["callees", "Cart.total"],
      ["trace", "checkout", "Discount"],
      ["impact", "Pricing.price", "--depth", "3"],
      ["node", "Discount", "--include-code"],
      ["status"],
    ];
    for (const args of commands) {
      const { code, stdout, stderr } = await run([...args, "--project", root]);
      assert.deepEqual([code, stderr], [0, ""], args.join(" "));
      assert.ok(stdout.length > 20);
    }
  });
});

Deno.test("nothing found is exit code 1, with what is nearest", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    const { code, stdout } = await run(["callers", "chekcout", "--project", root]);
    assert.equal(code, 1);
    assert.match(stdout, /No symbol "chekcout"[\s\S]*checkout/);
  });
});

Deno.test("wrong usage is exit code 2 and names the nearest right one", async () => {
  const unknown = await run(["calers", "x"]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /unknown command 'calers'[\s\S]*callers/);
  const option = await run(["callers", "x", "--limt", "3"]);
  assert.equal(option.code, 2);
  assert.match(option.stderr, /--limit/);
  const value = await run(["callers", "x", "--limit", "many"]);
  assert.equal(value.code, 2);
  assert.match(value.stderr, /whole number/);
  const missing = await run(["callers"]);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /missing required argument 'symbol'/);
  for (const { stdout } of [unknown, option, value, missing]) assert.equal(stdout, "");
});

Deno.test("help lists every command, each with an example", async () => {
  const { code, stdout } = await run(["help"]);
  assert.equal(code, 0);
  const commands = Array.from(stdout.matchAll(/^ {2}(\w+) .*$/gm), ([, name]) => name!);
  assert.ok(commands.includes("callers") && commands.includes("index"));
  for (const name of commands.filter((name) => name !== "help")) {
    const help = await run([name, "--help"]);
    assert.match(help.stdout, new RegExp(`Example:\\n  codegraph ${name}`), name);
  }
});

Deno.test("versions and languages are listed", async () => {
  assert.equal((await run(["version"])).stdout, `${VERSION}\n`);
  assert.equal((await run(["--version"])).stdout, `${VERSION}\n`);
  const { stdout } = await run(["languages", "--json"]);
  const python = JSON.parse(stdout).find(({ id }: { id: string }) => id === "python");
  assert.ok(python.extensions.includes(".py") && python.grammarVersion !== "");
});

Deno.test("export prints the graph as JSON lines, indexing the project first when needed", async () => {
  await withProject(SHOP, async (root) => {
    const { code, stdout, stderr } = await run(["export", "--format", "jsonl", root]);
    assert.equal(code, 0);
    assert.match(stderr, /has no index yet/);
    const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
    const symbol = lines.find(({ name }) => name === "pricing_for");
    assert.deepEqual(Object.keys(symbol), [
      "type",
      "id",
      "kind",
      "name",
      "qualifiedName",
      "file",
      "startLine",
      "endLine",
    ]);
    const edge = lines.find(({ type, to }) => type === "edge" && to === symbol.id);
    assert.ok(edge !== undefined);
    const call = lines.find(({ kind, to }) => kind === "calls" && to === symbol.id);
    assert.deepEqual(
      [call.file, call.line, call.column, call.confidence, call.evidence],
      ["shop/cart.py", 12, 19, "exact", "import"],
    );
    assert.equal((await run(["export", root])).stdout, stdout);
  });
});

Deno.test("a reader that has seen enough does not upset the export", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    const child = command(["export", root]).spawn();
    await child.stdout.cancel();
    const { code, stderr } = {
      ...(await child.status),
      stderr: await new Response(child.stderr).text(),
    };
    assert.deepEqual([code, stderr], [0, ""]);
  });
});

Deno.test("paths that are no project are refused with what to do", async () => {
  await withProject({ "file.py": "x = 1\n" }, async (root) => {
    const cases: [path: string, message: RegExp][] = [
      [join(root, "nowhere"), /does not exist/],
      [join(root, "file.py"), /is a file/],
      ["/", /whole file system/],
      [Deno.env.get("HOME") ?? "/root", /home directory/],
    ];
    for (const [path, message] of cases) {
      const { code, stdout, stderr } = await run(["index", path]);
      assert.deepEqual([code, stdout], [1, ""], path);
      assert.match(stderr, message);
      assert.match(stderr, /\n {2}\S/, "no remedy");
    }
  });
});

Deno.test("a project without source is told to be so", async () => {
  await withProject({ "notes.txt": "nothing\n" }, async (root) => {
    const { code, stdout, stderr } = await run(["index", root]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /no source files of a known language in/);
  });
});

Deno.test("a question about a project without an index says how to make one", async () => {
  await withProject(SHOP, async (root) => {
    const { code, stdout, stderr } = await run(["callers", "x", "--project", root]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /has no index\n {2}Run: codegraph index/);
  });
});

Deno.test("a damaged index is told, kept, and replaced by force", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    Deno.writeTextFileSync(databaseOf(root), "damaged");
    for (const args of [["callers", "x", "--project", root], ["index", root]]) {
      const { code, stderr } = await run(args);
      assert.equal(code, 1);
      assert.match(stderr, /is damaged\n {2}Build it anew: codegraph index --force/);
    }
    assert.equal(Deno.readTextFileSync(databaseOf(root)), "damaged");
    assert.equal((await run(["index", "--force", root])).code, 0);
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
      for (const args of [["callers", "x", "--project", root], ["index", root]]) {
        const { code, stderr } = await run(args);
        assert.equal(code, 1);
        assert.match(stderr, message);
      }
    }
  });
});

Deno.test("wrong settings are told with their line", async () => {
  const settings = '{\n  "exclude": "tests/"\n}\n';
  await withProject({ ...SHOP, ".biorouter/codegraph.json": settings }, async (root) => {
    const { code, stderr } = await run(["index", root]);
    assert.equal(code, 1);
    assert.match(stderr, /codegraph\.json:2: "exclude" is not a list\n {2}Write it as/);
  });
});

Deno.test({
  name: "an interrupt stops the index and leaves the one from before usable",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await withProject(SHOP, async (root) => {
      await index(root);
      const padding = `    # ${"long ".repeat(200)}\n`;
      for (let file = 0; file < 400; file++) {
        const functions = Array.from(
          { length: 20 },
          (_, f) => `def f${f}(a):\n${padding}    return f${f}(a)\n`,
        );
        Deno.writeTextFileSync(join(root, `m${file}.py`), functions.join("\n\n"));
      }
      const before = Deno.readFileSync(databaseOf(root));
      const child = command(["index", root]).spawn();
      const stderr = child.stderr.pipeThrough(new TextDecoderStream()).getReader();
      let said = "";
      while (!said.includes("Reading source files")) said += (await stderr.read()).value ?? "";
      child.kill("SIGINT");
      for (let next = await stderr.read(); !next.done; next = await stderr.read()) {
        said += next.value;
      }
      await child.stdout.cancel();
      assert.equal((await child.status).code, 1);
      assert.match(said, /codegraph: stopped\n {2}The index from before/);
      assert.deepEqual(Deno.readFileSync(databaseOf(root)), before);
      assert.equal((await run(["callers", "pricing_for", "--project", root])).code, 0);
    });
  },
});

Deno.test({
  name: "a project that cannot be read is refused (not as superuser)",
  ignore: !REFUSALS_APPLY,
  fn: async () => {
    await withProject(SHOP, async (root) => {
      Deno.chmodSync(root, 0o000);
      try {
        const { code, stderr } = await run(["index", root]);
        assert.equal(code, 1);
        assert.match(stderr, /cannot be read/);
      } finally {
        Deno.chmodSync(root, 0o755);
      }
    });
  },
});
