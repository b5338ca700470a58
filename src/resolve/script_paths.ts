/** Finds files by paths as scripts and command lines write them, without knowing where they are run. */
import { Certainty } from "./edges.ts";
import { append } from "./multimap.ts";
import type { Project } from "./project.ts";
import { baseOf, parentOf, resolvePath } from "./project_paths.ts";

/** A file, and how surely a path means it. */
export interface FoundPath {
  readonly file: number;
  /** Row of `CONFIDENCES`. */
  readonly confidence: number;
}

/** Finds files of one project. */
export class ScriptPaths {
  readonly #project: Project;
  readonly #isMeant: (language: string) => boolean;
  readonly #byBase = new Map<string, number[]>();

  /** @param isMeant of which languages files are found; of all, when not said */
  constructor(project: Project, isMeant: (language: string) => boolean = () => true) {
    this.#project = project;
    this.#isMeant = isMeant;
    let before = "";
    for (const { id, path, language, manifest } of project.files) {
      if (path === before || manifest !== undefined || !isMeant(language)) continue;
      append(this.#byBase, baseOf(path), id);
      before = path;
    }
  }

  /**
   * The file that a path in a file means. `@/…` is seen from the folder of that file, `*` stands for
   * folders that are not known, and any other path from where the script is run: its own folder, or
   * one around it.
   */
  find(from: string, path: string): FoundPath | undefined {
    if (path.startsWith("@")) {
      const file = this.#at(parentOf(from), path.slice(1));
      return file < 0 ? this.#ending(path.slice(1), 2) : { file, confidence: Certainty.exact };
    }
    if (path.startsWith("*")) return this.#ending(path.slice(1), 1);
    if (path.startsWith("/")) return this.#ending(path, 2);
    for (let folder = parentOf(from);; folder = parentOf(folder)) {
      const file = this.#at(folder, path);
      if (file >= 0) return { file, confidence: Certainty.inferred };
      if (folder === "") break;
    }
    return this.#ending(path, 1);
  }

  #at(folder: string, path: string): number {
    const file = this.#project.fileAt(resolvePath(folder, path));
    return file >= 0 && this.#isMeant(this.#project.file(file).language) ? file : -1;
  }

  /** The only file whose path ends so; with fewer than so many parts it says nothing. */
  #ending(path: string, fewest: number): FoundPath | undefined {
    const parts = path.split("/").filter((part) => !/^\.{0,2}$/.test(part));
    const candidates = this.#byBase.get(parts.at(-1) ?? "") ?? [];
    const least = path.startsWith("/") ? Math.min(fewest, parts.length) : parts.length;
    for (let count = parts.length; count >= least && count > 0; count--) {
      const ending = `/${parts.slice(-count).join("/")}`;
      const found = candidates.filter((id) => `/${this.#project.file(id).path}`.endsWith(ending));
      // A name alone is a guess; with the folder that it lies in it is hardly another's.
      const confidence = count > 1 ? Certainty.inferred : Certainty.heuristic;
      if (found.length === 1) return { file: found[0]!, confidence };
      if (found.length > 1) return undefined;
    }
    return undefined;
  }
}
