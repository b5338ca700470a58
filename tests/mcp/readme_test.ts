/** Clients that are configured as the README says get answers. */
import assert from "node:assert/strict";
import { delimiter, join } from "node:path";
// @ts-types="@modelcontextprotocol/sdk/client"
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
// @ts-types="@modelcontextprotocol/sdk/client/stdio"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { indexedProject, SHOP } from "../sample_project.ts";

const ROOT = join(import.meta.dirname!, "..", "..");
const README = Deno.readTextFileSync(join(ROOT, "README.md"));

/** What a client starts. */
interface Configured {
  readonly command: string;
  readonly args: readonly string[];
}

/** The servers in the README's JSON configurations. */
function inJson(): Configured[] {
  const found: Configured[] = [];
  for (const [, json] of README.matchAll(/^```json\n(.*?)^```/gms)) {
    const { mcpServers, servers = mcpServers } = JSON.parse(json!) as Partial<
      Record<"mcpServers" | "servers", Record<string, Configured>>
    >;
    found.push(...Object.values(servers ?? {}));
  }
  return found;
}

/** The server in the README's configuration of BioRouter. */
function inYaml(): Configured {
  const [, command, args] = /^ {4}cmd: (\S+)\n {4}args: \[(.*)\]$/m.exec(README) ?? [];
  assert.ok(command !== undefined && args !== undefined);
  return { command, args: args.split(", ") };
}

/** The server as it is started from a checkout. */
function fromCheckout(): Configured {
  const [, args] = /`-y deno@2\.9\.6 (run [^`]*)`/.exec(README.replaceAll("\n", " ")) ?? [];
  assert.ok(args !== undefined);
  return { command: "deno", args: args.replace("~/CodeGraphAgent", ROOT).split(" ") };
}

/** A directory for the `PATH` with the programs that configurations name. */
function programs(): string {
  const directory = Deno.makeTempDirSync();
  const deno = `#!/bin/sh\nexec '${Deno.execPath()}' `;
  for (
    const [name, script] of [
      ["deno", `${deno}"$@"\n`],
      ["codegraph", `${deno}run -A --no-check '${join(ROOT, "src", "main.ts")}' "$@"\n`],
    ] as const
  ) {
    Deno.writeTextFileSync(join(directory, name), script, { mode: 0o755 });
  }
  return directory;
}

Deno.test({
  name: "a client configured as the README says gets answers about the directory it starts in",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    using shop = await indexedProject(SHOP);
    const { BIOROUTER_WORKING_DIR: _, PATH = "", ...env } = Deno.env.toObject();
    const path = programs() + delimiter + PATH;
    const configured = [...inJson(), inYaml(), fromCheckout()];
    assert.equal(configured.length, 4);
    for (const { command, args } of configured) {
      const client = new Client({ name: "configured-client", version: "1.0.0" });
      const transport = new StdioClientTransport({
        command,
        args: [...args],
        env: { ...env, PATH: path },
        cwd: shop.root,
        stderr: "ignore",
      });
      await client.connect(transport);
      const given = { name: "codegraph_callers", arguments: { symbol: "pricing_for" } };
      const { structuredContent } = await client.callTool(given);
      assert.match(JSON.stringify(structuredContent), /Cart\.total/, [command, ...args].join(" "));
      await client.close();
    }
  },
});
