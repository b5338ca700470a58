import type { Invocation } from "../measure/command.ts";
import { HttpBridge } from "./http_bridge.ts";

const PACKAGE = "npm:@modelcontextprotocol/conformance@0.1.16";
/** The others need tools, prompts and resources that are made for the suite. */
const SCENARIOS = ["server-initialize", "ping", "tools-list"];

/**
 * Runs the scenarios of the official conformance suite that fit any server. The suite speaks HTTP, so a
 * bridge stands in between.
 *
 * @returns what is wrong
 */
export async function checkConformance(server: Invocation): Promise<string[]> {
  const faults: string[] = [];
  for (const scenario of SCENARIOS) {
    await using bridge = new HttpBridge(server);
    const url = `http://127.0.0.1:${bridge.port}/mcp`;
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-lock",
        "--no-config",
        PACKAGE,
        "server",
        "--url",
        url,
        "--scenario",
        scenario,
      ],
      cwd: Deno.makeTempDirSync(),
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    const said = decoder.decode(stdout) + decoder.decode(stderr);
    if (!success) faults.push(`conformance ${scenario}:\n${said}`);
  }
  return faults;
}
