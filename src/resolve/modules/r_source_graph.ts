/** Which R scripts run in one session: those that `source()` each other, and the files of a Shiny app. */
import { Import, ImportKind } from "../../extract/facts.ts";
import type { Module } from "../module_system.ts";
import type { Project } from "../project.ts";
import { append } from "../multimap.ts";
import { baseOf, parentOf } from "../project_paths.ts";

/** More files than this in one session say nothing of which one is meant. */
const MOST_FILES = 100;
const APP = /^(?:app|server|ui|global)\.[Rr]$/;

/** Follows `source()` between the files of a project. */
export class SourceGraph {
  readonly #project: Project;
  readonly #isScript: (file: number) => boolean;
  readonly #byBase = new Map<string, number[]>();
  readonly #byFolder = new Map<string, number[]>();
  readonly #modules = new Map<string, Module>();
  readonly #sessions = new Map<number, readonly number[]>();
  #includes: Map<number, number[]> | undefined;
  readonly #includedBy = new Map<number, number[]>();

  /** @param isScript whether a file is a script of its own, which a Shiny app may load by itself */
  constructor(project: Project, isScript: (file: number) => boolean) {
    this.#project = project;
    this.#isScript = isScript;
    for (const file of project.files) {
      if (file.language !== "r" || file.manifest !== undefined) continue;
      append(this.#byBase, baseOf(file.path), file.id);
      append(this.#byFolder, parentOf(file.path), file.id);
    }
  }

  /** The file, or the files of the folder, that a path in a file means. */
  locate(file: number, specifier: string): Module | undefined {
    const path = specifier.replaceAll("\\", "/");
    const files = path.endsWith("/")
      ? this.#folder(file, path.replace(/\/+$/, ""))
      : this.#file(file, path);
    if (files.length === 0) return undefined;
    const key = files.map((id) => this.#project.file(id).path).join("\n");
    let module = this.#modules.get(key);
    if (module === undefined) this.#modules.set(key, module = { key, files });
    return module;
  }

  #file(file: number, path: string): readonly number[] {
    const named = /\.[A-Za-z]$/.test(path) ? [path] : [`${path}.R`, `${path}.r`];
    for (const folder of foldersAround(this.#project.file(file).path)) {
      for (const name of named) {
        const found = this.#project.fileAt(resolved(folder, name));
        if (found >= 0) return [found];
      }
    }
    return named.flatMap((name) => this.#ending(name));
  }

  /**
   * The only file whose path ends so, where the beginning is known at run time alone. Of an absolute
   * path, which another machine wrote, the last two parts are enough.
   */
  #ending(path: string): readonly number[] {
    const parts = path.split("/").filter((part) => !/^(?:\*|\.{0,2}|~|[A-Za-z]:)$/.test(part));
    const candidates = this.#byBase.get(parts.at(-1) ?? "") ?? [];
    const fewest = /^(?:\/|~|[A-Za-z]:)/.test(path) ? Math.min(2, parts.length) : parts.length;
    for (let count = parts.length; count >= fewest && count > 0; count--) {
      const ending = `/${parts.slice(-count).join("/")}`;
      const found = candidates.filter((id) => `/${this.#project.file(id).path}`.endsWith(ending));
      if (found.length > 0) return found.length === 1 ? found : [];
    }
    return [];
  }

  #folder(file: number, path: string): readonly number[] {
    for (const folder of foldersAround(this.#project.file(file).path)) {
      const found = this.#byFolder.get(resolved(folder, path));
      if (found !== undefined && found.length <= MOST_FILES) return found;
    }
    return [];
  }

  /**
   * Files that may share a session with a file, itself first, then what it sources, then what runs
   * beside it in the scripts that source it.
   */
  session(file: number): readonly number[] {
    let session = this.#sessions.get(file);
    if (session === undefined) {
      const includes = this.#includes ??= this.#readIncludes();
      const found = reached([file], includes);
      const starts = reached([file], this.#includedBy);
      session = [...new Set([...found, ...reached(starts, includes)])].slice(0, MOST_FILES);
      this.#sessions.set(file, session);
    }
    return session;
  }

  #readIncludes(): Map<number, number[]> {
    const includes = new Map<number, number[]>();
    const add = (from: number, to: number): void => {
      if (from === to) return;
      append(includes, from, to);
      append(this.#includedBy, to, from);
    };
    for (const file of this.#project.files) {
      if (file.language !== "r") continue;
      const table = file.table("imports");
      for (let at = 0; at < table.length; at += Import.STRIDE) {
        if (table[at + Import.KIND] !== ImportKind.include) continue;
        const module = this.locate(file.id, file.text(table[at + Import.SPECIFIER]!));
        for (const to of module?.files ?? []) add(file.id, to);
      }
    }
    for (const [folder, files] of this.#byFolder) this.#addApp(folder, files, add);
    return includes;
  }

  /** A Shiny app runs `global.R`, the files of its `R/` folder, and its two halves together. */
  #addApp(
    folder: string,
    files: readonly number[],
    add: (from: number, to: number) => void,
  ): void {
    const own = files.filter((id) => APP.test(baseOf(this.#project.file(id).path)));
    if (own.length === 0 || !own.every((id) => this.#isScript(id))) return;
    const modules = this.#byFolder.get(folder === "" ? "R" : `${folder}/R`) ?? [];
    for (const id of own) {
      for (const other of [...modules, ...own]) add(id, other);
    }
  }
}

function reached(from: readonly number[], along: ReadonlyMap<number, readonly number[]>): number[] {
  const seen = new Set(from);
  for (const file of seen) {
    if (seen.size > MOST_FILES) break;
    for (const next of along.get(file) ?? []) seen.add(next);
  }
  return [...seen];
}

/** Folder of a file and those around it, the innermost first. */
function* foldersAround(path: string): Iterable<string> {
  let folder = path;
  while (folder !== "") {
    folder = parentOf(folder);
    yield folder;
  }
}

/** A path seen from a folder, with `.` and `..` taken out. */
function resolved(folder: string, path: string): string {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
