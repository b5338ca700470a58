/** `codegraph status`: state of the index. */
import type { Command } from "commander";
import { status } from "../answers/status.ts";
import type { CommandContext } from "./command_context.ts";
import { addQuery } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: status,
    positional: [],
    example: "codegraph status",
    isFound: () => true,
  });
}
