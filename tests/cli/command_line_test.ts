import assert from "node:assert/strict";
import { join } from "node:path";
import { VERSION } from "../../src/version.ts";
import { index, SHOP } from "../sample_project.ts";
import { run } from "./command.ts";
import { withProject } from "./with_project.ts";

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
      ["files", "--format", "list"],
      ["affected", "shop/pricing.py"],
      ["status"],
    ];
    for (const args of commands) {
      const { code, stdout, stderr } = await run([...args, "--project", root]);
      assert.deepEqual([code, stderr], [0, ""], args.join(" "));
      assert.ok(stdout.length > 20);
    }
  });
});

Deno.test("flags turn on what is off by default, and off what is on", async () => {
  await withProject(SHOP, async (root) => {
    await index(root);
    const answerTo = async (...args: string[]): Promise<string> =>
      (await run([...args, "--project", root])).stdout;
    const source = /return amount \* \(100/;
    assert.doesNotMatch(await answerTo("node", "Discount"), source);
    assert.match(await answerTo("node", "Discount", "--include-code"), source);
    assert.match(await answerTo("context", "Discount"), source);
    assert.doesNotMatch(await answerTo("context", "Discount", "--no-include-code"), source);
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

Deno.test("a question about a project without an index says how to make one", async () => {
  await withProject(SHOP, async (root) => {
    const { code, stdout, stderr } = await run(["callers", "x", "--project", root]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /has no index\n {2}Run: codegraph index/);
  });
});

Deno.test("wrong usage is exit code 2, names the nearest right one and where to read more", async () => {
  const cases: [args: string[], message: RegExp][] = [
    [["calers", "x"], /unknown command 'calers'\n {2}Did you mean callers\? See: codegraph help$/],
    [["help", "calers"], /unknown command 'calers'\n {2}Did you mean callers\?/],
    [["zzzzzz"], /unknown command 'zzzzzz'\n {2}See: codegraph help$/],
    [
      ["callers", "x", "--limt", "3"],
      /'--limt'\n {2}Did you mean --limit\? See: codegraph callers --help$/,
    ],
    [
      ["callers", "x", "--limit", "many"],
      /a whole number[^\n]*\n {2}See: codegraph callers --help$/,
    ],
    [["callers"], /missing required argument 'symbol'\n {2}See: codegraph callers --help$/],
    [["callers", ""], /symbol is missing\n {2}Give symbol: name, Class\.method/],
    [["callers", "x", "y"], /too many arguments for 'callers'/],
    [["--project", ".", "callers"], /\n {2}Options stand after the command\. See: codegraph help$/],
    [["export", "--format", "png"], /Allowed choices are jsonl, json, dot, mermaid, graphml/],
    [["filse"], /Did you mean files\?/],
    [["files", "--frmat", "list"], /Did you mean --format\?/],
    [["serve"], /serve what\?\n {2}Run: codegraph serve --mcp$/],
  ];
  await withProject(SHOP, async (root) => {
    await index(root);
    for (const [args, message] of cases) {
      const { code, stdout, stderr } = await run(args, { cwd: root });
      assert.deepEqual([code, stdout], [2, ""], args.join(" "));
      assert.match(stderr.trimEnd(), message);
    }
  });
});

Deno.test("help lists every command, each with an example", async () => {
  const { code, stdout, stderr } = await run(["help"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal((await run([])).stdout, stdout);
  assert.match(stdout, /Exit codes: 0 done, 1 could not or nothing found, 2 wrong usage/);
  const [, list = ""] = /\n\nThe index:\n([\s\S]*)\n\nExamples:/.exec(stdout) ?? [];
  const commands = Array.from(list.matchAll(/^ {2}(\w+) .*$/gm), ([, name]) => name!);
  const questions = "search callers callees trace impact node explore context files affected";
  const others = "index sync status watch unlock uninit export serve doctor languages version help";
  for (const name of `${questions} ${others}`.split(" ")) assert.ok(commands.includes(name), name);
  const named = commands.filter((name) => name !== "help");
  const helps = await Promise.all(named.map((name) => run([name, "--help"])));
  for (const [at, { code, stdout, stderr }] of helps.entries()) {
    assert.deepEqual([code, stderr], [0, ""], named[at]);
    assert.match(
      stdout,
      new RegExp(`^Usage: codegraph ${named[at]} .*\\n\\n[A-Z][^]*\\.\\n`),
      named[at],
    );
    assert.match(stdout, new RegExp(`\\nExamples?:\\n  codegraph ${named[at]}`), named[at]);
    assert.doesNotMatch(stdout, /e\.g\. (true|false)/);
  }
});

Deno.test("versions and languages are listed", async () => {
  assert.equal((await run(["version"])).stdout, `${VERSION}\n`);
  assert.equal((await run(["--version"])).stdout, `${VERSION}\n`);
  const { stdout } = await run(["languages", "--json"]);
  const python = JSON.parse(stdout).find(({ id }: { id: string }) => id === "python");
  assert.ok(python.extensions.includes(".py") && python.grammarVersion !== "");
});

Deno.test("doctor says what is wrong and what to do, and exits so", async () => {
  await withProject(SHOP, async (root) => {
    const fine = await run(["doctor", root]);
    assert.deepEqual([fine.code, fine.stderr], [0, ""]);
    assert.match(fine.stdout, /\n {2}note +index +there is none yet\n +Run: codegraph index /);
    assert.match(fine.stdout, /\nNo problem, 1 note\.\n$/);
    const env = { CODEGRAPH_MCP_TOOLS: "nodes" };
    const bad = await run(["doctor", "--json", "--project", join(root, "nowhere")], { env });
    assert.equal(bad.code, 1);
    const { installation, project } = JSON.parse(bad.stdout);
    assert.equal(installation.at(-1).detail, "there is no tool nodes");
    assert.match(project[0].detail, /does not exist$/);
  });
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
