import type { Terminal } from "./terminal.ts";

/** Exit codes of the command line. */
export const ExitCode = {
  done: 0,
  /** Could not, or nothing found. */
  failed: 1,
  wrongUsage: 2,
} as const;

/** What every subcommand gets. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Set by the subcommand: the exit code of the process. */
  exitCode: number;
}
