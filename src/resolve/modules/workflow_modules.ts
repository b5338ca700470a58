/** Workflow files that include processes, tasks and workflows of others by their paths. */
import { Binding, Import, Sym } from "../../extract/facts.ts";
import { includeStructure, moduleStructure } from "../module_structure.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project } from "../project.ts";
import { parentOf, resolvePath } from "../project_paths.ts";

/** How a language names the files that it includes. */
export interface IncludeForm {
  readonly language: string;
  /** Paths that an included one may stand for, the likeliest first. */
  readonly paths: (path: string) => readonly string[];
  /** Whether what is included is none of the project's. */
  readonly isOutside: (path: string) => boolean;
  /** Kind of the definitions that a file has by including another, without its name space. */
  readonly shared?: number;
}

const NOTHING: readonly Entity[] = [];

class WorkflowModules implements Modules {
  readonly #project: Project;
  readonly #form: IncludeForm;

  constructor(project: Project, form: IncludeForm) {
    this.#project = project;
    this.#form = form;
  }

  locate(file: number, specifier: string): Located {
    if (this.#form.isOutside(specifier)) return { external: specifier };
    const path = specifier.replace(/^\$\{?(?:moduleDir|projectDir|baseDir)\}?\//, "");
    const isOfProject = path !== specifier && !specifier.includes("moduleDir");
    for (let folder = parentOf(this.#project.file(file).path);; folder = parentOf(folder)) {
      for (const one of this.#form.paths(resolvePath(folder, path))) {
        const found = this.#project.fileAt(one);
        if (found < 0 || this.#project.file(found).language !== this.#form.language) continue;
        return { module: { key: one, files: [found] } };
      }
      if (!isOfProject || folder === "") return undefined;
    }
  }

  exported(module: Module, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    const file = id < 0 || module.files.length === 0
      ? undefined
      : this.#project.file(module.files[0]!);
    const binding = file?.firstBinding(0, id) ?? -1;
    return file === undefined || binding < 0 || file.binding(binding, Binding.SYMBOL) < 0
      ? NOTHING
      : [{ tag: "binding", file: file.id, binding }];
  }

  ambient(file: number, name: string): readonly Entity[] {
    return this.#form.shared === undefined ? NOTHING : this.#shared(file, name, new Set());
  }

  /** What included files define for all that include them, and what those include. */
  #shared(file: number, name: string, seen: Set<number>): readonly Entity[] {
    seen.add(file);
    const facts = this.#project.file(file);
    const imports = facts.table("imports");
    for (let row = 0; row < facts.count("imports"); row++) {
      const specifier = facts.text(imports[row * Import.STRIDE + Import.SPECIFIER]!);
      const located = this.locate(file, specifier);
      if (located === undefined || !("module" in located)) continue;
      const included = located.module.files[0]!;
      if (seen.has(included)) continue;
      const own = this.exported(located.module, name).filter((one) => this.#isShared(one));
      const found = own.length > 0 ? own : this.#shared(included, name, seen);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  #isShared(entity: Entity): boolean {
    if (entity.tag !== "binding") return false;
    const file = this.#project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    return file.symbol(symbol, Sym.KIND) === this.#form.shared;
  }
}

/** The module system of a workflow language. */
export function workflowModules(form: IncludeForm): ModuleSystem {
  return {
    structure: form.shared === undefined ? includeStructure : moduleStructure,
    open: (project: Project): Modules => new WorkflowModules(project, form),
  };
}
