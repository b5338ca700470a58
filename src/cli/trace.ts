/** `codegraph trace`: call paths between two symbols. */
import type { Command } from "commander";
import { trace, type TraceAnswer } from "../answers/trace.ts";
import type { CommandContext } from "./command_context.ts";
import { addQuery } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: trace,
    positional: ["from", "to"],
    example: "codegraph trace Flask.wsgi_app url_for",
    isFound: (answer) => (answer as TraceAnswer).paths.length > 0,
  });
}
