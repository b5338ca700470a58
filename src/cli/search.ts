/** `codegraph search`: symbols by name, part of a name, words and documentation. */
import type { Command } from "commander";
import { search, type SearchAnswer } from "../answers/search.ts";
import type { CommandContext } from "./command_context.ts";
import { addQuery } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: search,
    positional: ["query"],
    example: "codegraph search 'url for' --kind function",
    isFound: (answer) => (answer as SearchAnswer).results.length > 0,
  });
}
