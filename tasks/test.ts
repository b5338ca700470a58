/**
 * Runs the tests. What is given as arguments goes on to `deno test`: paths, `--filter`.
 *
 * The last line is `N passed, N failed`.
 */
import { existsSync } from "node:fs";
import { print } from "./measure/task.ts";

const SUMMARY = /^(?:ok|FAILED) \| (\d+) passed.*?\| (\d+) failed/;

/** Runs `deno test`, shows what it prints, and returns its exit code and the counts it tells. */
async function runTests(args: readonly string[]): Promise<{ code: number; counts: string }> {
  // Looking for tests by itself, `deno test` would take this very file for one, and start it anew.
  const paths = args.some((arg) => existsSync(arg)) ? [] : ["tests"];
  const command = new Deno.Command(Deno.execPath(), {
    args: ["test", "-A", "--parallel", "--no-check", "--quiet", ...args, ...paths],
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  });
  const child = command.spawn();
  let counts = "0 passed, 1 failed";
  let rest = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      print(line);
      const summary = SUMMARY.exec(line);
      if (summary !== null) counts = `${summary[1]} passed, ${summary[2]} failed`;
    }
  }
  return { code: (await child.status).code, counts };
}

const { code, counts } = await runTests(Deno.args);
print(counts);
Deno.exit(code);
