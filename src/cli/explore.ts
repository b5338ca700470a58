/** `codegraph explore`: the source that answers a question in words. */
import type { Command } from "commander";
import { explore, type ExploreAnswer } from "../answers/explore.ts";
import type { CommandContext } from "./command_context.ts";
import { addQuery } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: explore,
    positional: ["query"],
    example: 'codegraph explore "how is a session cookie signed and loaded"',
    isFound: (answer) => (answer as ExploreAnswer).files.length > 0,
  });
}
