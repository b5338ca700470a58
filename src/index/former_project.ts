/** A project as it was before a sync: most syncs ask for no more of it than the files that changed. */
import type { NameTable } from "../resolve/name_table.ts";
import { Project, type ProjectFile } from "../resolve/project.ts";
import type { KeptFile } from "./kept_facts.ts";

/** Such a project, which is put together when it is asked for. */
export class FormerProject {
  readonly #project: Project;
  readonly #others: [path: string, file: KeptFile][] = [];
  #isSealed = false;

  constructor(names: NameTable) {
    this.#project = new Project(names);
  }

  /** Adds a file that changed or went. */
  add(path: string, { facts, nameIds }: KeptFile): ProjectFile {
    return this.#project.addNamed(path, facts, nameIds);
  }

  /** Adds a file that is as it was. */
  addLater(path: string, file: KeptFile): void {
    this.#others.push([path, file]);
  }

  /** All of it, sealed. */
  get project(): Project {
    if (!this.#isSealed) {
      for (const [path, file] of this.#others) this.add(path, file);
      this.#project.seal();
      this.#isSealed = true;
    }
    return this.#project;
  }
}
