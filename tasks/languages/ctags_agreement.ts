import { Kind, Sym, SYMBOL_KINDS } from "../../src/extract/facts.ts";
import type { ProjectFile } from "../../src/resolve/project.ts";
import { TaskFailure } from "../measure/task.ts";
import { leftOutBecause } from "./left_out.ts";
import type { ReadProject } from "./read_project.ts";

/** A definition as universal-ctags tells it. */
export interface Tag {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  /** As ctags calls it. */
  readonly language: string;
  /** A pattern that finds its line. */
  readonly pattern: string;
}

/** Macros that make tests of C++, which ctags takes for functions. */
const TEST_MACROS = ["TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TEST_CASE", "TEST_CASE_METHOD"];

/** How far the definitions of a project agree with those that universal-ctags finds. */
export interface CtagsAgreement {
  /** Tags, without those that we leave out on purpose. */
  readonly tags: number;
  /** Tags that we leave out on purpose, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
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
  const files = new Map<string, ProjectFile>();
  for (const file of project.files) {
    files.set(file.path, file);
    for (let row = 1; row < file.count("symbols"); row++) {
      for (const line of linesOf(file, row)) {
        for (const name of namesOf(file, row)) known.add(`${file.path}\n${line}\n${name}`);
      }
    }
  }
  let tags = 0;
  let shared = 0;
  const missing = new Map<string, Tag[]>();
  const leftOut = new Map<string, number>();
  for (const tag of await readTags(root, paths)) {
    const isShared = spellingsOf(tag).some((name) =>
      known.has(`${tag.path}\n${tag.line}\n${name}`)
    );
    const reason = isShared ? undefined : leftOutBecause(tag, files.get(tag.path));
    if (reason !== undefined) {
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
      continue;
    }
    tags++;
    if (isShared) shared++;
    else missing.set(tag.kind, [...missing.get(tag.kind) ?? [], tag]);
  }
  return { tags, leftOut, shared, missing };
}

/** How we may write a tag's name. */
function spellingsOf(tag: Tag): string[] {
  const name = tag.name.replace(/^(["'`])(.*)\1$/, "$2");
  // Some of its parsers give a name with what it is in, or with its parameters.
  const last = name.slice(Math.max(name.lastIndexOf("."), name.lastIndexOf(":")) + 1);
  const bare = name.replace(/\{.*$/, "");
  // Names of languages without case are known in small letters, or in large ones.
  return [name, last, bare, `@${name}`]
    .flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]);
}

/** The names of a definition: a constructor is also called as its type is, a test as what makes it one. */
function namesOf(file: ProjectFile, row: number): string[] {
  if (file.symbol(row, Sym.KIND) === Kind.test) return [file.nameOf(row), ...TEST_MACROS];
  const container = file.symbol(row, Sym.CONTAINER);
  const isConstructor = file.symbol(row, Sym.KIND) === Kind.constructor;
  const own = file.nameOf(row);
  return isConstructor && container > 0 ? [own, file.nameOf(container)] : [own];
}

/**
 * Lines at which a definition's name may stand: of a function, any of its own, as each clause has it; so
 * of a method whose name has several parts, of which some stand in later lines, and of a type of C,
 * which `typedef` names behind its body.
 */
function linesOf(file: ProjectFile, row: number): number[] {
  const line = file.symbol(row, Sym.NAME_LINE);
  const kind = file.symbol(row, Sym.KIND);
  const end = file.symbol(row, Sym.END_LINE);
  if (kind === Kind.struct || kind === Kind.enum) return [line - 1, line, line + 1, end];
  const isSpread = kind === Kind.function || kind === Kind.macro || file.nameOf(row).endsWith(":");
  const last = isSpread ? end : line;
  return Array.from({ length: Math.max(line + 1, last) - line + 2 }, (_, i) => line - 1 + i);
}

async function readTags(root: string, paths: readonly string[]): Promise<Tag[]> {
  const command = new Deno.Command("ctags", {
    args: ["--output-format=json", "--fields=+nKlP", "-f", "-", "-L", "-"],
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
    const { name, path, line: at, kind, language, pattern = "" } = JSON.parse(line);
    return { name, path, line: at, kind, language, pattern };
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
