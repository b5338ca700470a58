/**
 * Modules of Fortran: known by their names alone, wherever their files lie. What a module uses it
 * offers as well, unless it is private. A submodule has all that its parent has, and defines what
 * the parent only declares. Procedures outside of modules are known to every file.
 */
import {
  Binding,
  BindingKind,
  Flag,
  Import,
  ImportKind,
  Kind,
  Scope,
  Sym,
} from "../../extract/facts.ts";
import type { Entity, Located, Module, Modules, ModuleSystem } from "../module_system.ts";
import { append } from "../multimap.ts";
import type { Project, ProjectFile } from "../project.ts";

/** `FORM` of the import by which a submodule has what its parent has. */
export const SUBMODULE_FORM = 3;

const LANGUAGE = "fortran";
const NOTHING: readonly Entity[] = [];
/** With more definitions than this a name outside of modules says nothing. */
const MOST_GLOBALS = 3;
const DEEPEST = 8;

interface FortranModule extends Module {
  /** Scope of the module in its file. */
  readonly scope: number;
}

class FortranModules implements Modules {
  readonly #project: Project;
  readonly #modules = new Map<string, FortranModule>();
  /** Procedures outside of modules, by (global) name. */
  readonly #globals = new Map<number, Entity[]>();
  /** Symbols of the submodules of a module. */
  readonly #submodules = new Map<string, { file: ProjectFile; scope: number }[]>();
  /** Rows of the imports of everything, by file and scope. */
  readonly #wildcards = new Map<number, Map<number, number[]>>();

  constructor(project: Project) {
    this.#project = project;
    for (const file of project.files) if (file.language === LANGUAGE) this.#addFile(file);
  }

  #addFile(file: ProjectFile): void {
    for (let row = 1; row < file.count("symbols"); row++) {
      if (file.symbol(row, Sym.KIND) !== Kind.module) continue;
      const scope = file.symbol(row, Sym.SCOPE);
      const name = file.nameOf(row);
      if (scope < 0 || this.#modules.has(name)) continue;
      this.#modules.set(name, { key: `${file.path}#${name}`, files: [file.id], scope });
    }
    for (let row = 0; row < file.count("bindings"); row++) {
      if (file.binding(row, Binding.SCOPE) !== 0) continue;
      if (file.binding(row, Binding.KIND) !== BindingKind.definition) continue;
      const symbol = file.binding(row, Binding.SYMBOL);
      if (symbol < 0 || file.symbol(symbol, Sym.KIND) !== Kind.function) continue;
      append(this.#globals, file.nameIds[file.binding(row, Binding.NAME)]!, {
        tag: "binding",
        file: file.id,
        binding: row,
      });
    }
    this.#addImports(file);
  }

  #addImports(file: ProjectFile): void {
    const table = file.table("imports");
    const byScope = new Map<number, number[]>();
    for (let at = 0; at < table.length; at += Import.STRIDE) {
      if (table[at + Import.KIND] !== ImportKind.all) continue;
      const scope = table[at + Import.SCOPE]!;
      append(byScope, scope, at);
      if (table[at + Import.FORM] !== SUBMODULE_FORM) continue;
      append(this.#submodules, file.text(table[at + Import.SPECIFIER]!), { file, scope });
    }
    this.#wildcards.set(file.id, byScope);
  }

  locate(_file: number, specifier: string): Located {
    const module = this.#modules.get(specifier);
    return module === undefined ? { external: specifier } : { module };
  }

  exported(module: Module, name: string): readonly Entity[] {
    const id = this.#project.nameId(name);
    return id < 0 ? NOTHING : this.#offered(module as FortranModule, id, name, false, 0);
  }

  /** @param isInner whether private names are seen, as from a submodule */
  #offered(
    module: FortranModule,
    id: number,
    name: string,
    isInner: boolean,
    depth: number,
  ): readonly Entity[] {
    const file = this.#project.file(module.files[0]!);
    const found: Entity[] = [];
    for (let row = file.firstBinding(module.scope, id); row >= 0; row = file.nextBinding(row)) {
      const symbol = file.binding(row, Binding.SYMBOL);
      const isPrivate = symbol >= 0 && (file.symbol(symbol, Sym.FLAGS) & Flag.private) !== 0 &&
        file.symbol(symbol, Sym.NAME) === file.binding(row, Binding.NAME);
      if (!isPrivate || isInner) found.push({ tag: "binding", file: file.id, binding: row });
    }
    if (found.length > 0 || depth > DEEPEST) return found;
    return this.#used(file, module.scope, id, name, depth + 1);
  }

  /** What the modules that a scope uses as a whole offer under a name. */
  #used(
    file: ProjectFile,
    scope: number,
    id: number,
    name: string,
    depth: number,
  ): readonly Entity[] {
    const table = file.table("imports");
    for (const at of this.#wildcards.get(file.id)?.get(scope) ?? []) {
      const module = this.#modules.get(file.text(table[at + Import.SPECIFIER]!));
      if (module === undefined) continue;
      const isInner = table[at + Import.FORM] === SUBMODULE_FORM;
      const found = this.#offered(module, id, name, isInner, depth);
      if (found.length > 0) return found;
    }
    return NOTHING;
  }

  ambient(id: number, name: string, from = 0): readonly Entity[] {
    const nameId = this.#project.nameId(name);
    if (nameId < 0) return NOTHING;
    const file = this.#project.file(id);
    for (let scope = from; scope >= 0; scope = file.scope(scope, Scope.PARENT)) {
      const found = this.#used(file, scope, nameId, name, 0);
      if (found.length > 0) return found;
    }
    const globals = this.#globals.get(nameId) ?? NOTHING;
    return globals.length > MOST_GLOBALS ? NOTHING : globals;
  }

  /** The procedure that an interface declares: in a submodule, or outside of modules. */
  definitions(declaration: number): readonly number[] {
    const file = this.#project.fileOfSymbol(declaration);
    const row = declaration - file.firstSymbol;
    const name = file.nameIds[file.symbol(row, Sym.NAME)]!;
    const container = file.symbol(row, Sym.CONTAINER);
    const owner = container < 0 ? "" : file.nameOf(container);
    const found: number[] = [];
    for (const { file: other, scope } of this.#submodules.get(owner) ?? []) {
      for (let at = other.firstBinding(scope, name); at >= 0; at = other.nextBinding(at)) {
        const symbol = other.binding(at, Binding.SYMBOL);
        if (symbol >= 0) found.push(other.firstSymbol + symbol);
      }
    }
    if (found.length > 0) return found;
    const globals = this.#globals.get(name) ?? NOTHING;
    return globals.length > MOST_GLOBALS ? [] : globals.flatMap((entity) => {
      if (entity.tag !== "binding") return [];
      const other = this.#project.file(entity.file);
      const symbol = other.firstSymbol + other.binding(entity.binding, Binding.SYMBOL);
      return symbol === declaration ? [] : [symbol];
    });
  }
}

/** The module system of Fortran. */
export const fortranModules: ModuleSystem = { open: (project) => new FortranModules(project) };
