import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { type RawServer, textOf } from "./raw_server.ts";

/** Asks until a function is found, or is no longer found. */
export async function seen(server: RawServer, symbol: string, isThere = true): Promise<void> {
  let said = "";
  for (let tries = 0; tries < 400; tries++) {
    const result = await server.call("codegraph_node", { symbol });
    said = textOf(result);
    const isFound = result.isError !== true && said.includes(`def ${symbol}`);
    if (isFound === isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`${symbol} ${isThere ? "is not found" : "is still found"}: ${said}`);
}

/** Writes a file of a project, with the directories that it lies in. */
export function write(root: string, path: string, text: string): void {
  Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
  Deno.writeTextFileSync(join(root, path), text);
}
