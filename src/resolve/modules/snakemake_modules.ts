/** Snakefiles import as Python does, and share their names with the files that they include. */
import { EvidenceCode } from "../edges.ts";
import { includeStructure } from "../module_structure.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project } from "../project.ts";
import { pythonModules } from "./python_modules.ts";
import { Sessions } from "./session_modules.ts";

const LANGUAGE = "snakemake";
const NOTHING: readonly Entity[] = [];

class SnakemakeModules implements Modules {
  readonly ambientEvidence = EvidenceCode["wildcard-import"];
  readonly #project: Project;
  readonly #python: Modules;
  readonly #sessions: Sessions;

  constructor(project: Project) {
    this.#project = project;
    this.#python = pythonModules.open(project);
    this.#sessions = new Sessions(project, LANGUAGE);
  }

  locate(file: number, specifier: string, form: number): Located {
    return /^[@*]/.test(specifier)
      ? this.#sessions.locate(file, specifier)
      : this.#python.locate(file, specifier, form);
  }

  exported(module: Module, name: string): readonly Entity[] {
    return this.#python.exported(module, name);
  }

  ambient(file: number, name: string): readonly Entity[] {
    for (const other of this.#sessions.of(file).keys()) {
      if (other === file) continue;
      const { path } = this.#project.file(other);
      const module = { key: path, files: [other], directories: [] };
      const found = this.#python.exported(module, name);
      if (found.length > 0) return found;
    }
    const wild = this.#python.ambient(file, name);
    return wild.length > 0 ? wild : NOTHING;
  }
}

/** Snakemake's module system. */
export const snakemakeModules: ModuleSystem = {
  structure: includeStructure,
  open: (project: Project): Modules => new SnakemakeModules(project),
};
