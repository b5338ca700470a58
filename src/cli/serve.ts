/** `codegraph serve`: answers an MCP client over standard input and output. */
import type { Command } from "commander";
import { type CommandContext, ExitCode } from "./command_context.ts";

interface ServeFlags {
  readonly mcp?: boolean;
  readonly project?: string;
}

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("serve")
    .description("Serve the project's graph to an agent, over MCP on stdin and stdout.")
    .option("--mcp", "speak the Model Context Protocol")
    .option("--project <path>", "the project's directory (default: found from here)")
    .addHelpText("after", "\nExample:\n  codegraph serve --mcp --project ~/src/flask")
    .action((flags: ServeFlags) => runServe(flags, context));
}

async function runServe({ mcp, project }: ServeFlags, context: CommandContext): Promise<void> {
  if (mcp !== true) {
    context.terminal.error("serve what?", "Run: codegraph serve --mcp");
    context.exitCode = ExitCode.wrongUsage;
    return;
  }
  const { serve } = await import("../mcp/server.ts");
  await serve({
    explicit: project,
    environment: (name) => Deno.env.get(name),
    currentDirectory: Deno.cwd(),
    installDirectory: Deno.env.get("CODEGRAPH_INSTALL_DIR"),
    streams: { input: Deno.stdin.readable, output: Deno.stdout.writable },
    signal: stopSignal(),
  });
}

/** Aborted when the system asks the process to end. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const signals: Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT", "SIGBREAK"]
    : ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) Deno.addSignalListener(signal, () => controller.abort());
  return controller.signal;
}
