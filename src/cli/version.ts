/** `codegraph version`: prints the version. */
import type { Command } from "commander";
import { VERSION } from "../version.ts";
import type { CommandContext } from "./command_context.ts";

/** Adds the subcommand. */
export function add(root: Command, { terminal }: CommandContext): void {
  root.command("version")
    .description("Print the version.")
    .option("--json", "print it as JSON, with that of the format of the index")
    .addHelpText("after", "\nExample:\n  codegraph version")
    .action(async ({ json }: { readonly json?: boolean }) => {
      if (json !== true) return terminal.print(VERSION);
      const { SCHEMA_VERSION } = await import("../store/schema.ts");
      terminal.print(JSON.stringify({ version: VERSION, indexFormat: SCHEMA_VERSION }, null, 2));
    });
}
