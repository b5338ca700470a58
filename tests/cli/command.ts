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

/** The program and its arguments. */
export function words(args: readonly string[]): readonly [string, ...string[]] {
  return [Deno.execPath(), "run", "-A", "--no-check", MAIN, ...args];
}

/** The command line, ready to be started. */
export function command(args: readonly string[], options?: CommandOptions): Deno.Command {
  return commandOf(words(args), options);
}

function commandOf(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: CommandOptions = {},
): Deno.Command {
  return new Deno.Command(program, {
    args,
    env: { BIOROUTER_WORKING_DIR: "", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** Runs the command line to its end. */
export function run(args: readonly string[], options?: CommandOptions): Promise<CommandResult> {
  return resultOf(command(args, options));
}

/** Runs the command line from within a script of the shell, where it is `"$@"`. */
export function runInShell(script: string, args: readonly string[]): Promise<CommandResult> {
  return resultOf(commandOf(["sh", "-c", script, "sh", ...words(args)]));
}

async function resultOf(command: Deno.Command): Promise<CommandResult> {
  const { code, stdout, stderr } = await command.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
