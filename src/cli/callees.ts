/** `codegraph callees`: what a symbol calls. */
import type { Command } from "commander";
import { callees } from "../answers/callees.ts";
import type { CommandContext } from "./command_context.ts";
import { addQuery, hasGroups } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: callees,
    positional: ["symbol"],
    example: "codegraph callees Flask.full_dispatch_request",
    isFound: hasGroups,
  });
}
