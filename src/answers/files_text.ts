import { indented, plural } from "./answer_text.ts";
import type { FilesAnswer, FilesInput, IndexedFile } from "./files.ts";

/** The answer for people. */
export function filesText({ files }: FilesAnswer, { path, format, depth }: FilesInput): string {
  if (files.length === 0) {
    return `No indexed file${path === undefined ? "" : ` at or under ${path}`}.`;
  }
  const lines = format === "list"
    ? files.map((file) => fileText(file.path, file))
    : treeLines(branchOf(files), depth ?? Infinity);
  return [...lines, "", sumText(files)].join("\n");
}

/** A directory with what is in it, by name. */
interface Branch {
  readonly branches: Map<string, Branch>;
  readonly files: IndexedFile[];
  /** All files at or below it. */
  readonly all: IndexedFile[];
}

function emptyBranch(): Branch {
  return { branches: new Map(), files: [], all: [] };
}

function branchOf(files: readonly IndexedFile[]): Branch {
  const root = emptyBranch();
  for (const file of files) {
    let branch = root;
    branch.all.push(file);
    for (const name of file.path.split("/").slice(0, -1)) {
      let next = branch.branches.get(name);
      if (next === undefined) branch.branches.set(name, next = emptyBranch());
      branch = next;
      branch.all.push(file);
    }
    branch.files.push(file);
  }
  return root;
}

/** Directories before files; a directory with nothing but another in it shares its line. */
function treeLines({ branches, files }: Branch, depth: number): string[] {
  const lines: string[] = [];
  for (let [name, branch] of branches) {
    let [only] = branch.branches;
    while (only !== undefined && branch.branches.size === 1 && branch.files.length === 0) {
      name += `/${only[0]}`;
      branch = only[1];
      [only] = branch.branches;
    }
    lines.push(`${name}/  ${sumText(branch.all)}`);
    if (depth > 1) lines.push(...indented(treeLines(branch, depth - 1)));
  }
  for (const file of files) lines.push(fileText(file.path.split("/").at(-1)!, file));
  return lines;
}

function fileText(name: string, { language, lines, symbols, traits = [] }: IndexedFile): string {
  const marks = traits.map((trait) => `, ${trait}`).join("");
  return `${name}  ${language}, ${counted(lines, "line")}, ${counted(symbols, "symbol")}${marks}`;
}

function sumText(files: readonly IndexedFile[]): string {
  const paths = new Set(files.map(({ path }) => path));
  const symbols = files.reduce((sum, { symbols }) => sum + symbols, 0);
  return `${counted(paths.size, "file")}, ${counted(symbols, "symbol")}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${plural(count, noun)}`;
}
