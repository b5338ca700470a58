/**
 * Packages of Groovy, which it shares with the other languages of its machine; and the steps of
 * Jenkins' shared libraries: `vars/deploy.groovy` is what a pipeline calls as `deploy`.
 */
import { Binding, Flag, Sym } from "../../extract/facts.ts";
import type { Entity, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project } from "../project.ts";
import { jvmModules } from "./jvm_modules.ts";

const STEP = /(?:^|\/)vars\/(\w+)\.groovy$/;
const CALL = "call";
const NOTHING: readonly Entity[] = [];

class GroovyModules implements Modules {
  readonly #packages: Modules;
  readonly #project: Project;
  /** Files of steps by name. */
  readonly #steps = new Map<string, number[]>();

  constructor(project: Project) {
    this.#project = project;
    this.#packages = jvmModules.open(project);
    for (const file of project.files) {
      const name = file.language === "groovy" ? STEP.exec(file.path)?.[1] : undefined;
      if (name !== undefined) append(this.#steps, name, file.id);
    }
  }

  locate(file: number, specifier: string, form: number): ReturnType<Modules["locate"]> {
    return this.#packages.locate(file, specifier, form);
  }

  exported(module: Module, name: string): readonly Entity[] {
    const step = /^step (\d+)$/.exec(module.key);
    return step === null
      ? this.#packages.exported(module, name)
      : this.#functions(Number(step[1]), name);
  }

  ambient(file: number, name: string, scope?: number): readonly Entity[] {
    const [step, ...others] = this.#steps.get(name) ?? [];
    if (step !== undefined && others.length === 0 && step !== file) {
      const found = this.#functions(step, CALL);
      if (found.length > 0) return found;
      return [{ tag: "module", module: { key: `step ${step}`, files: [step] } }];
    }
    return this.#packages.ambient(file, name, scope).filter((entity) => this.#isSeen(file, entity));
  }

  /** What a script defines is seen by itself. */
  #isSeen(from: number, entity: Entity): boolean {
    if (entity.tag !== "binding" || entity.file === from) return true;
    const file = this.#project.file(entity.file);
    const symbol = file.binding(entity.binding, Binding.SYMBOL);
    return symbol < 0 || (file.symbol(symbol, Sym.FLAGS) & Flag.fileLocal) === 0;
  }

  #functions(id: number, name: string): readonly Entity[] {
    const nameId = this.#project.nameId(name);
    if (nameId < 0) return NOTHING;
    const file = this.#project.file(id);
    const found: Entity[] = [];
    for (let row = file.firstBinding(0, nameId); row >= 0; row = file.nextBinding(row)) {
      if (file.binding(row, Binding.SYMBOL) >= 0) {
        found.push({ tag: "binding", file: id, binding: row });
      }
    }
    return found;
  }
}

/** The module system of Groovy. */
export const groovyModules: ModuleSystem = {
  structure: (file) => jvmModules.structure!(file),
  open: (project) => new GroovyModules(project),
};
