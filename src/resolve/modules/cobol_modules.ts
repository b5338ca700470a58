/**
 * Programs of COBOL, known by their names wherever their files lie, and copybooks, known by the names
 * of their files: a program has what the text has that it copies.
 */
import { Binding, BindingKind, Import, ImportKind, Kind, Sym } from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { moduleStructure } from "../module_structure.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";

const LANGUAGE = "cobol";
const NOTHING: readonly Entity[] = [];
/** With more programs of one name than this, none is meant. */
const MOST_PROGRAMS = 2;
const DEEPEST = 6;

class CobolModules implements Modules {
  readonly #project: Project;
  readonly #programs = new Map<number, Entity[]>();
  /** Files by their names without ending. */
  readonly #copybooks = new Map<string, number[]>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language !== LANGUAGE) continue;
      const name = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
      append(this.#copybooks, name.toUpperCase(), file.id);
      this.#addPrograms(file);
    }
  }

  #addPrograms(file: ProjectFile): void {
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.SCOPE) !== 0) continue;
      if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
      const symbol = file.binding(row, Binding.SYMBOL);
      if (symbol < 0 || file.symbol(symbol, Sym.KIND) !== Kind.function) continue;
      const name = file.nameIds[file.binding(row, Binding.NAME)]!;
      append(this.#programs, name, { tag: "binding", file: file.id, binding: row });
    }
  }

  locate(file: number, specifier: string): Located {
    const found = this.#copybook(file, specifier);
    return found < 0
      ? { external: specifier }
      : { module: { key: this.#project.file(found).path, files: [found] } };
  }

  /** Of the files of a name the nearest. */
  #copybook(from: number, name: string): number {
    const path = this.#project.file(from).path;
    let best = -1;
    let most = -1;
    const last = name.slice(name.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
    for (const id of this.#copybooks.get(last) ?? []) {
      if (id === from) continue;
      const shared = sharedLength(path, this.#project.file(id).path);
      if (shared > most) [best, most] = [id, shared];
    }
    return best;
  }

  exported(module: Module, name: string): readonly Entity[] {
    return this.#held(module.files[0]!, this.#project.nameId(name));
  }

  #held(id: number, name: number): readonly Entity[] {
    const file = this.#project.file(id);
    const found: Entity[] = [];
    for (
      let row = name < 0 ? -1 : file.firstBinding(0, name);
      row >= 0;
      row = file.nextBinding(row)
    ) {
      found.push({ tag: "binding", file: id, binding: row });
    }
    return found;
  }

  ambient(file: number, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    if (id < 0) return NOTHING;
    const copied = this.#copied(file, id, 0);
    if (copied.length > 0) return copied;
    const programs = this.#programs.get(id) ?? NOTHING;
    return programs.length > MOST_PROGRAMS ? NOTHING : programs;
  }

  /** What the text that a file copies has under a name. */
  #copied(id: number, name: number, depth: number): readonly Entity[] {
    if (depth > DEEPEST) return NOTHING;
    const file = this.#project.file(id);
    const table = file.table("imports");
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.include) continue;
      const other = this.#copybook(id, file.text(table[at + Import.SPECIFIER]!));
      if (other < 0) continue;
      const found = this.#held(other, name);
      if (found.length > 0) return found;
      const further = this.#copied(other, name, depth + 1);
      if (further.length > 0) return further;
    }
    return NOTHING;
  }
}

/** Length of the folder that two paths share. */
function sharedLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return a.lastIndexOf("/", at - 1) + 1;
}

/** The module system of COBOL. */
export const cobolModules: ModuleSystem = {
  structure: moduleStructure,
  open: (project) => new CobolModules(project),
};
