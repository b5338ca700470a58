/** `codegraph watch`: keeps the index up to date without a client. */
import type { Command } from "commander";
import { FreshIndex } from "../index/fresh_index.ts";
import { ensureLayout } from "../project/layout.ts";
import type { CommandContext } from "./command_context.ts";
import { InterruptedError, stopOnInterrupt } from "./interrupt.ts";
import { projectRoot } from "./open_project.ts";

interface WatchFlags {
  readonly project?: string;
  readonly quiet?: boolean;
}

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("watch")
    .description("Keep the index up to date until stopped.")
    .argument("[path]", "the project's directory (default: found from here)")
    .option("--project <path>", "the project's directory")
    .option("--quiet", "print nothing but errors")
    .addHelpText("after", "\nExample:\n  codegraph watch ~/src/flask")
    .action((path: string | undefined, flags: WatchFlags) => runWatch(path, flags, context));
}

async function runWatch(
  path: string | undefined,
  flags: WatchFlags,
  { terminal }: CommandContext,
): Promise<void> {
  const layout = ensureLayout(projectRoot(path ?? flags.project));
  using interrupt = stopOnInterrupt();
  const say = (message: string): void => {
    if (flags.quiet !== true) terminal.write(`${message}\n`);
  };
  const index = new FreshIndex(layout, say);
  say(`following ${layout.root}; stop with Ctrl-C`);
  const state = await index.settled(Infinity, interrupt.signal);
  if (state.kind === "failed") terminal.error(state.message, state.remedy);
  await new Promise<void>((resolve) => {
    if (interrupt.signal.aborted) resolve();
    interrupt.signal.addEventListener("abort", () => resolve());
  });
  await index.close();
  if (!(interrupt.signal.reason instanceof InterruptedError)) throw interrupt.signal.reason;
}
