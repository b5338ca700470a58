/** Entry of the executable. */
import { runCommandLine } from "./cli/command_line.ts";

Deno.exit(await runCommandLine(Deno.args));
