import { V8_FLAGS } from "../v8_flags.ts";
import { TaskFailure } from "./task.ts";

/** How to start a program: its name, its arguments, and what differs from our own surroundings. */
export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end; what it prints is shown, or its results left out.
 *
 * @throws TaskFailure when it is missing or ends with another code than 0
 */
export async function run(
  invocation: Invocation,
  show: "stdout" | "nothing" = "stdout",
): Promise<void> {
  const { command, args, cwd, env } = invocation;
  const stdout = show === "stdout" ? "inherit" : "null";
  let code: number;
  try {
    code = (await new Deno.Command(command, {
      args: [...args],
      stdin: "null",
      stdout,
      stderr: "inherit",
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
    }).output()).code;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new TaskFailure(`${command} is not installed, or the folder ${cwd ?? "."} is missing.`);
  }
  if (code !== 0) {
    throw new TaskFailure(`This ended with code ${code}: ${[command, ...args].join(" ")}`);
  }
}

/** The command that starts the product: `PRODUCT_COMMAND`, else this checkout's entry. */
export function productCommand(): string[] {
  const given = Deno.env.get("PRODUCT_COMMAND")?.trim();
  if (given) return given.split(/\s+/);
  const entry = new URL("../../src/main.ts", import.meta.url).pathname;
  return [Deno.execPath(), "run", "-A", V8_FLAGS, decodeURIComponent(entry)];
}
