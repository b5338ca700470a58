/**
 * Has the protocol's own tools try the server: the MCP Inspector's command line, and the official
 * conformance suite as far as it is about tools.
 */
import { join } from "node:path";
import { clean } from "./bench/subjects.ts";
import { cacheFolder } from "./measure/cache_folder.ts";
import { productCommand, run } from "./measure/command.ts";
import { print, runTask, TaskFailure } from "./measure/task.ts";
import { checkConformance } from "./protocol/conformance.ts";
import { checkInspector } from "./protocol/inspector.ts";

const USAGE = `usage: deno task protocol

Serves a small project, and checks the server with the MCP Inspector's command line (which needs Node.js)
and with the official conformance suite.

environment: PRODUCT_COMMAND starts the product (default: this checkout).`;

const SAMPLE = `def greet(name):
    """Says hello."""
    return "hello " + name


def main():
    print(greet("world"))
`;

async function protocol(): Promise<void> {
  const project = Deno.makeTempDirSync({ prefix: "protocol_" });
  try {
    Deno.writeTextFileSync(join(project, "hello.py"), SAMPLE);
    clean(project);
    const [command = "", ...args] = productCommand();
    await run({ command, args: [...args, "index", "--quiet", project] }, "nothing");
    const cache = cacheFolder("codegraph-protocol");
    Deno.mkdirSync(cache, { recursive: true });
    const server = {
      command,
      args: [...args, "serve", "--mcp"],
      env: { BIOROUTER_WORKING_DIR: project },
    };
    const faults = [...await checkInspector(server, cache), ...await checkConformance(server)];
    if (faults.length > 0) throw new TaskFailure(faults.join("\n"));
    print("The Inspector and the conformance suite find nothing wrong.");
  } finally {
    Deno.removeSync(project, { recursive: true });
  }
}

if (import.meta.main) {
  await runTask(async () => {
    if (Deno.args.length > 0) print(USAGE);
    else await protocol();
  });
}
