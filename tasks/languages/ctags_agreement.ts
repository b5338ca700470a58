import { Kind, Sym, SYMBOL_KINDS } from "../../src/extract/facts.ts";
import type { ProjectFile } from "../../src/resolve/project.ts";
import { TaskFailure } from "../measure/task.ts";
import type { ReadProject } from "./read_project.ts";

/** A definition as universal-ctags tells it. */
interface Tag {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly kind: string;
}

/** How far the definitions of a project agree with those that universal-ctags finds. */
export interface CtagsAgreement {
  readonly tags: number;
  /** Tags of which we know a definition of that name within a line. */
  readonly shared: number;
  /** Tags that we lack, by their kind, with examples. */
  readonly missing: ReadonlyMap<string, readonly Tag[]>;
}

/** Compares the definitions of a project with those of universal-ctags, which must be installed. */
export async function ctagsAgreement(
  { root, project, paths }: ReadProject,
): Promise<CtagsAgreement> {
  const known = new Set<string>();
  for (const file of project.files) {
    for (let row = 1; row < file.count("symbols"); row++) {
      for (const line of linesOf(file, row)) {
        known.add(`${file.path}\n${line}\n${file.nameOf(row)}`);
      }
    }
  }
  let tags = 0;
  let shared = 0;
  const missing = new Map<string, Tag[]>();
  for (const tag of await readTags(root, paths)) {
    tags++;
    // Some of its parsers give a name with what it is in.
    const last = tag.name.slice(Math.max(tag.name.lastIndexOf("."), tag.name.lastIndexOf(":")) + 1);
    // Names of languages without case are known in small letters, or in large ones.
    const names = [tag.name, last].flatMap((
      name,
    ) => [name, name.toLowerCase(), name.toUpperCase()]);
    if (names.some((name) => known.has(`${tag.path}\n${tag.line}\n${name}`))) shared++;
    else missing.set(tag.kind, [...missing.get(tag.kind) ?? [], tag]);
  }
  return { tags, shared, missing };
}

/**
 * Lines at which a definition's name may stand: of a function, any of its own, as each clause has it; so
 * of a method whose name has several parts, of which some stand in later lines.
 */
function linesOf(file: ProjectFile, row: number): number[] {
  const line = file.symbol(row, Sym.NAME_LINE);
  const kind = file.symbol(row, Sym.KIND);
  const isSpread = kind === Kind.function || kind === Kind.macro || file.nameOf(row).endsWith(":");
  const last = isSpread ? file.symbol(row, Sym.END_LINE) : line;
  return Array.from({ length: Math.max(line + 1, last) - line + 2 }, (_, i) => line - 1 + i);
}

async function readTags(root: string, paths: readonly string[]): Promise<Tag[]> {
  const command = new Deno.Command("ctags", {
    args: ["--output-format=json", "--fields=+nK", "-f", "-", "-L", "-"],
    cwd: root,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  });
  let child: Deno.ChildProcess;
  try {
    child = command.spawn();
  } catch {
    throw new TaskFailure("universal-ctags is not installed.");
  }
  const output = child.output();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(paths.join("\n")));
  await writer.close();
  const text = new TextDecoder().decode((await output).stdout);
  return text.split("\n").filter((line) => line.startsWith("{")).map((line) => {
    const { name, path, line: at, kind } = JSON.parse(line);
    return { name, path, line: at, kind };
  });
}

/** Counts of a project's definitions by kind. */
export function definitionCounts({ project }: ReadProject): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const file of project.files) {
    for (let row = 1; row < file.count("symbols"); row++) {
      const kind = SYMBOL_KINDS[file.symbol(row, Sym.KIND)]!;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  return counts;
}
