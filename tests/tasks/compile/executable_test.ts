/** What is compiled is what it should be, and works alone. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
// @ts-types="@modelcontextprotocol/sdk/client"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { LANGUAGES } from "../../../src/languages/registry.ts";
import { VERSION } from "../../../src/version.ts";
import { checkExecutable } from "../../../tasks/compile/check_executable.ts";
import { compileTarget } from "../../../tasks/compile/compile_target.ts";
import { readEmbeddedSection } from "../../../tasks/compile/embedded_section.ts";
import { ENVIRONMENT } from "../../../tasks/compile/permissions.ts";
import { PLATFORMS } from "../../../tasks/release/platforms.ts";
import { inRepository } from "../../../tasks/release/repository.ts";
import { TakenApartExecutable } from "../../executable.ts";
import { PATHS, writeProject } from "../../../tasks/smoke/many_languages.ts";

Deno.test("an executable", async (test) => {
  await using executable = await TakenApartExecutable.build();
  const bytes = await Deno.readFile(executable.path);
  const project = join(executable.directory, "project");
  await Deno.mkdir(project);
  await writeProject(project);

  await test.step("holds what was staged, with narrow permissions", async () => {
    assert.deepEqual(await checkExecutable(bytes, executable.staged), []);
  });

  await test.step("holds every grammar as it is committed", async () => {
    const { files } = readEmbeddedSection(bytes);
    for (const { name } of Deno.readDirSync(inRepository("grammars"))) {
      if (!name.endsWith(".wasm")) continue;
      const committed = await Deno.readFile(inRepository("grammars", name));
      assert.ok(Buffer.from(files.get(`grammars/${name}`)!).equals(committed), name);
    }
  });

  await test.step("is known by the check when a byte of a grammar differs", async () => {
    const wrong = bytes.slice();
    const grammar = readEmbeddedSection(wrong).files.get("grammars/python.wasm")!;
    grammar[grammar.length - 1]! ^= 1;
    assert.deepEqual(await checkExecutable(wrong, executable.staged), [
      "grammars/python.wasm is not what was staged",
    ]);
  });

  await test.step("is known by the check when its permissions are wider", async () => {
    const wrong = bytes.slice();
    const at = Buffer.from(wrong.buffer).indexOf('"allow_net":null');
    assert.ok(at > 0);
    wrong.set(new TextEncoder().encode('"allow_net":[]  '), at);
    assert.deepEqual(await checkExecutable(wrong, executable.staged), [
      "permission allow_net is []",
    ]);
  });

  await test.step("is the same when it is made again", async () => {
    const platform = PLATFORMS.find(({ target }) => target === Deno.build.target)!;
    const again = await compileTarget(
      platform,
      executable.staged,
      join(executable.directory, "again"),
      Deno.execPath(),
    );
    assert.ok(Buffer.from(await Deno.readFile(again)).equals(bytes));
  });

  await test.step("says its version", async () => {
    assert.equal((await executable.run("--version")).trim(), VERSION);
  });

  await test.step("indexes a project in several languages", async () => {
    await executable.run("index", project);
    const lines = (await executable.run("export", "--format", "jsonl", "--project", project))
      .trim();
    const rows = lines.split("\n").map((line) => JSON.parse(line));
    const calls = rows.filter(({ type, kind, confidence }) =>
      type === "edge" && kind === "calls" && confidence === "exact"
    );
    assert.deepEqual(calls.map(({ file }) => file).sort(), PATHS.toSorted());
  });

  await test.step("runs every command that needs more than the index", async () => {
    assert.match(await executable.run("languages"), /\n {2}python +Python +\d+\.\d+\.\d+ /);
    assert.match(await executable.run("doctor", project), /\n {2}ok +languages +\d+, all their gr/);
    assert.match(await executable.run("files", project), /python_part\.py {2}python, /);
    const affected = await executable.run("affected", "python_part.py", "--project", project);
    assert.match(affected, /^python_part\.py: \d+ symbols?\n/);
    assert.match(await executable.run("export", "--format", "dot", project), /^digraph /);
  });

  await test.step("answers over MCP", async () => {
    const client = await connect(executable, project);
    try {
      assert.equal(client.getServerVersion()?.version, VERSION);
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === "codegraph_callers"));
      const { structuredContent, isError } = await client.callTool({
        name: "codegraph_callers",
        arguments: { symbol: "callee" },
      });
      assert.notEqual(isError, true);
      const answer = JSON.stringify(structuredContent);
      assert.deepEqual(PATHS.filter((path) => !answer.includes(path)), []);
    } finally {
      await client.close();
    }
  });

  await test.step("writes nothing but the index", () => {
    const left = [...Deno.readDirSync(project)].map(({ name }) => name);
    assert.deepEqual(left.sort(), [...PATHS, ".biorouter", ".codegraph"].sort());
    assert.deepEqual([...Deno.readDirSync(executable.directory)].map(({ name }) => name).sort(), [
      "again",
      "codegraph",
      "deno",
      "engine",
      "project",
      "stage",
    ]);
  });

  // From here on parts of it are taken away.
  const own = LANGUAGES.filter(({ grammar }) => grammar === "python");
  await test.step("needs of all languages only those that a project has", async () => {
    const script = join(executable.directory, "script");
    await Deno.mkdir(script);
    await Deno.copyFile(join(project, "python_part.py"), join(script, "python_part.py"));
    await executable.leaveOut(LANGUAGES.filter((language) => !own.includes(language)));
    await executable.run("index", script);
    const callers = await executable.run("callers", "callee", "--project", script);
    assert.match(callers, /function caller {2}python_part\.py:5\n.*\(exact: scope\)/);
  });

  await test.step("starts and lists its tools without any language", async () => {
    await executable.leaveOut(own);
    assert.equal((await executable.run("--version")).trim(), VERSION);
    assert.match(await executable.run("languages"), /\n {2}python +Python /);
    assert.match(await executable.run("status", "--project", project), /python/i);
    const client = await connect(executable, project);
    try {
      assert.ok((await client.listTools()).tools.length > 0);
    } finally {
      await client.close();
    }
  });
});

async function connect(executable: TakenApartExecutable, project: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: executable.command[0]!,
      args: [...executable.command.slice(1), "serve", "--mcp"],
      env: { ...executable.environment, BIOROUTER_WORKING_DIR: project },
    }),
  );
  return client;
}

Deno.test("what is no executable of ours has nothing embedded", () => {
  assert.throws(
    () => readEmbeddedSection(new TextEncoder().encode("d3n0l4nd and more text")),
    /nothing is embedded/,
  );
});

Deno.test("the sources read no environment variable that the executable may not", () => {
  const read = new Set<string>();
  const visit = (directory: string): void => {
    for (const { name, isDirectory } of Deno.readDirSync(directory)) {
      if (isDirectory) visit(join(directory, name));
      else if (name.endsWith(".ts")) {
        const text = Deno.readTextFileSync(join(directory, name));
        const uses = text.matchAll(
          /(?:\benv\.get|\benvironment\??\.?|\benv)\(\s*"([A-Z_]+)"|(?:ENVIRONMENT|VARIABLE)\w* = "([A-Z_]+)"/g,
        );
        for (const [, named, constant] of uses) read.add((named ?? constant)!);
      }
    }
  };
  visit(inRepository("src"));
  assert.ok(read.has("BIOROUTER_WORKING_DIR"));
  assert.deepEqual([...read].filter((name) => !ENVIRONMENT.includes(name)), []);
});
