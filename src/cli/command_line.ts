/** Parses arguments and runs a subcommand. */
import { Command, CommanderError } from "commander";
import { VERSION } from "../version.ts";
import { type CommandContext, ExitCode } from "./command_context.ts";
import { explainError } from "./explain_error.ts";
import { OutputClosedError, Terminal } from "./terminal.ts";

interface Subcommand {
  readonly add: (root: Command, context: CommandContext) => void;
}

/** Every subcommand by name. Only the one that is asked for is loaded. */
const SUBCOMMANDS: Readonly<Record<string, () => Promise<Subcommand>>> = {
  index: () => import("./index.ts"),
  sync: () => import("./sync.ts"),
  search: () => import("./search.ts"),
  callers: () => import("./callers.ts"),
  callees: () => import("./callees.ts"),
  serve: () => import("./serve.ts"),
  trace: () => import("./trace.ts"),
  impact: () => import("./impact.ts"),
  node: () => import("./node.ts"),
  explore: () => import("./explore.ts"),
  context: () => import("./context.ts"),
  status: () => import("./status.ts"),
  languages: () => import("./languages.ts"),
  version: () => import("./version.ts"),
  export: () => import("./export.ts"),
  watch: () => import("./watch.ts"),
  unlock: () => import("./unlock.ts"),
  uninit: () => import("./uninit.ts"),
};

/** Runs the command line. @returns the exit code */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const context: CommandContext = { terminal: new Terminal(), exitCode: ExitCode.done };
  try {
    const root = program(context);
    for (const { add } of await subcommands(args)) add(root, context);
    if (args.length === 0) root.help();
    await root.parseAsync(args, { from: "user" });
    return context.exitCode;
  } catch (error) {
    return exitCodeOf(error, context.terminal);
  }
}

function subcommands([name = ""]: readonly string[]): Promise<Subcommand[]> {
  const asked = Object.hasOwn(SUBCOMMANDS, name) ? [SUBCOMMANDS[name]!] : undefined;
  return Promise.all((asked ?? Object.values(SUBCOMMANDS)).map((load) => load()));
}

function exitCodeOf(error: unknown, terminal: Terminal): number {
  if (error instanceof OutputClosedError) return ExitCode.done;
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? ExitCode.done : ExitCode.wrongUsage;
  }
  const { message, remedy } = explainError(error);
  terminal.error(message, remedy);
  return ExitCode.failed;
}

function program({ terminal }: CommandContext): Command {
  return new Command("codegraph")
    .description("Knows who calls what in a project, from an index in the project's own directory.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.error(text.trimEnd().replace(/^error: /, "")),
    })
    .showSuggestionAfterError(true);
}
