/** The server as the host treats it: strictly, and with everything at once. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { indexedProject, SHOP } from "../sample_project.ts";
import { writeTree } from "../scan/temp_tree.ts";
import { RawServer, textOf } from "./raw_server.ts";

const NAMES = [
  "codegraph_search",
  "codegraph_callers",
  "codegraph_callees",
  "codegraph_trace",
  "codegraph_impact",
  "codegraph_node",
  "codegraph_explore",
  "codegraph_context",
  "codegraph_status",
];

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: {
    readonly type: string;
    readonly properties: Readonly<Record<string, { readonly description: string }>>;
  };
  readonly outputSchema?: { readonly type: string };
  readonly annotations: Readonly<Record<string, unknown>>;
}

async function listed(server: RawServer): Promise<readonly Listed[]> {
  const { result } = await server.request("tools/list", {});
  return result!["tools"] as readonly Listed[];
}

/** A directory of its own with files, not indexed; removed in the end. */
function project(tree: typeof SHOP): { readonly root: string } & Disposable {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "served_" }));
  writeTree(root, tree);
  return { root, [Symbol.dispose]: (): void => Deno.removeSync(root, { recursive: true }) };
}

Deno.test("the nine tools are listed, each with schemas, annotations and a telling first line", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  const tools = await listed(server);
  assert.deepEqual(tools.map(({ name }) => name), NAMES);
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    assert.equal(inputSchema.type, "object", name);
    assert.equal(outputSchema?.type, "object", name);
    for (const [parameter, { description }] of Object.entries(inputSchema.properties)) {
      assert.match(description, /^[^\n]+ e\.g\. \S/, `${name}: ${parameter}`);
    }
    assert.match(description, /^[A-Z][^\n]{30,140}[.:]?\n|^[A-Z][^\n]{30,140}[.:]?$/, name);
    assert.deepEqual(
      { ...annotations, title: "" },
      {
        title: "",
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    );
  }
  assert.deepEqual(server.strays, []);
});

Deno.test("instructions are short enough for a system prompt, and name the tools", async () => {
  using shop = await indexedProject(SHOP);
  await using server = new RawServer({ project: shop.root });
  const { result } = await server.request("initialize", {
    protocolVersion: "2025-03-26",
    capabilities: {},
    clientInfo: { name: "strict-host", version: "1" },
  });
  const instructions = String(result!["instructions"]);
  assert.ok(instructions.length < 1500, `${instructions.length} characters`);
  for (const name of NAMES.slice(0, 8)) assert.ok(instructions.includes(name), name);
});

Deno.test("every protocol version that the host may speak is spoken back", async () => {
  using shop = await indexedProject(SHOP);
  for (const protocolVersion of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
    await using server = new RawServer({ project: shop.root });
    const clientInfo = { name: "strict-host", version: "1" };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const { result } = await server.request("initialize", params);
    assert.equal(result!["protocolVersion"], protocolVersion);
  }
});

Deno.test("CODEGRAPH_MCP_TOOLS restricts what is listed and what can be called", async () => {
  using shop = await indexedProject(SHOP);
  const env = { CODEGRAPH_MCP_TOOLS: "explore, codegraph_node,nonsense" };
  await using server = await RawServer.opened({ project: shop.root, env });
  const names = (await listed(server)).map(({ name }) => name);
  assert.deepEqual(names, ["codegraph_node", "codegraph_explore"]);
  await assert.rejects(server.call("codegraph_search", { query: "x" }), /there is no tool/);
});

Deno.test("eight calls at once are all answered, each with its own answer", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  const symbols = [
    "Cart",
    "Pricing",
    "Discount",
    "pricing_for",
    "shown",
    "checkout",
    "price",
    "add",
  ];
  const ids = await Promise.all(
    symbols.map((symbol) => server.askTool("codegraph_node", { symbol })),
  );
  const answers = await Promise.all(ids.map((id) => server.answerTo(id)));
  const asked = answers.map(({ result }) =>
    (result!["structuredContent"] as { symbol: string }).symbol
  );
  assert.deepEqual(asked, symbols);
});

Deno.test("the same question gives the same bytes", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  await using other = await RawServer.opened({ project: shop.root });
  const questions: [string, Record<string, unknown>][] = [
    ["codegraph_explore", { query: "how is a price computed for a customer" }],
    ["codegraph_context", { task: "give friends a larger discount" }],
    ["codegraph_impact", { symbol: "price", depth: 3 }],
  ];
  for (const [tool, given] of questions) {
    const first = JSON.stringify(await server.call(tool, given));
    assert.equal(JSON.stringify(await server.call(tool, given)), first);
    assert.equal(JSON.stringify(await other.call(tool, given)), first);
  }
});

