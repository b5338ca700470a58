/**
 * Units of Pascal: known by their names alone, wherever their files lie; `SysUtils` may be short for
 * `System.SysUtils`. A file sees what the units offer that it uses, of the last of them first, and
 * the text of what it includes. A name that neither has comes from a unit outside the project.
 */
import { Binding, BindingKind, Flag, Import, ImportKind, Sym } from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { moduleStructure } from "../module_structure.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";

const LANGUAGE = "pascal";
const NOTHING: readonly Entity[] = [];
const NO_FILES: readonly number[] = [];
/** Row of the file itself. */
const FILE = 0;
const DEEPEST = 4;

class PascalModules implements Modules {
  readonly #project: Project;
  /** Files by the name of their unit, and by its last part. */
  readonly #units = new Map<string, number[]>();
  readonly #byLastPart = new Map<string, number[]>();
  /** Files by their own names, for includes. */
  readonly #byFileName = new Map<string, number[]>();
  /** Units of the project that files use, the last first, and what they include. */
  readonly #used: (readonly number[] | undefined)[] = [];
  readonly #included: (readonly number[] | undefined)[] = [];
  #includers: Map<number, number[]> | undefined;

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) {
      if (file.language !== LANGUAGE) continue;
      const fileName = file.path.slice(file.path.lastIndexOf("/") + 1).toLowerCase();
      append(this.#byFileName, fileName, file.id);
      const declared = file.symbol(FILE, Sym.QUALIFIER);
      if (declared < 0) continue;
      const name = file.text(declared);
      append(this.#units, name, file.id);
      append(this.#byLastPart, name.slice(name.lastIndexOf(".") + 1), file.id);
    }
  }

  locate(file: number, specifier: string): Located {
    const found = this.#unit(file, specifier);
    if (found >= 0) return this.#module(found);
    const included = this.#includedFile(file, specifier);
    return included >= 0 ? this.#module(included) : { external: specifier };
  }

  #module(file: number): { module: Module } {
    return { module: { key: this.#project.file(file).path, files: [file] } };
  }

  /** File of a unit as another names it: of several the nearest. */
  #unit(from: number, name: string): number {
    const exact = this.#units.get(name);
    if (exact !== undefined) return this.#nearest(from, exact);
    if (name.includes(".")) return -1;
    return this.#nearest(from, this.#byLastPart.get(name) ?? []);
  }

  #nearest(from: number, files: readonly number[]): number {
    const path = this.#project.file(from).path;
    let best = -1;
    let most = -2;
    for (const id of files) {
      // A file is the last that its own code means by a name.
      const shared = id === from ? -1 : sharedLength(path, this.#project.file(id).path);
      if (shared > most) [best, most] = [id, shared];
    }
    return best;
  }

  #includedFile(from: number, path: string): number {
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    return this.#nearest(from, this.#byFileName.get(name) ?? []);
  }

  exported(module: Module, name: string): readonly Entity[] {
    return this.#offered(module.files[0]!, name, 0);
  }

  /** What the text of a file, with what it includes, binds for others. */
  #offered(id: number, name: string, depth: number): readonly Entity[] {
    const nameId = this.#project.nameId(name);
    if (nameId < 0) return NOTHING;
    const file = this.#project.file(id);
    const found: Entity[] = [];
    for (let row = file.firstBinding(0, nameId); row >= 0; row = file.nextBinding(row)) {
      if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
      const symbol = file.binding(row, Binding.SYMBOL);
      if (symbol >= 0 && (file.symbol(symbol, Sym.FLAGS) & Flag.fileLocal) !== 0) continue;
      found.push({ tag: "binding", file: id, binding: row });
    }
    return found.length > 0 ? found : this.#ofIncludes(id, name, depth);
  }

  #ofIncludes(id: number, name: string, depth: number): readonly Entity[] {
    if (depth > DEEPEST) return NOTHING;
    for (const other of this.#includesOf(id)) {
      const found = this.#offered(other, name, depth + 1);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  ambient(id: number, name: string): readonly Entity[] {
    const included = this.#ofIncludes(id, name, 0);
    if (included.length > 0) return included;
    for (const unit of this.#usesOf(id)) {
      const found = this.#offered(unit, name, 0);
      if (found.length > 0) return found;
    }
    for (const around of this.#includersOf(id)) {
      const found = this.#bound(around, name);
      if (found.length > 0) return found;
      for (const unit of this.#usesOf(around)) {
        const used = this.#offered(unit, name, 0);
        if (used.length > 0) return used;
      }
    }
    const own = this.#unit(id, name);
    if (own >= 0) return [{ tag: "module", ...this.#module(own) }];
    return [{ tag: "external", name }];
  }

  /** What a file itself binds, for the text that it includes. */
  #bound(id: number, name: string): readonly Entity[] {
    const nameId = this.#project.nameId(name);
    const file = this.#project.file(id);
    const found: Entity[] = [];
    for (let row = nameId < 0 ? -1 : file.firstBinding(0, nameId); row >= 0;) {
      if (file.binding(row, Binding.KIND) === BindingKind.definition) {
        found.push({ tag: "binding", file: id, binding: row });
      }
      row = file.nextBinding(row);
    }
    return found;
  }

  /** Units that include a text, which is none itself. */
  #includersOf(id: number): readonly number[] {
    if (this.#project.file(id).symbol(FILE, Sym.QUALIFIER) >= 0) return NO_FILES;
    if (this.#includers === undefined) {
      this.#includers = new Map();
      for (const file of this.#project.files) {
        if (file.language !== LANGUAGE) continue;
        for (const included of this.#includesOf(file.id)) {
          append(this.#includers, included, file.id);
        }
      }
    }
    return this.#includers.get(id) ?? NO_FILES;
  }

  #usesOf(id: number): readonly number[] {
    return this.#used[id] ??= importsOf(this.#project.file(id), ImportKind.all).reverse()
      .map((name) => this.#unit(id, name)).filter((file) => file >= 0 && file !== id);
  }

  #includesOf(id: number): readonly number[] {
    return this.#included[id] ??= importsOf(this.#project.file(id), ImportKind.include)
      .map((path) => this.#includedFile(id, path)).filter((file) => file >= 0 && file !== id);
  }
}

function importsOf(file: ProjectFile, kind: number): string[] {
  const table = file.table("imports");
  const found: string[] = [];
  for (let at = 0; at < table.length; at += Import.STRIDE) {
    if (table[at + Import.KIND] === kind) found.push(file.text(table[at + Import.SPECIFIER]!));
  }
  return found;
}

/** Length of the folder that two paths share. */
function sharedLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return a.lastIndexOf("/", at - 1) + 1;
}

/** The module system of Pascal. */
export const pascalModules: ModuleSystem = {
  structure: moduleStructure,
  // A unit is seen as a whole by the files that use it.
  standing: (file) =>
    file.symbol(FILE, Sym.QUALIFIER) < 0 ? "" : file.text(file.symbol(FILE, Sym.QUALIFIER)),
  open: (project) => new PascalModules(project),
};
