/** Questions for readers, when there are more than readers. */
import assert from "node:assert/strict";
import { ReaderPool } from "../../src/mcp/reader_pool.ts";
import { indexedProject, SHOP } from "../sample_project.ts";
import { databaseOf } from "../cli/with_project.ts";

Deno.test("questions that are withdrawn while they wait leave their place to the others", async () => {
  using shop = await indexedProject(SHOP);
  const pool = new ReaderPool();
  const about = { question: "search", root: shop.root, databasePath: databaseOf(shop.root) };
  const ask = (signal: AbortSignal): ReturnType<ReaderPool["ask"]> =>
    pool.ask({ ...about, given: { query: "price" } }, signal);
  try {
    const withdrawn = new AbortController();
    const asked = Array.from({ length: 8 }, () => ask(withdrawn.signal));
    const kept = ask(new AbortController().signal);
    withdrawn.abort();
    for (const reply of await Promise.all(asked)) {
      assert.ok("failure" in reply && reply.failure.kind === "cancelled", JSON.stringify(reply));
    }
    const reply = await kept;
    assert.ok("text" in reply && /Pricing\.price/.test(reply.text), JSON.stringify(reply));
  } finally {
    pool.close();
  }
});
