import { join } from "node:path";

const MAIN = join(import.meta.dirname!, "..", "..", "src", "main.ts");

/** What a command did. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Surroundings of a command. */
export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The command line, ready to be started. */
export function command(args: readonly string[], { cwd, env }: CommandOptions = {}): Deno.Command {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", MAIN, ...args],
    env: { BIOROUTER_WORKING_DIR: "", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** Runs the command line to its end. */
export async function run(
  args: readonly string[],
  options?: CommandOptions,
): Promise<CommandResult> {
  const { code, stdout, stderr } = await command(args, options).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
