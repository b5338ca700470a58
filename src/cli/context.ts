/** `codegraph context`: entry points and surroundings for a task. */
import type { Command } from "commander";
import { context as question, type ContextAnswer } from "../answers/context.ts";
import type { CommandContext } from "./command_context.ts";
import { addQuery } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question,
    positional: ["task"],
    example: 'codegraph context "add a timeout option to the HTTP client"',
    isFound: (answer) => (answer as ContextAnswer).entryPoints.length > 0,
  });
}
