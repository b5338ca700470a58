/** `codegraph uninit`: undoes what was made in a project. */
import type { Command } from "commander";
import { takeWriteLock } from "../index/write_lock.ts";
import { locateIndex, removeLayout } from "../project/layout.ts";
import { type CommandContext, ExitCode } from "./command_context.ts";
import { projectRoot } from "./open_project.ts";

interface UninitFlags {
  readonly project?: string;
}

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("uninit")
    .description("Remove the index, the link and the ignore lines that were added, nothing else.")
    .argument("[path]", "the project's directory (default: found from here)")
    .option("--project <path>", "the project's directory")
    .addHelpText("after", "\nExample:\n  codegraph uninit ~/src/flask")
    .action((path: string | undefined, flags: UninitFlags) => runUninit(path, flags, context));
}

function runUninit(path: string | undefined, flags: UninitFlags, context: CommandContext): void {
  const { terminal } = context;
  const root = projectRoot(path ?? flags.project);
  const layout = locateIndex(root);
  // Whoever writes the index just now would go on doing so.
  if (layout !== undefined) takeWriteLock(layout.lockPath)[Symbol.dispose]();
  const { removed, kept } = removeLayout(root);
  for (const one of removed) terminal.write(`Removed ${one}\n`);
  for (const one of kept) terminal.write(`Kept ${one}: it is not ours\n`);
  if (removed.length > 0) return;
  terminal.error(`there is no index in ${root}`, "Nothing was removed.");
  context.exitCode = ExitCode.failed;
}
