/** `codegraph index`: builds the index of a project. */
import type { Command } from "commander";
import { ParsePool } from "../index/parse_pool.ts";
import { seedsFor } from "../index/seeds.ts";
import { type CommandContext, ExitCode } from "./command_context.ts";
import { projectRoot } from "./open_project.ts";

interface IndexFlags {
  readonly force?: boolean;
  readonly project?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("index")
    .description("Index a project from nothing.")
    .argument("[path]", "the project's directory (default: found from here)")
    .option("--force", "start from nothing, also in place of a newer version's index")
    .option("--project <path>", "the project's directory")
    .option("--json", "print the summary as JSON")
    .option("--quiet", "print nothing but errors")
    .addHelpText("after", "\nExample:\n  codegraph index ~/src/flask")
    .action((path: string | undefined, flags: IndexFlags) => runIndex(path, flags, context));
}

async function runIndex(
  path: string | undefined,
  flags: IndexFlags,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context;
  terminal.quiet = flags.quiet === true;
  const root = projectRoot(path ?? flags.project);
  const force = flags.force === true;
  // The workers load their modules while this thread loads its own; a seed needs none.
  const pool = force || seedsFor(root).length === 0 ? new ParsePool() : undefined;
  try {
    const { indexProject } = await import("./index_project.ts");
    const given = pool === undefined ? {} : { pool };
    const summary = await indexProject(root, terminal, { force, ...given });
    const { leftOutText, summaryText } = await import("./summary_text.ts");
    const hasSource = summary.languages.length > 0;
    if (flags.json === true) terminal.print(JSON.stringify(summary, null, 2));
    else if (!terminal.quiet && hasSource) terminal.write(summaryText(summary, terminal));
    if (hasSource) return;
    const leftOut = leftOutText(summary);
    terminal.error(
      `no source files of a known language in ${root}` +
        (leftOut === "" ? "" : ` that could be read; left out: ${leftOut}`),
      "See: codegraph languages",
    );
    context.exitCode = ExitCode.failed;
  } finally {
    pool?.close();
  }
}
