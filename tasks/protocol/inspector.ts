import { join } from "node:path";
import { type Invocation, run } from "../measure/command.ts";
import { isFolder } from "../measure/files.ts";

/** Later versions of the command line do not start for want of a file that their package lacks. */
const PACKAGE = "@modelcontextprotocol/inspector@0.16.0";
const ENTRY = "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js";

interface InspectedTool {
  readonly name: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
}

/**
 * Lists and calls the server's tools with the MCP Inspector's command line.
 *
 * @returns what is wrong
 * @throws TaskFailure when the Inspector cannot be installed
 */
export async function checkInspector(server: Invocation, cache: string): Promise<string[]> {
  const folder = join(cache, "inspector");
  if (!isFolder(join(folder, "node_modules"))) {
    Deno.mkdirSync(folder, { recursive: true });
    const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
    const args = ["install", "--prefix", folder, ...options, PACKAGE];
    await run({ command: "npm", args }, "nothing");
  }
  const inspect = (...args: string[]): Promise<Record<string, unknown>> =>
    inspected(server, join(folder, ENTRY), args);
  const faults: string[] = [];
  const { tools } = await inspect("--method", "tools/list") as { tools: InspectedTool[] };
  if (tools.length !== 9) faults.push(`the Inspector lists ${tools.length} tools`);
  for (const { name, inputSchema, outputSchema } of tools) {
    if (inputSchema === undefined || outputSchema === undefined) faults.push(`${name}: no schema`);
  }
  const call = ["--method", "tools/call", "--tool-name", "codegraph_callers"];
  const answer = await inspect(...call, "--tool-arg", "symbol=greet");
  if (!JSON.stringify(answer["structuredContent"] ?? "").includes("hello.py:main")) {
    faults.push(`the Inspector is answered ${JSON.stringify(answer)}`);
  }
  return faults;
}

async function inspected(
  { command, args, env = {} }: Invocation,
  entry: string,
  asked: readonly string[],
): Promise<Record<string, unknown>> {
  const variables = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const { stdout, stderr } = await new Deno.Command("node", {
    args: [entry, ...variables, "--cli", command, ...args, ...asked],
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  try {
    return JSON.parse(decoder.decode(stdout)) as Record<string, unknown>;
  } catch {
    return { said: decoder.decode(stdout) + decoder.decode(stderr) };
  }
}
