/** A task that could not do its work, for a reason that its user can act on. */
export class TaskFailure extends Error {
  override name = "TaskFailure";
}

/**
 * Runs a task's body: a {@link TaskFailure} becomes one line on stderr and exit code 1, anything
 * else is a defect and keeps its stack.
 */
export async function runTask(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    printError(error.message);
    Deno.exit(1);
  }
}

/** Prints one line on stdout. */
export function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** Prints one line on stderr. */
export function printError(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}
