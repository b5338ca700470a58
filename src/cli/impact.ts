/** `codegraph impact`: everything affected if a symbol changes. */
import type { Command } from "commander";
import { impact } from "../answers/impact.ts";
import type { CommandContext } from "./command_context.ts";
import { addQuery, hasGroups } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: impact,
    positional: ["symbol"],
    example: "codegraph impact Flask.make_response --depth 3",
    isFound: hasGroups,
  });
}
