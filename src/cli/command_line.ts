/** Parses arguments and runs a subcommand. */
import { Command, CommanderError } from "commander";
import { VERSION } from "../version.ts";
import { addExport } from "./export.ts";
import { addIndex } from "./index.ts";
import { explainError } from "./explain_error.ts";
import { OutputClosedError, Terminal } from "./terminal.ts";

/** Exit codes of the command line. */
export const ExitCode = {
  done: 0,
  /** Could not, or nothing found. */
  failed: 1,
  wrongUsage: 2,
} as const;

/** What every subcommand gets. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Set by the subcommand: the exit code of the process. */
  exitCode: number;
}

/** Runs the command line. @returns the exit code */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const context: CommandContext = { terminal: new Terminal(), exitCode: ExitCode.done };
  try {
    await program(context).parseAsync(args, { from: "user" });
    return context.exitCode;
  } catch (error) {
    return exitCodeOf(error, context.terminal);
  }
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

function program(context: CommandContext): Command {
  const { terminal } = context;
  const root = new Command("codegraph")
    .description(
      "Knows who calls what in a project: a code knowledge graph in the project's own directory.",
    )
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => terminal.error(text.trimEnd().replace(/^error: /, "")),
    })
    .showSuggestionAfterError(true)
    .showHelpAfterError(false);
  for (const add of SUBCOMMANDS) add(root, context);
  return root;
}

const SUBCOMMANDS: readonly ((root: Command, context: CommandContext) => void)[] = [
  addIndex,
  addExport,
];
