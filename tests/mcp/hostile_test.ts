/** The server among messages and arguments that nobody should send. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { indexedProject, SHOP } from "../sample_project.ts";
import { RawServer, textOf } from "./raw_server.ts";

Deno.test("what is no message is refused, and the next one answered", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  await server.send("{ this is no JSON");
  assert.equal((await server.next(({ error }) => error?.code === -32700)).id, null);
  await server.send('{"jsonrpc":"2.0","id":"seven","method":7}');
  assert.equal((await server.next(({ id }) => id === "seven")).error?.code, -32600);
  await server.send('{"jsonrpc":"1.0","id":8,"method":"ping"}');
  await server.send("[]");
  await server.next(({ id, error }) => id === null && error?.code === -32600);
  await server.send("null");
  await server.send("");
  assert.deepEqual((await server.request("ping", {})).result, {});
  assert.deepEqual(server.strays, []);
});

Deno.test("unknown methods and tools are errors of the protocol", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  assert.equal((await server.request("tools/burn", {})).error?.code, -32601);
  assert.equal((await server.request("resources/list", {})).error?.code, -32601);
  const unknown = await server.request("tools/call", { name: "rm", arguments: {} });
  assert.equal(unknown.error?.code, -32602);
  assert.match(unknown.error!.message, /there are codegraph_search/);
  const nameless = await server.request("tools/call", { arguments: {} });
  assert.ok(nameless.error !== undefined);
  const oddly = await server.request("tools/call", { name: "codegraph_status", arguments: [1] });
  assert.ok(oddly.error !== undefined);
});

Deno.test("a batch is answered message by message", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  await server.send(
    '[{"jsonrpc":"2.0","id":"a","method":"ping"},{"jsonrpc":"2.0","id":"b","method":"ping"}]',
  );
  for (const id of ["a", "b"]) {
    assert.deepEqual((await server.next((message) => message.id === id)).result, {});
  }
});

Deno.test("arguments beyond all measure are refused, and a line beyond all measure is", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  const long = await server.call("codegraph_search", { query: "x".repeat(3_000_000) });
  assert.match(textOf(long), /query has 3000000 characters; at most 10000 are taken/);
  await server.send(`{"jsonrpc":"2.0","id":"big","method":"ping","x":"${"y".repeat(17_000_000)}"}`);
  const refused = await server.next(({ error }) => error?.code === -32600);
  assert.match(refused.error!.message, /at most/);
  assert.match(textOf(await server.call("codegraph_search", { query: "price" })), /Pricing\.price/);
});

Deno.test("texts that mean something to a database, a path or a pattern mean nothing here", async () => {
  using shop = await indexedProject(SHOP);
  await using server = await RawServer.opened({ project: shop.root });
  const texts = [
    "'; DROP TABLE symbols; --",
    '" OR "1"="1',
    "name_words MATCH *",
    "%_!",
    "../../../../etc/passwd",
    "/etc/passwd",
    "file:///etc/passwd",
    "C:\\Windows\\System32",
    "(a+)+$",
    "\\",
    "🦆".repeat(500),
    "\u202e\u0007\ufeff",
    "a".repeat(9999),
    ":::::::",
    "#1",
    "..",
  ];
  for (const text of texts) {
    for (
      const [name, given] of [
        ["search", { query: text }],
        ["search", { query: text, path: text, language: text }],
        ["callers", { symbol: text, file: text }],
        ["node", { symbol: text, includeCode: true }],
        ["trace", { from: text, to: text }],
        ["impact", { symbol: text }],
        ["explore", { query: text }],
        ["context", { task: text }],
      ] as const
    ) {
      const result = await server.call(`codegraph_${name}`, given);
      assert.doesNotMatch(textOf(result), /root:x:|inside|SQLITE|undefined/, `${name} ${text}`);
    }
  }
  assert.deepEqual(server.strays, []);
});

Deno.test("a path to a project leads to a project or nowhere", async () => {
  using shop = await indexedProject(SHOP);
  using other = await indexedProject({ "other.py": "def elsewhere():\n    pass\n" });
  await using server = await RawServer.opened({ project: shop.root });
  const search = async (projectPath: unknown): Promise<string> =>
    textOf(await server.call("codegraph_search", { query: "elsewhere", projectPath }));
  assert.match(await search(other.root), /other\.py:1/);
  assert.match(await search(join(other.root, "other.py")), /other\.py:1/);
  assert.match(
    await search(join(shop.root, "shop", "..", "..", other.root.split("/").at(-1)!)),
    /other\.py:1/,
  );
  assert.doesNotMatch(await search(join(shop.root, "shop")), /other\.py/);
  assert.match(await search("/"), /not in a project/);
  assert.match(await search("../".repeat(60)), /not in a project/);
  assert.match(await search("nul\0byte"), /NUL/);
  assert.match(await search("x".repeat(5000)), /does not exist/);
  assert.match(await search(["/"]), /Give a text/);
});

Deno.test("source is never read through a link that took the place of a file", async () => {
  using shop = await indexedProject(SHOP);
  const secret = Deno.makeTempFileSync();
  Deno.writeTextFileSync(secret, "the secret\n".repeat(40));
  Deno.removeSync(join(shop.root, "shop/cart.py"));
  Deno.symlinkSync(secret, join(shop.root, "shop/cart.py"));
  await using server = await RawServer.opened({ project: shop.root });
  for (
    const [name, given] of [
      ["node", { symbol: "Cart", includeCode: true }],
      ["explore", { query: "how does Cart compute its total" }],
      ["context", { task: "change Cart.total" }],
      ["callers", { symbol: "pricing_for" }],
    ] as const
  ) {
    const result = await server.call(`codegraph_${name}`, given);
    assert.doesNotMatch(JSON.stringify(result), /the secret/, name);
  }
  Deno.removeSync(secret);
});
