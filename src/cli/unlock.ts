/** `codegraph unlock`: says who holds the index, and removes what a dead holder left. */
import type { Command } from "commander";
import { releaseDeadLock } from "../index/write_lock.ts";
import { watchHolder, WatchLock } from "../index/watch_lock.ts";
import type { CommandContext } from "./command_context.ts";
import { projectRoot, requireIndex } from "./open_project.ts";

interface UnlockFlags {
  readonly project?: string;
}

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("unlock")
    .description("Remove a lock whose holder is dead; refused while it lives.")
    .argument("[path]", "the project's directory (default: found from here)")
    .option("--project <path>", "the project's directory")
    .addHelpText("after", "\nExample:\n  codegraph unlock")
    .action((path: string | undefined, flags: UnlockFlags) => runUnlock(path, flags, context));
}

/** A living holder of the write lock makes `releaseDeadLock` throw, which says who it is. */
function runUnlock(
  path: string | undefined,
  flags: UnlockFlags,
  { terminal }: CommandContext,
): void {
  const { lockPath, cacheDirectory } = requireIndex(projectRoot(path ?? flags.project));
  const left = releaseDeadLock(lockPath);
  terminal.write(
    left === "" ? "Nobody holds the index.\n" : `Removed what was left of ${left}.\n`,
  );
  const watch = WatchLock.tryTake(cacheDirectory);
  if (watch === undefined) {
    const holder = watchHolder(cacheDirectory);
    const who = holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host} since ${holder.since}`;
    terminal.write(`The project is watched by ${who}, which stops nobody from writing.\n`);
  } else watch[Symbol.dispose]();
}
