/** Parses arguments and runs a subcommand. */
import { Command, CommanderError } from "commander";
import { InputError } from "../answers/parameters.ts";
import { VERSION } from "../version.ts";
import { type CommandContext, ExitCode } from "./command_context.ts";
import { explainError } from "./explain_error.ts";
import { OutputClosedError, Terminal } from "./terminal.ts";

interface Subcommand {
  readonly add: (root: Command, context: CommandContext) => void;
}

type Subcommands = Readonly<Record<string, () => Promise<Subcommand>>>;

/** Every subcommand by name, as they stand in the help. Only the one that is asked for is loaded. */
const GROUPS: Readonly<Record<string, Subcommands>> = {
  "The index:": {
    index: () => import("./index.ts"),
    sync: () => import("./sync.ts"),
    watch: () => import("./watch.ts"),
    status: () => import("./status.ts"),
    unlock: () => import("./unlock.ts"),
    uninit: () => import("./uninit.ts"),
  },
  "Questions:": {
    search: () => import("./search.ts"),
    callers: () => import("./callers.ts"),
    callees: () => import("./callees.ts"),
    trace: () => import("./trace.ts"),
    impact: () => import("./impact.ts"),
    node: () => import("./node.ts"),
    explore: () => import("./explore.ts"),
    context: () => import("./context.ts"),
    files: () => import("./files.ts"),
    affected: () => import("./affected.ts"),
  },
  "More:": {
    export: () => import("./export.ts"),
    serve: () => import("./serve.ts"),
    languages: () => import("./languages.ts"),
    doctor: () => import("./doctor.ts"),
    version: () => import("./version.ts"),
  },
};

const SUBCOMMANDS: Subcommands = Object.assign({}, ...Object.values(GROUPS));

const HELP_END = `
Examples:
  codegraph index ~/src/flask
  codegraph callers url_for --project ~/src/flask

Exit codes: 0 done, 1 could not or nothing found, 2 wrong usage.
Results go to stdout, everything else to stderr. NO_COLOR=1 sets nothing off in bold.`;

/** Runs the command line. @returns the exit code */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const context: CommandContext = { terminal: new Terminal(), exitCode: ExitCode.done };
  try {
    const asked = askedFor(args);
    const root = await program(asked, context);
    if (asked.length === 0) root.help();
    await root.parseAsync(asked, { from: "user" });
    return context.exitCode;
  } catch (error) {
    return exitCodeOf(error, context.terminal);
  }
}

/** Help for a command that there is not becomes that command, whose error names the nearest one. */
function askedFor(args: readonly string[]): readonly string[] {
  const [name, of = ""] = args;
  if (name !== "help" || of === "" || Object.hasOwn(SUBCOMMANDS, of)) return args;
  return of === "help" ? ["help"] : [of];
}

function exitCodeOf(error: unknown, terminal: Terminal): number {
  if (error instanceof OutputClosedError) return ExitCode.done;
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? ExitCode.done : ExitCode.wrongUsage;
  }
  const { message, remedy } = explainError(error);
  terminal.error(message, remedy);
  return error instanceof InputError ? ExitCode.wrongUsage : ExitCode.failed;
}

async function program(args: readonly string[], context: CommandContext): Promise<Command> {
  const { terminal } = context;
  const root = new Command("codegraph")
    .description("Knows who calls what in a project, from an index in the project's own directory.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .exitOverride()
    .configureHelp({ subcommandTerm })
    .configureOutput({
      writeOut: (text) => terminal.write(text),
      writeErr: (text) => usageError(text, args, terminal),
    })
    .showSuggestionAfterError(true)
    .addHelpText("after", HELP_END);
  const [name = ""] = args;
  if (Object.hasOwn(SUBCOMMANDS, name)) (await SUBCOMMANDS[name]!()).add(root, context);
  else await addAll(root, context);
  return root;
}

async function addAll(root: Command, context: CommandContext): Promise<void> {
  for (const [heading, group] of Object.entries(GROUPS)) {
    root.commandsGroup(heading);
    const commands = await Promise.all(Object.values(group).map((load) => load()));
    for (const { add } of commands) add(root, context);
  }
  root.helpCommand("help [command]", "Help for a command.");
}

/** A command in the list of commands, without the options that each of them has. */
function subcommandTerm(command: Command): string {
  const args = command.registeredArguments.map((argument) => {
    const words = argument.name() + (argument.variadic ? "..." : "");
    return argument.required ? ` <${words}>` : ` [${words}]`;
  });
  return command.name() + args.join("");
}

/** Reports wrong usage, with the nearest right one and where to read more. */
function usageError(text: string, [name = ""]: readonly string[], terminal: Terminal): void {
  const [message = "", suggestion = ""] = text.trimEnd().replace(/^error: /, "").split("\n");
  const isCommand = Object.hasOwn(SUBCOMMANDS, name);
  const hints = [
    suggestion.replace(/^\((.*)\)$/, "$1"),
    name.startsWith("-") && !suggestion ? "Options stand after the command." : "",
    `See: codegraph ${isCommand ? `${name} --help` : "help"}`,
  ];
  terminal.error(message, hints.filter((hint) => hint !== "").join(" "));
}
