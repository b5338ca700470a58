/** `codegraph node`: one symbol, or the outline of a file. */
import type { Command } from "commander";
import { node } from "../answers/node.ts";
import type { CommandContext } from "./command_context.ts";
import { addQuery, hasGroups } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: node,
    positional: ["symbol"],
    example: "codegraph node Flask.make_response --include-code",
    isFound: hasGroups,
  });
}
