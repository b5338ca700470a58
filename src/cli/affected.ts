/** `codegraph affected`: the tests to run, and what else changes to files affect. */
import type { Command } from "commander";
import { affected, type AffectedAnswer } from "../answers/affected.ts";
import { InputError } from "../answers/parameters.ts";
import type { IndexStore } from "../store/index_store.ts";
import type { CommandContext } from "./command_context.ts";
import { projectPath } from "./project_path.ts";
import { addQuery, type QueryFlags } from "./query.ts";
import { listedPaths } from "./listed_paths.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: affected,
    positional: ["files"],
    example: "codegraph affected src/app.py\n" +
      "  git diff --name-only | codegraph affected --stdin --tests-only | xargs pytest",
    addOptions: (command) =>
      command.option("--stdin", "read them from standard input, one a line, as git lists them"),
    isFound,
    adapt,
  });
}

/** Files that nothing depends on are an answer; paths that nobody knows are none. */
function isFound(answer: unknown): boolean {
  const { changes } = answer as AffectedAnswer;
  return changes.length === 0 || changes.some(({ state }) => state !== "unknown");
}

function adapt(
  { files, stdin, ...given }: QueryFlags,
  root: string,
  store: IndexStore,
): object {
  const named = files as readonly string[];
  if (named.length === 0 && stdin !== true) {
    throw new InputError("no files were given", "Name them, or list them on --stdin.");
  }
  const here = named.map((path) => known(placesOf(root, path), store));
  const listed = stdin === true ? listedPaths(standardInput()) : [];
  const fromGit = listed.map((path) => known(placesOf(root, path).reverse(), store));
  return { ...given, files: [...new Set([...here, ...fromGit])] };
}

/**
 * What a path may mean: from the current directory; from the project's; from a directory above it,
 * whose repository the project is a part of. Git lists paths from the top of the repository.
 */
function placesOf(root: string, path: string): string[] {
  const parts = path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "").split("/");
  const above = root.replaceAll("\\", "/");
  const fromAbove = parts.flatMap((_, at) =>
    above.endsWith(`/${parts.slice(0, at).join("/")}`) ? [parts.slice(at).join("/")] : []
  );
  const fromHere = projectPath(root, path);
  return [...(fromHere === undefined ? [] : [fromHere]), parts.join("/"), ...fromAbove];
}

/** The place of which something is known, or else the first. */
function known(places: readonly string[], store: IndexStore): string {
  return places.find((place) => store.files.atOrUnder(place).length > 0) ?? places[0]!;
}

function standardInput(): string {
  const decoder = new TextDecoder();
  const bytes = new Uint8Array(1 << 16);
  let text = "";
  for (let count; (count = Deno.stdin.readSync(bytes)) !== null;) {
    text += decoder.decode(bytes.subarray(0, count), { stream: true });
  }
  return text + decoder.decode();
}
