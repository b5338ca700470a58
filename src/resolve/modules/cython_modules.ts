/** Cython imports as Python does; files of one module share their names, and headers are those of C. */
import { Binding, Flag, Sym } from "../../extract/facts.ts";
import { EvidenceCode } from "../edges.ts";
import { includeStructure } from "../module_structure.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import type { Project, ProjectFile } from "../project.ts";
import { ScriptPaths } from "../script_paths.ts";
import { SYSTEM_FORM } from "./c_import_forms.ts";
import { CythonParts, stemOf } from "./cython_parts.ts";
import { pythonModules } from "./python_modules.ts";

const HEADERS: ReadonlySet<string> = new Set(["c", "cpp", "cuda"]);
/** Endings of what is executed. */
const RUN: readonly string[] = [".pyx", ".py"];

class CythonModules implements Modules {
  readonly ambientEvidence = EvidenceCode["package-scope"];
  readonly #project: Project;
  readonly #python: Modules;
  readonly #parts: CythonParts;
  readonly #headers: ScriptPaths;

  constructor(project: Project) {
    this.#project = project;
    this.#python = pythonModules.open(project);
    this.#parts = new CythonParts(project);
    this.#headers = new ScriptPaths(project, (language) => HEADERS.has(language));
  }

  locate(file: number, specifier: string, form: number): Located {
    if (form === SYSTEM_FORM) return this.#header(file, specifier);
    if (!specifier.startsWith("@/")) return this.#python.locate(file, specifier, form);
    const found = this.#parts.included(file, specifier);
    return found === undefined ? undefined : this.#moduleOf(found);
  }

  #header(file: number, path: string): Located {
    const found = this.#headers.find(this.#project.file(file).path, path);
    return found === undefined ? { external: path } : this.#moduleOf(found.file);
  }

  #moduleOf(file: number): { readonly module: Module } {
    return { module: { key: this.#project.file(file).path, files: [file] } };
  }

  exported(module: Module, name: string): readonly Entity[] {
    return this.#python.exported(module, name);
  }

  missing(module: Module, name: string): string | undefined {
    return this.#python.missing?.(module, name);
  }

  ambient(file: number, name: string): readonly Entity[] {
    const own = this.#whole(file);
    const found = this.#python.exported(own, name);
    return found.length > 0 ? found : this.#python.ambient(file, name);
  }

  /** A file with all that shares its names. */
  #whole(file: number): Module {
    const key = `${this.#project.file(file).path} and its parts`;
    return { key, files: this.#parts.of(file), directories: [] } as Module;
  }

  /** What the `.pyx` file defines of what its `.pxd` file declares. */
  definitions(declaration: number): readonly number[] {
    const file = this.#project.fileOfSymbol(declaration);
    const row = declaration - file.firstSymbol;
    const name = file.nameIds[file.symbol(row, Sym.NAME)]!;
    const owner = file.symbol(row, Sym.CONTAINER);
    for (const ending of RUN) {
      const at = this.#project.fileAt(stemOf(file.path) + ending);
      if (at < 0) continue;
      const other = this.#project.file(at);
      const scope = owner > 0 ? scopeOf(other, file.nameIds[file.symbol(owner, Sym.NAME)]!) : 0;
      const symbol = scope < 0 ? -1 : symbolIn(other, scope, name);
      const isDefined = symbol >= 0 && (other.symbol(symbol, Sym.FLAGS) & Flag.declaration) === 0;
      if (isDefined) return [other.firstSymbol + symbol];
    }
    return [];
  }
}

function symbolIn(file: ProjectFile, scope: number, name: number): number {
  const binding = file.firstBinding(scope, name);
  return binding < 0 ? -1 : file.binding(binding, Binding.SYMBOL);
}

/** Scope of the class of a name; -1 when a file has none. */
function scopeOf(file: ProjectFile, name: number): number {
  const symbol = symbolIn(file, 0, name);
  return symbol < 0 ? -1 : file.symbol(symbol, Sym.SCOPE);
}

/** Cython's module system. */
export const cythonModules: ModuleSystem = {
  structure: includeStructure,
  open: (project: Project): Modules => new CythonModules(project),
};
