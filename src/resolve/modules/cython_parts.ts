/**
 * The files that a module of Cython consists of: what it runs, what that includes, and the `.pxd` file
 * that declares to others what it holds.
 */
import type { Project } from "../project.ts";
import { Sessions } from "./session_modules.ts";

/** `FORM` of the import row of a `cimport`. */
export const CIMPORT_FORM = 4;

const LANGUAGE = "cython";
const DECLARING = ".pxd";
const DEFINING = ".pyx";

/** The parts of the modules of one project. */
export class CythonParts {
  readonly #project: Project;
  /** Files that declare what others hold, by their paths without the ending. */
  readonly #declaring = new Map<string, number>();
  /** Files that hold it. */
  readonly #defining = new Map<string, number>();
  #sessions: Sessions | undefined;

  constructor(project: Project) {
    this.#project = project;
    for (const { id, path, language } of project.files) {
      if (language !== LANGUAGE) continue;
      this.#sessions ??= new Sessions(project, LANGUAGE);
      if (path.endsWith(DECLARING)) this.#declaring.set(stemOf(path), id);
      else if (path.endsWith(DEFINING)) this.#defining.set(stemOf(path), id);
    }
  }

  /** The file itself, then what its names may come from besides. */
  of(file: number): readonly number[] {
    if (this.#sessions === undefined) return [file];
    const parts = new Set<number>([file, ...this.#sessions.of(file).keys()]);
    for (const one of parts) {
      const stem = stemOf(this.#project.file(one).path);
      for (const twin of [this.#declaring.get(stem), this.#defining.get(stem)]) {
        if (twin === undefined || parts.has(twin)) continue;
        for (const part of this.#sessions.of(twin).keys()) parts.add(part);
      }
    }
    return [...parts];
  }

  /** The file that a path of an `include` means. */
  included(file: number, path: string): number | undefined {
    return this.#sessions?.find(this.#project.file(file), path)?.file;
  }
}

/** Path without the ending: that of both files of a module. */
export function stemOf(path: string): string {
  return path.replace(/\.\w+$/, "");
}
