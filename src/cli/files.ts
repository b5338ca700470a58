/** `codegraph files`: the indexed files. */
import type { Command } from "commander";
import { files, type FilesAnswer } from "../answers/files.ts";
import type { CommandContext } from "./command_context.ts";
import { projectAround, projectRoot } from "./open_project.ts";
import { projectPath } from "./project_path.ts";
import { addQuery, type QueryFlags } from "./query.ts";

/** Adds the subcommand. */
export function add(root: Command, context: CommandContext): void {
  addQuery(root, context, {
    question: files,
    positional: ["path"],
    example: "codegraph files src --depth 2",
    isFound: (answer) => (answer as FilesAnswer).files.length > 0,
    findRoot,
    adapt: ({ path, ...given }, root) => ({ ...given, path: place(path, root) }),
  });
}

/** The path may be the project, or lie in it. */
function findRoot({ project, path }: QueryFlags): string {
  if (project !== undefined || typeof path !== "string") return projectRoot(project);
  return projectAround(path);
}

function place(path: unknown, root: string): unknown {
  return typeof path === "string" ? projectPath(root, path) ?? path : path;
}
