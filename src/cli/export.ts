/** `codegraph export`: prints the graph. */
import { type Command, Option } from "commander";
import type { CommandContext } from "./command_context.ts";
import { projectRoot } from "./open_project.ts";

interface ExportFlags {
  readonly format: "jsonl";
  readonly project?: string;
  readonly quiet?: boolean;
}

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("export")
    .description("Print the graph; a project without an index is indexed first.")
    .argument("[path]", "the project's directory (default: found from here)")
    .addOption(new Option("--format <format>", "the form").choices(["jsonl"]).default("jsonl"))
    .option("--project <path>", "the project's directory")
    .option("--quiet", "print nothing but the graph and errors")
    .addHelpText("after", "\nExample:\n  codegraph export --format jsonl ~/src/flask > graph.jsonl")
    .action((path: string | undefined, flags: ExportFlags) => runExport(path, flags, context));
}

async function runExport(
  path: string | undefined,
  flags: ExportFlags,
  { terminal }: CommandContext,
): Promise<void> {
  terminal.quiet = flags.quiet === true;
  const root = projectRoot(path ?? flags.project);
  const { openOrBuild } = await import("./open_or_build.ts");
  const { exportLines } = await import("../answers/export.ts");
  using store = await openOrBuild(root, terminal);
  let lines: string[] = [];
  for (const line of exportLines(store)) {
    if (lines.push(line) < LINES_A_WRITE) continue;
    terminal.print(lines.join("\n"));
    lines = [];
  }
  if (lines.length > 0) terminal.print(lines.join("\n"));
}

const LINES_A_WRITE = 2000;
