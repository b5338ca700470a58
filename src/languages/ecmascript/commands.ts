/** How JavaScript and its kin run commands. */
import type { CommandForm } from "../shell/command_calls.ts";

/** Functions of Node and of other runtimes that run commands. */
export const ECMASCRIPT_COMMANDS: CommandForm = {
  calls: ["call_expression"],
  names: [
    "exec",
    "execSync",
    "execFile",
    "execFileSync",
    "spawn",
    "spawnSync",
    "execa",
    "execaSync",
    "execaCommand",
    "fork",
  ],
  strings: ["string", "template_string"],
  lists: ["arguments", "array"],
  others: ["object"],
};
