import { TaskFailure } from "../measure/task.ts";
import type { OtherMeans, SeenDefinition } from "./subject.ts";

/**
 * A program as the other means. It is told paths, one a line, and prints, separated by tabs,
 * `PATH read` for each file that it can read, and `PATH LINE NAME` for each definition.
 *
 * @param name for the table
 * @param command the program and its arguments for a corpus
 */
export function programMeans(
  name: string,
  command: (corpus: string) => readonly string[],
): OtherMeans {
  return {
    name,
    definitions: async (paths, corpus) => readLines(await ask(command(corpus), paths)),
  };
}

async function ask(
  [program = "", ...args]: readonly string[],
  paths: readonly string[],
): Promise<string> {
  let child;
  try {
    child = new Deno.Command(program, { args, stdin: "piped", stdout: "piped", stderr: "null" })
      .spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new TaskFailure(`${program} is not installed.`);
  }
  const [{ code, stdout }] = await Promise.all([child.output(), writeAll(child.stdin, paths)]);
  if (code !== 0) throw new TaskFailure(`${program} ${args.join(" ")} ended with code ${code}.`);
  return new TextDecoder().decode(stdout);
}

async function writeAll(to: WritableStream<Uint8Array>, paths: readonly string[]): Promise<void> {
  const writer = to.getWriter();
  await writer.write(new TextEncoder().encode(`${paths.join("\n")}\n`));
  await writer.close();
}

/** What such a program printed, by path. */
export function readLines(text: string): Map<string, SeenDefinition[]> {
  const found = new Map<string, SeenDefinition[]>();
  for (const row of text.split("\n")) {
    const [path, line, name] = row.split("\t");
    if (path === undefined || line === undefined) continue;
    if (line === "read") found.set(path, found.get(path) ?? []);
    else if (name !== undefined) found.get(path)?.push({ name, line: Number(line) });
  }
  return found;
}
