/** `codegraph sync`: brings the index up to date. */
import type { Command } from "commander";
import { setAsideText } from "../index/index_summary.ts";
import { syncIndex, type SyncSummary } from "../index/sync.ts";
import { LANGUAGES } from "../languages/registry.ts";
import { ensureLayout } from "../project/layout.ts";
import { readSettings } from "../project/settings.ts";
import type { CommandContext } from "./command_context.ts";
import { stopOnInterrupt } from "./interrupt.ts";
import { projectRoot } from "./open_project.ts";

/** Paths of each kind that are listed one by one. */
const MOST_LISTED = 20;

interface SyncFlags {
  readonly project?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("sync")
    .description("Bring the index up to date and say what changed.")
    .argument("[path]", "the project's directory (default: found from here)")
    .option("--project <path>", "the project's directory")
    .option("--json", "print what was done as JSON")
    .option("--quiet", "print nothing but errors")
    .addHelpText("after", "\nExample:\n  codegraph sync")
    .action((path: string | undefined, flags: SyncFlags) => runSync(path, flags, context));
}

async function runSync(
  path: string | undefined,
  flags: SyncFlags,
  { terminal }: CommandContext,
): Promise<void> {
  terminal.quiet = flags.quiet === true;
  const root = projectRoot(path ?? flags.project);
  const settings = readSettings(root, new Set(LANGUAGES.map(({ id }) => id)));
  using interrupt = stopOnInterrupt();
  const summary = await syncIndex({
    layout: ensureLayout(root),
    settings,
    signal: interrupt.signal,
  });
  const { directories: _, ...done } = summary;
  if (flags.json === true) terminal.print(JSON.stringify(done, null, 2));
  else if (!terminal.quiet) terminal.write(syncText(summary));
}

function syncText(summary: SyncSummary): string {
  const { added, changed, removed, resolvedAgain, rebuilt, milliseconds, setAside } = summary;
  const seconds = `${(milliseconds / 1000).toFixed(2)} s`;
  if (setAside !== undefined) {
    return `${setAsideText(setAside)}\nBuilt a new one in ${seconds}.\n`;
  }
  if (rebuilt) return `Built the index anew for this version in ${seconds}.\n`;
  if (added.length + changed.length + removed.length === 0) {
    return `Nothing changed; the index is up to date (${seconds}).\n`;
  }
  const touched = resolvedAgain === 0
    ? ""
    : ` Calls were worked out again in ${resolvedAgain} more file${
      resolvedAgain === 1 ? "" : "s"
    }.`;
  return listed("Added", added) + listed("Changed", changed) + listed("Removed", removed) +
    `The index is up to date (${seconds}).${touched}\n`;
}

function listed(title: string, paths: readonly string[]): string {
  if (paths.length === 0) return "";
  const rest = paths.length - MOST_LISTED;
  const lines = paths.slice(0, MOST_LISTED).map((path) => `  ${path}\n`);
  return `${title}:\n${lines.join("")}${rest > 0 ? `  … and ${rest} more\n` : ""}`;
}
