/** `codegraph export`: prints the graph. */
import { type Command, Option } from "commander";
import { ExportedGraph } from "../answers/export/exported_graph.ts";
import { EXPORT_FORMATS } from "../answers/export/formats.ts";
import { graphPart } from "../answers/export/graph_part.ts";
import { FILE, SYMBOL } from "../answers/symbol_parameters.ts";
import { wholeNumber } from "../answers/parameters.ts";
import type { IndexStore } from "../store/index_store.ts";
import type { CommandContext } from "./command_context.ts";
import { projectRoot } from "./open_project.ts";
import { optionOf } from "./query.ts";
import type { Terminal } from "./terminal.ts";

const FORMATS = Object.keys(EXPORT_FORMATS);
const DEPTH = wholeNumber("how many edges around the symbol, e.g. 2", {
  least: 1,
  most: 10,
  default: 1,
});

interface ExportFlags {
  readonly format: string;
  readonly symbol?: string;
  readonly file?: string;
  readonly depth: number;
  readonly project?: string;
  readonly quiet?: boolean;
}

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  root.command("export")
    .description("Print the graph; a project without an index is indexed first.")
    .argument("[path]", "the project's directory (default: found from here)")
    .addOption(new Option("--format <format>", "the form").choices(FORMATS).default("jsonl"))
    .addOption(optionOf("symbol", SYMBOL, "only the part around it: "))
    .addOption(optionOf("file", FILE))
    .addOption(optionOf("depth", DEPTH))
    .option("--project <path>", "the project's directory")
    .option("--quiet", "print nothing but the graph and errors")
    .addHelpText("after", EXAMPLES)
    .action((path: string | undefined, flags: ExportFlags) => runExport(path, flags, context));
}

const EXAMPLES = `
dot and mermaid are for drawing: they leave out symbols without edges, and draw one arrow for all
places where one symbol uses another alike; the other forms hold every symbol and every place. Most
viewers of Mermaid draw 500 arrows and no more: narrow it down with --symbol.

Examples:
  codegraph export ~/src/flask > graph.jsonl
  codegraph export --format dot --symbol Flask.url_for | dot -Tsvg > url_for.svg`;

async function runExport(
  path: string | undefined,
  flags: ExportFlags,
  { terminal }: CommandContext,
): Promise<void> {
  terminal.quiet = flags.quiet === true;
  const root = projectRoot(path ?? flags.project);
  const { openOrBuild } = await import("./open_or_build.ts");
  using store = await openOrBuild(root, terminal);
  const { format } = flags;
  store.snapshot(() =>
    printLines(EXPORT_FORMATS[format]!(graphOf(store, flags, terminal)), terminal)
  );
}

function graphOf(store: IndexStore, flags: ExportFlags, terminal: Terminal): ExportedGraph {
  const { symbol, file, depth } = flags;
  if (symbol === undefined) return new ExportedGraph(store);
  const { graph, moreSymbols, isComplete } = graphPart(store, symbol, file, depth);
  if (moreSymbols > 0) terminal.note(`Left out: ${moreSymbols} more of that name; narrow it down.`);
  if (!isComplete) {
    terminal.note("Left out: what is farther away, since this is very much already.");
  }
  return graph;
}

function printLines(lines: Iterable<string>, terminal: Terminal): void {
  let together: string[] = [];
  for (const line of lines) {
    if (together.push(line) < LINES_A_WRITE) continue;
    terminal.print(together.join("\n"));
    together = [];
  }
  if (together.length > 0) terminal.print(together.join("\n"));
}

const LINES_A_WRITE = 2000;
