import { join } from "node:path";
import type { Invocation } from "../measure/command.ts";
import { TaskFailure } from "../measure/task.ts";

/** What one run of a program cost, with all its child processes. */
export interface Cost {
  readonly wallSeconds: number;
  /** User and system time of all threads and processes. */
  readonly cpuSeconds: number;
  /** The largest resident set of one process. */
  readonly peakBytes: number;
}

/** The cost of a run and what the program printed. */
export interface MeasuredRun extends Cost {
  readonly stdout: string;
}

const WRAPPER = decodeURIComponent(new URL("measured.py", import.meta.url).pathname);

/**
 * Runs a program and measures it from outside.
 *
 * @throws TaskFailure when the program ends with another code than 0
 */
export async function measure(invocation: Invocation): Promise<MeasuredRun> {
  const { command, args, cwd, env } = invocation;
  const folder = Deno.makeTempDirSync();
  try {
    const result = join(folder, "result.json");
    const output = await new Deno.Command(Deno.env.get("PYTHON") ?? "python3", {
      args: [WRAPPER, result, command, ...args],
      stdin: "null",
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
    }).output();
    const stderr = new TextDecoder().decode(output.stderr);
    const cost = readCost(result);
    if (cost?.code !== 0) {
      throw new TaskFailure(
        `This ended with code ${cost?.code ?? output.code}: ${
          [command, ...args].join(" ")
        }\n${stderr}`,
      );
    }
    return { ...cost, stdout: new TextDecoder().decode(output.stdout) };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function readCost(path: string): (Cost & { readonly code: number }) | undefined {
  try {
    return JSON.parse(Deno.readTextFileSync(path));
  } catch {
    return undefined;
  }
}