Deno.test("a project without an index gets one, and questions wait for it", async () => {
  using shop = project(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  assert.equal((await listed(server)).length, NAMES.length);
  const answer = await server.callOnceBuilt("codegraph_callers", { symbol: "pricing_for" });
  assert.match(textOf(answer), /Cart\.total/);
  assert.ok(Deno.statSync(join(shop.root, ".biorouter/codegraph/codegraph.db")).isFile);
});

Deno.test("a question during a long index says how far it is, and progress is told meanwhile", async () => {
  using large = project(manyFiles(1500));
  await using server = await RawServer.opened({ project: large.root });
  const id = await server.askTool("codegraph_search", { query: "work_700" });
  const { result } = await server.answerTo(id);
  const told = server.received.filter(({ method }) => method === "notifications/progress");
  const text = textOf(result as never);
  if (result!["isError"] === true) {
    assert.match(text, /index is being built: [\s\S]*Ask again/);
    assert.ok(told.length > 0);
  } else {
    assert.match(text, /work_700/);
  }
  for (const { params } of told) assert.equal(params!["progressToken"], id);
});

Deno.test("a call that is cancelled is never answered, and the server goes on", async () => {
  using large = project(manyFiles(800));
  await using server = await RawServer.opened({ project: large.root });
  const id = await server.askTool("codegraph_explore", { query: "how does work_700 call others" });
  await server.send({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: id, reason: "the user changed his mind" },
  });
  await server.request("ping", {});
  await server.call("codegraph_status");
  assert.ok(!server.received.some((message) => message.id === id));
});

Deno.test("stdin closed in the middle of a call ends the process, and leaves nothing half-built", async () => {
  using large = project(manyFiles(1500));
  const server = await RawServer.opened({ project: large.root });
  await server.askTool("codegraph_explore", { query: "how does work call others" });
  await server.closeInput();
  const { code } = await server.status;
  assert.equal(code, 0);
  await server[Symbol.asyncDispose]();
  const left = [...Deno.readDirSync(join(large.root, ".biorouter/codegraph"))].map(({ name }) =>
    name
  );
  assert.deepEqual(left.filter((name) => name.includes("building")), []);
});

Deno.test({
  name: "SIGTERM ends the process as if its work were done",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    using shop = await indexedProject(SHOP);
    const server = await RawServer.opened({ project: shop.root });
    await server.call("codegraph_status");
    server.signal("SIGTERM");
    const { code, signal } = await server.status;
    assert.deepEqual([code, signal], [0, null]);
    await server[Symbol.asyncDispose]();
  },
});

Deno.test("a project that cannot be set up is told by a tool beside the others", async () => {
  using shop = project({ ...SHOP, ".codegraph": "somebody else's\n" });
  await using server = await RawServer.opened({ project: shop.root });
  const [first, ...others] = await listed(server);
  assert.equal(first!.name, "codegraphagent_setup_error");
  assert.ok(first!.description.includes(join(shop.root, ".codegraph")), first!.description);
  assert.deepEqual(others.map(({ name }) => name), NAMES);
  const fault = await server.call("codegraphagent_setup_error");
  assert.match(textOf(fault), /\.codegraph is a file, not ours\nRename or remove/);
  assert.match(textOf(await server.call("codegraph_status")), /Rename or remove/);
  Deno.removeSync(join(shop.root, ".codegraph"));
  assert.match(textOf(await server.call("codegraphagent_setup_error")), /put right/);
  const answer = await server.callOnceBuilt("codegraph_callers", { symbol: "shown" });
  assert.match(textOf(answer), /Cart\.total/);
});

Deno.test("a directory that is no project is refused by name, and another can be asked about", async () => {
  using shop = await indexedProject(SHOP);
  for (const directory of ["/", join(shop.root, "gone")]) {
    await using server = await RawServer.opened({ project: directory });
    const [first] = await listed(server);
    assert.equal(first!.name, "codegraphagent_setup_error");
    assert.ok(first!.description.includes(directory), first!.description);
    const refused = await server.call("codegraph_search", { query: "price" });
    assert.equal(refused.isError, true);
    const given = { query: "price", projectPath: shop.root };
    assert.match(textOf(await server.call("codegraph_search", given)), /Pricing\.price/);
  }
});

Deno.test("an index that vanishes under the server is built again", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  await server.call("codegraph_search", { query: "price" });
  for (const { name } of [...Deno.readDirSync(join(shop.root, ".biorouter/codegraph"))]) {
    if (name.includes(".db")) Deno.removeSync(join(shop.root, ".biorouter/codegraph", name));
  }
  const answer = await server.callOnceBuilt("codegraph_search", { query: "price" });
  assert.match(textOf(answer), /Pricing\.price/);
});

Deno.test("the log tells each call, and begins anew when it is long", async () => {
  using shop = await indexedProject(SHOP);
  const log = join(shop.root, ".biorouter/codegraph/cache/server.log");
  Deno.writeTextFileSync(log, "x".repeat(1_100_000));
  {
    await using server = await RawServer.opened({ project: shop.root });
    await listed(server);
    await server.call("codegraph_search", { query: "price\nprice" });
  }
  assert.equal(Deno.statSync(`${log}.1`).size, 1_100_000);
  const lines = Deno.readTextFileSync(log).trimEnd().split("\n");
  assert.match(lines.at(-1)!, /info codegraph_search .* ok$/);
  assert.ok(lines.every((line) => /^\d{4}-\d\d-\d\dT\S+ \d+ (info|warn|error) /.test(line)));
});

/** A project of which indexing takes a while. */
function manyFiles(count: number): typeof SHOP {
  const body = (file: number): string =>
    Array.from(
      { length: 60 },
      (_, index) =>
        `def work_${file}_${index}(value):\n    """Works on a value."""\n    return work_${file}(value) + ${index}\n`,
    ).join("\n\n");
  return Object.fromEntries(
    Array.from({ length: count }, (_, file) => [
      `src/module_${file}.py`,
      `def work_${file}(value):\n    return value\n\n\n${body(file)}`,
    ]),
  );
}
