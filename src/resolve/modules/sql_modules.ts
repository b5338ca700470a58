/** Names of SQL: a project has one database, whose tables and routines every file knows. */
import { Binding, BindingKind } from "../../extract/facts.ts";
import type { Entity, Located, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project } from "../project.ts";

const LANGUAGE = "sql";
const NOTHING: readonly Entity[] = [];
/** With more definitions than this (migrations, dialects) a name says too little. */
const MOST_DEFINITIONS = 4;

class SqlModules implements Modules {
  readonly #project: Project;
  readonly #names = new Map<number, Entity[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language !== LANGUAGE) continue;
      for (let row = 0; row < file.count("bindings"); row++) {
        if (file.binding(row, Binding.SCOPE) !== 0) continue;
        if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
        const name = file.nameIds[file.binding(row, Binding.NAME)]!;
        append(this.#names, name, { tag: "binding", file: file.id, binding: row });
      }
    }
  }

  locate(_file: number, specifier: string): Located {
    return { external: specifier };
  }

  exported(): readonly Entity[] {
    return NOTHING;
  }

  ambient(_file: number, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    const found = id < 0 ? NOTHING : this.#names.get(id) ?? NOTHING;
    return found.length > MOST_DEFINITIONS ? NOTHING : found;
  }
}

/** The module system of SQL. */
export const sqlModules: ModuleSystem = { open: (project) => new SqlModules(project) };
