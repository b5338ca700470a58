/** Modules of Terraform: all files of a folder are one, and others are named by their folders' paths. */
import { Binding } from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project } from "../project.ts";
import { baseOf, parentOf, resolvePath } from "../project_paths.ts";

const LANGUAGE = "hcl";
const NOTHING: readonly Entity[] = [];
const IS_LOCAL = /^\.{1,2}(?:\/|$)/;
/** Files that do not belong to the module of their folder. */
const ASIDE = /\.tfvars$|\.tftest\.hcl$|\.lock\.hcl$/;
/** Folder of tests of the module around it. */
const TESTS = "tests";

class HclModules implements Modules {
  readonly #project: Project;
  readonly #folders = new Map<string, number[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const { id, path, language } of project.files) {
      if (language === LANGUAGE && !ASIDE.test(path)) append(this.#folders, parentOf(path), id);
    }
  }

  locate(file: number, specifier: string): Located {
    if (!IS_LOCAL.test(specifier)) return { external: specifier };
    // `a//b` is b in the package a.
    const path = resolvePath(parentOf(this.#project.file(file).path), specifier.replace("//", "/"));
    return this.#folders.has(path) ? { module: this.#moduleAt(path) } : undefined;
  }

  #moduleAt(folder: string): Module {
    return { key: `${folder}/`, files: this.#folders.get(folder) ?? [] };
  }

  exported(module: Module, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    return module.files.flatMap((at): Entity[] => {
      const file = this.#project.file(at);
      const binding = file.firstBinding(0, id);
      return binding < 0 ? [] : [{ tag: "binding", file: at, binding }];
    });
  }

  ambient(file: number, name: string): readonly Entity[] {
    const { path } = this.#project.file(file);
    const folder = parentOf(path);
    const found = this.exported(this.#moduleAt(folder), name);
    const isTest = ASIDE.test(path) && baseOf(folder) === TESTS;
    return found.length > 0 || !isTest
      ? found.filter((entity) => this.#isOther(entity, file))
      : this.exported(this.#moduleAt(parentOf(folder)), name);
  }

  #isOther(entity: Entity, file: number): boolean {
    return entity.tag === "binding" && entity.file !== file &&
      this.#project.file(entity.file).binding(entity.binding, Binding.SCOPE) === 0;
  }
}

/** The module system of HCL. */
export const hclModules: ModuleSystem = {
  structure: ({ path }) => path,
  open: (project: Project): Modules => new HclModules(project),
};
