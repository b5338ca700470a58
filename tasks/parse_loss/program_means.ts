import { join } from "node:path";
import { cacheFolder } from "../measure/cache_folder.ts";
import { printError, TaskFailure } from "../measure/task.ts";
import type { OtherMeans, SeenDefinition } from "./subject.ts";

/** Files that one process is told; what it said of them is kept, so that a run that ends early goes on there. */
const BATCH = 200;

/**
 * A program as the other means. It is told paths, one a line, and prints, separated by tabs,
 * `PATH read` for each file that it can read, and `PATH LINE NAME` for each definition.
 *
 * Files are told in batches, of which as many run at once as there are cores. A batch's answer is kept
 * in the cache folder for as long as the program and the files are the same.
 *
 * @param name for the table
 * @param script what the program runs
 * @param command the program and its arguments for a corpus
 */
export function programMeans(
  name: string,
  script: string,
  command: (corpus: string) => readonly string[],
): OtherMeans {
  return {
    name,
    definitions: async (paths, corpus) => {
      const program = command(corpus);
      const batches = batchesOf(paths);
      const answers: string[] = [];
      let [next, done] = [0, 0];
      const work = async (): Promise<void> => {
        while (next < batches.length) {
          const at = next++;
          answers[at] = await answerTo(program, script, batches[at]!);
          printError(`${name}: ${++done} of ${batches.length} batches`);
        }
      };
      await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, work));
      return readLines(answers.join(""));
    },
  };
}

function batchesOf(paths: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let at = 0; at < paths.length; at += BATCH) batches.push(paths.slice(at, at + BATCH));
  return batches;
}

/** What a program says of a batch, now or when it was asked last. */
async function answerTo(
  program: readonly string[],
  script: string,
  paths: readonly string[],
): Promise<string> {
  const folder = join(cacheFolder("codegraph-parse-loss"), "answers");
  const kept = join(folder, await digestOf(program, script, paths));
  try {
    return await Deno.readTextFile(kept);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const answer = await ask(program, paths);
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${kept}.part`, answer);
  await Deno.rename(`${kept}.part`, kept);
  return answer;
}

/** Changes with the program, the variables that say where it finds modules, and the files. */
async function digestOf(
  program: readonly string[],
  script: string,
  paths: readonly string[],
): Promise<string> {
  const parts = [program.join("\0"), Deno.readTextFileSync(script), Deno.env.get("PERL5LIB") ?? ""];
  for (const path of paths) {
    const { size, mtime } = Deno.statSync(path);
    parts.push(`${path}\0${size}\0${mtime?.getTime()}`);
  }
  const bytes = new TextEncoder().encode(parts.join("\n"));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
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
