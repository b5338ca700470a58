/** The server as the protocol's own client sees it: it checks every structured answer by its schema. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
// @ts-types="@modelcontextprotocol/sdk/client"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/types"
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { type IndexedProject, indexedProject, SHOP } from "../sample_project.ts";

const MAIN = join(import.meta.dirname!, "..", "..", "src", "main.ts");
const SOURCES = join(import.meta.dirname!, "..", "..", "src");

/** A client and its server; with `roots`, a client that offers them and names no project otherwise. */
async function connected(
  project: string,
  roots = false,
): Promise<{ readonly client: Client } & AsyncDisposable> {
  const client = new Client(
    { name: "official-client", version: "1.0.0" },
    { capabilities: roots ? { roots: {} } : {} },
  );
  if (roots) {
    const uri = pathToFileURL(project).href;
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri }] }));
  }
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args: ["run", "-A", "--no-check", MAIN, "serve", "--mcp"],
      env: { ...Deno.env.toObject(), BIOROUTER_WORKING_DIR: roots ? "" : project },
      cwd: Deno.realPathSync(Deno.makeTempDirSync()),
      stderr: "ignore",
    }),
  );
  return { client, [Symbol.asyncDispose]: (): Promise<void> => client.close() };
}

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

async function call(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<Result> {
  return await client.callTool({
    name: `codegraph_${name}`,
    arguments: given,
  }) as unknown as Result;
}

/** Our own sources and the languages' cases: real code in several languages. */
async function realProject(): Promise<IndexedProject> {
  const tree: Record<string, string> = {};
  for (const [path, text] of textFiles(SOURCES)) tree[`src/${path}`] = text;
  return await indexedProject(tree);
}

function* textFiles(directory: string, prefix = ""): Generator<[path: string, text: string]> {
  for (const { name, isDirectory } of Deno.readDirSync(directory)) {
    const path = join(directory, name);
    if (isDirectory) yield* textFiles(path, `${prefix}${name}/`);
    else if (/\.(?:ts|py)$/.test(name)) yield [prefix + name, Deno.readTextFileSync(path)];
  }
}

Deno.test("every tool's answers on a real project are as its schema says, and within their size", async () => {
  using project = await realProject();
  await using server = await connected(project.root);
  const { client } = server;
  // The client refuses an answer that is not as its tool's schema says.
  await client.listTools();
  const symbols = ["Parser", "explore", "IndexStore", "IndexStore.open", "add", "main", "absent"];
  const questions: [string, Record<string, unknown>][] = [
    ...symbols.flatMap((symbol): [string, Record<string, unknown>][] => [
      ["search", { query: symbol }],
      ["callers", { symbol, depth: 2 }],
      ["callees", { symbol, depth: 2 }],
      ["impact", { symbol, depth: 3 }],
      ["node", { symbol, includeCode: true }],
      ["trace", { from: symbol, to: "openReadOnly" }],
      ["explore", { query: `how does ${symbol} work` }],
      ["context", { task: `change ${symbol}` }],
    ]),
    ["node", { symbol: "src/store/schema.ts" }],
    ["explore", { query: "zxqv" }],
    ["explore", { query: "how are files walked", maxFiles: 2, maxChars: 3000 }],
    ["context", { task: "read a new language", includeCode: false, maxNodes: 5 }],
    ["search", { query: "read a file", limit: 50, maxChars: 2000 }],
    ["status", {}],
  ];
  for (const [name, given] of questions) {
    const { content, structuredContent, isError } = await call(client, name, given);
    const asked = `${name} ${JSON.stringify(given)}`;
    assert.notEqual(isError, true, `${asked}: ${content[0]!.text}`);
    assert.ok(content[0]!.text.length > 0, asked);
    const size = Math.max(content[0]!.text.length, JSON.stringify(structuredContent).length);
    const most = Number(given["maxChars"] ?? 12_000);
    assert.ok(size <= most, `${asked}: ${size} characters`);
  }
});

Deno.test("a client's root is the project when nobody else names one", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await connected(shop.root, true);
  const { content } = await call(server.client, "callers", { symbol: "pricing_for" });
  assert.match(content[0]!.text, /Cart\.total/);
});

Deno.test("a question asked wrongly is answered with what to do", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await connected(shop.root);
  const wrong: [string, Record<string, unknown>, RegExp][] = [
    ["search", {}, /query is missing\nGive query/],
    ["search", { query: "x", limit: "many" }, /limit is "many"\nGive a whole number from 1 to/],
    ["search", { query: "x", kind: "klass" }, /kind is "klass"\nGive one of /],
    ["callers", { symbl: "x" }, /no parameter "symbl"\nThe parameters are symbol, file, /],
    ["callers", { symbol: 7 }, /symbol is 7\nGive a text/],
    ["search", { query: "x", projectPath: "/nowhere/at/all" }, /does not exist\nLeave projectPath/],
  ];
  for (const [name, given, told] of wrong) {
    const { content, isError } = await call(server.client, name, given);
    assert.equal(isError, true, `${name} ${JSON.stringify(given)}`);
    assert.match(content[0]!.text, told);
  }
});

Deno.test("numbers as text and parameters that are null are taken as they are meant", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await connected(shop.root);
  const given = { query: "price", limit: "1", kind: null, path: "" };
  const { structuredContent } = await call(server.client, "search", given);
  assert.equal((structuredContent as { results: unknown[] }).results.length, 1);
});
