/** `codegraph callers`: who calls a symbol. */
import type { Command } from "commander";
import { callers } from "../answers/callers.ts";
import type { CommandContext } from "./command_context.ts";
import { addQuery, hasGroups } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: callers,
    positional: ["symbol"],
    example: "codegraph callers Flask.url_for --depth 2",
    isFound: hasGroups,
  });
}
